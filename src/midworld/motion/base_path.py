"""Ways for a robot's base that bother people as little as a bounded detour allows."""

from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import msgspec
import numpy as np

from ..agents import Obstacles, obstacles
from ..geometry import BoolArray, FloatArray
from ..world import World
from .courtesy import DEFAULT_COURTESY, INDIFFERENT, Bystander, Courtesy, bystanders, discomfort, in_sight
from .floor import Floor, Footprint, clear, floor

Point = tuple[float, float]
Table = TypeVar("Table", FloatArray, BoolArray)
# The ways out of a cell: straight, diagonal, and like a knight at chess, so that a way bends by 27 degrees at most.
STEPS = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) in (1, 3) or abs(x) == abs(y) == 1)
# How far a step goes at most.
FAR = 2
SAMPLE_M = 0.05
# Where Hall lets social distance end.
SOCIAL_M = 3.6


@dataclass(frozen=True, slots=True)
class BasePath:
    """A way over the floor by its corners, start and goal included.

    `nearest_m` is how near it comes to anybody, `in_view` the least share of it that any of the people sees.
    """

    corners: tuple[Point, ...]
    length_m: float
    nearest_m: float
    in_view: float


@dataclass(frozen=True, slots=True)
class NoPath:
    """There is no way, and why."""

    reason: str


BaseWay: TypeAlias = BasePath | NoPath


def base_path(
    world: World,
    start: Point,
    goal: Point,
    *,
    footprint: Footprint = Footprint(),  # noqa: B008 - frozen
    courtesy: Courtesy = DEFAULT_COURTESY,
) -> BaseWay:
    """The way from one place of the floor to another that people mind least, within the detour that courtesy allows."""
    around, people = obstacles(world), bystanders(world)
    places = np.array([person.place for person in people]).reshape(-1, 2)
    ends = np.array([start, goal])
    if not clear(ends[1:], around, places, footprint)[0]:
        return NoPath(f"a base of {footprint.radius:g} m radius does not fit at ({goal[0]:.2f}, {goal[1]:.2f})")
    plan = floor(ends, around, places, footprint)
    shortest = _found(plan, ends, np.zeros(plan.free.size))
    if shortest is None:
        ends_of = " and ".join(f"({x:.2f}, {y:.2f})" for x, y in (start, goal))
        return NoPath(f"what stands between {ends_of} leaves no way for a base of {footprint.radius:g} m radius")
    measured = _measured(shortest, people, around, courtesy)
    if not people or courtesy == INDIFFERENT:
        return measured
    ways = [measured]
    for asked in _variants(courtesy):
        found = _found(plan, ends, discomfort(plan.centres(), people, around, asked))
        assert found is not None, "courtesy closes no way"
        way = _measured(found, people, around, courtesy)
        if _is_kinder(way, measured) and way.length_m <= courtesy.detour * measured.length_m:
            ways.append(way)
    return min(ways, key=lambda way: _price(way, people, around, courtesy))


def _variants(courtesy: Courtesy) -> tuple[Courtesy, ...]:
    """As asked; with wide berths and much weight on being seen; and for being seen alone.

    Where a detour is bounded no one weighing finds every way that is better for people. Chosen: of 64 weighings on
    30 random rooms, without surprise, three like these found all of the 26 improvements that any of them did.
    """
    return (
        courtesy,
        msgspec.structs.replace(
            courtesy,
            closeness=2 * courtesy.closeness,
            unseen=6 * courtesy.unseen,
            personal=min(2.25 * courtesy.personal, SOCIAL_M),
            surprise=0.0,
        ),
        msgspec.structs.replace(courtesy, closeness=0.0, surprise=0.0),
    )


def _is_kinder(way: BasePath, shortest: BasePath) -> bool:
    """A longer way must be better for somebody and worse for nobody."""
    return way.nearest_m >= shortest.nearest_m - 1e-6 and way.in_view >= shortest.in_view - 1e-6


def _price(way: BasePath, people: tuple[Bystander, ...], around: Obstacles, courtesy: Courtesy) -> float:
    points = sampled(np.array(way.corners))
    return way.length_m * (1.0 + float(discomfort(points, people, around, courtesy).mean()))


def length(corners: FloatArray) -> float:
    return float(np.linalg.norm(np.diff(corners, axis=0), axis=1).sum())


def sampled(corners: FloatArray) -> FloatArray:
    """Points `(k, 2)` along a way, evenly and at most SAMPLE_M apart."""
    legs = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    marks = np.concatenate([[0.0], np.cumsum(legs)])
    count = max(int(np.ceil(marks[-1] / SAMPLE_M)), 1) + 1
    at: FloatArray = np.linspace(0.0, float(marks[-1]), count)
    return np.stack([np.interp(at, marks, corners[:, axis]) for axis in (0, 1)], axis=1)


