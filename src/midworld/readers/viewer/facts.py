"""What holds at an instant, as rows of a table: since when, how sure, and why."""

from collections.abc import Iterator

import msgspec

from ...world import Ended, Entry, Event, Situation, Status, Value, World
from .tape import Moment


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """One row; `since` is in seconds from the beginning of the tape."""

    subject: str
    predicate: str
    object: Value | None
    since: float
    confidence: float
    why: str


def facts(world: World, moment: Moment, *, start: float) -> dict[str, Fact]:
    """Everything that holds in a world, by a key of its own."""
    return {
        key_of(situation): Fact(
            situation.subject,
            situation.predicate,
            situation.object,
            round(situation.start - start, 3),
            round(situation.confidence, 3),
            why(situation, world, moment),
        )
        for situation in world.timeline.open.values()
    }


def key_of(entry: Situation | Ended) -> str:
    return f"{entry.subject}\u001f{entry.predicate}\u001f{entry.object}"


def why(situation: Situation, world: World, moment: Moment) -> str:
    """The reason that was given, or else how we know of the thing it is about."""
    if situation.reason:
        return situation.reason
    subject = situation.subject
    if subject not in world:
        return ""
    status = world.status(subject)
    given = next((reason for name, reason in moment.reasons.items() if name == subject), "")
    if status is Status.PERCEIVED:
        return given or "seen"
    if status is Status.HELD:
        return "out of sight, in a hand"
    return f"worked out, not seen{': ' + given if given else ''}"


# The timeline shows what happens and what people would ask about; the rest is in the table.
SHOWN = frozenset({"isOn", "isIn", "isHeldBy", "isMoving", "sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving"})


def marks(entries: list[Entry], *, start: float) -> Iterator[tuple[object, ...]]:
    """Entries of a journal as the page's timeline takes them: begins, ends, and what happens at an instant."""
    for entry in entries:
        match entry:
            case Event(stamp, predicate, subject, target):
                yield ("event", round(stamp - start, 3), subject, predicate, target, entry.reason or "")
            case Situation(begin, predicate, subject, target) if _shown(predicate):
                yield ("begin", round(begin - start, 3), subject, predicate, target, entry.reason or "")
                if entry.end is not None:
                    yield ("end", round(entry.end - start, 3), subject, predicate, target, "")
            case Ended(stamp, predicate, subject, target) if _shown(predicate):
                yield ("end", round(stamp - start, 3), subject, predicate, target, "")
            case _:
                pass


def _shown(predicate: str) -> bool:
    return predicate in SHOWN or is_divergence(predicate)


def is_divergence(predicate: str) -> bool:
    """Whether a predicate says that somebody is wrong or does not know."""
    word = predicate.lower()
    return "belief" in word or "ignoran" in word or "diverge" in word


def about(entry: Entry, name: str) -> bool:
    return name in (entry.subject, entry.object)
