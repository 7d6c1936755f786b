"""The reasoner's loop: percepts in, a scene that physics agrees with out.

Perceived things that stand still rest in the simulation and are left alone there; perceived things that move, or that
nothing carries, are driven along their percepts; unseen things obey physics, or the hand that holds them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from ..world import EntityId, World, is_default
from .context import Context
from .drive import carried_along, roots, too_fast, twist_between, velocity_at
from .engine import NOTHING, Contacts, Mode
from .handtracks import NO_HANDS, HandSights
from .memory import Memory
from .modes import LOOSE
from .parameters import Parameters
from .plan import FALLING_M_S, MAX_TRIES, Plan, planned
from .simulated import SimulatedScene
from .track import tracked
from .tracks import Tracks

# A tick after a long silence simulates no more than this.
MAX_STEPS = 240
# Trackers float and sink, and shapes are too small or too large, by no more than this; else the support is mistaken.
MAX_BIAS_M = 0.04
# What lies still for this long where nothing bears it is tracked wrongly, if it is by no more than this.
OFFSET_S = 1.0
MAX_OFFSET_M = 0.09
# What a hand gives; falling is faster.
THROW_M_S = 1.5
FALL_M_S = 4.5
GRAVITY_M_S2 = 9.81
# What turns slower than this may only seem to; what is this far above what would carry it flies.
TURNS_RAD_S = 1.0
FLIES_M = 0.02
# Three percepts over longer than this tell little of how fast a thing is now.
FALL_SEEN_S = 0.25
# What is held so probably rests on nothing.
HELD = 0.99
# Contacts steeper than this carry nothing.
CARRIES = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The scene after a tick, in the rows of the simulation, and why it is so.

    In a `quiet` one nothing was learnt and nothing moved: all but what is fresh is as it was.
    """

    memory: Memory
    poses: FloatArray
    velocities: FloatArray
    fresh: BoolArray
    reasons: Mapping[EntityId, str]
    quiet: bool = False


def settle(
    memory: Memory,
    simulated: SimulatedScene,
    merged: World,
    *,
    riding: Mapping[int, FloatArray],
    parameters: Parameters,
    stamp: float,
    hands: HandSights = NO_HANDS,
    least_steps: int = 0,
) -> Settled:
    """One tick of at least some steps. `riding` are the poses of unseen things in hands."""
    percepts = merged.poses()[simulated.world_rows]
    percepts[:, 2] -= memory.offset
    fresh = (merged.state.seen[simulated.world_rows] == stamp) & simulated.movable
    rows = np.flatnonzero(fresh)
    memory_s = parameters.perceived_max_duration
    context = _context(memory, simulated, percepts, fresh, hands, parameters)
    stated = _stated_noise(merged, simulated, fresh) if not parameters.tracking_filter else None
    tracks = tracked(
        memory.tracks.stated(stated), rows, percepts[rows], stamp=stamp, memory_s=memory_s, context=context
    ).stated(stated)
    # What a tracker only repeats, it does not see.
    fresh &= tracks.seen == stamp
    learnt = tracks.anchor is not memory.tracks.anchor
    memory = replace(memory, tracks=tracks)
    if memory.rested is not None and not learnt and not riding and not memory.grips and simulated.simulation.asleep:
        return Settled(replace(memory, stamp=stamp), *memory.rested, fresh, {}, quiet=True)
    elapsed = stamp - memory.stamp if np.isfinite(memory.stamp) else 0.0
    steps = max(least_steps, min(MAX_STEPS, round(elapsed / parameters.simulation_step)))
    plan = planned(memory, simulated, fresh, riding, parameters, stamp)
    twists = _prepared(memory, simulated, plan, max(steps, 1) * parameters.simulation_step)
    diverged = _stepped(simulated, plan, tracks.anchor, steps, parameters, _watched(memory, plan, fresh))
    poses, velocities = _written(simulated, plan, twists)
    contacts = simulated.simulation.contacts()
    same = contacts is memory.contacts and not (plan.drive | memory.driven).any()
    carrier = memory.carrier if same else _carriers(contacts, plan, tracks.under)
    still = tracks.still | (stamp - tracks.seen >= memory_s) | ~simulated.movable
    rests = not (plan.drive | plan.put | plan.free).any() and bool(still.all()) and simulated.simulation.asleep
    plausible = plan.plausible & ~diverged
    for row in np.flatnonzero(diverged):
        plan.reasons[simulated.ids[row]] = "nothing in the simulation keeps it where it is seen"
    memory = replace(
        memory,
        rest=np.where(plan.put[:, None], plan.target, memory.rest),
        tries=np.where(diverged, MAX_TRIES, plan.tries),
        driven=plan.drive | diverged,
        plausible=plausible,
        velocity=twists,
        carrier=carrier,
        base=_bases(memory, tracks, carrier, plausible),
        contacts=contacts,
        rested=(poses, velocities) if rests else None,
        gap=plan.gap,
        bias=np.where(plan.put & (np.abs(plan.gap) < MAX_BIAS_M), plan.gap, memory.bias),
        stamp=stamp,
    )
    return Settled(_offset(memory, simulated, fresh, plan.reasons, stamp), poses, velocities, fresh, plan.reasons)


