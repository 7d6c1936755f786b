"""Kalman filters for position and velocity, the axes alike: steady motion with unknown acceleration, and free fall.

With `P = [[a, b], [b, c]]` the spread of position and velocity along each axis, over a time `t`:

    x += v t - g t^2/2,  v -= g t
    a += 2 b t + c t^2 + q t^3/3,  b += c t + q t^2/2,  c += q t
"""

from typing import NamedTuple

import numpy as np

from ..geometry import FloatArray

State = tuple[FloatArray, FloatArray, FloatArray]


class Motion(NamedTuple):
    """How a thing moves: its acceleration, and how much that changes (m²/s³)."""

    gravity: float
    agility: float


FREE = Motion(0.0, 1.5)
BALLISTIC = Motion(9.81, 0.3)
# Steady motion is not trusted for longer than this.
COAST_S = 0.2
# Things meet what is this far below them, and how long before the next percept they may have done so.
BOUNCE_M = 0.03
BOUNCE_M_S = 0.5
BOUNCE_S = 0.03
# However long a thing was not seen, this is how far it may be at most, and how fast.
MOST_M2 = 0.06**2
MOST_M2_S2 = 2.0**2


def predicted(
    position: FloatArray, velocity: FloatArray, spread: FloatArray, elapsed_s: FloatArray, kind: Motion
) -> State:
    """States `(k, 3)` with spreads `(k, 3)` a time later."""
    t = elapsed_s
    coast = np.minimum(t, COAST_S)[:, None]
    place = position + velocity * coast
    velocity = velocity.copy()
    if kind.gravity:
        place[:, 2] -= kind.gravity * coast[:, 0] ** 2 / 2
        velocity[:, 2] -= kind.gravity * coast[:, 0]
    a, b, c = spread[:, 0], spread[:, 1], spread[:, 2]
    wide = np.stack(
        [
            np.minimum(a + 2 * b * t + c * t**2 + kind.agility * t**3 / 3, MOST_M2),
            b + c * t + kind.agility * t**2 / 2,
            np.minimum(c + kind.agility * t, MOST_M2_S2),
        ],
        axis=1,
    )
    # Bounded as it is, the spread stays that of something.
    wide[:, 1] = np.minimum(wide[:, 1], 0.95 * np.sqrt(wide[:, 0] * wide[:, 2]))
    return place, velocity, wide


def corrected(state: State, seen: FloatArray, noise: FloatArray, weight: FloatArray) -> State:
    """States after percepts `(k, 3)` with a variance, each meant with a probability."""
    position, velocity, spread = state
    a, b, c = spread[:, 0], spread[:, 1], spread[:, 2]
    gain, speed_gain = a / (a + noise), b / (a + noise)
    error = (seen - position) * weight[:, None]
    # What no percept confirms slows down.
    kept = (0.9 + 0.1 * weight)[:, None]
    after = np.stack([a * (1 - gain * weight), b * (1 - gain * weight), c - speed_gain * b * weight], axis=1)
    return position + gain[:, None] * error, (velocity + speed_gain[:, None] * error) * kept, after


def mixed(state: State, other: State, mine: FloatArray, theirs: FloatArray) -> State:
    """Two states as one, by how probable each is; what is improbable is forgotten."""
    share = (mine / np.maximum(mine + theirs, 1e-9))[:, None]
    return (
        share * state[0] + (1 - share) * other[0],
        share * state[1] + (1 - share) * other[1],
        share * state[2] + (1 - share) * other[2],
    )


def bounced(state: State, height_m: FloatArray) -> State:
    """States of falling things; what falls onto something may go on in any direction, slower than it came."""
    position, velocity, spread = state
    speed = np.maximum(-velocity[:, 2], 0.0)
    meets = (speed > BOUNCE_M_S) & (height_m < BOUNCE_M + 0.05 * speed)
    wide = spread.copy()
    wide[:, 0] = np.minimum(np.where(meets, spread[:, 0] + (BOUNCE_S * speed) ** 2, spread[:, 0]), MOST_M2)
    wide[:, 2] = np.minimum(np.where(meets, spread[:, 2] + speed**2, spread[:, 2]), MOST_M2_S2)
    return position, velocity, wide
