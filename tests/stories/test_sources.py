"""Stories of robots with several sensors: two tags, two cameras that disagree, one that dies, fast beside slow."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import midworld
from midworld.modules import module, provider

TABLE = {"class": "Table", "shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True}
CUP = {"class": "Cup", "shape": {"cylinder": [0.04, 0.10]}, "mass": 0.2}
CAMERA = {"agent": "robot", "position": [-0.9, 0, 1.35], "looks_at": [0.6, 0, 0.75], "fov": [75, 60]}


def described(objects: Mapping[str, object], **sensors: Mapping[str, object]) -> dict[str, Any]:
    return {
        "objects": {"table": TABLE, **objects},
        "agents": {"robot": {"kind": "robot"}},
        "sensors": sensors or {"camera": CAMERA},
    }


def seen(stamp: float, source: str = "camera", **places: list[float]) -> dict[str, Any]:
    things = [{"id": name, "position": place} for name, place in places.items()]
    return {"stamp": stamp, "source": source, "objects": things}


def missing(mw: midworld.Session, name: str) -> str | None:
    return next((str(each[2]) for each in mw.world().timeline.held("isMissing") if each[0] == name), None)


def square(x: float, y: float, z: float, half: float = 0.03) -> list[list[float]]:
    """A tag on a side that faces -x."""
    return [[x, y + half, z + half], [x, y - half, z + half], [x, y - half, z - half], [x, y + half, z - half]]


TWO_TAGS = {
    "class": "Box",
    "shape": {"box": [0.1, 0.6, 0.2]},
    "mass": 1.0,
    "points_of_interest": {"tag_1": square(-0.05, 0.2, 0.0), "tag_2": square(-0.05, -0.2, 0.0)},
}
WOODEN = {"class": "Box", "shape": {"box": [0.1, 0.14, 0.24]}, "mass": 0.5}


@pytest.mark.parametrize(("width", "explained"), [(0.14, False), (0.6, True)])
def test_a_thing_with_two_tags_is_hidden_only_if_both_tags_are(width: float, explained: bool) -> None:
    wooden = {**WOODEN, "shape": {"box": [0.1, width, 0.24]}}
    mw = midworld.open(described({"rack": TWO_TAGS, "wooden": wooden}))
    rack, box = [0.9, 0.0, 0.85], [0.7, 0.2 if width < 0.5 else 0.0, 0.87]
    for tick in range(10):
        mw.feed(seen(0.1 * tick, rack=rack, wooden=[0.3, 0.4, 0.87]))
    for tick in range(40):
        mw.feed(seen(1.0 + 0.1 * tick, wooden=box))
    assert (missing(mw, "rack") == "occluded") is explained


def test_two_cameras_that_disagree_make_no_thing_move() -> None:
    other = {**CAMERA, "position": [-0.9, 0.8, 1.35]}
    mw = midworld.open(described({"cup": CUP}, camera=CAMERA, side=other))
    for tick in range(100):
        mw.feed(seen(0.1 * tick, cup=[0.6, 0.0, 0.8]))
        mw.feed(seen(0.1 * tick + 0.05, "side", cup=[0.62, 0.015, 0.805]))
    moved = [each for each in mw.world().timeline.situations() if each.predicate == "isMoving" and each.start > 1.0]
    assert moved == []
    assert mw.world().pose("cup").position[:2] == pytest.approx((0.6, 0.0), abs=0.004)
    assert [each.predicate for each in mw.world().timeline.events()] == []


def test_a_provider_that_dies_and_comes_back_blocks_nobody() -> None:
    lives = {"count": 0}

    @provider
    def shaky() -> Iterator[dict[str, object]]:
        """Sees the ball, and breaks down after a second when it is first asked."""
        lives["count"] += 1
        for tick in range(60):
            if lives["count"] == 1 and tick == 10:
                raise RuntimeError("the cable is out")
            yield {"stamp": 0.1 * tick, "objects": [{"id": "ball", "position": [0.4, 0.3, 0.79]}]}

    ball = {"class": "Ball", "shape": {"sphere": 0.04}, "mass": 0.1}
    mw = midworld.open(described({"cup": CUP, "ball": ball}), modules=[module(shaky)])
    mw.run([seen(0.1 * tick + 0.01, cup=[0.6, 0.0, 0.8]) for tick in range(60)])
    assert lives["count"] == 2
    assert mw.world().timeline.holds("cup", "isOn", "table")
    assert mw.world().pose("ball").position[:2] == pytest.approx((0.4, 0.3), abs=0.01)
    told = mw.assessment.board["modules"].timeline.situations()
    assert any(each.reason is not None and "the cable is out" in each.reason for each in told)


def test_two_hundred_a_second_beside_two_a_second() -> None:
    sensors = {"fast": {"fov": "none", "rate": 200}, "slow": {**CAMERA, "rate": 2}}
    ball = {"class": "Ball", "shape": {"sphere": 0.04}, "mass": 0.1}
    mw = midworld.open({**described({"cup": CUP, "ball": ball}, **sensors), "timing": {"tick_hz": 20}})

    def lines() -> Iterator[dict[str, Any]]:
        for tick in range(600):
            yield seen(tick / 200, "fast", ball=[0.3 + 0.0005 * tick, 0.3, 0.79])
            if tick % 100 == 0:
                yield seen(tick / 200, "slow", cup=[0.6, 0.0, 0.8])

    mw.run(lines())
    assert mw.world().timeline.holds("cup", "isOn", "table")
    assert missing(mw, "cup") is None
    assert mw.world().pose("ball").position[0] == pytest.approx(0.6, abs=0.02)
    kept = [each for each in mw.world().timeline.situations() if each.subject == "cup" and each.predicate == "isOn"]
    assert len(kept) == 1


PERCEPTION = """
import json
for tick in range(60):
    things = [{"id": "box", "position": [0.45, 0.0, 0.87]}]
    if tick < 20:
        things.append({"id": "cup", "position": [0.6 - 0.01 * min(tick, 10), 0.0, 0.8]})
    print(json.dumps({"stamp": tick / 10, "source": "camera", "objects": things}), flush=True)
"""


def test_perception_in_another_process_and_a_cup_that_stays_behind_a_box() -> None:
    box = {"class": "Box", "shape": {"box": [0.05, 0.4, 0.24]}, "mass": 0.8}
    mw = midworld.open(described({"cup": CUP, "box": box}))
    with subprocess.Popen([sys.executable, "-c", PERCEPTION], stdout=subprocess.PIPE) as eyes:
        assert eyes.stdout is not None
        mw.run(json.loads(line) for line in eyes.stdout)
    assert missing(mw, "cup") == "occluded"
    assert mw.world().timeline.holds("cup", "isOn", "table")
    assert mw.world().pose("cup").position[:2] == pytest.approx((0.5, 0.0), abs=0.02)