def _stated_noise(merged: World, simulated: SimulatedScene, fresh: BoolArray) -> FloatArray | None:
    """How noisy percepts are where their covariance is stated, NaN elsewhere; None where nobody states any."""
    if is_default("pose_covariance", merged.state.pose_covariance):
        return None
    spread = np.einsum("nii->n", merged.state.pose_covariance[simulated.world_rows, :3, :3])
    return np.where(fresh & (spread > 0), np.sqrt(np.maximum(spread, 0.0) / 3), np.nan)


def _bases(memory: Memory, tracks: Tracks, carrier: IntArray, plausible: BoolArray) -> IntArray:
    """What things last were sure to rest on; what is surely held rests on nothing."""
    held = np.exp(tracks.modes[:, LOOSE:]).sum(axis=1) > HELD
    return np.where(tracks.calm & plausible, carrier, np.where(held, NOTHING, memory.base))


def _offset(
    memory: Memory, simulated: SimulatedScene, fresh: BoolArray, reasons: dict[EntityId, str], stamp: float
) -> Memory:
    """Learns how far from its shape a thing is tracked that lies still, in no hand, where nothing could bear it."""
    tracks = memory.tracks
    off = fresh & tracks.calm & ~memory.plausible & (stamp - tracks.stands >= OFFSET_S)
    off &= np.abs(memory.gap) <= MAX_OFFSET_M
    for row in np.flatnonzero(off).tolist():
        off[row] = simulated.ids[row] not in memory.grips
    if off.any():
        gap = np.where(off, memory.gap, 0.0)
        memory = replace(
            memory, offset=memory.offset + gap, tracks=tracks.lowered(gap), tries=np.where(off, 0, memory.tries)
        )
    for row in np.flatnonzero(memory.offset).tolist():
        side = "above" if memory.offset[row] > 0 else "below"
        way = f"is tracked {abs(memory.offset[row]) * 1000:.0f} mm {side} where its shape would stand"
        reasons.setdefault(simulated.ids[row], way)
    return memory


def _context(
    memory: Memory,
    simulated: SimulatedScene,
    percepts: FloatArray,
    fresh: BoolArray,
    hands: HandSights,
    parameters: Parameters,
) -> Context:
    """What percepts are weighed with."""
    poses = simulated.simulation.poses()

    def landed(rows: IntArray, places: FloatArray) -> FloatArray:
        placed = np.where(fresh[:, None], percepts, poses)
        return simulated.supports(rows, places, placed, carrier=memory.carrier).gaps_m

    bias = np.where(np.isfinite(memory.bias), memory.bias, 0.0)
    return Context(
        hands,
        simulated.centre,
        simulated.half,
        np.where(memory.driven, memory.gap - bias, np.nan),
        np.where(memory.carrier == NOTHING, memory.base, memory.carrier),
        poses,
        simulated.movable,
        parameters.hand_reach,
        landed,
    )


