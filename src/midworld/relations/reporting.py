"""What a tick of reasoning makes of a world: corrected poses, and facts that start and stop holding."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..physics import FIRST_HAND, REST, SLIDE, Grip, Settled, SimulatedScene
from ..world import MISSING, Delta, Ended, EntityId, Entry, Event, Field, Situation, Statement, Status, Why, World, diff
from .absences import Absences
from .actions import side
from .cloud import Spread
from .moment import Moment, among
from .placement import IN, ON, placements, told
from .unknown import Unknown

HELD_BY = "isHeldBy"
# Slower than this, an unseen thing has come to rest.
LIES_STILL_M_S = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """What waits to be told since when, and what stood where, worked out on what `basis`."""

    pending: Mapping[Statement, float] = field(default_factory=lambda: MappingProxyType({}))
    basis: tuple[object, ...] = ()
    placed: frozenset[Statement] = frozenset()


def report(
    telling: Telling,
    settled: Settled,
    now: Moment,
    previous: World,
    events: Sequence[Event],
    *,
    changed: Collection[EntityId],
    absences: Absences,
    unknown: Unknown,
    spreads: Mapping[EntityId, Spread],
) -> tuple[Delta, Telling]:
    """The change of a world: corrected poses, what happened, and what starts and stops holding."""
    telling, news = _entries(telling, settled, now, previous, events, changed, absences, unknown)
    return _corrected(settled, now, previous, news, unknown.names, spreads), telling


def _entries(
    telling: Telling,
    settled: Settled,
    now: Moment,
    previous: World,
    events: Sequence[Event],
    changed: Collection[EntityId],
    absences: Absences,
    unknown: Unknown,
) -> tuple[Telling, list[Entry]]:
    """What happened, and what starts and stops holding; what is told of things that changed does not wait."""
    simulated, stamp, grips = now.simulated, now.stamp, settled.memory.grips
    telling = _placed(telling, settled, simulated, previous, unknown)
    touched = frozenset(str(event.object) for event in events).union(changed, _rested(settled, simulated, previous))
    placed = _believed(telling.placed, settled, simulated, previous)
    facts, pending = told(placed, previous, telling.pending, stamp=stamp, at_once=touched)
    wanted = {(name, HELD_BY, grip.agent) for name, grip in grips.items() if grip.agent is not None}
    holding = previous.timeline.held(HELD_BY)
    news: list[Entry] = list(events)
    for subject, predicate, target in sorted(holding - wanted, key=str):
        news.append(Ended(stamp, predicate, subject, target))
    for subject, predicate, target in sorted(wanted - holding, key=str):
        grip = grips[EntityId(subject)]
        sure = _held(settled, simulated, EntityId(subject), grip)
        news.append(Situation(stamp, predicate, subject, target, confidence=sure, hand=side(grip)))
    sure = (_sure(entry, settled, simulated) for entry in facts)
    return replace(telling, pending=pending), [*news, *sure, *_explanations(absences, previous, stamp)]


def _believed(
    placed: frozenset[Statement], settled: Settled, simulated: SimulatedScene, previous: World
) -> frozenset[Statement]:
    """Without what is new of things that are seen, and more probably do not rest there."""
    p = np.exp(settled.memory.tracks.modes[:, [REST, SLIDE]]).sum(axis=1)
    restless = {simulated.ids[row] for row in np.flatnonzero(settled.fresh & (p < 0.5)).tolist()}
    if not restless:
        return placed
    open_ones = previous.timeline.open
    return frozenset(each for each in placed if each[0] not in restless or each in open_ones)


def _held(settled: Settled, simulated: SimulatedScene, name: EntityId, grip: Grip) -> float:
    """How sure it is that an agent holds a thing that is seen."""
    row, tracks = simulated.ids.index(name), settled.memory.tracks
    if not settled.fresh[row]:
        return 1.0
    own = [place for place, hand in enumerate(tracks.hands.ids) if hand.rpartition("/")[0] == grip.agent]
    return float(np.exp(tracks.modes[row, [FIRST_HAND + place for place in own]]).sum())


def _sure(entry: Entry, settled: Settled, simulated: SimulatedScene) -> Entry:
    """Where a thing that is seen lies, as sure as that it is at rest, or slides there."""
    if not isinstance(entry, Situation) or entry.subject not in simulated.ids:
        return entry
    row = simulated.ids.index(EntityId(entry.subject))
    if not settled.fresh[row]:
        return entry
    stands = float(np.exp(settled.memory.tracks.modes[row, [REST, SLIDE]]).sum())
    return msgspec.structs.replace(entry, confidence=min(stands, 1.0))


def _placed(
    telling: Telling, settled: Settled, simulated: SimulatedScene, previous: World, unknown: Unknown
) -> Telling:
    """What is on and in what; where nothing moved, that is as it was."""
    nowhere = among(simulated, settled.memory.grips) | among(simulated, unknown.names)
    held = frozenset(np.flatnonzero(nowhere).tolist())
    basis = (held, unknown.names, previous.timeline.held(IN), simulated.ids)
    if settled.quiet and telling.basis == basis:
        return telling
    true = placements(simulated, settled.poses, settled.memory.carrier, held, previous.timeline)
    return replace(telling, basis=basis, placed=frozenset(true | unknown.statements))


def _explanations(absences: Absences, previous: World, stamp: float) -> list[Entry]:
    """Why things are not perceived, as situations that start and end."""
    wanted = {
        (name, MISSING, str(absence.why)): absence
        for name, absence in absences.known.items()
        if absence.why is not Why.RECENT
    }
    told = previous.timeline.held(MISSING)
    found: list[Entry] = [
        Ended(stamp, predicate, subject, target)
        for subject, predicate, target in sorted(told, key=str)
        if (subject, predicate, target) not in wanted
    ]
    for (subject, predicate, target), absence in sorted(wanted.items(), key=lambda item: item[0]):
        if (subject, predicate, target) not in previous.timeline.open:
            found.append(Situation(stamp, predicate, subject, target, reason=absence.sentence))
    return found


def _corrected(
    settled: Settled,
    now: Moment,
    previous: World,
    news: Sequence[Entry],
    unknown: frozenset[EntityId],
    spreads: Mapping[EntityId, Spread],
) -> Delta:
    """The corrected poses over the merged world, as a change of the one before."""
    simulated, merged, stamp = now.simulated, now.merged, now.stamp
    pose = np.array(merged.state.pose)
    velocity = np.array(merged.state.velocity)
    status = np.array(merged.state.status)
    plausible = np.array(merged.state.plausible)
    rows = simulated.free
    places = simulated.world_rows[rows]
    pose[places] = settled.poses[rows]
    velocity[places] = settled.velocities[rows]
    plausible[places] = settled.memory.plausible[rows]
    unseen = ~merged.state.perceived[places]
    words = np.where(among(simulated, settled.memory.grips)[rows], Status.HELD.value, Status.INFERRED.value)
    status[places[unseen]] = words[unseen]
    for name in unknown:
        # What has no place keeps the last one it had, and says so.
        place = merged.structure.row(name)
        status[place] = Status.UNKNOWN.value
        velocity[place] = 0.0
        if name in previous:
            pose[place] = previous.state.pose[previous.structure.row(name)]
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
    world = World(merged.structure, merged.state.with_tables(tables), previous.timeline, stamp)
    sure = tuple(_with_confidence(entry, spreads) for entry in news)
    return replace(diff(previous, world), stamp=stamp, entries=sure)


def _rested(settled: Settled, simulated: SimulatedScene, previous: World) -> frozenset[EntityId]:
    """Unseen things that lie still, of which nothing is told yet: no percept will make it surer."""
    told = {subject for subject, _, _ in previous.timeline.held(ON, IN)}
    slow = np.linalg.norm(settled.velocities[:, :3], axis=1) < LIES_STILL_M_S
    lying = np.flatnonzero(simulated.movable & ~settled.fresh & slow)
    return frozenset(simulated.ids[row] for row in lying if simulated.ids[row] not in told)


def _with_confidence(entry: Entry, spreads: Mapping[EntityId, Spread]) -> Entry:
    """A fact about an unseen thing, as sure as the rollouts make it."""
    placed = isinstance(entry, Situation) and entry.predicate in (ON, IN)
    spread = spreads.get(EntityId(str(entry.subject))) if placed else None
    if not isinstance(entry, Situation) or spread is None or not spread.probabilities:
        return entry
    statement = (EntityId(entry.subject), entry.predicate, EntityId(str(entry.object)))
    return msgspec.structs.replace(entry, confidence=spread.holds(statement))
