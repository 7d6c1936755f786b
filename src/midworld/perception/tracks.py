"""What is remembered of things that somebody sees without knowing which they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, Vector3
from ..world import EntityId, Entry, Placed, Status, World
from .association import SCATTER_M, Expected
from .grasping import Grasp
from .looks import Looks
from .people import People
from .shaping import Surface

# Seen this lately, a thing goes on as it moved; later, it is where physics thinks it is.
LATELY_S = 0.3
# Unseen for longer than this, look-alikes may have been exchanged.
AWAY_S = 0.5
# How fast things go that a hand is at, and how fast others seem to (physics may err); and how far at most.
HANDLED_M_S, HANDLED_M = 0.8, 0.6
ALONE_M_S, ALONE_M = 0.05, 0.15
QUICK_M_S = 0.6
# What moves no faster than this stays.
STILL_M_S = 0.05

NOBODY = float("-inf")


@dataclass(frozen=True, slots=True)
class Track:
    """One thing seen over time, under a name that was made up (`hidden`) or is its own.

    `touched` is when a hand was last near it while it was not seen. `away` is when it last was out of sight and
    handled, from and to. `names` are which things it may be, with how likely each is; none: it is what it is called.
    `surface` is what was seen of one that nobody described.
    """

    id: EntityId
    looks: Looks
    position: Vector3
    seen: float
    velocity: Vector3 = (0.0, 0.0, 0.0)
    hidden: bool = False
    touched: float = NOBODY
    away: tuple[float, float] = (NOBODY, NOBODY)
    names: Mapping[EntityId, float] = field(default_factory=lambda: MappingProxyType({}))
    model: tuple[Placed, ...] = ()
    surface: Surface | None = None

    @property
    def shares(self) -> Mapping[EntityId, float]:
        """How likely it is to be which thing."""
        return self.names or {self.id: 1.0}

    def seen_at(self, position: Vector3, *, stamp: float, looks: Looks) -> "Track":
        """After one more percept."""
        elapsed = stamp - self.seen
        velocity = (0.0, 0.0, 0.0)
        if 0.0 < elapsed <= LATELY_S:
            moved = np.subtract(position, self.position) / elapsed
            x, y, z = (0.5 * np.asarray(self.velocity) + 0.5 * moved).tolist()
            velocity = (x, y, z)
        away = self.away
        if elapsed > AWAY_S and self.touched > self.seen:
            away = (self.seen, stamp)
        return replace(
            self,
            looks=_better(self.looks, looks),
            position=position,
            seen=stamp,
            velocity=velocity,
            touched=NOBODY,
            away=away,
        )

    def expected(self, world: World, *, stamp: float, handled: bool) -> Expected:
        """Where it is now; `handled` says whether a hand is at it."""
        gap = max(stamp - self.seen, 0.0)
        speed = float(np.linalg.norm(self.velocity))
        if gap <= LATELY_S:
            loose = handled or speed > STILL_M_S
            ahead = np.asarray(self.velocity) * gap if speed > STILL_M_S else np.zeros(3)
            spread = SCATTER_M + (QUICK_M_S if loose else ALONE_M_S) * gap
            return Expected(np.add(self.position, ahead), spread, self.looks)
        if handled or self.touched > self.seen:
            spread = min(HANDLED_M_S * gap, HANDLED_M)
        else:
            spread = min(ALONE_M_S * gap, ALONE_M)
        return Expected(self._thought(world), 2 * SCATTER_M + spread, self.looks, np.asarray(self.position))

    def _thought(self, world: World) -> FloatArray:
        """Where physics has it while it is not seen."""
        if self.id in world and world.state.status[world.structure.row(self.id)] != Status.UNKNOWN.value:
            return np.asarray(world.pose(self.id).position)
        return np.asarray(self.position)


def _better(known: Looks, seen: Looks) -> Looks:
    """What is known of looks, completed by what is seen."""
    category = known.category if known.category or not seen.category else seen.category
    return Looks(category, known.colour or seen.colour, known.size or seen.size)


@dataclass(frozen=True, slots=True, eq=False)
class Identities:
    """Who is who, as far as is known; carried from tick to tick.

    `counts` are how many names were made up of each word; `called` is what each source calls things by mistake;
    `told` are the doubts that are told, `news` what this tick has to tell. `grasps`
    are what grippers hold, by hand, `felt` the things that only these tell of in this tick.
    """

    tracks: Mapping[EntityId, Track] = field(default_factory=lambda: MappingProxyType({}))
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    called: Mapping[str, Mapping[EntityId, EntityId]] = field(default_factory=lambda: MappingProxyType({}))
    told: Mapping[tuple[EntityId, EntityId], float] = field(default_factory=lambda: MappingProxyType({}))
    news: tuple[Entry, ...] = ()
    people: People = field(default_factory=People)
    grasps: Mapping[EntityId, Grasp] = field(default_factory=lambda: MappingProxyType({}))

    felt: frozenset[EntityId] = frozenset()

    @property
    def hidden(self) -> tuple[EntityId, ...]:
        """The names that were made up."""
        return tuple(name for name, track in self.tracks.items() if track.hidden)
