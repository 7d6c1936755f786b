"""Sensors described once: what they find, when they look, whether they see at all, what counts while they move."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import midworld
from midworld.errors import MidworldError

TABLE = {"class": "Table", "shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True}
CUP = {"class": "Cup", "shape": {"cylinder": [0.04, 0.10]}, "mass": 0.2}
FORK = {"class": "Fork", "shape": {"box": [0.15, 0.02, 0.02]}, "mass": 0.1}
CAMERA = {"agent": "robot", "position": [-0.9, 0, 1.35], "looks_at": [0.6, 0, 0.75], "fov": [75, 60]}


def scene(**sensors: Mapping[str, object]) -> midworld.Session:
    return midworld.open(
        {
            "objects": {"table": TABLE, "cup": CUP, "fork": FORK},
            "agents": {"robot": {"kind": "robot"}},
            "sensors": sensors,
        }
    )


def seen(stamp: float, *names: str, source: str = "camera", x: float = 0.6, **more: object) -> dict[str, Any]:
    places = {"cup": [x, 0, 0.8], "fork": [0.6, 0.3, 0.76]}
    return {"stamp": stamp, "source": source, "objects": [{"id": n, "position": places[n]} for n in names], **more}


def fed(mw: midworld.Session, lines: Iterable[Mapping[str, Any]]) -> midworld.Session:
    for line in lines:
        mw.feed(line)
    return mw


def missing(mw: midworld.Session, name: str) -> str | None:
    """Why a thing is not seen."""
    return next((str(each[2]) for each in mw.world().timeline.held("isMissing") if each[0] == name), None)


BOTH = [seen(0.1 * tick, "cup", "fork") for tick in range(10)]


def gone(source: str = "camera", **more: Any) -> list[dict[str, Any]]:
    """Three seconds in which nothing is seen any more."""
    return [seen(1.0 + 0.1 * tick, source=source, **more) for tick in range(35)]


def test_what_is_in_plain_view_and_not_seen_is_gone() -> None:
    mw = fed(scene(camera=CAMERA), [*BOTH, *gone()])
    assert (missing(mw, "cup"), missing(mw, "fork")) == ("unknown", "unknown")


def test_a_detector_that_finds_only_cups_says_nothing_of_forks() -> None:
    mw = fed(scene(camera={**CAMERA, "classes": ["Cup"]}), [*BOTH, *gone()])
    assert missing(mw, "cup") == "unknown"
    assert missing(mw, "fork") is None
    assert mw.world().pose("fork").position[1] == pytest.approx(0.3, abs=0.01)


def test_absence_is_reasoned_for_each_sensor_by_itself() -> None:
    forks = {**CAMERA, "classes": ["Fork"], "position": [-0.9, 0.2, 1.35]}
    mw = scene(camera={**CAMERA, "classes": ["Cup"]}, forks=forks)
    fed(mw, [*BOTH, *gone("forks")])
    assert missing(mw, "fork") == "unknown"
    assert missing(mw, "cup") is None


def test_who_says_it_did_not_look_has_missed_nothing() -> None:
    mw = fed(scene(camera=CAMERA), [*BOTH, *gone(looked=False)])
    assert missing(mw, "cup") is None


def test_a_sensor_misses_nothing_while_it_is_off() -> None:
    mw = fed(scene(camera={**CAMERA, "duty_cycle": [1.0, 100.0]}), [*BOTH, *gone()])
    assert missing(mw, "cup") is None
    mw = fed(scene(camera={**CAMERA, "duty_cycle": [99.0, 100.0]}), [*BOTH, *gone()])
    assert missing(mw, "cup") == "unknown"


def test_a_sensor_that_does_not_see_tells_of_things_but_not_of_their_absence() -> None:
    mw = scene(camera=CAMERA, mocap={"fov": "none"})
    fed(mw, [*(seen(0.1 * tick, "cup", source="mocap") for tick in range(10)), *gone("mocap")])
    assert missing(mw, "cup") is None
    assert mw.world().pose("cup").position[0] == pytest.approx(0.6, abs=0.01)


def test_what_a_slow_sensor_sees_stays_perceived_between_its_reports() -> None:
    def flickers(camera: Mapping[str, object]) -> bool:
        mw, lost = scene(camera=camera, fast={"fov": "none"}), False
        for tick in range(40):
            mw.feed(seen(0.1 * tick, "fork", source="fast"))
            if tick % 10 == 0:
                mw.feed(seen(0.1 * tick + 0.01, "cup", "fork"))
            lost |= "cup" in mw.world() and not mw.world().state.perceived[mw.world().structure.row("cup")]
        return lost

    assert flickers(CAMERA)
    assert not flickers({**CAMERA, "rate": 1.0})


def moving(how: str) -> float:
    """How far the cup is taken to be off while a camera that turns sees it 10 cm off."""
    mw = fed(scene(camera={**CAMERA, "moving": how}), BOTH)
    for tick in range(10):
        turned = {"position": [-0.9, 0.02 * tick, 1.35], "looks_at": [0.6, 0.05 * tick, 0.75]}
        mw.feed(seen(1.0 + 0.1 * tick, "cup", "fork", x=0.6 if tick < 5 else 0.7, sensor=turned))
    return abs(mw.world("source/camera").pose("cup").position[0] - 0.6)


def test_what_a_moving_sensor_sees_is_kept_smoothed_or_discarded_as_its_scene_says() -> None:
    assert moving("keep") == pytest.approx(0.1)
    assert 0.05 < moving("smooth") < 0.09
    assert moving("discard") == pytest.approx(0.0)


@pytest.mark.parametrize("how", ["discarded", "pose alone"])
def test_a_sensor_that_only_tells_where_it_is_has_not_looked(how: str) -> None:
    mw = fed(scene(camera={**CAMERA, "moving": "discard"}), BOTH)
    for tick in range(35):
        turned = {"position": [-0.9, 0.02 * tick, 1.35], "looks_at": [0.6, 0.0, 0.75]}
        line = seen(1.0 + 0.1 * tick, sensor=turned)
        if how == "pose alone":
            del line["objects"]
        mw.feed(line)
    assert missing(mw, "fork") is None
    assert mw.world().pose("camera").position[1] == pytest.approx(0.68)
    fed(mw, [seen(4.5 + 0.1 * tick) for tick in range(35)])
    assert missing(mw, "fork") == "unknown"


@pytest.mark.parametrize(
    ("keys", "culprit"),
    [
        ({"classes": []}, "classes"),
        ({"duty_cycle": [3, 2]}, "duty_cycle"),
        ({"moving": "often"}, "moving"),
        ({"rate": 0}, "rate"),
        ({"fov": "none", "range": [0.1, 2]}, "range"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(keys: Mapping[str, object], culprit: str) -> None:
    with pytest.raises(MidworldError, match=culprit):
        scene(camera={**CAMERA, **keys})
