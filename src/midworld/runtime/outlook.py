"""Who perceives what in a world: one scene is built a tick, and serves every eye."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

import numpy as np

from ..agents.eyes import eyes, steadied
from ..agents.figures import Figure, figures, limbs
from ..agents.links import solids
from ..agents.parts import PartView, look_at_parts
from ..agents.perspective import touched, with_owners
from ..agents.settings import Attention
from ..geometry import FloatArray, Frustum, Meshes, Pose
from ..physics.body import Body
from ..physics.engine import Engine, Hits, IntArray, Mode, Rows, Sight
from ..physics.outlines import Outlines, outlines
from ..physics.views import Eye, View, look
from ..world import EntityId, Object, Status, Structure, World

# In metres, and in units of a quaternion: what heads and hands may move without being looked at again.
JITTER = 0.01


# Looks this far apart are all there is to go by; of looks in quick succession, one alone may be a tracker's error.
SPARSE_S = 0.5


class MovableSight(Sight, Protocol):
    """A sight whose bodies can be put elsewhere at every tick."""

    def place(self, poses: FloatArray, *, absent: Rows = ()) -> None: ...


class SightMaker(Protocol):
    def __call__(self, bodies: Sequence[Body], *, meshes: Meshes) -> MovableSight: ...


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What all eyes of a world see of things and of people, and what each agent perceives by them or by touch."""

    views: tuple[View, ...] = ()
    parts: tuple[PartView, ...] = ()
    perceived: Mapping[EntityId, frozenset[EntityId]] = field(default_factory=lambda: MappingProxyType({}))


NOTHING_SEEN = Looks()


@dataclass(frozen=True, slots=True, eq=False)
class _Setting:
    """What stays the same as long as the structure does."""

    structure: Structure
    sight: MovableSight
    outlines: Outlines
    rows: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """All that what is seen depends on."""

    setting: _Setting
    poses: FloatArray
    absent: IntArray
    names: tuple[EntityId, ...]
    points: FloatArray

    @classmethod
    def of(
        cls,
        setting: _Setting,
        poses: FloatArray,
        absent: IntArray,
        watching: tuple[Eye, ...],
        people: tuple[Figure, ...],
    ) -> "_Picture":
        parts = [(figure.ids[part], pose) for figure in people for part, pose in figure.parts.items()]
        names = (*(eye.id for eye in watching), *(name for name, _ in parts))
        points = [*(eye.pose.array for eye in watching), *(pose for _, pose in parts)]
        return cls(setting, poses, absent, names, np.array(points).reshape(-1, 7))

    def is_like(self, other: "_Picture") -> bool:
        """Whether nothing has moved and nobody's head or hand but by jitter."""
        return (
            self.setting is other.setting
            and self.names == other.names
            and np.array_equal(self.absent, other.absent)
            and np.array_equal(self.poses, other.poses)
            and bool(np.abs(self.points - other.points).max(initial=0.0) <= JITTER)
        )


