"""What holds, what happened and who is wrong, as values with a sentence each."""

from collections.abc import Iterable

import msgspec

from ..world import MISSING, Divergence, Event, Value, World
from .table import Table


class Fact(msgspec.Struct, frozen=True):
    """Something that holds in a world since an instant."""

    subject: str
    predicate: str
    object: Value | None
    since: float
    confidence: float = 1.0

    def __str__(self) -> str:
        doubt = "" if self.confidence >= 0.995 else f", {self.confidence:.0%} sure"
        return f"{self.subject} {self.predicate} {_said(self.object)} (since {self.since:.2f} s{doubt})"


class Happening(msgspec.Struct, frozen=True):
    """Who did what to which thing, and when, in the words of the output's `event` lines; `str()` is a sentence."""

    stamp: float
    event: str
    agent: str | None
    object: Value | None
    confidence: float = 1.0
    reason: str | None = None

    def __str__(self) -> str:
        return f"{self.stamp:.2f} s: {self.agent or 'somebody'} {self.event} {_said(self.object)}"


class Wrong(Divergence, frozen=True):
    """Somebody's belief that is not another's; `str()` is the reason."""

    def __str__(self) -> str:
        return self.reason


def held(
    world: World, *, subject: str | None = None, predicate: str | None = None, target: Value | None = None
) -> Table[Fact]:
    """What holds in a world, by predicate and subject."""
    facts = [
        Fact(each.subject, each.predicate, each.object, each.start, each.confidence)
        for each in world.timeline.open.values()
        if each.predicate != MISSING
        and subject in (None, each.subject)
        and predicate in (None, each.predicate)
        and (target is None or target == each.object)
    ]
    facts.sort(key=lambda fact: (fact.predicate, fact.subject, str(fact.object)))
    names = ("subject", "predicate", "object", "since", "confidence")
    return Table(facts, names, lambda fact: (fact.subject, fact.predicate, fact.object, fact.since, fact.confidence))


def happened(events: Iterable[Event]) -> Table[Happening]:
    """Events in the order of time."""
    told = [
        Happening(each.stamp, each.predicate, each.subject, each.object, each.confidence, each.reason)
        for each in sorted(events, key=lambda event: event.stamp)
    ]
    return Table(
        told, ("stamp", "agent", "event", "object"), lambda each: (each.stamp, each.agent, each.event, each.object)
    )


def mistaken(found: Iterable[Divergence]) -> Table[Wrong]:
    """Who is wrong about what."""
    told = [Wrong(each.agent, each.other, each.object, each.kind, each.reason) for each in found]
    return Table(told, ("who", "about", "kind", "why"), lambda each: (each.agent, each.object, each.kind, each.reason))


def _said(target: Value | None) -> str:
    return "" if target is None else str(target)
