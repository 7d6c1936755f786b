"""Hands of people and robots, followed over time: where, how fast, and how well they are tracked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..geometry import BoolArray, FloatArray
from ..world import EntityId

# The spread of a hand nobody knows yet, and the range it may turn out to have.
HAND_NOISE_M = 0.015
HAND_NOISE_RANGE_M = (0.004, 0.05)
# How long the velocity of a hand takes to follow.
FOLLOW_S = 0.1
# A hand seen again after this long has no velocity yet.
FORGET_S = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class HandSights:
    """Every hand ever seen, as it is reported at one tick: `tracked` now and then, `fresh` just now."""

    ids: tuple[EntityId, ...] = ()
    positions: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    tracked: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=bool))
    fresh: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=bool))
    seen: FloatArray = field(default_factory=lambda: np.zeros(0))


NO_HANDS = HandSights()


@dataclass(frozen=True, slots=True, eq=False)
class HandTracks:
    """One row a hand, in the order in which they were first seen."""

    ids: tuple[EntityId, ...] = ()
    seen: FloatArray = field(default_factory=lambda: np.zeros(0))
    position: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    step: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    velocity: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    noise: FloatArray = field(default_factory=lambda: np.zeros(0))

    def widened(self, ids: Sequence[EntityId]) -> "HandTracks":
        """With rows for hands not known before."""
        new = tuple(name for name in ids if name not in self.ids)
        if not new:
            return self
        more = len(new)
        return HandTracks(
            (*self.ids, *new),
            np.concatenate([self.seen, np.full(more, -np.inf)]),
            np.concatenate([self.position, np.zeros((more, 3))]),
            np.concatenate([self.step, np.zeros((more, 3))]),
            np.concatenate([self.velocity, np.zeros((more, 3))]),
            np.concatenate([self.noise, np.full(more, HAND_NOISE_M)]),
        )

    def rows(self, ids: Sequence[EntityId]) -> list[int]:
        places = {name: row for row, name in enumerate(self.ids)}
        return [places[name] for name in ids]


def followed(tracks: HandTracks, sights: HandSights) -> HandTracks:
    """The hands after one tick; the second difference of three places tells how noisy their tracker is."""
    tracks = tracks.widened(sights.ids)
    if not sights.ids:
        return tracks
    rows = np.array(tracks.rows(sights.ids), dtype=np.intp)
    news = sights.seen > tracks.seen[rows]
    if not news.any():
        return tracks
    rows, places, seen = rows[news], sights.positions[news], sights.seen[news]
    elapsed = seen - tracks.seen[rows]
    known = elapsed < FORGET_S
    spaced = np.where(known, np.maximum(elapsed, 1e-3), 1.0)[:, None]
    step = np.where(known[:, None], (places - tracks.position[rows]) / spaced, 0.0)
    share = (1 - np.exp(-np.minimum(elapsed, FORGET_S) / FOLLOW_S))[:, None]
    velocity = np.where(known[:, None], tracks.velocity[rows] + share * (step - tracks.velocity[rows]), 0.0)
    bend = (step - tracks.step[rows]) * spaced
    square = np.minimum(np.einsum("ij,ij->i", bend, bend) / 18, (3 * tracks.noise[rows]) ** 2)
    low, high = HAND_NOISE_RANGE_M
    noise = np.clip(np.sqrt(0.95 * tracks.noise[rows] ** 2 + 0.05 * square), low, high)
    table = [array.copy() for array in (tracks.seen, tracks.position, tracks.step, tracks.velocity, tracks.noise)]
    for values, new in zip(
        table, (seen, places, step, velocity, np.where(known, noise, tracks.noise[rows])), strict=True
    ):
        values[rows] = new
    return HandTracks(tracks.ids, *table)
