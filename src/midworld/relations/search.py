"""Where else an unseen thing could be: the nearest place at which it would rest and not be seen."""

from collections.abc import Callable, Sequence

import numpy as np

from ..geometry import FloatArray
from ..physics import Mode, SimulatedScene

# Rings around where physics took the thing, and places on each.
RADII_M = (0.04, 0.08, 0.13, 0.2, 0.3)
PLACES = 6
# A thing is put down from this high, and has come to rest after these many steps.
DROP_M = 0.005
STEPS = 120
OVERLAP_M = 0.006
# What is still faster than this then has not come to rest.
REST_M_S = 0.05


def hidden_place(
    simulated: SimulatedScene, row: int, starts: Sequence[FloatArray], *, hides: Callable[[FloatArray], bool]
) -> FloatArray | None:
    """The first place at which a thing let go at one of the starts would rest unseen, tried out on a copy."""
    trial = simulated.simulation.fork()
    try:
        trial.set_mode([row], Mode.DYNAMIC)
        begun = trial.image()
        for start in starts:
            trial.restore(begun)
            trial.set_state([row], start[None])
            contacts = trial.contacts()
            if ((contacts.rows == row).any(axis=1) & (contacts.gaps < -OVERLAP_M)).any():
                continue
            trial.begin()
            trial.step(STEPS)
            rested = trial.poses()[row]
            if float(np.linalg.norm(trial.velocities()[row, :3])) < REST_M_S and hides(rested):
                return rested
    finally:
        trial.close()
    return None


def around(pose: FloatArray) -> list[FloatArray]:
    """Places on rings about a pose, the nearest first."""
    angles = 2 * np.pi * np.arange(PLACES) / PLACES
    places: list[FloatArray] = []
    for radius in RADII_M:
        for angle in angles:
            place = pose.copy()
            place[:3] += (radius * np.cos(angle), radius * np.sin(angle), DROP_M)
            places.append(place)
    return places