def _prepared(memory: Memory, simulated: SimulatedScene, plan: Plan, seconds: float) -> FloatArray:
    """Writes modes, places and velocities into the simulation; gives the twists of the driven rows."""
    simulation = simulated.simulation
    twists = np.zeros((len(plan.drive), 6))
    if not (plan.drive | plan.put | plan.free | memory.driven).any():
        return twists
    poses = simulation.poses()
    driven = np.flatnonzero(plan.drive)
    if len(driven):
        twists[driven] = twist_between(poses[driven], plan.target[driven], seconds)
    leaps = np.zeros(len(poses), dtype=bool)
    leaps[driven] = too_fast(twists[driven])
    carrier = roots(memory.carrier, plan.drive | memory.driven)
    riding = np.flatnonzero((carrier != NOTHING) & ~plan.drive & ~plan.put & simulated.movable)
    _change_modes(simulated, memory, plan)
    _carry(simulated, memory, plan, twists, leaps, poses, riding, carrier[riding])
    twists[leaps] = 0.0
    starts = np.where(leaps[:, None], plan.target, poses)
    if len(driven):
        simulation.set_state(driven, starts[driven], twists[driven])
    put = np.flatnonzero(plan.put)
    if len(put):
        simulation.set_state(put, plan.target[put])
    loose = np.flatnonzero(plan.free)
    if len(loose):
        simulation.set_state(loose, poses[loose], _let_go(memory, loose, plan.falls[loose]))
    return twists


def _let_go(memory: Memory, rows: IntArray, falls: BoolArray) -> FloatArray:
    """What was driven goes on as fast as it went, within what a hand gives; what fell, as fast as it was seen to."""
    velocity = memory.velocity[rows].copy()
    turns = np.linalg.norm(velocity[:, 3:], axis=1)
    velocity[~(falls & (turns > TURNS_RAD_S)), 3:] = 0.0
    velocity[falls, :3] = _fall(memory, rows[falls])
    level = np.hypot(velocity[:, 0], velocity[:, 1])
    speed = np.where(falls, level, np.linalg.norm(velocity[:, :3], axis=1))
    share = np.minimum(1.0, np.where(falls, FALL_M_S, THROW_M_S) / np.maximum(speed, 1e-9))
    velocity[:, :2] *= share[:, None]
    velocity[:, 2] *= np.where(falls, 1.0, share)
    return velocity


def _fall(memory: Memory, rows: IntArray) -> FloatArray:
    """How fast falling things are: a filter for steady motion lags behind, the last percepts tell better."""
    tracks = memory.tracks
    elapsed = tracks.stamps[rows, -1] - tracks.stamps[rows, -3]
    known = elapsed < FALL_SEEN_S
    way = tracks.positions[rows, -1] - tracks.positions[rows, -3]
    velocity = way / np.where(known, elapsed, 1.0)[:, None]
    # The mean of that time is as old as half of it.
    flies = memory.gap[rows] > FLIES_M
    velocity[:, 2] -= np.where(flies | (velocity[:, 2] < -FALLING_M_S), GRAVITY_M_S2 * elapsed / 2, 0.0)
    velocity = np.where((known & ~tracks.doubted[rows])[:, None], velocity, tracks.velocity[rows])
    velocity[:, 2] = np.clip(velocity[:, 2], -FALL_M_S, np.where(flies, FALL_M_S, 0.0))
    return velocity


def _change_modes(simulated: SimulatedScene, memory: Memory, plan: Plan) -> None:
    start = np.flatnonzero(plan.drive & ~memory.driven)
    stop = np.flatnonzero(~plan.drive & memory.driven)
    if len(start):
        simulated.simulation.set_mode(start, Mode.KINEMATIC)
    if len(stop):
        simulated.simulation.set_mode(stop, Mode.DYNAMIC)


