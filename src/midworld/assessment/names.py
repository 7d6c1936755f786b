"""The worlds on an assessment's board, by name."""

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import TypeAlias

from ..runtime import MODULES
from ..world import DIVERGENCES, EntityId
from ..world import MERGED as MERGED
from ..world import SOURCE_PREFIX as SOURCE_PREFIX
from ..world import STABLE as STABLE
from ..world import robot_of as robot_of

# Whose mind: a person's, or a person's as thought of by those before.
Path: TypeAlias = tuple[EntityId, ...]

FILTERED = "filtered"
TOLD_PREFIX = "told/"
# What perception itself has to say: who is who.
PERCEPTION = "perception"
# What is nobody's belief, whatever people are called.
NOBODYS = frozenset({MERGED, STABLE, FILTERED, DIVERGENCES, MODULES, PERCEPTION})
# What a monitor is put on to be on every person's world.
MINDS = "minds"
# What nothing and nobody in a scene can be called: names of worlds, and how they begin.
RESERVED = NOBODYS | {MINDS}
RESERVED_PREFIXES = (SOURCE_PREFIX, TOLD_PREFIX)


def source_world(source: str) -> str:
    """The name of the world that holds what one source reports."""
    return f"{SOURCE_PREFIX}{source}"


def told_world(listener: str) -> str:
    """The name of the world that holds what somebody was told."""
    return f"{TOLD_PREFIX}{listener}"


def mind_world(path: Path) -> str:
    """The name of a world of beliefs: `ann`, or `ann/bob` for what Ann thinks Bob believes."""
    return "/".join(path)


def path_of(name: str) -> Path:
    """Whose beliefs a world is, from its name."""
    return tuple(EntityId(each) for each in name.split("/"))


def is_belief(name: str) -> bool:
    """Whether a world may be what somebody believes."""
    return name not in NOBODYS and not name.startswith((SOURCE_PREFIX, TOLD_PREFIX))


def paths(people: Iterable[EntityId], depth: float) -> Iterator[Path]:
    """Whose beliefs there are, about whose: nobody thinks about what oneself thinks."""
    everybody = tuple(people)
    for length in range(1, int(depth) + 1):
        for path in product(everybody, repeat=length):
            if all(one != other for one, other in pairwise(path)):
                yield path
