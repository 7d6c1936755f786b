"""What an agent sees, looks at, and would see if it turned its head, steadily."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, rotate
from ..physics.track import BoolArray
from ..physics.views import View
from ..world import EntityId
from .cones import cones
from .settings import Attention
from .things import Things, arranged

# More than this many times what it takes to be seen says no more: what vanishes is then soon forgotten.
PLENTY = 4.0
FORWARD = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class Regard:
    """One agent's attention to things, in the order of `ids`: evened-out shares, and what follows from them.

    `angle` is how far off the axis of its gaze each of them begins, in radians.
    """

    ids: tuple[EntityId, ...]
    angle: FloatArray
    share: FloatArray
    turned: FloatArray
    sees: BoolArray
    could: BoolArray
    looks: BoolArray

    def of(self, ids: tuple[EntityId, ...]) -> "Regard":
        """The same about other things: new ones have not been attended to."""
        if ids == self.ids:
            return self
        flags = [arranged(each.astype(np.float64), self.ids, ids) > 0.0 for each in (self.sees, self.could, self.looks)]
        shares = [arranged(each, self.ids, ids) for each in (self.angle, self.share, self.turned)]
        return Regard(ids, shares[0], shares[1], shares[2], flags[0], flags[1], flags[2])


def regards(
    before: Mapping[EntityId, Regard],
    views: tuple[View, ...],
    things: Things,
    poses: FloatArray,
    present: BoolArray,
    *,
    settings: Attention,
    elapsed: float,
) -> dict[EntityId, Regard]:
    """The regard of every agent that has an eye open; `elapsed` is the time since the last one."""
    found: dict[EntityId, Regard] = {}
    if not views:
        return found
    angles = gaze_angles(views, things, poses)
    for agent in dict.fromkeys(view.eye.agent for view in views if view.eye.agent is not None):
        own = [index for index, view in enumerate(views) if view.eye.agent == agent]
        share = np.max([arranged(views[index].share, views[index].ids, things.ids) for index in own], axis=0)
        turned = np.max([arranged(views[index].turned, views[index].ids, things.ids) for index in own], axis=0)
        known = before.get(agent)
        last = known.of(things.ids) if known is not None else None
        shares = (share * present, turned * present)
        found[agent] = _regard(
            last, things.ids, *shares, np.min(angles[own], axis=0), settings=settings, elapsed=elapsed
        )
    return found


def gaze_angles(views: tuple[View, ...], things: Things, poses: FloatArray) -> FloatArray:
    """How far off the middle of each eye's image each thing begins, in radians: `(views, things)`."""
    origins = np.array([view.eye.pose.position for view in views])
    turns = np.array([view.eye.pose.orientation for view in views])
    return cones(things, poses, origins, rotate(turns, np.broadcast_to(FORWARD, origins.shape)))[0]


def steadily(value: FloatArray, held: BoolArray, start: float, end: float) -> BoolArray:
    """What is above `start`, or was and still is above `end`."""
    return (value >= start) | (held & (value >= end))


def _regard(
    last: Regard | None,
    ids: tuple[EntityId, ...],
    share: FloatArray,
    turned: FloatArray,
    angle: FloatArray,
    *,
    settings: Attention,
    elapsed: float,
) -> Regard:
    plenty = PLENTY * settings.sees_share
    share, turned = np.minimum(share, plenty), np.minimum(turned, plenty)
    nothing = np.zeros(len(ids), dtype=np.bool_)
    if last is not None:
        gain = 1 - math.exp(-elapsed / settings.sees_time)
        share = last.share + gain * (share - last.share)
        turned = last.turned + gain * (turned - last.turned)
    sees = steadily(share, last.sees if last else nothing, settings.sees_share, settings.sees_share_end)
    could = steadily(turned, last.could if last else nothing, settings.sees_share, settings.sees_share_end)
    narrow, wide = -math.radians(settings.looks_angle), -math.radians(settings.looks_angle_end)
    looks = sees & steadily(-angle, last.looks if last else nothing, narrow, wide)
    return Regard(ids, angle, share, turned, sees, could & ~sees, looks)
