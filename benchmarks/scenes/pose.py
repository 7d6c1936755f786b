"""Positions and rotations as small numpy arrays; quaternions are `[x, y, z, w]`."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

Array = npt.NDArray[np.float64]


def array(*values: float) -> Array:
    return np.array(values, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a frame is: `position` (3,) in metres and `turn` (4,) as xyzw."""

    position: Array
    turn: Array

    def apply(self, points: Array) -> Array:
        """Points `(n, 3)` or `(3,)` of this frame in the outer one."""
        return points @ self.matrix.T + self.position

    def undo(self, points: Array) -> Array:
        """Points of the outer frame in this one."""
        return (points - self.position) @ self.matrix

    @property
    def matrix(self) -> Array:
        return matrix(self.turn)

    def then(self, inner: "Pose") -> "Pose":
        """`inner`, given in this frame, in the outer one."""
        return Pose(self.apply(inner.position), product(self.turn, inner.turn))

    def inverse(self) -> "Pose":
        back = conjugate(self.turn)
        return Pose(-(matrix(back) @ self.position), back)


def identity() -> Pose:
    return Pose(array(0, 0, 0), array(0, 0, 0, 1))


def at(x: float, y: float, z: float, *, yaw: float = 0.0) -> Pose:
    return Pose(array(x, y, z), about([0, 0, 1], yaw))


def about(axis: npt.ArrayLike, angle: float) -> Array:
    """The quaternion of a turn by `angle` radians about a unit axis."""
    half = 0.5 * angle
    return np.append(np.sin(half) * np.asarray(axis, dtype=np.float64), np.cos(half))


def product(first: Array, second: Array) -> Array:
    x1, y1, z1, w1 = (float(v) for v in first)
    x2, y2, z2, w2 = (float(v) for v in second)
    return np.array(
        [
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
        ]
    )


def conjugate(turn: Array) -> Array:
    return turn * np.array([-1.0, -1.0, -1.0, 1.0])


def matrix(turn: Array) -> Array:
    x, y, z, w = (float(v) for v in turn)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def roll_pitch_yaw(turn: Array) -> tuple[float, float, float]:
    """Fixed-axis angles, as URDF wants them."""
    roll, pitch, yaw = Rotation.from_quat(turn).as_euler("xyz")
    return float(roll), float(pitch), float(yaw)


def from_rotation_vector(vector: Array) -> Array:
    angle = float(np.linalg.norm(vector))
    return about(vector / angle, angle) if angle > 0 else array(0, 0, 0, 1)
