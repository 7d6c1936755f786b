"""Whose heads and hands each eye sees."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, frozen, rotation_matrix
from ..physics.engine import Sight
from ..physics.image import framed, lens_row
from ..physics.limbs import NO_LIMBS, Limbs, hidden_by_limbs, segment_gaps
from ..physics.outlines import Outlines
from ..physics.rays import first_hits
from ..physics.views import Eye
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
    limbs: Limbs = NO_LIMBS,
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
        agents = [eye.agent for eye in viewers]
        through = outlines.owned_by(agents) | outlines.owned_by([owners[part] for _, part in pairs])
        clear = _clear(sight, through, origins, points, radii)
        clear &= _framed(viewers, points - origins[:, None])
        if len(limbs):
            starts = np.repeat(origins, AROUND + 1, axis=0)
            gaps = segment_gaps(origins[:, None], points[:, :1], limbs.start, limbs.end)
            others = limbs.others(agents) & limbs.others([owners[part] for _, part in pairs])
            others &= gaps < radii[:, None] + limbs.radius
            line = np.repeat(np.arange(len(pairs)), AROUND + 1)
            clear &= ~hidden_by_limbs(limbs, starts, points.reshape(-1, 3), others, line).reshape(clear.shape)
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


def _framed(viewers: Sequence[Eye], ways: FloatArray) -> BoolArray:
    """Which points `(k, n, 3)`, seen from an eye each, are inside its image."""
    axes = rotation_matrix(np.array([eye.pose.orientation for eye in viewers])).transpose(0, 2, 1)
    lens = np.array([lens_row(eye.frustum, 0.0) for eye in viewers])
    return framed(axes @ ways.transpose(0, 2, 1), np.ones(ways.shape[:2]), lens)[0]


def _clear(sight: Sight, through: BoolArray, origins: FloatArray, points: FloatArray, radii: FloatArray) -> BoolArray:
    """Which points nothing hides; what a hand holds may reach as deep into it as its radius."""
    ways = points - origins[:, None]
    lengths = np.maximum(np.linalg.norm(ways, axis=2), 1e-9)
    pair = np.repeat(np.arange(len(origins)), points.shape[1])
    directions = (ways / lengths[..., None]).reshape(-1, 3)
    hits = first_hits(sight, origins[pair], directions, through, pair)
    return hits.distances.reshape(lengths.shape) >= lengths - radii[:, None]
