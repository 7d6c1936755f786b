"""What came a little too late, taken in after all: the last moments are lived through again with it."""

from dataclasses import dataclass, replace

import msgspec

from ..runtime import Root
from ..world import Delta, Ended, Entry, Event, Situation, World, diff
from .fed import Fed


@dataclass(frozen=True, slots=True, eq=False)
class RecentTick:
    """One of the last ticks: its instant, all there was before it, and what it was made of."""

    stamp: float
    before: Root
    fed: Fed


def corrected(told: World, right: World, *, since: float) -> Delta:
    """What makes of a world as it was told the one it should have been; what happened is told now, not taken back."""
    stamp = told.stamp
    entries: list[Entry] = [
        Ended(stamp, predicate, subject, target)
        for subject, predicate, target in sorted(told.timeline.open.keys() - right.timeline.open.keys(), key=str)
    ]
    known = {_deed(event) for event in told.timeline.events(start=since)}
    for event in right.timeline.events(start=since):
        if _deed(event) not in known:
            entries.append(_now(event, stamp))
    for statement in sorted(right.timeline.open.keys() - told.timeline.open.keys(), key=str):
        situation = right.timeline.open[statement]
        subject, predicate, target = statement
        entries.append(
            Situation(stamp, predicate, subject, target, confidence=situation.confidence, reason=situation.reason)
        )
    there = replace(right, timeline=told.timeline, stamp=stamp)
    return replace(diff(told, there), stamp=stamp, entries=tuple(entries))


def _deed(event: Event) -> tuple[object, ...]:
    """What happened, whenever within the last moments."""
    return (event.predicate, event.subject, event.object)


def _now(event: Event, stamp: float) -> Event:
    return msgspec.structs.replace(event, stamp=stamp)
