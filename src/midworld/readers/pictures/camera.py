"""From the fixed frame to a picture and back."""

import math
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, Pose, rotation_matrix

MARGIN = 1.06


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Looks along +X of `pose`, +Z up in the picture, `width` by `height` pixels.

    `half` is half of what the picture is wide: metres in a parallel projection, metres at a distance of one metre in
    a perspective. Depths are along the rays.
    """

    pose: Pose
    width: int
    height: int
    half: float
    parallel: bool = False

    @property
    def axes(self) -> FloatArray:
        """Rows: forward, right, up."""
        matrix = rotation_matrix(np.asarray(self.pose.orientation))
        return np.stack([matrix[:, 0], -matrix[:, 1], matrix[:, 2]])

    def rays(self, across: FloatArray, down: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Origins and unit directions through places of the picture, in pixels from its top left."""
        forward, right, up = self.axes
        scale = 2 * self.half / self.width
        shift = ((across - self.width / 2) * scale)[..., None] * right
        shift = shift - ((down - self.height / 2) * scale)[..., None] * up
        eye = np.asarray(self.pose.position)
        if self.parallel:
            return eye + shift, np.broadcast_to(forward, shift.shape)
        directions = forward + shift
        directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
        return np.broadcast_to(eye, shift.shape), directions

    def pixels(self) -> tuple[FloatArray, FloatArray]:
        """Origins and directions through the middles of all pixels, row by row from the top left."""
        down, across = np.divmod(np.arange(self.width * self.height, dtype=np.float64), self.width)
        return self.rays(across + 0.5, down + 0.5)

    def project(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Places `(n, 2)` in pixels and depths; what lies behind has a depth below zero."""
        local = (np.asarray(points, dtype=np.float64).reshape(-1, 3) - np.asarray(self.pose.position)) @ self.axes.T
        ahead, right, up = local.T
        scale = self.width / (2 * self.half)
        if self.parallel:
            places, depths = np.column_stack([right, -up]) * scale, ahead
        else:
            safe = np.where(np.abs(ahead) < 1e-6, 1e-6, ahead)
            places = np.column_stack([right, -up]) / safe[:, None] * scale
            depths = np.sign(ahead) * np.linalg.norm(local, axis=1)
        return places + np.array([self.width, self.height]) / 2, depths

    def pixel_m(self, depth: float) -> float:
        """How large a pixel is at a depth."""
        return 2 * self.half / self.width * (1.0 if self.parallel else depth)


def framed(points: FloatArray, orientation: Pose, *, width: int, height: int, half: float | None) -> Camera:
    """The camera of that orientation, as near as all points allow; `half` None asks for a parallel projection."""
    matrix = rotation_matrix(np.asarray(orientation.orientation))
    forward, right, up = matrix[:, 0], -matrix[:, 1], matrix[:, 2]
    ahead, across, rise = points @ forward, points @ right, points @ up
    if half is None:
        wide = max(float(np.ptp(across)), float(np.ptp(rise)) * width / height, 0.2) / 2 * MARGIN
        middle = _middle(across) * right + _middle(rise) * up + (float(ahead.min()) - 20.0) * forward
        return Camera(_placed(middle, orientation), width, height, wide, parallel=True)
    slope, slope_up = half / MARGIN, half * height / width / MARGIN
    left, far_right = float((across - ahead * slope).max()), float((across + ahead * slope).min())
    below, above = float((rise - ahead * slope_up).max()), float((rise + ahead * slope_up).min())
    back = min((far_right - left) / (2 * slope), (above - below) / (2 * slope_up), float(ahead.min()) - 0.3)
    middle = (far_right + left) / 2 * right + (above + below) / 2 * up + back * forward
    return Camera(_placed(middle, orientation), width, height, half)


def looking(azimuth: float, elevation: float) -> Pose:
    """A frame that looks at the origin from that side, in degrees; azimuth 0 is from +X, 90 from +Y."""
    turn, rise = math.radians(azimuth), math.radians(elevation)
    place = (math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise))
    return Pose.looking(place, at=(0.0, 0.0, 0.0))


def _placed(position: FloatArray, orientation: Pose) -> Pose:
    return Pose.of([*position, *orientation.orientation])


def _middle(values: FloatArray) -> float:
    return float(values.min() + values.max()) / 2
