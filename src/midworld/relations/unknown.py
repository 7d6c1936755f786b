"""Things known to exist whose place is not known: out of the geometry until they are perceived again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, compose, invert
from ..physics import NOTHING, Memory, Mode, SimulatedScene
from ..world import EntityId, Statement, Timeline, World

# Where bodies wait that are nowhere: far below everything, apart from one another.
PARKED_M = 1000.0
CARRIED_BY = ("isIn", "isOn")


@dataclass(frozen=True, slots=True, eq=False)
class Stowed:
    """How something lay in or on what has gone, and which of the two it was."""

    statement: Statement
    container: EntityId
    container_from_thing: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """What has left the geometry of one world; contents go with their container and come back with it."""

    names: frozenset[EntityId] = frozenset()
    stowed: Mapping[EntityId, Stowed] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def statements(self) -> set[Statement]:
        """What still holds of things nobody knows the place of."""
        return {stowed.statement for stowed in self.stowed.values()}

    def without(self, names: Iterable[EntityId]) -> "Unknown":
        """With a place again for some things."""
        back = frozenset(names)
        stowed = {name: each for name, each in self.stowed.items() if name not in back}
        return Unknown(self.names - back, MappingProxyType(stowed))


def lose(
    unknown: Unknown, names: Iterable[EntityId], simulated: SimulatedScene, memory: Memory, timeline: Timeline
) -> tuple[Unknown, tuple[EntityId, ...]]:
    """Takes things out of the geometry, with their unseen contents; also gives all that went."""
    rows = {name: row for row, name in enumerate(simulated.ids)}
    poses = simulated.simulation.poses()
    gone, stowed = set(unknown.names), dict(unknown.stowed)
    queue, went = list(names), list[EntityId]()
    while queue:
        name = queue.pop()
        if name in gone or name not in rows:
            continue
        for statement in sorted(timeline.held(*CARRIED_BY), key=str):
            subject, _, target = statement
            inside = EntityId(subject)
            if target != name or inside not in rows or inside in gone:
                continue
            if memory.tracks.seen[rows[inside]] >= memory.tracks.seen[rows[name]]:
                # Seen since: it stayed behind.
                continue
            relative = compose(invert(poses[rows[name]]), poses[rows[inside]])
            stowed[inside] = Stowed(statement, name, relative)
            queue.append(inside)
        gone.add(name)
        went.append(name)
        row = rows[name]
        simulated.simulation.set_mode([row], Mode.ABSENT)
        parked = poses[row].copy()
        parked[:3] = (10.0 * row, 0.0, -PARKED_M)
        simulated.simulation.set_state([row], parked[None])
    return Unknown(frozenset(gone), MappingProxyType(stowed)), tuple(went)


def find(
    unknown: Unknown, simulated: SimulatedScene, merged: World, *, stamp: float
) -> tuple[Unknown, tuple[EntityId, ...]]:
    """Puts things perceived again back where they are, with their contents; also gives all that came back."""
    if not unknown.names:
        return unknown, ()
    rows = {name: row for row, name in enumerate(simulated.ids)}
    gone = unknown.names & rows.keys()
    seen = merged.state.seen[simulated.world_rows]
    poses = merged.poses()[simulated.world_rows]
    back = [name for name in sorted(gone) if seen[rows[name]] == stamp]
    for name in back:
        _enter(rows[name], poses[rows[name]], simulated)
    queue = list(back)
    while queue:
        container = queue.pop()
        for name, stowed in sorted(unknown.stowed.items()):
            if stowed.container == container and name in gone and name not in back:
                poses[rows[name]] = compose(poses[rows[container]], stowed.container_from_thing)
                _enter(rows[name], poses[rows[name]], simulated)
                queue.append(name)
                back.append(name)
    return replace(unknown, names=gone).without(back), tuple(back)


def put(unknown: Unknown, name: EntityId, pose: FloatArray, simulated: SimulatedScene) -> Unknown:
    """Gives a thing a place by hearsay."""
    if name not in unknown.names:
        return unknown
    _enter(simulated.ids.index(name), pose, simulated)
    return unknown.without([name])


def _enter(row: int, pose: FloatArray, simulated: SimulatedScene) -> None:
    simulated.simulation.set_mode([row], Mode.DYNAMIC)
    simulated.simulation.set_state([row], pose[None])


def without(memory: Memory, names: Iterable[EntityId], simulated: SimulatedScene) -> Memory:
    """Memory in which nothing drives, carries or holds some things."""
    gone = frozenset(names)
    rows = np.array([row for row, name in enumerate(simulated.ids) if name in gone], dtype=np.intp)
    driven, velocity, carrier = memory.driven.copy(), memory.velocity.copy(), memory.carrier.copy()
    driven[rows], velocity[rows], carrier[rows] = False, 0.0, NOTHING
    carrier[np.isin(carrier, rows)] = NOTHING
    grips = MappingProxyType({name: grip for name, grip in memory.grips.items() if name not in gone})
    return replace(memory, driven=driven, velocity=velocity, carrier=carrier, grips=grips, rested=None)
