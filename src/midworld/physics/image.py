"""The edges of what eyes frame, for many pairs of an eye and a thing at once."""

import math

import numpy as np

from ..geometry import CORNERS, BoolArray, FloatArray, Frustum
from .rays import Aim


def lens_row(frustum: Frustum, turn_rad: float) -> tuple[float, ...]:
    """Half the width and height of the image at one metre, the range, and how far the eye may turn."""
    wide, high = math.tan(frustum.horizontal_fov / 2), math.tan(frustum.vertical_fov / 2)
    return (wide, high, frustum.near_m, frustum.far_m, turn_rad)


def framed(ways: FloatArray, lengths: FloatArray, lens: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Which rays `(k, 3, n)`, along the eye's axes, end inside the image, and which would if the eye turned.

    `lens` has a `lens_row` for each of the `k`.
    """
    wide, high, near, far, turn = (lens[:, item, None] for item in range(5))
    reach = np.where(lengths < np.inf, lengths, 0.0)
    depth, across, up = ways[:, 0] * reach, np.abs(ways[:, 1]) * reach, np.abs(ways[:, 2]) * reach
    inside = (depth > 0.0) & (depth >= near) & (depth <= far) & (across <= depth * wide) & (up <= depth * high)
    if not turn.any():
        return inside, inside
    aside = np.maximum(np.arctan2(across, depth) - turn, 0.0)
    after = np.sqrt(depth * depth + across * across) * np.cos(aside)
    within = (aside <= np.arctan(wide)) & (up <= after * high) & (after >= near) & (after <= far)
    return inside, inside | (within & (reach > 0.0))


def may_be_framed(aim: Aim, axes: FloatArray, lens: FloatArray) -> BoolArray:
    """Leaves out what is wholly on the far side of one edge of the image, were the eye turned as far as it goes.

    `axes` `(k, 3, 3)` lead from the thing's axes to the eye's.
    """
    corners = axes @ (CORNERS.T * aim.half[:, :, None] - aim.eye[:, :, None])
    forward, left, up = corners[:, 0], corners[:, 1], corners[:, 2]
    wide, high, far, turn = lens[:, 0:1], lens[:, 1:2], lens[:, 3:4], lens[:, 4:5]
    widest = np.arctan(wide) + turn
    cos, sin = left * np.cos(widest), forward * np.sin(widest)
    to_left: BoolArray = np.all(cos > sin, axis=1)
    to_right: BoolArray = np.all(-cos > sin, axis=1)
    # Two edges more than half a turn apart leave out only what is beyond both.
    aside = np.where(widest[:, 0] < np.pi / 2, to_left | to_right, to_left & to_right)
    level: FloatArray = np.hypot(forward, left)
    edge = np.where(turn > 0.0, level, np.maximum(forward, 0.0)) * high
    above = np.all(up > edge, axis=1) | np.all(up < -edge, axis=1)
    beyond = np.all((forward > far) & (turn == 0.0), axis=1)
    return ~(aside | above | beyond)
