"""Where to put an object so that a person sees it and reaches it, with as little effort as can be."""

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..agents import Effort, Obstacles, obstacles
from ..geometry import BoolArray, Bounds, FloatArray, Pose, bounds, local_bounds, transform
from ..relations import body_viewpoint
from ..world import EntityId, World
from .whatif import Impossible, Senses, put

# Chosen: finer finds few places more, and each candidate takes some milliseconds.
GRID_M = 0.06
# Room for fingers between objects, and for an object that is put down a little askew near an edge.
FINGERS_M = 0.03
EDGE_M = 0.03
# Objects are let go this far above a support.
DROP_M = 0.002
# The most comfortable distance from the middle of somebody's body: an elbow's bend.
HANDY_M = 0.45


@dataclass(frozen=True, slots=True)
class Placing:
    """Where to put an object, and the least effort it then takes everybody who reaches it."""

    pose: Pose
    efforts: dict[EntityId, Effort]


PlacingResult: TypeAlias = Placing | Impossible


def place_for(
    world: World, thing: str, person: str, *, on: str, senses: Senses, robot: str | None = None
) -> PlacingResult:
    """A pose of an object on a support that a person sees and reaches, and a robot reaches if one is named.

    Comfortable places come first: near the person, and not beyond what an outstretched arm reaches.
    """
    stand = body_viewpoint(world, world.entity(person).id)
    if stand is None:
        return Impossible(f"nobody knows where {person} is")
    places = _free_places(world, thing, on)
    if not len(places):
        return Impossible(f"there is no room for {thing} on {on}")
    short: Counter[str] = Counter()
    best: Placing | None = None
    for place in places[np.argsort(_strain(places, stand.position, stand.ahead), kind="stable")]:
        pose = Pose.of(np.concatenate([place, world.pose(thing).array[3:]]))
        there = put(world, thing, pose)
        efforts = senses.efforts(there, thing)
        effort = efforts.get(EntityId(person), Effort.STEP)
        if effort > Effort.LEAN:
            short[f"{person} does not reach it"] += 1
        elif robot is not None and EntityId(robot) not in efforts:
            short[f"{robot} does not reach it"] += 1
        elif best is not None and effort >= best.efforts[EntityId(person)]:
            continue
        elif not senses.sees(there, person, thing):
            short[f"{person} does not see it"] += 1
        else:
            best = Placing(pose, efforts)
            if effort is Effort.ARM:
                break
    if best is not None:
        return best
    reasons = "; ".join(f"at {count} {reason}" for reason, count in short.most_common())
    return Impossible(f"of {len(places)} places for {thing} on {on} none serves: {reasons}")


def _strain(places: FloatArray, stand: FloatArray, ahead: FloatArray) -> FloatArray:
    """How far places are from where hands are at ease: before somebody, an elbow's bend away."""
    at_ease = stand[:2] + HANDY_M * ahead[:2]
    return np.linalg.norm(places[:, :2] - at_ease, axis=1)


def _free_places(world: World, thing: str, support: str) -> FloatArray:
    """Where an object may stand on a support as it is turned now, `(k, 3)` of the object's own frame."""
    shape, carrier = world.entity(thing).collision, world.entity(support).collision
    if shape is None or carrier is None:
        return np.zeros((0, 3))
    turned = bounds(shape, Pose((0.0, 0.0, 0.0), world.pose(thing).orientation))
    top = _top(local_bounds(carrier), turned)
    level = transform(world.pose(support).array, top)
    if not len(level):
        return level
    places = level + np.array([0.0, 0.0, DROP_M - turned.low[2]])
    others = obstacles(world)
    rows = [world.structure.row(name) for name in (thing, support)]
    others = others.only(~np.isin(others.owner, rows))
    return places[_is_free(places, turned, others)]


def _top(carrier: Bounds, turned: Bounds) -> FloatArray:
    """A grid on the upper side of a support, in its frame, on which an object does not stick out."""
    lines: list[FloatArray] = []
    for axis in (0, 1):
        first, last = carrier.low[axis] - turned.low[axis] + EDGE_M, carrier.high[axis] - turned.high[axis] - EDGE_M
        if last < first:
            return np.zeros((0, 3))
        lines.append(np.linspace(first, last, max(int((last - first) / GRID_M), 1) + 1))
    x, y = lines
    return np.column_stack([np.repeat(x, len(y)), np.tile(y, len(x)), np.full(len(x) * len(y), carrier.high[2])])


def _is_free(places: FloatArray, turned: Bounds, others: Obstacles) -> BoolArray:
    """Where an object's box, with room for fingers, touches none of the other boxes."""
    reach = np.einsum("mij,mj->mi", np.abs(others.axes), others.half)
    low, high = others.centre - reach, others.centre + reach
    fingers = np.array([FINGERS_M, FINGERS_M, 0.0])
    mine_low, mine_high = places + turned.low - fingers, places + turned.high + fingers
    apart = (mine_low[:, None] >= high).any(axis=2) | (mine_high[:, None] <= low).any(axis=2)
    return np.asarray(apart.all(axis=1), dtype=np.bool_)
