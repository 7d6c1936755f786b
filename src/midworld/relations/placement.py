"""What stands on what and what is in what, on the corrected world, without flicker."""

from collections.abc import Iterable, Mapping

import numpy as np

from ..geometry import Bounds, FloatArray, conjugate, rotate
from ..geometry.cavity import Cavity
from ..physics.cast import Cast
from ..physics.engine import NOTHING
from ..world import EntityId, Object, Situation, Timeline, World
from ..world.timeline import Ended, Entry, Statement

# A relation is told once it has lasted, and taken back once it has been gone, this long.
TELL_S = 0.15
# Inside means this much below the rim to begin with, and anything below it to stay.
ENTER_M = 0.010
STAY_M = 0.015
# Walls and floors are known about this well.
FUZZ_M = 0.005
# A container tipped further than this holds nothing.
UPRIGHT = 0.35

ON, IN = "isOn", "isIn"


def placements(
    cast: Cast,
    poses: FloatArray,
    carrier: np.ndarray[tuple[int], np.dtype[np.intp]],
    held: frozenset[int],
    world: World,
    timeline: Timeline,
) -> set[Statement]:
    """Every isOn and isIn that is true of the poses; what a hand holds is on nothing and in nothing."""
    found: set[Statement] = set()
    containers = [
        (row, role.cavities)
        for row, name in enumerate(cast.ids)
        if isinstance(role := world.entity(name).role, Object) and role.cavities
    ]
    low = _lowest(cast, poses)
    for row in np.flatnonzero(cast.movable):
        if row in held:
            continue
        name = cast.ids[row]
        within = _container(cast, poses, int(row), float(low[row]), containers, timeline)
        if within is not None:
            found.add((name, IN, within))
        below = int(carrier[row])
        if below != NOTHING and cast.ids[below] != within:
            found.add((name, ON, cast.ids[below]))
    return found


def _lowest(cast: Cast, poses: FloatArray) -> FloatArray:
    """The height of the lowest point of the box around each thing."""
    up = rotate(conjugate(poses[:, 3:]), np.broadcast_to([0.0, 0.0, 1.0], (len(poses), 3)))
    centre = poses[:, 2] + np.einsum("ij,ij->i", up, cast.centre)
    return centre - np.einsum("ij,ij->i", np.abs(up), cast.half)


def _container(
    cast: Cast,
    poses: FloatArray,
    row: int,
    low: float,
    containers: Iterable[tuple[int, tuple[Cavity, ...]]],
    timeline: Timeline,
) -> EntityId | None:
    """The smallest container whose cavity a thing is in."""
    best: tuple[float, EntityId] | None = None
    middle = poses[row, :3] + rotate(poses[row, 3:], cast.centre[row])
    for other, cavities in containers:
        if other == row:
            continue
        pose = poses[other]
        up = rotate(pose[3:], np.array([0.0, 0.0, 1.0]))
        if up[2] < UPRIGHT:
            continue
        name = cast.ids[other]
        slack = STAY_M if timeline.holds(cast.ids[row], IN, name) else -ENTER_M
        local = rotate(conjugate(pose[3:]), middle - pose[:3])
        # How far down the thing reaches, along the container's own axis.
        reach = float(local[2]) - (float(middle[2]) - low)
        for cavity in cavities:
            inner = cavity.inner
            if _is_inside(local, reach, cast.half[row], inner, slack) and (
                best is None or float(np.prod(inner.size)) < best[0]
            ):
                best = (float(np.prod(inner.size)), name)
    return None if best is None else best[1]


def _is_inside(middle: FloatArray, reach: float, half: FloatArray, inner: Bounds, slack: float) -> bool:
    """In the container's frame: the middle over the floor between the walls, the lowest point below the rim."""
    beside = FUZZ_M + max(slack, 0.0)
    fits = all(size <= room / 2 + FUZZ_M for size, room in zip(sorted(half)[:2], sorted(inner.size[:2]), strict=True))
    level = all(inner.low[axis] - beside <= middle[axis] <= inner.high[axis] + beside for axis in (0, 1))
    return fits and level and reach < inner.high[2] + slack and middle[2] > inner.low[2] - FUZZ_M


def told(
    true: set[Statement], world: World, pending: Mapping[Statement, float], *, stamp: float, at_once: frozenset[str]
) -> tuple[list[Entry], dict[Statement, float]]:
    """The facts that start or stop holding, and what is waiting to; things in `at_once` do not wait."""
    held = {statement for statement in world.timeline.open if statement[1] in (ON, IN)}
    entries: list[Entry] = []
    waiting: dict[Statement, float] = {}
    for statement in sorted(true ^ held, key=str):
        since = pending.get(statement, stamp)
        if stamp - since < TELL_S and statement[0] not in at_once:
            waiting[statement] = since
            continue
        subject, predicate, target = statement
        if statement in held:
            entries.append(Ended(stamp, predicate, subject, target))
        else:
            entries.append(Situation(stamp, predicate, subject, target))
    return entries, waiting
