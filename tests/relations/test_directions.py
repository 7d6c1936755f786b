"""Left, right, in front and behind, in three frames."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.geometry import Box, Cylinder, Pose, Sphere
from midworld.relations.direction import CARDINALS, DIRECTIONS, absolute, relative
from midworld.relations.layout import layout
from midworld.relations.spatial import directions, holds, respatial, spatial
from midworld.relations.spatial_memory import SpatialMemory
from midworld.relations.thresholds import SpatialSettings
from midworld.relations.viewpoint import body_viewpoint, eye_viewpoint
from midworld.world import Ended, EntityId, Situation, World, change, part_id
from rooms import CUBE, moved, person, robot, room, shaken
from tabletop import turned

ANN, BEN, CUP, PLATE = (EntityId(name) for name in ("ann", "ben", "cup", "plate"))
WEST_SIDE = person("ann", head=Pose.looking((-1.0, 0.0, 1.6), at=(0.0, 0.0, 0.8)))
EAST_SIDE = person("ben", head=Pose.looking((1.0, 0.0, 1.6), at=(0.0, 0.0, 0.8)))
FRESH = SpatialMemory()
EIGHT = SpatialSettings(agent_regions=8)
WORDS = ("leftOf", "rightOf", "inFrontOf", "behind", "isNextTo", "isAbove", "isBelow", "near", "farFrom", "isMoving")


def said(world: World, viewer: EntityId | None = None) -> frozenset[tuple[str, str, str | bool | None]]:
    return spatial(FRESH, world, viewer=viewer, stamp=0.0)[1]


def test_the_cup_left_of_the_plate_for_one_is_right_of_it_for_who_sits_opposite() -> None:
    world = room({"cup": (CUBE, (0.0, 0.2, 0.8)), "plate": (CUBE, (0.0, -0.2, 0.8))}, WEST_SIDE, EAST_SIDE)
    assert ("cup", "leftOf", "plate") in said(world, ANN)
    assert ("cup", "rightOf", "plate") in said(world, BEN)
    assert ("cup", "rightOf", "plate") not in said(world, ANN)


def test_what_is_nearer_the_viewer_is_in_front() -> None:
    world = room({"cup": (CUBE, (-0.2, 0.0, 0.8)), "plate": (CUBE, (0.2, 0.0, 0.8))}, WEST_SIDE, EAST_SIDE)
    assert ("cup", "inFrontOf", "plate") in said(world, ANN)
    assert ("cup", "behind", "plate") in said(world, BEN)


def test_a_robot_looks_with_its_camera() -> None:
    camera = Pose.looking((-0.9, 0.0, 1.35), at=(0.0, 0.0, 0.8))
    world = room({"cup": (CUBE, (0.0, 0.2, 0.8)), "plate": (CUBE, (0.0, -0.2, 0.8))}, robot("robot", camera=camera))
    assert ("cup", "leftOf", "plate") in said(world, EntityId("robot"))


def test_houses_five_metres_apart_are_left_and_right_and_pens_are_not() -> None:
    def street(size: float) -> World:
        thing = Box((size, size, size))
        apart = size + 5.0
        return room({"cup": (thing, (20.0, apart, 0.0)), "plate": (thing, (20.0, 0.0, 0.0))}, WEST_SIDE)

    houses, pens = said(street(8.0), ANN), said(street(0.14), ANN)
    assert {("cup", "leftOf", "plate"), ("cup", "isNextTo", "plate")} <= houses
    assert not {fact for fact in pens if fact[0] == "cup" and fact[2] == "plate"}


def test_a_chair_on_its_side_gives_no_intrinsic_relation() -> None:
    chair, cup = Box((0.5, 0.5, 0.9)), (CUBE, (0.6, 0.0, 0.3))
    upright = room({"plate": (chair, (0.0, 0.0, 0.45)), "cup": cup})
    tipped = moved(upright, {"plate": turned((0.0, 0.0, 0.25), 90.0, axis=(1.0, 0.0, 0.0))})
    backwards = moved(upright, {"plate": turned((0.0, 0.0, 0.45), 180.0)})
    assert "intrinsicInFrontOf" in directions(upright, CUP, PLATE)
    assert "intrinsicBehind" in directions(backwards, CUP, PLATE)
    assert not {word for word in directions(tipped, CUP, PLATE) if word.startswith("intrinsic")}


@pytest.mark.parametrize("shape", [Sphere(0.2), Cylinder(0.2, 0.3)])
def test_round_things_have_no_front(shape: Sphere | Cylinder) -> None:
    world = room({"plate": (shape, (0.0, 0.0, 0.2)), "cup": (CUBE, (0.5, 0.0, 0.2))})
    assert not {word for word in directions(world, CUP, PLATE) if word.startswith("intrinsic")}
    assert {word for word in directions(world, PLATE, CUP) if word.startswith("intrinsic")} == {"intrinsicBehind"}


def test_the_intrinsic_relation_has_no_converse_and_is_the_same_for_everybody() -> None:
    # Both face the same way along a line: each is in front of nobody but the one behind it; turned, neither follows.
    things = {"cup": (CUBE, (0.3, 0.0, 0.8)), "plate": (CUBE, turned((0.0, 0.0, 0.8), 0.0))}
    world = room(things, WEST_SIDE, EAST_SIDE)
    facing = moved(world, {"cup": turned((0.3, 0.0, 0.8), 180.0)})
    assert "intrinsicInFrontOf" in directions(facing, CUP, PLATE)
    assert "intrinsicInFrontOf" in directions(facing, PLATE, CUP)
    for_ann, for_ben = (
        {word for word in directions(facing, CUP, PLATE, viewer=viewer) if word.startswith("intrinsic")}
        for viewer in (ANN, BEN)
    )
    assert for_ann == for_ben


def test_north_is_where_the_settings_say() -> None:
    world = room({"cup": (CUBE, (0.0, 0.4, 0.8)), "plate": (CUBE, (0.0, 0.0, 0.8))})
    assert directions(world, CUP, PLATE) & set(CARDINALS) == {"northOf"}
    turned_map = SpatialSettings(north_heading=0.0)
    assert directions(world, CUP, PLATE, settings=turned_map) & set(CARDINALS) == {"westOf"}


def test_who_looks_down_at_the_table_still_has_a_left() -> None:
    down = Pose.looking((-0.3, 0.0, 1.6), at=(-0.29, 0.0, 0.8))
    world = room({"cup": (CUBE, (0.0, 0.2, 0.8)), "plate": (CUBE, (0.0, -0.2, 0.8))}, person("ann", head=down))
    assert ("cup", "leftOf", "plate") in said(world, ANN)


def test_what_stands_on_the_table_is_not_beside_it() -> None:
    table, cup = Box((1.0, 1.4, 0.04)), (CUBE, (0.0, 0.6, 0.8))
    world = room({"plate": (table, (0.0, 0.0, 0.73)), "cup": cup}, WEST_SIDE)
    assert not {fact for fact in said(world, ANN) if fact[1] in DIRECTIONS and "ann" not in fact}


def test_who_is_nowhere_has_no_viewpoint() -> None:
    world = room({"cup": (CUBE, (0.0, 0.2, 0.8))}, [*person("ann")], person("ben", right_hand=Pose((0.4, 0.1, 0.9))))
    assert eye_viewpoint(world, ANN) is None
    assert body_viewpoint(world, BEN) is None
    assert {fact[1] for fact in said(world, ANN)} <= {"isNextTo", "isAbove", "isBelow", "isMoving"}


@st.composite
def scenes(draw: st.DrawFn) -> World:
    """Things and two people, anywhere."""
    count = draw(st.integers(2, 6))
    random = np.random.default_rng(draw(st.integers(0, 2**20)))
    shapes = (CUBE, Box((0.3, 0.05, 0.02)), Sphere(0.04), Cylinder(0.05, 0.2), Box((1.0, 0.8, 0.04)))
    things = {
        f"o{place}": (
            shapes[int(random.integers(5))],
            turned((float(x), float(y), float(z)), float(random.uniform(0, 360))),
        )
        for place, (x, y, z) in enumerate(random.uniform([-0.6, -0.6, 0.0], [0.6, 0.6, 0.9], (count, 3)))
    }
    heads = [
        Pose.looking((float(x), float(y), 1.6), at=(float(a), float(b), 0.8))
        for x, y, a, b in random.uniform(-1.5, 1.5, (2, 4))
    ]
    return room(things, person("ann", head=heads[0]), person("ben", head=heads[1]))


@given(scenes())
@settings(max_examples=40, deadline=None)
def test_on_demand_and_eager_answers_are_the_same(world: World) -> None:
    names = [name for name in world.ids if name.startswith("o")]
    for viewer in (ANN, None):
        eager = said(world, viewer)
        asked = {
            (subject, word, target)
            for subject in names
            for target in (*names, "ann", "ben")
            for word in WORDS
            if holds(FRESH, world, (subject, word, target), viewer=viewer, stamp=0.0)
        }
        assert asked == eager


@given(scenes(), st.integers(0, 2**20))
@settings(max_examples=20, deadline=None)
def test_a_memory_makes_no_difference_between_on_demand_and_eager(world: World, seed: int) -> None:
    random = np.random.default_rng(seed)
    memory, _ = spatial(FRESH, world, viewer=ANN, stamp=0.0)
    memory, _ = spatial(memory, shaken(world, random, sigma_m=0.05, stamp=0.3), viewer=ANN, stamp=0.3)
    later = shaken(world, random, sigma_m=0.05, stamp=0.6)
    _, eager = spatial(memory, later, viewer=ANN, stamp=0.6)
    names = [name for name in world.ids if name.startswith("o")]
    statements = [(one, word, other) for one in names for other in (*names, "ann") for word in WORDS[:-1]]
    asked = {each for each in statements if holds(memory, later, each, viewer=ANN, stamp=0.6)}
    assert asked == {fact for fact in eager if fact[1] != "isMoving"}


@given(scenes(), st.integers(0, 2**20))
@settings(max_examples=40, deadline=None)
def test_looking_only_at_what_moved_misses_nothing(world: World, seed: int) -> None:
    random = np.random.default_rng(seed)
    memory, _ = spatial(FRESH, world, viewer=ANN, settings=EIGHT, stamp=0.0)
    names = [name for name in world.ids if name.startswith("o")]
    now = world
    for tick in range(1, 25):
        some = [name for name in names if random.random() < 0.2]
        poses = {name: now.pose(name).array.copy() for name in some}
        for pose in poses.values():
            pose[:3] += random.normal(0.0, 0.1, 3) * np.array([1.0, 1.0, 0.2])
        if random.random() < 0.2:
            poses[part_id(ANN, "head")] = Pose.looking((float(random.normal()), -1.5, 1.6), at=(0.0, 0.0, 0.8)).array
        now = now.apply(change(pose=poses))
        if random.random() < 0.2:
            kind = Ended if now.timeline.holds("o0", "isOn", "o1") else Situation
            now = now.apply(change(entries=[kind(tick / 25, "isOn", "o0", "o1")]))
        places = layout(now)
        # In another order, all is looked at.
        shuffled = memory.arranged(places.only(list(reversed(range(len(places.ids))))))
        again, whole = spatial(shuffled, now, viewer=ANN, settings=EIGHT, stamp=tick / 25)
        before = memory.facts
        memory, changed = respatial(memory, now, viewer=ANN, settings=EIGHT, stamp=tick / 25)
        assert memory.facts == whole
        assert len(memory.waiting) == len(again.waiting)
        assert {statement: statement in whole for statement in before ^ whole} == changed


@given(scenes())
@settings(max_examples=40, deadline=None)
def test_converse_and_transitivity_hold_for_a_viewer_and_on_the_map(world: World) -> None:
    places = layout(world)
    view = eye_viewpoint(world, ANN)
    assert view is not None
    near = SpatialSettings(direction_reach=1e3)
    for slacks in (relative(places.pairs(), view, near), absolute(places.pairs(), near)):
        for one, other in ((0, 1), (2, 3)):
            holding, converse = slacks[one] > 0, slacks[other] > 0
            assert np.array_equal(holding, converse.T)
            chained = (holding[:, :, None] & holding[None]).any(axis=1)
            side_by_side = places.pairs().beside > 0
            assert not (chained & side_by_side & ~holding).any()


def test_a_story_told_of_standing_on_makes_it_above() -> None:
    world = room({"plate": (CUBE, (0.0, 0.0, 0.05)), "cup": (CUBE, (0.3, 0.0, 0.05))})
    on = world.apply(change(entries=[Situation(0.0, "isOn", "cup", "plate")]))
    assert {("cup", "isAbove", "plate"), ("plate", "isBelow", "cup")} <= said(on)
