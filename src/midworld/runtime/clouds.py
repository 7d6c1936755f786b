"""How sure the reasoner is of what it does not see, kept up from tick to tick."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import FloatArray
from ..physics.cast import Cast
from ..physics.cloud import Cloud, Doubt, Spread, at_rest, carried
from ..physics.engine import NOTHING
from ..physics.parameters import Parameters
from ..physics.settle import Settled
from ..relations.outcome import outcome
from ..world import EntityId, World

# A cloud is run a little at every tick, so that no tick waits and equal logs give equal bytes.
ROLLOUTS_PER_TICK = 1
ROLLOUTS = 16
# Fewer say nothing of a spread.
LEAST = 4
# Unseen things faster than this are on their way somewhere; this far from where they should be, something interfered.
MOVING_M_S = 0.06
MOVED_M = 0.05
# A carrier that moves less than this in a tick stands still.
STILL_M = 5e-4
# How well one knows where a thing lies in a hand, and where a hand let go of it out of sight.
IN_HAND = Doubt(position_m=0.02, turn_rad=0.3)
LET_GO = Doubt(position_m=0.03, turn_rad=0.2, velocity_m_s=0.1)
# How far back one remembers where a hand took a thing, in ticks.
TRAIL = 90
# How well the speed of something that vanished on its way is known.
THROW_M_S = 0.1
THROW = 0.25
# The constant error a tracker may have had besides its noise.
BIAS_M = 0.003


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """How sure one is of an unseen thing, and where the reasoner should have it if nothing interferes.

    `path` are positions `(m, 3)` on its way; `trail` is where a hand took it out of sight.
    """

    spread: Spread
    path: FloatArray
    trail: tuple[FloatArray, ...] = ()

    def strayed_m(self, place: FloatArray) -> float:
        """How far a place is from the path. Not by time: the reasoner lets go a tick later than a rollout does."""
        start, step = self.path, np.diff(self.path, axis=0, append=self.path[-1:])
        length = np.maximum(np.sum(step**2, axis=1), 1e-12)
        share = np.clip(np.sum((place - start) * step, axis=1) / length, 0.0, 1.0)
        return float(np.linalg.norm(start + share[:, None] * step - place, axis=1).min())


class Clouds:
    """The spreads of everything unseen. `follow` it once a tick."""

    def __init__(self) -> None:
        self._hidden: dict[EntityId, Hidden] = {}
        self._clouds: dict[EntityId, Cloud] = {}
        self._poses: dict[EntityId, FloatArray] = {}
        self._begun = self._generation = 0

    def follow(
        self,
        settled: Settled,
        cast: Cast,
        merged: World,
        *,
        held: frozenset[EntityId],
        unknown: frozenset[EntityId] = frozenset(),
        parameters: Parameters,
        stamp: float,
    ) -> Mapping[EntityId, Spread]:
        """The spread of each unseen thing, about the pose the reasoner gives it."""
        missing = stamp - settled.memory.tracks.seen
        unseen = cast.movable & ~settled.fresh & np.isfinite(missing) & (missing > parameters.vanished_duration)
        rows = {cast.ids[row]: int(row) for row in np.flatnonzero(unseen) if cast.ids[row] not in unknown}
        for name in self._hidden.keys() - rows.keys():
            self._forget(name)
        self._renew(cast.simulation.generation)
        for name, row in rows.items():
            self._hidden[name] = self._updated(name, row, settled, cast, merged, held=name in held)
        self._advance()
        self._poses = dict(zip(cast.ids, settled.poses, strict=True))
        found: dict[EntityId, Spread] = {}
        for name, known in self._hidden.items():
            pose = settled.poses[rows[name]]
            found[name] = replace(known.spread, pose=pose, covariance=known.spread.about(pose))
        return found

    def _renew(self, generation: int) -> None:
        """Rollouts begun before something entered or left are begun again, from anywhere on their way."""
        if generation == self._generation:
            return
        self._generation = generation
        for name in tuple(self._clouds):
            known = self._hidden[name]
            self._forget(name)
            self._hidden[name] = replace(known, trail=tuple(known.path))

    def _forget(self, name: EntityId) -> None:
        self._hidden.pop(name, None)
        cloud = self._clouds.pop(name, None)
        if cloud is not None:
            cloud.close()

    def _updated(self, name: EntityId, row: int, settled: Settled, cast: Cast, merged: World, *, held: bool) -> Hidden:
        pose = settled.poses[row]
        known = self._hidden.get(name)
        if held:
            self._forget(name)
            trail = (*(known.trail if known else ()), pose[:3])[-TRAIL:]
            return Hidden(at_rest(name, pose, IN_HAND), pose[None, :3], trail)
        speed = float(np.linalg.norm(settled.velocities[row, :3]))
        moving = speed > MOVING_M_S
        thrown = THROW_M_S + THROW * speed if moving else 0.0
        if known is None:
            noise = float(settled.memory.tracks.noise[row]) + BIAS_M
            doubt = Doubt(position_m=noise, velocity_m_s=thrown)
        elif known.trail:
            return self._begin(name, row, LET_GO, cast, merged, trail=known.trail)
        else:
            ridden = self._ridden(name, known, row, settled, cast)
            if ridden.strayed_m(pose[:3]) < MOVED_M:
                return ridden
            sure = float(np.sqrt(np.trace(ridden.spread.covariance[:3, :3]) / 3))
            doubt = Doubt(position_m=min(sure, 0.03), velocity_m_s=thrown)
        self._forget(name)
        if moving:
            return self._begin(name, row, doubt, cast, merged)
        return Hidden(at_rest(name, pose, doubt), pose[None, :3])

    def _ridden(self, name: EntityId, known: Hidden, row: int, settled: Settled, cast: Cast) -> Hidden:
        """Along with what carries it, if that moved."""
        carrier = int(settled.memory.carrier[row])
        if carrier == NOTHING:
            return known
        before, after = self._poses.get(cast.ids[carrier]), settled.poses[carrier]
        if before is None or np.abs(before - after).max() < STILL_M:
            return known
        limit = max(float(cast.half[carrier].max() - cast.half[row].min()), 0.02) / 2
        spread = carried(known.spread, before, after, limit_m=limit)
        cloud = self._clouds.pop(name, None)
        if cloud is not None:
            # Rollouts in which its carrier stood still are of another world: it may have come to lie anywhere in it.
            cloud.close()
            anywhere = np.diag([limit**2, limit**2, 0.0, 0.0, 0.0, 0.0])
            spread = replace(spread, pose=settled.poses[row], covariance=spread.covariance + anywhere, probabilities={})
        return Hidden(spread, settled.poses[row, None, :3])

    def _begin(
        self,
        name: EntityId,
        row: int,
        doubt: Doubt,
        cast: Cast,
        merged: World,
        *,
        trail: tuple[FloatArray, ...] = (),
    ) -> Hidden:
        self._forget(name)
        self._begun += 1
        judge = outcome(cast, row)
        places = np.array(trail).reshape(-1, 3)
        cloud = Cloud(cast.simulation, row, doubt, judge=judge, trail=places, count=ROLLOUTS, seed=self._begun)
        self._clouds[name] = cloud
        spread = at_rest(name, cast.simulation.poses()[row], doubt)
        return Hidden(spread, cloud.path)

    def _advance(self) -> None:
        """The cloud begun first gets this tick's rollouts."""
        name = next(iter(self._clouds), None)
        if name is None:
            return
        cloud = self._clouds[name]
        cloud.advance(ROLLOUTS_PER_TICK)
        if cloud.run >= LEAST:
            self._hidden[name] = replace(self._hidden[name], spread=cloud.spread())
        if cloud.done:
            del self._clouds[name]
            cloud.close()
