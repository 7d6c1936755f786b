"""What each thing is doing, as probabilities: a switching filter over resting, sliding, falling and being held.

With `p` the probabilities before a percept `y`, a time `dt` after the last, and `Q` the rates below (1/s):

    p' = p + dt p (Q - diag(Q 1))
    l_m = log[(1 - e) N(y; mu_m, S_m) + e / V]
    log p'' = log p' + max(l_m - max l, -CAP) + c_m                 (normalised)

`e` and `V` are the share and the volume of mistaken percepts; `c_m` says how a hand moves with the thing. One percept
is worth no more than `CAP`, so that one alone never decides.
"""

from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray

REST, SLIDE, FALL, LOOSE = 0, 1, 2, 3
# The columns before those of the hands; LOOSE is held by nobody known.
FIRST_HAND = 4

# Percepts that are mistaken: their share, and the volume they come from.
MISTAKEN = 0.05
MISTAKEN_M3 = 0.1
CAP = 4.4
# Percepts that come faster than this tell the less.
PERCEPT_S = 0.03
# No probability falls below this.
LEAST = 1e-6

# Lifted this far, and beyond, a thing has left its support; lower by as much it has arrived.
LIFT_M = 0.010
ARRIVE_M = 0.010
SUNK_M = 0.030
# Shapes may be wrong by as much: a thing may have been set down although geometry says that it was not.
WRONG_SHAPE = 0.003
WRONG_SHAPE_M = 0.05
# Hands hold what is this near, and hold the less the farther it is.
NEAR_M = 0.03
REACH_M = 0.08
# What a hand at the end of its reach is worth.
FAR = 0.15
# What a hand that was lost from sight is worth beside one that is seen.
LOST = 0.5
# What a hand that holds something is worth for something else.
BUSY = 0.05
# How probable it is that a hand at a thing is just taking it, where a percept says that it moves. Chosen, 0.1 to 1.
TAKES = 0.3
# Nobody who takes a thing begins by lowering it this fast.
SINKS_M_S = 0.2

# Raised this far above where it was last sure to rest, and so far above what would carry it, a thing does not rest.
RISEN_M = 0.02
ALOFT_M = 0.03

# Rates, 1/s.
TAKEN = 0.6
TAKEN_ALOFT = 6.0
TAKEN_BY_NOBODY = 0.004
PUSHED = 0.35
STOPS = 5.0
TIPS = 0.1
TIPS_SINKING = 0.5
SLIDES_OFF = 5.0
LANDS = 6.0
LANDS_ANYWHERE = 0.1
SET_DOWN = 8.0
SET_DOWN_SLIDING = 0.3
LET_GO = 0.4
CAUGHT = 0.2
PASSED = 0.6
# Whoever held a thing unknown is found to be a hand that is there.
KNOWN = 4.0
# How much a grip counts against having been set down.
GRIP = 1.0
# What the hand of nobody known counts.
UNKNOWN_GRIP = 0.3

# What tumbles down without falling freely fits so much the less.
TUMBLES = 0.3
TUMBLES_M_S = 0.1

