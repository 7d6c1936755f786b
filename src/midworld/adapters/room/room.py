"""A room that lives: physics moves things, a robot and people move themselves, and cameras report what they see."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ...errors import BadInput, Problem, UnknownName
from ...geometry import FloatArray, Pose, local_bounds, vector
from ...perception import Observation, Percept, percepts
from ...physics import Engine, Mode, Settings, SimulatedScene, bodies, glance
from ...world import EntityId, Object, Scene, Sensor, World, enter, robot_of
from .camera import Camera
from .figure import EYES
from .hearing import named
from .person import Person
from .robot import RobotBody

# How often cameras report, and how finely hands and wheels move in between.
TICK_S, STROKES = 0.1, 5
# How often people look around, in ticks.
GLANCES = 3


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said aloud."""

    stamp: float
    speaker: str
    text: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Optics:
    """How well cameras see: the noise of places along an axis, and the share of detections missed for no reason."""

    noise_m: float = 0.002
    people_noise_m: float = 0.004
    lost: float = 0.01


class Room:
    """A scene that happens. `step` lets a tenth of a second pass and gives what was observed, which is all one gets.

    `places` are where the things of the scene are that enter when they are seen. Arms and bodies hide things and
    carry them, and push nothing.
    """

    def __init__(
        self,
        scene: Scene,
        engine: Engine,
        *,
        places: Mapping[str, Pose] = MappingProxyType({}),
        people: Sequence[Person] = (),
        optics: Optics | None = None,
        seed: int = 0,
    ) -> None:
        self.said: list[Said] = []
        self.blind_until = -1.0
        self._scene, self._optics = scene, optics or Optics()
        self._world = _furnished(scene, places)
        solid = bodies(self._world.structure)
        poses = np.array([self._world.pose(body.id).array for body in solid]).reshape(-1, 7)
        self._simulation = engine.open(solid, poses, meshes=scene.meshes, settings=Settings())
        self._simulated = SimulatedScene.of(self._simulation, self._world.structure, scene.meshes)
        self._loose: list[int] = self._simulated.free.tolist()
        self._rows = {name: row for row, name in enumerate(self._simulation.ids)}
        robot = robot_of(self._world)
        if robot is None:
            raise BadInput([Problem("room", None, "its scene has no robot; declare one under agents:")])
        self.robot = RobotBody(self._world, robot, seed=seed)
        self.people = {person.name: person for person in people}
        self._held: dict[EntityId, tuple[EntityId, str, FloatArray]] = {}
        self._random = np.random.Generator(np.random.Philox(seed))
        sensors = [each.id for each in scene.world.structure.entities if isinstance(each.role, Sensor)]
        self._cameras = [self._camera(name) for name in sensors]
        self._ticks = 0
        self._waiters: list[asyncio.Future[None]] = []
        for person in people:
            person.attach(self)
        self._follow()
        for person in people:
            person.notice()

    @property
    def now(self) -> float:
        """Seconds since it began."""
        return round(self._ticks * TICK_S, 6)

    @property
    def world(self) -> World:
        """The true world: for judges, never for the robot's mind."""
        return self._world

    @property
    def labels(self) -> Mapping[EntityId, tuple[str, ...]]:
        """What people call the things that can be moved, and what stands around."""
        things = (entity for entity in self._world.structure.entities if isinstance(entity.role, Object))
        return {entity.id: entity.labels or (str(entity.id).replace("_", " "),) for entity in things}

    @property
    def names(self) -> Mapping[EntityId, tuple[str, ...]]:
        """What the people are called."""
        return {name: self._world.entity(name).labels or (str(name),) for name in self.people}

    def called(self, who: EntityId) -> str:
        """What somebody is called."""
        return self.names[who][0]

    def stands(self, who: EntityId) -> FloatArray | None:
        """Where somebody stands on the floor; None where they are not here."""
        return self.people[who].feet if who in self.people else None

    def step(self) -> tuple[Observation, ...]:
        """Lives on for a tick; what the robot's own sensors and the cameras then report."""
        for _ in range(STROKES):
            self._stroke(TICK_S / STROKES)
        self._ticks += 1
        self._follow()
        if self._ticks % GLANCES == 0:
            for person in self.people.values():
                person.notice()
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        return self._observations()

    async def ticked(self) -> None:
        """Until the next tick is over."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    def place(self, thing: EntityId) -> FloatArray:
        """Where a thing really is: for people's hands and for judges, never for the robot's mind."""
        if thing not in self._rows:
            raise UnknownName("thing", thing, self._rows)
        return self._simulation.poses()[self._rows[thing]]

    def top(self, thing: EntityId) -> float:
        """How high a thing's upper end is, as it stands."""
        return float(self.place(thing)[2]) + self._bounds(thing)[1][2]

    def opening(self, container: EntityId) -> FloatArray:
        """The middle of a container's upper end."""
        return np.array([*self.place(container)[:2], self.top(container)])

    def sees(self, thing: EntityId, eye: Pose) -> bool:
        """Whether an eye there would see some of a thing."""
        row = self._rows[thing]
        seen = glance(self._simulated, row, self._simulation.poses()[row], eye=eye, frustum=EYES, limbs=self._arms)
        return seen.clear > 0.15

    def near(self, point: FloatArray, reach_m: float) -> EntityId | None:
        """The loose thing whose box is nearest to a point, within reach."""
        poses = self._simulation.poses()
        found = [(self._simulated.distance(row, poses[row], point), row) for row in self._loose]
        far, row = min(found, default=(np.inf, -1))
        return self._simulation.ids[row] if far <= reach_m else None

    def hold(self, who: EntityId, hand: str, thing: EntityId | None) -> None:
        """A hand takes hold of a thing, or lets go of what it has."""
        for held, (owner, side, _) in list(self._held.items()):
            if (owner, side) == (who, hand) and held != thing:
                self._let_go(held)
        if thing is None:
            return
        if thing in self._held:
            self._taken_away(thing)
        offset = self.place(thing)[:3] - self._hand(who, hand)
        self._held[thing] = (who, hand, offset)
        self._simulation.set_mode([self._rows[thing]], Mode.KINEMATIC)

    def holder(self, thing: EntityId) -> EntityId | None:
        """Who has a thing in the hand, really."""
        return self._held[thing][0] if thing in self._held else None

    def speak(self, who: str, text: str, to: str | None = None) -> None:
        """Somebody says something; people it is said to hear it, and from other people who is named."""
        self.said.append(Said(self.now, who, text, to))
        for person in self.people.values():
            all_of_them = to is None and (who == self.robot.name or person.name in named(text.lower(), self.names))
            if person.name != who and (all_of_them or to == person.name):
                person.hear(text)

    def displace(self, thing: str, pose: Pose) -> None:
        """Puts a thing elsewhere, as no hand would: for tests of what nobody foresees."""
        row = self._rows[EntityId(thing)]
        self._simulation.set_state([row], pose.array[None])

    def is_in(self, thing: str, container: str) -> bool:
        """Whether a thing's middle really is inside the box around a container: for judges."""
        low, high = self._bounds(EntityId(container))
        away = self.place(EntityId(thing))[:3] - self.place(EntityId(container))[:3]
        return bool((away > low).all() and (away < high).all())

    def close(self) -> None:
        """Gives its simulation back."""
        self._simulation.close()

    def _stroke(self, seconds: float) -> None:
        self.robot.advance(seconds)
        for person in self.people.values():
            person.advance(seconds)
        rows = [self._rows[thing] for thing in self._held]
        before = self._simulation.poses()[rows]
        after = before.copy()
        if rows:
            after[:, :3] = [self._hand(who, hand) + offset for who, hand, offset in self._held.values()]
            moved = np.concatenate([(after[:, :3] - before[:, :3]) / seconds, np.zeros((len(rows), 3))], axis=1)
            self._simulation.set_state(rows, before, moved)
        self._simulation.step(max(1, round(seconds / Settings().timestep_s)))
        if rows:
            self._simulation.set_state(rows, after)

    def _let_go(self, thing: EntityId) -> None:
        who, hand, _ = self._held.pop(thing)
        self._simulation.set_mode([self._rows[thing]], Mode.DYNAMIC)
        self._emptied(who, hand)

    def _taken_away(self, thing: EntityId) -> None:
        """Out of another's hand."""
        who, hand, _ = self._held.pop(thing)
        self._emptied(who, hand)

    def _emptied(self, who: EntityId, hand: str) -> None:
        if who in self.people:
            self.people[who].holding[hand] = None
        elif who == self.robot.name:
            self.robot.gripping[hand] = None

    def _hand(self, who: EntityId, hand: str) -> FloatArray:
        return self.robot.tip(hand) if who == self.robot.name else self.people[who].hand(hand)

    def _bounds(self, thing: EntityId) -> tuple[FloatArray, FloatArray]:
        shape = self._world.entity(thing).collision
        assert shape is not None
        box = local_bounds(shape)
        return np.asarray(box.low), np.asarray(box.high)

    def _follow(self) -> None:
        """The true world after what moved, for cameras that hang on a body."""
        self._arms = self.robot.limbs()
        poses = self._simulation.poses()
        names = self._simulation.ids
        things = [Percept(names[row], vector(poses[row, :3]), _quaternion(poses[row])) for row in self._loose]
        truth = Observation(self.now, "truth", tuple(things), (self.robot.percept(),))
        self._world = self._world.apply(percepts(self._world, truth, scene=self._scene, frames=self._world))

    def _observations(self) -> tuple[Observation, ...]:
        own = Observation(self.now, "body", agents=(self.robot.percept(),))
        if self.now < self.blind_until:
            return (own,)
        parts = {name: person.parts() for name, person in self.people.items()}
        limbs = {name: person.limbs() for name, person in self.people.items()}
        limbs[self.robot.name] = self._arms
        seen = [camera.observe(self.now, self._world, self._simulated, parts, limbs) for camera in self._cameras]
        return (own, *seen)

    def _camera(self, name: EntityId) -> Camera:
        role = self._scene.world.entity(name).role
        assert isinstance(role, Sensor)
        # What hangs on a robot looks at things, what hangs on a wall at people: as in the studies.
        things, optics = role.owner is not None, self._optics
        noise = optics.noise_m if things else optics.people_noise_m
        return Camera(name, things=things, people=not things, noise_m=noise, lost=optics.lost, random=self._random)


def _furnished(scene: Scene, places: Mapping[str, Pose]) -> World:
    """The scene with everything in its place."""
    world = scene.world
    for name, place in places.items():
        if name not in scene.awaited:
            raise UnknownName("thing without a place", name, scene.awaited)
        (entity, _), *links = scene.awaited[EntityId(name)]
        world = world.apply(enter([(entity, place), *links], stamp=0.0))
    return world


def _quaternion(pose: FloatArray) -> tuple[float, float, float, float]:
    x, y, z, w = (float(each) for each in pose[3:])
    return (x, y, z, w)
