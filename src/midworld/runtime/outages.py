"""Which guests are put out, told in a world of its own: so it is recorded, written and shown as everything else."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..world import Delta, Ended, Entry, Situation, Statement, World
from .guests import Health

MODULES = "modules"
OUT = "isPutOut"


@dataclass(frozen=True, slots=True)
class Out:
    """Who is out, and until when."""

    until: tuple[tuple[Statement, float], ...] = ()


def outages(world: World | None, memory: object, news: Iterable[Health], stamp: float) -> tuple[Delta, Out] | None:
    """Who is put out and who is back at the end of a tick, as a change of the world that tells; None if nobody is."""
    found = {(each.module, OUT, each.world): each for each in news}
    out = dict(memory.until) if isinstance(memory, Out) else {}
    back = [each for each, until in out.items() if stamp >= until or each in found]
    if not found and not back:
        return None
    held = frozenset[Statement]() if world is None else world.timeline.open.keys()
    entries: list[Entry] = [Ended(stamp, OUT, each[0], each[2]) for each in back if each in held]
    entries += [Situation(stamp, OUT, module, world, reason=each.problem) for (module, _, world), each in found.items()]
    left = {each: until for each, until in out.items() if each not in back}
    left.update({statement: each.until for statement, each in found.items()})
    return Delta(stamp, entries=tuple(entries)), Out(tuple(left.items()))
