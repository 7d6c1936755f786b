"""How good trackers are, told from what they report."""

import numpy as np
import pytest

from midworld.perception import Observation, Percept, Statistics
from midworld.world import EntityId

CUP = EntityId("cup")


def read(
    *, noise: float = 0.0, mistaken: float = 0.0, lost: float = 0.0, repeated: float = 0.0, late: float = 0.0
) -> Statistics:
    """A minute of a cup that stands, is carried and stands, by a camera and one that is 2 cm off and late."""
    rng = np.random.default_rng(3)
    statistics = Statistics()
    before = np.zeros(3)
    for index in range(1800):
        stamp = index / 30
        place = np.array([0.4, 0.6 * float(np.clip((stamp % 20 - 8) / 2, 0, 1)), 0.8])
        seen = place + noise * rng.normal(size=3)
        if rng.random() < mistaken:
            seen = seen + np.array([0.0, 0.0, 0.2])
        before = seen = before if rng.random() < repeated else seen
        percepts = () if rng.random() < lost else (Percept(CUP, (seen[0], seen[1], seen[2])),)
        statistics.read(Observation(stamp, "camera", percepts))
        if late:
            y = 0.6 * float(np.clip(((stamp - late) % 20 - 8) / 2, 0, 1))
            other = Percept(CUP, (0.42 + noise * rng.normal(), y, 0.8))
            statistics.read(Observation(stamp + 0.001, "second", (other,)))
    return statistics


@pytest.mark.parametrize("noise", [0.001, 0.005])
def test_noise_is_told_though_some_percepts_are_mistaken_and_the_thing_moves(noise: float) -> None:
    row = read(noise=noise, mistaken=0.05).tracked()[0]
    assert row.noise_m == pytest.approx(noise, rel=0.15)
    assert row.mistaken == pytest.approx(0.05, abs=0.015)
    assert row.hertz == pytest.approx(30, abs=0.2)


def test_losses_and_repeats_are_told_as_shares() -> None:
    row = read(noise=0.002, lost=0.2, repeated=0.1).tracked()[0]
    assert row.lost == pytest.approx(0.2, abs=0.03)
    assert row.repeated == pytest.approx(0.1, abs=0.03)


def test_second_camera_is_told_to_be_off_and_late() -> None:
    (row,) = read(noise=0.001, late=0.15).against()
    assert (row.source, row.first) == ("second", "camera")
    assert np.allclose(row.offset_m, (0.02, 0.0, 0.0), atol=0.002)
    assert row.late_s == pytest.approx(0.15, abs=0.051)
