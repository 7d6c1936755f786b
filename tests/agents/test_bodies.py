"""Absence and sight know one body: what it hides from a camera, it hides from eyes at the same place."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from midworld.adapters.embree import EmbreeSight
from midworld.agents import figures
from midworld.agents import limbs as in_sight
from midworld.agents.effort import DEFAULT_REACH
from midworld.agents.posture import posture
from midworld.geometry import FloatArray, Pose, Sphere, Vector3, frustum, vector
from midworld.physics import Eye, HumanBody, Outlines, SimulatedScene, bodies, glance, look
from midworld.physics.limbs import segment_gaps
from midworld.relations import limbs as in_absence
from midworld.world import Agent, BodyPart, Entity, EntityId, PartName, Status, World, change, part_id
from onlookers import SETTINGS
from tabletop import simulated_room

ANN, BOB, BALL = EntityId("ann"), EntityId("bob"), EntityId("ball")
LENS = frustum((120.0, 90.0), (0.05, 10.0))
PLACE: Vector3 = (0.0, 0.0, 1.2)
RADIUS_M = 0.03
SIMULATED, WORLD = simulated_room(ball=(Sphere(RADIUS_M), Pose(PLACE)))

coordinates = st.floats(-1.0, 1.0)
places = st.tuples(coordinates, coordinates, st.floats(0.9, 2.0))
offsets = st.tuples(*[st.floats(-0.15, 0.15)] * 3)
heights, arm_lengths = st.none() | st.floats(1.0, 2.1), st.none() | st.floats(0.4, 1.0)
sizes = st.builds(Agent, st.just("human"), height=heights, arm_length=arm_lengths)


def with_body(world: World, who: EntityId, role: Agent, **parts: Vector3 | Pose) -> World:
    """Somebody whose tracked parts are at some places, at time 0."""
    tracked: tuple[PartName, ...] = ("head", "torso", "right_hand")
    names: dict[PartName, EntityId] = {part: part_id(who, part) for part in tracked if parts.get(part) is not None}
    poses = {name: parts[part] for part, name in names.items()}
    return world.apply(
        change(
            put=[Entity(who, role), *(Entity(name, BodyPart(part, who)) for part, name in names.items())],
            pose={name: (place if isinstance(place, Pose) else Pose(place)).array for name, place in poses.items()},
            seen=dict.fromkeys(names.values(), 0.0),
            status=dict.fromkeys(names.values(), Status.PERCEIVED.value),
        )
    )


def from_camera(world: World, simulated: SimulatedScene, eye: Vector3) -> float:
    """The share of the ball that absence takes to be in plain view of a camera."""
    row = simulated.ids.index(BALL)
    flesh = [limb for some in in_absence(world, stamp=0.0).values() for limb in some]
    pose = Pose.looking(eye, at=PLACE)
    return glance(simulated, row, world.pose("ball").array, eye=pose, frustum=LENS, limbs=flesh).clear


def to_eyes(world: World, eye: Vector3) -> float:
    """The share of the ball that somebody sees whose eyes are at a place."""
    known = bodies(world.structure)
    poses = world.poses()[[world.structure.row(body.id) for body in known]]
    flesh = in_sight(figures(world, stamp=0.0, settings=SETTINGS), SETTINGS)
    ann = Eye(part_id(ANN, "head"), ANN, Pose.looking(eye, at=PLACE), LENS)
    sight, outline = EmbreeSight.standing(known, poses), Outlines.of(known, EmbreeSight.standing)
    (view,) = look(sight, outline, poses, [ann], limbs=flesh)
    return float(view.share[view.ids.index(BALL)])


@pytest.mark.parametrize(("hand", "hidden"), [((-0.25, -0.1, 1.2), True), ((-0.25, -0.1, 0.9), False)])
def test_an_arm_that_hides_a_ball_from_a_camera_hides_it_from_eyes(hand: Vector3, hidden: bool) -> None:
    """Bob stands beside the line of sight and stretches an arm across it, or lets it hang."""
    head = Pose.looking((-0.3, 0.6, 1.4), at=(-0.3, -1.0, 1.4))
    world = with_body(WORLD, BOB, Agent("human"), head=head, right_hand=hand)
    eye = (-1.5, 0.0, 1.2)
    assert [from_camera(WORLD, SIMULATED, eye), to_eyes(WORLD, eye)] == pytest.approx([1.0, 1.0])
    shown = 0.0 if hidden else 1.0
    assert [from_camera(world, SIMULATED, eye), to_eyes(world, eye)] == pytest.approx([shown, shown])


@settings(deadline=None)
@given(role=sizes, head=places, at=places, hand=places)
def test_absence_and_sight_are_told_the_same_capsules(role: Agent, head: Vector3, at: Vector3, hand: Vector3) -> None:
    assume(np.linalg.norm(np.subtract(head, at)) > 0.01)
    world = with_body(WORLD, BOB, role, head=Pose.looking(head, at=at), right_hand=hand)
    absence = in_absence(world, stamp=0.0)[BOB]
    sight = in_sight(figures(world, stamp=0.0, settings=SETTINGS), SETTINGS)
    assert set(sight.owners) == {BOB}
    np.testing.assert_array_equal(sight.start, [limb.start for limb in absence])
    np.testing.assert_array_equal(sight.end, [limb.end for limb in absence])
    np.testing.assert_array_equal(sight.radius, [limb.radius for limb in absence])
    assert sorted(sight.hands) == [row for row, limb in enumerate(absence) if limb.hand]


@settings(max_examples=150, deadline=None)
@given(role=sizes, head=places, eye=places, share=st.floats(0.2, 0.8), off=offsets)
def test_what_is_hidden_from_a_camera_is_hidden_from_eyes(
    role: Agent, head: Vector3, eye: Vector3, share: float, off: Vector3
) -> None:
    """A hand near the line of sight. The two look at other points of the ball: each may see a sliver of its own."""
    hand = vector(np.asarray(eye) + share * np.subtract(PLACE, eye) + off)
    world = with_body(WORLD, BOB, role, head=Pose.looking(head, at=(head[0], head[1] + 1.0, head[2])), right_hand=hand)
    flesh = in_absence(world, stamp=0.0)[BOB]
    assume(np.linalg.norm(np.subtract(eye, PLACE)) > 0.3)
    assume(all(_gap(limb.start, limb.end, point) > limb.radius + RADIUS_M for limb in flesh for point in (PLACE, eye)))
    absent, seen = from_camera(world, SIMULATED, eye), to_eyes(world, eye)
    if absent == 0.0:
        assert seen < 0.1
    if seen == 0.0:
        assert absent < 0.1


def _gap(start: FloatArray, end: FloatArray, point: Vector3) -> float:
    place = np.array(point)
    return float(segment_gaps(place, place, start, end))


@settings(deadline=None)
@given(role=sizes, head=places, at=places)
def test_arms_reach_from_the_shoulders_they_hide_from(role: Agent, head: Vector3, at: Vector3) -> None:
    assume(np.hypot(head[0] - at[0], head[1] - at[1]) > 0.1)
    world = with_body(WORLD, BOB, role, head=Pose.looking(head, at=at), right_hand=(0.0, 0.0, 1.0))
    stance = posture(world, BOB, DEFAULT_REACH)
    (figure,) = figures(world, stamp=0.0, settings=SETTINGS)
    right = figure.shoulder("right_hand")
    assert stance is not None
    assert right is not None
    np.testing.assert_allclose(stance.shoulders()[1], right, atol=1e-9)
    assert stance.upper_arm + stance.forearm + figure.body.palm == pytest.approx(HumanBody.of(role).arm_length)


def test_longer_arms_hide_no_more_of_what_is_at_the_hand() -> None:
    """The arm ends at the wrist, which is farther from the palm of a longer hand."""
    world = [
        with_body(WORLD, BOB, Agent("human", arm_length=length), head=(-0.6, 0.0, 1.5), right_hand=(0.0, 0.0, 1.2))
        for length in (0.5, 1.0)
    ]
    ends = [in_absence(each, stamp=0.0)[BOB][-1].start for each in world]
    gaps = [float(np.linalg.norm(end - vector(PLACE))) for end in ends]
    assert gaps == [pytest.approx(0.5 * 0.108 / 0.44 / 2), pytest.approx(0.108 / 0.44 / 2)]
