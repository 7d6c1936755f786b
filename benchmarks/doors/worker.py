"""A door in a process of its own, that may break, hang or swell without harm, and the one who watches it."""

import base64
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Literal

from benchmarks.doors.doors import DOORS, FAULTY, REFUSALS

CPU_S = 2.0
# A loaded machine may take many times as long for what needs so little of a core.
WALL_S = 60.0
GROWTH_MB = 400
ROOM_BYTES = 1 << 30

Kind = Literal["taken", "refused", "raised", "slow", "large", "died", "hung"]
FAULTS = frozenset({"raised", "slow", "large", "died", "hung"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of some bytes: `what` happened, and `where` in Midworld's code."""

    kind: Kind
    what: str = ""
    where: str = ""

    @property
    def is_fault(self) -> bool:
        return self.kind in FAULTS

    @property
    def signature(self) -> tuple[str, str, str]:
        """Equal for what is probably the same fault."""
        return self.kind, self.what.partition(":")[0], self.where


class Watched:
    """A door to which cases are handed; begun anew after whatever may have harmed it."""

    def __init__(self, door: str, *, cpu_s: float = CPU_S) -> None:
        self.door, self._cpu_s = door, cpu_s
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def ask(self, content: bytes) -> Verdict:
        process = self._process or self._begin()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(base64.b64encode(content) + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], WALL_S)
            line = process.stdout.readline() if ready else b""
        except BrokenPipeError:
            ready, line = [process.stdout], b""
        if not line:
            self.close()
            return Verdict("died", f"status {process.returncode}") if ready else Verdict("hung", f"over {WALL_S:g} s")
        verdict = Verdict(*json.loads(line))
        if verdict.kind in ("slow", "large"):
            self.close()
        return verdict

    def close(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            # Whatever it started is in its group.
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None
        # Whoever is killed does not clean up.
        if self._folder is not None:
            self._folder.cleanup()

    def _begin(self) -> subprocess.Popen[bytes]:
        self._folder = tempfile.TemporaryDirectory(prefix="midworld-doors-")
        command = [sys.executable, "-m", "benchmarks.doors.worker", self.door, str(self._cpu_s), self._folder.name]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n", f"the door '{self.door}' does not open"
        return self._process


class TooSlow(BaseException):
    """Raised wherever the work is when its time is over."""


def _late(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _where(error: BaseException) -> str:
    """The innermost place in Midworld."""
    house = f"{os.sep}midworld{os.sep}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if house in frame.filename]
    if not frames:
        return ""
    path = frames[-1].filename.rpartition(house)[2]
    return f"{path} {frames[-1].name}"


def _peak_mb() -> float:
    """The most memory since this process began; what `getrusage` tells includes who started it."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 2**10


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    # Libraries print; nobody but us talks to who watches.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGPROF, _late)
    cpu_s = float(sys.argv[2])
    take = {**DOORS, "faulty": FAULTY}[sys.argv[1]].opened(Path(sys.argv[3]))
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + ROOM_BYTES, resource.RLIM_INFINITY))
    answers.write(b"ready\n")
    answers.flush()
    for line in sys.stdin.buffer:
        content, before = base64.b64decode(line), _peak_mb()
        kind: Kind = "taken"
        what = where = ""
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        try:
            take(content)
        except REFUSALS as refusal:
            kind, what = "refused", str(refusal)
        except TooSlow as slow:
            kind, what, where = "slow", f"over {cpu_s:g} s of a core", _where(slow)
        except Exception as error:
            kind, what, where = "raised", f"{type(error).__name__}: {str(error)[:200]}", _where(error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
        grown = _peak_mb() - before
        if grown > GROWTH_MB and kind in ("taken", "refused"):
            kind, what = "large", f"{GROWTH_MB} MB more"
        answers.write(json.dumps([kind, what, where]).encode() + b"\n")
        answers.flush()


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    main()
