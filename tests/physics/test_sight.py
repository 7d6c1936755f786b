"""Whether one thing would be seen at a place, and what hides it."""

import numpy as np
import pytest

from midworld.geometry import Box, Pose, Vector3, frustum
from midworld.physics import Glance, Limb, SimulatedScene, glance
from midworld.world import PointOfInterest
from tabletop import simulated_room, turned

EYE = Pose.looking((-2.0, 0.0, 1.5), at=(0.0, 0.0, 1.5))
LENS = frustum((60, 45), (0.05, 5.0))
CUP, SCREEN = Box((0.1, 0.1, 0.1)), Box((0.02, 0.5, 0.5))
HERE: Vector3 = (0.0, 0.0, 1.5)
CORNERS = ((-0.04, -0.04), (-0.04, 0.04), (0.04, -0.04), (0.04, 0.04))
FRONT = PointOfInterest("front", tuple((-0.051, y, z) for y, z in CORNERS))
BACK = PointOfInterest("back", tuple((0.051, y, z) for y, z in CORNERS))


def row(simulated: SimulatedScene, name: str) -> int:
    return [str(each) for each in simulated.ids].index(name)


def seen(
    simulated: SimulatedScene,
    place: Vector3 | Pose = HERE,
    *tags: PointOfInterest,
    limbs: tuple[Limb, ...] = (),
    eye: Pose = EYE,
) -> Glance:
    pose = place if isinstance(place, Pose) else Pose(place)
    return glance(simulated, row(simulated, "cup"), pose.array, eye=eye, frustum=LENS, limbs=limbs, tags=tags)


def test_a_thing_would_be_seen_where_it_is_not() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose((0.0, 1.0, 0.8))), screen=(SCREEN, Pose((0.5, 0.0, 1.5))))
    assert (seen(simulated).framed, seen(simulated).clear) == (1.0, 1.0)
    behind = seen(simulated, (1.0, 0.0, 1.5))
    assert (behind.framed, behind.clear) == (1.0, 0.0)
    assert simulated.ids[behind.occluder] == "screen"
    assert seen(simulated, (-3.0, 0.0, 1.5)).framed == 0.0


def test_a_limb_between_hides_a_thing_and_one_that_touches_it_does_not() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose(HERE)))
    between = Limb(np.array([-1.0, 0.0, 1.0]), np.array([-1.0, 0.0, 2.0]), 0.1)
    beyond = Limb(np.array([0.06, 0.0, 1.4]), np.array([0.06, 0.0, 1.6]), 0.06)
    assert seen(simulated, limbs=(between,)).clear == 0.0
    assert seen(simulated, limbs=(beyond,)).clear == 1.0


def test_a_tag_needs_all_its_corners() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose(HERE)), twig=(Box((0.02, 0.03, 0.03)), Pose((-1.0, 0.02, 1.52))))
    assert seen(simulated).clear > 0.5
    hidden = seen(simulated, HERE, FRONT)
    assert (hidden.framed, hidden.clear) == (1.0, 0.0)
    assert simulated.ids[hidden.occluder] == "twig"
    assert seen(simulated, HERE, FRONT, PointOfInterest("spot", ((-0.051, -0.03, -0.03),))).clear == 1.0


@pytest.mark.parametrize("stands", [Pose(HERE), turned((0.0, 1.5, 0.8), 40.0)], ids=["there", "elsewhere"])
def test_a_tag_on_the_far_side_is_hidden_by_its_own_thing(stands: Pose) -> None:
    simulated, _ = simulated_room(cup=(CUP, stands))
    assert seen(simulated, HERE, BACK).clear == 0.0
    assert seen(simulated, HERE, FRONT).clear == 1.0
    assert seen(simulated, turned(HERE, 180.0), BACK).clear == 1.0


def test_a_thing_does_not_hide_from_where_it_stands_what_it_would_show_elsewhere() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose((-1.0, 0.0, 1.5))))
    assert seen(simulated, HERE, FRONT).clear == 1.0


def test_a_tag_half_out_of_the_picture_is_not_in_it() -> None:
    simulated, _ = simulated_room(cup=(CUP, Pose(HERE)))
    aside = Pose.looking((-2.0, 0.0, 1.5), at=(0.0, 2.0 * float(np.tan(np.radians(30.0))), 1.5))
    assert 0.0 < seen(simulated, eye=aside).framed < 1.0
    assert seen(simulated, HERE, FRONT, eye=aside).framed == 0.0
