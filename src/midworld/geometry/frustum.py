"""What a camera or a pair of eyes can frame: a pyramid along +X between two distances."""

import math

import msgspec
import numpy as np
import numpy.typing as npt

from .pose import FloatArray, Pose, conjugate, rotate


class Frustum(msgspec.Struct, frozen=True):
    """Fields of view are full angles in radians; the range is along the optical axis, in metres."""

    horizontal_fov: float
    vertical_fov: float
    near_m: float
    far_m: float

    def contains(self, pose: Pose, points: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which of the points `(n, 3)` lie inside, seen from `pose`."""
        local = rotate(
            conjugate(np.asarray(pose.orientation)), np.asarray(points, dtype=np.float64) - np.asarray(pose.position)
        )
        depth, across, up = local[..., 0], local[..., 1], local[..., 2]
        return (
            (depth >= self.near_m)
            & (depth <= self.far_m)
            & (np.abs(across) <= depth * math.tan(self.horizontal_fov / 2))
            & (np.abs(up) <= depth * math.tan(self.vertical_fov / 2))
        )

    def rays(self, pose: Pose, columns: int, rows: int) -> FloatArray:
        """Unit directions `(rows, columns, 3)` through the pixel centres, top left first."""
        across = math.tan(self.horizontal_fov / 2) * (1 - (2 * np.arange(columns) + 1) / columns)
        up = math.tan(self.vertical_fov / 2) * (1 - (2 * np.arange(rows) + 1) / rows)
        local = np.empty((rows, columns, 3))
        local[..., 0] = 1.0
        local[..., 1] = across[None, :]
        local[..., 2] = up[:, None]
        local /= np.linalg.norm(local, axis=-1, keepdims=True)
        return rotate(np.asarray(pose.orientation), local)

    def corners(self, pose: Pose) -> FloatArray:
        """The eight corners `(8, 3)`: four near, four far."""
        y, z = math.tan(self.horizontal_fov / 2), math.tan(self.vertical_fov / 2)
        face = np.array([[1.0, sy * y, sz * z] for sy in (1, -1) for sz in (1, -1)])
        return pose.apply(np.concatenate([face * self.near_m, face * self.far_m]))


def frustum(fov_degrees: tuple[float, float], range_m: tuple[float, float]) -> Frustum:
    """A frustum from the numbers people write: degrees and metres."""
    horizontal, vertical = (math.radians(angle) for angle in fov_degrees)
    return Frustum(horizontal, vertical, *range_m)
