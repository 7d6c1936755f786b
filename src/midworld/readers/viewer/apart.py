"""A viewer in a process of its own: a run only tells what happens, drawing costs it nothing."""

import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType, TracebackType

import msgspec

from ...errors import BadInput, Problem
from ...geometry import Triangles
from ...imagination import Doubt
from ...planning import Plan
from ...runtime import Commit
from ...world import World, diff
from .plans import PlanShown, shown_plan
from .tape import NO_REASONS, NOTHING, Costs, Reasons
from .wire import Began, Committed, Opened, Over, Said, Told, committed, flat, framed

TELL_S = 0.04
END_S = 3.0
# Commits that may wait to go over: for feeders that have time, and at the most.
PENDING, KEPT = 1_000, 10_000
_End = tuple[None, str | None]
_Tick = tuple[float, Costs, Reasons, tuple[str, ...]]


class Wire:
    """One run to be looked at elsewhere. A feeder waits for nobody: it only appends to a queue.

    What a viewer that hangs does not take in is dropped, oldest first; it hears of whole worlds when it goes on.
    """

    def __init__(
        self,
        name: str,
        sentence: str = "",
        meshes: Mapping[str, Triangles] = MappingProxyType({}),
        *,
        live: bool = False,
        doubt: Doubt = Doubt(),  # noqa: B008 - frozen
        costs: Callable[[], Costs] = lambda: NOTHING,
        reasons: Callable[[], Reasons] = lambda: NO_REASONS,
        notes: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self.name, self.sentence, self.meshes, self.live = name, sentence, meshes, live
        self.plan: PlanShown | None = None
        self.doubt = doubt
        self._costs, self._reasons, self._notes = costs, reasons, notes
        self._news: deque[tuple[Commit, _Tick | None] | _End | Said] = deque(maxlen=KEPT)
        self._told: Reasons = NO_REASONS
        self._noted: tuple[str, ...] = ()
        self._known: set[str] = set()
        self._sequence, self._stamp = 0, 0.0
        self._ended = False

    def show(self, plan: Plan) -> None:
        """A plan beside the run, from before the viewer is opened."""
        self.plan = shown_plan(plan)

    def feed(self, commit: Commit) -> None:
        """Takes one commit; what a board's `subscribe` calls."""
        tick = (time.perf_counter(), self._costs(), self._reasons(), self._notes()) if commit.ends_tick else None
        self._stamp = commit.stamp
        self._news.append((commit, tick))

    def say(self, panel: str, value: object, *, stamp: float | None = None) -> None:
        """Tells a panel of the page something, at the newest instant or another: anything msgspec writes as JSON."""
        at = self._stamp if stamp is None else stamp
        self._news.append(Said(0, panel, at, msgspec.json.encode(value)))

    def end(self, trouble: str | None = None) -> None:
        """Nothing more will come; `trouble` is a sentence for the reader of the page."""
        if not self._ended or trouble:
            self._ended = True
            self._news.append((None, trouble))

    def calm(self, at_most: int = PENDING) -> None:
        """Waits until most of what was fed has gone over; for feeders that have time."""
        while len(self._news) > at_most:
            time.sleep(TELL_S / 4)

    def told(self, chapter: int) -> list[bytes]:
        """Everything that is new, as it goes over."""
        found: list[bytes] = []
        while self._news:
            news = self._news.popleft()
            if isinstance(news, Said):
                found.append(framed(msgspec.structs.replace(news, chapter=chapter)))
                continue
            commit, more = news
            if commit is None:
                assert not isinstance(more, tuple)
                found.append(framed(Over(chapter, more)))
            else:
                assert not isinstance(more, str)
                found.append(framed(self._with_tick(self._committed(chapter, commit), more)))
        return found

    def _committed(self, chapter: int, commit: Commit) -> Committed:
        """The first that is told of a world, at all or after something was dropped, tells all of it."""
        if commit.sequence != self._sequence + 1:
            self._known.clear()
        self._sequence = commit.sequence
        whole = commit.name not in self._known
        self._known.add(commit.name)
        return committed(chapter, replace(commit, delta=diff(World(), commit.world)) if whole else commit, whole=whole)

    def _with_tick(self, told: Committed, tick: _Tick | None) -> Committed:
        if tick is None:
            return told
        wall, costs, reasons, notes = tick
        noted = None if notes == self._noted else notes
        self._noted = notes
        new = None if reasons == self._told else {str(name): reason for name, reason in reasons.items()}
        self._told = reasons
        return msgspec.structs.replace(told, wall=wall, costs=dict(costs), reasons=new, notes=noted)


class ViewerProcess:
    """Shows runs until closed; also a context manager. Raises BadInput if a port is taken."""

    def __init__(self, wires: Sequence[Wire], *, port: int | None = None) -> None:
        assert wires
        self._wires = tuple(wires)
        # An interrupt is for the run: the viewer ends when nobody tells it anything any more.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "midworld.readers.viewer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            self.url = self._opened(port)
        except BaseException:
            self._end()
            raise
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._tell, name="viewer", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=END_S)
        if self._thread.is_alive():
            # It does not listen, and whoever tells it something waits for that.
            self._process.kill()
            self._thread.join()
        self._end()

    def __enter__(self) -> "ViewerProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self, port: int | None) -> str:
        chapters = [
            Told(each.name, each.sentence, each.live, flat(each.meshes), each.plan, each.doubt) for each in self._wires
        ]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(framed(Began(chapters, port)))
            self._process.stdin.flush()
            answer = msgspec.json.decode(self._process.stdout.readline(), type=Opened)
        except (OSError, msgspec.MsgspecError) as error:
            raise BadInput([Problem("the viewer", None, "did not start")]) from error
        if answer.trouble:
            raise BadInput([Problem("--port", None, answer.trouble)])
        return answer.url

    def _tell(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        over = False
        while not over:
            over = self._closing.wait(TELL_S)
            news = b"".join([each for place, wire in enumerate(self._wires) for each in wire.told(place)])
            try:
                pipe.write(news)
                pipe.flush()
            except OSError:
                if not self._closing.is_set():
                    print("midworld: the viewer is gone; the run goes on without it", file=sys.stderr, flush=True)
                break
        # Nobody looks any more: keep nothing for them.
        while not self._closing.wait(TELL_S):
            for wire in self._wires:
                wire.told(0)

    def _end(self) -> None:
        """Closing its input ends the viewer; one that does not listen is ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
