"""Cameras: what a calibration says, and the way from pixels to places."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import yaml

from ..errors import BadInput, Problem
from ..geometry import FloatArray, Pose, quaternion_of

# Rows: forwards, left and up of a sensor (REP-103) in the frame of images: right, down and forwards.
FROM_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole: its matrix `(3, 3)` in pixels and how its lens distorts (k1, k2, p1, p2, k3, ...)."""

    matrix: FloatArray
    distortion: FloatArray
    size: tuple[int, int] | None = None

    @classmethod
    def pinhole(cls, width: int, height: int, horizontal_fov_deg: float) -> "Camera":
        """An ideal camera of so many pixels that sees so wide."""
        focal = width / 2 / math.tan(math.radians(horizontal_fov_deg) / 2)
        matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
        return cls(matrix, np.zeros(5), (width, height))

    def places(self, depth: FloatArray) -> FloatArray:
        """Where pixels are, `(h, w, 3)` in the frame of the sensor, given how far along its axis each is `(h, w)`."""
        rows, columns = np.indices(depth.shape)
        right = (columns - self.matrix[0, 2]) / self.matrix[0, 0] * depth
        down = (rows - self.matrix[1, 2]) / self.matrix[1, 1] * depth
        return np.stack([depth, -right, -down], axis=-1)

    def pixels(self, places: FloatArray) -> FloatArray:
        """Where a lens without distortion has places `(n, 3)` in the frame of the sensor, `(n, 2)`."""
        optical = places @ FROM_OPTICAL
        return (optical @ self.matrix.T)[:, :2] / optical[:, 2:]


def sensor_pose(rotation: FloatArray, translation: FloatArray) -> Pose:
    """What an image says of a pose, in the frame of the sensor."""
    x, y, z, w = quaternion_of(FROM_OPTICAL @ rotation).tolist()
    px, py, pz = (FROM_OPTICAL @ translation).tolist()
    return Pose((px, py, pz), (x, y, z, w))


def read_camera(path: Path | str) -> Camera:
    """A calibration as ROS (`camera_info`) and OpenCV write it, in YAML or JSON. Raises BadInput."""
    try:
        # OpenCV's own YAML begins with a directive and names the types of its matrices.
        text = re.sub(r"\A%YAML.*\n|!!opencv-[\w-]+", "", Path(path).read_text(encoding="utf-8"))
        said = yaml.safe_load(text)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error.strerror}")]) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadInput(
            [Problem(str(path), None, "is neither YAML nor JSON; a calibration has a camera_matrix")]
        ) from error
    fields = cast("Mapping[str, Any]", said if isinstance(said, dict) else {})
    matrix = _numbers(path, fields, ("camera_matrix", "K", "k"), (9,))
    distortion = _numbers(path, fields, ("distortion_coefficients", "D", "d", "dist_coeffs"), (0, 4, 5, 8, 12, 14))
    if matrix is None:
        raise BadInput([Problem(str(path), None, "has no camera_matrix of nine numbers, row by row")])
    wide, high = (fields.get(key) for key in ("image_width", "image_height"))
    size = (wide, high) if isinstance(wide, int) and isinstance(high, int) else None
    made = matrix.reshape(3, 3)
    if made[0, 0] <= 0.0 or made[1, 1] <= 0.0:
        raise BadInput([Problem(str(path), None, "has a camera_matrix without focal lengths: both are more than 0")])
    return Camera(made, np.zeros(5) if distortion is None or not len(distortion) else distortion, size)


def _numbers(
    path: Path | str, fields: Mapping[str, Any], names: tuple[str, ...], counts: tuple[int, ...]
) -> FloatArray | None:
    key = next((name for name in names if name in fields), None)
    if key is None:
        return None
    value: Any = fields[key]
    if isinstance(value, dict):
        value = cast("dict[str, Any]", value).get("data")
    try:
        numbers = np.ravel(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        numbers = np.array([np.nan])
    if len(numbers) not in counts or not np.isfinite(numbers).all():
        wanted = " or ".join(str(count) for count in counts if count)
        raise BadInput([Problem(str(path), None, f"'{key}' must be {wanted} numbers")])
    return numbers
