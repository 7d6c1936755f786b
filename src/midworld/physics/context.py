"""What percepts are weighed with: hands, shapes, and what carries things."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, compose
from . import modes
from .handtracks import HandSights, HandTracks
from .trackmath import length


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What percepts are weighed with: hands, sizes of things, what they stand on and how far above it they were.

    `landed` tells how far things at poses are above what would carry them.
    """

    hands: HandSights
    centre: FloatArray
    half: FloatArray
    gap: FloatArray
    carrier: IntArray
    poses: FloatArray
    movable: BoolArray
    reach_m: float
    landed: Callable[[IntArray, FloatArray], FloatArray]


def hands_near(rows: IntArray, poses: FloatArray, context: Context) -> FloatArray:
    """How well each hand could hold each thing `(k, h)`; the farther, and the longer lost, the less."""
    sights = context.hands
    offset = sights.positions - poses[:, None, :3]
    turns = np.broadcast_to(poses[:, None, 3:] * (-1, -1, -1, 1), (*offset.shape[:2], 4))
    local = compose(
        np.concatenate([np.zeros_like(offset), turns], axis=2),
        np.concatenate([offset, np.broadcast_to([0.0, 0, 0, 1], turns.shape)], axis=2),
    )[..., :3]
    beyond = np.maximum(np.abs(local - context.centre[rows, None]) - context.half[rows, None], 0.0)
    found = modes.nearness(length(beyond), context.reach_m)
    return found * np.where(sights.tracked, 1.0, modes.LOST)


def by_hand(values: FloatArray, hands: HandTracks, context: Context) -> FloatArray:
    """Columns in the order of the tracks of hands."""
    if context.hands.ids == hands.ids:
        return values
    found = np.zeros((len(values), len(hands.ids)))
    found[:, hands.rows(context.hands.ids)] = values
    return found
