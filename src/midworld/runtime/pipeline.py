"""Stages in a row, from what the sources report to what the readers see, all of a tick at once."""

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..errors import Conflict, StageFailed, UnknownName
from ..world import Delta, World
from .board import Board, Change, Writer
from .commit import Cause, Correction, canonical, misfit
from .filters import called, silenced
from .guests import Guests, Trouble, put_out
from .memory import Missed, Remembered, own, remembered
from .outages import MODULES, outages
from .stage import AnyStage, Inputs
from .watching import UNWATCHED, Monitor, Watched, disowned, handed_over, watch
from .wiring import Wiring

NO_MEMORIES: Mapping[str, object] = MappingProxyType({})


class Pipeline(Wiring):
    """Runs stages on a board. Edits from any thread, at any time, count from the next tick on."""

    def __init__(self, board: Board, *, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(board)
        self._clock = clock
        self._turn = threading.RLock()
        self._costs: Mapping[str, float] = MappingProxyType({})
        self._missed: tuple[Missed, ...] = ()
        self._failures: dict[str, Exception] = {}
        self._modules: Writer | None = None

    @property
    def behind(self) -> bool:
        """Whether some stage has yet to make up for an instant it failed at."""
        return bool(self._missed)

    @property
    def costs(self) -> Mapping[str, float]:
        """Seconds each stage took in the newest tick."""
        return self._costs

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
                self._tell_outages(turn, stamp)
                worlds = self._board.publish(turn.changes, cause=cause, whole=not missed)
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
                self._board.publish(turn.changes, whole=not missed)
                self._missed = missed
                self._failures.update(turn.failures)
            finally:
                self._end()

    def _made_up(self, stages: Sequence[AnyStage], outputs: Mapping[str, Writer]) -> "tuple[Turn, tuple[Missed, ...]]":
        """A turn in which stages have tried again what they missed, and what they still miss."""
        turn = self._begun(outputs)
        missed = [turn.make_up(stages, each) for each in self._missed]
        return turn, tuple(each for each in missed if each is not None)

    def _begun(self, outputs: Mapping[str, Writer]) -> "Turn":
        root = self._board.root
        worlds, memories, begun = dict(root.worlds), dict(root.memories), set(root.begun)
        return Turn(worlds, memories, begun, outputs, self._monitors, self.guests, self._clock)

    def _tell_outages(self, turn: "Turn", stamp: float) -> None:
        """Which guests are put out and which are back, in a world that is there from the first trouble on."""
        news = outages(turn.worlds.get(MODULES), turn.memories.get(MODULES), self.guests.news(), stamp)
        if news is None:
            return
        if self._modules is None:
            self._modules = self._board.claim(MODULES, MODULES)
            turn.worlds.setdefault(MODULES, self._board[MODULES])
        turn.put(self._modules, *news)

    def go_on_from(self, other: "Pipeline") -> None:
        """Also makes up for what another pipeline of the same stages has missed."""
        self._missed = other._missed

    def correct(self, changes: Mapping[str, tuple[Delta, object]], cause: Correction) -> Mapping[str, World]:
        """Changes worlds and what their writers remember, all at once, as their writers would have."""
        with self._turn:
            turn = self._begun(self._outputs)
            for name, (delta, memory) in changes.items():
                writer = self._outputs.get(name) or self._sources.get(name)
                if writer is None:
                    raise UnknownName("world", name, [*self._outputs, *self._sources])
                turn.put(writer, delta, memory)
            return self._board.publish(turn.changes, cause=cause)


@dataclass(slots=True, eq=False)
class Turn:
    """One tick in the making: worlds nobody else sees yet, who failed, whose worlds are behind, how long each took."""

    worlds: dict[str, World]
    memories: dict[str, object]
    begun: set[str]
    outputs: Mapping[str, Writer]
    monitors: Mapping[str, Sequence[Monitor]]
    guests: Guests
    clock: Callable[[], float]
    changes: list[Change] = field(default_factory=list[Change])
    failures: dict[str, Exception] = field(default_factory=dict[str, Exception])
    costs: dict[str, float] = field(default_factory=dict[str, float])
    late: set[str] = field(default_factory=set[str])

    def put(self, writer: Writer, delta: Delta, memory: object) -> World:
        """The world after a change, kept with what its writer remembers.

        Raises Conflict where the change does not fit or time runs backwards.
        """
        name = writer.world
        before = self.worlds[name]
        try:
            delta = canonical(delta)
            after = before.apply(delta)
        except Conflict as conflict:
            raise misfit(name, conflict) from conflict
        self.changes.append(Change(writer, before, delta, after, memory).checked(begun=name in self.begun))
        self.worlds[name], self.memories[name] = after, memory
        self.begun.add(name)
        return after

    def report(self, source: Writer, delta: Delta, memory: object, stamp: float) -> None:
        """What a source reports. Raises Conflict."""
        watched = self._watched(source.world)
        if watched or self.monitors.get(source.world):
            self._put(source, delta, Remembered(source.world, memory, watched), stamp)
        else:
            self.put(source, _stamped(delta, stamp), memory)

    def run(self, stages: Sequence[AnyStage], stamp: float) -> Missed | None:
        """All stages at the instant of the tick; what some of them could not do, the next tick begins with."""
        todo, failed = set[str](), set[str]()
        for stage in stages:
            if stage.output in self.late or not self.late.isdisjoint(stage.inputs):
                todo.add(stage.name)
                self.late.add(stage.output)
                continue
            after = self._step(stage, self._inputs(stage), stamp)
            while after is None and not stage.guest and self._relieved(stage, stages, stamp):
                after = self._step(stage, self._inputs(stage), stamp)
            if after is None and not stage.guest:
                todo.add(stage.name)
                failed.add(stage.name)
                self.late.add(stage.output)
        if not todo:
            return None
        worlds, memories = dict(self.worlds), dict(self.memories)
        return Missed(stamp, frozenset(todo), frozenset(failed), worlds, memories)

    def make_up(self, stages: Sequence[AnyStage], missed: Missed) -> Missed | None:
        """What was missed at an earlier instant; who fails again goes on without it, as do those that read it.

        Gives what is still to be made up for: what was only waited for may fail once, too.
        """
        worlds, memories = dict(missed.worlds), dict(missed.memories)
        todo, failed, lost = set[str](), set[str](), set[str]()
        for stage in stages:
            if stage.name not in missed.stages or not lost.isdisjoint(stage.inputs):
                lost |= {stage.output} if stage.name in missed.stages else set()
                continue
            if stage.output in self.late or not self.late.isdisjoint(stage.inputs):
                todo.add(stage.name)
                self.late.add(stage.output)
                continue
            inputs = {name: worlds[name] for name in stage.inputs}
            known = {name: remembered(memories.get(name)) for name in stage.inputs}
            after = self._step(stage, Inputs(inputs, known), missed.stamp)
            if after is not None:
                worlds[stage.output], memories[stage.output] = after, self.memories.get(stage.output)
            elif stage.name in missed.failed:
                lost.add(stage.output)
            else:
                todo.add(stage.name)
                failed.add(stage.name)
                self.late.add(stage.output)
        return Missed(missed.stamp, frozenset(todo), frozenset(failed), worlds, memories) if todo else None

    def _inputs(self, stage: AnyStage) -> Inputs:
        worlds = {name: self.worlds[name] for name in stage.inputs}
        return Inputs(worlds, {name: remembered(self.memories.get(name)) for name in stage.inputs})

    def _relieved(self, stage: AnyStage, stages: Sequence[AnyStage], stamp: float) -> bool:
        """Whether a stage that failed now reads what it would without the guest in its way, who may be to blame."""
        way: list[AnyStage] = []
        needed = {*stage.inputs}
        for each in reversed(stages[: stages.index(stage)]):
            if each.instead is not None and each.output in needed:
                way.insert(0, each)
                needed.update(each.inputs)
        working = [each for each in way if not self._is_out(each, stamp)]
        if not working:
            return False
        error = self.failures.pop(stage.name)
        kept = self._kept(working[-1])
        outage = put_out(kept.outage, stamp)
        problem = f"gave what made '{stage.name}' fail: {type(error).__name__}: {error}"
        self.guests.report((working[-1].name, working[-1].output), problem, stamp, outage)
        for each in way[way.index(working[-1]) :]:
            kept = self._kept(each)
            kept = replace(kept, value=each.memory, outage=outage) if each is working[-1] else kept
            assert each.instead is not None
            previous = own(self.worlds[each.output], kept.watched)
            delta, _ = each.instead(self._inputs(each), previous, each.memory, stamp)
            self._put(self.outputs[each.output], delta, kept, stamp)
        return True

    def _is_out(self, stage: AnyStage, stamp: float) -> bool:
        outage = self._kept(stage).outage
        return outage is not None and not outage.over(stamp)

    def _kept(self, stage: AnyStage) -> Remembered:
        kept = self.memories.get(stage.output)
        if isinstance(kept, Remembered) and kept.stage == stage.name:
            return kept
        return Remembered(stage.name, stage.memory, self._watched(stage.output))

    def _step(self, stage: AnyStage, inputs: Inputs, stamp: float) -> World | None:
        """The world a stage makes; None if it fails."""
        start = self.clock()
        kept = self._kept(stage)
        writer, previous = self.outputs[stage.output], own(self.worlds[stage.output], kept.watched)
        try:
            if stage.guest:
                return self._guest(stage, inputs, previous, writer, kept, stamp)
            delta, memory = stage.step(inputs, previous, kept.value, stamp)
            return self._put(writer, delta, Remembered(kept.stage, memory, kept.watched, kept.outage), stamp)
        except Exception as error:
            self.failures[stage.name] = error
            return None
        finally:
            self.costs[stage.name] = self.costs.get(stage.name, 0.0) + self.clock() - start

    def _guest(
        self, stage: AnyStage, inputs: Inputs, previous: World, writer: Writer, kept: Remembered, stamp: float
    ) -> World | None:
        if kept.outage is None or kept.outage.over(stamp):
            try:
                delta, memory = called(self.guests, stage, inputs, previous, kept.value, stamp)
                return self._put(writer, delta, replace(kept, value=memory), stamp)
            except Exception as trouble:
                problem = str(trouble) if isinstance(trouble, Trouble) else f"told what does not fit: {trouble}"
                outage = put_out(kept.outage, stamp)
                self.guests.report((stage.name, stage.output), problem, stamp, outage)
                kept = replace(kept, value=stage.memory, outage=outage)
                if stage.instead is None:
                    return self._put(writer, silenced(previous, stamp), kept, stamp)
        if stage.instead is None:
            return None
        delta, _ = stage.instead(inputs, previous, stage.memory, stamp)
        return self._put(writer, delta, kept, stamp)

    def _put(self, writer: Writer, delta: Delta, kept: Remembered, stamp: float) -> World:
        """The world after a change, with what its monitors say of it."""
        delta, monitors = _stamped(delta, stamp), self.monitors.get(writer.world, ())
        if not monitors and not kept.watched:
            return self.put(writer, delta, kept)
        delta = handed_over(delta, kept.watched, self.worlds[writer.world].timeline)
        world = self.put(writer, delta, kept)
        watched = disowned(kept.watched, delta)
        timeline, entries, watched = watch(monitors, writer.world, world, watched, self.guests)
        put = self.changes.pop()
        after, memory = replace(world, timeline=timeline), replace(kept, watched=watched)
        more = replace(put.delta, entries=(*put.delta.entries, *entries))
        self.changes.append(replace(put, delta=more, after=after, memory=memory))
        self.worlds[writer.world], self.memories[writer.world] = after, memory
        return after

    def _watched(self, world: str) -> Watched:
        kept = self.memories.get(world)
        return kept.watched if isinstance(kept, Remembered) else UNWATCHED


def _stamped(delta: Delta, stamp: float) -> Delta:
    """A change that happens at an instant, unless it has one of its own."""
    return replace(delta, stamp=stamp) if delta.stamp is None else delta
