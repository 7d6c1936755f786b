"""What is kept with a world: what its stage remembers, and what is to be made up for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..world import World
from .guests import Outage
from .watching import UNWATCHED, Watched


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a stage remembers, under its name: another stage that takes over its world begins anew.

    With it is kept what the monitors of its world carry from tick to tick, and when a guest was last put out.
    """

    stage: str
    value: object
    watched: Watched = UNWATCHED
    outage: Outage | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Missed:
    """An instant that some stages have yet to work on, and all worlds and memories as they were then.

    `failed` are those of them that tried; the others wait for what they make.
    """

    stamp: float
    stages: frozenset[str]
    failed: frozenset[str]
    worlds: Mapping[str, World]
    memories: Mapping[str, object]


def own(world: World, watched: Watched) -> World:
    """A world as its stage left it: what monitors say of it is none of the stage's business."""
    if not watched:
        return world
    timeline = world.timeline.without(watched.statements)
    return world if timeline is world.timeline else replace(world, timeline=timeline)


def remembered(memory: object) -> object:
    """What is remembered, whoever does."""
    return memory.value if isinstance(memory, Remembered) else memory
