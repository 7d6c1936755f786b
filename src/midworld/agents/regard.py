"""What an agent sees, looks at, and would see if it turned its head, steadily."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, rotate
from ..physics import View
from ..world import EntityId, Statement
from .settings import Attention
from .things import Things, arranged

# More than this many times what it takes to be seen says no more: what vanishes is then soon forgotten.
PLENTY = 4.0
FORWARD = np.array([1.0, 0.0, 0.0])
# A gaze that turns by more than this between two looks does not tremble.
STEADY = math.cos(math.radians(2.0))
SEES, LOOKS_AT, SEES_WITH_HEAD_MOVEMENT = "sees", "looksAt", "seesWithHeadMovement"


@dataclass(frozen=True, slots=True, eq=False)
class Regard:
    """One agent's attention to things, in the order of `ids`: evened-out shares, and what follows from them.

    `angle` is how far off the axis of its gaze each of them begins, in radians, if that is not far; `axes` are those of
    its eyes; `facts` are what follows, in words.
    """

    axes: FloatArray
    ids: tuple[EntityId, ...]
    angle: FloatArray
    share: FloatArray
    turned: FloatArray
    sees: BoolArray
    could: BoolArray
    looks: BoolArray
    facts: frozenset[Statement] = frozenset()

    def of(self, ids: tuple[EntityId, ...]) -> "Regard":
        """The same about other things: new ones have not been attended to."""
        if ids == self.ids:
            return self
        flags = [arranged(each.astype(np.float64), self.ids, ids) > 0.0 for each in (self.sees, self.could, self.looks)]
        shares = [arranged(each, self.ids, ids) for each in (self.angle, self.share, self.turned)]
        facts = frozenset(fact for fact in self.facts if fact[2] in ids)
        return Regard(self.axes, ids, shares[0], shares[1], shares[2], flags[0], flags[1], flags[2], facts)


def gazes(views: tuple[View, ...]) -> tuple[FloatArray, FloatArray]:
    """Where eyes are and the axes along which they look."""
    if not views:
        return np.zeros((0, 3)), np.zeros((0, 3))
    origins = np.array([view.eye.pose.position for view in views])
    turns = np.array([view.eye.pose.orientation for view in views])
    return origins, rotate(turns, np.broadcast_to(FORWARD, origins.shape))


def regards(
    before: Mapping[EntityId, Regard],
    views: tuple[View, ...],
    things: Things,
    axes: FloatArray,
    angles: FloatArray,
    present: BoolArray,
    *,
    settings: Attention,
    elapsed: float,
) -> dict[EntityId, Regard]:
    """The regard of every agent that has an eye open; `elapsed` is the time since the last one.

    `axes` are those of the eyes, and `angles` `(views, things)` how far off them things are.
    """
    own: dict[EntityId, list[int]] = {}
    for index, view in enumerate(views):
        if view.eye.agent is not None:
            own.setdefault(view.eye.agent, []).append(index)
    if not own:
        return {}
    each = list(own.values())
    share = _best([arranged(view.share, view.ids, things.ids) for view in views], each) * present
    turned = _best([arranged(view.turned, view.ids, things.ids) for view in views], each) * present
    angle = -_best(list(-angles), each)
    last = [known.of(things.ids) if (known := before.get(agent)) else None for agent in own]
    return _judged(last, list(own), [axes[eyes] for eyes in each], things.ids, angle, share, turned, settings, elapsed)


def _best(values: list[FloatArray], groups: list[list[int]]) -> FloatArray:
    """The largest values of each group, a row each."""
    return np.array(
        [values[own[0]] if len(own) == 1 else np.max([values[one] for one in own], axis=0) for own in groups]
    )


def steadily(value: FloatArray, held: BoolArray, start: float | FloatArray, end: float) -> BoolArray:
    """What is above `start`, or was and still is above `end`."""
    return (value >= start) | (held & (value >= end))


def _judged(
    last: list[Regard | None],
    agents: list[EntityId],
    axes: list[FloatArray],
    ids: tuple[EntityId, ...],
    angle: FloatArray,
    share: FloatArray,
    turned: FloatArray,
    settings: Attention,
    elapsed: float,
) -> dict[EntityId, Regard]:
    """Regards whose shares are evened out and from which follows what is seen and looked at: tables with a row each."""
    plenty = PLENTY * settings.sees_share
    share, turned = np.minimum(share, plenty), np.minimum(turned, plenty)
    gain = 1 - math.exp(-elapsed / settings.sees_time)
    old = np.array([share[row] if one is None else one.share for row, one in enumerate(last)])
    share = old + gain * (share - old)
    old = np.array([turned[row] if one is None else one.turned for row, one in enumerate(last)])
    turned = old + gain * (turned - old)
    nothing = np.zeros(len(ids), dtype=np.bool_)
    saw = np.array([nothing if one is None else one.sees for one in last])
    could = np.array([nothing if one is None else one.could for one in last])
    looked = np.array([nothing if one is None else one.looks for one in last])
    sees = steadily(share, saw, settings.sees_share, settings.sees_share_end)
    could = steadily(turned, could | saw, settings.sees_share, settings.sees_share_end) & ~sees
    narrow, wide = math.radians(settings.looks_angle), math.radians(settings.looks_angle_end)
    # Where a gaze has just come to, there is nothing yet to stick to: the middle decides.
    middle = (narrow + wide) / 2
    start = [middle if one is None or _shifted(one.axes, new) else narrow for one, new in zip(last, axes, strict=True)]
    looks = sees & steadily(-angle, looked, -np.array(start)[:, None], -wide)
    found: dict[EntityId, Regard] = {}
    for row, (agent, one) in enumerate(zip(agents, last, strict=True)):
        facts = _facts(agent, ids, sees[row], looks[row], could[row], one)
        found[agent] = Regard(
            axes[row], ids, angle[row], share[row], turned[row], sees[row], could[row], looks[row], facts
        )
    return found


def _facts(
    agent: EntityId,
    ids: tuple[EntityId, ...],
    sees: BoolArray,
    looks: BoolArray,
    could: BoolArray,
    last: Regard | None,
) -> frozenset[Statement]:
    """What is seen and looked at, in words: the same as before where nothing changed."""
    if last is not None and _flags(last.sees, last.looks, last.could) == _flags(sees, looks, could):
        return last.facts
    flags = ((SEES, sees), (LOOKS_AT, looks), (SEES_WITH_HEAD_MOVEMENT, could))
    return frozenset(
        (agent, predicate, ids[row]) for predicate, which in flags for row in np.flatnonzero(which).tolist()
    )


def _flags(sees: BoolArray, looks: BoolArray, could: BoolArray) -> bytes:
    """All that facts are told of, in one piece."""
    return sees.tobytes() + looks.tobytes() + could.tobytes()


def _shifted(before: FloatArray, after: FloatArray) -> bool:
    """Whether a gaze moved, rather than trembled, since the last time."""
    if before.shape != after.shape:
        return True
    return bool(((before * after).sum(axis=1) < STEADY).any())
