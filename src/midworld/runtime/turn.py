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
    """An instant that some stages have yet to work on, and all worlds and memories as they were then."""

    stamp: float
    stages: frozenset[str]
    worlds: Mapping[str, World]
    memories: Mapping[str, object]


@dataclass(slots=True, eq=False)
class Turn:
    """A draft that stages are run on, with who failed, who had to be skipped, and how long each took."""

    draft: Draft
    outputs: Mapping[str, Writer]
    guests: Guests
    clock: Callable[[], float]
    failures: dict[str, Exception] = field(default_factory=dict[str, Exception])
    costs: dict[str, float] = field(default_factory=dict[str, float])

    def run(self, stages: Sequence[AnyStage], stamp: float) -> Missed | None:
        """All stages at the instant of the tick; what some of them could not do, the next tick begins with."""
        late: dict[str, str] = {}
        for stage in stages:
            if not late.keys().isdisjoint(stage.inputs):
                late[stage.output] = stage.name
                continue
            inputs = {name: self.draft[name] for name in stage.inputs}
            memories = {name: remembered(self.draft.memory(name)) for name in stage.inputs}
            if self._step(stage, Inputs(inputs, memories), stamp) is None and not stage.guest:
                late[stage.output] = stage.name
        if not late:
            return None
        return Missed(stamp, frozenset(late.values()), self.draft.worlds, self.draft.memories)

    def make_up(self, stages: Sequence[AnyStage], missed: Missed) -> None:
        """What was missed at an earlier instant; whoever fails again goes on without it, as do those that read it."""
        worlds, memories = dict(missed.worlds), dict(missed.memories)
        lost: set[str] = set()
        for stage in stages:
            if stage.name not in missed.stages:
                continue
            after = None
            if lost.isdisjoint(stage.inputs):
                inputs = {name: worlds[name] for name in stage.inputs}
                known = {name: remembered(memories.get(name)) for name in stage.inputs}
                after = self._step(stage, Inputs(inputs, known), missed.stamp)
            if after is None:
                lost.add(stage.output)
            else:
                worlds[stage.output], memories[stage.output] = after, self.draft.memory(stage.output)

    def _step(self, stage: AnyStage, inputs: Inputs, stamp: float) -> World | None:
        """The world a stage makes; None if it fails."""
        start = self.clock()
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
