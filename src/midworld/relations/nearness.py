"""Next to, near and far, and the sectors around an agent. Slacks are in metres: positive where a relation holds."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray
from .direction import DIRECTIONS
from .layout import Layout, Pairs
from .thresholds import SpatialSettings
from .viewpoint import Viewpoint

# Around an agent a region bears the words of the axes it is this near to.
DIAGONAL = math.radians(45.0) + 1e-9
# The axes of the DIRECTIONS, counted from straight ahead to the left.
AXES = (math.pi / 2, -math.pi / 2, 0.0, math.pi)


def next_to(pairs: Pairs, settings: SpatialSettings) -> FloatArray:
    """Slacks `(k, n)`: side by side at the same height, no farther apart than their size allows."""
    slack = np.minimum(settings.next_to_reach * pairs.reach - pairs.gap, pairs.beside)
    return pairs.without_self(np.minimum(slack, -pairs.apart[:, :, 2]))


def near(layout: Layout, stand: Viewpoint, settings: SpatialSettings) -> FloatArray:
    """Slacks `(n,)` of what is near an agent, measured along the floor to the nearest side of each thing."""
    outside = np.maximum(layout.low[:, :2] - stand.position[:2], stand.position[:2] - layout.high[:, :2])
    return settings.near_distance - np.linalg.norm(np.maximum(outside, 0.0), axis=1)


def regions(layout: Layout, stand: Viewpoint, settings: SpatialSettings) -> FloatArray:
    """How deep in each sector around an agent the middle of each thing lies, `(k, n)`: the deepest is its region."""
    count = int(settings.agent_regions)
    way = layout.centre - stand.position
    x, y, ahead_x, ahead_y = way[:, 0], way[:, 1], stand.ahead[0], stand.ahead[1]
    forward, left, far = x * ahead_x + y * ahead_y, y * ahead_x - x * ahead_y, np.sqrt(x * x + y * y)
    middles, cosine, sine = sectors(count)
    along = forward * middles[:, :1] + left * middles[:, 1:]
    across = left * middles[:, :1] - forward * middles[:, 1:]
    # How far a place is from the nearer edge of the sector, or behind its tip.
    depth: FloatArray = np.where(along < -sine * far, -far, sine * along - cosine * np.abs(across))
    return depth


@lru_cache
def sectors(count: int) -> tuple[FloatArray, float, float]:
    """Cosine and sine of the middle of each sector around an agent, `(k, 2)`, and of half the angle of one."""
    middles = 2 * np.pi * np.arange(count) / count
    return np.stack([np.cos(middles), np.sin(middles)], axis=1), math.cos(math.pi / count), math.sin(math.pi / count)


def region_names(count: int) -> tuple[str, ...]:
    """What the sectors around an agent are called, from straight ahead to the left."""
    named: dict[int, Sequence[str]] = {
        2: ("front", "back"),
        4: ("front", "left", "back", "right"),
        8: ("front", "front_left", "left", "back_left", "back", "back_right", "right", "front_right"),
    }
    return tuple(named.get(count, [f"region_{place}" for place in range(count)]))


@lru_cache
def region_words(count: int) -> BoolArray:
    """Which of the `DIRECTIONS` hold in each sector, `(4, count)`: two of them in a diagonal one."""
    middles = 2 * np.pi * np.arange(count) / count
    off = np.abs((middles[None] - np.array(AXES)[:, None] + np.pi) % (2 * np.pi) - np.pi)
    assert len(DIRECTIONS) == len(AXES)
    return off <= DIAGONAL
