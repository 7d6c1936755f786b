"""What is not known exactly, and one guess of it for each run."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ..geometry import FloatArray, multiply, normalised
from ..world import Scene

# How well anything's mass may be mistaken at most: a draw far out of a normal distribution is no mass.
MASS_FACTORS = (0.5, 1.5)


class Doubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much is drawn anew for each run.

    `position` is a standard deviation in metres along the floor (heights are given by what things stand on), `turn` in
    radians about the vertical; both count where the world states no covariance. `friction` is a range, one value for
    all surfaces of a run; `mass` and `pace` are standard deviations as shares; `hand_height` is one in metres.
    `rolling` is a range of rolling resistance, as a share of the radius.
    """

    position: float = 0.002
    turn: float = 0.0
    friction: tuple[float, float] = (0.35, 0.75)
    mass: float = 0.10
    hand_height: float = 0.005
    pace: float = 0.0
    rolling: tuple[float, float] = (0.0005, 0.01)


def doubt_of(scene: Scene) -> Doubt:
    """What a scene says under `doubt:`, and the defaults for the rest."""
    return msgspec.convert(dict(scene.doubt), Doubt)


# Everything is as the world says; friction is the middle of its range.
CERTAIN = Doubt(0.0, 0.0, (0.55, 0.55), 0.0, 0.0, 0.0, (0.002, 0.002))


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """One guess: where bodies start `(n, 7)`, their masses as factors `(n,)`, and the rest of the doubt.

    `dice` are the seed and the number of the run, for what else differs from run to run.
    """

    poses: FloatArray
    masses: FloatArray
    friction: float
    rolling: float
    hand_height: float
    pace: float
    dice: tuple[int, int]


def drawn(
    poses: FloatArray, covariances: FloatArray, movable: Sequence[bool], doubt: Doubt, *, seed: int, run: int
) -> Draw:
    """The guess of one run: the same for the same seed and number, whoever makes it and whatever else is drawn."""
    random = np.random.Generator(np.random.Philox(np.random.SeedSequence((seed, run))))
    low, high = doubt.friction
    friction = low + (high - low) * random.random()
    first, last = doubt.rolling
    rolling = float(np.exp(np.log(first) + (np.log(last) - np.log(first)) * random.random()))
    hand, pace = random.normal(0.0, 1.0, 2) * (doubt.hand_height, doubt.pace)
    count = len(poses)
    masses = np.clip(1.0 + doubt.mass * random.normal(0.0, 1.0, count), *MASS_FACTORS)
    noise = random.normal(0.0, 1.0, (count, 6))
    spread = np.diag([doubt.position, doubt.position, 0.0, 0.0, 0.0, doubt.turn])
    moved = poses.copy()
    for row in np.flatnonzero(np.asarray(movable)).tolist():
        stated = covariances[row]
        factor = _root(stated) if stated.any() else spread
        step = factor @ noise[row]
        moved[row, :3] += step[:3]
        moved[row, 3:] = normalised(multiply(_turned(step[3:]), moved[row, 3:]))
    slower = float(np.clip(1.0 + pace, 0.5, 2.0))
    return Draw(moved, masses, float(friction), rolling, float(hand), slower, (seed, run))


def _root(covariance: FloatArray) -> FloatArray:
    """A matrix whose product with its transpose is the covariance, also where that is singular.

    Heights and leans are left out: physics has settled those.
    """
    level = covariance.copy()
    level[2:5, :] = level[:, 2:5] = 0.0
    values, axes = np.linalg.eigh((level + level.T) / 2)
    return axes * np.sqrt(np.clip(values, 0.0, None))


def _turned(vector: FloatArray) -> FloatArray:
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle else np.array([0.0, 0.0, 1.0])
    return np.array([*(axis * np.sin(angle / 2)), np.cos(angle / 2)])
