"""Actions as JSON, with alternatives: a list where a number is expected, several lists are a product."""

import itertools
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from ..errors import BadAction, UnknownName, printable, shortened
from .actions import Action, Carry, Place, Push, Tilt
from .moreactions import Close, HandOver, MoveBase, Open, Pick, Pour, Pull, Reach, Slide
from .refusals import finite, refused

Document: TypeAlias = "Mapping[str, object]"
Kinds: TypeAlias = Mapping[str, type[Action]]

# More alternatives than this are a mistake in the file rather than a wish.
MOST = 1000

ACTIONS: Kinds = {
    "push": Push,
    "place": Place,
    "tilt": Tilt,
    "carry": Carry,
    "move_base": MoveBase,
    "reach": Reach,
    "pick": Pick,
    "pull": Pull,
    "slide": Slide,
    "pour": Pour,
    "hand_over": HandOver,
    "open": Open,
    "close": Close,
}


def read_action(text: bytes | str, kinds: Kinds = ACTIONS) -> tuple[Document, tuple[Action, ...]]:
    """A JSON action as it was written, and the actions it stands for. Raises BadAction or UnknownName."""
    try:
        # Unlike msgspec it reads NaN and Infinity too, so that they can be refused by their key.
        document = json.loads(text, object_pairs_hook=_once)
        finite(document)
    except (ValueError, RecursionError) as error:
        raise BadAction("JSON", f"cannot be read: {error}") from error
    return document, actions_of(document, kinds)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object as JSON writes it; a key that stands in it twice is refused."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadAction(shortened(printable(key)), "stands there twice")
        found[key] = value
    return found


def actions_of(document: object, kinds: Kinds = ACTIONS) -> tuple[Action, ...]:
    """Every action a document stands for, the last list running fastest."""
    if not isinstance(document, dict):
        raise BadAction("action", 'is no JSON object; write {"action": "push", "object": "cup", ...}')
    given: dict[str, object] = {str(key): value for key, value in document.items()}  # pyright: ignore
    finite(given)
    name = given.get("action")
    if not isinstance(name, str):
        raise BadAction("action", f"is missing; known: {', '.join(sorted(kinds))}")
    if name not in kinds:
        raise UnknownName("action", name, kinds)
    found: list[Action] = []
    for plain in itertools.islice(_alternatives(given, _depths(kinds[name])), MOST + 1):
        found.append(_converted(plain, kinds[name]))
    if len(found) > MOST:
        raise BadAction("action", f"has more than {MOST} alternatives; give fewer or shorter lists")
    return tuple(found)


def _converted(plain: Document, kind: type[Action]) -> Action:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise refused(error, plain, kind) from error


def _alternatives(given: Document, depths: Mapping[str, int], inside: str = "") -> Iterator[Document]:
    names = list(given)
    options = [_options(given[name], depths.get(name, 0), f"{inside}{name}") for name in names]
    for values in itertools.product(*options):
        yield dict(zip(names, values, strict=True))


@lru_cache(maxsize=64)
def _depths(kind: type[Action]) -> Mapping[str, int]:
    """How deep a list each parameter of an action is by its type: 1 for a vector, 2 for a path, 0 for a number."""
    return {name: _depth(hint) for name, hint in get_type_hints(kind).items()}


def _depth(hint: object) -> int:
    inner = [_depth(each) for each in get_args(hint) if each is not Ellipsis]
    return (get_origin(hint) in (tuple, list)) + max(inner, default=0)


def _options(value: object, depth: int, name: str) -> list[object]:
    """What the value of a parameter may be, where numbers are expected `depth` lists deep."""
    if isinstance(value, dict):
        inner: dict[str, object] = {str(key): each for key, each in value.items()}  # pyright: ignore
        return list(_alternatives(inner, {}, f"{name}."))
    if not isinstance(value, list):
        return [value]
    items: list[object] = list(value)  # pyright: ignore
    if depth == 0:
        if not items:
            raise BadAction(name, "is an empty list; give a number, or a list of alternatives")
        return items
    if depth == 1 and items and all(isinstance(each, list) for each in items) and len(items) not in (3, 4):
        # No vector has so many coordinates: these are vectors to choose from.
        return items
    return [list(each) for each in itertools.product(*(_options(each, depth - 1, name) for each in items))]
