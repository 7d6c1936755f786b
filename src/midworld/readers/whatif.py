"""What would happen to a world at an instant, as a page shows it: ghosts where things end, and how often each."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from ..geometry import Meshes, Pose
from ..imagination import Doubt, Outcome, Pacing, Rollouts, Run, Share, actions_of, rehearse, said, told
from ..world import World

# More ghosts of one thing than these hide one another; those shown are spread evenly over all runs.
SHOWN = 12
# What moves less than this has no ghost.
APART_M = 0.01
# How many bars a histogram has.
BARS = 10
AS_INTENDED = "as intended"


class Ghost(msgspec.Struct, frozen=True):
    """Where a thing ended in one run, and whether that run succeeded."""

    thing: str
    run: int
    success: bool
    pose: Pose


class Histogram(msgspec.Struct, frozen=True):
    """How far a thing moved: `counts` runs between each of the `edges` (m, one more than counts) and the next."""

    thing: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]


class WhatIf(msgspec.Struct, frozen=True, rename="camel"):
    """An imagined outcome: in words, how often it ends how, ghosts of what moves, and how far that goes.

    `endings` are how runs ended and how many, as intended first; of alternatives it is the best one.
    """

    words: str
    action: Mapping[str, object]
    runs: int
    success: Share
    endings: tuple[tuple[str, int], ...]
    ghosts: tuple[Ghost, ...]
    moved: tuple[Histogram, ...]


def what_if(
    world: World,
    asked: str | Mapping[str, object],
    *,
    rollouts: Rollouts,
    viewer: str,
    meshes: Meshes | None = None,
    doubt: Doubt = Doubt(),  # noqa: B008 - frozen
    runs: int = 32,
    seed: int = 0,
    pacing: Pacing = Pacing(),  # noqa: B008 - frozen
) -> WhatIf:
    """What a sentence or an action as JSON would do to a world, which stays as it is. To move a thing is to place it.

    Left and right are those of the viewer. Raises BadAction or UnknownName.
    """
    document = said(asked, world, viewer) if isinstance(asked, str) else asked
    found = rehearse(
        world, actions_of(document), rollouts=rollouts, meshes=meshes, runs=runs, seed=seed, doubt=doubt, pacing=pacing
    )
    outcome = found.outcomes[found.best or 0]
    return WhatIf(
        told(found),
        {"action": document["action"], **outcome.parameters},
        len(outcome.runs),
        outcome.success,
        _endings(outcome),
        tuple(ghost for run in spread(outcome.runs) for ghost in _ghosts(world, run)),
        _moved(world, outcome.runs),
    )


def spread(runs: Sequence[Run], most: int = SHOWN) -> tuple[Run, ...]:
    """At most so many of some runs, evenly: failures show in proportion, wherever they come in the order."""
    ordered = sorted(runs, key=lambda run: (run.reason or "", run.number))
    if len(ordered) <= most:
        return tuple(ordered)
    return tuple(ordered[int(place)] for place in np.linspace(0, len(ordered) - 1, most))


def moves(world: World, run: Run) -> Mapping[str, Pose]:
    """What ended elsewhere than it is, and where."""
    return {
        name: pose
        for name, pose in run.poses.items()
        if max(abs(a - b) for a, b in zip(world.pose(name).position, pose.position, strict=True)) > APART_M
    }


def _ghosts(world: World, run: Run) -> list[Ghost]:
    return [Ghost(name, run.number, run.success, pose) for name, pose in moves(world, run).items()]


def _endings(outcome: Outcome) -> tuple[tuple[str, int], ...]:
    if outcome.failure is not None:
        return ((outcome.failure, 0),)
    good = sum(run.success for run in outcome.runs)
    return ((AS_INTENDED, good), *outcome.reasons.items())


def _moved(world: World, runs: Sequence[Run]) -> tuple[Histogram, ...]:
    """Of each thing that moves in some run, furthest first, how far it went."""
    touched = Counter(name for run in runs for name in moves(world, run))
    found = [(name, np.array([_away(world, run, name) for run in runs])) for name in touched]
    found.sort(key=lambda each: (-float(np.median(each[1])), each[0]))
    return tuple(_histogram(name, far) for name, far in found)


def _away(world: World, run: Run, name: str) -> float:
    return float(np.linalg.norm(np.subtract(run.poses[name].position, world.pose(name).position)))


def _histogram(name: str, far: np.ndarray) -> Histogram:
    low, high = float(far.min()), float(far.max())
    # What always goes the same way is one bar, not noise spread over all of them.
    counts, edges = np.histogram(far, bins=BARS, range=(low, max(high, low + APART_M)))
    return Histogram(name, tuple(float(edge) for edge in edges), tuple(int(count) for count in counts))
