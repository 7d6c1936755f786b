"""Things a log speaks of that nobody declared: what is known of them fills the gaps in what they bring."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from ..world import Placed
from .document import Item
from .names import spelling_fault


@dataclass(frozen=True, slots=True)
class Known:
    """What a percept is of, and what is known of that in the words of a scene file."""

    id: str
    description: Mapping[str, object]


# By the name or tag of a percept and the class it says it is of; whether it brings a shape of its own.
Knows = Callable[[str, str, bool], Known | None]


def recognised(name: str, fields: Mapping[str, Item], knows: Knows) -> str:
    """The thing a name stands for: itself, unless it is the tag of another that worlds can name."""
    found = knows(name, _said_class(fields), "shape" in fields)
    return name if found is None or spelling_fault(found.id) is not None else found.id


def with_known(name: str, item: Item, fields: Mapping[str, Item], knows: Knows | None) -> dict[str, Item]:
    """What a percept says of a thing, and what is known besides; its own words come first."""
    found = None if knows is None else knows(name, _said_class(fields), "shape" in fields)
    if found is None:
        return dict(fields)
    known = {key: Item(item.document, (*item.place, key), value) for key, value in found.description.items()}
    return {**known, **fields}


def marked(thing: tuple[Placed, ...], assumed: tuple[str, ...]) -> tuple[Placed, ...]:
    """A thing that tells what of it nobody measured."""
    (entity, pose), *links = thing
    return ((msgspec.structs.replace(entity, assumed=assumed), pose), *links)


def _said_class(fields: Mapping[str, Item]) -> str:
    value = fields["class"].value if "class" in fields else ""
    return value if isinstance(value, str) else ""
