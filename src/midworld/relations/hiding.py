"""Where hands out of sight may have left what they held, and leaving it there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import FloatArray, compose, invert
from ..physics import NOTHING, Memory, Settled, SimulatedScene
from ..world import EntityId

# The last moments of a hand with an unseen thing: when, where the hand was, and the thing's pose.
Way = tuple[tuple[float, FloatArray, FloatArray], ...]

# For how long a hand is watched to tell how slow it is.
WINDOW_S = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class HidingPlace:
    """Where a hand with an unseen thing was slowest, how slow, and where the hand was then.

    `gap_m` is how far the thing was there above what would carry it, its `base`, whose pose is kept as it was.
    """

    slowest: float
    pose: FloatArray
    hand: FloatArray
    gap_m: float
    base: EntityId | None = None
    base_pose: FloatArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """A thing that a hand has let go of, where, and the hiding place if that is one."""

    row: int
    pose: FloatArray
    place: HidingPlace | None = None


def slower_place(
    known: HidingPlace | None, way: Way, row: int, simulated: SimulatedScene, settled: Settled
) -> HidingPlace:
    """Where the hand has been slowest, now that it has gone this way. Its tracker is noisy: averages count."""
    half = len(way) // 2
    places = np.array([place for _, place, _ in way])
    speed = float(np.linalg.norm(places[half:].mean(axis=0) - places[:half].mean(axis=0))) / (WINDOW_S / 2)
    if known is not None and speed >= known.slowest:
        return known
    rests = way[-1][2].copy()
    rests[:3] = np.mean([each[:3] for _, _, each in way], axis=0)
    base, gap_m = beneath(simulated, row, rests, settled)
    if base == NOTHING:
        return HidingPlace(speed, rests, places.mean(axis=0), gap_m)
    return HidingPlace(speed, rests, places.mean(axis=0), gap_m, simulated.ids[base], settled.poses[base])


def beneath(simulated: SimulatedScene, row: int, pose: FloatArray, settled: Settled) -> tuple[int, float]:
    """What would carry a thing at a pose, and how far the thing is above it."""
    rows = np.array([row], dtype=np.intp)
    found = simulated.supports(rows, pose[None], settled.poses, carrier=settled.memory.carrier)
    return int(found.rows[0]), float(found.gaps_m[0])


def leave(memory: Memory, simulated: SimulatedScene, left: Sequence[Left]) -> Memory:
    """Puts things where hands have let go of them."""
    if not left:
        return memory
    velocity = memory.velocity.copy()
    for each in left:
        if each.place is not None:
            _put_back(each.place, each.row, memory, simulated)
        lies = simulated.lifted(each.row, each.pose, simulated.simulation.poses())
        simulated.simulation.set_state([each.row], lies[None])
        velocity[each.row] = 0.0
    return replace(memory, velocity=velocity, rested=None)


def _put_back(place: HidingPlace, row: int, memory: Memory, simulated: SimulatedScene) -> None:
    """What a thing was left in it did not push later on: an unseen support, and what is on it, is where it was then."""
    if place.base is None or place.base_pose is None or place.base not in simulated.ids:
        return
    base = simulated.ids.index(place.base)
    if not simulated.movable[base] or memory.driven[base]:
        return
    # What is seen to stay is where it is seen.
    if memory.tracks.seen[base] == memory.stamp:
        return
    poses = simulated.simulation.poses()
    back = compose(place.base_pose, invert(poses[base]))
    unseen = (memory.tracks.seen < memory.stamp) & simulated.movable & ~memory.driven
    with_it = [base, *(each for each in np.flatnonzero(unseen & (memory.carrier == base)).tolist() if each != row)]
    simulated.simulation.set_state(with_it, np.array([compose(back, poses[each]) for each in with_it]))