def _carry(
    simulated: SimulatedScene,
    memory: Memory,
    plan: Plan,
    twists: FloatArray,
    leaps: BoolArray,
    poses: FloatArray,
    riding: IntArray,
    carriers: IntArray,
) -> None:
    """What stands on a driven thing takes part in its motion: the change of its velocity, or its leap."""
    if not len(riding):
        return
    new = velocity_at(twists[carriers], poses[carriers, :3], poses[riding, :3])
    old = velocity_at(memory.velocity[carriers], poses[carriers, :3], poses[riding, :3])
    jump = leaps[carriers]
    new[jump] = 0.0
    changed = jump | (np.abs(new - old).max(axis=1) > 1e-6)
    if not changed.any():
        return
    riding, carriers, jump, gain = riding[changed], carriers[changed], jump[changed], (new - old)[changed]
    places = poses[riding].copy()
    places[jump] = carried_along(poses[carriers[jump]], plan.target[carriers[jump]], places[jump])
    velocities = simulated.simulation.velocities()[riding] + gain
    simulated.simulation.set_state(riding, places, velocities)


def _watched(memory: Memory, plan: Plan, fresh: BoolArray) -> IntArray:
    """Rows that are just seen to stay and simulated: those whose divergence counts."""
    return np.flatnonzero(fresh & memory.tracks.still & ~plan.drive)


def _stepped(
    simulated: SimulatedScene, plan: Plan, anchor: FloatArray, steps: int, parameters: Parameters, watched: IntArray
) -> BoolArray:
    """Steps the simulation; after every step, what strayed from its percept is put back and held there (Alg. 1)."""
    simulation = simulated.simulation
    diverged = np.zeros(len(plan.drive), dtype=bool)
    if not simulation.asleep:
        simulation.begin()
    places = anchor[watched, :3]
    for _ in range(steps):
        idle = simulation.asleep
        if not idle:
            simulation.step(1)
        strayed = simulation.positions(watched) - places
        far = np.einsum("ij,ij->i", strayed, strayed) > parameters.simulation_tolerance**2
        if far.any():
            rows = watched[far]
            diverged[rows] = True
            simulation.set_mode(rows, Mode.KINEMATIC)
            simulation.set_state(rows, anchor[rows])
            plan.target[rows] = anchor[rows]
            watched, places = watched[~far], places[~far]
        elif idle:
            break
    plan.drive |= diverged
    return diverged


def _written(simulated: SimulatedScene, plan: Plan, twists: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Driven rows end exactly where they were meant to."""
    driven = np.flatnonzero(plan.drive)
    if len(driven):
        simulated.simulation.set_state(driven, plan.target[driven], twists[driven])
    return simulated.simulation.poses(), simulated.simulation.velocities()


def _carriers(contacts: Contacts, plan: Plan, under: IntArray) -> IntArray:
    """What each body stands on: for simulated ones the contact that bears most, for driven ones what is beneath.

    Nothing stands on what was last seen to rest on or in it, however their shapes, known so well, overlap.
    """
    carrier = np.where(plan.drive, plan.carrier, NOTHING)
    if not len(contacts):
        return carrier
    # The normal points from the first to the second: upwards, the first carries the second.
    lift = contacts.normals[:, 2] * np.maximum(contacts.forces, 1e-6)
    upper = np.where(lift > 0, contacts.rows[:, 1], contacts.rows[:, 0])
    lower = np.where(lift > 0, contacts.rows[:, 0], contacts.rows[:, 1])
    bears = np.abs(contacts.normals[:, 2]) > CARRIES
    bears &= ~plan.drive[upper] & (under[lower] != upper)
    count = len(carrier)
    pairs, which = np.unique(upper[bears] * count + lower[bears], return_inverse=True)
    share = np.bincount(which, weights=np.abs(lift[bears]), minlength=len(pairs))
    # Written in the order of their shares, the greatest of each body stays.
    ranked = pairs[np.argsort(share, kind="stable")]
    carrier[ranked // count] = ranked % count
    return carrier
