"""The physics reasoner as a stage: it owns a simulation and remembers from tick to tick."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..agents.eyes import eyes
from ..agents.settings import Attention
from ..geometry import FloatArray, Pose, compose, invert
from ..perception.absence import MISSING, Why
from ..physics.cast import Cast
from ..physics.cloud import Spread
from ..physics.engine import Engine, IntArray, Settings
from ..physics.memory import Grip, Memory
from ..physics.parameters import Parameters
from ..physics.settle import Settled, settle
from ..physics.sight import Limb, glance
from ..physics.views import Eye
from ..relations.actions import CALM, RESTED, UNKNOWN_BIAS_M, Conduct, Sighting, about_to_be_placed, judged
from ..relations.hands import Hand, hands, limbs
from ..relations.placement import IN, ON, placements, told
from ..world import Delta, EntityId, Event, Field, Scene, Sensor, Situation, Status, Structure, World, diff
from ..world.timeline import Ended, Entry, Statement
from .absences import Absences, Findings
from .clouds import Clouds
from .unknown import Unknown, without

# A thing is plainly in view when this share of it is.
IN_VIEW = 0.5
HELD_BY = "isHeldBy"
# A hand tracked for this long before a thing first appears in it had been empty.
EMPTY_S = 1.0
# Slower than this, an unseen thing has come to rest.
LIES_STILL_M_S = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class HidingPlace:
    """Where a hand with an unseen thing was slowest, how slow, and how fast it is now."""

    speed: float
    slowest: float
    pose: FloatArray


class Reasoner:
    """Makes `stable` of `merged`. One for each world that is reasoned on; `owner` is the person whose world it is."""

    def __init__(
        self,
        engine: Engine,
        scene: Scene,
        parameters: Parameters,
        *,
        attention: Attention | None = None,
        owner: EntityId | None = None,
    ) -> None:
        self._engine = engine
        self._owner = owner
        self._attention = attention or Attention()
        self._scene = scene
        self._parameters = parameters
        self._cast: Cast | None = None
        self._memory = Memory.fresh(0)
        self._conducts: dict[EntityId, Conduct] = {}
        self._pending: dict[Statement, float] = {}
        self._hiding: dict[EntityId, HidingPlace] = {}
        self._trails: dict[EntityId, list[FloatArray]] = {}
        self._guessed: set[EntityId] = set()
        self._clouds = Clouds()
        self._absences = Absences(parameters, plain=parameters.plain_view if owner is None else parameters.plain_sight)
        self._unknown = Unknown()
        self._hands: tuple[float, dict[EntityId, FloatArray]] = (0.0, {})
        self._first: dict[EntityId, float] = {}
        self._heard: dict[EntityId, FloatArray] = {}
        self._placements: tuple[object, frozenset[Statement]] = (None, frozenset())
        self._free: tuple[Structure | None, IntArray] = (None, np.zeros(0, dtype=np.intp))
        self.reasons: Mapping[EntityId, str] = MappingProxyType({})

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (merged,) = inputs.values()
        cast = self._entered(merged)
        found = (*self._unknown.find(cast, merged, stamp=stamp), *self._believe(cast))
        if found:
            self._memory = replace(self._memory, rested=None)
        people = hands(merged, stamp=stamp)
        for name in (*cast.ids, *(hand.id for hand in people)):
            self._first.setdefault(name, stamp)
        settled = settle(
            self._memory,
            cast,
            merged,
            riding=self._riding(cast, people, stamp),
            parameters=self._parameters,
            stamp=stamp,
        )
        self._memory = settled.memory
        self.reasons = MappingProxyType(dict(settled.reasons))
        watching = self._watching(merged, stamp)
        events = self._judged(settled, cast, merged, people, watching, stamp)
        settled = replace(settled, memory=self._memory)
        lost: tuple[EntityId, ...] = ()
        # The published reasoner, which knows no hands, explains no absence either: what fell is where physics took it.
        if self._parameters.absence_reasoning and self._parameters.hand_attachment:
            missing = self._missing(settled, cast, merged, people, watching, stamp)
            events += self._taken(missing, settled, cast, people, stamp)
            lost = self._lost(missing, cast, previous)
        self._hands = (stamp, {hand.id: hand.pose for hand in people if hand.tracked})
        spreads = self._clouds.follow(
            settled,
            cast,
            merged,
            held=frozenset(self._memory.grips),
            unknown=self._unknown.names,
            parameters=self._parameters,
            stamp=stamp,
        )
        entries = self._entries(settled, cast, previous, events, frozenset((*found, *lost)), stamp)
        entries = [_with_confidence(entry, spreads) for entry in entries]
        return self._delta(settled, cast, previous, merged, entries, spreads, stamp)

    def place(self, name: EntityId, pose: FloatArray) -> None:
        """Puts something unseen somewhere, from the next tick on: what somebody was told."""
        self._heard[name] = pose

    def _believe(self, cast: Cast) -> tuple[EntityId, ...]:
        """Takes people at their word about where unseen things are."""
        heard, self._heard = self._heard, {}
        for name, pose in heard.items():
            row = cast.ids.index(name)
            self._unknown.put(name, pose, cast)
            self._absences.forget(name)
            cast.simulation.set_state([row], pose[None])
            self._memory = without(self._memory, [name], cast)
            self._conducts[name] = RESTED
        return tuple(heard)

    def _watching(self, merged: World, stamp: float) -> tuple[Eye, ...]:
        """The eyes that would have reported what they see: cameras that did report, or the owner's own."""
        found = eyes(merged, stamp=stamp, settings=self._attention)
        if self._owner is not None:
            return tuple(eye for eye in found if eye.agent == self._owner)
        sensors = (eye for eye in found if isinstance(merged.entity(eye.id).role, Sensor))
        return tuple(eye for eye in sensors if merged.state.seen[merged.structure.row(eye.id)] == stamp)

    def _missing(
        self,
        settled: Settled,
        cast: Cast,
        merged: World,
        people: tuple[Hand, ...],
        watching: tuple[Eye, ...],
        stamp: float,
    ) -> Findings:
        bodies = limbs(merged, stamp=stamp)
        found = self._absences.follow(
            settled, cast, eyes=watching, limbs=bodies, people=people, trails=self._trails, stamp=stamp
        )
        for name, place in found.places.items():
            cast.simulation.set_state([cast.ids.index(name)], place[None])
            self._memory = replace(self._memory, rested=None)
        return found

    def _taken(
        self, found: Findings, settled: Settled, cast: Cast, people: tuple[Hand, ...], stamp: float
    ) -> list[Event]:
        """Puts what vanished beside a hand into that hand, and tells of the Pick nobody saw."""
        tracked = {hand.id: hand for hand in people if hand.tracked}
        grips = dict(self._memory.grips)
        events: list[Event] = []
        for taken in found.taken:
            hand = tracked.get(taken.hand)
            if hand is None:
                continue
            row = cast.ids.index(taken.id)
            lies = compose(invert(hand.pose), settled.poses[row])
            lies[:3] = 0.0
            grips[taken.id] = Grip(taken.hand, taken.agent, Pose.of(lies))
            self._conducts[taken.id] = CALM
            self._guessed.add(taken.id)
            self._absences.hold(taken.id, taken.agent, stamp=stamp)
            reason = "it is gone from where it was, and this hand was there"
            events.append(Event(stamp, "Pick", taken.agent, taken.id, reason=reason))
        self._memory = replace(self._memory, grips=MappingProxyType(grips))
        return events

    def _lost(self, found: Findings, cast: Cast, previous: World) -> tuple[EntityId, ...]:
        left = [taken.id for taken in found.taken if taken.id not in self._memory.grips]
        lost = self._unknown.lose((*found.gone, *left), cast, self._memory, previous.timeline)
        if lost:
            self._memory = without(self._memory, lost, cast)
            for name in lost:
                self._conducts[name] = CALM
        return lost

    def _entered(self, merged: World) -> Cast:
        if self._cast is None:
            settings = Settings(timestep_s=self._parameters.simulation_step, rise_m_s=1.5, level_m_s=1.5, top_m_s=4.9)
            self._cast = Cast.opened(self._engine, merged, self._scene.meshes, settings)
            self._memory = Memory.fresh(len(self._cast.bodies))
        else:
            stayed, new = self._cast.follow(merged)
            if new or len(stayed) != len(self._memory.driven):
                self._memory = self._memory.kept(stayed, new)
        return self._cast

    def _riding(self, cast: Cast, people: tuple[Hand, ...], stamp: float) -> dict[int, FloatArray]:
        """Where unseen things in hands are: with the hand, or, while it is not tracked, where they were."""
        if not self._parameters.hand_attachment:
            return {}
        known = {hand.id: hand for hand in people}
        riding: dict[int, FloatArray] = {}
        poses = cast.simulation.poses()
        for row, name in enumerate(cast.ids):
            grip = self._memory.grips.get(name)
            missing = stamp - self._memory.tracks.seen[row]
            if grip is None or missing <= self._parameters.vanished_duration:
                continue
            hand = known.get(grip.hand) if grip.hand is not None else None
            if hand is not None and hand.tracked:
                riding[row] = cast.lifted(row, compose(hand.pose, grip.hand_from_thing.array), poses)
            elif grip.hand is not None:
                riding[row] = poses[row]
        return riding

    def _judged(
        self,
        settled: Settled,
        cast: Cast,
        merged: World,
        people: tuple[Hand, ...],
        watching: tuple[Eye, ...],
        stamp: float,
    ) -> list[Event]:
        events: list[Event] = []
        left: list[tuple[int, FloatArray]] = []
        grips = dict(settled.memory.grips)
        memory = settled.memory
        calm = (memory.plausible & memory.tracks.still).tolist()
        ids = cast.ids
        for row in np.flatnonzero(cast.movable & (settled.fresh | _among(cast, grips))).tolist():
            name = ids[row]
            conduct = self._conducts.get(name, CALM)
            if calm[row] and conduct.known_placed and conduct.pick == 0.0 and name not in grips:
                # How near hands were before it rested says nothing about who will take it.
                self._conducts[name] = RESTED
                continue
            sighting = self._sighting(settled, cast, merged, int(row), grips.get(name), people, watching, stamp)
            verdict = judged(
                conduct, grips.get(name), sighting, people, stamp=stamp, reach_m=self._parameters.hand_reach
            )
            self._conducts[name] = verdict.conduct
            events.extend(verdict.events)
            if name not in grips and verdict.grip is not None and not verdict.events:
                events.extend(self._brought(name, verdict.grip, stamp))
            if sighting.fresh:
                self._hiding.pop(name, None)
                self._trails.pop(name, None)
                self._guessed.discard(name)
            if verdict.grip is not None:
                self._hide(name, verdict.grip, sighting, settled.poses[row], people, stamp)
                grips[name] = verdict.grip
            elif grips.pop(name, None) is not None and not sighting.fresh and memory.driven[row]:
                left.append((int(row), self._left_at(name, memory, int(row))))
        for name in self._put_aside(memory.grips, grips, cast, settled):
            grip, row = grips.pop(name), ids.index(name)
            self._conducts[name] = RESTED
            reason = "the hand that took it has something else in it now"
            events.append(Event(stamp, "Release", grip.agent, name, reason=reason))
            left.append((row, self._left_at(name, memory, row)))
        self._memory = self._let_go(replace(memory, grips=MappingProxyType(grips)), cast, left)
        return events

    def _brought(self, name: EntityId, grip: Grip, stamp: float) -> list[Event]:
        """Something first seen in a hand that was seen long before without it: it was picked out of sight."""
        thing, hand = self._first.get(name, stamp), self._first.get(grip.hand or EntityId(""), stamp)
        if thing - hand < EMPTY_S:
            return []
        return [Event(stamp, "Pick", grip.agent, name, reason="it came into sight in a hand that had been seen empty")]

    def _put_aside(
        self, before: Mapping[EntityId, Grip], grips: Mapping[EntityId, Grip], cast: Cast, settled: Settled
    ) -> list[EntityId]:
        """Unseen things whose hand has just been seen with another thing in it."""
        busy = {grip.hand for name, grip in grips.items() if name not in before and grip.hand is not None}
        seen = {name for name, fresh in zip(cast.ids, settled.fresh, strict=True) if fresh} if busy else set[EntityId]()
        return [name for name, grip in grips.items() if name in before and grip.hand in busy and name not in seen]

    def _hide(
        self, name: EntityId, grip: Grip, sighting: Sighting, pose: FloatArray, people: tuple[Hand, ...], stamp: float
    ) -> None:
        """Remembers where out of sight the hand was slowest: there it will have let go, if it did."""
        if sighting.fresh or sighting.in_view_if_held is not False or grip.hand is None:
            return
        before, poses = self._hands
        hand = next((hand for hand in people if hand.id == grip.hand and hand.tracked), None)
        if hand is None or grip.hand not in poses or stamp <= before:
            return
        self._trails.setdefault(name, []).append(pose)
        speed = float(np.linalg.norm(hand.pose[:3] - poses[grip.hand][:3])) / (stamp - before)
        known = self._hiding.get(name)
        smooth = speed if known is None else 0.6 * known.speed + 0.4 * speed
        slowest = known is None or smooth < known.slowest
        best = HidingPlace(smooth, smooth, pose) if slowest or known is None else replace(known, speed=smooth)
        self._hiding[name] = best

    def _left_at(self, name: EntityId, memory: Memory, row: int) -> FloatArray:
        """Where a hand left an unseen thing: at its hiding place, else where it was last seen."""
        hiding = self._hiding.pop(name, None)
        return memory.tracks.estimate[row] if hiding is None else hiding.pose

    def _let_go(self, memory: Memory, cast: Cast, left: list[tuple[int, FloatArray]]) -> Memory:
        if not left:
            return memory
        velocity = memory.velocity.copy()
        poses = cast.simulation.poses()
        for row, pose in left:
            cast.simulation.set_state([row], cast.lifted(row, pose, poses)[None])
            velocity[row] = 0.0
        return replace(memory, velocity=velocity, rested=None)

    def _sighting(
        self,
        settled: Settled,
        cast: Cast,
        merged: World,
        row: int,
        grip: Grip | None,
        people: tuple[Hand, ...],
        watching: tuple[Eye, ...],
        stamp: float,
    ) -> Sighting:
        memory = settled.memory
        pose = memory.tracks.estimate[row]
        missing = float(stamp - memory.tracks.seen[row])
        distances = {hand.id: cast.distance(row, pose, hand.pose[:3]) for hand in people if hand.tracked}
        rest = memory.rest[row]
        lost = {hand.id: cast.distance(row, rest, hand.pose[:3]) for hand in people if not hand.tracked}
        supported = bool(memory.gap[row] < self._parameters.simulation_tolerance) if memory.driven[row] else True
        bias = float(memory.bias[row]) if np.isfinite(memory.bias[row]) else UNKNOWN_BIAS_M
        gap = float(memory.gap[row]) - bias if memory.driven[row] else 0.0
        still = bool(memory.tracks.still[row])
        conduct = self._conducts.get(cast.ids[row], CALM)
        asked = grip is not None and settled.fresh[row] and about_to_be_placed(conduct, still=still, gap_m=gap)
        return Sighting(
            cast.ids[row],
            bool(settled.fresh[row]),
            still,
            supported,
            gap,
            float(memory.tracks.velocity[row, 2]),
            pose,
            distances,
            lost,
            missing,
            self._in_view_if_held(settled, cast, merged, row, grip, missing, watching, stamp),
            cast.stands(row, settled.poses[row]) if asked else True,
        )

    def _in_view_if_held(
        self,
        settled: Settled,
        cast: Cast,
        merged: World,
        row: int,
        grip: Grip | None,
        missing: float,
        watching: tuple[Eye, ...],
        stamp: float,
    ) -> bool | None:
        """Whether a vanished thing would be in plain view if it were still in the hand; None if nobody can tell."""
        if grip is None or missing <= self._parameters.vanished_duration or cast.ids[row] in self._guessed:
            # How something nobody saw taken lies in the hand is not known well enough.
            return None
        if grip.hand is None or not self._parameters.hand_attachment:
            return True if missing > self._parameters.perceived_max_duration else None
        bodies = limbs(merged, stamp=stamp, arms=False)
        shares = [
            glance(cast, row, settled.poses[row], eye=eye.pose, frustum=eye.frustum, limbs=_others(bodies, eye)).clear
            for eye in watching
        ]
        return max(shares) > IN_VIEW if shares else None

    def _entries(
        self,
        settled: Settled,
        cast: Cast,
        previous: World,
        events: list[Event],
        changed: frozenset[EntityId],
        stamp: float,
    ) -> list[Entry]:
        grips = self._memory.grips
        nowhere = _among(cast, grips) | _among(cast, self._unknown.names)
        held = frozenset(np.flatnonzero(nowhere).tolist())
        true = self._placed(settled, cast, held, previous)
        touched = frozenset(str(event.object) for event in events) | changed | self._rested(settled, cast, previous)
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

    def _rested(self, settled: Settled, cast: Cast, previous: World) -> frozenset[EntityId]:
        """Unseen things that lie still, of which nothing is told yet: no percept will make it surer."""
        told = {subject for subject, _, _ in previous.timeline.held(ON, IN)}
        slow = np.linalg.norm(settled.velocities[:, :3], axis=1) < LIES_STILL_M_S
        lying = np.flatnonzero(cast.movable & ~settled.fresh & slow)
        return frozenset(cast.ids[row] for row in lying if cast.ids[row] not in told)

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

    def _delta(
        self,
        settled: Settled,
        cast: Cast,
        previous: World,
        merged: World,
        entries: list[Entry],
        spreads: Mapping[EntityId, Spread],
        stamp: float,
    ) -> Delta:
        """The corrected poses over the merged world, as a change of the one before."""
        pose = np.array(merged.state.pose)
        velocity = np.array(merged.state.velocity)
        status = np.array(merged.state.status)
        plausible = np.array(merged.state.plausible)
        grips = self._memory.grips
        rows = self._free_rows(cast, merged.structure)
        places = cast.world_rows[rows]
        pose[places] = settled.poses[rows]
        velocity[places] = settled.velocities[rows]
        plausible[places] = settled.memory.plausible[rows]
        unseen = ~merged.state.perceived[places]
        words = np.where(_among(cast, grips)[rows], Status.HELD.value, Status.INFERRED.value)
        status[places[unseen]] = words[unseen]
        self._keep_unknown(cast, previous, merged, pose, velocity, status)
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
        return replace(difference, stamp=stamp, entries=tuple(entries))

    def _free_rows(self, cast: Cast, structure: Structure) -> IntArray:
        """The rows that physics moves: what hangs on something goes with it."""
        if self._free[0] is not structure:
            entities = structure.entities
            free = [entities[int(place)].parent is None for place in cast.world_rows]
            self._free = (structure, np.flatnonzero(cast.movable & free))
        return self._free[1]

    def _keep_unknown(
        self,
        cast: Cast,
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


def _others(bodies: Mapping[EntityId, tuple[Limb, ...]], eye: Eye) -> list[Limb]:
    return [limb for agent, some in bodies.items() if agent != eye.agent for limb in some]


def _among(cast: Cast, names: Collection[EntityId]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    if not names:
        return np.zeros(len(cast.ids), dtype=bool)
    return np.array([name in names for name in cast.ids], dtype=bool)


def _with_confidence(entry: Entry, spreads: Mapping[EntityId, Spread]) -> Entry:
    """A fact about an unseen thing, as sure as the rollouts make it."""
    placed = isinstance(entry, Situation) and entry.predicate in (ON, IN)
    spread = spreads.get(EntityId(str(entry.subject))) if placed else None
    if not isinstance(entry, Situation) or spread is None or not spread.probabilities:
        return entry
    statement = (EntityId(entry.subject), entry.predicate, EntityId(str(entry.object)))
    return msgspec.structs.replace(entry, confidence=spread.holds(statement))
