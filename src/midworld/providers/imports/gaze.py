"""Which axis of a tracked head looks forward: trackers do not agree, people look at what their hands do."""

import numpy as np

from ...geometry import FloatArray, quaternion_of, rotation_matrix
from .tracks import Track

AXES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=np.float64)
NAMES = ("+x", "-x", "+y", "-y", "+z", "-z")


def forward_axis(head: Track, targets: FloatArray) -> int:
    """The axis that points best at `targets` (rows of places at the head's stamps), and is level on the whole."""
    rows = np.flatnonzero(head.seen & np.isfinite(targets).all(axis=1))
    if not len(rows):
        return 0
    wanted = targets[rows] - head.positions[rows]
    wanted[:, 2] *= 0.5
    wanted /= np.maximum(np.linalg.norm(wanted, axis=1, keepdims=True), 1e-9)
    directions = np.einsum("nij,aj->nai", rotation_matrix(head.quaternions[rows]), AXES)
    return int(np.argmax(np.mean(np.einsum("nai,ni->na", directions, wanted), axis=0)))


def recorded_name(axis: int, rotation: FloatArray) -> str:
    """What an axis was called before the recording was turned upright."""
    return NAMES[int(np.argmax(AXES @ (rotation.T @ AXES[axis])))]


def facing(head: Track, axis: int) -> FloatArray:
    """The head's orientations with +X forward and +Z as far up as may be, as a scene's are."""
    found = np.tile([0.0, 0.0, 0.0, 1.0], (len(head), 1))
    seen = np.flatnonzero(head.seen)
    forward = np.einsum("nij,j->ni", rotation_matrix(head.quaternions[seen]), AXES[axis])
    for row, ahead in zip(seen, forward, strict=True):
        left = np.cross([0.0, 0.0, 1.0], ahead)
        if np.linalg.norm(left) < 1e-6:
            left = np.array([0.0, 1.0, 0.0])
        left /= np.linalg.norm(left)
        found[row] = quaternion_of(np.stack([ahead, left, np.cross(ahead, left)], axis=1))
    return found
