"""The walk of one percept, as the page about the architecture tells it, is the one that happens."""

import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest

import midworld
from midworld.readers.jsonlines import LineWriter

ROOT = Path(__file__).parents[1]
HOUSE = Path(midworld.__file__).parent
PAGE = (ROOT / "docs" / "architecture.md").read_text().partition("## The walk of one percept")[2]
PICTURE = (ROOT / "docs" / "architecture.svg").read_text()
KITCHEN = ROOT / "examples" / "kitchen"
ROW = re.compile(r"^\| (\**)(\d+)\** \| `([^`]+)` \| `([^`]+)` `([^`]+)` \|", re.MULTILINE)


@dataclass(frozen=True)
class Call:
    """A call from one file of the house into another."""

    caller: str
    called: str
    function: str

    @property
    def changes_room(self) -> bool:
        return self.caller.partition("/")[0] != self.called.partition("/")[0]


TABLE = [(int(number), bool(bold), Call(*call)) for bold, number, *call in ROW.findall(PAGE)]
HOPS = [call for _, _, call in TABLE]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """Every call between files while a line of the kitchen becomes lines of output."""
    log = tmp_path_factory.mktemp("walk") / "observations.jsonl"
    log.write_bytes((KITCHEN / "observations.jsonl").read_bytes().splitlines(keepends=True)[0])
    session, output, calls = midworld.open(KITCHEN / "scene.yaml"), io.BytesIO(), list[Call]()
    LineWriter(output, ["stable"]).follow(session.assessment.board)

    def note(frame: FrameType, event: str, _: object) -> None:
        caller = frame.f_back
        if event != "call" or caller is None or caller.f_code.co_filename == frame.f_code.co_filename:
            return
        files = [Path(each.f_code.co_filename) for each in (caller, frame)]
        if all(each.is_relative_to(HOUSE) for each in files):
            source, target = (each.relative_to(HOUSE).as_posix() for each in files)
            calls.append(Call(source, target, frame.f_code.co_qualname.replace("<locals>.", "")))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        session.run(log)
    finally:
        sys.setprofile(before)
    assert b'"cup"' in output.getvalue()
    return calls


def test_the_hops_of_the_page_happen_in_their_order(walk: list[Call]) -> None:
    place = 0
    for number, _, hop in TABLE:
        assert hop in walk[place:], f"hop {number} does not come after the one before it: {hop}"
        place = walk.index(hop, place) + 1


def test_each_hop_starts_where_an_earlier_one_was() -> None:
    reached = {HOPS[0].caller}
    for number, _, hop in TABLE:
        assert hop.caller in reached, f"nothing says how the percept came to {hop.caller} for hop {number}"
        reached.add(hop.called)


def test_the_page_counts_right_and_below_fifteen() -> None:
    assert [number for number, _, _ in TABLE] == [*range(1, len(TABLE) + 1)]
    assert len(TABLE) < 15
    assert [bold for _, bold, _ in TABLE] == [hop.changes_room for hop in HOPS]
    files = {file for hop in HOPS for file in (hop.caller, hop.called)}
    far = sum(hop.changes_room for hop in HOPS)
    assert f"**{len(HOPS)} hops through {len(files)} files, {far} of them from room to room.**" in PAGE


def test_the_picture_has_the_hops_of_the_table_in_the_lanes_of_their_rooms() -> None:
    lanes = {
        room: int(y) - 5 for y, room in re.findall(r'<text (?:class="idle" )?x="18" y="(\d+)">(\w+)</text>', PICTURE)
    }
    drawn = re.findall(r'cy="(\d+)" r="11"/><text class="n" x="\d+" y="\d+">(\d+)</text>', PICTURE)
    assert [(int(number), int(y)) for y, number in drawn] == [
        (number, lanes[hop.called.partition("/")[0]]) for number, _, hop in TABLE
    ]
