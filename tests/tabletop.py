"""A table with things on it, percepts of them, and an assessment that hears the percepts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import msgspec
import numpy as np

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.geometry import (
    Box,
    Compound,
    FloatArray,
    Part,
    Pose,
    Shape,
    Vector3,
    cavities,
    frustum,
    inertial_of,
    vector,
)
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.physics import Settings, SimulatedScene, SimulationPool
from midworld.runtime import Board, Commit
from midworld.world import (
    MISSING,
    Agent,
    Divergence,
    Entity,
    EntityId,
    Entry,
    Event,
    Object,
    Placed,
    PointOfInterest,
    Scene,
    Sensor,
    World,
    enter,
)

TOP = 0.75
EYE = Pose.looking((-1.5, 0.0, 1.6), at=(0.0, 0.0, TOP))
# Camera, table and floor of every table top.
FLOOR = Entity(EntityId("floor"), Object(static=True), collision=Box((6.0, 6.0, 0.2)))
TABLE = Entity(EntityId("table"), Object(static=True), collision=Box((1.0, 1.4, 0.04)))
ROOM: tuple[Placed, ...] = (
    (FLOOR, Pose((0.0, 0.0, -0.1))),
    (TABLE, Pose((0.0, 0.0, TOP - 0.02))),
    (Entity(EntityId("robot"), Agent("robot")), Pose()),
    (Entity(EntityId("ann"), Agent("human")), Pose()),
    (Entity(EntityId("ben"), Agent("human")), Pose()),
    (Entity(EntityId("camera"), Sensor(frustum((80.0, 70.0), (0.2, 5.0)))), EYE),
)

Place = Vector3 | Pose
Places = Mapping[str, Place]
Hands = Mapping[str, Vector3]
PLACES = ("isIn", "isOn", "isHeldBy")
NO_HANDS: Hands = MappingProxyType({})


def crate(width: float = 0.2, height: float = 0.12, wall: float = 0.008) -> Compound:
    """An open box with its frame in the middle of its underside."""
    inset, middle = (width - wall) / 2, height / 2
    return Compound(
        (
            Part(Box((width, width, wall)), Pose((0.0, 0.0, wall / 2))),
            Part(Box((wall, width, height)), Pose((inset, 0.0, middle))),
            Part(Box((wall, width, height)), Pose((-inset, 0.0, middle))),
            Part(Box((width, wall, height)), Pose((0.0, inset, middle))),
            Part(Box((width, wall, height)), Pose((0.0, -inset, middle))),
        )
    )


@lru_cache
def object_of(name: str, shape: Shape, *, mass: float = 0.2) -> Entity:
    role = Object(inertial=inertial_of(shape, mass, {}), cavities=cavities(shape, {}))
    return Entity(EntityId(name), role, collision=shape)


def scene_of(shapes: Mapping[str, Shape], **reasoner: float | bool) -> Scene:
    """A room with a table and a floor; the things enter when they are first seen."""
    awaited = {EntityId(name): ((object_of(name, shape), Pose()),) for name, shape in shapes.items()}
    return Scene(World().apply(enter(ROOM, stamp=0.0)), MappingProxyType(awaited), reasoner=MappingProxyType(reasoner))


def with_tags(scene: Scene, tags: Mapping[str, tuple[PointOfInterest, ...]]) -> Scene:
    """Things that are known by their tags."""
    awaited = {
        name: tuple(
            (msgspec.structs.replace(entity, points_of_interest=tags.get(entity.id, ())), pose)
            for entity, pose in known
        )
        for name, known in scene.awaited.items()
    }
    return replace(scene, awaited=MappingProxyType(awaited))


def simulated_room(**placed: tuple[Shape, Pose]) -> tuple[SimulatedScene, World]:
    """The room with things that stand where they are said to, simulated."""
    things = [(object_of(name, shape), pose) for name, (shape, pose) in placed.items()]
    world = World().apply(enter([*ROOM, *things], stamp=0.0))
    return SimulationPool(MujocoEngine(), {}, Settings()).lend(None, world).scene, world


def turned(place: Vector3, degrees: float, *, axis: Vector3 = (0.0, 0.0, 1.0)) -> Pose:
    half = np.radians(degrees) / 2
    x, y, z = (float(np.sin(half)) * part for part in axis)
    return Pose(place, (x, y, z, float(np.cos(half))))


def moved(place: Vector3, by: Vector3, share: float = 1.0) -> Vector3:
    return vector(np.add(place, share * np.asarray(by)))


class TableTop:
    """Tells an assessment what a camera would, tick by tick, with noise if asked."""

    def __init__(
        self,
        shapes: Mapping[str, Shape],
        *,
        rate: float = 30.0,
        noise: float = 0.0,
        seed: int = 0,
        people: bool = False,
        tags: Mapping[str, tuple[PointOfInterest, ...]] = MappingProxyType({}),
        **reasoner: float | bool,
    ) -> None:
        self.rate = rate
        self.noise = noise
        self.stamp = 100.0
        self.entries: list[Entry] = []
        self.reasons: dict[str, set[str]] = {}
        self.heads: dict[str, tuple[Vector3, Vector3]] = {}
        self._random = np.random.default_rng(seed)
        self._assessment = Assessment(
            with_tags(scene_of(shapes, **reasoner), tags), engine=MujocoEngine(), sight=EmbreeSight, people=people
        )
        self._assessment.board.subscribe(self._hear)

    def _hear(self, commit: Commit) -> None:
        if commit.name == STABLE:
            self.entries.extend(commit.delta.entries)

    def tick(self, places: Places, hands: Hands = NO_HANDS, *, after: float | None = None) -> World:
        """One percept of each thing and hand, a moment later; hands are named `ann/right_hand`."""
        self.stamp += 1 / self.rate if after is None else after
        objects = tuple(self._percept(name, place) for name, place in places.items())
        self._assessment.feed(Observation(self.stamp, "camera", objects, _agents(hands, self.heads)))
        for name, reason in self._assessment.reasons.items():
            self.reasons.setdefault(name, set()).add(reason)
        return self.world

    def turn(self, position: Vector3, *, at: Vector3) -> None:
        """Points the camera elsewhere."""
        self._assessment.feed(Observation(self.stamp, "camera", sensor=Pose.looking(position, at=at)))

    def watch(self, seconds: float, places: Places, hands: Hands = NO_HANDS) -> World:
        """The same sight for a while."""
        for _ in range(round(seconds * self.rate)):
            self.tick(places, hands)
        return self.world

    def play(self, seconds: float, act: Callable[[float], tuple[Places, Hands]]) -> World:
        """What is seen as a share of the time, 0 to 1, goes by."""
        count = round(seconds * self.rate)
        for index in range(1, count + 1):
            self.tick(*act(index / count))
        return self.world

    @property
    def world(self) -> World:
        return self._assessment.board[STABLE]

    @property
    def board(self) -> Board:
        return self._assessment.board

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        return self._assessment.divergences

    def tell(
        self, listener: str, thing: str, relation: Literal["isIn", "isOn"], target: str, *, teller: str | None = None
    ) -> None:
        self._assessment.tell(listener, thing, relation, target, teller=teller)

    def mind(self, agent: str) -> World:
        """What somebody believes."""
        return self._assessment.board[agent]

    def believed(self, agent: str, thing: str) -> set[tuple[str, str]]:
        """Where somebody believes a thing to be."""
        told = self.mind(agent).timeline.open
        return {(word, str(target)) for name, word, target in told if name == thing and word in PLACES}

    def position(self, name: str) -> FloatArray:
        return np.array(self.world.pose(name).position)

    def speed(self, name: str) -> float:
        return float(np.linalg.norm(self.world.state.velocity[self.world.structure.row(name), :3]))

    def plausible(self, name: str) -> bool:
        return bool(self.world.state.plausible[self.world.structure.row(name)])

    def perceived(self, name: str) -> bool:
        return bool(self.world.state.perceived[self.world.structure.row(name)])

    def holds(self, subject: str, predicate: str, target: str) -> bool:
        return self.world.timeline.holds(subject, predicate, target)

    def facts(self, subject: str) -> set[tuple[str, str]]:
        """Where a thing is now: on, in or in the hands of what."""
        told = self.world.timeline.open
        return {(word, str(target)) for name, word, target in told if name == subject and word in PLACES}

    def missing(self, subject: str) -> str | None:
        """Why a thing is not seen."""
        told = self.world.timeline.open
        return next((str(why) for name, predicate, why in told if (name, predicate) == (subject, MISSING)), None)

    @property
    def events(self) -> list[tuple[str, str | None, str]]:
        """What happened, who did it, and to what, in order."""
        return [(entry.predicate, entry.subject, str(entry.object)) for entry in self.told]

    @property
    def told(self) -> list[Event]:
        return [entry for entry in self.entries if isinstance(entry, Event)]

    def _percept(self, name: str, place: Place) -> Percept:
        pose = place if isinstance(place, Pose) else Pose(place)
        position = vector(np.add(pose.position, self.noise * self._random.normal(size=3)))
        return Percept(EntityId(name), position, pose.orientation)


def _agents(hands: Hands, heads: Mapping[str, tuple[Vector3, Vector3]]) -> tuple[AgentPercept, ...]:
    found: dict[str, list[PartPercept]] = {}
    for agent, (position, at) in heads.items():
        pose = Pose.looking(position, at=at)
        found.setdefault(agent, []).append(PartPercept("head", pose.position, pose.orientation))
    for name, position in hands.items():
        agent, part = name.split("/")
        assert part in ("left_hand", "right_hand")
        found.setdefault(agent, []).append(PartPercept("right_hand" if part == "right_hand" else "left_hand", position))
    return tuple(AgentPercept(EntityId(agent), tuple(parts)) for agent, parts in found.items())
