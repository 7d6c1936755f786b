"""What is wrong with an observation that a program hands over as a value: what a log may not say, it may not either."""

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from ..geometry import Quaternion, Vector3
from ..limits import COVARIANCE, JOINT, LONGEST_NAME, POSITION, STAMP
from .observation import Covariance, Observation

# Trackers write what they computed in single precision.
ROUNDING = 1e-5
# A quaternion further from unit length than this is something else; trackers round to two digits or more.
UNIT_TOLERANCE = 0.02


@lru_cache(maxsize=256)
def covariance_fault(numbers: Covariance) -> str | None:
    """Why 36 numbers, row by row, are no covariance of a pose. Trackers mostly repeat a few."""
    if len(numbers) != 36:
        return f"has {len(numbers)} numbers; a covariance has 36, row by row"
    if not all(number in COVARIANCE for number in numbers):
        return f"has a number that is not {COVARIANCE}"
    matrix = np.reshape(numbers, (6, 6))
    slack = ROUNDING * float(np.abs(matrix).max())
    if np.abs(matrix - matrix.T).max() > slack:
        return "is not symmetric, as a covariance is; leave it out where it is not known"
    if np.linalg.eigvalsh(matrix)[0] < -slack:
        return "is not positive semi-definite, as a covariance is; leave it out where it is not known"
    return None


def observation_faults(observation: Observation) -> list[str]:
    """Everything in it that is beyond what can be: stamps, positions, orientations, covariances, joints, names."""
    return list(_faults(observation))


def _faults(observation: Observation) -> Iterator[str]:
    if observation.stamp not in STAMP:
        yield f"stamp is {observation.stamp:g}; it must be {STAMP}"
    if observation.sensor is not None:
        yield from _place("sensor", observation.sensor.position, observation.sensor.orientation)
    for index, percept in enumerate(observation.objects or ()):
        name = f"objects[{index}]"
        yield from _name(f"{name}.id", percept.id)
        yield from _place(name, percept.position, percept.orientation)
        if percept.covariance is not None and (fault := covariance_fault(tuple(percept.covariance))) is not None:
            yield f"{name}.covariance {fault}"
    for index, agent in enumerate(observation.agents or ()):
        name = f"agents[{index}]"
        yield from _name(f"{name}.id", agent.id)
        for part in agent.parts:
            yield from _place(f"{name}.{part.part}", part.position, part.orientation)
        for joint, value in agent.joints.items():
            if value not in JOINT:
                yield f"{name}.joints.{joint} is {value:g}; it must be {JOINT}"


def _place(name: str, position: Vector3, orientation: Quaternion | None) -> Iterator[str]:
    for index, number in enumerate(position):
        if number not in POSITION:
            yield f"{name}.position[{index}] is {number:g}; it must be {POSITION}"
    if orientation is not None and not abs(math.hypot(*orientation) - 1.0) <= UNIT_TOLERANCE:
        yield f"{name}.orientation has length {math.hypot(*orientation):.3g}; an orientation must have length 1"


def _name(place: str, name: str) -> Iterator[str]:
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        yield f"{place} must be a name of 1 to {LONGEST_NAME} characters that can be seen"