class Outlook:
    """Looks at one world, as it goes on, with the eyes of everybody in it; asked again in a tick, it looks once."""

    def __init__(self, make: SightMaker, meshes: Meshes, settings: Attention) -> None:
        self._make = make
        self._meshes = meshes
        self._settings = settings
        self._setting: _Setting | None = None
        self._eyes: tuple[Eye, ...] = ()
        self._stamp = float("-inf")
        self._looks: Looks | None = None
        self._last = NOTHING_SEEN
        self._picture: _Picture | None = None
        self._before: Mapping[EntityId, frozenset[EntityId]] = MappingProxyType({})

    def begin(self) -> None:
        """Start of a tick: what was seen in the last one is seen no more."""
        self._looks = None

    def look(self, world: World, *, stamp: float) -> Looks:
        """What everybody perceives at an instant."""
        if self._looks is None:
            glimpsed = self._looked(world, stamp)
            self._looks = self._taken_in(glimpsed, world, stamp)
            self._before, self._stamp = glimpsed.perceived, stamp
        return self._looks

    def _taken_in(self, glimpsed: Looks, world: World, stamp: float) -> Looks:
        """Without the things that showed in this look only, if the one before was just now."""
        if glimpsed.perceived is self._before or SPARSE_S < stamp - self._stamp < float("inf"):
            return glimpsed
        taken: dict[EntityId, frozenset[EntityId]] = {}
        for agent, names in glimpsed.perceived.items():
            new = names - self._before.get(agent, frozenset())
            taken[agent] = names - {name for name in new if isinstance(world.entity(name).role, Object)}
        return replace(glimpsed, perceived=MappingProxyType(taken))

    def _looked(self, world: World, stamp: float) -> Looks:
        fresh = eyes(world, stamp=stamp, settings=self._settings)
        elapsed = max(stamp - self._stamp, 0.0)
        self._eyes = steadied(self._eyes, fresh, settings=self._settings, elapsed=elapsed)
        if not self._eyes:
            return NOTHING_SEEN
        setting = self._set(world)
        poses = world.poses()[setting.rows]
        absent = np.flatnonzero(world.state.status[setting.rows] == Status.UNKNOWN.value)
        people = figures(world, stamp=stamp, settings=self._settings)
        picture = _Picture.of(setting, poses, absent, self._eyes, people)
        if self._picture is not None and picture.is_like(self._picture):
            return self._last
        self._picture = picture
        self._last = self._sighted(world, setting, poses, absent, people)
        return self._last

    def _sighted(
        self, world: World, setting: _Setting, poses: FloatArray, absent: IntArray, people: tuple[Figure, ...]
    ) -> Looks:
        setting.sight.place(poses, absent=absent)
        flesh = limbs(people, self._settings)
        views = look(setting.sight, setting.outlines, poses, self._eyes, absent=absent, limbs=flesh)
        parts = look_at_parts(setting.sight, setting.outlines, self._eyes, people, settings=self._settings, limbs=flesh)
        agents = dict.fromkeys(eye.agent for eye in self._eyes if eye.agent is not None)
        perceived = {agent: self._perceived(world, agent, views, parts) for agent in agents}
        return Looks(views, parts, MappingProxyType(perceived))

    def _set(self, world: World) -> _Setting:
        known = self._setting
        if known is not None and known.structure is world.structure:
            return known
        bodies, owners = solids(world.structure)
        rows = np.array([world.structure.row(body.id) for body in bodies], dtype=np.intp)
        if known is not None and known.outlines.ids == tuple(body.id for body in bodies):
            self._setting = replace(known, structure=world.structure, rows=rows)
        else:
            sight = self._make(bodies, meshes=self._meshes)
            self._setting = _Setting(world.structure, sight, outlines(bodies, self._standing, owners=owners), rows)
        return self._setting

    def _standing(self, bodies: Sequence[Body], poses: FloatArray) -> Sight:
        sight = self._make(bodies, meshes=self._meshes)
        sight.place(poses)
        return sight

    def _perceived(
        self, world: World, agent: EntityId, views: Sequence[View], parts: Sequence[PartView]
    ) -> frozenset[EntityId]:
        assert self._setting is not None
        before = self._before.get(agent, frozenset())
        settings = self._settings
        share = np.max([view.share for view in views if view.eye.agent == agent], axis=0)
        things = _above(self._setting.outlines.ids, share, before, settings.sees_share, settings.sees_share_end)
        bodies = {
            name
            for view in parts
            if view.eye.agent == agent
            for name in _above(view.ids, view.share, before, settings.perceives_share, settings.perceives_share_end)
        }
        return with_owners(world, frozenset(things | bodies | touched(world, agent)))


def _above(
    ids: Sequence[EntityId], share: FloatArray, before: frozenset[EntityId], start: float, end: float
) -> set[EntityId]:
    """Those of which enough is seen; a little less will do for what was seen before."""
    return {name for name, seen in zip(ids, share.tolist(), strict=True) if seen >= (end if name in before else start)}


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
