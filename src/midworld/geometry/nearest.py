"""The nearest of many points that stay."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from .pose import FloatArray, IntArray

# Chosen: between 32 and 128 a search in 16,384 points takes the same time.
LEAF = 64


@dataclass(frozen=True, slots=True, eq=False)
class NearestPoints:
    """Points `(m, 3)` in boxes `(b, 3)` of some dozens each; `members` `(b, LEAF)` their rows, filled up with -1."""

    points: FloatArray
    members: IntArray
    low: FloatArray
    high: FloatArray

    @classmethod
    def of(cls, points: FloatArray) -> Self:
        leaves = _halved(points, np.arange(len(points)))
        members = np.full((len(leaves), LEAF), -1, dtype=np.intp)
        for row, leaf in zip(members, leaves, strict=True):
            row[: len(leaf)] = leaf
        boxes = [points[leaf] for leaf in leaves]
        low, high = np.stack([box.min(axis=0) for box in boxes]), np.stack([box.max(axis=0) for box in boxes])
        return cls(points, members, low, high)

    def to(self, places: FloatArray, count: int) -> tuple[FloatArray, IntArray]:
        """Distances to the nearest points and their rows, both `(n, count)`, for every place `(n, 3)`."""
        count = min(count, len(self.points))
        beyond = np.maximum(self.low - places[:, None], places[:, None] - self.high)
        boxes = np.square(np.maximum(beyond, 0.0)).sum(axis=2)
        # The nearest boxes that hold enough tell how far away the others may begin.
        smallest = int(np.count_nonzero(self.members >= 0, axis=1).min())
        enough = min(-(-count // smallest), len(self.members))
        nearest = np.argpartition(boxes, enough - 1, axis=1)[:, :enough]
        distances = np.empty((len(places), count))
        rows = np.empty((len(places), count), dtype=np.intp)
        for number, place in enumerate(places):
            _, least = self._among(nearest[number], place, count)
            rows[number], squares = self._among(np.flatnonzero(boxes[number] <= least[-1]), place, count)
            distances[number] = np.sqrt(squares)
        return distances, rows

    def _among(self, boxes: IntArray, place: FloatArray, count: int) -> tuple[IntArray, FloatArray]:
        """The nearest points of some boxes, and the squares of their distances."""
        rows = self.members[boxes].reshape(-1)
        rows = rows[rows >= 0]
        squares = np.square(self.points[rows] - place).sum(axis=1)
        order = np.argpartition(squares, count - 1)[:count]
        order = order[np.argsort(squares[order], kind="stable")]
        return rows[order], squares[order]


def _halved(points: FloatArray, rows: IntArray) -> list[IntArray]:
    """Cut across the longest edge, again and again, until every part fits into a leaf."""
    if len(rows) <= LEAF:
        return [rows]
    axis = int(np.argmax(np.ptp(points[rows], axis=0)))
    order = rows[np.argsort(points[rows, axis], kind="stable")]
    middle = len(order) // 2
    return [*_halved(points, order[:middle]), *_halved(points, order[middle:])]
