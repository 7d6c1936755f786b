"""Whose heads and hands each eye sees."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, frozen
from ..physics import Eye, Limbs, Outlines, Sight, seen_points
from ..world import EntityId
from .figures import Figure
from .settings import Attention

# Points of a part that are looked at: its middle, and as many around it, as far out as this share of its radius.
AROUND = 8
OUT = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class PartView:
    """What an eye sees of people's and robots' bodies: of each part, the share of its outline."""

    eye: Eye
    ids: tuple[EntityId, ...]
    owners: tuple[EntityId, ...]
    share: FloatArray


def look_at_parts(
    sight: Sight,
    outlines: Outlines,
    eyes: Sequence[Eye],
    people: Sequence[Figure],
    *,
    settings: Attention | None = None,
    limbs: Limbs,
) -> tuple[PartView, ...]:
    """What every eye sees of everybody's parts but its own agent's: hidden neither by them nor by their owners."""
    parts = [part for figure in people for part in _balls(figure)]
    ids, owners = tuple(part[0] for part in parts), tuple(part[1] for part in parts)
    pairs = [(eye, part) for eye in range(len(eyes)) for part in range(len(parts)) if eyes[eye].agent != owners[part]]
    share = np.zeros((len(eyes), len(parts)))
    if pairs:
        viewers = [eyes[eye] for eye, _ in pairs]
        origins = np.array([eye.pose.position for eye in viewers])
        radii = np.array([parts[part][3] for _, part in pairs])
        points = _points(origins, np.array([parts[part][2] for _, part in pairs]), radii)
        theirs = [owners[part] for _, part in pairs]
        clear = seen_points(sight, outlines, viewers, points, owners=theirs, radii=radii, limbs=limbs)
        which, what = np.array(pairs, dtype=np.intp).T
        share[which, what] = clear.mean(axis=1)
    return tuple(PartView(eye, ids, owners, frozen(share[index])) for index, eye in enumerate(eyes))


def _balls(figure: Figure) -> list[tuple[EntityId, EntityId, FloatArray, float]]:
    """Every part and every link of somebody: its name, its owner, its middle and its radius."""
    head, hand = figure.body.head_radius, figure.body.hand_radius
    parts = [
        (figure.ids[part], figure.agent, pose[:3], head if part == "head" else hand)
        for part, pose in sorted(figure.parts.items())
    ]
    return parts + [(name, figure.agent, middle, hand) for name, middle in figure.links.items()]


def _points(origins: FloatArray, centres: FloatArray, radii: FloatArray) -> FloatArray:
    """Points `(k, n, 3)` across balls as seen from origins: the middle and a ring."""
    way = centres - origins
    way = way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    level = np.hypot(way[:, 0], way[:, 1])[:, None]
    side = np.where(level > 1e-6, way[:, [1, 0, 2]] * [1.0, -1.0, 0.0] / np.maximum(level, 1e-6), [1.0, 0.0, 0.0])
    above = np.stack(
        [side[:, 1] * way[:, 2], -side[:, 0] * way[:, 2], side[:, 0] * way[:, 1] - side[:, 1] * way[:, 0]], 1
    )
    angles = 2 * np.pi * np.arange(AROUND) / AROUND
    ring = np.cos(angles)[None, :, None] * side[:, None] + np.sin(angles)[None, :, None] * above[:, None]
    around = centres[:, None] + OUT * radii[:, None, None] * ring
    return np.concatenate([centres[:, None], around], axis=1)
