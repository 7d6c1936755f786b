"""One tick in the making: every stage in turn, and what those that failed have missed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..world import Delta, World
from .board import Writer
from .draft import Draft
from .filters import checked, silenced
from .guests import Guests, Outage, Trouble, put_out
from .stage import AnyStage, Inputs, Step
from .watching import UNWATCHED, Monitor, Watched, disowned, handed_over, watch


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a stage remembers, under its name: another stage that takes over its world begins anew.

    With it is kept what the monitors of its world carry from tick to tick, and when a guest was last put out.
    """

    stage: str
    value: object
    watched: Watched = UNWATCHED
    outage: Outage | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Missed:
    """An instant that some stages have yet to work on, and all worlds and memories as they were then.

    `failed` are those of them that tried; the others wait for what they make.
    """

    stamp: float
    stages: frozenset[str]
    failed: frozenset[str]
    worlds: Mapping[str, World]
    memories: Mapping[str, object]


@dataclass(slots=True, eq=False)
class Turn:
    """A draft that stages are run on, with who failed, whose worlds are behind, and how long each took."""

    draft: Draft
    outputs: Mapping[str, Writer]
    monitors: Mapping[str, Sequence[Monitor]]
    guests: Guests
    clock: Callable[[], float]
    failures: dict[str, Exception] = field(default_factory=dict[str, Exception])
    costs: dict[str, float] = field(default_factory=dict[str, float])
    late: set[str] = field(default_factory=set[str])

    def report(self, source: Writer, delta: Delta, memory: object, stamp: float) -> None:
        """What a source reports. Raises Conflict."""
        watched = self._watched(source.world)
        if watched or self.monitors.get(source.world):
            self._put(source, delta, Remembered(source.world, memory, watched), stamp)
        else:
            self.draft.put(source, stamped(delta, stamp), memory)

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
        worlds, memories = dict(self.draft.worlds), dict(self.draft.memories)
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
                worlds[stage.output], memories[stage.output] = after, self.draft.memory(stage.output)
            elif stage.name in missed.failed:
                lost.add(stage.output)
            else:
                todo.add(stage.name)
                failed.add(stage.name)
                self.late.add(stage.output)
        return Missed(missed.stamp, frozenset(todo), frozenset(failed), worlds, memories) if todo else None

    def _inputs(self, stage: AnyStage) -> Inputs:
        worlds = {name: self.draft[name] for name in stage.inputs}
        return Inputs(worlds, {name: remembered(self.draft.memory(name)) for name in stage.inputs})

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
            previous = own(self.draft[each.output], kept.watched)
            delta, _ = each.instead(self._inputs(each), previous, each.memory, stamp)
            self._put(self.outputs[each.output], delta, kept, stamp)
        return True

    def _is_out(self, stage: AnyStage, stamp: float) -> bool:
        outage = self._kept(stage).outage
        return outage is not None and not outage.over(stamp)

    def _kept(self, stage: AnyStage) -> Remembered:
        kept = self.draft.memory(stage.output)
        if isinstance(kept, Remembered) and kept.stage == stage.name:
            return kept
        return Remembered(stage.name, stage.memory, self._watched(stage.output))

    def _step(self, stage: AnyStage, inputs: Inputs, stamp: float) -> World | None:
        """The world a stage makes; None if it fails."""
        start = self.clock()
        kept = self._kept(stage)
        writer, previous = self.outputs[stage.output], own(self.draft[stage.output], kept.watched)
        try:
            if stage.guest:
                return self._guest(stage, inputs, previous, writer, kept, stamp)
            delta, memory = stage.step(inputs, previous, kept.value, stamp)
            return self._put(writer, delta, replace(kept, value=memory), stamp)
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
                delta, memory = self._called(stage, inputs, previous, kept.value, stamp)
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

    def _called(
        self, stage: AnyStage, inputs: Inputs, previous: World, memory: object, stamp: float
    ) -> tuple[Delta, object]:
        begin = stage.begin or (lambda: stage.step)

        def use(step: Step[object]) -> tuple[Delta, object]:
            return checked(step(inputs, previous, memory, stamp), inputs, previous, memory, stamp, stage.limits)

        return self.guests.call((stage.name, stage.output), begin, use, limits=stage.limits)

    def _put(self, writer: Writer, delta: Delta, kept: Remembered, stamp: float) -> World:
        delta, monitors = stamped(delta, stamp), self.monitors.get(writer.world, ())
        if not monitors and not kept.watched:
            return self.draft.put(writer, delta, kept)
        delta = handed_over(delta, kept.watched, self.draft[writer.world].timeline)
        world = self.draft.put(writer, delta, kept)
        watched = disowned(kept.watched, delta)
        timeline, entries, watched = watch(monitors, writer.world, world, watched, self.guests)
        return self.draft.amend(writer, timeline, entries, replace(kept, watched=watched))

    def _watched(self, world: str) -> Watched:
        kept = self.draft.memory(world)
        return kept.watched if isinstance(kept, Remembered) else UNWATCHED


def own(world: World, watched: Watched) -> World:
    """A world as its stage left it: what monitors say of it is none of the stage's business."""
    timeline = world.timeline.without(watched.statements)
    return world if timeline is world.timeline else replace(world, timeline=timeline)


def stamped(delta: Delta, stamp: float) -> Delta:
    """A change that happens at an instant, unless it has one of its own."""
    return replace(delta, stamp=stamp) if delta.stamp is None else delta


def remembered(memory: object) -> object:
    """What is remembered, whoever does."""
    return memory.value if isinstance(memory, Remembered) else memory
