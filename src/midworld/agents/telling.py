"""Facts told once they have lasted, and taken back once they have been gone for a while."""

from collections.abc import Callable, Mapping, Set

from ..world import Ended, Entry, Situation, Statement, Timeline


def told_at_once(changed: Mapping[Statement, bool], timeline: Timeline, *, stamp: float) -> list[Entry]:
    """The entries by which a timeline comes to hold what has begun (True), and no more what has ended."""
    entries: list[Entry] = []
    for statement in sorted(changed, key=str):
        begun = changed[statement]
        if begun is not (statement in timeline.open):
            subject, predicate, target = statement
            kind = Situation if begun else Ended
            entries.append(kind(stamp, predicate, subject, target))
    return entries


def told(
    true: Set[Statement],
    timeline: Timeline,
    pending: Mapping[Statement, float],
    *,
    stamp: float,
    predicates: frozenset[str],
    delay: Callable[[str], float],
) -> tuple[list[Entry], dict[Statement, float]]:
    """The entries by which a timeline comes to hold what is true of some predicates, and what waits, since when."""
    held = timeline.held(*predicates)
    entries: list[Entry] = []
    waiting: dict[Statement, float] = {}
    for statement in sorted(held ^ true, key=str):
        subject, predicate, target = statement
        since = pending.get(statement, stamp)
        if stamp - since < delay(predicate):
            waiting[statement] = since
        elif statement in held:
            entries.append(Ended(stamp, predicate, subject, target))
        else:
            entries.append(Situation(stamp, predicate, subject, target))
    return entries, waiting
