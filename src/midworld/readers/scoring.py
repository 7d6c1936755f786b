"""What was told beside what somebody labelled: events one to one, facts by the time they hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ..world import Value


class Deed(msgspec.Struct, frozen=True):
    """An event, told or labelled: at an instant, or somewhere from `start` to `end`."""

    start: float
    end: float
    event: str
    object: str | None = None
    agent: str | None = None
    hand: str | None = None


class Span(msgspec.Struct, frozen=True):
    """A fact that holds from `start` to `end` in somebody's model."""

    start: float
    end: float
    subject: str
    predicate: str
    object: Value | None
    model: str

    @property
    def statement(self) -> tuple[str, str, str, Value | None]:
        return self.model, self.subject, self.predicate, self.object


@dataclass(frozen=True, slots=True)
class Match:
    """A label and the told event that fits it, if one does; what was told beyond all labels has none."""

    label: Deed | None
    told: Deed | None

    @property
    def right(self) -> bool:
        """Whether it was told, of the right person, and with the hand that was labelled."""
        if self.label is None or self.told is None:
            return False
        hand = self.label.hand is None or self.told.hand is None or self.label.hand == self.told.hand
        return hand and self.label.agent in (None, self.told.agent)

    @property
    def latency_s(self) -> float:
        """How much later it was told than it began; before is negative."""
        assert self.label is not None
        assert self.told is not None
        return self.told.start - self.label.start


@dataclass(frozen=True, slots=True)
class Tally:
    """How many were labelled, told and right."""

    labelled: float
    told: float
    right: float
    latencies_s: tuple[float, ...] = ()

    @property
    def precision(self) -> float:
        return self.right / self.told if self.told else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.labelled if self.labelled else 1.0


def matched(told: Sequence[Deed], labels: Sequence[Deed], *, within_s: float) -> list[Match]:
    """Each label with the nearest event of its kind and object, the right person's first; each event once.

    Nearest pairs first, over all labels: one that comes early does not take what a later one needs.
    """
    pairs = sorted(
        (not Match(label, event).right, _apart(label, event), at, which)
        for at, label in enumerate(labels)
        for which, event in enumerate(told)
        if label.event == event.event and label.object in (None, event.object) and _apart(label, event) <= within_s
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, _, at, which in pairs:
        if at not in taken and which not in used:
            taken[at] = which
            used.add(which)
    found = [Match(label, told[taken[at]] if at in taken else None) for at, label in enumerate(labels)]
    return found + [Match(None, event) for which, event in enumerate(told) if which not in used]


def event_tallies(matches: Iterable[Match], key: Callable[[Deed], str | None]) -> dict[str, Tally]:
    """Tallies by what `key` says of the label, or of the event where there is none."""
    groups: dict[str, list[Match]] = {}
    for match in matches:
        deed = match.label or match.told
        assert deed is not None
        groups.setdefault(key(deed) or "-", []).append(match)
    return {name: _tally(group) for name, group in sorted(groups.items())}


def _tally(matches: Sequence[Match]) -> Tally:
    return Tally(
        sum(match.label is not None for match in matches),
        sum(match.told is not None for match in matches),
        sum(match.right for match in matches),
        tuple(match.latency_s for match in matches if match.right),
    )


def fact_tallies(told: Sequence[Span], labels: Sequence[Span]) -> dict[str, Tally]:
    """Seconds by predicate; only statements about subjects and models that are labelled with that predicate count."""
    judged = {(span.model, span.subject, span.predicate) for span in labels}
    said = _by_statement(span for span in told if (span.model, span.subject, span.predicate) in judged)
    true = _by_statement(labels)
    tallies: dict[str, Tally] = {}
    for statement in {*said, *true}:
        both = sum(
            max(0.0, min(a.end, b.end) - max(a.start, b.start))
            for a in said.get(statement, ())
            for b in true.get(statement, ())
        )
        before = tallies.get(statement[2], Tally(0, 0, 0))
        tallies[statement[2]] = Tally(
            before.labelled + _seconds(true.get(statement, ())),
            before.told + _seconds(said.get(statement, ())),
            before.right + both,
        )
    return dict(sorted(tallies.items()))


def _by_statement(spans: Iterable[Span]) -> Mapping[tuple[str, str, str, Value | None], list[Span]]:
    found: dict[tuple[str, str, str, Value | None], list[Span]] = {}
    for span in spans:
        found.setdefault(span.statement, []).append(span)
    return found


def _seconds(spans: Iterable[Span]) -> float:
    return sum(span.end - span.start for span in spans)


def _apart(label: Deed, event: Deed) -> float:
    """Seconds from an event to the segment of a label; 0 within it."""
    return max(label.start - event.start, event.start - label.end, 0.0)
