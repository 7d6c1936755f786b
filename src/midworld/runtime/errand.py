"""Work done in a child process: it can be stopped at any instant, its memory ends somewhere, and it opens nothing."""

import contextlib
import gc
import math
import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from ..errors import LimitReached, NotAllowed

_DONE, _FAILED, _OUT_OF_MEMORY = 0, 1, 2
_CHUNK = 1 << 16
_ANY_MB = 1 << 24
_NICE = 10
_STATM = Path("/proc/self/statm")


class Errand:
    """A child that sees everything as it is now, works on its own copy and sends bytes back through `fd`."""

    def __init__(self, work: Callable[[], bytes], *, seconds: float, memory_mb: int) -> None:
        if not hasattr(os, "fork"):
            raise NotAllowed("questions that may have to be stopped", "need an operating system that can fork")
        self.seconds, self.memory_mb = seconds, memory_mb
        self.until = time.monotonic() + seconds
        self.fd, out = os.pipe()
        self._received = bytearray()
        try:
            with warnings.catch_warnings():
                # The child takes no lock another thread may hold: it computes, writes and ends.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._pid = os.fork()
        except OSError as error:
            os.close(self.fd)
            os.close(out)
            raise NotAllowed("one more process", f"cannot be begun to work this out: {error.strerror}") from error
        if self._pid == 0:
            _child(work, out, seconds=seconds, memory_mb=memory_mb)
        os.close(out)

    def receive(self) -> bool:
        """Take in what has come, waiting for something; whether that was the end."""
        data = os.read(self.fd, _CHUNK)
        self._received += data
        return not data

    def result(self) -> bytes:
        """What the child sent before it ended. Raises LimitReached."""
        status = self._end()
        if status == _DONE:
            return bytes(self._received)
        if status in {_OUT_OF_MEMORY, -signal.SIGABRT}:
            raise LimitReached(f"needs more than {self.memory_mb} MB of memory")
        if status == -signal.SIGXCPU:
            raise LimitReached(f"takes longer than {self.seconds:g} s")
        raise LimitReached("is more than can be worked out")

    def stop(self) -> LimitReached:
        """End it where it is; the sentence to tell."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        self._end()
        return LimitReached(f"takes longer than {self.seconds:g} s")

    def wait(self) -> bytes:
        """The result, when it comes in time. Raises LimitReached."""
        poll = select.poll()
        poll.register(self.fd, select.POLLIN)
        try:
            while True:
                left = max(self.until - time.monotonic(), 0.0)
                if not poll.poll(None if left == math.inf else 1e3 * left):
                    raise self.stop()
                if self.receive():
                    return self.result()
        except KeyboardInterrupt:
            self.stop()
            raise

    def _end(self) -> int:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
        _, status = os.waitpid(self._pid, 0)
        return os.waitstatus_to_exitcode(status)


def _child(work: Callable[[], bytes], out: int, *, seconds: float, memory_mb: int) -> NoReturn:
    status = _FAILED
    try:
        gc.disable()
        # Whoever sent it has others to serve meanwhile.
        os.nice(_NICE)
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_DFL)
        _let_go(out)
        _confine(seconds, memory_mb)
        left = memoryview(work())
        while left:
            left = left[os.write(out, left) :]
        status = _DONE
    except MemoryError:
        status = _OUT_OF_MEMORY
    finally:
        # Nothing of what the parent meant to do at its end is ours to do.
        os._exit(status)


def _let_go(out: int) -> None:
    """Close every file and connection of the parent, so that these end when the parent ends them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.closerange(3, out)
    os.closerange(out + 1, os.sysconf("SC_OPEN_MAX"))


def _confine(seconds: float, memory_mb: int) -> None:
    """Open nothing from here on, no file and no connection; the rest is a net under the parent's own watch."""
    assert sys.platform != "win32"
    import resource

    if _STATM.exists() and memory_mb < _ANY_MB:
        most = _size() + (memory_mb << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if seconds < math.inf:
        spent = math.ceil(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (spent, spent))


def _size() -> int:
    """How many bytes this process has asked for so far."""
    return int(_STATM.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
