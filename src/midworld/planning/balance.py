"""Who had better do what: ways for tasks by which nobody has much more work than the others."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

# A method with what it was chosen for; the seconds of work it gives each agent.
Wish: TypeAlias = tuple[str, tuple[str, ...]]
Load: TypeAlias = Mapping[str, float]
# Tasks by where they are in the hierarchy, with all known ways to do them.
Loads: TypeAlias = Mapping[int, Mapping[Wish, Load]]

# So many changes of two ways at once are weighed before what was found is taken.
_MOST_PAIRS = 4000

_Change: TypeAlias = tuple[int, Wish, tuple[float, ...]]


def balanced(busy: Load, loads: Loads, chosen: Mapping[int, Wish]) -> dict[int, Wish]:
    """Ways that leave less work to who is busiest, or less altogether: of a plan's, one or two are changed at a time.

    `busy` is the work of the plan whose ways are `chosen`. What waits for what is not looked at.
    """
    agents = tuple(busy)
    work = tuple(busy.values())
    ways = {path: way for path, way in chosen.items() if way in loads.get(path, {})}
    pairs = _MOST_PAIRS
    while True:
        changes = list(_changes(agents, loads, ways))
        best = min(((_worth(work, each[2]), (each,)) for each in changes), default=None, key=lambda each: each[0])
        now = _worth(work, (0.0,) * len(agents))
        if best is None or best[0] >= now:
            best, pairs = _pair(work, changes, pairs)
        if best is None or best[0] >= now:
            return ways
        for path, way, more in best[1]:
            ways[path] = way
            work = tuple(map(float.__add__, work, more))


def led(work: Mapping[int, Load], lead: str) -> dict[int, float]:
    """Ranks by which one agent's own tasks come first, then what several do, then the others' own tasks.

    So what is handed on is there by the time the one who leads is done with its own.
    """
    ranks = {path: 0.0 if len(load) > 1 else -1.0 if lead in load else 1.0 for path, load in work.items()}
    return ranks if any(len(load) > 1 for load in work.values()) else {}


def _worth(work: tuple[float, ...], more: tuple[float, ...]) -> tuple[float, float]:
    """The work of who is busiest and of all, the less the better."""
    after = [round(one + other, 6) for one, other in zip(work, more, strict=True)]
    return max(after, default=0.0), sum(after)


def _changes(agents: tuple[str, ...], loads: Loads, ways: Mapping[int, Wish]) -> Iterator[_Change]:
    """Other ways to do a task, with what they add to each agent's work; of equal tasks, those of two."""
    met: dict[tuple[tuple[float, ...], ...], int] = {}
    for path, way in ways.items():
        own = loads[path][way]
        found = [
            (path, other, tuple(load.get(each, 0.0) - own.get(each, 0.0) for each in agents))
            for other, load in loads[path].items()
            if other != way
        ]
        kind = tuple(each[2] for each in found)
        met[kind] = met.get(kind, 0) + 1
        if met[kind] <= 2:
            yield from found


def _pair(
    work: tuple[float, ...], changes: list[_Change], most: int
) -> tuple[tuple[tuple[float, float], tuple[_Change, ...]] | None, int]:
    """The best two changes at once, and how many may still be weighed."""
    best: tuple[tuple[float, float], tuple[_Change, ...]] | None = None
    for place, one in enumerate(changes):
        for other in changes[place + 1 :]:
            if most <= 0:
                return best, 0
            if one[0] != other[0]:
                most -= 1
                worth = _worth(work, tuple(map(float.__add__, one[2], other[2])))
                if best is None or worth < best[0]:
                    best = worth, (one, other)
    return best, most
