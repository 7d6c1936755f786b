"""One tick in the making: every stage in turn, and what those that failed have missed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..world import Delta, World
from .board import Writer
from .draft import Draft
from .guests import Guests
from .stage import AnyStage, Inputs


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a stage remembers, under its name: another stage that takes over its world begins anew."""

    stage: str
    value: object


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
    guests: Guests
    clock: Callable[[], float]
    failures: dict[str, Exception] = field(default_factory=dict[str, Exception])
    costs: dict[str, float] = field(default_factory=dict[str, float])
    late: set[str] = field(default_factory=set[str])

    def run(self, stages: Sequence[AnyStage], stamp: float) -> Missed | None:
        """All stages at the instant of the tick; what some of them could not do, the next tick begins with."""
        todo, failed = set[str](), set[str]()
        for stage in stages:
            if stage.output in self.late or not self.late.isdisjoint(stage.inputs):
                todo.add(stage.name)
                self.late.add(stage.output)
            elif self._step(stage, self.draft.worlds, self.draft.memories, stamp) is None and not stage.guest:
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
            after = self._step(stage, worlds, memories, missed.stamp)
            if after is not None:
                worlds[stage.output], memories[stage.output] = after, self.draft.memory(stage.output)
            elif stage.name in missed.failed:
                lost.add(stage.output)
            else:
                todo.add(stage.name)
                failed.add(stage.name)
                self.late.add(stage.output)
        return Missed(missed.stamp, frozenset(todo), frozenset(failed), worlds, memories) if todo else None

    def _step(
        self, stage: AnyStage, worlds: Mapping[str, World], memories: Mapping[str, object], stamp: float
    ) -> World | None:
        """The world a stage makes; None if it fails."""
        start = self.clock()
        inputs = Inputs(
            {name: worlds[name] for name in stage.inputs},
            {name: remembered(memories.get(name)) for name in stage.inputs},
        )
        kept = self.draft.memory(stage.output)
        memory = kept.value if isinstance(kept, Remembered) and kept.stage == stage.name else stage.memory
        previous = self.draft[stage.output]
        try:
            if stage.guest:
                return self.guests.step(stage, inputs, previous, memory, stamp, self._put)
            delta, memory = stage.step(inputs, previous, memory, stamp)
            return self._put(stage, delta, memory, stamp)
        except Exception as error:
            self.failures[stage.name] = error
            return None
        finally:
            self.costs[stage.name] = self.costs.get(stage.name, 0.0) + self.clock() - start

    def _put(self, stage: AnyStage, delta: Delta, memory: object, stamp: float) -> World:
        return self.draft.put(self.outputs[stage.output], stamped(delta, stamp), Remembered(stage.name, memory))


def stamped(delta: Delta, stamp: float) -> Delta:
    """A change that happens at an instant, unless it has one of its own."""
    return replace(delta, stamp=stamp) if delta.stamp is None else delta


def remembered(memory: object) -> object:
    """What is remembered, whoever does."""
    return memory.value if isinstance(memory, Remembered) else memory
