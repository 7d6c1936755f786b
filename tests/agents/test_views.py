"""How much of things is seen, by rays through Embree and through an engine."""

import math

import numpy as np
import pytest

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import Box, FloatArray, Part, Pose, Sphere, frustum
from midworld.physics import Body, Eye, Limbs, Outlines, Sight, look
from midworld.physics.outlines import SightMaker
from midworld.testing.specimens import at, container
from midworld.world import EntityId

LENS = frustum((60, 45), (0.05, 5.0))
MAKERS: list[SightMaker] = [EmbreeSight.standing, lambda bodies, poses: MujocoEngine().open(bodies, poses)]

pytestmark = pytest.mark.parametrize("make", MAKERS, ids=["embree", "mujoco"])


def cube(name: str, edge: float = 0.1) -> Body:
    return Body(EntityId(name), (Part(Box((edge, edge, edge))),))


def eye(position: tuple[float, float, float] = (0.0, 0.0, 0.0), agent: str = "ann", turn: float = 0.0) -> Eye:
    at = (position[0] + 1, position[1], position[2])
    return Eye(EntityId("eye"), EntityId(agent), Pose.looking(position, at=at), LENS, turn)


def built(make: SightMaker, bodies: list[Body], poses: FloatArray) -> tuple[Sight, Outlines]:
    return make(bodies, poses), Outlines.of(bodies, make)


def shares(make: SightMaker, bodies: list[Body], poses: FloatArray, *eyes: Eye) -> list[list[float]]:
    return [view.share.tolist() for view in look(*built(make, bodies, poses), poses, eyes)]


def test_a_thing_alone_is_seen_whole_by_who_faces_it(make: SightMaker) -> None:
    behind = Eye(EntityId("back"), None, Pose.looking((0, 0, 0), at=(-1, 0, 0)), LENS)
    assert shares(make, [cube("cup")], at((1, 0, 0)), eye(), behind) == [[pytest.approx(1.0)], [0.0]]


def test_half_a_wall_hides_half_a_thing(make: SightMaker) -> None:
    wall = Body(EntityId("wall"), (Part(Box((0.01, 0.5, 0.5))),))
    (found,) = shares(make, [cube("cup", 0.2), wall], at((2, 0, 0), (1, 0.25, 0)), eye())
    assert found[0] == pytest.approx(0.5, abs=0.06)
    assert found[1] == pytest.approx(1.0)


def test_the_edge_of_the_image_cuts_a_silhouette(make: SightMaker) -> None:
    edge = math.tan(math.radians(30.0))
    (found,) = shares(make, [cube("cup", 0.01)], at((1, edge, 0)), eye())
    assert found[0] == pytest.approx(0.5, abs=0.06)


def test_a_sliver_of_three_percent_is_found(make: SightMaker) -> None:
    wall = Body(EntityId("wall"), (Part(Box((0.01, 0.5, 0.5))),))
    # The wall at half the way covers all but the last 3 % of a thing 0.2 m wide.
    (found,) = shares(make, [cube("cup", 0.2), wall], at((2, 0, 0), (0.95, -0.25 + 0.047, 0)), eye())
    assert found[0] == pytest.approx(0.03, abs=0.012)


def test_what_is_in_a_closed_box_is_not_seen_but_through_its_open_top_it_is(make: SightMaker) -> None:
    bodies, poses = [container("box"), Body(EntityId("ball"), (Part(Sphere(0.02)),))], at((1, 0, 0), (1, 0, 0.03))
    above = Eye(EntityId("up"), None, Pose.looking((1, 0.001, 1), at=(1, 0, 0)), LENS)
    beside, over = shares(make, bodies, poses, eye((0, 0, 0.03)), above)
    assert beside[1] == 0.0
    assert over[1] == pytest.approx(1.0)


def test_turning_the_head_brings_a_thing_aside_into_view(make: SightMaker) -> None:
    aside = (math.cos(math.radians(50)), math.sin(math.radians(50)), 0.0)
    bodies, poses = [cube("cup")], at(aside)
    fixed, small, large = look(*built(make, bodies, poses), poses, [eye(), eye(turn=0.2), eye(turn=0.6)])
    assert [view.share[0] for view in (fixed, small, large)] == [0.0, 0.0, 0.0]
    assert fixed.turned[0] == 0.0
    assert small.turned[0] == 0.0
    assert large.turned[0] == pytest.approx(1.0)


def test_a_body_hides_things_from_others_and_not_from_its_owner(make: SightMaker) -> None:
    bodies, poses = [cube("cup")], at((2, 0, 0))
    pillar = Limbs((EntityId("bob"),), np.array([[1.0, 0, 1]]), np.array([[1.0, 0, -1]]), np.array([0.2]))
    ann, bob = look(*built(make, bodies, poses), poses, [eye(agent="ann"), eye(agent="bob")], limbs=pillar)
    assert ann.share[0] == 0.0
    assert bob.share[0] == pytest.approx(1.0)


def test_own_links_are_looked_through(make: SightMaker) -> None:
    bodies, poses = [cube("arm", 0.3), cube("cup")], at((1, 0, 0), (2, 0, 0))
    outline = Outlines.of(bodies, make, owners={EntityId("arm"): EntityId("robot")})
    own, other = look(make(bodies, poses), outline, poses, [eye(agent="robot"), eye(agent="ann")])
    assert own.share.tolist() == [0.0, pytest.approx(1.0)]
    assert other.share.tolist() == [0.0, 0.0]


def test_absent_things_are_seen_by_nobody(make: SightMaker) -> None:
    bodies, poses = [cube("cup"), cube("can")], at((1, 0, 0), (2, 0, 0))
    assert look(*built(make, bodies[:1], poses[:1]), poses[:1], [eye()], absent=[0])[0].share[0] == 0.0


def test_nothing_to_see_and_nobody_to_see_it(make: SightMaker) -> None:
    nothing = np.zeros((0, 7))
    assert look(*built(make, [], nothing), nothing, [eye()])[0].share.tolist() == []
    assert look(*built(make, [cube("cup")], at((1, 0, 0))), at((1, 0, 0)), []) == ()


def test_an_eye_within_the_box_around_a_thing_sees_its_inside(make: SightMaker) -> None:
    walls = container("box")
    inside = Eye(EntityId("in"), None, Pose.looking((1, 0, 0.04), at=(2, 0, 0.04)), LENS)
    (found,) = shares(make, [walls], at((1, 0, 0)), inside)
    assert 0.05 < found[0] < 0.6
