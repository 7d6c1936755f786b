"""Things known to exist whose place is not known: out of the geometry until they are perceived again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, compose, invert
from ..physics.cast import Cast
from ..physics.engine import NOTHING, Mode
from ..physics.memory import Memory
from ..world import EntityId, Timeline, World
from ..world.timeline import Statement

# Where bodies wait that are nowhere: far below everything, apart from one another.
PARKED_M = 1000.0
CARRIED_BY = ("isIn", "isOn")


@dataclass(frozen=True, slots=True, eq=False)
class Stowed:
    """How something lay in or on what has gone, and which of the two it was."""

    statement: Statement
    container: EntityId
    container_from_thing: FloatArray


class Unknown:
    """What has left the geometry of one world; contents go with their container and come back with it."""

    def __init__(self) -> None:
        self._gone: set[EntityId] = set()
        self._stowed: dict[EntityId, Stowed] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._gone

    @property
    def names(self) -> frozenset[EntityId]:
        return frozenset(self._gone)

    @property
    def statements(self) -> set[Statement]:
        """What still holds of things nobody knows the place of."""
        return {stowed.statement for stowed in self._stowed.values()}

    def lose(self, names: Iterable[EntityId], cast: Cast, memory: Memory, timeline: Timeline) -> tuple[EntityId, ...]:
        """Takes things out of the geometry, with their unseen contents; returns all that went."""
        rows = {name: row for row, name in enumerate(cast.ids)}
        poses = cast.simulation.poses()
        queue, went = list(names), list[EntityId]()
        while queue:
            name = queue.pop()
            if name in self._gone or name not in rows:
                continue
            for statement in sorted(timeline.held(*CARRIED_BY), key=str):
                subject, _, target = statement
                inside = EntityId(subject)
                if target != name or inside not in rows or inside in self._gone:
                    continue
                if memory.tracks.seen[rows[inside]] >= memory.tracks.seen[rows[name]]:
                    # Seen since: it stayed behind.
                    continue
                relative = compose(invert(poses[rows[name]]), poses[rows[inside]])
                self._stowed[inside] = Stowed(statement, name, relative)
                queue.append(inside)
            self._gone.add(name)
            went.append(name)
            row = rows[name]
            cast.simulation.set_mode([row], Mode.ABSENT)
            parked = poses[row].copy()
            parked[:3] = (10.0 * row, 0.0, -PARKED_M)
            cast.simulation.set_state([row], parked[None])
        return tuple(went)

    def find(self, cast: Cast, merged: World, *, stamp: float) -> tuple[EntityId, ...]:
        """Puts things perceived again back where they are, with their contents; returns all that came back."""
        if not self._gone:
            return ()
        rows = {name: row for row, name in enumerate(cast.ids)}
        self._gone &= rows.keys()
        seen = merged.state.seen[cast.world_rows]
        poses = merged.poses()[cast.world_rows]
        back = [name for name in sorted(self._gone) if seen[rows[name]] == stamp]
        for name in back:
            self._enter(name, rows[name], poses[rows[name]], cast)
        queue = list(back)
        while queue:
            container = queue.pop()
            for name, stowed in sorted(self._stowed.items()):
                if stowed.container == container and name in self._gone:
                    poses[rows[name]] = compose(poses[rows[container]], stowed.container_from_thing)
                    self._enter(name, rows[name], poses[rows[name]], cast)
                    queue.append(name)
                    back.append(name)
        for name in back:
            self._stowed.pop(name, None)
        return tuple(back)

    def put(self, name: EntityId, pose: FloatArray, cast: Cast) -> None:
        """Gives a thing a place by hearsay."""
        if name in self._gone:
            self._enter(name, cast.ids.index(name), pose, cast)
            self._stowed.pop(name, None)

    def _enter(self, name: EntityId, row: int, pose: FloatArray, cast: Cast) -> None:
        self._gone.discard(name)
        cast.simulation.set_mode([row], Mode.DYNAMIC)
        cast.simulation.set_state([row], pose[None])


def without(memory: Memory, names: Iterable[EntityId], cast: Cast) -> Memory:
    """Memory in which nothing drives, carries or holds some things."""
    gone = frozenset(names)
    rows = np.array([row for row, name in enumerate(cast.ids) if name in gone], dtype=np.intp)
    driven, velocity, carrier = memory.driven.copy(), memory.velocity.copy(), memory.carrier.copy()
    driven[rows], velocity[rows], carrier[rows] = False, 0.0, NOTHING
    carrier[np.isin(carrier, rows)] = NOTHING
    grips = MappingProxyType({name: grip for name, grip in memory.grips.items() if name not in gone})
    return replace(memory, driven=driven, velocity=velocity, carrier=carrier, grips=grips, rested=None)
