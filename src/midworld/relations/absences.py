"""Why each thing is not perceived, kept up from tick to tick, for the robot's world and for everybody else's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, transform
from ..perception import Absence, Missing, box_corners, explained
from ..physics import NOTHING, Eye, Glance, Limb, Parameters, Settled, SimulatedScene, glance
from ..world import EntityId, Why
from .hands import Hand
from .search import around, hidden_place

# How often a missing thing is looked for again.
LOOK_S = 0.1
# Unseen things faster than this are still on their way; this far from where it was last seen, physics moved it.
MOVING_M_S = 0.05
MOVED_M = 0.03
# What was near a hand when it vanished is soon known to be taken.
TAKEN_S = 0.3
# Trackers lose things in plain view for about this long.
LOST_S = 0.6
# How much longer they do for each share of reports that lose them.
PATIENCE_S = 3.0
# A hand this near may have taken something.
TOUCH_M = 0.06
# How many places on the way of a hand are tried; those nearer to one another than this are the same.
STOPS = 12
SAME_M = 0.05


@dataclass(frozen=True, slots=True)
class Taken:
    """Something that must have been taken by a hand nobody saw take it."""

    id: EntityId
    hand: EntityId
    agent: EntityId


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What became of the missing things in a tick; `places` are where some of them must be instead."""

    gone: tuple[EntityId, ...] = ()
    taken: tuple[Taken, ...] = ()
    places: Mapping[EntityId, FloatArray] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Touch:
    """The hand that came nearest to a thing as it vanished, and whose it is."""

    distance_m: float
    hand: EntityId
    agent: EntityId


@dataclass(frozen=True, slots=True)
class Trace:
    """What is known of one missing thing: why it is not seen, when that was last asked, and who may have taken it."""

    absence: Absence | None = None
    looked: float = float("-inf")
    near: Touch | None = None
    searched: bool = False
    let_go: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Absences:
    """Why each thing of one world is not perceived."""

    traces: Mapping[EntityId, Trace] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def known(self) -> Mapping[EntityId, Absence]:
        return {name: trace.absence for name, trace in self.traces.items() if trace.absence is not None}

    def holding(self, name: EntityId, agent: EntityId, *, stamp: float) -> "Absences":
        """What was found to be taken is in a hand now."""
        trace = replace(self.traces.get(name, Trace()), absence=Absence(Why.HELD, stamp, agent))
        return Absences(MappingProxyType({**self.traces, name: trace}))

    def forgetting(self, names: Iterable[EntityId]) -> "Absences":
        """Begins anew with some things, as if they had just gone out of sight."""
        gone = frozenset(names)
        if gone.isdisjoint(self.traces):
            return self
        return Absences(MappingProxyType({name: trace for name, trace in self.traces.items() if name not in gone}))


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """Who looks in one tick, and what may be in the way: eyes that would have listed what they see, limbs, hands.

    `plain` is the share of a thing in view at which it should be seen; things with tags are seen `by_tags`, if at all.
    `trails` are where hands took things out of sight; of what is `unsure` nobody can tell whether it is seen.
    """

    eyes: Sequence[Eye]
    limbs: Callable[[], Mapping[EntityId, tuple[Limb, ...]]]
    people: Sequence[Hand]
    trails: Mapping[EntityId, Sequence[FloatArray]]
    plain: float
    by_tags: bool
    unsure: frozenset[EntityId] = frozenset()


NOTHING_MISSING = (Absences(), Findings())


