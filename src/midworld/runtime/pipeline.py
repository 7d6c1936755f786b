"""Stages in a row, from what the sources report to what the readers see, all of a tick at once."""

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from ..errors import Conflict, DuplicateName, StageFailed, UnknownName, WriterTaken
from ..world import Delta, World
from .board import Board, Writer
from .commit import Cause, Correction
from .guests import LIMITS, Guests, Limits
from .listening import Listener, Read
from .outages import Outages
from .stage import AnyStage
from .turn import Missed, Turn
from .watching import Monitor

NO_MEMORIES: Mapping[str, object] = MappingProxyType({})


class Pipeline:
    """Runs stages on a board. Edits from any thread, at any time, count from the next tick on."""

    def __init__(self, board: Board, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._board = board
        self._clock = clock
        self._editing = threading.Lock()
        self._turn = threading.RLock()
        self._ticking = False
        self._stages: tuple[AnyStage, ...] = ()
        self._sources: dict[str, Writer] = {}
        self._outputs: dict[str, Writer] = {}
        self._costs: Mapping[str, float] = MappingProxyType({})
        self._missed: tuple[Missed, ...] = ()
        self._failures: dict[str, Exception] = {}
        self._monitors: Mapping[str, tuple[Monitor, ...]] = MappingProxyType({})
        self.guests = Guests()
        self._outages = Outages(board)

    @property
    def stages(self) -> tuple[AnyStage, ...]:
        return self._stages

    @property
    def behind(self) -> bool:
        """Whether some stage has yet to make up for an instant it failed at."""
        return bool(self._missed)

    @property
    def costs(self) -> Mapping[str, float]:
        """Seconds each stage took in the newest tick."""
        return self._costs

    def add_source(self, name: str) -> None:
        """Gives a source its world, empty until the first tick that has news of it. Raises WriterTaken."""
        with self._editing:
            if name not in self._sources:
                self._sources[name] = self._board.claim(name, name)

    def add(self, stage: AnyStage, *, before: str | None = None, after: str | None = None) -> None:
        """Puts a stage last, or next to another. Raises UnknownName, DuplicateName, WriterTaken."""
        with self._editing:
            place = len(self._stages)
            if before is not None:
                place = self._place(before)
            elif after is not None:
                place = self._place(after) + 1
            self._rewire((*self._stages[:place], stage, *self._stages[place:]))

    def remove(self, name: str) -> None:
        """Takes a stage out; its world stays as it is, free for another writer. Raises UnknownName."""
        with self._editing:
            place = self._place(name)
            self._rewire((*self._stages[:place], *self._stages[place + 1 :]))

    def replace(self, name: str, stage: AnyStage) -> None:
        """Puts a stage in the place of another. Raises as `add`."""
        with self._editing:
            place = self._place(name)
            self._rewire((*self._stages[:place], stage, *self._stages[place + 1 :]))

    def reorder(self, names: Sequence[str]) -> None:
        """Runs the stages in another order. Raises UnknownName, and Conflict unless each is named once."""
        with self._editing:
            stages = tuple(self._stages[self._place(name)] for name in names)
            if len(set(names)) < len(names) or len(names) < len(self._stages):
                known = ", ".join(stage.name for stage in self._stages)
                raise Conflict([f"an order names every stage once: {known}; not {', '.join(names)}"])
            self._rewire(stages)

    @property
    def monitors(self) -> Mapping[str, tuple[Monitor, ...]]:
        """The monitors of each world, in the order in which they look at it."""
        return self._monitors

    def watch(self, world: str, monitor: Monitor) -> None:
        """Puts a monitor on a world, which need not be there yet. Raises DuplicateName."""
        with self._editing:
            before = self._monitors.get(world, ())
            if any(each.name == monitor.name for each in before):
                raise DuplicateName(f"monitor on '{world}'", monitor.name)
            self._monitors = MappingProxyType({**self._monitors, world: (*before, monitor)})

    def unwatch(self, world: str, name: str) -> None:
        """Takes a monitor off a world; what it said ends with the world's next change. Raises UnknownName."""
        with self._editing:
            before = self._monitors.get(world, ())
            kept = tuple(each for each in before if each.name != name)
            if len(kept) == len(before):
                raise UnknownName("monitor", name, [each.name for each in before])
            self._monitors = MappingProxyType({**self._monitors, world: kept})

    def listen(self, name: str, begin: Callable[[], Read], *, limits: Limits | None = None) -> Callable[[], None]:
        """Tells a guest of every commit from now on; what this returns ends that."""
        return self._board.subscribe(Listener(name, begin, self.guests, limits or LIMITS))

    def tick(
        self,
        stamp: float,
        deltas: Mapping[str, Delta] | None = None,
        *,
        memories: Mapping[str, object] = NO_MEMORIES,
        cause: Cause | None = None,
        only: Collection[str] | None = None,
    ) -> Mapping[str, World]:
        """Takes what sources report, runs every stage, and makes all results visible at once; returns them.

        A change of a source that does not fit raises Conflict and the tick leaves no trace. A stage that raises keeps
        its world and its memory, and so do the stages that read it; all else is committed, then StageFailed is raised.
        The next tick begins with what those stages missed: nothing is lost, it comes a tick late. A stage that fails a
        second time at the same instant goes on without it. `memories` are kept with what sources report, and
        `cause` with the tick. `only` names the stages that have anything to do, if not all.
        """
        with self._turn:
            stages, outputs = self._begin()
            stages = tuple(stage for stage in stages if only is None or stage.name in only)
            deltas = deltas or {}
            for source in deltas:
                self.add_source(source)
            try:
                turn, missed = self._made_up(stages, outputs)
                for source, delta in deltas.items():
                    turn.report(self._sources[source], delta, memories.get(source), stamp)
                now = turn.run(stages, stamp)
                missed = missed if now is None else (*missed, now)
                self._outages.tell(turn.draft, self.guests.news(), stamp)
                worlds = self._board.publish(turn.draft, cause=cause, whole=not missed)
                self._missed, self._costs = missed, MappingProxyType(turn.costs)
            finally:
                self._end()
        failures, self._failures = {**self._failures, **turn.failures}, {}
        if failures:
            late = {name for each in missed for name in each.stages} - failures.keys()
            skipped = [stage.name for stage in stages if stage.name in late]
            raise StageFailed(failures, stamp, skipped=skipped) from next(iter(failures.values()))
        return worlds

    def catch_up(self) -> None:
        """Makes up at once for what stages have missed, if anything; who fails again is told of by the next tick."""
        with self._turn:
            if not self._missed:
                return
            stages, outputs = self._begin()
            try:
                turn, missed = self._made_up(stages, outputs)
                self._board.publish(turn.draft, whole=not missed)
                self._missed = missed
                self._failures.update(turn.failures)
            finally:
                self._end()

    def _made_up(self, stages: Sequence[AnyStage], outputs: Mapping[str, Writer]) -> tuple[Turn, tuple[Missed, ...]]:
        """A turn in which stages have tried again what they missed, and what they still miss."""
        turn = Turn(self._board.draft(), outputs, self._monitors, self.guests, self._clock)
        missed = [turn.make_up(stages, each) for each in self._missed]
        return turn, tuple(each for each in missed if each is not None)

    def _begin(self) -> tuple[tuple[AnyStage, ...], Mapping[str, Writer]]:
        """The stages of a tick; edits from now on count from the next one on."""
        if self._ticking:
            raise Conflict(["a tick cannot begin within a tick; return from the stage or the subscriber first"])
        with self._editing:
            self._ticking = True
            return self._stages, dict(self._outputs)

    def _end(self) -> None:
        with self._editing:
            self._ticking = False
            self._release_unused()

    def go_on_from(self, other: "Pipeline") -> None:
        """Also makes up for what another pipeline of the same stages has missed."""
        self._missed = other._missed

    def correct(self, changes: Mapping[str, tuple[Delta, object]], cause: Correction) -> Mapping[str, World]:
        """Changes worlds and what their writers remember, all at once, as their writers would have."""
        with self._turn:
            draft = self._board.draft()
            for name, (delta, memory) in changes.items():
                writer = self._outputs.get(name) or self._sources.get(name)
                if writer is None:
                    raise UnknownName("world", name, [*self._outputs, *self._sources])
                draft.put(writer, delta, memory)
            return self._board.publish(draft, cause=cause)

    def _place(self, name: str) -> int:
        names = [stage.name for stage in self._stages]
        if name not in names:
            raise UnknownName("stage", name, names)
        return names.index(name)

    def _rewire(self, stages: tuple[AnyStage, ...]) -> None:
        writers: dict[str, str] = {}
        for stage in stages:
            if stage.name in writers.values():
                raise DuplicateName("stage", stage.name)
            if stage.output in writers:
                raise WriterTaken(stage.output, writers[stage.output], stage.name)
            writers[stage.output] = stage.name
        known = {*self._board.names, *writers}
        for stage in stages:
            for name in stage.inputs:
                if name not in known:
                    raise UnknownName("world", name, known)
        for world in writers.keys() - self._outputs.keys():
            self._outputs[world] = self._board.claim(world, writers[world])
        self._stages = stages
        if not self._ticking:
            self._release_unused()

    def _release_unused(self) -> None:
        used = {stage.output for stage in self._stages}
        for world in self._outputs.keys() - used:
            self._outputs.pop(world).release()
