"""Things at rest: first sights, the average of percepts, and when a thing stands still."""

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, compose, invert, normalised
from . import modes
from .context import Context, by_hand, hands_near
from .engine import NOTHING
from .handtracks import HandTracks
from .modes import FALL, FIRST_HAND, LOOSE, REST, SLIDE
from .trackmath import aligned_turn, is_near_turn, square
from .tracks import NOISE_M, RELATIONS, Part

# A thing stands still once this many percepts fit to that.
STILL_COUNT = 3
# Nothing is known to stand still before it has been seen for this long.
SETTLED_S = 0.18
# Nor before that has been most probable for this long.
STANDS_S = 0.06
# The range the spread of a tracker may turn out to have.
NOISE_RANGE_M = (0.001, 0.012)
# How quickly that is learnt, per percept, and while a tracker is new; the median of the squares of three axes.
NOISE_RATE = 0.025
NOISE_RATE_NEW = 0.06
NEW_S = 0.5
MEDIAN_CHI2 = 2.366
# Trackers drift a little, whatever their noise.
DRIFT_M = 0.002
# How many percepts an anchor averages at most: beyond, slow drift would be averaged away.
ANCHOR_COUNT = 40
# How long the place where a moving thing may come to rest takes to follow it.
ANCHOR_S = 0.12
# A hand not reported for longer than this may be elsewhere.
FRESH_S = 0.09
# Percepts within so many standard deviations leave what rests at rest.
CALM_SIGMAS = 3.3
CALM = 0.99
# First sights: how probable rest is, and how far from its support a thing at rest may be tracked.
RESTING = 0.9
SLIDING = 0.07
UNSURE_GAP_M = 0.05
FLOATING = 0.002


def restart(
    table: Part, rows: IntArray, poses: FloatArray, stamp: float, context: Context | None, hands: HandTracks
) -> None:
    """First sights: a thing rests where something carries it, and is in a hand where nothing does."""
    gaps = np.zeros(len(rows)) if context is None else context.landed(rows, poses)
    table["stamps"][rows] = -np.inf
    table["velocity"][rows] = 0.0
    table["still"][rows] = table["doubted"][rows] = table["calm"][rows] = False
    table["born"][rows] = stamp
    table["strays"][rows] = table["turns"][rows] = 0
    for name in ("estimate", "anchor", "home"):
        table[name][rows] = poses
    table["count"][rows] = 0
    table["under"][rows] = NOTHING
    begin(table, rows, hands)
    table["spread"][rows, 2] = table["falling_spread"][rows, 2] = 0.3**2
    near = np.zeros((len(rows), len(hands.ids))) if context is None else hands_near(rows, poses, context)
    if context is not None:
        near = by_hand(near, hands, context)
    # Where no ground is declared, something unknown carries what no hand is near.
    gaps = np.where(np.isposinf(gaps) & ~(near > 0).any(axis=1), 0.0, gaps)
    p = np.full((len(rows), FIRST_HAND + near.shape[1]), modes.LEAST)
    stands = np.maximum(FLOATING, np.exp(-(gaps**2) / (2 * UNSURE_GAP_M**2)))
    p[:, REST] = RESTING * stands
    p[:, SLIDE] = SLIDING * stands
    p[:, FALL] = 0.005
    p[:, LOOSE] = 0.01
    p[:, FIRST_HAND:] += 0.03 * near
    table["modes"][rows] = modes.normalised_log(np.log(p))


def begin(table: Part, rows: IntArray, hands: HandTracks) -> None:
    """Motion begins at rest, where a thing is now."""
    noise = table["noise"][rows]
    table["velocity"][rows] = 0.0
    table["state"][rows, :3] = table["estimate"][rows, :3]
    table["state"][rows, 3:] = 0.0
    table["spread"][rows] = np.stack([noise**2, np.zeros(len(rows)), np.full(len(rows), 0.05**2)], axis=1)
    table["falling"][rows, :3] = table["estimate"][rows, :3]
    table["falling"][rows, 3:] = 0.0
    table["falling_spread"][rows] = table["spread"][rows]
    # Where a hand that has not been seen just now lies against a thing is not known yet.
    now = np.maximum(table["stamps"][rows, -1], table["born"][rows])
    unknown = (now[:, None] - hands.seen > FRESH_S)[..., None]
    for name in RELATIONS:
        table[name][rows] = np.where(unknown, np.nan, table["estimate"][rows, None, :3] - hands.position)


