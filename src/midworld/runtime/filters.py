"""Filters: anybody's functions that make a better world of another one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

import numpy as np

from ..errors import MidworldError
from ..world import Delta, Ended, Entry, Event, Field, Situation, World, diff
from .entries import fit
from .frozen import frozen_memory
from .guests import LIMITS, Guests, Limits, Trouble
from .stage import AnyStage, Inputs, Stage, Step

# `(world, memory, stamp) -> Delta or World`, or a pair of that and the memory to go on with.
Filter = Callable[[World, Any, float], Any]
FINITE: tuple[Field, ...] = ("pose", "velocity", "acceleration", "pose_covariance")


def filtering(
    name: str,
    reads: str,
    writes: str,
    begin: Callable[[], Filter],
    *,
    memory: object = None,
    passes_on: bool = False,
    limits: Limits | None = None,
) -> Stage[object]:
    """A guest that makes one world of another; while it is out, one that `passes_on` what it reads does just that."""

    def begun() -> Step[object]:
        function = begin()

        def step(inputs: Inputs, previous: World, memory: object, stamp: float) -> tuple[Delta, object]:
            answer = function(inputs[reads], memory, stamp)
            if isinstance(answer, tuple) and len(cast("tuple[object, ...]", answer)) == 2:
                answer, memory = cast("tuple[object, object]", answer)
            if isinstance(answer, World):
                return leading(previous, answer, stamp), memory
            if isinstance(answer, Delta):
                return answer, memory
            raise Trouble(f"gave {_kind(cast(object, answer))}; a Delta or a World is asked for")

        return step

    def step(inputs: Inputs, previous: World, memory: object, stamp: float) -> tuple[Delta, object]:
        return begun()(inputs, previous, memory, stamp)

    def copy(inputs: Inputs, previous: World, memory: object, stamp: float) -> tuple[Delta, object]:
        return leading(previous, inputs[reads], stamp), memory

    instead = copy if passes_on else None
    limits, first = limits or LIMITS, frozen_memory(memory)
    return Stage(name, (reads,), writes, step, first, guest=True, begin=begun, instead=instead, limits=limits)


def leading(before: World, after: World, stamp: float) -> Delta:
    """What leads from one world to what another shows: things, state, what holds, and events of the time between."""
    now = replace(after, timeline=before.timeline)
    held, wanted = before.timeline.open, after.timeline.open
    entries: list[Entry] = [_end(each, stamp) for each in held.values() if each.statement not in wanted]
    entries += [
        Situation(stamp, each.predicate, each.subject, each.object, confidence=each.confidence, reason=each.reason)
        for each in wanted.values()
        if each.statement not in held
    ]
    latest, begun = before.timeline.latest, bool(len(before.structure) or len(before.timeline.entries))
    known = before.timeline.events(start=latest, end=latest)
    happened = after.timeline.events(start=before.stamp if begun else stamp, end=stamp)
    events = [each for each in happened if each.stamp > latest or (each.stamp == latest and each not in known)]
    return replace(diff(before, now), stamp=stamp, entries=(*events, *entries))


def silenced(world: World, stamp: float) -> Delta:
    """What ends all that is said to hold in a world."""
    return Delta(stamp, entries=tuple(_end(each, stamp) for each in world.timeline.open.values()))


def called(
    guests: Guests, stage: AnyStage, inputs: Inputs, previous: World, memory: object, stamp: float
) -> tuple[Delta, object]:
    """What a stage that is a guest proposes, and its memory. Raises Trouble."""
    begin = stage.begin or (lambda: stage.step)

    def use(step: Step[object]) -> tuple[Delta, object]:
        return _checked(step(inputs, previous, memory, stamp), inputs, previous, memory, stamp, stage.limits)

    return guests.call((stage.name, stage.output), begin, use, limits=stage.limits)


def _checked(
    answer: object, inputs: Inputs, previous: World, memory: object, stamp: float, limits: Limits
) -> tuple[Delta, object]:
    """The change a guest proposes, and its memory, both fit to be kept. Raises Trouble."""
    pair = cast("tuple[object, ...]", answer) if isinstance(answer, tuple) else ()
    if len(pair) != 2 or not isinstance(pair[0], Delta):
        raise Trouble(f"gave {_kind(cast(object, answer))}; a pair of a Delta and a memory is asked for")
    delta = pair[0]
    _within_bounds(delta, inputs, previous, limits)
    fit(delta.entries, after=previous.timeline.latest, stamp=stamp)
    for name in FINITE:
        column = delta.columns.get(name)
        if column is not None and not np.isfinite(column.values).all():
            row = int(np.flatnonzero(~np.isfinite(column.values).reshape(len(column.ids), -1).all(axis=1))[0])
            raise Trouble(f"gave '{column.ids[row]}' a {name} that is not finite")
    if pair[1] is not memory:
        try:
            memory = frozen_memory(pair[1])
        except MidworldError as error:
            raise Trouble(f"remembers what cannot be kept: {error}") from error
    return replace(delta, stamp=stamp), memory


def _within_bounds(delta: Delta, inputs: Mapping[str, World], previous: World, limits: Limits) -> None:
    """What is copied from what it reads does not count. Raises Trouble."""
    many = len(delta.entries) > limits.entries
    if many and sum(not _is_copied(entry, inputs.values()) for entry in delta.entries) > limits.entries:
        raise Trouble(f"told more than {limits.entries} entries at once")
    if delta.entities:
        names = {*previous.ids, *delta.entities} - delta.removed
        own = [name for name in names if not any(name in world for world in inputs.values())]
        if len(own) > limits.entities:
            raise Trouble(f"has more than {limits.entities} entities of its own")


def _is_copied(entry: Entry, worlds: Iterable[World]) -> bool:
    if isinstance(entry, Event):
        return any(entry in world.timeline.events(start=entry.stamp, end=entry.stamp) for world in worlds)
    statement = (entry.subject, entry.predicate, entry.object)
    return isinstance(entry, Ended) or any(statement in world.timeline.open for world in worlds)


def _end(situation: Situation, stamp: float) -> Ended:
    return Ended(stamp, situation.predicate, situation.subject, situation.object)


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
