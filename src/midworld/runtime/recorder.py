"""Writes every commit of a board to a recording, a whole tick at a time."""

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from ..errors import RecordingFailed
from ..world import encode_delta
from .board import Board
from .commit import Commit
from .log import CommitRecord, Header, Record, TickRecord, framed, preamble


class Recorder:
    """Records a board from its first commit until closed; also a context manager.

    Each tick is handed to the operating system before its commit returns: a killed process loses at most the one it
    was in. `sync` also waits for the disk, which a power cut asks for. Raises RecordingFailed, also through the
    board to the committer when the disk is full, and then leaves the run in peace.
    """

    def __init__(
        self, board: Board, path: str | Path, *, metadata: Mapping[str, str] | None = None, sync: bool = False
    ) -> None:
        self._path = Path(path)
        if board.sequence:
            raise RecordingFailed(
                str(path), f"it would miss the {board.sequence} commits before it; record from the start"
            )
        try:
            # Unbuffered, as a buffer that failed to empty would try once more at the end, over what we mended.
            self._file = self._path.open("wb", buffering=0)
        except OSError as error:
            raise self._failure(error) from error
        self._sync = sync
        self._lock = threading.Lock()
        self._frames: list[bytes] = [preamble()]
        self._good = 0
        self._ticks = self._sequence = 0
        self._stamp = float("-inf")
        self._write(Header(dict(metadata or {})))
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
            record = CommitRecord(commit.sequence, commit.name, commit.forget_before, encode_delta(commit.delta))
            self._frames.append(framed(record))
            self._stamp = max(self._stamp, commit.stamp)
            if commit.ends_tick:
                self._ticks += 1
                self._write(TickRecord(self._ticks, self._stamp))

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
