"""Rigid poses: a `Pose` for one, `(..., 7)` arrays for many, the same algebra for both.

An array row is `x y z qx qy qz qw`: metres, then a unit quaternion with the scalar last, as on the wire.
Reads as `world_from_mug`: `compose(world_from_table, table_from_mug)` gives `world_from_mug`.
"""

import math
from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np
import numpy.typing as npt

from .compiled import kernels

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]
Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

# Below this angle a spherical interpolation divides by nearly zero; the straight one is exact to rounding.
SLERP_MIN_ANGLE = 1e-6
# A pose that looks more steeply than this (its sine) has no direction along the floor of its own.
STEEP = 0.95


def frozen(array: npt.ArrayLike) -> FloatArray:
    """The same numbers as a read-only float array of its own."""
    own = np.array(array, dtype=np.float64)
    own.setflags(write=False)
    return own


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """Where a frame stands in another one."""

    position: Vector3 = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @classmethod
    def of(cls, row: npt.ArrayLike) -> Self:
        """The pose written in one array row."""
        x, y, z, qx, qy, qz, qw = np.asarray(row, dtype=np.float64).tolist()
        return cls((x, y, z), (qx, qy, qz, qw))

    @classmethod
    def looking(cls, position: Vector3, *, at: Vector3) -> Self:
        """A frame at `position` whose +X axis points at `at`, level where it can be (REP-103 body frame)."""
        x, y, z, w = look_rotation(np.subtract(at, position))
        return cls(position, (float(x), float(y), float(z), float(w)))

    @property
    def array(self) -> FloatArray:
        return np.array([*self.position, *self.orientation], dtype=np.float64)

    def inverse(self) -> Self:
        return self.of(invert(self.array))

    def __matmul__(self, other: "Pose") -> Self:
        return self.of(compose(self.array, other.array))

    def apply(self, points: npt.ArrayLike) -> FloatArray:
        """Points of this frame, in the outer one."""
        return transform(self.array, points)


IDENTITY = Pose()


_CONJUGATE = frozen([-1.0, -1.0, -1.0, 1.0])


def compose(outer: FloatArray, inner: FloatArray) -> FloatArray:
    """`outer` then `inner`, row by row with broadcasting."""
    outer, inner = np.broadcast_arrays(outer, inner)
    out = np.empty(outer.shape)
    out[..., :3] = outer[..., :3] + rotate(outer[..., 3:], inner[..., :3])
    out[..., 3:] = normalised(multiply(outer[..., 3:], inner[..., 3:]))
    return out


def invert(pose: FloatArray) -> FloatArray:
    out = np.empty(pose.shape)
    out[..., 3:] = conjugate(pose[..., 3:])
    out[..., :3] = -rotate(out[..., 3:], pose[..., :3])
    return out


def transform(pose: FloatArray, points: npt.ArrayLike) -> FloatArray:
    """Points of the inner frame, in the outer one; a single pose serves any number of points."""
    return pose[..., :3] + rotate(pose[..., 3:], np.asarray(points, dtype=np.float64))


def interpolate(start: FloatArray, end: FloatArray, fraction: npt.ArrayLike) -> FloatArray:
    """Straight line for the position, shortest arc for the orientation; `fraction` 0 is `start`."""
    share = np.asarray(fraction, dtype=np.float64)[..., None]
    start, end = np.broadcast_arrays(start, end)
    a, b = start[..., 3:], end[..., 3:]
    cosine = np.sum(a * b, axis=-1, keepdims=True)
    b = np.where(cosine < 0, -b, b)
    angle = np.arccos(np.clip(np.abs(cosine), 0.0, 1.0))
    curved = angle > SLERP_MIN_ANGLE
    sine = np.where(curved, np.sin(angle), 1.0)
    weight_a = np.where(curved, np.sin((1 - share) * angle) / sine, 1 - share)
    weight_b = np.where(curved, np.sin(share * angle) / sine, share)
    position = (1 - share) * start[..., :3] + share * end[..., :3]
    return np.concatenate([position, normalised(weight_a * a + weight_b * b)], axis=-1)


