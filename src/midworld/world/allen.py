"""Allen's thirteen relations between intervals, for situations that may still be open and for instants."""

from enum import StrEnum
from itertools import pairwise, product

from .timeline import ANYTHING, Event, Pattern, Situation, Timeline

# Beyond every stamp there is: stands for "later than all we compare with".
_LATER = 1.0


class Allen(StrEnum):
    BEFORE = "before"
    AFTER = "after"
    MEETS = "meets"
    MET_BY = "met by"
    OVERLAPS = "overlaps"
    OVERLAPPED_BY = "overlapped by"
    STARTS = "starts"
    STARTED_BY = "started by"
    DURING = "during"
    CONTAINS = "contains"
    FINISHES = "finishes"
    FINISHED_BY = "finished by"
    EQUALS = "equals"


_BY_ENDS = {
    (-1, -1): Allen.OVERLAPS,
    (-1, 0): Allen.FINISHED_BY,
    (-1, 1): Allen.CONTAINS,
    (0, -1): Allen.STARTS,
    (0, 0): Allen.EQUALS,
    (0, 1): Allen.STARTED_BY,
    (1, -1): Allen.DURING,
    (1, 0): Allen.FINISHES,
    (1, 1): Allen.OVERLAPPED_BY,
}


def relation(a: tuple[float, float], b: tuple[float, float]) -> Allen:
    """The one relation between two finished intervals; an instant starts and ends at once."""
    if a[1] < b[0]:
        return Allen.BEFORE
    if b[1] < a[0]:
        return Allen.AFTER
    instant = a[0] == a[1] or b[0] == b[1]
    if a[1] == b[0] and not instant:
        return Allen.MEETS
    if b[1] == a[0] and not instant:
        return Allen.MET_BY
    return _BY_ENDS[_sign(a[0] - b[0]), _sign(a[1] - b[1])]


def relations(a: Event | Situation, b: Event | Situation, *, now: float) -> frozenset[Allen]:
    """Every relation that is still possible: one when both are over, more while an end lies in the future."""
    stamps = sorted({stamp for stamp in (*_known(a), *_known(b)) if stamp > now} | {now})
    later = [(low + high) / 2 for low, high in pairwise(stamps)] + stamps[1:]
    later += [stamps[-1] + _LATER, stamps[-1] + 2 * _LATER]
    return frozenset(
        relation((_start(a), end_a), (_start(b), end_b)) for end_a, end_b in product(_ends(a, later), _ends(b, later))
    )


def _known(entry: Event | Situation) -> tuple[float, ...]:
    if isinstance(entry, Event):
        return (entry.stamp,)
    return (entry.start,) if entry.end is None else (entry.start, entry.end)


def _start(entry: Event | Situation) -> float:
    return entry.stamp if isinstance(entry, Event) else entry.start


def _ends(entry: Event | Situation, later: list[float]) -> list[float]:
    if isinstance(entry, Event):
        return [entry.stamp]
    return later if entry.end is None else [entry.end]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def related(
    timeline: Timeline, to: Event | Situation, wanted: frozenset[Allen], pattern: Pattern = ANYTHING
) -> tuple[Situation, ...]:
    """Matching situations whose relation to a given entry is certainly one of those wanted."""
    return tuple(
        situation
        for situation in timeline.situations(pattern)
        if situation is not to and relations(situation, to, now=timeline.latest) <= wanted
    )
