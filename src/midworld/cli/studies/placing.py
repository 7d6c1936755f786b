"""Where to put a thing so that another reaches it, from where the robot stands: the first places that serve."""

from collections.abc import Callable, Iterator

import numpy as np

from ...adapters.embree import EmbreeSight
from ...agents import Effort, VisibilityCache
from ...geometry import FloatArray, Pose, Vector3, local_bounds
from ...motion import Senses, put
from ...world import EntityId, Object, Scene, World

# Hands need this much room around what they put down; places are tried this far from each other.
ROOM_M, GRID_M = 0.06, 0.06
# No arm is longer; and who tries more than this many places stands in the wrong place.
REACH_M, TRIED = 0.85, 24


def within_reach(scene: Scene) -> Callable[[World, str, str, str, str], Iterator[Vector3]]:
    """What finds free places on a support that the giver reaches, and that the taker sees and reaches.

    The nearest to the middle between both come first, and the first that serves is told at once: `motion.place_for`
    finds the best for the person, and weighs all places of a table for that, which takes seconds.
    """
    senses = Senses(VisibilityCache(EmbreeSight, scene.meshes))

    def places(world: World, thing: str, support: str, giver: str, taker: str) -> Iterator[Vector3]:
        half = _box(world, thing)[1][2]
        for spot in _free(world, thing, support, giver, taker)[:TRIED]:
            there = put(world, thing, Pose((float(spot[0]), float(spot[1]), float(spot[2] + half))))
            efforts = senses.efforts(there, thing)
            reached = efforts.get(EntityId(taker), Effort.STEP) <= Effort.LEAN and EntityId(giver) in efforts
            if reached and senses.sees(there, taker, thing):
                yield (float(spot[0]), float(spot[1]), float(spot[2]))

    return places


def _free(world: World, thing: str, support: str, giver: str, taker: str) -> FloatArray:
    """Free places on a support near the giver, those in the middle between both first."""
    centre, half = _box(world, support)
    own = _box(world, thing)[1]
    low, high = centre - half + ROOM_M + own, centre + half - ROOM_M - own
    x, y = np.meshgrid(np.arange(low[0], high[0], GRID_M), np.arange(low[1], high[1], GRID_M))
    top = float(centre[2] + half[2])
    spots = np.stack([x.ravel(), y.ravel(), np.full(x.size, top)], axis=1)
    for other in world.structure.entities:
        if isinstance(other.role, Object) and other.collision is not None and other.id not in (thing, support):
            middle, size = _box(world, other.id)
            if abs(middle[2] - top) < 0.5:
                gap = np.abs(spots[:, :2] - middle[:2]) - size[:2] - own[:2]
                spots = spots[(gap > ROOM_M).any(axis=1)]
    start, end = (np.asarray(world.pose(name).position)[:2] for name in (giver, taker))
    spots = spots[np.linalg.norm(spots[:, :2] - start, axis=1) < REACH_M]
    return spots[np.linalg.norm(spots[:, :2] - (start + end) / 2, axis=1).argsort()]


def _box(world: World, name: str) -> tuple[FloatArray, FloatArray]:
    """The middle and half the size of the box around a thing that stands upright."""
    shape = world.entity(name).collision
    assert shape is not None
    box = local_bounds(shape)
    return world.pose(name).apply(box.centre), np.asarray(box.size) / 2
