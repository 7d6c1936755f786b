"""What guests say, checked: entries of now, with names that knowledge, files and pages can spell."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from ..world import Entry, Event, Situation, Statement, Value
from .guests import Trouble

NAME = re.compile(r"[A-Za-z0-9_./-]+")
PREDICATE = re.compile(r"(?!(?:true|false)$)[A-Za-z][A-Za-z0-9_/-]*")


def fit(entries: Iterable[Entry], *, after: float, stamp: float) -> None:
    """Whether entries are of the time since the newest one, and well named. Raises Trouble."""
    for entry in entries:
        _spelt(entry.subject, entry.predicate, entry.object, nobody=isinstance(entry, Event))
        begin = entry.start if isinstance(entry, Situation) else entry.stamp
        end = entry.end if isinstance(entry, Situation) and entry.end is not None else begin
        if not (begin <= end and after <= end <= stamp):
            raise Trouble(f"told of '{entry.predicate}' at {end:g} s, which is not now ({stamp:g} s)")


def worded(said: object, stamp: float) -> object:
    """What is said in the words of the output, as an event or a statement: a mapping, or three words; None if it ended.

    `{"event": "Lift", "agent": None, "object": "cup"}`, `{"subject": "cup", "predicate": "isHot", "object": True}`.
    """
    if isinstance(said, str) and len(said.split()) == 3:
        subject, predicate, target = said.split()
        return subject, predicate, _TRUTH.get(target, target)
    if not isinstance(said, Mapping):
        return said
    words = {str(key): value for key, value in cast("Mapping[object, object]", said).items()}
    if "event" in words:
        agent, target = words.get("agent"), words.get("object")
        who = agent if isinstance(agent, str) else None
        what = target if isinstance(target, str | bool) else None
        return Event(stamp, str(words["event"]), who, what)
    if words.get("holds") is False:
        return None
    return words.get("subject"), words.get("predicate"), words.get("object")


_TRUTH = {"true": True, "false": False}


def fit_statement(said: object) -> Statement:
    """A statement, if it is one. Raises Trouble."""
    match cast("tuple[object, ...]", said) if isinstance(said, tuple) else ():
        case (str(subject), str(predicate), str() | bool() | None as target):
            value = str(target) if isinstance(target, str) else target
            _spelt(subject, predicate, value, nobody=False)
            return str(subject), str(predicate), value
        case _:
            text = repr(cast(object, said))
            shown = text if len(text) < 60 else f"{text[:57]}..."
            raise Trouble(f"told {shown}, which is no event, situation or (subject, predicate, object)")


def _spelt(subject: str | None, predicate: str, target: Value | None, *, nobody: bool) -> None:
    if not PREDICATE.fullmatch(predicate):
        raise Trouble(f"told of {predicate!r}; a predicate is a word such as isHot")
    if not (NAME.fullmatch(subject) if subject is not None else nobody):
        raise Trouble(f"told that {subject!r} {predicate}; a subject is a name of letters, digits, _ . - /")
    if isinstance(target, str) and not target.isprintable():
        raise Trouble(f"told '{subject} {predicate}' of {target!r}, which cannot be printed")