def follow(
    absences: Absences,
    settled: Settled,
    simulated: SimulatedScene,
    watch: Watch,
    *,
    parameters: Parameters,
    stamp: float,
) -> tuple[Absences, Findings]:
    """One tick, after physics; where nobody looks, nothing new is concluded."""
    seen = settled.memory.tracks.seen
    missing = np.flatnonzero(simulated.movable & ~settled.fresh & np.isfinite(seen)).tolist()
    names = {simulated.ids[row]: row for row in missing}
    if not names:
        return NOTHING_MISSING
    # A hand that lets go in this tick leaves the thing elsewhere than it settled.
    settled = replace(settled, poses=simulated.simulation.poses())
    traces = {name: trace for name, trace in absences.traces.items() if name in names}
    gone: list[EntityId] = []
    taken: list[Taken] = []
    places: dict[EntityId, FloatArray] = {}
    for name, row in names.items():
        trace = traces.get(name, Trace())
        if trace.absence is not None and trace.absence.why is Why.UNKNOWN:
            continue
        trace = _with_hands(trace, name, row, settled, simulated, watch.people, parameters)
        if stamp - trace.looked >= LOOK_S:
            now = _explained(trace, name, row, settled, simulated, watch, parameters, stamp)
            if now.why is Why.SEARCHED and not trace.searched and _rests_elsewhere(row, settled):
                place = _sought(row, settled, simulated, watch, watch.trails.get(name, ()))
                trace = replace(trace, searched=True)
                if place is not None:
                    places[name] = place
            if now.why is Why.UNKNOWN and trace.near is None:
                gone.append(name)
            elif now.why is Why.UNKNOWN and trace.near is not None:
                taken.append(Taken(name, trace.near.hand, trace.near.agent))
            trace = replace(trace, absence=now, looked=stamp)
        traces[name] = trace
    return Absences(MappingProxyType(traces)), Findings(tuple(gone), tuple(taken), places)


def _explained(
    trace: Trace,
    name: EntityId,
    row: int,
    settled: Settled,
    simulated: SimulatedScene,
    watch: Watch,
    parameters: Parameters,
    stamp: float,
) -> Absence:
    memory = settled.memory
    grip = memory.grips.get(name)
    missing_s = float(stamp - memory.tracks.seen[row])
    elapsed = min(stamp - trace.looked, 3 * LOOK_S) if np.isfinite(trace.looked) else 0.0
    if trace.near is not None and trace.near.distance_m < TOUCH_M:
        # The arm of whoever took it hides nothing but an empty place.
        taker = trace.near.agent
        others = {agent: some for agent, some in watch.limbs().items() if agent != taker}
        watch = replace(watch, limbs=lambda: others)
    glances = [] if grip is not None else _glances(row, settled.poses[row], simulated, watch)
    best = max(glances, key=lambda each: each.clear, default=Glance(0.0, 0.0))
    facts = Missing(
        missing_s,
        held_by=grip.agent if grip is not None else None,
        held=grip is not None,
        looked=any(_finds(eye, row, simulated) for eye in watch.eyes) and name not in watch.unsure,
        framed=any(each.framed > 0.0 for each in glances),
        plain=best.clear >= watch.plain,
        moving=float(np.linalg.norm(settled.velocities[row, :3])) > MOVING_M_S,
        occluder=None if best.occluder == NOTHING else simulated.ids[best.occluder],
    )
    doubt = _doubt_s(trace, row, settled, simulated, watch, parameters) if facts.plain else parameters.absence_doubt
    patience = parameters.perceived_max_duration
    return explained(trace.absence, facts, elapsed_s=elapsed, stamp=stamp, patience_s=patience, doubt_s=doubt)


def _doubt_s(
    trace: Trace, row: int, settled: Settled, simulated: SimulatedScene, watch: Watch, parameters: Parameters
) -> float:
    """How long a thing may be missing: soon it was taken, if it would be out of sight in the hand that was near.

    What a tracker does not report it may have lost; people see what is there.
    """
    taken_s = TAKEN_S + PATIENCE_S * settled.memory.tracks.dropouts
    if not watch.by_tags:
        return TAKEN_S if trace.near is not None else parameters.absence_doubt
    hand = next((hand for hand in watch.people if trace.near is not None and hand.id == trace.near.hand), None)
    if hand is None or not hand.tracked:
        return parameters.absence_doubt + LOST_S if trace.near is None else taken_s
    held = settled.poses[row].copy()
    held[:3] = hand.pose[:3]
    seen = any(each.clear >= watch.plain for each in _glances(row, held, simulated, watch))
    return taken_s + LOST_S if seen else taken_s


