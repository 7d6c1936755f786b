"""What an agent sees, looks at, and would see if it turned its head, steadily."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import BoolArray, FloatArray, rotate
from ..physics import View
from ..world import EntityId
from .cones import cones
from .settings import Attention
from .things import Things, arranged

# More than this many times what it takes to be seen says no more: what vanishes is then soon forgotten.
PLENTY = 4.0
FORWARD = np.array([1.0, 0.0, 0.0])
# A gaze that turns by more than this between two looks does not tremble.
SHIFT_RAD = math.radians(2.0)


@dataclass(frozen=True, slots=True, eq=False)
class Regard:
    """One agent's attention to things, in the order of `ids`: evened-out shares, and what follows from them.

    `angle` is how far off the axis of its gaze each of them begins, in radians; `axes` are those of its eyes.
    """

    axes: FloatArray
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
        return Regard(self.axes, ids, shares[0], shares[1], shares[2], flags[0], flags[1], flags[2])


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
    origins = np.array([view.eye.pose.position for view in views])
    turns = np.array([view.eye.pose.orientation for view in views])
    axes = rotate(turns, np.broadcast_to(FORWARD, origins.shape))
    angles, _ = cones(things, poses, origins, axes)
    for agent in dict.fromkeys(view.eye.agent for view in views if view.eye.agent is not None):
        own = [index for index, view in enumerate(views) if view.eye.agent == agent]
        share = np.max([arranged(views[index].share, views[index].ids, things.ids) for index in own], axis=0)
        turned = np.max([arranged(views[index].turned, views[index].ids, things.ids) for index in own], axis=0)
        nothing = np.zeros(len(things.ids), dtype=np.bool_)
        new = Regard(
            axes[own],
            things.ids,
            np.min(angles[own], axis=0),
            share * present,
            turned * present,
            nothing,
            nothing,
            nothing,
        )
        known = before.get(agent)
        found[agent] = _judged(known.of(things.ids) if known else None, new, settings=settings, elapsed=elapsed)
    return found


def steadily(value: FloatArray, held: BoolArray, start: float, end: float) -> BoolArray:
    """What is above `start`, or was and still is above `end`."""
    return (value >= start) | (held & (value >= end))


def _judged(last: Regard | None, new: Regard, *, settings: Attention, elapsed: float) -> Regard:
    """A regard whose shares are evened out and from which follows what is seen and looked at."""
    plenty = PLENTY * settings.sees_share
    share, turned = np.minimum(new.share, plenty), np.minimum(new.turned, plenty)
    if last is not None:
        gain = 1 - math.exp(-elapsed / settings.sees_time)
        share = last.share + gain * (share - last.share)
        turned = last.turned + gain * (turned - last.turned)
    held = new if last is None else last
    sees = steadily(share, held.sees, settings.sees_share, settings.sees_share_end)
    could = steadily(turned, held.could | held.sees, settings.sees_share, settings.sees_share_end)
    narrow, wide = math.radians(settings.looks_angle), math.radians(settings.looks_angle_end)
    # Where a gaze has just come to, there is nothing yet to stick to: the middle decides.
    start = (narrow + wide) / 2 if last is None or _shifted(last.axes, new.axes) else narrow
    looks = sees & steadily(-new.angle, held.looks, -start, -wide)
    return replace(new, share=share, turned=turned, sees=sees, could=could & ~sees, looks=looks)


def _shifted(before: FloatArray, after: FloatArray) -> bool:
    """Whether a gaze moved, rather than trembled, since the last time."""
    if before.shape != after.shape:
        return True
    return bool(((before * after).sum(axis=1) < math.cos(SHIFT_RAD)).any())
