"""Symbols become poses that physics agrees with, and poses the same symbols again."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.adapters.mujoco import MujocoEngine
from midworld.errors import MidworldError, UnknownName
from midworld.execution import At, Holding, In, On, Translator, Upright
from midworld.geometry import Box, Compound, Cylinder, Part, Pose, Shape, cavities, inertial_of
from midworld.physics import Mode, bodies
from midworld.planning import Fact
from midworld.world import Agent, Entity, EntityId, Object, World, change

MILL = Cylinder(0.037, 0.274)
AREAS = {"PMA-C1": Pose((0.4, 0.0, 0.0)), "PMA-T1": Pose((3.0, 2.0, 0.0), (0.0, 0.0, 0.7071068, 0.7071068))}


def entity(name: str, shape: Shape, *, static: bool = False, parent: str | None = None) -> Entity:
    inertial = None if static else inertial_of(shape, 0.14, {})
    role = Object(static=static, inertial=inertial, cavities=cavities(shape, {}) if isinstance(shape, Compound) else ())
    return Entity(EntityId(name), role, None if parent is None else EntityId(parent), collision=shape)


def bin_shape() -> Shape:
    walls = [
        ((0.3, 0.3, 0.02), (0.0, 0.0, 0.01)),
        ((0.3, 0.02, 0.2), (0.0, 0.14, 0.1)),
        ((0.3, 0.02, 0.2), (0.0, -0.14, 0.1)),
        ((0.02, 0.3, 0.2), (0.14, 0.0, 0.1)),
        ((0.02, 0.3, 0.2), (-0.14, 0.0, 0.1)),
    ]
    return Compound(tuple(Part(Box(size), Pose(place)) for size, place in walls))


@cache
def restaurant() -> World:
    """A robot with a tray at a counter, a table and a bin; a mill and two cups on the counter."""
    things = [
        (entity("floor", Box((20.0, 20.0, 0.1)), static=True), Pose((0.0, 0.0, -0.05))),
        (entity("counter", Box((0.6, 1.2, 0.8)), static=True), Pose((-0.5, 0.0, 0.4))),
        (entity("table", Box((0.8, 0.8, 0.7)), static=True), Pose((3.0, 3.0, 0.35))),
        (entity("bin", bin_shape(), static=True), Pose((1.5, -2.0, 0.0))),
        (Entity(EntityId("pr2"), Agent("robot")), Pose((0.4, 0.0, 0.0))),
        (entity("tray", Box((0.4, 0.3, 0.02)), parent="pr2"), Pose((-0.1, 0.25, 0.7))),
        (entity("mill", MILL), Pose((-0.5, 0.0, 0.8 + 0.137))),
        (entity("cup", Cylinder(0.04, 0.1)), Pose((-0.5, 0.3, 0.85))),
        (entity("mug", Cylinder(0.045, 0.09)), Pose((-0.5, -0.3, 0.845))),
    ]
    return World().apply(change(put=[each for each, _ in things], pose={each.id: pose.array for each, pose in things}))


TRANSLATOR = Translator((At(AREAS, "pr2"), Holding("pr2", {"leftarm1": Pose((0.3, 0.3, 1.3))}), Upright(), On(), In()))


def test_a_world_is_told_in_symbols() -> None:
    facts = TRANSLATOR.facts(restaurant())
    assert ("robotAt", "PMA-C1") in facts
    assert ("on", "mill", "counter") in facts
    assert ("upright", "mill") in facts
    assert not [each for each in facts if each[0] == "holding"]


def test_the_projected_state_of_the_paper_becomes_poses() -> None:
    world = restaurant()
    wanted = {("robotAt", "PMA-T1"), ("on", "mill", "tray"), ("on", "cup", "counter"), ("armsTucked",)}
    found = TRANSLATOR.world(world, wanted)
    assert found.pose("pr2").position == AREAS["PMA-T1"].position
    assert np.allclose(found.pose("tray").position, (3.0 - 0.25, 2.0 - 0.1, 0.7), atol=1e-6)
    assert np.allclose(found.pose("mill").position[:2], found.pose("tray").position[:2], atol=1e-6)
    assert found.pose("cup") == world.pose("cup")
    assert world.pose("mill").position[2] == pytest.approx(0.937)


def test_what_stands_on_the_robots_tray_goes_along_with_it() -> None:
    loaded = TRANSLATOR.world(restaurant(), {("on", "mill", "tray"), ("on", "cup", "tray")})
    there = TRANSLATOR.world(loaded, {("robotAt", "PMA-T1"), ("on", "mill", "tray"), ("on", "cup", "tray")})
    for each in ("mill", "cup"):
        before = loaded.pose("tray").inverse() @ loaded.pose(each)
        after = there.pose("tray").inverse() @ there.pose(each)
        assert np.allclose(before.array, after.array, atol=1e-6)


def test_a_thing_in_the_hand_is_held_and_on_nothing() -> None:
    found = TRANSLATOR.world(restaurant(), {("holding", "mill", "leftarm1")})
    facts = TRANSLATOR.facts(found)
    assert ("holding", "mill", "leftarm1") in facts
    assert not [each for each in facts if each[:2] == ("on", "mill")]


def test_what_toppled_is_not_upright_and_can_be_put_up_again() -> None:
    world = restaurant()
    lying = (0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4))
    world = world.apply(change(pose={EntityId("mill"): Pose((-0.5, 0.0, 0.837), lying).array}))
    assert ("upright", "mill") not in TRANSLATOR.facts(world)
    assert ("on", "mill", "counter") in TRANSLATOR.facts(world)
    up = TRANSLATOR.world(world, {("on", "mill", "counter"), ("upright", "mill")})
    assert up.pose("mill").position[2] == pytest.approx(0.937, abs=1e-3)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(MidworldError, match="no room for 'mug' on 'cup'"):
        TRANSLATOR.world(restaurant(), {("on", "mill", "cup"), ("on", "mug", "cup")})
    with pytest.raises(UnknownName, match="PMA-C1"):
        TRANSLATOR.world(restaurant(), {("robotAt", "PMA-C2")})


SUPPORTS = ("counter", "table", "tray", "floor")


@given(
    st.fixed_dictionaries({each: st.sampled_from(SUPPORTS) for each in ("mill", "cup", "mug")}),
    st.sampled_from(sorted(AREAS)),
    st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_facts_become_poses_that_stay_and_mean_the_same_facts(places: dict[str, str], area: str, in_bin: bool) -> None:
    wanted: set[Fact] = {("on", thing, support) for thing, support in places.items()} | {("robotAt", area)}
    if in_bin:
        wanted = {each for each in wanted if each[1] != "mug"} | {("in", "mug", "bin")}
    world = TRANSLATOR.world(restaurant(), wanted)
    assert wanted <= TRANSLATOR.facts(world)
    known = bodies(world.structure)
    rows = [world.structure.row(each.id) for each in known]
    simulation = MujocoEngine().open(known, world.poses()[rows])
    held = [row for row, each in enumerate(known) if each.id == "tray"]
    simulation.set_mode(held, Mode.KINEMATIC)
    simulation.step(120)
    moved = np.linalg.norm(simulation.poses()[:, :3] - world.poses()[rows][:, :3], axis=1)
    assert moved.max() < 0.005
