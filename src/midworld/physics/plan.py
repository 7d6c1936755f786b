"""What is to happen to each body in a tick: driven along its percepts, put down, let go or left alone."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from ..world import EntityId
from .engine import NOTHING
from .memory import Memory
from .parameters import Parameters
from .simulated import SimulatedScene

# Once physics has moved a thing this often from where it is seen to stay, seeing wins.
MAX_TRIES = 3
# Downwards faster than this, a thing falls; with nothing beneath it, it does so already when slower.
FALLING_M_S = 0.5
DROPPING_M_S = 0.2


@dataclass(slots=True)
class Plan:
    """What is to happen to each row in this tick."""

    drive: BoolArray
    target: FloatArray
    put: BoolArray
    free: BoolArray
    falls: BoolArray
    plausible: BoolArray
    carrier: IntArray
    gap: FloatArray
    tries: IntArray
    reasons: dict[EntityId, str]

    @classmethod
    def idle(cls, memory: Memory) -> "Plan":
        """Nothing is to happen."""
        nobody = np.zeros((4, len(memory.driven)), dtype=bool)
        return cls(
            nobody[0],
            memory.tracks.estimate.copy(),
            nobody[1],
            nobody[2],
            nobody[3],
            np.ones(len(memory.driven), dtype=bool),
            memory.carrier.copy(),
            memory.gap.copy(),
            memory.tries.copy(),
            {},
        )


def planned(
    memory: Memory,
    simulated: SimulatedScene,
    fresh: BoolArray,
    riding: Mapping[int, FloatArray],
    parameters: Parameters,
    stamp: float,
) -> Plan:
    """Who moves, stays, waits to be seen again or is let go. `riding` are poses of unseen things held or pushed."""
    tracks = memory.tracks
    recent = (stamp - tracks.seen < parameters.perceived_max_duration) & simulated.movable
    held = np.zeros(len(recent), dtype=bool)
    if memory.grips:
        held[:] = [name in memory.grips for name in simulated.ids]
    moving = recent & (held | ~tracks.still) & _followed(tracks.seen, stamp, held, parameters)
    # What falls goes on falling when it is out of sight.
    falling = ~fresh & ~held & ~tracks.still & _falling(memory, parameters)
    moving &= ~falling
    # Where nothing at all is beneath, no ground is declared: what lay still there stays.
    groundless = simulated.movable & memory.driven & np.isposinf(memory.gap) & np.isfinite(tracks.seen)
    hovering = (recent | groundless) & tracks.still & ~held
    plan = Plan.idle(memory)
    for row, pose in riding.items():
        plan.drive[row], plan.target[row], plan.plausible[row] = True, pose, not held[row]
        if held[row]:
            plan.carrier[row] = NOTHING
        plan.reasons[simulated.ids[row]] = f"out of sight, {'in' if held[row] else 'pushed by'} a hand"
    # Things that move together are felt for where they are now, not where they were.
    placed = simulated.simulation.poses()
    placed[moving] = plan.target[moving]
    others = np.ones(len(recent), dtype=bool)
    others[list(riding)] = False
    staying = hovering & fresh & ~_resting(memory, placed, parameters)
    _plan_seen(plan, memory, simulated, others & moving, others & staying, held, placed, parameters)
    # Not seen this time: what was held up stays up for a while, the rest is up to physics.
    waits = others & hovering & ~fresh & ~moving
    plan.drive[waits] = memory.driven[waits]
    plan.target[waits] = placed[waits]
    plan.plausible[waits] = memory.plausible[waits]
    loose = others & memory.driven & ~moving & ~hovering
    plan.free |= loose
    plan.falls |= loose & falling
    plan.carrier[loose] = NOTHING
    return plan


def _plan_seen(
    plan: Plan,
    memory: Memory,
    simulated: SimulatedScene,
    moving: BoolArray,
    staying: BoolArray,
    held: BoolArray,
    placed: FloatArray,
    parameters: Parameters,
) -> None:
    """What moves, and what is seen to stay but does not rest in the simulation, by what is beneath it."""
    rows = np.flatnonzero(moving | staying)
    if not len(rows):
        return
    plan.target[rows] = np.where(moving[rows, None], plan.target[rows], memory.tracks.anchor[rows])
    found = simulated.supports(rows, plan.target[rows], placed, carrier=memory.carrier)
    for row, below, gap in zip(rows.tolist(), found.rows.tolist(), found.gaps_m.tolist(), strict=True):
        if moving[row]:
            _plan_moving(plan, simulated, row, below, gap, parameters, held=bool(held[row]))
        else:
            _plan_still(plan, memory, simulated, row, below, gap, parameters)


def _falling(memory: Memory, parameters: Parameters) -> BoolArray:
    """Rows that were last seen on their way down."""
    down = -memory.tracks.velocity[:, 2]
    return (down > FALLING_M_S) | ((down > DROPPING_M_S) & (memory.gap >= parameters.simulation_tolerance))


def _resting(memory: Memory, placed: FloatArray, parameters: Parameters) -> BoolArray:
    """Rows that rest in the simulation where they are seen to stay: nothing is to be done about them."""
    anchor = memory.tracks.anchor
    level = np.linalg.norm(anchor[:, :2] - placed[:, :2], axis=1)
    moved = np.linalg.norm(anchor[:, :3] - memory.rest[:, :3], axis=1)
    return (
        ~memory.driven
        & (level <= parameters.rest_tolerance)
        & (np.abs(anchor[:, 2] - placed[:, 2]) <= parameters.simulation_tolerance)
        & (moved <= parameters.perception_tolerance)
    )


def _followed(seen: FloatArray, stamp: float, held: BoolArray, parameters: Parameters) -> BoolArray:
    """A moving thing that vanished is soon left to physics; a held one waits for a word about its hand."""
    return held | (stamp - seen <= parameters.vanished_duration)


def _plan_moving(
    plan: Plan, simulated: SimulatedScene, row: int, below: int, gap_m: float, parameters: Parameters, *, held: bool
) -> None:
    """Along its percepts; what is near its support slides on it."""
    supported = gap_m < parameters.simulation_tolerance
    plan.drive[row] = True
    plan.gap[row] = gap_m
    plan.carrier[row] = below if supported and not held else NOTHING
    plan.plausible[row] = supported and not held
    plan.tries[row] = 0
    if supported and (not held or gap_m < 0.0):
        plan.target[row, 2] -= gap_m
    if supported:
        plan.reasons[simulated.ids[row]] = f"moves on {_named(simulated, below)}"
    else:
        plan.reasons[simulated.ids[row]] = "moves with nothing beneath it that would carry it"


def _plan_still(
    plan: Plan, memory: Memory, simulated: SimulatedScene, row: int, below: int, gap_m: float, parameters: Parameters
) -> None:
    """Put where it is seen to stay, for physics to keep it there; held up if nothing carries it."""
    moved = float(np.linalg.norm(plan.target[row, :3] - memory.rest[row, :3]))
    if moved > parameters.rest_tolerance:
        plan.tries[row] = 0
    supported = gap_m < parameters.simulation_tolerance
    stubborn = plan.tries[row] >= MAX_TRIES
    plan.gap[row] = gap_m
    if supported:
        plan.target[row, 2] -= gap_m
    if not supported or stubborn:
        plan.drive[row] = True
        plan.plausible[row] = supported and not stubborn
        plan.carrier[row] = below if supported else NOTHING
        why = "nothing beneath it would carry it" if not supported else "physics would move it, yet it is seen to stay"
        plan.reasons[simulated.ids[row]] = why
        return
    plan.put[row] = True
    if not memory.driven[row]:
        plan.tries[row] += 1
    lowered = f"{abs(gap_m) * 1000:.0f} mm {'down' if gap_m > 0 else 'up'}"
    plan.reasons[simulated.ids[row]] = f"put {lowered} onto {_named(simulated, below)}"


def _named(simulated: SimulatedScene, row: int) -> str:
    return "nothing" if row == NOTHING else simulated.ids[row]
