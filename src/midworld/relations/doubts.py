"""How sure the reasoner is of what it does not see, kept up from tick to tick."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from ..geometry import FloatArray
from ..physics import NOTHING, Body, Parameters, Settled, SimulatedScene, SimulationPool
from ..world import EntityId
from .cloud import BOUNCE, SLIP, Cloud, Doubt, Spread, advanced, at_rest, begun, carried
from .outcome import outcome

T = TypeVar("T")

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
# What goes on by itself out of sight comes this share of its way farther or less far: nobody knows its friction.
FREE = 0.4
# Rollouts do not begin farther apart than this: they would begin inside of other things.
MOST_START_M = 0.03
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


@dataclass(frozen=True, slots=True, eq=False)
class Doubts:
    """How sure one is of everything unseen in one world, and the rollouts that are still to be run.

    `poses` are those of the last tick, `begun` counts rollouts' seeds, `bodies` are those the rollouts are of.
    """

    hidden: Mapping[EntityId, Hidden] = field(default_factory=lambda: MappingProxyType({}))
    clouds: Mapping[EntityId, Cloud] = field(default_factory=lambda: MappingProxyType({}))
    poses: Mapping[EntityId, FloatArray] = field(default_factory=lambda: MappingProxyType({}))
    begun: int = 0
    bodies: tuple[Body, ...] = ()

    def forgetting(self, name: EntityId) -> "Doubts":
        """Without one thing."""
        return replace(self, hidden=_but(self.hidden, name), clouds=_but(self.clouds, name))

    def knowing(self, name: EntityId, hidden: Hidden) -> "Doubts":
        """With how sure one is of one thing."""
        return replace(self, hidden=MappingProxyType({**self.hidden, name: hidden}))


def follow(
    doubts: Doubts,
    settled: Settled,
    simulated: SimulatedScene,
    pool: SimulationPool,
    *,
    held: frozenset[EntityId],
    unknown: frozenset[EntityId] = frozenset(),
    parameters: Parameters,
    stamp: float,
) -> tuple[Doubts, Mapping[EntityId, Spread]]:
    """One tick, with the spread of each unseen thing about the pose the reasoner gives it."""
    missing = stamp - settled.memory.tracks.seen
    unseen = simulated.movable & ~settled.fresh & np.isfinite(missing) & (missing > parameters.vanished_duration)
    rows = {simulated.ids[row]: int(row) for row in np.flatnonzero(unseen) if simulated.ids[row] not in unknown}
    for name in doubts.hidden.keys() - rows.keys():
        doubts = doubts.forgetting(name)
    doubts = _renewed(doubts, simulated.bodies)
    for name, row in rows.items():
        doubts = _updated(doubts, name, row, settled, simulated, pool, held=name in held)
    doubts = _advanced(doubts, simulated, pool)
    found: dict[EntityId, Spread] = {}
    for name, known in doubts.hidden.items():
        pose = settled.poses[rows[name]]
        found[name] = replace(known.spread, pose=pose, covariance=known.spread.about(pose))
    # Only what rides on what moved is asked for where that was.
    poses = dict(zip(simulated.ids, settled.poses, strict=True)) if rows else {}
    return replace(doubts, poses=MappingProxyType(poses)), found


def _renewed(doubts: Doubts, bodies: tuple[Body, ...]) -> Doubts:
    """Rollouts begun before something entered or left are begun again, from anywhere on their way."""
    if bodies is doubts.bodies or bodies == doubts.bodies:
        return replace(doubts, bodies=bodies) if bodies is not doubts.bodies else doubts
    for name in doubts.clouds:
        known = doubts.hidden[name]
        doubts = doubts.forgetting(name).knowing(name, replace(known, trail=tuple(known.path)))
    return replace(doubts, bodies=bodies)


def _updated(
    doubts: Doubts,
    name: EntityId,
    row: int,
    settled: Settled,
    simulated: SimulatedScene,
    pool: SimulationPool,
    *,
    held: bool,
) -> Doubts:
    pose = settled.poses[row]
    known = doubts.hidden.get(name)
    if held:
        trail = (*(known.trail if known else ()), pose[:3])[-TRAIL:]
        return doubts.forgetting(name).knowing(name, Hidden(at_rest(name, pose, IN_HAND), pose[None, :3], trail))
    speed = float(np.linalg.norm(settled.velocities[row, :3]))
    moving = speed > MOVING_M_S
    thrown = THROW_M_S + THROW * speed if moving else 0.0
    if known is None:
        doubt = _vanished(name, pose, row, settled, moving=moving, thrown=thrown)
    elif known.trail:
        return _begun(doubts, name, row, LET_GO, simulated, pool, trail=known.trail)
    else:
        doubts, ridden = _ridden(doubts, name, known, row, settled, simulated)
        if ridden.strayed_m(pose[:3]) < MOVED_M:
            return doubts.knowing(name, ridden) if ridden is not known else doubts
        doubt = _interfered(ridden.spread, pose, moving=moving, thrown=thrown)
    doubts = doubts.forgetting(name)
    if moving:
        return _begun(doubts, name, row, doubt, simulated, pool)
    return doubts.knowing(name, Hidden(at_rest(name, pose, doubt), pose[None, :3]))


def _vanished(name: EntityId, pose: FloatArray, row: int, settled: Settled, *, moving: bool, thrown: float) -> Doubt:
    """How well one knows where a thing is that has not been seen for a moment: the worse, the farther it went since."""
    memory, noise = settled.memory, float(settled.memory.tracks.noise[row]) + BIAS_M
    if memory.tracks.still[row] or np.linalg.norm(memory.tracks.velocity[row]) < MOVING_M_S:
        return Doubt(position_m=noise, velocity_m_s=thrown)
    seen, way = memory.tracks.estimate[row], float(np.linalg.norm(pose[:3] - memory.tracks.estimate[row, :3]))
    missing = min(float(memory.stamp - memory.tracks.seen[row]), 0.5)
    gone = float(np.hypot(noise, np.hypot(THROW_M_S * missing, FREE * way))) if way > noise else noise
    return _interfered(at_rest(name, seen, Doubt(position_m=gone)), pose, moving=moving, thrown=thrown)


def _interfered(spread: Spread, pose: FloatArray, *, moving: bool, thrown: float) -> Doubt:
    """How well one knows where a thing is that something moved out of sight: the worse, the farther and deeper."""
    way = pose[:3] - spread.pose[:3]
    known = float(np.trace(spread.covariance[:3, :3])) / 3
    sure = float(np.sqrt(known + SLIP**2 * float(way @ way) + (BOUNCE * min(float(way[2]), 0.0)) ** 2))
    return Doubt(position_m=min(sure, MOST_START_M) if moving else sure, velocity_m_s=thrown)


def _ridden(
    doubts: Doubts, name: EntityId, known: Hidden, row: int, settled: Settled, simulated: SimulatedScene
) -> tuple[Doubts, Hidden]:
    """Along with what carries it, if that moved."""
    carrier = int(settled.memory.carrier[row])
    if carrier == NOTHING:
        return doubts, known
    before, after = doubts.poses.get(simulated.ids[carrier]), settled.poses[carrier]
    if before is None or np.abs(before - after).max() < STILL_M:
        return doubts, known
    limit = max(float(simulated.half[carrier].max() - simulated.half[row].min()), 0.02) / 2
    spread = carried(known.spread, before, after, limit_m=limit)
    if name in doubts.clouds:
        # Rollouts in which its carrier stood still are of another world: it may have come to lie anywhere in it.
        doubts = replace(doubts, clouds=_but(doubts.clouds, name))
        anywhere = np.diag([limit**2, limit**2, 0.0, 0.0, 0.0, 0.0])
        spread = replace(
            spread, pose=settled.poses[row], covariance=spread.covariance + anywhere, probabilities=MappingProxyType({})
        )
    return doubts, Hidden(spread, settled.poses[row, None, :3])


def _begun(
    doubts: Doubts,
    name: EntityId,
    row: int,
    doubt: Doubt,
    simulated: SimulatedScene,
    pool: SimulationPool,
    *,
    trail: tuple[FloatArray, ...] = (),
) -> Doubts:
    doubts = doubts.forgetting(name)
    seed = doubts.begun + 1
    judge = outcome(simulated, row)
    places = np.array(trail).reshape(-1, 3)
    with pool.trying(simulated.simulation.image()) as trial:
        cloud = begun(trial, row, doubt, judge=judge, trail=places, count=ROLLOUTS, seed=seed)
    clouds = MappingProxyType({**doubts.clouds, name: cloud})
    spread = at_rest(name, simulated.simulation.poses()[row], doubt)
    return replace(doubts, clouds=clouds, begun=seed).knowing(name, Hidden(spread, cloud.path))


def _advanced(doubts: Doubts, simulated: SimulatedScene, pool: SimulationPool) -> Doubts:
    """The cloud begun first gets this tick's rollouts."""
    name = next(iter(doubts.clouds), None)
    if name is None:
        return doubts
    before = doubts.clouds[name]
    with pool.trying(before.begun) as trial:
        cloud = advanced(before, trial, judge=outcome(simulated, before.row), rollouts=ROLLOUTS_PER_TICK)
    if len(cloud.ends) >= LEAST:
        doubts = doubts.knowing(name, replace(doubts.hidden[name], spread=cloud.spread()))
    clouds = _but(doubts.clouds, name) if cloud.done else MappingProxyType({**doubts.clouds, name: cloud})
    return replace(doubts, clouds=clouds)


def _but(known: Mapping[EntityId, T], name: EntityId) -> Mapping[EntityId, T]:
    if name not in known:
        return known
    return MappingProxyType({each: value for each, value in known.items() if each != name})