def multiply(a: FloatArray, b: FloatArray) -> FloatArray:
    """Hamilton product of quaternions `x y z w`."""
    if a.ndim == b.ndim == 1:
        return _multiplied(a.tolist(), b.tolist())
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    x = aw * bx + ax * bw + ay * bz - az * by
    out = np.empty((*np.shape(x), 4))
    out[..., 0] = x
    out[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    out[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def _multiplied(a: Sequence[float], b: Sequence[float]) -> FloatArray:
    """The same of single ones: plain numbers are quicker than tables without rows."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return np.array(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    )


def conjugate(quaternion: FloatArray) -> FloatArray:
    return quaternion * _CONJUGATE


def normalised(quaternion: FloatArray) -> FloatArray:
    return quaternion / np.sqrt((quaternion * quaternion).sum(axis=-1, keepdims=True))


def rotate(quaternion: FloatArray, vectors: FloatArray) -> FloatArray:
    if kernels is not None and quaternion.ndim == vectors.ndim == 2 and len(quaternion) == len(vectors):
        return kernels.rotate(quaternion, vectors)
    if quaternion.ndim == vectors.ndim == 1:
        return _rotated(quaternion.tolist(), vectors.tolist())
    # Written out: np.cross spends ten times as long on arranging axes as on multiplying.
    qx, qy, qz, qw = quaternion[..., 0], quaternion[..., 1], quaternion[..., 2], quaternion[..., 3]
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    tx, ty, tz = 2.0 * (qy * z - qz * y), 2.0 * (qz * x - qx * z), 2.0 * (qx * y - qy * x)
    out = np.empty((*np.shape(tx), 3))
    out[..., 0] = x + qw * tx + (qy * tz - qz * ty)
    out[..., 1] = y + qw * ty + (qz * tx - qx * tz)
    out[..., 2] = z + qw * tz + (qx * ty - qy * tx)
    return out


def _rotated(quaternion: Sequence[float], vector: Sequence[float]) -> FloatArray:
    """The same of a single one: plain numbers are quicker than tables without rows."""
    (qx, qy, qz, qw), (x, y, z) = quaternion, vector
    tx, ty, tz = 2.0 * (qy * z - qz * y), 2.0 * (qz * x - qx * z), 2.0 * (qx * y - qy * x)
    return np.array(
        [x + qw * tx + (qy * tz - qz * ty), y + qw * ty + (qz * tx - qx * tz), z + qw * tz + (qx * ty - qy * tx)]
    )


def rotation_matrix(quaternion: FloatArray) -> FloatArray:
    """`(..., 3, 3)`: the columns are the inner frame's axes."""
    if kernels is not None and quaternion.ndim == 2:
        return kernels.axes(quaternion).swapaxes(-1, -2)
    twice = 2.0 * quaternion
    x, y, z = quaternion[..., 0], quaternion[..., 1], quaternion[..., 2]
    xx, yy, zz = x * twice[..., 0], y * twice[..., 1], z * twice[..., 2]
    xy, yz, zx = x * twice[..., 1], y * twice[..., 2], z * twice[..., 0]
    wx, wy, wz = x * twice[..., 3], y * twice[..., 3], z * twice[..., 3]
    axes = np.empty((*np.shape(x), 3, 3))
    axes[..., 0, 0], axes[..., 0, 1], axes[..., 0, 2] = 1.0 - (yy + zz), xy + wz, zx - wy
    axes[..., 1, 0], axes[..., 1, 1], axes[..., 1, 2] = xy - wz, 1.0 - (xx + zz), yz + wx
    axes[..., 2, 0], axes[..., 2, 1], axes[..., 2, 2] = zx + wy, yz - wx, 1.0 - (xx + yy)
    return axes.swapaxes(-1, -2)


def quaternion_of(matrix: FloatArray) -> FloatArray:
    """The quaternion, scalar first positive, of a `(3, 3)` rotation matrix."""
    trace = float(np.trace(matrix))
    # The largest of the four squares is never near zero, which keeps the division safe.
    squares = np.array([*(1 + 2 * np.diag(matrix) - trace), 1 + trace])
    largest = int(np.argmax(squares))
    outer = np.empty(4)
    skew = (matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1])
    if largest == 3:
        outer[:] = (*skew, squares[3])
    else:
        for axis in range(3):
            outer[axis] = squares[largest] if axis == largest else matrix[largest, axis] + matrix[axis, largest]
        outer[3] = skew[largest]
    outer = normalised(outer)
    return -outer if outer[3] < 0 else outer


def look_rotation(direction: FloatArray) -> FloatArray:
    """The level quaternion whose +X axis is `direction`; straight up or down keeps +Y to the left."""
    forward = direction / np.linalg.norm(direction)
    left = np.cross([0.0, 0.0, 1.0], forward)
    length = float(np.linalg.norm(left))
    left = left / length if length > 1e-9 else np.array([0.0, 1.0, 0.0])
    return quaternion_of(np.column_stack([forward, left, np.cross(forward, left)]))


def level(pose: FloatArray) -> FloatArray:
    """The direction along the floor in which a pose looks."""
    x, y, z, w = pose[3:].tolist()
    steep = 2 * (x * z - w * y)
    ahead = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
    if abs(steep) >= STEEP:
        # Who looks straight down has the crown ahead; who looks straight up has it behind.
        up = (2 * (x * z + w * y), 2 * (y * z - w * x))
        ahead = up if steep < 0 else (-up[0], -up[1])
    length = math.hypot(*ahead)
    return np.array([ahead[0] / length, ahead[1] / length, 0.0]) if length > 1e-9 else np.array([1.0, 0.0, 0.0])


def angle_between(a: FloatArray, b: FloatArray) -> FloatArray:
    """The angle, in radians, of the rotation that takes one orientation to the other."""
    difference = multiply(conjugate(a), b)
    return 2.0 * np.arctan2(np.linalg.norm(difference[..., :3], axis=-1), np.abs(difference[..., 3]))
