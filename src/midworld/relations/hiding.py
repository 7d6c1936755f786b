"""Where hands out of sight may have left what they held."""

from dataclasses import dataclass

from ..geometry import FloatArray

# The last moments of a hand with an unseen thing: when, where the hand was, and the thing's pose.
Way = tuple[tuple[float, FloatArray, FloatArray], ...]


@dataclass(frozen=True, slots=True, eq=False)
class HidingPlace:
    """Where a hand with an unseen thing was slowest, how slow, and where the hand was then.

    `gap_m` is how far the thing was there above what would carry it.
    """

    slowest: float
    pose: FloatArray
    hand: FloatArray
    gap_m: float
