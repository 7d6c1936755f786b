"""A recorded run again, world by world, from its start or from anywhere in it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from ..errors import Conflict, DamagedLog
from ..world import World, diff
from .checkpoint import worlds_of
from .commit import Commit, followed
from .log import LoggedCommit, LogReader, checkpoints, opened
from .wire import CheckpointRecord


def replayed(path: str | Path, *, start: float | None = None) -> Iterator[Commit]:
    """Every commit of a recording with its world rebuilt, the same bytes as in the run.

    With a `start`, those from the last checkpoint not later on, the first of which are all worlds there. Raises
    DamagedLog where the file breaks off, and BadInput if it cannot be opened.
    """
    with opened(path) as file:
        reader = LogReader(file, str(path))
        reader.header()
        worlds: dict[str, World] = {}
        if start is not None:
            chain = chain_until(path, start)
            if chain:
                worlds.update(worlds_of([record for _, record in chain]))
                offset, last = chain[-1]
                reader.jump(last, offset)
                yield from _begun(last, worlds)
        stamp: float | None = None
        for record in reader.records():
            if isinstance(record, CheckpointRecord):
                if not worlds:
                    worlds.update(worlds_of([record]))
                    yield from _begun(record, worlds)
                continue
            assert isinstance(record, LoggedCommit)
            commit = _commit(record, worlds, str(path), reader.ticks, stamp)
            worlds[commit.name] = commit.world
            yield commit
            stamp = commit.stamp if commit.ends_tick else stamp


def worlds_at(path: str | Path, stamp: float) -> Mapping[str, World]:
    """All worlds of a recording as they were at an instant, without going through all that was before."""
    worlds: dict[str, World] = {}
    for commit in replayed(path, start=stamp):
        if commit.stamp > stamp:
            break
        worlds[commit.name] = commit.world
    return worlds


def chain_until(path: str | Path, stamp: float) -> list[tuple[int, CheckpointRecord]]:
    """The checkpoints of a recording up to an instant, with their offsets, the last of them whole."""
    chain: list[tuple[int, CheckpointRecord]] = []
    for offset, record in checkpoints(path):
        if record.stamp > stamp:
            break
        if chain and chain[-1][1].previous:
            # Of those in between, only what their timelines gained is asked for.
            chain[-1] = (chain[-1][0], msgspec.structs.replace(chain[-1][1], worlds={}, memories=None))
        chain.append((offset, record))
    return chain


def _begun(record: CheckpointRecord, worlds: Mapping[str, World]) -> Iterator[Commit]:
    """The worlds at a checkpoint as commits that put everything into empty worlds."""
    names = [name for name in worlds if name in record.begun]
    for name in names:
        world = worlds[name]
        yield Commit(record.sequence, name, world.stamp, diff(World(), world), world, None, name == names[-1])


def _commit(logged: LoggedCommit, worlds: Mapping[str, World], path: str, ticks: int, stamp: float | None) -> Commit:
    try:
        world = followed(worlds.get(logged.name) or World(), logged.delta, logged.forget_before)
    except Conflict as conflict:
        what = f"commit {logged.sequence} does not fit what came before ({conflict})"
        raise DamagedLog(path, logged.offset, what, ticks=ticks - 1, stamp=stamp) from conflict
    return Commit(
        logged.sequence, logged.name, world.stamp, logged.delta, world, logged.forget_before, logged.ends_tick
    )
