"""Why each thing is not perceived, kept up from tick to tick, for the robot's world and for everybody else's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import FloatArray, transform
from ..perception.absence import Absence, Missing, Why, box_corners, explained
from ..physics.cast import Cast
from ..physics.engine import NOTHING
from ..physics.limbs import Limb
from ..physics.parameters import Parameters
from ..physics.search import around, hidden_place
from ..physics.settle import Settled
from ..physics.sight import Glance, glance
from ..physics.views import Eye
from ..relations.hands import Hand
from ..world import EntityId

# How often a missing thing is looked for again.
LOOK_S = 0.1
# Unseen things faster than this are still on their way; this far from where it was last seen, physics moved it.
MOVING_M_S = 0.05
MOVED_M = 0.03
# What was near a hand when it vanished is soon known to be taken.
TAKEN_S = 0.3
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

    absences: Mapping[EntityId, Absence]
    gone: tuple[EntityId, ...]
    taken: tuple[Taken, ...]
    places: Mapping[EntityId, FloatArray]


class Absences:
    """The explanations of one world. `follow` it once a tick, after physics.

    `plain` is the share of a thing in view at which it should be seen; things with tags are seen `by_tags`, if at all.
    """

    def __init__(self, parameters: Parameters, *, plain: float, by_tags: bool) -> None:
        self._parameters = parameters
        self._by_tags = by_tags
        self._plain = plain
        self._known: dict[EntityId, Absence] = {}
        self._looked: dict[EntityId, float] = {}
        self._near: dict[EntityId, tuple[float, EntityId, EntityId]] = {}
        self._searched: set[EntityId] = set()
        self._let_go: set[EntityId] = set()

    def follow(
        self,
        settled: Settled,
        cast: Cast,
        *,
        eyes: Sequence[Eye],
        limbs: Mapping[EntityId, tuple[Limb, ...]],
        people: Sequence[Hand],
        trails: Mapping[EntityId, Sequence[FloatArray]],
        stamp: float,
    ) -> Findings:
        """One tick. `eyes` are those that would have listed what they see; with none, nothing new is concluded.

        `trails` are where hands took things out of sight.
        """
        seen = settled.memory.tracks.seen
        missing = np.flatnonzero(cast.movable & ~settled.fresh & np.isfinite(seen)).tolist()
        names = {cast.ids[row]: row for row in missing}
        # A hand that lets go in this tick leaves the thing elsewhere than it settled.
        settled = replace(settled, poses=cast.simulation.poses()) if names else settled
        for name in [name for name in self._known if name not in names]:
            self.forget(name)
        gone: list[EntityId] = []
        taken: list[Taken] = []
        places: dict[EntityId, FloatArray] = {}
        for name, row in names.items():
            before = self._known.get(name)
            if before is not None and before.why is Why.UNKNOWN:
                continue
            self._note_hands(name, row, settled, cast, people)
            if stamp - self._looked.get(name, -np.inf) < LOOK_S:
                continue
            now = self._explained(name, row, settled, cast, eyes, limbs, stamp)
            if now.why is Why.SEARCHED and name not in self._searched and _rests_elsewhere(row, settled):
                place = self._sought(row, settled, cast, eyes, limbs, trails.get(name, ()))
                self._searched.add(name)
                if place is not None:
                    places[name] = place
            if now.why is Why.UNKNOWN:
                near = self._near.get(name)
                if near is None:
                    gone.append(name)
                else:
                    taken.append(Taken(name, near[1], near[2]))
            self._known[name] = now
            self._looked[name] = stamp
        return Findings(dict(self._known), tuple(gone), tuple(taken), places)

    @property
    def known(self) -> Mapping[EntityId, Absence]:
        return self._known

    def hold(self, name: EntityId, agent: EntityId, *, stamp: float) -> None:
        """What was found to be taken is in a hand now."""
        self._known[name] = Absence(Why.HELD, stamp, agent)

    def forget(self, name: EntityId) -> None:
        """Begins anew with something, as if it had just gone out of sight."""
        self._known.pop(name, None)
        self._looked.pop(name, None)
        self._near.pop(name, None)
        self._searched.discard(name)
        self._let_go.discard(name)

    def _explained(
        self,
        name: EntityId,
        row: int,
        settled: Settled,
        cast: Cast,
        eyes: Sequence[Eye],
        limbs: Mapping[EntityId, tuple[Limb, ...]],
        stamp: float,
    ) -> Absence:
        memory = settled.memory
        grip = memory.grips.get(name)
        missing_s = float(stamp - memory.tracks.seen[row])
        elapsed = min(stamp - self._looked.get(name, stamp), 3 * LOOK_S)
        distance, _, taker = self._near.get(name, (np.inf, None, None))
        if distance < TOUCH_M:
            # The arm of whoever took it hides nothing but an empty place.
            limbs = {agent: some for agent, some in limbs.items() if agent != taker}
        glances = [] if grip is not None else self._glances(row, settled.poses[row], cast, eyes, limbs)
        best = max(glances, key=lambda each: each.clear, default=Glance(0.0, 0.0))
        facts = Missing(
            missing_s,
            held_by=grip.agent if grip is not None else None,
            held=grip is not None,
            looked=len(eyes) > 0,
            framed=any(each.framed > 0.0 for each in glances),
            plain=best.clear >= self._plain,
            moving=float(np.linalg.norm(settled.velocities[row, :3])) > MOVING_M_S,
            occluder=None if best.occluder == NOTHING else cast.ids[best.occluder],
        )
        doubt = TAKEN_S if name in self._near else self._parameters.absence_doubt
        patience = self._parameters.perceived_max_duration
        return explained(
            self._known.get(name), facts, elapsed_s=elapsed, stamp=stamp, patience_s=patience, doubt_s=doubt
        )

    def _glances(
        self, row: int, pose: FloatArray, cast: Cast, eyes: Sequence[Eye], limbs: Mapping[EntityId, tuple[Limb, ...]]
    ) -> list[Glance]:
        found: list[Glance] = []
        for eye in eyes:
            corners = transform(pose, box_corners(cast.centre[row], cast.half[row]))
            if not eye.frustum.contains(eye.pose, corners).any():
                found.append(Glance(0.0, 0.0))
                continue
            others = [limb for agent, some in limbs.items() if agent != eye.agent for limb in some]
            own = [limb for limb in limbs.get(eye.agent, ()) if not limb.core] if eye.agent is not None else []
            flesh = [*others, *own]
            tags = cast.structure[cast.ids[row]].points_of_interest if self._by_tags else ()
            found.append(glance(cast, row, pose, eye=eye.pose, frustum=eye.frustum, limbs=flesh, tags=tags))
        return found

    def _sought(
        self,
        row: int,
        settled: Settled,
        cast: Cast,
        eyes: Sequence[Eye],
        limbs: Mapping[EntityId, tuple[Limb, ...]],
        trail: Sequence[FloatArray],
    ) -> FloatArray | None:
        """Elsewhere on the way of its hand, or near."""
        pose = settled.poses[row]

        def hides(place: FloatArray) -> bool:
            return all(each.clear < self._plain / 2 for each in self._glances(row, place, cast, eyes, limbs))

        way = trail[:: max(1, len(trail) // STOPS)]
        nearest = sorted(way, key=lambda place: float(np.linalg.norm(place[:3] - pose[:3])))
        return hidden_place(cast, row, [*tarried(nearest, trail), *around(pose)], hides=hides)

    def _note_hands(self, name: EntityId, row: int, settled: Settled, cast: Cast, people: Sequence[Hand]) -> None:
        """Remembers the hand that came nearest to where a thing rested when it vanished."""
        pose = settled.memory.tracks.estimate[row]
        if name in settled.memory.grips:
            # What was in a hand and is there no more was let go, not taken.
            self._let_go.add(name)
        if name in self._let_go or float(np.linalg.norm(settled.poses[row, :3] - pose[:3])) > MOVED_M:
            self._near.pop(name, None)
            return
        for hand in people:
            if hand.tracked:
                distance = cast.distance(row, pose, hand.pose[:3])
                if distance <= self._parameters.hand_reach / 2 and distance < self._near.get(name, (np.inf,))[0]:
                    self._near[name] = (distance, hand.id, hand.agent)


def _rests_elsewhere(row: int, settled: Settled) -> bool:
    """Whether physics has moved an unseen thing, and it has come to rest."""
    moved = float(np.linalg.norm(settled.poses[row, :3] - settled.memory.tracks.estimate[row, :3])) >= MOVED_M
    return moved and float(np.linalg.norm(settled.velocities[row, :3])) <= MOVING_M_S


def tarried(places: Sequence[FloatArray], trail: Sequence[FloatArray]) -> list[FloatArray]:
    """Places on the way of a hand, first those where it was longest: hands let go where they tarry."""

    def visits(place: FloatArray) -> int:
        return int(np.sum(np.linalg.norm(np.array(trail)[:, :3] - place[:3], axis=1) < SAME_M))

    return sorted(places, key=lambda place: -visits(place))
