"""Percepts of what may be moving, weighed mode by mode: what each makes of them, and where the things are then."""

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, compose, invert, normalised
from . import modes
from .context import Context, by_hand, hands_near
from .engine import NOTHING
from .handtracks import HandTracks
from .modes import FALL, FIRST_HAND, LOOSE, REST, SLIDE, Surroundings
from .motionfilter import BALLISTIC, COAST_S, FREE, bounced, corrected, mixed, predicted
from .resting import DRIFT_M, FRESH_S, anchored, begin
from .strays import believe_strays
from .trackmath import aligned_turn, length, square
from .tracks import RELATIONS, Part, Tracks, carriers

FOLLOW_TURN = 0.8
# Nothing is known yet to be lifted before it has been seen for this long.
NEW_S = 0.3
# What a turn counts against resting, at most, and how well turns are tracked.
TURN_CAP = 4.0
TURN_RAD = 0.08
TURN_NOISE_RAD = 0.04
# Percepts this many standard deviations above where a thing stands show that it rises.
RISES_SIGMAS = 3.0
# What rides on something that moves shifts this much.
RIDES_M = 0.006
RIDES_SIGMAS = 3.3
# How far what stands on something and that must have moved for their percepts to confirm one another.
TOGETHER_M = 0.02
# What has not been seen for this long may have moved; what is lost from sight for longer than this is elsewhere.
UNSEEN_S = 0.06
LOST_S = 1.8
# Nor does what has left it wait for longer than this to be taken for lifted by itself.
LIFTED_S = 0.3
# How long relations to hands take to follow: those that tell of motion, and those that tell of a grip.
SLOW_S = 0.15
FAST_S = 0.1


def levels(rows: IntArray, context: Context | None) -> list[IntArray]:
    """What carries comes before what it carries."""
    if not len(rows):
        return []
    if context is None or len(rows) == 1:
        return [rows]
    depth, step = np.zeros(len(rows), dtype=np.intp), context.carrier[rows]
    for _ in range(8):
        on = (step != NOTHING) & context.movable[step]
        if not on.any():
            break
        depth += on
        step = np.where(on, context.carrier[step], NOTHING)
    return [rows[depth == each] for each in np.unique(depth)]


