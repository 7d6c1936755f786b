"""Writes every commit of a board to a recording, a whole tick at a time."""

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import msgspec

from ..errors import RecordingFailed
from ..world import encode_delta
from .board import Board
from .checkpoint import Pieces, checkpoint
from .commit import Commit, Correction, Root
from .resume import Ending
from .wire import CommitRecord, Header, Record, TickRecord, framed, preamble

# A checkpoint is written once this many ticks and this many times its own size have been recorded since the last:
# it costs a fifth of the file, and whoever resumes works through about ten seconds again.
CHECKPOINT_TICKS = 50
CHECKPOINT_SHARE = 4


class Recorder:
    """Records a board until closed; also a context manager.

    Each tick is handed to the operating system before its commit returns: a killed process loses at most the one it
    was in. `sync` also waits for the disk, which a power cut asks for. Raises RecordingFailed, also through the
    board to the committer when the disk is full, and then leaves the run in peace. With an `ending` it goes on with the
    recording that ends so.
    """

    def __init__(
        self,
        board: Board,
        path: str | Path,
        *,
        metadata: Mapping[str, str] | None = None,
        sync: bool = False,
        ending: Ending | None = None,
    ) -> None:
        self._path = Path(path)
        try:
            # Unbuffered, as a buffer that failed to empty would try once more at the end, over what we mended.
            self._file = self._path.open("wb" if ending is None else "r+b", buffering=0)
            if ending is not None:
                self._file.truncate(ending.offset)
                self._file.seek(ending.offset)
        except OSError as error:
            raise self._failure(error) from error
        self._sync = sync
        self._lock = threading.Lock()
        self._frames: list[bytes] = []
        root = board.root
        self._sequence, self._stamp = root.sequence, float("-inf")
        self._good, self._ticks, self._fed = (0, 0, 0) if ending is None else (ending.offset, ending.ticks, ending.fed)
        self._previous = 0 if ending is None else ending.checkpoint
        self._due = (self._ticks + CHECKPOINT_TICKS, self._good)
        self._pieces = Pieces() if ending is None else ending.pieces
        if ending is None:
            self._frames.append(preamble())
            self._write(Header(dict(metadata or {})))
            if root.sequence:
                self._checkpoint(root, whole=True)
        self._unsubscribe = board.subscribe(self._record)

    def close(self) -> None:
        self._unsubscribe()
        with self._lock:
            self._file.close()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _record(self, commit: Commit) -> None:
        with self._lock:
            if self._file.closed:
                return
            self._sequence += 1
            if commit.sequence != self._sequence:
                self._mend()
                raise RecordingFailed(str(self._path), f"commit {self._sequence} never came, an interrupt took it")
            delta = encode_delta(commit.delta)
            self._frames.append(framed(CommitRecord(commit.sequence, commit.name, commit.forget_before, delta)))
            self._pieces.add(commit.name, commit.delta, commit.forget_before)
            self._stamp = max(self._stamp, commit.stamp)
            if commit.root is not None:
                self._end_tick(commit.root)

    def _end_tick(self, root: Root) -> None:
        self._ticks += 1
        self._fed += 0 if root.cause is None else root.cause.count
        fed = b"" if root.cause is None else msgspec.msgpack.encode(root.cause)
        tick = TickRecord(self._ticks, self._stamp, fed)
        ticks, size = self._due
        if isinstance(root.cause, Correction) and root.whole:
            # It cannot be made again: whoever resumes begins behind it.
            self._frames.append(framed(tick))
            self._checkpoint(root)
            return
        self._write(tick)
        if root.whole and self._ticks >= ticks and self._good >= size:
            self._checkpoint(root)

    def _checkpoint(self, root: Root, *, whole: bool = False) -> None:
        offset = self._good + sum(len(frame) for frame in self._frames)
        stamp = max((world.stamp for world in root.worlds.values()), default=0.0)
        record = checkpoint(
            root, self._pieces, tick=self._ticks, stamp=stamp, previous=self._previous, fed=self._fed, whole=whole
        )
        self._write(record)
        self._previous, self._pieces = offset, Pieces()
        self._due = (self._ticks + CHECKPOINT_TICKS, self._good + CHECKPOINT_SHARE * (self._good - offset))

    def _write(self, last: Record) -> None:
        data = b"".join((*self._frames, framed(last)))
        self._frames.clear()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
            if self._sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._mend()
            raise self._failure(error) from error
        except BaseException:
            self._mend()
            raise
        self._good += len(data)

    def _mend(self) -> None:
        """Takes back what was written of a tick that did not fit, so that the recording ends well."""
        try:
            self._file.truncate(self._good)
        except OSError:
            # Then the recording ends within a tick, which its reader tells apart from damage.
            pass
        finally:
            self._file.close()

    def _failure(self, error: OSError) -> RecordingFailed:
        return RecordingFailed(str(self._path), error.strerror or str(error))
