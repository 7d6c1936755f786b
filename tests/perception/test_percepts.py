"""Percepts of things whose tracker has another frame than their shape."""

import numpy as np
import pytest

from midworld.geometry import Box, Pose, Quaternion, inertial_of, rotate
from midworld.perception import Observation, Percept, percepts
from midworld.world import Entity, EntityId, Object, Scene, World
from tabletop import turned

BOX = Box((0.1, 0.1, 0.2))
UP = np.array([0.0, 0.0, 1.0])


def seen(scene: Scene, source: World, stamp: float, orientation: Quaternion | None) -> World:
    percept = Percept(EntityId("box"), (0.4, 0.0, 0.8), orientation)
    return source.apply(percepts(source, Observation(stamp, "camera", (percept,)), scene=scene, frames=World()))


@pytest.mark.parametrize("tilt", [30.0, 90.0, 170.0])
def test_thing_that_stands_at_first_keeps_the_turns_it_makes_from_there(tilt: float) -> None:
    role = Object(inertial=inertial_of(BOX, 0.2, {}), upright_at_start=True)
    scene = Scene(awaited={EntityId("box"): ((Entity(EntityId("box"), role, collision=BOX), Pose()),)})
    first = turned((0.0, 0.0, 0.0), tilt, axis=(0.6, 0.8, 0.0))
    world = seen(scene, World(), 1.0, first.orientation)
    assert np.allclose(rotate(np.array(world.pose("box").orientation), UP), UP, atol=1e-6)
    fallen = turned((0.0, 0.0, 0.0), 90.0, axis=(1.0, 0.0, 0.0)) @ first
    after = seen(scene, world, 1.1, fallen.orientation)
    assert np.allclose(rotate(np.array(after.pose("box").orientation), UP), (0.0, -1.0, 0.0), atol=1e-6)
    # Without an orientation the last one stays.
    again = seen(scene, after, 1.2, None)
    assert np.allclose(again.pose("box").array, after.pose("box").array, atol=1e-6)
