"""Random stories about minds, with truth from another engine: what people believe, and why things are missing."""

import pytest
from benchmarks.absence import judged as explained
from benchmarks.beliefs import judged as believed
from benchmarks.scenes.fates import FATES

KINDS = tuple(FATES)


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", ["two_balls", "facing", "taken_away"])
def test_people_believe_what_they_could_see(name: str, seed: int) -> None:
    marks = believed(f"beliefs/{name}", seed)
    assert marks.wrong == []
    assert marks.scripted == marks.scripted_right > 0


@pytest.mark.parametrize("number", range(20))
def test_missing_thing_is_explained(number: int) -> None:
    assert explained(KINDS[number % len(KINDS)], number // len(KINDS)) is None
