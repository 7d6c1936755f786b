"""What an agent's own percepts are, given what there is and what it perceives of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..geometry import BoolArray, IntArray
from ..perception import aged
from ..world import (
    Agent,
    BodyPart,
    Column,
    Delta,
    Entity,
    EntityId,
    Field,
    Link,
    Object,
    Sensor,
    Structure,
    Timeline,
    World,
    change,
)

# What the robot has not perceived for this long it has to guess; slower than this, it takes it to lie where it is.
GUESSED_S = 0.1
GUESSED_M_S = 0.03
# Who lets go of a thing knows for as long how it went: the robot may find out only now where that was.
LET_GO, LET_GO_S = ("Place", "Release"), 0.2
_NO_ROWS = np.zeros(0, dtype=np.intp)


def common_ground(scene: World) -> World:
    """What everybody knows from the start: furniture, and who may be there."""
    known = [entity for entity in scene.structure.entities if _is_common(entity)]
    names = {entity.id for entity in known}
    known = [entity for entity in known if entity.parent is None or entity.parent in names]
    rows = [scene.structure.row(entity.id) for entity in known]
    kept: tuple[Field, ...] = ("pose", "status")
    columns: dict[Field, Column] = {
        name: Column(tuple(e.id for e in known), scene.state.table(name)[rows]) for name in kept
    }
    entities = MappingProxyType({entity.id: entity for entity in known})
    return World(stamp=scene.stamp).apply(Delta(entities=entities, columns=MappingProxyType(columns)))


def glimpsed(percepts: World, truth: World, seen: frozenset[EntityId], *, stamp: float) -> Delta:
    """What an agent's percepts become at an instant: what it perceives is where it is, all else as it was.

    Of people's bodies it sees what there is to see: no more lately than they were perceived at all.
    """
    view = _view(truth.structure, seen)
    put = _news(percepts.structure, truth.structure, view.shown)
    lately = np.where(view.parts, truth.state.seen[view.rows], stamp)
    columns: dict[Field, Column] = {}
    if view.names:
        columns = {
            "pose": Column(view.shown, truth.state.pose[view.shown_rows]),
            "seen": Column(view.names, lately),
        }
    return Delta(stamp, put, MappingProxyType(columns))


def perceived(percepts: World, truth: World, seen: frozenset[EntityId], *, patience_s: float, stamp: float) -> World:
    """An agent's percepts at an instant: with what it perceives, and without what it has not for `patience_s`."""
    view = _view(truth.structure, seen)
    if gone := _renamed(percepts.structure, truth.structure):
        percepts = percepts.apply(change(remove=gone))
    if not view.names or _news(percepts.structure, truth.structure, view.shown):
        percepts = percepts.apply(glimpsed(percepts, truth, seen, stamp=stamp))
    else:
        lately, pose = np.array(percepts.state.seen), np.array(percepts.state.pose)
        rows, shown = _rows_of(percepts.structure, view)
        lately[rows] = np.where(view.parts, truth.state.seen[view.rows], stamp)
        pose[shown] = truth.state.pose[view.shown_rows]
        state = percepts.state.with_tables({"pose": pose, "seen": lately})
        percepts = World(percepts.structure, state, percepts.timeline, stamp)
    old = aged(percepts, stamp=stamp, perceived_max_duration=patience_s)
    return percepts.apply(old) if old.columns else percepts


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What is perceived, which of it are parts of bodies, and all whose places that tells."""

    names: tuple[EntityId, ...]
    rows: IntArray
    parts: BoolArray
    shown: tuple[EntityId, ...]
    shown_rows: IntArray


@lru_cache(maxsize=256)
def _view(structure: Structure, seen: frozenset[EntityId]) -> _View:
    rows = np.flatnonzero([name in seen for name in structure.ids])
    names = tuple(structure.ids[row] for row in rows.tolist())
    parts = _parts(structure)[rows]
    if not structure.levels:
        return _View(names, rows, parts, names, rows)
    # A place told against another says nothing without that one's: who sees a robot's hand can tell its arm.
    shown = tuple(dict.fromkeys(each for name in names for each in (name, *structure.ancestors(name))))
    return _View(names, rows, parts, shown, np.array([structure.rows[name] for name in shown], dtype=np.intp))


@lru_cache(maxsize=256)
def _rows_of(structure: Structure, view: _View) -> tuple[IntArray, IntArray]:
    """Where another structure has what is perceived, and all that is shown by that."""
    rows = np.array([structure.rows[name] for name in view.names], dtype=np.intp)
    same = view.shown is view.names
    return rows, rows if same else np.array([structure.rows[name] for name in view.shown], dtype=np.intp)


@lru_cache(maxsize=256)
def _parts(structure: Structure) -> BoolArray:
    """Which rows are parts of bodies."""
    return np.array([isinstance(entity.role, BodyPart) for entity in structure.entities], dtype=np.bool_)


@lru_cache(maxsize=64)
def _news(known: Structure, truth: Structure, shown: tuple[EntityId, ...]) -> Mapping[EntityId, Entity]:
    """What is shown and was not known, or not as it is."""
    new = _other(known, truth)
    return MappingProxyType({name: truth[name] for name in shown if name in new} if new else {})


def unknown_yet(known: Structure, truth: Structure, seen: frozenset[EntityId]) -> bool:
    """Whether some of what is seen was not known, or not as it is."""
    return bool(_news(known, truth, _view(truth, seen).shown))


@lru_cache(maxsize=256)
def _renamed(known: Structure, truth: Structure) -> tuple[EntityId, ...]:
    """Things known under made-up names that nobody uses any more: they are known by their own."""
    return tuple(each.id for each in known.entities if each.hidden and each.id not in truth)


@lru_cache(maxsize=256)
def _other(known: Structure, truth: Structure) -> frozenset[EntityId]:
    """What is in truth and not known, or not as it is."""
    return frozenset(each.id for each in truth.entities if each.id not in known or known[each.id] != each)


def guesses(truth: World, seen: Collection[EntityId], agent: EntityId, *, stamp: float) -> frozenset[EntityId]:
    """Of what an agent is thought to see, what may well be elsewhere: unseen by the robot, in a hand or on its way.

    What it has in its own hands it knows.
    """
    unseen = _unseen(truth, stamp)
    if not unseen:
        return frozenset()
    own = _in_hands(truth, agent)
    held = {subject for subject, _, _ in truth.timeline.held("isHeldBy")} - own
    return frozenset(
        name
        for row in unseen
        if (name := truth.ids[row]) in seen
        and name not in own
        and (name in held or float(np.linalg.norm(truth.state.velocity[row, :3])) > GUESSED_M_S)
    )


@lru_cache(maxsize=8)
def _unseen(truth: World, stamp: float) -> tuple[int, ...]:
    """The rows of things that were not perceived just now: the same for all who live in a world."""
    rows = _objects(truth.structure)
    return tuple(rows[stamp - truth.state.seen[rows] > GUESSED_S].tolist())


@lru_cache(maxsize=256)
def _objects(structure: Structure) -> IntArray:
    return np.array([row for row, e in enumerate(structure.entities) if isinstance(e.role, Object)], dtype=np.intp)


def with_owners(world: World, seen: Collection[EntityId]) -> frozenset[EntityId]:
    """Whoever has a part of the body perceived is perceived."""
    owned = _owned(world.structure)
    return frozenset(seen).union(owned[name] for name in seen if name in owned)


def touched(world: World, agent: EntityId) -> frozenset[EntityId]:
    """What an agent knows without looking: its own body, and what it has in its hands."""
    names, rows = _own(world.structure).get(agent, ((), _NO_ROWS))
    own = [name for name, known in zip(names, np.isfinite(world.state.seen[rows]).tolist(), strict=True) if known]
    return frozenset((*own, *(name for name in _in_hands(world, agent) if name in world)))


def _in_hands(world: World, agent: EntityId) -> frozenset[EntityId]:
    """What an agent has in its hands, or just let go of: who does that knows where."""
    held = {EntityId(subject) for subject, _, holder in world.timeline.held("isHeldBy") if holder == agent}
    return frozenset(
        held.union(thing for who, thing in _let_go(world.timeline, world.stamp - LET_GO_S) if who == agent)
    )


@lru_cache(maxsize=8)
def _let_go(timeline: Timeline, since: float) -> tuple[tuple[str | None, EntityId], ...]:
    """Who has let go of what since an instant: the same for all who live in a world."""
    deeds = timeline.events(start=since)
    return tuple((deed.subject, EntityId(str(deed.object))) for deed in deeds if deed.predicate in LET_GO)


@lru_cache(maxsize=256)
def _owned(structure: Structure) -> Mapping[EntityId, EntityId]:
    """Whose each part and link of a body is, of those who are there."""
    return {
        entity.id: entity.role.owner
        for entity in structure.entities
        if isinstance(entity.role, BodyPart | Link) and entity.role.owner in structure
    }


@lru_cache(maxsize=256)
def _own(structure: Structure) -> Mapping[EntityId, tuple[tuple[EntityId, ...], IntArray]]:
    """The parts and sensors of everybody, by name and by row."""
    found: dict[EntityId, list[EntityId]] = {}
    for entity in structure.entities:
        if isinstance(entity.role, BodyPart | Sensor) and entity.role.owner is not None:
            found.setdefault(entity.role.owner, []).append(entity.id)
    return {
        owner: (tuple(names), np.array([structure.rows[name] for name in names], dtype=np.intp))
        for owner, names in found.items()
    }


def _is_common(entity: Entity) -> bool:
    return isinstance(entity.role, Agent) or (isinstance(entity.role, Object) and entity.role.static)