def is_calm(table: Part, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which rest for sure, and are seen where they do."""
    offset = poses[:, :3] - table["anchor"][rows, :3]
    noise = table["noise"][rows]
    limit = CALM_SIGMAS**2 * (noise**2 * (1 + 1 / np.maximum(table["count"][rows], 1)) + DRIFT_M**2)
    return (
        (table["still"][rows] > 0)
        & (table["modes"][rows, REST] > np.log(CALM))
        & (np.einsum("ij,ij->i", offset, offset) <= limit)
        & is_near_turn(poses[:, 3:], table["anchor"][rows, 3:])
    )


def rest_on(table: Part, rows: IntArray, poses: FloatArray, stamp: float, context: Context | None) -> None:
    """What rests for sure is averaged."""
    if not len(rows):
        return
    average(table, rows, poses, np.ones(len(rows)))
    learn_noise(table, rows)
    table["estimate"][rows] = table["anchor"][rows]
    rest_for_sure(table, rows, stamp, context)
    table["velocity"][rows] = 0.0
    table["calm"][rows] = True
    table["doubted"][rows] = False
    table["strays"][rows] = table["turns"][rows] = 0


def rest_for_sure(table: Part, rows: IntArray, stamp: float, context: Context | None) -> None:
    """What rests for sure is at home; on something that is not, it lies as it would if that were."""
    table["home"][rows] = table["anchor"][rows]
    table["rested"][rows] = stamp
    if context is None or not len(rows):
        return
    carrier = context.carrier[rows]
    table["under"][rows] = carrier
    rides = (carrier != NOTHING) & context.movable[carrier] & ~(table["calm"][carrier] > 0)
    if rides.any():
        some, under = rows[rides], carrier[rides]
        lies = compose(invert(table["estimate"][under]), table["anchor"][some])
        table["home"][some] = compose(table["home"][under], lies)


def average(table: Part, rows: IntArray, poses: FloatArray, weight: FloatArray) -> None:
    anchor, count = table["anchor"][rows], table["count"][rows]
    count = np.minimum(count + weight, ANCHOR_COUNT)
    gain = (weight / np.maximum(count, 1))[:, None]
    anchor[:, :3] += gain * (poses[:, :3] - anchor[:, :3])
    aligned = aligned_turn(poses[:, 3:], anchor[:, 3:])
    gain = gain * is_near_turn(aligned, anchor[:, 3:])[:, None]
    anchor[:, 3:] = normalised((1 - gain) * anchor[:, 3:] + gain * aligned)
    table["anchor"][rows], table["count"][rows] = anchor, count


def learn_noise(table: Part, rows: IntArray, rate: float = NOISE_RATE, least_m: float = NOISE_RANGE_M[0]) -> None:
    """How far percepts are from being evenly spaced, as a running median: neither a slow slide nor mistakes are noise.

    The second difference of three percepts has six times their variance along each of three axes.
    """
    places, noise = table["positions"][rows], table["noise"][rows]
    bend = places[:, -1] - 2 * places[:, -2] + places[:, -3]
    above = np.einsum("ij,ij->i", bend, bend) > 6 * MEDIAN_CHI2 * noise**2
    spread = np.clip(noise * np.exp(np.where(above, rate, -rate)), least_m, NOISE_RANGE_M[1])
    table["noise"][rows] = np.where(np.isfinite(table["stamps"][rows, -3]), spread, noise)


def anchored(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    elapsed: FloatArray,
    meant: FloatArray,
    rides: BoolArray,
    stamp: float,
    context: Context | None,
) -> None:
    """Where things stand, or would if they stopped."""
    p = np.exp(table["modes"][rows])
    doubtful = table["strays"][rows] > 0
    rests = (p[:, REST] > 0.5) & ~doubtful
    static = rests & ~rides
    if static.any():
        average(table, rows[static], poses[static], meant[static])
    some = ~rests & ~doubtful
    if some.any():
        which = rows[some]
        slow = square(table["state"][which, 3:]) < 6 * table["spread"][which, 2]
        share = np.where(slow, 0.5, 1 - np.exp(-elapsed[some] / ANCHOR_S))[:, None]
        table["anchor"][which, :3] += share * (table["estimate"][which, :3] - table["anchor"][which, :3])
        table["anchor"][which, 3:] = table["estimate"][which, 3:]
        table["count"][which] = np.where(slow, np.minimum(table["count"][which] + 1, 2), 1)
    riding = rests & rides
    if riding.any():
        which = rows[riding]
        table["anchor"][which] = table["estimate"][which]
        table["count"][which] = 1
    still = (static | (doubtful & (table["still"][rows] > 0))) & (table["count"][rows] >= STILL_COUNT - 0.5)
    table["stands"][rows] = np.where(rests, np.minimum(table["stands"][rows], stamp), np.inf)
    still &= (table["still"][rows] > 0) | (
        (stamp - table["born"][rows] >= SETTLED_S) & (stamp - table["stands"][rows] >= STANDS_S - 1e-6)
    )
    table["still"][rows] = still
    stood = still & ~doubtful
    table["estimate"][rows[still]] = table["anchor"][rows[still]]
    table["velocity"][rows[still]] = 0.0
    calm = stood & (p[:, REST] > CALM)
    table["calm"][rows[calm]] = True
    rest_for_sure(table, rows[calm], stamp, context)
    learn_noise(table, rows[calm & (meant > 0.9)])
    new = (stamp - table["born"][rows] < NEW_S) & ~calm & (p[:, FIRST_HAND:].sum(axis=1) < 0.5)
    learn_noise(table, rows[new], NOISE_RATE_NEW, NOISE_M)
