"""What a tracker does to the truth: jitter, bias, lost detections and frames, outliers, missing orientation."""

from dataclasses import dataclass

import numpy as np

from .draw import Fields
from .pose import Array, Pose, array, from_rotation_vector, product


@dataclass(frozen=True, slots=True)
class Noise:
    """One tracker. Lengths in metres, angles in radians, losses as probabilities."""

    rate: float
    jitter: float
    turn_jitter: float
    bias_z: float
    bias_xy: float
    lost: float
    lost_frames: float
    outliers: float
    orientation: bool
    threshold: float
    blur_speed: float
    hand_jitter: float
    hand_lost: float
    hands_by_sight: bool
    arms_occlude: bool
    start: float


def noise(fields: Fields) -> Noise:
    """A tracker within the script's ranges; by default somewhere between perfect and poor."""
    rng = fields.rng
    drawn = Noise(
        rate=fields.number("rate", {"either": [30, 30, 25, 20, 15, "10..30"]}),
        jitter=fields.number("jitter", {"either": [0, 0.003, "0.001..0.005"]}),
        turn_jitter=np.radians(fields.number("turn_jitter", {"either": [0, "0..1.5"]})),
        bias_z=fields.number("bias_z", {"either": [0, "0..0.01"]}),
        bias_xy=fields.number("bias_xy", {"either": [0, "0..0.004"]}),
        lost=fields.number("lost", {"either": [0, "0..0.1"]}),
        lost_frames=fields.number("lost_frames", {"either": [0, 0, "0..0.08"]}),
        outliers=fields.number("outliers", {"either": [0, 0, "0..0.002"]}),
        orientation=fields.flag("orientation", bool(rng.random() < 0.92)),
        threshold=fields.number("threshold", "0.15..0.4"),
        blur_speed=fields.number("blur_speed", {"either": [99, "1.2..3"]}),
        hand_jitter=fields.number("hand_jitter", {"either": [0, "0.002..0.01"]}),
        hand_lost=fields.number("hand_lost", {"either": [0, 0, "0..0.05"]}),
        hands_by_sight=fields.flag("hands_by_sight", bool(rng.random() < 0.15)),
        arms_occlude=fields.flag("arms_occlude", bool(rng.random() < 0.5)),
        start=fields.number("start", {"either": [0, 0, 0, "1..100", 1731000000.0]}),
    )
    fields.finished()
    return drawn


def biases(drawn: Noise, names: tuple[str, ...], rng: np.random.Generator) -> dict[str, Array]:
    """Each thing's own constant error: it floats or sinks a little, as a badly calibrated tag would."""
    return {
        name: np.append(rng.uniform(-1, 1, 2) * drawn.bias_xy, float(rng.uniform(-1, 1)) * drawn.bias_z)
        for name in names
    }


def blurred(drawn: Noise, pose: Pose, bias: Array, rng: np.random.Generator) -> Pose:
    """The pose as the tracker reports it."""
    position = pose.position + bias + rng.normal(0, 1, 3) * drawn.jitter
    if rng.random() < drawn.outliers:
        position = position + array(*rng.uniform(-0.15, 0.15, 2), float(rng.uniform(-0.03, 0.15)))
    turn = product(from_rotation_vector(rng.normal(0, 1, 3) * drawn.turn_jitter), pose.turn)
    return Pose(position, turn / np.linalg.norm(turn))
