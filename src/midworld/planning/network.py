"""Tasks and which of them come before which."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .state import Task

Before: TypeAlias = tuple[tuple[int, ...], ...]


class Shape(NamedTuple):
    """The order of some tasks: for each the places of those directly before it, and what follows from that."""

    before: Before
    after: Before
    firsts: tuple[int, ...]
    lasts: tuple[int, ...]
    # Places so that whatever comes after one stands before it; some are missing where the order is a circle.
    backwards: tuple[int, ...]

    @property
    def total(self) -> bool:
        """Whether there is only one order."""
        line = self.backwards[::-1]
        return all(line[place] in self.before[line[place + 1]] for place in range(len(line) - 1))


class Network(NamedTuple):
    """Tasks and their order."""

    tasks: tuple[Task, ...]
    shape: Shape


Part: TypeAlias = Task | Network


@lru_cache(maxsize=4096)
def shaped(before: Before) -> Shape:
    """The order in which each task comes after those given for it."""
    later: list[list[int]] = [[] for _ in before]
    for place, earlier in enumerate(before):
        for each in earlier:
            later[each].append(place)
    waiting = [len(each) for each in later]
    lasts = tuple(place for place, each in enumerate(later) if not each)
    backwards = list(lasts)
    for place in backwards:
        for each in before[place]:
            waiting[each] -= 1
            if not waiting[each]:
                backwards.append(each)
    firsts = tuple(place for place, earlier in enumerate(before) if not earlier)
    return Shape(before, tuple(map(tuple, later)), firsts, lasts, tuple(backwards))


@lru_cache(maxsize=1024)
def _line(count: int) -> Shape:
    return shaped(tuple((place - 1,) if place else () for place in range(count)))


def chain(tasks: Sequence[Task]) -> Network:
    """Tasks one after the other."""
    return Network(tuple(tasks), _line(len(tasks)))


EMPTY = chain(())


def unordered(*parts: Part) -> Network:
    """Tasks and networks side by side."""
    tasks: list[Task] = []
    before: list[tuple[int, ...]] = []
    for part in map(_network, parts):
        offset = len(tasks)
        tasks += part.tasks
        before += [tuple(each + offset for each in earlier) for earlier in part.shape.before]
    return Network(tuple(tasks), shaped(tuple(before)))


def ordered(*parts: Part) -> Network:
    """Tasks and networks one after the other."""
    if not any(isinstance(part, Network) for part in parts):
        return chain([part for part in parts if not isinstance(part, Network)])
    tasks: list[Task] = []
    before: list[tuple[int, ...]] = []
    ends: tuple[int, ...] = ()
    for part in map(_network, parts):
        if not part.tasks:
            continue
        offset = len(tasks)
        tasks += part.tasks
        before += [tuple(each + offset for each in earlier) or ends for earlier in part.shape.before]
        ends = tuple(each + offset for each in part.shape.lasts)
    return Network(tuple(tasks), shaped(tuple(before)))


def _network(part: Part) -> Network:
    return part if isinstance(part, Network) else chain([part])
