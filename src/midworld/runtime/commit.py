"""One change of one world, as the board made it and as a recording keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import msgspec
import numpy as np

from ..errors import Conflict
from ..world import DEFAULTS, Column, Delta, Field, World, decode_delta, encode_delta


class Cause(msgspec.Struct, frozen=True):
    """What a tick is made of; a recording keeps it, so that the tick can be made again."""

    @property
    def count(self) -> int:
        """How many things were fed."""
        return 1


class Correction(Cause, frozen=True, array_like=True):
    """Worlds put right by something fed too late: whoever resumes goes on behind it, since it cannot be made again."""

    fed: int = 1

    @property
    def count(self) -> int:
        return self.fed


@dataclass(frozen=True, slots=True, eq=False)
class Root:
    """All worlds of one instant and what their writers remember: all there is to go on from.

    `sequence` is the number of the commit that led to it, `begun` are the worlds that have been written at all, `cause`
    is what the tick was made of. One that is not `whole` lacks what a stage that failed has yet to make up for.
    """

    worlds: Mapping[str, World]
    memories: Mapping[str, object]
    sequence: int
    begun: frozenset[str]
    cause: Cause | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Commit:
    """A change and the world it led to; `ends_tick` marks the last of those that became visible at once.

    `forget_before`: what was over by that instant left the timeline, so that it does not grow for ever. The last of a
    tick has its `root`.
    """

    sequence: int
    name: str
    stamp: float
    delta: Delta
    world: World
    forget_before: float | None = None
    ends_tick: bool = True
    root: Root | None = None


def followed(world: World, delta: Delta, forget_before: float | None) -> World:
    """The world a commit leads to. Raises Conflict where the change does not fit."""
    return pruned(world.apply(delta), forget_before)


def pruned(world: World, forget_before: float | None) -> World:
    """The same world with a timeline that has forgotten what was over by an instant."""
    if forget_before is None:
        return world
    return replace(world, timeline=world.timeline.forgetting(forget_before))


def misfit(name: str, conflict: Conflict) -> Conflict:
    """Why a change does not fit, with the world it was meant for."""
    return Conflict([f"world '{name}': {reason}" for reason in conflict.reasons])


def canonical(delta: Delta) -> Delta:
    """The same change as a recording would give it back, so that a replayed world has the same bytes.

    Raises Conflict for what no recording could hold.
    """
    columns: Mapping[Field, Column] = {
        # A stride of zero is a row repeated, not stored; bytes cannot tell.
        name: Column(column.ids, np.array(column.values, DEFAULTS[name].dtype))
        for name, column in delta.columns.items()
        if column.values.strides[0] == 0 or column.values.dtype != DEFAULTS[name].dtype
    }
    entities, entries = delta.entities, delta.entries
    if entities or entries:
        try:
            # A 1 where 1.0 is meant compares equal and encodes differently.
            kept = decode_delta(encode_delta(Delta(entities=entities, entries=entries)))
        except (TypeError, msgspec.MsgspecError) as error:
            raise Conflict([f"this cannot be recorded: {error}"]) from error
        entities, entries = kept.entities, kept.entries
    elif not columns and (delta.stamp is None or type(delta.stamp) is float):
        return delta
    stamp = None if delta.stamp is None else float(delta.stamp)
    return Delta(stamp, entities, MappingProxyType({**delta.columns, **columns}), entries)
