"""A recorded run again, world by world."""

from collections.abc import Iterator
from pathlib import Path

from ..errors import Conflict, DamagedLog
from ..world import World
from .commit import Commit, followed
from .log import read_log


def replayed(path: str | Path) -> Iterator[Commit]:
    """Every commit of a recording with its world rebuilt, the same bytes as in the run.

    Raises DamagedLog where the file breaks off, and BadInput if it cannot be opened.
    """
    worlds: dict[str, World] = {}
    ticks = 0
    stamp: float | None = None
    for logged in read_log(path):
        try:
            world = followed(worlds.get(logged.name) or World(), logged.delta, logged.forget_before)
        except Conflict as conflict:
            what = f"commit {logged.sequence} does not fit what came before ({conflict})"
            raise DamagedLog(str(path), logged.offset, what, ticks=ticks, stamp=stamp) from conflict
        worlds[logged.name] = world
        yield Commit(
            logged.sequence, logged.name, world.stamp, logged.delta, world, logged.forget_before, logged.ends_tick
        )
        if logged.ends_tick:
            ticks, stamp = ticks + 1, world.stamp
