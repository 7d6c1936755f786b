"""Whether one thing would be seen at a place, and what hides it."""

import numpy as np
import pytest

from midworld.geometry import Box, Pose, Vector3, frustum
from midworld.physics import Cast, Glance, Limb, glance
from midworld.world import PointOfInterest
from tabletop import cast_of, turned

EYE = Pose.looking((-2.0, 0.0, 1.5), at=(0.0, 0.0, 1.5))
LENS = frustum((60, 45), (0.05, 5.0))
CUP, SCREEN = Box((0.1, 0.1, 0.1)), Box((0.02, 0.5, 0.5))
HERE: Vector3 = (0.0, 0.0, 1.5)
CORNERS = ((-0.04, -0.04), (-0.04, 0.04), (0.04, -0.04), (0.04, 0.04))
FRONT = PointOfInterest("front", tuple((-0.051, y, z) for y, z in CORNERS))
BACK = PointOfInterest("back", tuple((0.051, y, z) for y, z in CORNERS))


def row(cast: Cast, name: str) -> int:
    return [str(each) for each in cast.ids].index(name)


def seen(
    cast: Cast, place: Vector3 | Pose = HERE, *tags: PointOfInterest, limbs: tuple[Limb, ...] = (), eye: Pose = EYE
) -> Glance:
    pose = place if isinstance(place, Pose) else Pose(place)
    return glance(cast, row(cast, "cup"), pose.array, eye=eye, frustum=LENS, limbs=limbs, tags=tags)


def test_a_thing_would_be_seen_where_it_is_not() -> None:
    cast, _ = cast_of(cup=(CUP, Pose((0.0, 1.0, 0.8))), screen=(SCREEN, Pose((0.5, 0.0, 1.5))))
    assert (seen(cast).framed, seen(cast).clear) == (1.0, 1.0)
    behind = seen(cast, (1.0, 0.0, 1.5))
    assert (behind.framed, behind.clear) == (1.0, 0.0)
    assert cast.ids[behind.occluder] == "screen"
    assert seen(cast, (-3.0, 0.0, 1.5)).framed == 0.0


def test_a_limb_between_hides_a_thing_and_one_that_touches_it_does_not() -> None:
    cast, _ = cast_of(cup=(CUP, Pose(HERE)))
    between = Limb(np.array([-1.0, 0.0, 1.0]), np.array([-1.0, 0.0, 2.0]), 0.1)
    beyond = Limb(np.array([0.06, 0.0, 1.4]), np.array([0.06, 0.0, 1.6]), 0.06)
    assert seen(cast, limbs=(between,)).clear == 0.0
    assert seen(cast, limbs=(beyond,)).clear == 1.0


def test_a_tag_needs_all_its_corners() -> None:
    cast, _ = cast_of(cup=(CUP, Pose(HERE)), twig=(Box((0.02, 0.03, 0.03)), Pose((-1.0, 0.02, 1.52))))
    assert seen(cast).clear > 0.5
    hidden = seen(cast, HERE, FRONT)
    assert (hidden.framed, hidden.clear) == (1.0, 0.0)
    assert cast.ids[hidden.occluder] == "twig"
    assert seen(cast, HERE, FRONT, PointOfInterest("spot", ((-0.051, -0.03, -0.03),))).clear == 1.0


@pytest.mark.parametrize("stands", [Pose(HERE), turned((0.0, 1.5, 0.8), 40.0)], ids=["there", "elsewhere"])
def test_a_tag_on_the_far_side_is_hidden_by_its_own_thing(stands: Pose) -> None:
    cast, _ = cast_of(cup=(CUP, stands))
    assert seen(cast, HERE, BACK).clear == 0.0
    assert seen(cast, HERE, FRONT).clear == 1.0
    assert seen(cast, turned(HERE, 180.0), BACK).clear == 1.0


def test_a_thing_does_not_hide_from_where_it_stands_what_it_would_show_elsewhere() -> None:
    cast, _ = cast_of(cup=(CUP, Pose((-1.0, 0.0, 1.5))))
    assert seen(cast, HERE, FRONT).clear == 1.0


def test_a_tag_half_out_of_the_picture_is_not_in_it() -> None:
    cast, _ = cast_of(cup=(CUP, Pose(HERE)))
    aside = Pose.looking((-2.0, 0.0, 1.5), at=(0.0, 2.0 * float(np.tan(np.radians(30.0))), 1.5))
    assert 0.0 < seen(cast, eye=aside).framed < 1.0
    assert seen(cast, HERE, FRONT, eye=aside).framed == 0.0