def moved_together(table: Part, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which percepts of one report have what stands on something, and that, moved alike: neither is mistaken."""
    alike = np.zeros(len(rows), dtype=bool)
    under = carriers(table, rows)
    places = np.minimum(np.searchsorted(rows, under), len(rows) - 1)
    upon = np.flatnonzero(rows[places] == under)
    if not len(upon):
        return alike
    ways = poses[:, :3] - table["home"][rows, :3]
    below, noise = places[upon], table["noise"][rows]
    limit = RIDES_M**2 + RIDES_SIGMAS**2 * (noise[upon] ** 2 + noise[below] ** 2)
    agree = (square(ways[upon] - ways[below]) < limit) & (square(ways[below]) > TOGETHER_M**2)
    alike[upon[agree]] = alike[below[agree]] = True
    return alike


def weigh(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    stamp: float,
    before: Tracks,
    context: Context | None,
    confirmed: BoolArray,
) -> None:
    """One percept of things that may be moving: what each mode makes of it, and where the things are then."""
    hands = before.hands
    roused = table["calm"][rows] > 0
    begin(table, rows[roused], hands)
    table["calm"][rows] = False
    elapsed = np.where(np.isfinite(table["stamps"][rows, -2]), np.clip(stamp - before.seen[rows], 0.0, 0.5), 0.0)
    noise = table["noise"][rows] ** 2
    log_p = table["modes"][rows]
    p = np.exp(log_p)
    # Where each kind of motion would be now.
    moving = (table["state"][rows, :3], table["state"][rows, 3:], table["spread"][rows])
    free = predicted(*moving, elapsed, FREE)
    fall = mixed(
        (table["falling"][rows, :3], table["falling"][rows, 3:], table["falling_spread"][rows]),
        moving,
        p[:, FALL],
        modes.LET_GO * elapsed,
    )
    fall = bounced(predicted(*fall, elapsed, BALLISTIC), _heights(rows, context))
    rest, rest_var, rides = _resting_place(table, rows, poses, noise, context, stamp)
    to_free = poses[:, :3] - free[0]
    free_var = noise + free[2][:, 0]
    weight = modes.meant(modes.gaussian(square(to_free[:, :2]), to_free[:, 2] ** 2, free_var, free_var))
    # What is more probably mistaken than meant moves nothing.
    weight = np.where(weight < 0.5, 0.0, weight)
    position, velocity, spread = corrected(free, poses[:, :3], noise, weight)
    around = _surroundings(table, rows, poses, position, velocity, rest, p, rides, before, context)
    log_p = modes.passed_on(log_p, around, elapsed)
    held_up = (around.aloft > 0.5) & (around.near > 0).any(axis=1)
    log_density = _densities(log_p, poses, noise, free, fall, rest, rest_var, table["anchor"][rows, 3:], held_up)
    # Where what it stood on is not seen, and a hand is there, it may be moving with that.
    unsure = _carrier_unseen(table, rows, context, stamp)
    log_density[:, REST] = np.where(
        unsure, np.maximum(log_density[:, REST], log_density[:, LOOSE]), log_density[:, REST]
    )
    strays = ~(modes.explained(log_p, log_density, around.near, p[:, FALL] > 0.5) > 0.5)
    # What is mistaken moves nothing, nor does it tell how things go on.
    position, velocity, spread = (
        np.where(strays[:, None], one, other) for one, other in zip(free, (position, velocity, spread), strict=True)
    )
    log_p = np.where(strays[:, None], log_p, modes.weighed(log_p, log_density, np.maximum(elapsed, 1e-3)))
    fallen = corrected(fall, poses[:, :3], noise, modes.meant(log_density[:, FALL]))
    # What falls for sure is where falling takes it.
    falls = (np.exp(log_p[:, FALL]) > 0.5)[:, None]
    position, velocity, spread = (
        np.where(falls, one, other) for one, other in zip(fallen, (position, velocity, spread), strict=True)
    )
    table["state"][rows, :3], table["state"][rows, 3:], table["spread"][rows] = position, velocity, spread
    table["estimate"][rows, :3], table["velocity"][rows] = position, velocity
    table["falling"][rows] = np.concatenate(fallen[:2], axis=1)
    table["falling_spread"][rows] = fallen[2]
    _turn(table, rows, poses, elapsed)
    if len(hands.ids) and context is not None:
        log_p = _with_hands(table, rows, log_p, np.where(strays, 0.0, elapsed), noise, hands, context, around, stamp)
    table["modes"][rows] = log_p
    believe_strays(table, rows, poses, strays, stamp, before, context, confirmed)
    anchored(table, rows, poses, elapsed, modes.meant(log_density[:, REST]), rides, stamp, context)


def _heights(rows: IntArray, context: Context | None) -> FloatArray:
    """How far things were above what would carry them; far, where that was not felt for."""
    gap = np.full(len(rows), np.nan) if context is None else context.gap[rows]
    return np.where(np.isfinite(gap), gap, 1.0)


def _resting_place(
    table: Part, rows: IntArray, poses: FloatArray, noise: FloatArray, context: Context | None, stamp: float
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Where things would be if they rested, on what moves or on what does not, and how well that is known."""
    place = table["anchor"][rows, :3].copy()
    count = np.maximum(table["count"][rows], 1)
    variance = noise * (1 + 1 / count) + DRIFT_M**2
    rides = np.zeros(len(rows), dtype=bool)
    if context is None:
        return place, variance, rides
    carrier = carriers(table, rows)
    rides = (carrier != NOTHING) & context.movable[carrier] & ~(table["calm"][carrier] > 0)
    rides &= np.isfinite(table["rested"][carrier])
    if not rides.any():
        return place, variance, rides
    some, under = rows[rides], carrier[rides]
    age = stamp - table["stamps"][under, -1]
    # What carries it goes on as it went; lost from sight for longer, it is where physics and hands have taken it.
    now = np.where((age < COAST_S)[:, None], table["estimate"][under], context.poses[under])
    way = table["velocity"][under] * np.where(age < COAST_S, age, 0.0)[:, None]
    now[:, :3] += way
    moved = compose(now, compose(invert(table["home"][under]), table["home"][some]))[:, :3]
    wide = variance[rides] + table["spread"][under, 0] + RIDES_M**2 + square(way) + np.where(age > 0, 0.02**2, 0.0)
    stays = square(poses[rides, :3] - place[rides]) / variance[rides] + 3 * np.log(variance[rides])
    goes = square(poses[rides, :3] - moved) / wide + 3 * np.log(wide)
    better = (goes < stays) & (square(poses[rides, :3] - moved) < RIDES_SIGMAS**2 * wide)
    place[rides] = np.where(better[:, None], moved, place[rides])
    variance[rides] = np.where(better, wide, variance[rides])
    rides[rides] = better
    return place, variance, rides


def _carrier_unseen(table: Part, rows: IntArray, context: Context | None, stamp: float) -> BoolArray:
    """Which stood on something that a hand may be moving, and that has not been seen just now."""
    unsure = np.zeros(len(rows), dtype=bool)
    if context is None or not context.hands.ids:
        return unsure
    carrier = carriers(table, rows)
    age = stamp - table["stamps"][carrier, -1]
    patience = np.where(context.carrier[rows] == carrier, LOST_S, LIFTED_S)
    some = (carrier != NOTHING) & context.movable[carrier] & (age > UNSEEN_S) & (age < patience)
    if some.any():
        near = hands_near(carrier[some], context.poses[carrier[some]], context)
        unsure[some] = (near > modes.FAR).any(axis=1)
    return unsure


def _surroundings(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    place: FloatArray,
    velocity: FloatArray,
    rest: FloatArray,
    p: FloatArray,
    rides: BoolArray,
    before: Tracks,
    context: Context | None,
) -> Surroundings:
    hands = before.hands
    lift = place[:, 2] - rest[:, 2]
    gap = np.zeros(len(rows))
    near = hold = np.zeros((len(rows), len(hands.ids)))
    if context is not None:
        felt = np.isfinite(context.gap[rows])
        now = np.where(felt, context.gap[rows], 0.0) + place[:, 2] - before.estimate[rows, 2]
        # What was lost from sight for a moment, and did not rest, has to be felt for anew.
        again = ~felt & (p[:, REST] + p[:, SLIDE] < 0.5)
        if again.any():
            poses_now = np.concatenate([place[again], poses[again, 3:]], axis=1)
            now[again] = context.landed(rows[again], poses_now)
        felt |= again
        gap = np.where(felt, now, 0.0)
        moves = felt & (p[:, REST] < 0.5)
        lift = np.where(moves, now, lift)
        if len(hands.ids):
            near = by_hand(hands_near(rows, np.concatenate([place, poses[:, 3:]], axis=1), context), hands, context)
            near = near * _idle(table, rows)
            sigma = modes.HOLD_M**2 + 2 * hands.noise**2
            hold = np.exp(-square(np.nan_to_num(table["fast"][rows] - table["grip"][rows])) / (2 * sigma))
    # Where no ground is declared and no hand is near, something unknown carries what lies there.
    groundless = np.isposinf(gap) & ~(near > 0).any(axis=1)
    gap, lift = np.where(groundless, 0.0, gap), np.where(groundless, place[:, 2] - rest[:, 2], lift)
    new = np.maximum(table["born"][rows], 0.0) + NEW_S > table["stamps"][rows, -1]
    lift = np.where(new, 0.0, lift)
    risen = place[:, 2] - table["home"][rows, 2] - 2 * table["noise"][rows]
    # What goes with what carries it stands on that, whatever hand is at it.
    gap, lift = np.where(rides, 0.0, gap), np.where(rides, 0.0, lift)
    hold = np.where(rides[:, None], 0.0, hold)
    aloft = np.where(new | rides, 0.0, modes.aloft(risen, gap))
    return Surroundings(lift, gap, aloft, velocity[:, 2] < -modes.SINKS_M_S, near, hold)


def _idle(table: Part, rows: IntArray) -> FloatArray:
    """How free each hand is for each thing: what it holds already is in the way, unless that stood on the thing."""
    held = np.exp(table["modes"][:, FIRST_HAND:])
    order = np.sort(np.concatenate([np.zeros((1, held.shape[1])), held]), axis=0)
    most, second = order[-1], order[-2]
    own = held[rows] >= most
    others = own * second + ~own * most
    for place in np.flatnonzero((rows[:, None] == table["under"]).any(axis=1)).tolist():
        apart = table["under"] != rows[place]
        apart[rows[place]] = False
        others[place] = held[apart].max(axis=0, initial=0.0)
    return 1.0 - (1.0 - modes.BUSY) * others


def _densities(
    log_p: FloatArray,
    poses: FloatArray,
    noise: FloatArray,
    free: tuple[FloatArray, FloatArray, FloatArray],
    fall: tuple[FloatArray, FloatArray, FloatArray],
    rest: FloatArray,
    rest_var: FloatArray,
    turn: FloatArray,
    held_up: BoolArray,
) -> FloatArray:
    """How probable percepts are in each mode `(k, m)`, as logarithms; what is `held_up` has a hand at it."""
    y = poses[:, :3]
    to_rest, to_free, to_fall = (y - rest) ** 2, (y - free[0]) ** 2, (y - fall[0]) ** 2
    free_var, fall_var = noise + free[2][:, 0], noise + fall[2][:, 0]
    found = np.empty(log_p.shape)
    aligned = aligned_turn(turn, poses[:, 3:])
    angle = 2 * np.arccos(np.clip(np.add.reduce(aligned * poses[:, 3:], axis=1), -1, 1))
    turned = np.minimum((angle / TURN_RAD) ** 2 / 2, TURN_CAP) * (angle > TURN_RAD)
    found[:, REST] = modes.gaussian(to_rest[:, 0] + to_rest[:, 1], to_rest[:, 2], rest_var, rest_var) - turned
    slide_var = rest_var + 0.003**2
    found[:, SLIDE] = modes.gaussian(to_free[:, 0] + to_free[:, 1], to_rest[:, 2], free_var, slide_var)
    found[:, FALL] = modes.gaussian(to_fall[:, 0] + to_fall[:, 1], to_fall[:, 2], fall_var, fall_var)
    held = modes.gaussian(to_free[:, 0] + to_free[:, 1], to_free[:, 2], free_var, free_var)
    # What a hand holds may be lowered; what none holds tumbles.
    tumbles = (free[1][:, 2] < -modes.TUMBLES_M_S) & (np.exp(log_p[:, LOOSE:]).sum(axis=1) < 0.5)
    found[:, FALL] = np.where(tumbles, np.maximum(found[:, FALL], held - modes.TUMBLES), found[:, FALL])
    # What neither fell nor was held before does not begin to fall by rising.
    rises = (y[:, 2] - rest[:, 2] > modes.LIFT_M + RISES_SIGMAS * np.sqrt(rest_var)) & (
        np.exp(log_p[:, FALL:]).sum(axis=1) < 0.5
    )
    found[:, FALL] -= np.where(rises, modes.CAP, 0.0)
    # A hand may hold a thing still: only once it rests for sure is that told from holding.
    stands = (np.exp(log_p[:, REST]) + np.exp(log_p[:, SLIDE]) > 0.5) & ~held_up
    held = np.where(stands, held, np.maximum(held, np.maximum(found[:, REST] + turned, found[:, SLIDE])))
    found[:, LOOSE:] = held[:, None]
    return found


def _with_hands(
    table: Part,
    rows: IntArray,
    log_p: FloatArray,
    elapsed: FloatArray,
    noise: FloatArray,
    hands: HandTracks,
    context: Context,
    around: Surroundings,
    stamp: float,
) -> FloatArray:
    """How hands move with things, and how things then lie against them."""
    places = hands.rows(context.hands.ids)
    fresh = np.zeros(len(hands.ids), dtype=bool)
    fresh[places] = context.hands.fresh
    age = np.clip(stamp - hands.seen, 0.0, FRESH_S)
    now = table["state"][rows, None, :3] - (hands.position + age[:, None] * hands.velocity)
    unknown = np.isnan(table["slow"][rows, :, 0])
    for name in RELATIONS:
        table[name][rows] = np.where((unknown & fresh)[..., None], now, table[name][rows])
    # What turns in a hand moves against it.
    lever = square(table["slow"][rows]) * table["turned"][rows, None] ** 2
    velocity = table["state"][rows, 3:]
    speed, hand_speed = length(velocity), length(hands.velocity)
    variance = 1.3 * (noise[:, None] + hands.noise**2) + modes.TOGETHER_M**2 + lever + (0.5 * hand_speed * age) ** 2
    significant = square(velocity) - 6 * table["spread"][rows, 2]
    apart = square(now - table["slow"][rows])
    known = fresh & ~unknown & (elapsed > 0)[:, None]
    log_p = log_p.copy()
    fits = modes.together(apart, variance, speed[:, None] + hand_speed, significant, known)
    # A hand that holds something moves with what lies in or on that, too.
    fits = np.where(fits > 0, fits * _idle(table, rows), fits)
    log_p[:, FIRST_HAND:] += fits
    # What is pushed moves with the hand as well, on its support or down from it.
    pushed = np.maximum(fits.max(axis=1), 0.0)
    log_p[:, SLIDE] += pushed * np.exp(-(np.maximum(around.lift_m, 0.0) ** 2) / (2 * modes.LIFT_M**2))
    log_p[:, FALL] += pushed * around.sinking
    log_p = modes.normalised_log(log_p)
    held = log_p[:, FIRST_HAND:] > np.log(0.5)
    for name, span in (("slow", SLOW_S), ("fast", FAST_S)):
        share = (1 - np.exp(-elapsed / span))[:, None, None] * fresh[:, None]
        table[name][rows] += share * (now - table[name][rows])
    table["grip"][rows] = np.where(held[..., None], table["grip"][rows], table["slow"][rows])
    return log_p


def _turn(table: Part, rows: IntArray, poses: FloatArray, elapsed: FloatArray) -> None:
    """Turns are followed; one that leaps is doubted once."""
    now = table["estimate"][rows, 3:]
    aligned = aligned_turn(poses[:, 3:], now)
    leaps = np.add.reduce(aligned * now, axis=1) < np.cos(np.pi / 6)
    doubted = leaps & (table["turns"][rows] == 0)
    share = np.where(doubted, 0.0, FOLLOW_TURN)[:, None]
    after = table["estimate"][rows, 3:] = normalised((1 - share) * now + share * aligned)
    table["turns"][rows] = leaps
    angle = 2 * np.arccos(np.clip(np.add.reduce(after * now, axis=1), -1.0, 1.0))
    table["turned"][rows] = table["turned"][rows] * np.exp(-elapsed / SLOW_S) + np.maximum(angle - TURN_NOISE_RAD, 0.0)
