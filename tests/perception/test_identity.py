"""Percepts that name nothing: who is who, found out over time, and told."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

import midworld
from midworld.errors import MidworldError
from midworld.readers.jsonlines import LineWriter
from midworld.world import Situation

TABLE = {"class": "Table", "shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True}
CUP = {"class": "Cup", "colour": "red", "shape": {"cylinder": [0.04, 0.10]}, "mass": 0.2}
CAMERA = {"agent": "robot", "position": [-0.9, 0, 1.35], "looks_at": [0.6, 0, 0.75], "fov": [75, 60]}


def scene(**things: Mapping[str, object]) -> midworld.Session:
    return midworld.open(
        {
            "objects": {"table": TABLE, **things},
            "agents": {"robot": {"kind": "robot"}, "ann": {"kind": "human"}},
            "sensors": {"camera": CAMERA},
        }
    )


def cup(x: float, y: float, **more: object) -> dict[str, object]:
    return {"class": "Cup", "position": [x, y, 0.8], **more}


def seen(stamp: float, *things: Mapping[str, object], source: str = "camera", **more: object) -> dict[str, object]:
    return {"stamp": stamp, "source": source, "objects": list(things), **more}


def fed(mw: midworld.Session, lines: Iterable[Mapping[str, Any]]) -> midworld.Session:
    for line in lines:
        mw.feed(line)
    return mw


def identified(mw: midworld.Session) -> list[tuple[str | None, object]]:
    return [(each.was, each.object) for each in mw.world().timeline.events() if each.predicate == "Identified"]


def things(mw: midworld.Session) -> set[str]:
    return {name for name in mw.world().ids if "cup" in name or "#" in name}


def doubts(mw: midworld.Session) -> list[tuple[str, object]]:
    return sorted((each[0], each[2]) for each in mw.world().timeline.held("mayBe"))


def test_the_only_thing_it_can_be_is_seen_by_its_own_name() -> None:
    mw = fed(scene(cup=CUP), [seen(0.1 * tick, cup(0.6, 0.0)) for tick in range(5)])
    assert things(mw) == {"cup"}
    assert identified(mw) == []


def test_look_alikes_get_names_that_stay() -> None:
    lines = [seen(0.1 * tick, cup(0.6, -0.2), cup(0.6, 0.2)) for tick in range(10)]
    lines += [seen(1.0 + 0.1 * tick, cup(0.6, 0.2), cup(0.6, -0.2)) for tick in range(10)]
    mw = fed(scene(cup_1=CUP, cup_2=CUP), lines)
    assert things(mw) == {"cup#1", "cup#2"}
    assert mw.world().pose("cup#1").position[1] == pytest.approx(-0.2, abs=0.01)


def test_one_that_is_seen_by_name_at_the_same_place_is_identified_and_the_last_one_left_too() -> None:
    mw = fed(scene(cup_1=CUP, cup_2=CUP), [seen(0.1 * tick, cup(0.6, -0.2), cup(0.6, 0.2)) for tick in range(5)])
    mw.feed(seen(0.45, {"id": "cup_2", "position": [0.6, 0.2, 0.8]}, source="tags"))
    fed(mw, [seen(0.5 + 0.1 * tick, cup(0.6, -0.2), cup(0.6, 0.2)) for tick in range(5)])
    assert identified(mw) == [("cup#2", "cup_2"), ("cup#1", "cup_1")]
    assert things(mw) == {"cup_1", "cup_2"}


def test_another_colour_is_another_thing() -> None:
    blue = {**CUP, "colour": "blue"}
    line = [seen(0.1 * tick, cup(0.6, -0.2, colour="blue"), cup(0.6, 0.2, colour=[1, 0, 0])) for tick in range(3)]
    mw = fed(scene(red=CUP, blue=blue), line)
    assert mw.world().pose("blue").position[1] == pytest.approx(-0.2, abs=0.01)
    assert mw.world().pose("red").position[1] == pytest.approx(0.2, abs=0.01)


def test_a_cup_more_than_declared_is_a_thing_of_its_own() -> None:
    mw = fed(scene(cup=CUP), [seen(0.1, cup(0.6, 0)), seen(0.2, cup(0.6, 0), cup(0.6, 0.3)), seen(0.3, cup(0.6, 0))])
    assert things(mw) == {"cup", "cup#1"}


def test_a_thing_is_followed_through_gaps_past_another() -> None:
    def lines() -> Iterator[dict[str, object]]:
        for tick in range(60):
            moving = cup(0.3 + 0.01 * tick, 0.1)
            yield seen(tick / 25, *([] if tick % 5 == 3 else [moving]), cup(0.6, 0.0))

    mw = fed(scene(cup_1=CUP, cup_2=CUP), lines())
    assert things(mw) == {"cup#1", "cup#2"}
    assert mw.world().pose("cup#1").position[0] == pytest.approx(0.89, abs=0.02)


def hand(x: float, y: float) -> dict[str, object]:
    return {"id": "ann", "head": {"position": [1.5, 0, 1.5]}, "right_hand": {"position": [x, y, 0.82]}}


def handled(*, reaches: bool) -> midworld.Session:
    """Two cups are not seen for two seconds, in which a hand is at both, or at none."""
    mw = scene(cup_1=CUP, cup_2=CUP)
    away = hand(1.3, 0.5)
    fed(mw, [seen(0.1 * tick, cup(0.6, -0.1), cup(0.6, 0.1), agents=[away]) for tick in range(10)])
    at = [hand(0.6, -0.1), hand(0.6, 0.1)] if reaches else [away, away]
    fed(mw, [seen(1.0 + 0.1 * tick, agents=[at[tick // 10]]) for tick in range(20)])
    return fed(mw, [seen(3.0 + 0.1 * tick, cup(0.6, -0.1), cup(0.6, 0.1), agents=[away]) for tick in range(5)])


def test_look_alikes_a_hand_may_have_exchanged_out_of_sight_are_in_doubt() -> None:
    mw = handled(reaches=True)
    assert doubts(mw) == [("cup#1", "cup#2"), ("cup#2", "cup#1")]
    entries = [each for each in mw.world().timeline.situations() if each.predicate == "mayBe"]
    assert all(isinstance(each, Situation) and 0.1 < each.confidence < 0.9 for each in entries)


def test_look_alikes_nobody_touched_are_not() -> None:
    assert doubts(handled(reaches=False)) == []


def test_a_name_ends_the_doubt_and_puts_right_who_was_exchanged() -> None:
    mw = scene(cup_1=CUP, cup_2=CUP)
    mw.feed(seen(0.0, {"id": "cup_1", "position": [0.6, -0.1, 0.8]}, {"id": "cup_2", "position": [0.6, 0.1, 0.8]}))
    away = hand(1.3, 0.5)
    fed(mw, [seen(0.1 + 0.1 * tick, cup(0.6, -0.1), cup(0.6, 0.1), agents=[away]) for tick in range(9)])
    fed(mw, [seen(1.0 + 0.1 * t, agents=[hand(0.6, -0.1 if t < 10 else 0.1)]) for t in range(20)])
    fed(mw, [seen(3.0 + 0.1 * t, cup(0.6, -0.1), cup(0.6, 0.1), agents=[away]) for t in range(3)])
    assert doubts(mw) == [("cup_1", "cup_2"), ("cup_2", "cup_1")]
    mw.feed(seen(3.35, {"id": "cup_2", "position": [0.6, -0.1, 0.8]}, source="tags"))
    fed(mw, [seen(3.4 + 0.1 * t, cup(0.6, -0.1), cup(0.6, 0.1), agents=[away]) for t in range(5)])
    assert doubts(mw) == []
    assert mw.world().pose("cup_2").position[1] == pytest.approx(-0.1, abs=0.02)
    assert mw.world().pose("cup_1").position[1] == pytest.approx(0.1, abs=0.02)


def test_names_that_a_tracker_swaps_are_put_right() -> None:
    one, other = [0.6, -0.2, 0.8], [0.6, 0.2, 0.8]
    mw = scene(cup_1=CUP, cup_2=CUP)

    def named(stamp: float, first: list[float], second: list[float]) -> dict[str, object]:
        return seen(stamp, {"id": "cup_1", "position": first}, {"id": "cup_2", "position": second})

    fed(mw, [named(0.1 * tick, one, other) for tick in range(10)])
    fed(mw, [named(1.0 + 0.1 * tick, other, one) for tick in range(10)])
    assert mw.world().pose("cup_1").position[1] == pytest.approx(-0.2, abs=0.01)
    assert identified(mw) == [("cup_2", "cup_1"), ("cup_1", "cup_2")]
    fed(mw, [named(2.0 + 0.1 * tick, one, other) for tick in range(10)])
    assert mw.world().pose("cup_1").position[1] == pytest.approx(-0.2, abs=0.01)


def test_a_recording_goes_on_with_who_is_who() -> None:
    mw = fed(scene(cup_1=CUP, cup_2=CUP), [seen(0.1 * tick, cup(0.6, -0.2), cup(0.6, 0.2)) for tick in range(5)])
    other = mw.fork()
    for each in (mw, other):
        fed(each, [seen(0.5 + 0.1 * tick, cup(0.6, 0.2), cup(0.6, -0.2)) for tick in range(5)])
    assert mw.world().pose("cup#1").position == other.world().pose("cup#1").position


def test_what_looks_like_nothing_is_refused() -> None:
    with pytest.raises(MidworldError, match="'id'"):
        scene(cup=CUP).feed({"stamp": 0.0, "source": "camera", "objects": [{"position": [0.6, 0, 0.8]}]})


def test_a_percept_without_a_place_is_refused() -> None:
    with pytest.raises(MidworldError, match="points"):
        scene(cup=CUP).feed({"stamp": 0.0, "source": "camera", "objects": [{"class": "Cup"}]})


def test_a_line_of_output_tells_what_a_thing_was_called() -> None:
    mw, output = scene(cup_1=CUP, cup_2=CUP), io.BytesIO()
    LineWriter(output, ["stable"]).follow(mw.assessment.board)
    fed(mw, [seen(0.1 * tick, cup(0.6, -0.2), cup(0.6, 0.2)) for tick in range(3)])
    mw.feed(seen(0.25, {"id": "cup_2", "position": [0.6, 0.2, 0.8]}, source="tags"))
    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    told = [line for line in lines if line["type"] == "event"]
    names = {"agent": None, "object": "cup_2", "was": "cup#2"}
    assert told[0] == {"stamp": 0.25, "type": "event", "event": "Identified", **names}


@pytest.mark.parametrize("silent_s", [0.0, 2.0])
def test_names_that_looks_contradict_are_put_right_and_told(silent_s: float) -> None:
    def pair(stamp: float, red: str, blue: str) -> dict[str, object]:
        things = [(red, -0.2, "red"), (blue, 0.2, [0.1, 0.2, 0.9])]
        return seen(stamp, *({"id": name, "position": [0.6, y, 0.8], "colour": c} for name, y, c in things))

    mw = fed(scene(red=CUP, blue={**CUP, "colour": "blue"}), [pair(0.1 * tick, "red", "blue") for tick in range(10)])
    fed(mw, [pair(1.0 + silent_s + 0.1 * tick, "blue", "red") for tick in range(10)])
    assert mw.world().pose("red").position[1] == pytest.approx(-0.2, abs=0.01)
    assert mw.world().pose("blue").position[1] == pytest.approx(0.2, abs=0.01)
    assert sorted(identified(mw)) == [("blue", "red"), ("red", "blue")]
    # It calls them rightly again.
    fed(mw, [pair(4.0 + 0.1 * tick, "red", "blue") for tick in range(10)])
    assert mw.world().pose("red").position[1] == pytest.approx(-0.2, abs=0.01)


def test_one_that_looks_like_the_only_other_is_that() -> None:
    blue = {"id": "red", "position": [0.6, 0.2, 0.8], "colour": "blue"}
    mw = fed(scene(red=CUP, blue={**CUP, "colour": "blue"}), [seen(0.1 * tick, blue) for tick in range(5)])
    assert mw.world().pose("blue").position[1] == pytest.approx(0.2, abs=0.01)
    assert "red" not in mw.world()


def test_looks_that_fit_nothing_change_no_name() -> None:
    pale = {"id": "red", "position": [0.6, 0.2, 0.8], "colour": "white"}
    mw = fed(scene(red=CUP, blue={**CUP, "colour": "blue"}), [seen(0.1 * tick, pale) for tick in range(5)])
    assert mw.world().pose("red").position[1] == pytest.approx(0.2, abs=0.01)
    assert identified(mw) == []
