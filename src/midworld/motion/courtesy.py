"""What people mind about a robot that moves near them: closeness, not seeing it, and its coming from behind things.

After Sisbot et al., A human aware mobile robot motion planner (2007): a cost of safety around each person, a cost of
visibility out of their sight, and a cost of places where it would appear suddenly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ..agents import Obstacles
from ..geometry import BoolArray, FloatArray
from ..limits import Degrees, Metres
from ..relations import agents_in, body_viewpoint, eye_viewpoint
from ..world import Agent, EntityId, World

# Robots are looked out for at this height: what hides them must be at least that high.
LOOKED_FOR_M = 0.9
NOBODY = -1


class Courtesy(msgspec.Struct, frozen=True, kw_only=True):
    """How much a metre of way counts, in metres of way that bothers nobody.

    `closeness` is added at a person and falls off with the square up to `personal` metres: Hall's personal distance
    ends at 1.2 m, his social one at 3.6 m; between them is chosen. `unseen` is added out of a person's sight, and
    `surprise` where something hides what is within `startling` metres of them. `sight` is how wide people see.
    A way is never longer than `detour` times the shortest one.
    """

    personal: Metres = 1.6
    closeness: float = 4.0
    unseen: float = 2.0
    surprise: float = 1.0
    startling: Metres = 3.0
    sight: Degrees = 160.0
    detour: float = 1.3


DEFAULT_COURTESY = Courtesy()
INDIFFERENT = Courtesy(closeness=0.0, unseen=0.0, surprise=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Bystander:
    """A person whose place is known: where they stand on the floor, their eyes, and the level way they look."""

    name: EntityId
    place: FloatArray
    eye: FloatArray
    ahead: FloatArray


def bystanders(world: World) -> tuple[Bystander, ...]:
    """Every person whose place is known, in the order of the world."""
    found: list[Bystander] = []
    for name in agents_in(world.structure):
        role, stand, view = world.entity(name).role, body_viewpoint(world, name), eye_viewpoint(world, name)
        if isinstance(role, Agent) and role.kind == "human" and stand is not None and view is not None:
            found.append(Bystander(name, stand.position[:2], view.position, view.ahead[:2]))
    return tuple(found)


def in_sight(points: FloatArray, person: Bystander, around: Obstacles, courtesy: Courtesy) -> BoolArray:
    """Whether somebody sees a robot at points `(k, 2)` of the floor without turning."""
    return _ahead(points, person, courtesy) & ~_hidden(points, person, around)


def discomfort(
    points: FloatArray, people: Sequence[Bystander], around: Obstacles, courtesy: Courtesy = DEFAULT_COURTESY
) -> FloatArray:
    """What is added to a metre of way at points `(k, 2)` of the floor, by the person who minds most."""
    most = np.zeros(len(points))
    for person in people:
        far = np.linalg.norm(points - person.place, axis=1)
        near = np.maximum(1.0 - far / courtesy.personal, 0.0) ** 2
        hidden, ahead = _hidden(points, person, around), _ahead(points, person, courtesy)
        startled = hidden & (far < courtesy.startling)
        cost = courtesy.closeness * near + courtesy.unseen * ~(ahead & ~hidden) + courtesy.surprise * startled
        most = np.maximum(most, cost)
    return most


def _ahead(points: FloatArray, person: Bystander, courtesy: Courtesy) -> BoolArray:
    way = points - person.eye[:2]
    along = way @ person.ahead
    return along >= np.cos(np.radians(courtesy.sight / 2)) * np.linalg.norm(way, axis=1)


def _hidden(points: FloatArray, person: Bystander, around: Obstacles) -> BoolArray:
    """Which points something stands before. Who sits in a chair is not hidden by it."""
    others = around.only(~around.within(person.eye, 0.0))
    ends = np.column_stack([points, np.full(len(points), LOOKED_FOR_M)])
    starts = np.broadcast_to(person.eye, ends.shape)
    return others.crossed(np.ascontiguousarray(starts), ends, np.full(len(points), NOBODY, dtype=np.intp))
