"""Doors, lids and drawers with a joint: when hands open and close them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, compose, invert
from ..world import Entity, EntityId, Event, Joint, JointKind, Object, Structure, World
from .actions import side_of
from .hands import nearest
from .moment import Moment

# Open from this far on, closed from half of it: what a hand draws or swings at least, more than trackers are off.
OPEN_M = 0.04
OPEN_RAD = np.radians(15.0)
# One percept is never enough.
PERCEPTS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Openings:
    """Which links stand open, and how many percepts in a row have said otherwise."""

    open: Mapping[EntityId, bool] = field(default_factory=lambda: MappingProxyType({}))
    otherwise: Mapping[EntityId, int] = field(default_factory=lambda: MappingProxyType({}))


def opened(openings: Openings, now: Moment, *, reach_m: float) -> tuple[Openings, list[Event]]:
    """One tick: what was opened and closed, by whoever's hand is nearest, or nobody's within reach."""
    links = _jointed(now.merged.structure)
    if not links:
        return openings, []
    told: list[Event] = []
    for row, link, joint in links:
        if now.merged.state.seen[row] != now.stamp:
            continue
        share = _opening(now.merged, link, joint)
        stood = openings.open.get(link.id)
        if stood is None:
            openings = replace(openings, open=MappingProxyType({**openings.open, link.id: share > 1.0}))
            continue
        count = openings.otherwise.get(link.id, 0) + 1 if (share > 1.0 if not stood else share < 0.5) else 0
        openings = replace(openings, otherwise=MappingProxyType({**openings.otherwise, link.id: count % PERCEPTS}))
        if count == PERCEPTS:
            openings = replace(openings, open=MappingProxyType({**openings.open, link.id: not stood}))
            hand = nearest(now.simulated, link.id, now.merged.poses()[row], now.people, reach_m)
            word = "Close" if stood else "Open"
            who, which = (None, None) if hand is None else (hand.agent, side_of(hand.id))
            reason = None if hand is not None else "nobody is near enough to have done it"
            told.append(Event(now.stamp, word, who, link.id, reason=reason, hand=which))
    return openings, told


def _opening(world: World, link: Entity, joint: Joint) -> float:
    """How far a link is from where it is closed, as a share of what counts as open."""
    assert link.parent is not None
    poses, structure = world.poses(), world.structure
    moved = compose(
        invert(joint.origin.array), compose(invert(poses[structure.row(link.parent)]), poses[structure.row(link.id)])
    )
    axis = np.asarray(joint.axis) / max(float(np.linalg.norm(joint.axis)), 1e-9)
    slides = joint.kind is JointKind.PRISMATIC
    value = float(moved[:3] @ axis) if slides else _angle(moved, axis)
    closed = min(max(0.0, _finite(joint.lower, value)), _finite(joint.upper, value, upper=True))
    return abs(value - closed) / (OPEN_M if slides else OPEN_RAD)


def _finite(limit: float | None, value: float, *, upper: bool = False) -> float:
    return limit if limit is not None else max(0.0, value) if upper else min(0.0, value)


def _angle(moved: FloatArray, axis: FloatArray) -> float:
    angle = 2 * float(np.arctan2(moved[3:6] @ axis, moved[6]))
    return float((angle + np.pi) % (2 * np.pi) - np.pi)


@lru_cache(maxsize=256)
def _jointed(structure: Structure) -> tuple[tuple[int, Entity, Joint], ...]:
    """Links of things, not of robots, that slide or turn against what they hang on."""
    kinds = (JointKind.PRISMATIC, JointKind.REVOLUTE, JointKind.CONTINUOUS)
    return tuple(
        (row, entity, entity.joint)
        for row, entity in enumerate(structure.entities)
        if entity.joint is not None
        and entity.parent is not None
        and isinstance(entity.role, Object)
        and entity.joint.kind in kinds
    )
