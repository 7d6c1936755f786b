"""Continuous parameters: at least this safe, then as fast as possible, with the runs that show it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import BadAction
from ..world import World
from .actions import Action
from .outcome import Outcome, Rehearsal, Share

Make = Callable[[Mapping[str, float]], Action]
Try = Callable[[World, Action, int], Rehearsal]

# Of a candidate that is tried, so many runs tell whether more are worth it.
FEW = 8


@dataclass(frozen=True, slots=True)
class Evidence:
    """One candidate that was tried: its parameters, how long it takes, and how often it succeeded."""

    parameters: Mapping[str, float]
    duration: float
    success: Share
    runs: int


@dataclass(frozen=True, slots=True)
class Found:
    """The fastest parameters that are safe enough, or None; with everything that was tried, in order."""

    best: Evidence | None
    tried: tuple[Evidence, ...]

    @property
    def runs(self) -> int:
        """Rollouts it took."""
        return sum(each.runs for each in self.tried)


def fastest(
    world: World,
    make: Make,
    ranges: Mapping[str, tuple[float, float]],
    *,
    attempt: Try,
    duration: Callable[[Action], float],
    safe: float = 0.95,
    candidates: int = 256,
    seed: int = 0,
    budget: int = 400,
) -> Found:
    """The fastest action of a family that succeeds at least in a share `safe` of runs.

    Candidates fill the ranges and their upper edges evenly (a Halton sequence); how long each takes is known without
    running it, so they are looked at by bisection over what dominates: whatever is slower in every parameter than
    something safe is taken for safe, whatever is faster in every parameter than something unsafe for unsafe.
    """
    names = sorted(ranges)
    if not names:
        raise BadAction("ranges", "are empty; name at least one parameter with its least and most")
    points = _with_edges(
        _spread(candidates, [ranges[name] for name in names], seed), [ranges[name][1] for name in names]
    )
    actions = [make(dict(zip(names, point, strict=True))) for point in points.tolist()]
    seconds = np.array([duration(action) for action in actions])
    state = _Known(points)
    tried: list[Evidence] = []
    best: Evidence | None = None
    while (place := state.next(seconds, None if best is None else best.duration)) is not None:
        shown = _tried(world, actions[place], attempt, safe)
        evidence = Evidence(
            dict(zip(names, points[place].tolist(), strict=True)), float(seconds[place]), shown.success, len(shown.runs)
        )
        tried.append(evidence)
        state.learn(place, safe=shown.success.probability >= safe)
        if shown.success.probability >= safe and (best is None or evidence.duration < best.duration):
            best = evidence
        if sum(each.runs for each in tried) >= budget:
            break
    return Found(best, tuple(tried))


def _tried(world: World, action: Action, attempt: Try, safe: float) -> Outcome:
    """A few runs, and more only where a few do not tell."""
    few = attempt(world, action, FEW).outcomes[0]
    if few.success.high < safe:
        return few
    return attempt(world, action, 3 * FEW).outcomes[0]


class _Known:
    """What is known of candidates: more of any parameter is never safer."""

    def __init__(self, points: np.ndarray) -> None:
        self._points = points
        self._open = np.ones(len(points), dtype=np.bool_)

    def learn(self, place: int, *, safe: bool) -> None:
        point = self._points[place]
        if safe:
            self._open &= ~(self._points <= point).all(axis=1)
        else:
            self._open &= ~(self._points >= point).all(axis=1)
        self._open[place] = False

    def next(self, seconds: np.ndarray, best: float | None) -> int | None:
        """The open candidate in the middle between the fastest and what is to be beaten."""
        worth = self._open if best is None else self._open & (seconds < 0.99 * best)
        rows = np.flatnonzero(worth)
        if not len(rows):
            return None
        ordered = rows[np.argsort(seconds[rows], kind="stable")]
        return int(ordered[len(ordered) // 2])


def _with_edges(points: np.ndarray, highest: Sequence[float]) -> np.ndarray:
    """The points, and where they lie once one parameter or all are as high as they go: there the fastest often is."""
    edges = [points]
    for column, high in enumerate(highest):
        raised = points.copy()
        raised[:, column] = high
        edges.append(raised)
    return np.concatenate([*edges, np.array([highest], dtype=np.float64)])


def _spread(count: int, ranges: Sequence[tuple[float, float]], seed: int) -> np.ndarray:
    """Points that fill a box evenly: a Halton sequence, shifted by the seed."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19)
    if len(ranges) > len(primes):
        raise BadAction("ranges", f"are {len(ranges)}; at most {len(primes)} parameters are searched at once")
    shift = np.random.default_rng(seed).random(len(ranges))
    columns = [
        (np.array([_radical(n, prime) for n in range(1, count + 1)]) + s) % 1
        for prime, s in zip(primes, shift, strict=False)
    ]
    low, high = np.array(ranges, dtype=np.float64).T
    return low + np.stack(columns, axis=1) * (high - low)


def _radical(number: int, base: int) -> float:
    share, found = 1.0, 0.0
    while number:
        share /= base
        number, digit = divmod(number, base)
        found += digit * share
    return found
