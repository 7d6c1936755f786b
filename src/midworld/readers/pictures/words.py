"""What is written beside a picture."""

from collections.abc import Sequence

from ...world import Ended, Entry, Event, Situation

# What holds between any two things somehow, or changes with every step: shown only when asked for by name.
ORDINARY = frozenset(
    [
        "leftOf",
        "rightOf",
        "inFrontOf",
        "behind",
        "isAbove",
        "isBelow",
        "near",
        "farFrom",
        "isNextTo",
        "canReach",
        "isMoving",
        "seesWithHeadMovement",
    ]
)
# What people look at changes all the time.
ATTENTION = frozenset({"looksAt", "sees", "focusesOn", "pointsAt", "isPerceiving", "hasHandMovingToward"})
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


def telling(entry: Entry) -> bool:
    """Whether it is worth a place where there is little of it."""
    return entry.predicate not in ORDINARY and "/" not in (entry.subject or "")


def just_changed(entries: Sequence[Entry], stamp: float) -> tuple[bool, list[Entry]]:
    """The newest changes up to an instant, events first; True if they are of this very moment."""
    past = [entry for entry in entries if stamp_of(entry) <= stamp and telling(entry)]
    # Of what people look at only where nothing else happens.
    past = [entry for entry in past if entry.predicate not in ATTENTION] or past
    if not past:
        return False, []
    newest = stamp_of(past[-1])
    together = [entry for entry in past if newest - stamp_of(entry) <= JUST_S / 2]
    rank = {Event: 0, Situation: 1, Ended: 2}
    return stamp - newest <= JUST_S, sorted(together, key=lambda entry: rank[type(entry)])


def _verb(predicate: str) -> str:
    word = predicate.lower()
    return f"{word}s" if word in {"pick", "place", "release"} else predicate
