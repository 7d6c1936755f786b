"""What a simulated person makes of a sentence: the verb, and the things that are named, in the order they are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...world import EntityId

VERBS: Mapping[str, tuple[str, ...]] = {
    "throw": ("throw", "drop", "bin"),
    "give": ("give", "hand"),
    "put": ("put", "place"),
    "take": ("take", "pick", "grab", "get"),
    "offer": ("here is",),
    "wait": ("wait", "stop", "never mind"),
    "know": ("is on", "is in", "is next to"),
}


@dataclass(frozen=True, slots=True)
class Heard:
    """Something to do, or to know, with the things it is about and the people that are named."""

    verb: str
    things: tuple[EntityId, ...]
    people: tuple[EntityId, ...] = ()


def understood(
    text: str,
    labels: Mapping[EntityId, tuple[str, ...]],
    *,
    last: EntityId | None = None,
    people: Mapping[EntityId, tuple[str, ...]] = MappingProxyType({}),
) -> Heard | None:
    """None where nothing is asked or told by a verb that is known; `last` is what "it" means."""
    words = text.lower()
    if words.startswith(("ok", "i ")):
        # What somebody else is about to do asks for nothing.
        return None
    verb = next((verb for verb, forms in VERBS.items() if any(_found(form, words) is not None for form in forms)), None)
    if verb is None:
        return None
    places = named(words, labels)
    things = tuple(sorted(places, key=places.__getitem__))
    it = _found("it", words)
    if last is not None and it is not None and all(places[thing] > it for thing in things):
        things = (last, *things)
    others = named(words, people)
    return Heard(verb, things, tuple(sorted(others, key=others.__getitem__)))


def named(words: str, labels: Mapping[EntityId, tuple[str, ...]]) -> dict[EntityId, int]:
    """The things that lower-case words name, and where."""
    places: dict[EntityId, int] = {}
    # Longer names first, so that the pink box is not also a box.
    names = [(label.lower(), thing) for thing, some in labels.items() for label in some]
    names.sort(key=lambda each: -len(each[0]))
    for label, thing in names:
        place = _found(label, words)
        if place is not None and thing not in places:
            places[thing] = place
            words = words[:place] + "#" * len(label) + words[place + len(label) :]
    return places


def _found(form: str, words: str) -> int | None:
    match = re.search(rf"(?<!\w){re.escape(form)}(?!\w)", words)
    return None if match is None else match.start()
