"""What stands on what and what is in what, on the corrected world, without flicker."""

from collections.abc import Mapping, Set
from functools import lru_cache

import numpy as np

from ..geometry import Bounds, FloatArray, IntArray, rotation_matrix, vector
from ..physics import NOTHING, SimulatedScene
from ..world import Ended, EntityId, Entry, Situation, Statement, Timeline, World

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
    simulated: SimulatedScene,
    poses: FloatArray,
    carrier: IntArray,
    held: frozenset[int],
    timeline: Timeline,
) -> frozenset[Statement]:
    """Every isOn and isIn that is true of the poses; what a hand holds is on nothing and in nothing."""
    rows = np.flatnonzero(simulated.movable)
    within = _containers(simulated, poses, rows, timeline)
    return _statements(simulated.ids, rows.tobytes(), carrier.tobytes(), tuple(within.items()), held)


@lru_cache(maxsize=16)
def _statements(
    ids: tuple[EntityId, ...],
    movable: bytes,
    carriers: bytes,
    within: tuple[tuple[int, int], ...],
    held: frozenset[int],
) -> frozenset[Statement]:
    """By what each row stands on and is in: from tick to tick mostly the same."""
    found: set[Statement] = set()
    carrier: list[int] = np.frombuffer(carriers, dtype=np.intp).tolist()
    rows: list[int] = np.frombuffer(movable, dtype=np.intp).tolist()
    containers = dict(within)
    for row in rows:
        if row in held:
            continue
        below = carrier[row]
        container = containers.get(row)
        if container is not None:
            found.add((ids[row], IN, ids[container]))
        if below not in (NOTHING, container):
            found.add((ids[row], ON, ids[below]))
    return frozenset(found)


def _containers(simulated: SimulatedScene, poses: FloatArray, rows: IntArray, timeline: Timeline) -> dict[int, int]:
    """For each row that is in something, the row of the smallest container whose cavity it is in."""
    others = simulated.hollows.rows
    if not len(others):
        return {}
    lows, highs = simulated.hollows.lows[:, None, :2], simulated.hollows.highs[:, None, :2]
    turns = rotation_matrix(poses[:, 3:])
    middles = poses[:, :3] + np.einsum("nij,nj->ni", turns, simulated.centre)
    # How far the box around each thing reaches down.
    depths = np.einsum("nj,nj->n", np.abs(turns[:, 2]), simulated.half)
    local = np.einsum("hji,hnj->hni", turns[others], middles[rows] - poses[others, None, :3])
    # The widest test there is, for all pairs; the few that pass are looked at one by one.
    beside = FUZZ_M + STAY_M
    between = (local[..., :2] >= lows - beside) & (local[..., :2] <= highs + beside)
    upright = turns[others, 2, 2] >= UPRIGHT
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
