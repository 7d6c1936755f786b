"""What lies still and at which height: from it come the table's height and the sizes nobody told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, rotation_matrix
from .tracks import Track

# Chosen: a body at rest in motion capture moves less than 2 cm/s, also while a detector is uncertain by 5 mm.
REST_M_S = 0.02
REST_S = 0.4
# A thing still in a hand does not rest.
NEAR_HAND_M = 0.25
# Of a body of unknown size this much is taken to be below its origin.
UNKNOWN_HALF_M = 0.03
# Supports lower than this are the floor.
FLOOR_M = 0.15
# Origins this far apart in height may lie on one support.
SAME_SUPPORT_M = 0.25
MARGIN_M = 0.30


@dataclass(frozen=True, slots=True)
class Rests:
    """Where the origin of a body was while it lay still: one row a rest."""

    places: FloatArray
    below: float | None
    """How far the body reaches below its origin, in metres, where that is known."""
    measured: bool = True
    """Whether it reaches no further: markers may sit anywhere on it."""


def rests_of(track: Track, hands: FloatArray | None) -> FloatArray:
    """Mean places of every rest; `hands` are rows of places at the track's stamps, shaped rows, hands, 3."""
    rows = np.flatnonzero(track.seen)
    if len(rows) < 3:
        return np.empty((0, 3))
    stamps, places = track.stamps[rows], track.positions[rows]
    window = max(2, round(REST_S / max(float(np.median(np.diff(stamps))), 1e-3)))
    still = np.zeros(len(rows), dtype=bool)
    for at in range(len(rows) - window):
        part = slice(at, at + window + 1)
        if np.linalg.norm(places[at + window] - places[at]) < REST_M_S * REST_S + _wobble(places[part]):
            still[part] = True
    if hands is not None and hands.shape[1]:
        gaps = np.linalg.norm(hands[rows] - places[:, None], axis=2)
        still &= ~(np.nan_to_num(gaps, nan=np.inf).min(axis=1) < NEAR_HAND_M)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], still, [False]]).astype(int)))
    found = [
        np.median(places[a:b], axis=0) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > window // 2
    ]
    return np.array(found).reshape(-1, 3)


def reach_below(track: Track, points: FloatArray) -> float:
    """How far a body with these points reaches below its origin, as it mostly stands."""
    rows = np.flatnonzero(track.seen)[::10]
    heights = np.einsum("nij,pj->npi", rotation_matrix(track.quaternions[rows]), points)[:, :, 2]
    return -float(np.median(heights.min(axis=1)))


@dataclass(frozen=True, slots=True)
class Support:
    """The top of what most things lie on, and the middle and edges of a plate that covers them all."""

    top: float
    middle: tuple[float, float]
    edges: tuple[float, float]

    @property
    def floor(self) -> bool:
        return self.top < FLOOR_M


def support_of(rests: Mapping[str, Rests]) -> Support | None:
    """What the lowest of them lie on; None where nothing ever rests."""
    found = {name: each for name, each in rests.items() if len(each.places)}
    if not found:
        return None
    lowest = min(float(each.places[:, 2].min()) for each in found.values())
    top = _top(found.values(), lowest)
    places = np.concatenate([each.places for each in found.values()])
    on_it = places[places[:, 2] < top + SAME_SUPPORT_M]
    low, high = on_it[:, :2].min(axis=0) - MARGIN_M, on_it[:, :2].max(axis=0) + MARGIN_M
    middle, edges = (low + high) / 2, high - low
    return Support(top, (float(middle[0]), float(middle[1])), (float(edges[0]), float(edges[1])))


def _top(rests: Iterable[Rests], lowest: float) -> float:
    """Sizes that are known say it best; the lower half of them lies on the support itself, not on others."""
    reached = [(float(each.places[:, 2].min()) - each.below, each) for each in rests if each.below is not None]
    near = [(top, each) for top, each in reached if abs(top - lowest) < SAME_SUPPORT_M]
    if known := [top for top, each in near if each.measured]:
        return float(np.quantile(known, 0.25))
    return min((top for top, _ in near), default=lowest - UNKNOWN_HALF_M)


def half_height(rests: Rests, top: float) -> float:
    """Half the height of a body of unknown size, from how high its origin lies when it rests on the support."""
    if not len(rests.places):
        return UNKNOWN_HALF_M
    return float(np.clip(rests.places[:, 2].min() - top, 0.01, 0.2))


def _wobble(places: FloatArray) -> float:
    """Noise that is no motion: what is left about a straight line."""
    line = np.linspace(0, 1, len(places))[:, None]
    straight = places[0] + line * (places[-1] - places[0])
    return float(np.median(np.linalg.norm(places - straight, axis=1)))
