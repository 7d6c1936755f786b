"""Whose heads and hands each eye sees."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray
from ..physics import TREMBLE, Disturbance, Eye, Limbs, Outlines, Sight, seen_points
from ..world import EntityId
from .figures import Figure
from .settings import Attention

# Points of a part that are looked at: its middle, and as many around it, as far out as this share of its radius.
AROUND = 8
OUT = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class PartView:
    """What an eye sees of people's and robots' bodies: of each part, the share of its outline.

    `looked` `(n, 10)` is where the eye and the part were when it last looked at each.
    """

    eye: Eye
    ids: tuple[EntityId, ...]
    owners: tuple[EntityId, ...]
    share: FloatArray
    looked: FloatArray


def look_at_parts(
    sight: Sight,
    outlines: Outlines,
    eyes: Sequence[Eye],
    people: Sequence[Figure],
    *,
    settings: Attention | None = None,
    limbs: Limbs,
    before: Sequence[PartView] = (),
    disturbed: Disturbance | None = None,
) -> tuple[PartView, ...]:
    """What every eye sees of everybody's parts but its own agent's: hidden neither by them nor by their owners.

    With the views from `before` and all that has `disturbed` them since, only what that concerns is looked at again.
    """
    parts = [part for figure in people for part in _balls(figure)]
    ids, owners = tuple(part[0] for part in parts), tuple(part[1] for part in parts)
    middles, radii = np.array([part[2] for part in parts]).reshape(-1, 3), np.array([part[3] for part in parts])
    stands = np.array([eye.pose.array for eye in eyes]).reshape(-1, 7)
    now = np.empty((len(eyes), len(parts), 10))
    now[..., :7], now[..., 7:] = stands[:, None], middles
    share, looked, due = _known(before, eyes, ids, now)
    agents = [eye.agent for eye in eyes]
    others = np.array([[agent != owner for owner in owners] for agent in agents], dtype=np.bool_)
    if disturbed is not None and not due.all():
        due |= disturbed.near(agents, stands[:, :3], middles, radii, others & ~due)
    which, what = np.nonzero(due & others)
    if len(which):
        points = _points(stands[which, :3], middles[what], radii[what])
        theirs = [owners[part] for part in what.tolist()]
        clear = seen_points(sight, outlines, eyes, which, points, owners=theirs, radii=radii[what], limbs=limbs)
        share[which, what] = clear.mean(axis=1)
    looked = np.where(due[..., None], now, looked)
    for table in (share, looked):
        table.setflags(write=False)
    return tuple(PartView(eye, ids, owners, share[index], looked[index]) for index, eye in enumerate(eyes))


def _known(
    before: Sequence[PartView], eyes: Sequence[Eye], ids: tuple[EntityId, ...], now: FloatArray
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """The shares told before, of what and where from, and what is to be looked at as it is new or has moved since."""
    share, looked = np.zeros(now.shape[:2]), np.zeros(now.shape)
    due = np.ones(now.shape[:2], dtype=np.bool_)
    known = {view.eye.id: view for view in before}
    for index, eye in enumerate(eyes):
        view = known.get(eye.id)
        if view is not None and view.ids == ids and view.eye.is_like(eye):
            share[index], looked[index], due[index] = view.share, view.looked, False
    due |= np.any(np.abs(looked - now) > TREMBLE, axis=2)
    return share, looked, due


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
