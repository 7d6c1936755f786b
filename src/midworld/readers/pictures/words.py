"""What is written beside a picture."""

from collections.abc import Sequence

from ...world import Ended, Entry, Event, Situation

# Facts follow one another by a few ticks; those within this many seconds happened together.
JUST_S = 0.6


def said(entry: Entry) -> str:
    """An entry of a timeline, in a few words."""
    target = "" if entry.object is None or entry.object is True else f" {entry.object}"
    match entry:
        case Event(_, predicate, subject):
            return f"{subject or 'somebody'} {_verb(predicate)}{target}"
        case Situation(_, predicate, subject):
            return f"{subject} {predicate}{target}"
        case Ended(_, predicate, subject):
            return f"no longer {subject} {predicate}{target}"


def stamp_of(entry: Entry) -> float:
    return entry.start if isinstance(entry, Situation) else entry.stamp


def just_changed(entries: Sequence[Entry], stamp: float) -> tuple[bool, list[Entry]]:
    """The newest changes up to an instant, events first; True if they are of this very moment."""
    past = [entry for entry in entries if stamp_of(entry) <= stamp]
    if not past:
        return False, []
    newest = stamp_of(past[-1])
    together = [entry for entry in past if newest - stamp_of(entry) <= JUST_S / 2]
    rank = {Event: 0, Situation: 1, Ended: 2}
    return stamp - newest <= JUST_S, sorted(together, key=lambda entry: rank[type(entry)])


def _verb(predicate: str) -> str:
    word = predicate.lower()
    return f"{word}s" if word in {"pick", "place", "release"} else predicate
