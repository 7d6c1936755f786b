"""What holds at an instant, as rows of a table: since when, how sure, and why."""

from collections.abc import Iterator

import msgspec

from ...world import PLACES, Ended, EntityId, Entry, Event, Object, Situation, Statement, Status, Value, World
from ..scenery import is_divergence, relative
from .tape import TickSnapshot


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """One row; `since` is in seconds from the beginning of the tape."""

    subject: str
    predicate: str
    object: Value | None
    since: float
    confidence: float
    why: str


class Held:
    """The facts of a world from instant to instant; what still holds is not worked out again."""

    def __init__(self) -> None:
        self._known: dict[Statement, tuple[Situation, int, Fact]] = {}

    def at(self, world: World, moment: TickSnapshot, *, start: float) -> tuple[dict[str, Fact], tuple[str, ...]]:
        """What is new or told differently, by key, and the keys of what holds no more."""
        open_, rows, status = world.timeline.open, world.structure.rows, world.state.status.tolist()
        new: dict[str, Fact] = {}
        for statement, situation in open_.items():
            row = rows.get(EntityId(situation.subject), -1)
            how = status[row] if row >= 0 else -1
            known = self._known.get(statement)
            if known is None or known[0] is not situation or known[1] != how:
                fact = told(situation, world, moment, start=start)
                if known is None or known[2] != fact:
                    new[key_of(situation)] = fact
                self._known[statement] = (situation, how, fact)
        over = [statement for statement in self._known if statement not in open_]
        return new, tuple(key_of(self._known.pop(statement)[0]) for statement in over)


def facts(world: World, moment: TickSnapshot, *, start: float, about: str | None = None) -> dict[str, Fact]:
    """Everything that holds in a world, or all of it about one thing, by a key of its own."""
    return {
        key_of(situation): told(situation, world, moment, start=start)
        for situation in world.timeline.open.values()
        if about is None or about in (situation.subject, situation.object)
    }


def told(situation: Situation, world: World, moment: TickSnapshot, *, start: float) -> Fact:
    since, sure = round(situation.start - start, 3), round(situation.confidence, 3)
    subject, predicate, target = situation.statement
    return Fact(subject, predicate, target, since, sure, why(situation, world, moment, start=start))


def key_of(entry: Situation | Ended) -> str:
    return f"{entry.subject}\u001f{entry.predicate}\u001f{entry.object}"


def why(situation: Situation, world: World, moment: TickSnapshot, *, start: float) -> str:
    """The reason that was given for this very fact; of where a thing is, else how we know of it."""
    if situation.reason:
        return relative(situation.reason, start, moment.stamp)
    subject = situation.subject
    if situation.predicate not in PLACES or subject not in world:
        return ""
    status, given = world.status(subject), relative(moment.reasons.get(EntityId(subject), ""), start, moment.stamp)
    if not isinstance(world.entity(subject).role, Object):
        return ""
    if status is Status.PERCEIVED:
        return given or "seen"
    if status is Status.HELD:
        return "out of sight, in a hand"
    return f"worked out, not seen{': ' + given if given else ''}"


# The timeline shows what happens and what people would ask about; the rest is in the table.
SHOWN = frozenset({"isOn", "isIn", "isHeldBy", "isMoving", "sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving"})


def marks(entries: list[Entry], *, start: float, stop: float) -> Iterator[tuple[object, ...]]:
    """Entries of a journal as the page's timeline takes them: begins, ends, and what happens at an instant."""
    for entry in entries:
        match entry:
            case Event(stamp, predicate, subject, target):
                reason = relative(entry.reason or "", start, stop)
                yield ("event", round(stamp - start, 3), subject, predicate, target, reason)
            case Situation(begin, predicate, subject, target) if _shown(predicate):
                reason = relative(entry.reason or "", start, stop)
                yield ("begin", round(begin - start, 3), subject, predicate, target, reason)
                if entry.end is not None:
                    yield ("end", round(entry.end - start, 3), subject, predicate, target, "")
            case Ended(stamp, predicate, subject, target) if _shown(predicate):
                yield ("end", round(stamp - start, 3), subject, predicate, target, "")
            case _:
                pass


def _shown(predicate: str) -> bool:
    return predicate in SHOWN or is_divergence(predicate)


def about(entry: Entry, name: str) -> bool:
    return name in (entry.subject, entry.object)