def _glances(row: int, pose: FloatArray, simulated: SimulatedScene, watch: Watch) -> list[Glance]:
    found: list[Glance] = []
    for eye in watch.eyes:
        if not _finds(eye, row, simulated):
            continue
        corners = transform(pose, box_corners(simulated.centre[row], simulated.half[row]))
        if not eye.frustum.contains(eye.pose, corners).any():
            found.append(Glance(0.0, 0.0))
            continue
        others = [limb for agent, some in watch.limbs().items() if agent != eye.agent for limb in some]
        own = [limb for limb in watch.limbs().get(eye.agent, ()) if not limb.core] if eye.agent is not None else []
        tags = simulated.structure[simulated.ids[row]].points_of_interest if watch.by_tags else ()
        found.append(glance(simulated, row, pose, eye=eye.pose, frustum=eye.frustum, limbs=[*others, *own], tags=tags))
    return found


def _finds(eye: Eye, row: int, simulated: SimulatedScene) -> bool:
    """Whether an eye would report a thing of that class at all."""
    if not eye.classes:
        return True
    category = simulated.structure[simulated.ids[row]].category.lower()
    return any(name.lower() == category for name in eye.classes)


def _sought(
    row: int, settled: Settled, simulated: SimulatedScene, watch: Watch, trail: Sequence[FloatArray]
) -> FloatArray | None:
    """Elsewhere on the way of its hand, or near."""
    pose = settled.poses[row]

    def hides(place: FloatArray) -> bool:
        return all(each.clear < watch.plain / 2 for each in _glances(row, place, simulated, watch))

    way = trail[:: max(1, len(trail) // STOPS)]
    nearest = sorted(way, key=lambda place: float(np.linalg.norm(place[:3] - pose[:3])))
    return hidden_place(simulated, row, [*tarried(nearest, trail), *around(pose)], hides=hides)


def _with_hands(
    trace: Trace,
    name: EntityId,
    row: int,
    settled: Settled,
    simulated: SimulatedScene,
    people: Sequence[Hand],
    parameters: Parameters,
) -> Trace:
    """Remembers the hand that came nearest to where a thing rested when it vanished."""
    pose = settled.memory.tracks.estimate[row]
    if name in settled.memory.grips:
        # What was in a hand and is there no more was let go, not taken.
        trace = replace(trace, let_go=True)
    if trace.let_go or float(np.linalg.norm(settled.poses[row, :3] - pose[:3])) > MOVED_M:
        return replace(trace, near=None)
    for hand in people:
        if hand.tracked:
            distance = simulated.distance(row, pose, hand.pose[:3])
            nearest = np.inf if trace.near is None else trace.near.distance_m
            if distance <= parameters.hand_reach / 2 and distance < nearest:
                trace = replace(trace, near=Touch(distance, hand.id, hand.agent))
    return trace


def _rests_elsewhere(row: int, settled: Settled) -> bool:
    """Whether physics has moved an unseen thing, and it has come to rest."""
    moved = float(np.linalg.norm(settled.poses[row, :3] - settled.memory.tracks.estimate[row, :3])) >= MOVED_M
    return moved and float(np.linalg.norm(settled.velocities[row, :3])) <= MOVING_M_S


def tarried(places: Sequence[FloatArray], trail: Sequence[FloatArray]) -> list[FloatArray]:
    """Places on the way of a hand, first those where it was longest: hands let go where they tarry."""

    def visits(place: FloatArray) -> int:
        return int(np.sum(np.linalg.norm(np.array(trail)[:, :3] - place[:3], axis=1) < SAME_M))

    return sorted(places, key=lambda place: -visits(place))
