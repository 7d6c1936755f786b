"""Where a recording ends well, and all it takes to go on from there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import DamagedLog
from .checkpoint import Pieces, root_of, worlds_of
from .commit import Root
from .log import LoggedCommit, LogReader, opened
from .replay import chain_until


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """The end of the last whole tick of a recording: its offset, how many ticks, things fed and commits there were.

    `fed` is what the last checkpoint counted, `checkpoint` its offset, `pieces` what timelines have gained since.
    """

    offset: int
    ticks: int
    fed: int
    stamp: float
    sequence: int
    checkpoint: int = 0
    pieces: Pieces = field(default_factory=Pieces)


@dataclass(frozen=True, slots=True, eq=False)
class Resumption:
    """A root to go on from, if there is one, what each tick since was fed, and where the recording ends."""

    root: Root | None
    fed: tuple[bytes, ...]
    ending: Ending


def resumption(path: str | Path, *, homes: Sequence[str] = ()) -> Resumption:
    """What it takes to go on with a recorded run after its last whole tick; what is cut short behind it is left out.

    Raises DamagedLog for a file that is no recording, UnfitMemory where what stages remembered was not kept.
    """
    chain = chain_until(path, float("inf"))
    with opened(path) as file:
        reader = LogReader(file, str(path))
        reader.header()
        root, checkpoint, count, stamp = None, 0, 0, float("-inf")
        if chain:
            checkpoint, last = chain[-1]
            root = root_of(last, worlds_of([record for _, record in chain]), homes=homes)
            count, stamp = last.fed, last.stamp
            reader.jump(last, checkpoint)
        fed: list[bytes] = []
        pieces, offset, ticks, sequence = Pieces(), reader.offset, reader.ticks, reader.sequence
        try:
            for record in reader.records():
                if isinstance(record, LoggedCommit):
                    pieces.add(record.name, record.delta, record.forget_before)
                    if record.ends_tick:
                        fed.append(record.fed)
                        offset, ticks, sequence = record.offset, reader.ticks, record.sequence
                        stamp = max(stamp, record.delta.stamp or stamp)
        except DamagedLog:
            # A process that was killed leaves half a tick behind, which nobody was told of.
            pass
    return Resumption(root, tuple(fed), Ending(offset, ticks, count, stamp, sequence, checkpoint, pieces))
