"""What people call things: identifiers, labels, classes and colours, with or without an article."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ..errors import UnknownName
from ..world import Agent, Entity, EntityId, Object

# Classes that say nothing about what a thing is.
VAGUE = frozenset({"object", "body part", "link"})


@dataclass(frozen=True, slots=True)
class Several:
    """A phrase that fits more than one thing."""

    phrase: str
    candidates: tuple[EntityId, ...]


Meant = EntityId | Several


def meant(phrase: str, entities: Collection[Entity], *, kind: str = "thing") -> Meant:
    """What a phrase names, the plainest reading first: an identifier, a label, a class, a colour and a class.

    Raises UnknownName.
    """
    words = _plain(phrase)
    bare = re.sub(r"^(?:the|a|an) (?=.)", "", words)
    for reading in range(3):
        for wanted in dict.fromkeys((words, bare)):
            found = tuple(entity.id for entity in entities if wanted in set(_names(entity)[reading]))
            if found:
                return found[0] if len(found) == 1 else Several(bare, found)
    things = [entity for entity in entities if isinstance(entity.role, Object | Agent)]
    known = [name for entity in things for name in (entity.id, *entity.labels, *_names(entity)[2])]
    raise UnknownName(kind, re.sub(r"^(?:the|an?)\s+(?=.)", "", phrase.strip(), flags=re.IGNORECASE), known)


def listed(names: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def _names(entity: Entity) -> tuple[Iterator[str], Iterator[str], Iterator[str]]:
    category = _plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", entity.category))
    kinds = [] if category in VAGUE else [category]
    if kinds and isinstance(entity.colour, str):
        kinds.append(f"{_plain(entity.colour)} {category}")
    return iter([_plain(entity.id)]), map(_plain, entity.labels), iter(kinds)


def _plain(text: str) -> str:
    """In small letters, with single spaces for whatever joins words."""
    return re.sub(r"(?:'s)?[\s_/-]+", " ", text.casefold()).strip()
