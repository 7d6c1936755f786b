"""Links of an arm filled with balls, for want of a collision library."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, IntArray, Part, local_bounds, transform
from .arm import Arm

# Links this many joints apart can meet.
APART = 3


@dataclass(frozen=True, slots=True, eq=False)
class Balls:
    """Centres in the frames of their links, and the pairs of balls that must not overlap.

    `of_links` are the balls of each link that has some; `reach` is the square of the least distance of each pair.
    """

    link: IntArray
    centre: FloatArray
    radius: FloatArray
    of_links: tuple[tuple[int, slice], ...]
    pairs: tuple[IntArray, IntArray]
    reach: FloatArray


@lru_cache(maxsize=64)
def balls(arm: Arm) -> Balls:
    filled = [(link, *ball) for link, parts in enumerate(arm.parts) for part in parts for ball in _filling(part)]
    link = np.array([row for row, _, _ in filled], dtype=np.intp)
    one, other = np.nonzero(link[:, None] + APART <= link[None])
    centre = np.array([place for _, place, _ in filled]).reshape(-1, 3)
    radius = np.array([thick for _, _, thick in filled])
    counts = [(row, int((link == row).sum())) for row in range(len(arm.parts))]
    ends = np.cumsum([count for _, count in counts]).tolist()
    of_links = tuple((row, slice(end - count, end)) for (row, count), end in zip(counts, ends, strict=True) if count)
    return Balls(link, centre, radius, of_links, (one, other), (radius[one] + radius[other]) ** 2)


@lru_cache(maxsize=64)
def base_balls(arm: Arm) -> tuple[FloatArray, FloatArray]:
    filled = [ball for part in arm.body for ball in _filling(part)]
    return np.array([place for place, _ in filled]).reshape(-1, 3), np.array([radius for _, radius in filled])


def _filling(part: Part) -> list[tuple[FloatArray, float]]:
    """Balls along the longest side of a part, as thick as the part is on average."""
    box = local_bounds(part.shape)
    half = np.asarray(box.size) / 2
    axis = int(half.argmax())
    radius = float(np.delete(half, axis).mean())
    reach = max(float(half[axis]) - radius, 0.0)
    count = 1 + int(np.ceil(2 * reach / max(radius, 1e-3)))
    places = np.repeat(np.asarray(box.centre)[None], count, axis=0)
    places[:, axis] += np.linspace(-reach, reach, count)
    return [(place, radius) for place in transform(part.pose.array, places)]