# How a hand moves with a thing: what a motion changes in this time is told from noise.
TOGETHER_S = 0.09
TOGETHER_M = 0.008
FOR_M, AGAINST_M = 2.0, 3.0
HOLD_M = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What a percept is weighed with, one row a thing: for each, how near and how free each hand is `(k, h)`.

    `aloft` is how sure a thing is off the ground: raised from where it rested, and above what would carry it.
    """

    lift_m: FloatArray
    gap_m: FloatArray
    aloft: FloatArray
    sinking: BoolArray
    near: FloatArray
    hold: FloatArray


def normalised_log(log_p: FloatArray) -> FloatArray:
    """Logarithms of probabilities that sum to one, none of them below `LEAST`."""
    log_p = log_p - log_p.max(axis=1, keepdims=True)
    log_p = np.maximum(log_p, np.log(LEAST))
    return log_p - np.log(np.exp(log_p).sum(axis=1, keepdims=True))


def gaussian(square_xy: FloatArray, square_z: FloatArray, var_xy: FloatArray, var_z: FloatArray) -> FloatArray:
    """Logarithm of the density of errors, given as squares along the ground and along gravity."""
    return (
        -0.5 * (square_xy / var_xy + square_z / var_z) - np.log(var_xy) - 0.5 * np.log(var_z) - 1.5 * np.log(2 * np.pi)
    )


def with_mistakes(log_density: FloatArray) -> FloatArray:
    return np.logaddexp(np.log1p(-MISTAKEN) + log_density, np.log(MISTAKEN / MISTAKEN_M3))


def meant(log_density: FloatArray) -> FloatArray:
    """How probable it is that a percept with some density is no mistake."""
    return 1 / (1 + np.exp(np.clip(np.log(MISTAKEN / MISTAKEN_M3) - np.log1p(-MISTAKEN) - log_density, -50, 50)))


def explained(log_p: FloatArray, log_density: FloatArray, near: FloatArray, falls: BoolArray) -> FloatArray:
    """How probable it is that a percept is no mistake, whichever mode it comes from.

    A hand that is `near` `(k, h)` may just be taking the thing; only what `falls` for sure is explained by falling.
    """
    likely = log_p.copy()
    taken = np.log(np.maximum(TAKES * (near - FAR), LEAST))
    likely[:, FIRST_HAND:] = np.maximum(likely[:, FIRST_HAND:], taken)
    told = likely + log_density
    told[:, FALL] = np.where(falls, told[:, FALL], -np.inf)
    return meant(np.logaddexp.reduce(told, axis=1))


def aloft(risen_m: FloatArray, gap_m: FloatArray) -> FloatArray:
    """How sure things are off the ground: wrong shapes and constant offsets alone do not raise them."""
    raised, above = np.maximum(risen_m, 0.0), np.maximum(gap_m, 0.0)
    return (1.0 - np.exp(-(raised**2) / (2 * RISEN_M**2))) * (1.0 - np.exp(-(above**2) / (2 * ALOFT_M**2)))


def nearness(distance_m: FloatArray, reach_m: float) -> FloatArray:
    """How well a hand at a distance from a thing's surface could hold it."""
    beyond = np.maximum(distance_m - NEAR_M, 0.0)
    return np.where(distance_m > reach_m, 0.0, np.maximum(np.exp(-(beyond**2) / (2 * REACH_M**2)), FAR))


