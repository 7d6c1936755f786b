"""What may fall: a fact found by imagining small pushes, from all sides, off the tick."""

import math
from dataclasses import dataclass

import numpy as np

from ..geometry import Meshes, Vector3
from ..world import Ended, EntityId, Entry, Situation, World
from .actions import Push
from .doubt import Doubt
from .rehearse import HERE, Workers, rehearse
from .rollouts import Pacing, Rollouts
from .stage import staged

MAY_FALL = "mayFall"
# A nudge in passing: as fast as a sleeve, as far as a finger is thick, near the top.
NUDGE_M_S, NUDGE_M, NUDGE_HEIGHT = 0.15, 0.015, 0.8
SIDES = 6
# Something that topples or falls in this share of nudges may fall.
LEAST_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Precarious:
    """A thing that may fall: in which share of small pushes it does, and from which direction first."""

    thing: EntityId
    share: float
    direction: Vector3


def precarious(
    world: World,
    *,
    rollouts: Rollouts,
    meshes: Meshes | None = None,
    runs: int = 4,
    seed: int = 0,
    doubt: Doubt = Doubt(),  # noqa: B008 - frozen
    workers: Workers = HERE,
) -> tuple[Precarious, ...]:
    """Everything that a small push would bring down, surest first."""
    stage = staged(world, meshes=meshes)
    found: list[Precarious] = []
    for row in np.flatnonzero(stage.movable).tolist():
        name, height = stage.ids[row], stage.bounds(row).size[2]
        sides = [_side(number) for number in range(SIDES)]
        nudges = [Push(name, side, NUDGE_M_S, NUDGE_M, NUDGE_HEIGHT * height) for side in sides]
        tried = rehearse(
            world,
            nudges,
            rollouts=rollouts,
            meshes=meshes,
            runs=runs,
            seed=seed,
            doubt=doubt,
            workers=workers,
            pacing=Pacing(patience=1.5),
        )
        fallen = [1.0 - outcome.success.probability for outcome in tried.outcomes]
        share = sum(fallen) / SIDES
        if share >= LEAST_SHARE:
            found.append(Precarious(name, share, sides[int(np.argmax(fallen))]))
    return tuple(sorted(found, key=lambda each: (-each.share, each.thing)))


def may_fall(world: World, found: tuple[Precarious, ...]) -> tuple[Entry, ...]:
    """The facts a mind can hold of it, as they begin and end: `tower mayFall true`, with the share as confidence."""
    now = {each.thing: each for each in found}
    before = {str(each.subject) for each in world.timeline.open.values() if each.predicate == MAY_FALL}
    ended = [Ended(world.stamp, MAY_FALL, name, True) for name in sorted(before - set(now))]
    begun = [
        Situation(world.stamp, MAY_FALL, name, True, confidence=each.share, reason="a small push brings it down")
        for name, each in now.items()
        if name not in before
    ]
    return (*ended, *begun)


def _side(number: int) -> Vector3:
    angle = 2 * math.pi * number / SIDES
    return (math.cos(angle), math.sin(angle), 0.0)
