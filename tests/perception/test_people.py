"""People seen by trackers of all kinds, and grippers that feel what they hold."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import midworld
from midworld.errors import MidworldError
from midworld.world import Agent

TABLE = {"class": "Table", "shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True}
CUP = {"class": "Cup", "shape": {"cylinder": [0.04, 0.10]}, "mass": 0.2}
KEY = {"shape": {"box": [0.05, 0.05, 0.05]}}
CAMERA = {"agent": "robot", "position": [-0.9, 0, 1.35], "looks_at": [0.6, 0, 0.75], "fov": [75, 60]}
HEAD = {"position": [1.5, 0.0, 1.5], "looks_at": [0.6, 0, 0.75]}


def scene(**people: Mapping[str, object]) -> midworld.Session:
    return midworld.open(
        {
            "objects": {"table": TABLE, "cup": CUP},
            "agents": {"robot": {"kind": "robot"}, **(people or {"ann": {"kind": "human"}})},
            "sensors": {"camera": CAMERA},
        }
    )


def seen(stamp: float, *agents: Mapping[str, object], source: str = "camera", cup: bool = True) -> dict[str, Any]:
    things = [{"id": "cup", "position": [0.6, 0, 0.8]}] if cup else []
    line = {"stamp": stamp, "source": source, "agents": list(agents)}
    return {**line, "objects": things} if source == "camera" else line


def fed(mw: midworld.Session, lines: Iterable[Mapping[str, Any]]) -> midworld.Session:
    for line in lines:
        mw.feed(line)
    return mw


def sees(mw: midworld.Session, who: str) -> bool:
    return (who, "sees", "cup") in mw.world().timeline.held("sees")


def test_closed_eyes_see_nothing_and_think_nothing_gone() -> None:
    mw = fed(scene(), [seen(0.1 * tick, {"id": "ann", "head": HEAD, "eyes": "open"}) for tick in range(10)])
    assert sees(mw, "ann")
    closed = {"id": "ann", "head": HEAD, "eyes": "closed"}
    fed(mw, [seen(1.0 + 0.1 * tick, closed) for tick in range(30)])
    assert not sees(mw, "ann")
    assert mw.world().timeline.holds("ann", "hasEyesClosed", True)
    assert mw.world("ann").timeline.holds("cup", "isOn", "table")
    fed(mw, [seen(4.0 + 0.1 * tick, {"id": "ann", "head": HEAD, "eyes": "open"}) for tick in range(10)])
    assert sees(mw, "ann")
    assert not mw.world().timeline.holds("ann", "hasEyesClosed", True)


def test_who_sleeps_sees_nothing_and_who_speaks_is_told() -> None:
    mw = fed(scene(), [seen(0.1 * t, {"id": "ann", "head": HEAD, "asleep": True, "speaks": True}) for t in range(10)])
    assert not sees(mw, "ann")
    assert mw.world().timeline.holds("ann", "isAsleep", True)
    assert mw.world().timeline.holds("ann", "isSpeaking", True)
    mw.feed(seen(1.1, {"id": "ann", "head": HEAD, "speaks": False}))
    assert not mw.world().timeline.holds("ann", "isSpeaking", True)
    assert mw.world().timeline.holds("ann", "isAsleep", True)


def test_somebody_without_a_name_is_the_only_one_it_can_be() -> None:
    mw = fed(scene(), [seen(0.1 * tick, {"head": HEAD}) for tick in range(5)])
    assert "ann/head" in mw.world()


def test_two_trackers_of_one_person_make_one_person() -> None:
    mw = scene(ann={"kind": "human"}, bob={"kind": "human"})
    far = {"position": [1.5, 1.5, 1.6], "looks_at": [0.6, 0, 0.75]}
    for tick in range(10):
        mw.feed(seen(0.1 * tick, {"id": "ann", "head": HEAD}, {"id": "bob", "head": far}))
        shaky = [1.5 + 0.03 * (tick % 3), 0.05, 1.47]
        hand = {"position": [1.2, 0.1, 1.0]}
        mw.feed(seen(0.1 * tick + 0.05, {"head": {"position": shaky}, "right_hand": hand}, source="skeletons"))
    people = [entity.id for entity in mw.world().structure.entities if entity.category == "Human"]
    assert sorted(people) == ["ann", "bob"]
    assert "ann/right_hand" in mw.world()
    assert "bob/right_hand" not in mw.world()


def test_people_who_cross_keep_their_names() -> None:
    mw = scene(ann={"kind": "human"}, bob={"kind": "human"})
    mw.feed(
        seen(0.0, {"id": "ann", "head": {"position": [2, -1, 1.5]}}, {"id": "bob", "head": {"position": [2.4, 1, 1.5]}})
    )
    for tick in range(1, 41):
        one, other = {"position": [2, -1 + 0.05 * tick, 1.5]}, {"position": [2.4, 1 - 0.05 * tick, 1.5]}
        mw.feed(seen(0.05 * tick, {"head": other}, {"head": one}))
    assert mw.world().pose("ann/head").position[1] == pytest.approx(1.0, abs=0.05)


def test_one_more_than_declared_is_somebody() -> None:
    far = {"position": [1.5, 1.5, 1.6]}
    mw = fed(scene(), [seen(0.0, {"id": "ann", "head": HEAD})])
    fed(mw, [seen(0.1 * tick, {"id": "ann", "head": HEAD}, {"head": far}) for tick in range(1, 5)])
    assert "person#1/head" in mw.world()


def test_somebody_with_only_wrists_holds_and_is_told() -> None:
    mw = fed(scene(), [seen(0.1 * t, {"id": "ann", "skeleton": {"right_wrist": [0.9, 0, 0.9]}}) for t in range(5)])
    assert "ann/right_hand" in mw.world()
    assert "ann/head" not in mw.world()


def test_a_skeleton_of_rep_155_has_a_head_that_looks_and_hands() -> None:
    joints = {
        "left_ear": [1.5, 0.08, 1.5],
        "right_ear": [1.5, -0.08, 1.5],
        "nose": [1.4, 0, 1.47],
        "left_shoulder": [1.5, 0.2, 1.3],
        "right_shoulder": [1.5, -0.2, 1.3],
        "right_elbow": [1.4, -0.3, 1.1],
        "right_wrist": [1.2, -0.3, 1.0],
    }
    mw = fed(scene(), [seen(0.1 * tick, {"id": "ann", "skeleton": joints}) for tick in range(5)])
    world = mw.world()
    head = world.pose("ann/head")
    ahead = head.apply([[1.0, 0.0, 0.0]])[0]
    assert ahead[0] < head.position[0] - 0.9
    assert world.pose("ann/right_hand").position[0] == pytest.approx(1.13, abs=0.02)
    assert "ann/torso" in world


@pytest.mark.parametrize(
    ("agent", "culprit"),
    [
        ({"id": "ann", "skeleton": {"noze": [0, 0, 0]}}, "nose"),
        ({"id": "ann", "eyes": "half"}, "closed"),
        ({"id": "ann", "head": {**HEAD, "gripper": {"force": 1, "gap": 0.1}}}, "grips nothing"),
        ({"id": "ann", "right_hand": {"position": [0, 0, 1], "gripper": {"force": 1}}}, "gap"),
        ({"asleep": True}, "id"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(agent: Mapping[str, object], culprit: str) -> None:
    with pytest.raises(MidworldError, match=culprit):
        scene().feed(seen(0.0, agent))


def gripper(stamp: float, x: float, z: float, *, force: float = 0.0, gap: float = 0.08) -> dict[str, Any]:
    hand = {"position": [x, 0, z], "gripper": {"force": force, "gap": gap}}
    return {"stamp": stamp, "source": "robot_arm", "agents": [{"id": "robot", "right_hand": hand}]}


def test_a_gripper_takes_a_thing_out_of_view_and_keeps_moving_it() -> None:
    mw = scene()
    for tick in range(10):
        mw.feed(seen(0.1 * tick))
        mw.feed(gripper(0.1 * tick + 0.02, 0.6, 0.82))
    for tick in range(40):
        # The tag is lost as soon as the fingers close; the arm goes up and away behind the camera's back.
        x, z = 0.6 - 0.05 * tick, 0.82 + min(0.02 * tick, 0.3)
        mw.feed(gripper(1.0 + 0.1 * tick, x, z, force=8.0))
        mw.feed(seen(1.03 + 0.1 * tick, cup=False))
    place = mw.world().pose("cup").position
    assert place == pytest.approx((0.6 - 0.05 * 39, 0.0, 1.10), abs=0.03)
    picks = [each for each in mw.world().timeline.events() if each.predicate == "Pick"]
    assert [(each.subject, each.object) for each in picks] == [("robot", "cup")]


def test_a_gripper_that_holds_what_nobody_knows_has_something_until_it_is_seen_by_name() -> None:
    mw = midworld.open(
        {
            "objects": {"table": TABLE, "key": KEY, "other": KEY},
            "agents": {"robot": {"kind": "robot"}},
            "sensors": {"camera": CAMERA},
        }
    )
    fed(mw, [gripper(0.1 * tick, 0.3, 1.0, force=5.0, gap=0.05) for tick in range(5)])
    assert "thing#1" in mw.world()
    line = {"source": "camera", "objects": [{"id": "key", "position": [0.3, 0.0, 1.0]}]}
    mw.feed({"stamp": 0.45, **line})
    fed(mw, [gripper(0.5 + 0.1 * tick, 0.3 + 0.05 * tick, 1.0, force=5.0, gap=0.05) for tick in range(8)])
    assert "thing#1" not in mw.world()
    assert [(each.was, each.object) for each in mw.world().timeline.events() if each.predicate == "Identified"] == [
        ("thing#1", "key")
    ]
    assert mw.world().pose("key").position[0] == pytest.approx(0.65, abs=0.05)


def test_what_is_only_felt_stays_something_however_far_it_is_carried_until_it_is_seen() -> None:
    mw = midworld.open(
        {
            "objects": {"table": TABLE, "key": KEY},
            "agents": {"robot": {"kind": "robot"}},
            "sensors": {"camera": CAMERA},
        }
    )
    for tick in range(20):
        mw.feed({"stamp": 0.1 * tick, "source": "camera", "objects": []})
        mw.feed(gripper(0.1 * tick + 0.02, 0.3 + 0.02 * tick, 1.0, force=5.0, gap=0.05))
    assert mw.world().pose("thing#1").position[0] == pytest.approx(0.68, abs=0.05)
    assert "key" not in mw.world()
    mw.feed({"stamp": 2.0, "source": "camera", "objects": [{"id": "key", "position": [0.68, 0.0, 1.0]}]})
    fed(mw, [gripper(2.02 + 0.1 * tick, 0.68 + 0.02 * tick, 1.0, force=5.0, gap=0.05) for tick in range(10)])
    assert {name for name in mw.world().ids if "#" in name} == set()
    assert mw.world().pose("key").position[0] == pytest.approx(0.86, abs=0.05)
    identified = [each for each in mw.world().timeline.events() if each.predicate == "Identified"]
    assert [(each.was, each.object) for each in identified] == [("thing#1", "key")]


def skeleton(*, tall: float, stands: bool = True) -> dict[str, list[float]]:
    """Joints of somebody, by the shares of stature of Drillis and Contini."""
    down, hips = (0.0, 0.53 * tall) if stands else (0.25 * tall, 0.28 * tall)
    return {
        "left_ear": [1.5, 0.08, 0.936 * tall - down],
        "right_ear": [1.5, -0.08, 0.936 * tall - down],
        "nose": [1.4, 0, 0.93 * tall - down],
        "left_hip": [1.5, 0.1, hips],
        "right_hip": [1.5, -0.1, hips],
        "left_ankle": [1.5, 0.1, 0.039 * tall],
        "right_shoulder": [1.5, -0.2, 0.818 * tall - down],
        "right_elbow": [1.5, -0.2, 0.632 * tall - down],
        "right_wrist": [1.5, -0.2, 0.486 * tall - down],
    }


def test_height_and_length_of_arms_are_learnt_from_who_stands() -> None:
    mw = fed(scene(), [seen(0.1 * tick, {"id": "ann", "skeleton": skeleton(tall=1.55)}) for tick in range(10)])
    role = mw.world().entity("ann").role
    assert isinstance(role, Agent)
    assert role.height == pytest.approx(1.55, abs=0.02)
    assert role.arm_length == pytest.approx(0.44 * 1.55, abs=0.02)
    fed(mw, [seen(1.0 + 0.1 * t, {"id": "ann", "skeleton": skeleton(tall=1.55, stands=False)}) for t in range(30)])
    role = mw.world().entity("ann").role
    assert isinstance(role, Agent)
    assert role.height == pytest.approx(1.55, abs=0.02)


def test_what_the_scene_says_of_somebody_stays() -> None:
    mw = scene(ann={"kind": "human", "height": 1.8})
    fed(mw, [seen(0.1 * tick, {"id": "ann", "skeleton": skeleton(tall=1.55)}) for tick in range(10)])
    role = mw.world().entity("ann").role
    assert isinstance(role, Agent)
    assert role.height == 1.8
