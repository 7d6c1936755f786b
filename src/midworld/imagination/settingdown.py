"""Where a thing comes to stand that is put over a point: on the highest thing there, or on a container's ground."""

from ..geometry import Vector3
from .stage import Stage

# A thing is let go this far above what it is put on: neither in it nor falling.
CLEAR_M = 0.001


def set_down(stage: Stage, row: int, at: tuple[float, float]) -> Vector3:
    """The place of a body's origin, as it is turned now, with its middle over a point of the floor."""
    box = stage.bounds(row)
    origin = stage.poses[row, :3]
    tops = [_top(stage, other, at) for other in range(len(stage.bodies)) if other != row]
    ground = max((top for top in tops if top is not None), default=0.0)
    middle = box.centre
    return (
        float(origin[0] - middle[0] + at[0]),
        float(origin[1] - middle[1] + at[1]),
        float(origin[2] - box.low[2] + ground + CLEAR_M),
    )


def _top(stage: Stage, row: int, at: tuple[float, float]) -> float | None:
    """How high a body is at a point; None where it is not there."""
    box = stage.bounds(row)
    if not (box.low[0] <= at[0] <= box.high[0] and box.low[1] <= at[1] <= box.high[1]):
        return None
    x, y, z = stage.poses[row, :3]
    for hollow in stage.cavities[row]:
        low, high = hollow.inner.low, hollow.inner.high
        if low[0] <= at[0] - x <= high[0] and low[1] <= at[1] - y <= high[1]:
            return float(z + low[2])
    return box.high[2]
