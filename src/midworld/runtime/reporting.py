"""What a tick of reasoning makes of a world: corrected poses, and facts that start and stop holding."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray
from ..perception.absence import MISSING, Why
from ..physics.cast import Cast
from ..physics.cloud import Spread
from ..physics.engine import IntArray
from ..physics.settle import Settled
from ..relations.placement import IN, ON, placements, told
from ..world import Delta, EntityId, Event, Field, Situation, Status, Structure, World, diff
from ..world.timeline import Ended, Entry, Statement
from .absences import Absences
from .moment import Moment, among
from .unknown import Unknown

HELD_BY = "isHeldBy"
# Slower than this, an unseen thing has come to rest.
LIES_STILL_M_S = 0.03


class Reporting:
    """Tells what changed in one world, with what it takes not to tell it twice."""

    def __init__(self, absences: Absences, unknown: Unknown) -> None:
        self._absences = absences
        self._unknown = unknown
        self._pending: dict[Statement, float] = {}
        self._placements: tuple[object, frozenset[Statement]] = (None, frozenset())
        self._free: tuple[Structure | None, IntArray] = (None, np.zeros(0, dtype=np.intp))

    def entries(
        self, settled: Settled, now: Moment, previous: World, events: Sequence[Event], changed: Collection[EntityId]
    ) -> list[Entry]:
        """What happened, and what starts and stops holding; what is told of things that changed does not wait."""
        cast, stamp, grips = now.cast, now.stamp, settled.memory.grips
        nowhere = among(cast, grips) | among(cast, self._unknown.names)
        held = frozenset(np.flatnonzero(nowhere).tolist())
        true = self._placed(settled, cast, held, previous)
        touched = frozenset(str(event.object) for event in events).union(changed, _rested(settled, cast, previous))
        facts, self._pending = told(true, previous, self._pending, stamp=stamp, at_once=touched)
        wanted = {(name, HELD_BY, grip.agent) for name, grip in grips.items() if grip.agent is not None}
        holding = previous.timeline.held(HELD_BY)
        entries: list[Entry] = list(events)
        for subject, predicate, target in sorted(holding - wanted, key=str):
            entries.append(Ended(stamp, predicate, subject, target))
        for subject, predicate, target in sorted(wanted - holding, key=str):
            entries.append(Situation(stamp, predicate, subject, target))
        return [*entries, *facts, *self._explanations(previous, stamp)]

    def _placed(self, settled: Settled, cast: Cast, held: frozenset[int], previous: World) -> frozenset[Statement]:
        """What is on and in what; where nothing moved, that is as it was."""
        mark = (held, self._unknown.names, previous.timeline.held(IN), cast.simulation.generation)
        if not settled.quiet or self._placements[0] != mark:
            true = placements(cast, settled.poses, settled.memory.carrier, held, previous.timeline)
            self._placements = (mark, frozenset(true | self._unknown.statements))
        return self._placements[1]

    def _explanations(self, previous: World, stamp: float) -> list[Entry]:
        """Why things are not perceived, as situations that start and end."""
        wanted = {
            (name, MISSING, str(absence.why)): absence
            for name, absence in self._absences.known.items()
            if absence.why is not Why.RECENT
        }
        told = previous.timeline.held(MISSING)
        entries: list[Entry] = [
            Ended(stamp, predicate, subject, target)
            for subject, predicate, target in sorted(told, key=str)
            if (subject, predicate, target) not in wanted
        ]
        for (subject, predicate, target), absence in sorted(wanted.items(), key=lambda item: item[0]):
            if (subject, predicate, target) not in previous.timeline.open:
                entries.append(Situation(stamp, predicate, subject, target, reason=absence.sentence))
        return entries

    def delta(
        self,
        settled: Settled,
        now: Moment,
        previous: World,
        entries: Sequence[Entry],
        spreads: Mapping[EntityId, Spread],
    ) -> Delta:
        """The corrected poses over the merged world, as a change of the one before."""
        cast, merged, stamp = now.cast, now.merged, now.stamp
        pose = np.array(merged.state.pose)
        velocity = np.array(merged.state.velocity)
        status = np.array(merged.state.status)
        plausible = np.array(merged.state.plausible)
        grips = settled.memory.grips
        rows = self._free_rows(cast, merged.structure)
        places = cast.world_rows[rows]
        pose[places] = settled.poses[rows]
        velocity[places] = settled.velocities[rows]
        plausible[places] = settled.memory.plausible[rows]
        unseen = ~merged.state.perceived[places]
        words = np.where(among(cast, grips)[rows], Status.HELD.value, Status.INFERRED.value)
        status[places[unseen]] = words[unseen]
        self._keep_unknown(previous, merged, pose, velocity, status)
        covariance = merged.state.pose_covariance
        if spreads:
            covariance = np.array(covariance)
            for name, spread in spreads.items():
                covariance[merged.structure.row(name)] = spread.covariance
        tables: dict[Field, npt.NDArray[Any]] = {
            "pose": pose,
            "velocity": velocity,
            "status": status,
            "plausible": plausible,
            "pose_covariance": covariance,
        }
        corrected = World(merged.structure, merged.state.with_tables(tables), previous.timeline, stamp)
        difference = diff(previous, corrected)
        return replace(difference, stamp=stamp, entries=tuple(_with_confidence(entry, spreads) for entry in entries))

    def _free_rows(self, cast: Cast, structure: Structure) -> IntArray:
        """The rows that physics moves: what hangs on something goes with it."""
        if self._free[0] is not structure:
            entities = structure.entities
            free = [entities[int(place)].parent is None for place in cast.world_rows]
            self._free = (structure, np.flatnonzero(cast.movable & free))
        return self._free[1]

    def _keep_unknown(
        self,
        previous: World,
        merged: World,
        pose: FloatArray,
        velocity: FloatArray,
        status: npt.NDArray[np.uint8],
    ) -> None:
        """What has no place keeps the last one it had, and says so."""
        for name in self._unknown.names:
            place = merged.structure.row(name)
            status[place] = Status.UNKNOWN.value
            velocity[place] = 0.0
            if name in previous:
                pose[place] = previous.state.pose[previous.structure.row(name)]


def _rested(settled: Settled, cast: Cast, previous: World) -> frozenset[EntityId]:
    """Unseen things that lie still, of which nothing is told yet: no percept will make it surer."""
    told = {subject for subject, _, _ in previous.timeline.held(ON, IN)}
    slow = np.linalg.norm(settled.velocities[:, :3], axis=1) < LIES_STILL_M_S
    lying = np.flatnonzero(cast.movable & ~settled.fresh & slow)
    return frozenset(cast.ids[row] for row in lying if cast.ids[row] not in told)


def _with_confidence(entry: Entry, spreads: Mapping[EntityId, Spread]) -> Entry:
    """A fact about an unseen thing, as sure as the rollouts make it."""
    placed = isinstance(entry, Situation) and entry.predicate in (ON, IN)
    spread = spreads.get(EntityId(str(entry.subject))) if placed else None
    if not isinstance(entry, Situation) or spread is None or not spread.probabilities:
        return entry
    statement = (EntityId(entry.subject), entry.predicate, EntityId(str(entry.object)))
    return msgspec.structs.replace(entry, confidence=spread.holds(statement))
