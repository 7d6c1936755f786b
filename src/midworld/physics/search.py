"""Where else an unseen thing could be: the nearest place at which it would rest and not be seen."""

from collections.abc import Callable

import numpy as np

from ..geometry import FloatArray
from .cast import Cast
from .engine import Mode

# Rings around where physics took the thing, and places on each.
RADII_M = (0.03, 0.06, 0.10, 0.15, 0.22, 0.30, 0.40)
PLACES = 8
# A thing is put down from this high, and has come to rest after these many steps.
DROP_M = 0.005
STEPS = 60
# One that moves farther than this while it is put down does not stay where it was put.
STAYS_M = 0.06
OVERLAP_M = 0.006


def hidden_place(cast: Cast, row: int, pose: FloatArray, *, hides: Callable[[FloatArray], bool]) -> FloatArray | None:
    """The nearest pose at which a thing rests and `hides` holds, tried out on a copy; None if there is none near."""
    candidates = [place for place in _around(pose) if hides(place)]
    if not candidates:
        return None
    trial = cast.simulation.fork()
    try:
        trial.set_mode([row], Mode.DYNAMIC)
        start = trial.snapshot()
        for place in candidates:
            trial.restore(start)
            trial.set_state([row], place[None])
            contacts = trial.contacts()
            deep = (contacts.rows == row).any(axis=1) & (contacts.gaps < -OVERLAP_M)
            if deep.any():
                continue
            trial.begin()
            trial.step(STEPS)
            rested = trial.poses()[row]
            if float(np.linalg.norm(rested[:3] - place[:3])) < STAYS_M and hides(rested):
                return rested
    finally:
        trial.close()
    return None


def _around(pose: FloatArray) -> list[FloatArray]:
    angles = 2 * np.pi * np.arange(PLACES) / PLACES
    places: list[FloatArray] = []
    for radius in RADII_M:
        for angle in angles:
            place = pose.copy()
            place[:3] += (radius * np.cos(angle), radius * np.sin(angle), DROP_M)
            places.append(place)
    return places
