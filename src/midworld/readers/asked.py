"""What is asked of which worlds, and what an answer is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import msgspec

from ..world import STABLE, Agent, Entity, EntityId, Event, Situation, Value, World

# Stamps beyond this count from an epoch.
EPOCH_S = 1e5


class Fact(msgspec.Struct, frozen=True):
    """What an answer rests on; `until` is given where it is over."""

    subject: str | None
    predicate: str
    object: Value | None
    since: float
    until: float | None = None
    reason: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """A sentence for people and the facts for machines; `holds` where the question was yes or no."""

    text: str
    facts: tuple[Fact, ...] = ()
    holds: bool | None = None
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """All worlds at an instant, and in whose it is asked: the robot's, or `ann`'s, or `ann/bob`'s.

    `declared` is what may be there without having been perceived, `start` the first instant there is.
    """

    worlds: Mapping[str, World]
    owner: str
    robot: str
    declared: tuple[Entity, ...] = ()
    start: float = 0.0

    @property
    def world(self) -> World:
        return self.worlds[STABLE if self.owner == self.robot else self.owner]

    @property
    def vocabulary(self) -> tuple[Entity, ...]:
        """Everything that can be asked about, known to the owner or not."""
        known = chain(self.world.structure.entities, self.worlds[STABLE].structure.entities, self.declared)
        return tuple({entity.id: entity for entity in known}.values())

    @property
    def me(self) -> str:
        """Who knows or does not: the last of those who think of one another."""
        return self.owner.split("/")[-1]

    def so(self, sentence: str) -> str:
        """A sentence as the owner would have it."""
        return f"{self._believers(self._chain)}{sentence}."

    def of_me(self, sentence: str) -> str:
        """A sentence about the owner, as whoever thinks of it would have it."""
        return f"{self._believers(self._chain[:-1])}{sentence}."

    def knows_not(self, what: str) -> str:
        """A sentence about what the owner does not know."""
        return self.of_me(f"{self.me} does not know {what}")

    def readable(self, text: str) -> str:
        """A text with its instants as people read them: since the start, where stamps count from an epoch."""
        if self.start < EPOCH_S:
            return text
        return re.sub(r"\b\d{6,}(?:\.\d+)?(?= s\b)", lambda stamp: f"+{float(stamp[0]) - self.start:.1f}", text)

    def of(self, agent: str) -> World | None:
        """What an agent believes, as the owner has it."""
        if agent == self.me:
            return self.world
        return self.worlds.get(agent if self.owner == self.robot else f"{self.owner}/{agent}")

    @property
    def minds(self) -> Mapping[EntityId, World]:
        """What others believe, as the owner has it."""
        people = [entity.id for entity in self.world.structure.entities if isinstance(entity.role, Agent)]
        found = {name: self.of(name) for name in people if name != self.me}
        return {name: world for name, world in found.items() if world is not None}

    @property
    def _chain(self) -> list[str]:
        return self.owner.split("/")

    def _believers(self, chain: Sequence[str]) -> str:
        return "" if self.owner == self.robot else "".join(f"{name} believes that " for name in chain)


def entry_fact(entry: Event | Situation) -> Fact:
    """What an answer rests on."""
    if isinstance(entry, Event):
        return Fact(entry.subject, entry.predicate, entry.object, entry.stamp, entry.stamp, entry.reason)
    return Fact(entry.subject, entry.predicate, entry.object, entry.start, entry.end, entry.reason)


def instant(stamp: float) -> str:
    """A stamp as it stands in a sentence."""
    return f"{stamp:.1f} s"
