"""What once broke a door does not any more; `python -m benchmarks.doors` adds to these files."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.doors.doors import DOORS, FAULTY
from benchmarks.doors.fuzz import fuzz
from benchmarks.doors.inputs import good
from benchmarks.doors.search import Search
from benchmarks.doors.worker import Verdict, Watched
from hypothesis import strategies as st

# Many times what any of them needs.
RUNAWAY_S = 30.0
FOUND = Path(__file__).parent / "found"
Asked = Callable[[str, bytes], Verdict]


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    """One process a door, for all its files."""
    opened: dict[str, Watched] = {}

    def ask(door: str, content: bytes) -> Verdict:
        return opened.setdefault(door, Watched(door, cpu_s=RUNAWAY_S)).ask(content)

    yield ask
    for each in opened.values():
        each.close()


@pytest.mark.parametrize("door", DOORS)
def test_good_input_is_taken(asked: Asked, door: str) -> None:
    assert asked(door, good(door)) == Verdict("taken")


@pytest.mark.parametrize("file", sorted(FOUND.glob("*-*")), ids=lambda file: file.name)
def test_what_was_found_is_taken_or_refused_by_a_sentence(asked: Asked, file: Path) -> None:
    verdict = asked(file.name.partition("-")[0], file.read_bytes())
    assert not verdict.is_fault, verdict


@pytest.mark.parametrize(
    ("content", "kind"),
    [(b"raise", "raised"), (b"spin", "slow"), (b"swell", "large"), (b"die", "died"), (b"", "refused")],
)
def test_faults_are_seen_and_the_next_case_is_not_harmed(content: bytes, kind: str) -> None:
    watched = Watched("faulty", cpu_s=0.5 if content == b"spin" else RUNAWAY_S)
    try:
        assert watched.ask(content).kind == kind
        assert watched.ask(b"").kind == "refused"
    finally:
        watched.close()


def test_nothing_is_left_behind_by_who_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    watched = Watched("faulty")
    assert watched.ask(b"die").kind == "died"
    assert watched.ask(b"").kind == "refused"
    assert list(tmp_path.iterdir())
    watched.close()
    assert not list(tmp_path.iterdir())


def test_a_fault_is_found_made_small_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DOORS, "faulty", FAULTY)

    def inputs(door: str) -> st.SearchStrategy[bytes]:
        return st.sampled_from([b"", b"fine", b"raise"])

    monkeypatch.setattr("benchmarks.doors.search.inputs", inputs)
    search = Search("faulty", Watched("faulty"))
    search.look(0, time.monotonic() + 600.0)
    ((file, verdict),) = search.kept(tmp_path)
    assert file.read_bytes() == b"raise"
    assert verdict.kind == "raised"
    assert verdict.what.startswith("KeyError")


def test_every_door_is_tried_however_little_time_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    looked: list[str] = []

    class Slow(Search):
        def look(self, number: int, until: float) -> None:
            looked.append(self.door)
            time.sleep(max(0.0, until - time.monotonic()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchmarks.doors.fuzz.Search", Slow)
        fuzz(["scene", "socket", "page"], seconds=0.3, seed=0, keep=tmp_path)
    assert looked[:3] == ["scene", "socket", "page"]
