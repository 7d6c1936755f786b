"""Deeds beside picking and placing: pushing, throwing, pouring, opening and closing, each switched off by a setting."""

from pathlib import Path

import numpy as np
import pytest

from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment, setting_ranges
from midworld.geometry import Cylinder, Sphere, Vector3
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.providers import read_scene
from midworld.relations import DEEDS
from midworld.world import EntityId
from tabletop import TOP, Hands, Places, TableTop, crate, moved, turned

CUP = Cylinder(0.04, 0.10)
BALL = Sphere(0.03)
HOME: Vector3 = (0.0, -0.2, TOP + 0.05)
ANN = "ann/right_hand"
CABINET = """
<robot name="cabinet">
<link name="case"><collision><geometry><box size="0.4 0.4 0.3"/></geometry></collision></link>
<link name="drawer"><collision><geometry><box size="0.3 0.3 0.1"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="case"/><child link="drawer"/><origin xyz="0 0 0.2"/>
<axis xyz="1 0 0"/><limit lower="0" upper="0.25" effort="1" velocity="1"/></joint>
</robot>
"""
SCENE = """
objects:
  floor: {shape: {box: [6, 6, 0.2]}, position: [0, 0, -0.1], static: true}
  cabinet: {urdf: cabinet.urdf, position: [0.6, 0, 0.15], static: true}
agents: {robot: {kind: robot}, ann: {kind: human}}
sensors:
  camera: {agent: robot, position: [-0.9, 0, 1.35], looks_at: [0.6, 0, 0.75]}
"""


def slid(*, tell_push: bool = True) -> TableTop:
    """A cup that a hand shoves along the table."""
    table = TableTop({"cup": CUP}, noise=0.002, tell_push=tell_push)

    def at(share: float) -> tuple[Places, Hands]:
        place = moved(HOME, (0.0, 0.3, 0.0), share)
        return {"cup": place}, {ANN: moved(place, (0.0, -0.06, 0.0))}

    table.watch(1.0, *at(0.0))
    table.play(1.2, at)
    table.watch(0.6, *at(1.0))
    return table


def flown(velocity: Vector3) -> TableTop:
    """A cup taken up that leaves its hand on its way with some velocity."""
    table = TableTop({"cup": CUP}, rate=60.0)
    aloft = moved(HOME, (0.0, 0.0, 0.25))
    table.watch(0.5, {"cup": HOME}, {ANN: HOME})
    table.play(0.6, lambda share: ({"cup": moved(HOME, (0, 0, 0.25), share)}, {ANN: moved(HOME, (0, 0, 0.25), share)}))
    for index in range(1, 8):
        place = moved(aloft, velocity, 0.1 * (index / 7) ** 2 / 2)
        table.tick({"cup": place}, {ANN: place})
    start = moved(aloft, velocity, 0.05)
    for index in range(1, 18):
        seconds = index / 60
        fallen = moved(moved(start, velocity, seconds), (0.0, 0.0, -9.81 / 2), seconds**2)
        table.tick({"cup": fallen}, {ANN: start})
    return table


def test_cup_shoved_along_the_table_is_one_push_by_whose_hand_it_is() -> None:
    assert slid().events == [("Push", "ann", "cup")]


def test_push_that_halts_for_a_moment_is_one_push() -> None:
    table = TableTop({"cup": CUP}, noise=0.002)
    hand: Vector3 = (0.0, -0.06, 0.0)
    table.watch(1.0, {"cup": HOME}, {ANN: moved(HOME, hand)})
    for begin in (0.0, 0.15):
        start = moved(HOME, (0.0, begin, 0.0))

        def at(share: float, start: Vector3 = start) -> tuple[Places, Hands]:
            place = moved(start, (0.0, 0.15, 0.0), share)
            return {"cup": place}, {ANN: moved(place, hand)}

        table.play(0.6, at)
        table.watch(0.3, *at(1.0))
    assert table.events == [("Push", "ann", "cup")]


def test_cup_that_slides_with_nobody_near_is_not_pushed() -> None:
    table = TableTop({"cup": CUP}, noise=0.002)
    table.watch(1.0, {"cup": HOME}, {ANN: (2.0, 2.0, 1.0)})
    table.play(1.2, lambda share: ({"cup": moved(HOME, (0.0, 0.3, 0.0), share)}, {ANN: (2.0, 2.0, 1.0)}))
    assert "Push" not in [word for word, _, _ in table.events]


def test_what_leaves_a_hand_fast_over_ground_is_thrown_and_what_drops_is_not() -> None:
    assert [word for word, _, _ in flown((0.0, 1.8, 0.0)).events] == ["Pick", "Release", "Throw"]
    assert [word for word, _, _ in flown((0.0, 0.1, 0.0)).events] == ["Pick", "Release"]


def test_box_tilted_until_its_ball_leaves_it_is_poured_from() -> None:
    table = TableTop({"ball": BALL, "crate": crate()})
    base: Vector3 = (0.0, 0.0, TOP)
    inside = moved(base, (0.0, 0.0, 0.038))
    table.watch(1.0, {"crate": base, "ball": inside})
    lift: Vector3 = (0.0, 0.0, 0.3)

    def risen(share: float) -> tuple[Places, Hands]:
        place = moved(base, lift, share)
        return {"crate": place, "ball": moved(inside, lift, share)}, {ANN: moved(place, (0.0, 0.1, 0.06))}

    table.play(1.0, risen)
    up = moved(base, lift)
    hand: Hands = {ANN: moved(up, (0.0, 0.1, 0.06))}
    table.play(0.8, lambda share: ({"crate": turned(up, 140 * share, axis=(1.0, 0.0, 0.0))}, hand))
    table.watch(1.0, {"crate": turned(up, 140, axis=(1.0, 0.0, 0.0))}, hand)
    assert ("Pour", "ann", "crate") in table.events
    assert [word for word, _, _ in table.events].count("Pour") == 1


@pytest.mark.parametrize("noise", [0.0, 0.004])
def test_drawer_is_opened_and_closed_by_the_hand_at_it(tmp_path: Path, noise: float) -> None:
    (tmp_path / "cabinet.urdf").write_text(CABINET)
    (tmp_path / "scene.yaml").write_text(SCENE)
    assessment = Assessment(read_scene(tmp_path / "scene.yaml"), engine=MujocoEngine(), people=False)
    rng = np.random.default_rng(0)
    for index in range(120):
        out = 0.2 * float(np.clip(np.interp(index, [20, 50, 70, 100], [0, 1, 1, 0]), 0, 1))
        x, y, z = (0.6 + out, 0.0, 0.35) + noise * rng.normal(size=3)
        hand = PartPercept("right_hand", (0.8 + out, 0.0, 0.36))
        drawer = Percept(EntityId("cabinet/drawer"), (float(x), float(y), float(z)), (0.0, 0.0, 0.0, 1.0))
        assessment.feed(Observation(index / 20, "camera", (drawer,), (AgentPercept(EntityId("ann"), (hand,)),)))
    events = assessment.board[STABLE].timeline.events()
    told = [(event.predicate, event.subject, event.object) for event in events]
    assert told == [("Open", "ann", "cabinet/drawer"), ("Close", "ann", "cabinet/drawer")]


def test_every_deed_has_a_setting_that_switches_it_off() -> None:
    assert slid(tell_push=False).events == []
    assert {f"tell_{deed.lower()}" for deed in DEEDS} <= setting_ranges().keys()
