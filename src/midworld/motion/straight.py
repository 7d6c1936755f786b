"""Ways on which the tip of a hand moves straight, so that it sweeps nothing off a table it passes over."""

import numpy as np

from ..agents import NUMPY, Arm, Kinematics
from ..geometry import FloatArray

# From place to place on the way, and how far a joint turns at most from one to the next. Chosen: less takes longer
# to work out, and a joint that turns farther takes the hand off the straight line.
STEP_M, SWING_RAD = 0.05, 0.6
# A hand that ends farther off than this has not come there.
MISSED_M = 0.015
SEEDS = 48


def straight_way(
    arm: Arm, posture: FloatArray, target: FloatArray, *, kinematics: Kinematics = NUMPY
) -> tuple[FloatArray, ...]:
    """Postures that bring a hand straight to a point of the arm's base frame; none where the arm would swing."""
    start = kinematics.tips(arm, posture[None])[0]
    count = max(1, int(np.ceil(float(np.linalg.norm(target - start)) / STEP_M)))
    way: list[FloatArray] = []
    for share in np.linspace(0.0, 1.0, count + 1)[1:]:
        found, errors = kinematics.solved(arm, (start + share * (target - start))[None], posture[None])
        if errors[0] > MISSED_M or float(np.abs(found[0] - posture).max()) > SWING_RAD:
            return ()
        posture = found[0]
        way.append(posture)
    return tuple(way)


def way_to(
    arm: Arm, posture: FloatArray, target: FloatArray, random: np.random.Generator, *, kinematics: Kinematics = NUMPY
) -> tuple[FloatArray, ...]:
    """Postures on the way of a hand to a point of the arm's base frame: straight if it can be, else to the posture
    that takes the least turning. None where no posture brings it there.
    """
    if way := straight_way(arm, posture, target, kinematics=kinematics):
        return way
    draws = random.uniform(arm.lower, arm.upper, (SEEDS - 1, len(posture)))
    seeds = np.concatenate([posture[None], draws])
    found, errors = kinematics.solved(arm, np.repeat(target[None], SEEDS, axis=0), seeds)
    found = found[errors < MISSED_M]
    return (found[np.abs(found - posture).max(axis=1).argmin()],) if len(found) else ()