def passed_on(log_p: FloatArray, around: Surroundings, elapsed_s: FloatArray) -> FloatArray:
    """The probabilities as they are a time later, before anything is seen."""
    p = np.exp(log_p)
    span = np.minimum(elapsed_s, 0.5)
    # What is below where its shape would stand touches it all the same.
    arrived = np.exp(-(around.gap_m**2) / (2 * np.where(around.gap_m < 0, SUNK_M, ARRIVE_M) ** 2))
    arrived = np.maximum(arrived, WRONG_SHAPE * np.exp(-(around.gap_m**2) / (2 * WRONG_SHAPE_M**2)) + LEAST)
    lifted = 1.0 - np.exp(-(np.maximum(around.lift_m, 0.0) ** 2) / (2 * LIFT_M**2))
    lifted = np.maximum(lifted, 0.02) * np.where(around.sinking, 0.1, 1.0)
    flow = np.zeros_like(p)

    def move(source: int | slice, target: int | slice, rate: FloatArray) -> None:
        share = p[:, source] * np.minimum(rate * (span[:, None] if rate.ndim == 2 else span), 0.5)
        flow[:, source] -= share
        flow[:, target] += share if share.ndim == flow[:, target].ndim else share.sum(axis=1)

    hands = slice(FIRST_HAND, None)
    one = np.ones(len(p))
    # What is off the ground is in one of the hands within reach, however far from it that is.
    whose = around.near / np.maximum(around.near.sum(axis=1, keepdims=True), FAR)
    rate = TAKEN * around.near * lifted[:, None] + TAKEN_ALOFT * whose * around.aloft[:, None]
    for stands in (REST, SLIDE):
        taken = p[:, stands, None] * np.minimum(rate * span[:, None], 0.25)
        flow[:, hands] += taken
        flow[:, stands] -= taken.sum(axis=1)
        move(stands, LOOSE, TAKEN_BY_NOBODY * lifted)
    move(REST, SLIDE, PUSHED * one)
    sinking = np.where(around.sinking, one, 0.0)
    move(REST, FALL, TIPS + TIPS_SINKING * sinking)
    move(SLIDE, REST, STOPS * one)
    move(SLIDE, FALL, TIPS + SLIDES_OFF * sinking)
    landed = np.maximum(
        arrived, (1.0 - around.aloft) * LANDS_ANYWHERE * np.exp(-(around.gap_m**2) / (2 * WRONG_SHAPE_M**2))
    )
    move(FALL, REST, LANDS * landed)
    move(FALL, SLIDE, STOPS * landed)
    put = SET_DOWN * arrived[:, None] / (arrived[:, None] + GRIP * around.hold)
    # A hand that is still there has not set down what is off the ground.
    put = put * (1.0 - around.aloft[:, None] * np.minimum(around.near / (LOST * FAR), 1.0))
    move(hands, REST, put)
    move(hands, SLIDE, SET_DOWN_SLIDING * put)
    move(hands, FALL, LET_GO * np.ones_like(put))
    left = SET_DOWN * arrived / (arrived + GRIP * UNKNOWN_GRIP)
    move(LOOSE, REST, left)
    move(LOOSE, SLIDE, SET_DOWN_SLIDING * left)
    move(LOOSE, FALL, LET_GO * one)
    if around.near.shape[1]:
        caught = p[:, FALL, None] * np.minimum(CAUGHT * around.near * span[:, None], 0.25)
        flow[:, hands] += caught
        flow[:, FALL] -= caught.sum(axis=1)
        known = p[:, LOOSE, None] * np.minimum(KNOWN * around.near * span[:, None], 0.25)
        flow[:, hands] += known
        flow[:, LOOSE] -= known.sum(axis=1)
        held = p[:, hands]
        handed = held.sum(axis=1, keepdims=True) * np.minimum(PASSED * around.near * span[:, None], 0.25)
        share = held / np.maximum(held.sum(axis=1, keepdims=True), 1e-12)
        flow[:, hands] += handed - share * handed.sum(axis=1, keepdims=True)
    return normalised_log(np.log(np.maximum(p + flow, 1e-12)))


def weighed(log_p: FloatArray, log_density: FloatArray, elapsed_s: FloatArray) -> FloatArray:
    """The probabilities after a percept with some density `(k, m)` under each mode."""
    known = with_mistakes(log_density)
    share = np.minimum(1.0, np.maximum(elapsed_s, 0.25 * PERCEPT_S) / PERCEPT_S)
    worth = np.maximum((known - known.max(axis=1, keepdims=True)) * share[:, None], -CAP)
    return normalised_log(log_p + worth)


def together(
    apart: FloatArray, variance: FloatArray, speeds: FloatArray, significant: FloatArray, known: BoolArray
) -> FloatArray:
    """How much more the motion of each hand fits to a thing held by it than to one that is not `(k, h)`.

    `apart` is how far the thing has moved against the hand lately, squared; `speeds` how fast the two are together,
    `significant` the square of the thing's speed that is no noise.
    """
    wide = variance + (TOGETHER_S * speeds) ** 2
    ratio = -0.5 * apart * (1 / variance - 1 / wide) + 1.5 * np.log(wide / variance)
    most = 1.5 * np.log1p(np.maximum(significant, 0.0)[:, None] * TOGETHER_S**2 / variance)
    return np.where(known, np.clip(ratio, -AGAINST_M, np.minimum(FOR_M, most)), 0.0)
