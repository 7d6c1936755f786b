"""What stands on what and what is in what, on the corrected world, without flicker."""

from collections.abc import Mapping, Set

import numpy as np

from ..geometry import Bounds, FloatArray, IntArray, conjugate, rotate, vector
from ..physics import NOTHING, SimulatedScene
from ..world import Ended, Entry, Situation, Statement, Timeline, World

# A relation is told once it has lasted, and taken back once it has been gone, this long.
TELL_S = 0.15
# Inside means this much below the rim to begin with, and anything below it to stay.
ENTER_M = 0.010
STAY_M = 0.015
# Walls and floors are known about this well.
FUZZ_M = 0.005
# A container tipped further than this holds nothing.
UPRIGHT = 0.35

UP = np.array([0.0, 0.0, 1.0])

ON, IN = "isOn", "isIn"


def placements(
    simulated: SimulatedScene,
    poses: FloatArray,
    carrier: np.ndarray[tuple[int], np.dtype[np.intp]],
    held: frozenset[int],
    timeline: Timeline,
) -> set[Statement]:
    """Every isOn and isIn that is true of the poses; what a hand holds is on nothing and in nothing."""
    found: set[Statement] = set()
    ids = simulated.ids
    rows = np.flatnonzero(simulated.movable)
    within = _containers(simulated, poses, rows, timeline)
    for row in map(int, rows):
        if row in held:
            continue
        below = int(carrier[row])
        container = within.get(row)
        if container is not None:
            found.add((ids[row], IN, ids[container]))
        if below not in (NOTHING, container):
            found.add((ids[row], ON, ids[below]))
    return found


def _lowest(simulated: SimulatedScene, poses: FloatArray) -> FloatArray:
    """The height of the lowest point of the box around each thing."""
    up = rotate(conjugate(poses[:, 3:]), np.broadcast_to([0.0, 0.0, 1.0], (len(poses), 3)))
    centre = poses[:, 2] + np.einsum("ij,ij->i", up, simulated.centre)
    return centre - np.einsum("ij,ij->i", np.abs(up), simulated.half)


def _containers(simulated: SimulatedScene, poses: FloatArray, rows: IntArray, timeline: Timeline) -> dict[int, int]:
    """For each row that is in something, the row of the smallest container whose cavity it is in."""
    others = simulated.hollows.rows
    if not len(others):
        return {}
    inners = np.stack([simulated.hollows.lows[:, :2], simulated.hollows.highs[:, :2]], axis=1)
    middles = poses[:, :3] + rotate(poses[:, 3:], simulated.centre)
    depths = middles[:, 2] - _lowest(simulated, poses)
    turns = poses[others, 3:]
    local = rotate(conjugate(turns)[:, None], middles[rows] - poses[others, None, :3])
    # The widest test there is, for all pairs; the few that pass are looked at one by one.
    beside = FUZZ_M + STAY_M
    between = (local[..., :2] >= inners[:, None, 0] - beside) & (local[..., :2] <= inners[:, None, 1] + beside)
    upright = rotate(turns, np.broadcast_to(UP, (len(turns), 3)))[:, 2] >= UPRIGHT
    likely = between.all(axis=2) & upright[:, None] & (rows != others[:, None])
    best: dict[int, tuple[float, int]] = {}
    for hollow, which in np.argwhere(likely).tolist():
        other, row, middle = int(others[hollow]), int(rows[which]), local[hollow, which]
        inner = Bounds(vector(simulated.hollows.lows[hollow]), vector(simulated.hollows.highs[hollow]))
        slack = STAY_M if timeline.holds(simulated.ids[row], IN, simulated.ids[other]) else -ENTER_M
        # How far down the thing reaches, along the container's own axis.
        reach = float(middle[2] - depths[row])
        size = float(np.prod(inner.size))
        if (row not in best or size < best[row][0]) and _is_inside(middle, reach, simulated.half[row], inner, slack):
            best[row] = (size, other)
    return {row: other for row, (_, other) in best.items()}


def _is_inside(middle: FloatArray, reach: float, half: FloatArray, inner: Bounds, slack: float) -> bool:
    """In the container's frame: the middle over the floor between the walls, the lowest point below the rim."""
    beside = FUZZ_M + max(slack, 0.0)
    fits = all(size <= room / 2 + FUZZ_M for size, room in zip(sorted(half)[:2], sorted(inner.size[:2]), strict=True))
    level = all(inner.low[axis] - beside <= middle[axis] <= inner.high[axis] + beside for axis in (0, 1))
    return fits and level and reach < inner.high[2] + slack and middle[2] > inner.low[2] - FUZZ_M


def told(
    true: Set[Statement], world: World, pending: Mapping[Statement, float], *, stamp: float, at_once: frozenset[str]
) -> tuple[list[Entry], dict[Statement, float]]:
    """The facts that start or stop holding, and what is waiting to; things in `at_once` do not wait."""
    held = world.timeline.held(ON, IN)
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
