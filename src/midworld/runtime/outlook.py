"""Who perceives what in a world: one scene is built a tick, and serves every eye."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from ..agents.eyes import eyes
from ..agents.figures import figures, limbs
from ..agents.perspective import touched, with_owners
from ..agents.settings import Attention
from ..geometry import FloatArray, Frustum, Meshes, Pose
from ..physics.body import Body, bodies
from ..physics.engine import Engine, Hits, IntArray, Mode, Rows, Sight
from ..physics.outlines import Outlines, outlines
from ..physics.views import Eye, View, look
from ..world import BodyPart, EntityId, Status, Structure, World

# A part of the body is a ball of about this size: a ray that ends so near to it met it.
PART_M = 0.12


class MovableSight(Sight, Protocol):
    """A sight whose bodies can be put elsewhere at every tick."""

    def place(self, poses: FloatArray, *, absent: Rows = ()) -> None: ...


class SightMaker(Protocol):
    def __call__(self, bodies: Sequence[Body], *, meshes: Meshes) -> MovableSight: ...


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What all eyes of a world see; the rows of the views follow `ids`."""

    ids: tuple[EntityId, ...]
    views: tuple[View, ...]
    perceived: Mapping[EntityId, frozenset[EntityId]]


NOTHING_SEEN = Looks((), (), MappingProxyType({}))


class Outlook:
    """Looks at worlds of one scene with the eyes of everybody in it. Asked twice about one world, it looks once."""

    def __init__(self, make: SightMaker, meshes: Meshes, settings: Attention) -> None:
        self._make = make
        self._meshes = meshes
        self._settings = settings
        self._structure: Structure | None = None
        self._sight: MovableSight | None = None
        self._outlines: Outlines | None = None
        self._rows = np.zeros(0, dtype=np.intp)
        self._asked: tuple[World | None, Looks] = (None, NOTHING_SEEN)
        self._before: Mapping[EntityId, frozenset[EntityId]] = MappingProxyType({})

    def look(self, world: World, *, stamp: float) -> Looks:
        """What everybody perceives of a world at an instant."""
        asked, known = self._asked
        if asked is world:
            return known
        looks = self._looked(world, stamp)
        self._before = looks.perceived
        self._asked = (world, looks)
        return looks

    def _looked(self, world: World, stamp: float) -> Looks:
        everybody = eyes(world, stamp=stamp, settings=self._settings)
        if not everybody:
            return NOTHING_SEEN
        self._compile(world)
        assert self._sight is not None
        assert self._outlines is not None
        poses = world.poses()[self._rows]
        absent = np.flatnonzero(world.state.status[self._rows] == Status.UNKNOWN.value)
        self._sight.place(poses, absent=absent)
        people = figures(world, stamp=stamp, settings=self._settings)
        flesh = limbs(people, self._settings)
        views = look(self._sight, self._outlines, poses, everybody, absent=absent, limbs=flesh)
        perceived = {
            agent: self._perceived(world, agent, [view for view in views if view.eye.agent == agent], stamp)
            for agent in dict.fromkeys(view.eye.agent for view in views if view.eye.agent is not None)
        }
        return Looks(self._outlines.ids, views, MappingProxyType(perceived))

    def _compile(self, world: World) -> None:
        if self._structure is world.structure:
            return
        known = bodies(world.structure)
        if self._outlines is None or self._outlines.ids != tuple(body.id for body in known):
            self._sight = self._make(known, meshes=self._meshes)

            def standing(some: Sequence[Body], poses: FloatArray) -> Sight:
                sight = self._make(some, meshes=self._meshes)
                sight.place(poses)
                return sight

            self._outlines = outlines(known, standing)
        self._rows = np.array([world.structure.row(body.id) for body in known], dtype=np.intp)
        self._structure = world.structure

    def _perceived(self, world: World, agent: EntityId, views: Sequence[View], stamp: float) -> frozenset[EntityId]:
        assert self._outlines is not None
        before = self._before.get(agent, frozenset())
        share = np.max([view.share for view in views], axis=0)
        names = [
            name
            for name, seen in zip(self._outlines.ids, share, strict=True)
            if seen >= (self._settings.sees_share_end if name in before else self._settings.sees_share)
        ]
        parts = [part for view in views for part in self._parts(world, view.eye, stamp)]
        return with_owners(world, frozenset(names) | frozenset(parts) | touched(world, agent))

    def _parts(self, world: World, eye: Eye, stamp: float) -> list[EntityId]:
        """Parts of others' bodies that an eye sees: in the picture, and nothing before them."""
        assert self._sight is not None
        fresh = stamp - world.state.seen <= self._settings.part_memory
        rows = [
            row
            for row, entity in enumerate(world.structure.entities)
            if isinstance(entity.role, BodyPart) and fresh[row] and entity.role.owner != eye.agent
        ]
        if not rows:
            return []
        places = world.poses()[rows, :3]
        origin = np.asarray(eye.pose.position)
        ways = places - origin
        lengths = np.linalg.norm(ways, axis=1)
        hits = self._sight.raycast(origin, ways / np.maximum(lengths, 1e-9)[:, None])
        clear = eye.frustum.contains(eye.pose, places) & (hits.distances >= lengths - PART_M)
        return [world.ids[row] for row, seen in zip(rows, clear, strict=True) if seen]


class _EngineSight:
    """An engine's simulation, of which only the rays are used."""

    def __init__(self, engine: Engine, known: Sequence[Body], meshes: Meshes) -> None:
        nowhere = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], (len(known), 1))
        self._simulation = engine.open(known, nowhere, meshes=meshes)
        self._absent: frozenset[int] = frozenset()

    def place(self, poses: FloatArray, *, absent: Rows = ()) -> None:
        gone = frozenset(int(row) for row in absent)
        self._simulation.set_mode(sorted(gone - self._absent), Mode.ABSENT)
        self._simulation.set_mode(sorted(self._absent - gone), Mode.KINEMATIC)
        self._absent = gone
        self._simulation.set_state(np.arange(len(poses)), poses)

    def raycast(self, origins: FloatArray, directions: FloatArray, *, exclude: Rows = ()) -> Hits:
        return self._simulation.raycast(origins, directions, exclude=exclude)

    def segment(self, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
        return self._simulation.segment(frustum, pose, columns=columns, rows=rows, exclude=exclude)


def engine_sight(engine: Engine) -> SightMaker:
    """Looks through a physics engine, where nothing made for looking is at hand."""

    def make(bodies: Sequence[Body], *, meshes: Meshes) -> MovableSight:
        return _EngineSight(engine, bodies, meshes)

    return make
