"""What rehearsing gives: runs, outcomes as frequencies with intervals, and all outcomes of an action with the best."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from ..geometry import Pose, Vector3
from ..world import EntityId, World, change, move
from .actions import Action

# Of a normal distribution, 95 % is within so many standard deviations.
Z = 1.959964


class Share(msgspec.Struct, frozen=True):
    """How often something was so, with the 95 % interval of Wilson."""

    probability: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, runs: int) -> "Share":
        if runs == 0:
            return cls(0.0, 0.0, 1.0)
        p, n = count / runs, runs
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return cls(p, max(0.0, middle - half), min(1.0, middle + half))


class Spread(msgspec.Struct, frozen=True):
    """The middle of some numbers, and between which 90 % of them lie."""

    median: float
    low: float
    high: float


class Place(msgspec.Struct, frozen=True):
    median: Vector3
    std: Vector3


class Final(msgspec.Struct, frozen=True, rename="camel"):
    """Where a thing ended: its place, and the shares of runs in which it is on or in something, or toppled."""

    position: Place
    is_on: Mapping[str, float]
    is_in: Mapping[str, float]
    toppled: float


class Run(msgspec.Struct, frozen=True, rename="camel"):
    """One rollout: how long the action took and until all was at rest, counted events, and where everything ended.

    `reason` says why it did not end as it should; it is None if it did.
    """

    number: int
    reason: str | None
    duration: float
    settled: float
    events: Mapping[str, int]
    poses: Mapping[str, Pose]
    is_on: Mapping[EntityId, tuple[EntityId, ...]]
    is_in: Mapping[EntityId, tuple[EntityId, ...]]
    toppled: tuple[EntityId, ...]
    friction: float

    @property
    def success(self) -> bool:
        return self.reason is None

    def world(self, before: World) -> World:
        """The world this run ended in; the one it began from is untouched."""
        after = before
        for name, pose in sorted(
            self.poses.items(), key=lambda each: len(before.structure.ancestors(EntityId(each[0])))
        ):
            after = after.apply(move(after, name, pose))
        return after.apply(change(stamp=before.stamp + self.settled))


@dataclass(frozen=True, slots=True)
class Outcome:
    """All runs of one action without alternatives.

    `parameters` are its own; `failure` says why it could not be done at all, which makes its confidence zero.
    """

    action: Action
    parameters: Mapping[str, object]
    success: Share
    confidence: float
    events: Mapping[str, int]
    duration: Spread
    final: Mapping[str, Final]
    runs: tuple[Run, ...]
    failure: str | None = None
    reasons: Mapping[str, int] = field(default_factory=lambda: dict[str, int]())


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The outcomes of an action's alternatives, in the order of their product; `order` ranks them, best first."""

    actions: tuple[Action, ...]
    outcomes: tuple[Outcome, ...]
    order: tuple[int, ...]

    @property
    def best(self) -> int | None:
        return self.order[0] if self.order else None

    @property
    def runs(self) -> int:
        return max((len(outcome.runs) for outcome in self.outcomes), default=0)