def _measured(corners: FloatArray, people: tuple[Bystander, ...], around: Obstacles, courtesy: Courtesy) -> BasePath:
    points = sampled(corners)
    nearest = min((float(np.linalg.norm(points - each.place, axis=1).min()) for each in people), default=np.inf)
    view = min((float(in_sight(points, each, around, courtesy).mean()) for each in people), default=1.0)
    return BasePath(tuple((float(x), float(y)) for x, y in corners), length(corners), nearest, view)


def _found(plan: Floor, ends: FloatArray, cost: FloatArray) -> FloatArray | None:
    """The corners `(k, 2)` of the cheapest way; None where there is none. A start that is blocked may be left."""
    cells = plan.cells(ends)
    path = _searched(plan, int(cells[0]), int(cells[1]), cost)
    if path is None:
        return None
    corners = np.concatenate([ends[:1], plan.centres()[path[1:-1]], ends[1:]])
    return _straightened(corners, plan, cost)


def _searched(plan: Floor, start: int, goal: int, cost: FloatArray) -> list[int] | None:
    """The cells of the cheapest way: a step costs its length, times one plus what is added to a metre where it ends."""
    columns = plan.free.shape[1]
    prices = _prices(plan, cost)
    left = _remaining(prices, goal)
    if not np.isfinite(left[start]):
        return None
    moves = np.array([y * columns + x for x, y in STEPS])
    prices = prices.reshape(len(STEPS), -1)
    path = [start]
    while path[-1] != goal:
        cell = path[-1]
        open_ = np.flatnonzero(np.isfinite(prices[:, cell]))
        after = cell + moves[open_]
        path.append(int(after[np.argmin(prices[open_, cell] + left[after])]))
    return path


def _prices(plan: Floor, cost: FloatArray) -> FloatArray:
    """What each of the STEPS costs from every cell, `(steps, rows, columns)`; infinite through cells that are not free.

    Who stands in a cell that is not free may leave it any way.
    """
    rows, columns = plan.free.shape
    free = np.pad(plan.free, FAR)
    weight = np.pad((1.0 + cost).reshape(rows, columns), FAR, constant_values=np.inf)
    found = np.empty((len(STEPS), rows, columns))
    for row, (x, y) in enumerate(STEPS):
        may = ~plan.free | np.logical_and.reduce([_next(free, *each) for each in _passed(x, y)])
        found[row] = np.where(may, np.hypot(x, y) * _next(weight, x, y), np.inf)
    return found


def _remaining(prices: FloatArray, goal: int) -> FloatArray:
    """What the rest of the way costs from every cell: Bellman's equation, until nothing changes."""
    _, rows, columns = prices.shape
    left = np.pad(np.full((rows, columns), np.inf), FAR, constant_values=np.inf)
    inner = _next(left, 0, 0)
    inner[divmod(goal, columns)] = 0.0
    better, way = inner.copy(), np.empty_like(inner)
    while True:
        for price, (x, y) in zip(prices, STEPS, strict=True):
            np.minimum(better, np.add(price, _next(left, x, y), out=way), out=better)
        if np.array_equal(better, inner):
            return better.reshape(-1)
        inner[:] = better


def _next(padded: Table, x: int, y: int) -> Table:
    """What stands `x` columns and `y` rows further on from every cell; of a table with a margin all around."""
    rows, columns = padded.shape
    return padded[FAR + y : rows - FAR + y, FAR + x : columns - FAR + x]


def _passed(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """The cells a step goes through, its last one included."""
    if abs(x) + abs(y) == 1:
        return ((x, y),)
    if abs(x) == abs(y):
        return ((x, 0), (0, y), (x, y))
    half = (x // 2, 0) if abs(x) == 2 else (0, y // 2)
    return (half, (x - half[0], y - half[1]), (x, y))


def _straightened(corners: FloatArray, plan: Floor, cost: FloatArray) -> FloatArray:
    """Without the corners that can be cut at no cost and through free cells only."""
    kept, here = [0], 0
    while here < len(corners) - 1:
        ahead = len(corners) - 1
        while ahead > here + 1 and not _may_cut(corners[here : ahead + 1], plan, cost):
            ahead = here + 1 + (ahead - here - 1) // 2
        kept.append(ahead)
        here = ahead
    return corners[kept]


def _may_cut(part: FloatArray, plan: Floor, cost: FloatArray) -> bool:
    straight, bent = sampled(part[[0, -1]]), sampled(part)
    cells = plan.cells(straight)
    if not plan.free.reshape(-1)[cells[1:]].all():
        return False
    price = length(part[[0, -1]]) * (1.0 + float(cost[cells].mean()))
    return price <= length(part) * (1.0 + float(cost[plan.cells(bent)].mean())) + 1e-9
