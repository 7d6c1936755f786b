"""Who perceives what in a world: one scene is built a tick, and serves every eye."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

import numpy as np

from ..geometry import BoolArray, FloatArray, Frustum, IntArray, Meshes, Pose
from ..physics import (
    NO_LIMBS,
    Body,
    Engine,
    Eye,
    Hits,
    Mode,
    Outlines,
    Placed,
    Rows,
    Sight,
    View,
    disturbance,
    look,
    steady_limbs,
)
from ..world import EntityId, Object, Status, Structure, World
from .eyes import eyes, steadied
from .figures import Figure, figures, limbs
from .links import solids
from .parts import PartView, look_at_parts
from .perspective import touched, with_owners
from .settings import Attention

# In metres, and in units of a quaternion: what heads and hands may move, while nothing else does, and not be looked at.
JITTER = 0.01
# Looks this far apart are all there is to go by; of looks in quick succession, one alone may be a tracker's error.
SPARSE_S = 0.5
# How many sets of things are kept ready to be looked at.
SETTINGS = 16


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
class Picture:
    """All that what is seen depends on: where bodies are, which are nowhere, and the eyes and parts of people."""

    placed: Placed
    names: tuple[EntityId, ...]
    points: FloatArray

    @classmethod
    def of(cls, placed: Placed, watching: tuple[Eye, ...], people: tuple[Figure, ...]) -> "Picture":
        parts = [(figure.ids[part], pose) for figure in people for part, pose in figure.parts.items()]
        names = (*(eye.id for eye in watching), *(name for name, _ in parts))
        points = [*(eye.pose.array for eye in watching), *(pose for _, pose in parts)]
        return cls(placed, names, np.array(points).reshape(-1, 7))

    def is_like(self, other: "Picture") -> bool:
        """Whether nothing has moved and nobody's head or hand but by jitter."""
        mine, others = self.placed, other.placed
        return (
            mine.ids == others.ids
            and self.names == other.names
            and np.array_equal(mine.absent, others.absent)
            and np.array_equal(mine.poses, others.poses)
            and bool(np.abs(self.points - other.points).max(initial=0.0) <= JITTER)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Watching:
    """What is remembered of looking at one world: steadied eyes, the last picture and what was seen in it.

    `glimpsed` is what each agent perceived at the last look, `looks` what it has taken in.
    """

    stamp: float = float("-inf")
    eyes: tuple[Eye, ...] = ()
    picture: Picture | None = None
    last: Looks = NOTHING_SEEN
    seen: Looks = NOTHING_SEEN
    glimpsed: Mapping[EntityId, frozenset[EntityId]] = field(default_factory=lambda: MappingProxyType({}))
    looks: Looks = NOTHING_SEEN


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What eyes look at, for one structure of a world."""

    structure: Structure
    bodies: tuple[Body, ...]
    sight: MovableSight
    outlines: Outlines
    rows: IntArray


class VisibilityCache:
    """What eyes look at, built once for all worlds that have the same things: saves time and changes no answer."""

    def __init__(self, make: SightMaker, meshes: Meshes) -> None:
        self._make = make
        self._meshes = meshes
        self._known: dict[Structure, Setting] = {}
        self.lock = threading.Lock()

    def setting(self, structure: Structure) -> Setting:
        known = self._known.pop(structure, None) or self._made(structure)
        self._known[structure] = known
        while len(self._known) > SETTINGS:
            del self._known[next(iter(self._known))]
        return known

    def _made(self, structure: Structure) -> Setting:
        bodies, owners = solids(structure)
        rows = np.array([structure.row(body.id) for body in bodies], dtype=np.intp)
        for known in self._known.values():
            if known.bodies == bodies:
                return replace(known, structure=structure, rows=rows)
        sight = self._make(bodies, meshes=self._meshes)
        return Setting(structure, bodies, sight, Outlines.of(bodies, self._standing, owners=owners), rows)

    def _standing(self, bodies: Sequence[Body], poses: FloatArray) -> Sight:
        sight = self._make(bodies, meshes=self._meshes)
        sight.place(poses)
        return sight


def watched(watching: Watching, world: World, cache: VisibilityCache, *, settings: Attention, stamp: float) -> Watching:
    """What everybody perceives in a world at an instant."""
    watching = _looked(watching, world, cache, settings, stamp)
    perceived = watching.seen.perceived
    looks = _taken_in(watching, world, stamp)
    return replace(watching, looks=looks, glimpsed=perceived, stamp=stamp)


def _taken_in(watching: Watching, world: World, stamp: float) -> Looks:
    """Without the things that showed in this look only, if the one before was just now."""
    glimpsed, before = watching.seen, watching.glimpsed
    if glimpsed.perceived is before or SPARSE_S < stamp - watching.stamp < float("inf"):
        return glimpsed
    taken: dict[EntityId, frozenset[EntityId]] = {}
    for agent, names in glimpsed.perceived.items():
        new = names - before.get(agent, frozenset())
        taken[agent] = names - {name for name in new if isinstance(world.entity(name).role, Object)}
    return replace(glimpsed, perceived=MappingProxyType(taken))


def _looked(watching: Watching, world: World, cache: VisibilityCache, settings: Attention, stamp: float) -> Watching:
    fresh = eyes(world, stamp=stamp, settings=settings)
    elapsed = max(stamp - watching.stamp, 0.0)
    steady = steadied(watching.eyes, fresh, settings=settings, elapsed=elapsed)
    if not steady:
        return replace(watching, eyes=steady, seen=NOTHING_SEEN)
    with cache.lock:
        setting = cache.setting(world.structure)
        absent: BoolArray = world.state.status[setting.rows] == Status.UNKNOWN.value
        people = figures(world, stamp=stamp, settings=settings)
        placed = Placed(setting.outlines.ids, world.poses()[setting.rows], absent)
        picture = Picture.of(placed, steady, people)
        before = watching.picture
        if before is not None and picture.is_like(before):
            return replace(watching, eyes=steady, seen=watching.last)
        flesh, moved = steady_limbs(NO_LIMBS if before is None else before.placed.limbs, limbs(people, settings))
        picture = Picture(Placed(placed.ids, placed.poses, placed.absent, flesh), picture.names, picture.points)
        seen = _sighted(watching, steady, world, setting, picture.placed, moved, people, settings)
    return replace(watching, eyes=steady, picture=picture, seen=seen, last=seen)


def _sighted(
    watching: Watching,
    steady: tuple[Eye, ...],
    world: World,
    setting: Setting,
    placed: Placed,
    moved_limbs: IntArray,
    people: tuple[Figure, ...],
    settings: Attention,
) -> Looks:
    outlines, absent, last = setting.outlines, np.flatnonzero(placed.absent), NOTHING_SEEN
    setting.sight.place(placed.poses, absent=absent)
    disturbed = None
    if watching.picture is not None and watching.picture.placed.ids == placed.ids:
        disturbed, last = disturbance(outlines, watching.picture.placed, placed, moved_limbs), watching.last
    views = look(
        setting.sight,
        outlines,
        placed.poses,
        steady,
        absent=absent,
        limbs=placed.limbs,
        before=last.views,
        disturbed=disturbed,
    )
    parts = look_at_parts(
        setting.sight,
        outlines,
        steady,
        people,
        settings=settings,
        limbs=placed.limbs,
        before=last.parts,
        disturbed=disturbed,
    )
    own: dict[EntityId, tuple[list[View], list[PartView]]] = {}
    for view, part in zip(views, parts, strict=True):
        if view.eye.agent is not None:
            mine = own.setdefault(view.eye.agent, ([], []))
            mine[0].append(view)
            mine[1].append(part)
    perceived = {
        agent: _perceived(world, agent, *mine, watching.glimpsed.get(agent, frozenset()), settings)
        for agent, mine in own.items()
    }
    return Looks(views, parts, MappingProxyType(perceived))


def _perceived(
    world: World,
    agent: EntityId,
    views: Sequence[View],
    parts: Sequence[PartView],
    before: frozenset[EntityId],
    settings: Attention,
) -> frozenset[EntityId]:
    """What an agent perceives by its eyes or by touch, more readily what it did before."""
    share = views[0].share if len(views) == 1 else np.max([view.share for view in views], axis=0)
    things = _above(views[0].ids, share, before, settings.sees_share, settings.sees_share_end)
    bodies = (
        _above(view.ids, view.share, before, settings.perceives_share, settings.perceives_share_end) for view in parts
    )
    seen = with_owners(world, things.union(*bodies, touched(world, agent)))
    # The same as before is the same object: what follows from it need not be worked out again.
    return before if seen == before else seen


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
