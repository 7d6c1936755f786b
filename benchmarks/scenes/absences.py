"""Small situations in which a thing is no longer perceived, each for a reason that is known and checked by rays."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from .catalogue import thing
from .draw import Fields, Value
from .files import numbers, scene_description
from .noise import Noise, noise
from .place import Place
from .pose import Array, Pose, array
from .room import Camera, Person, room
from .script import Script
from .shape import Thing
from .sight import POINTS, blocked, capsules, in_view, present, shares_seen
from .stage import Misfire, Stage

TARGET = "target"
WHO = "ann"
HAND = (WHO, "right_hand")
ATTEMPTS = 60
REPORTED = 0.3
DENSE = 400
# Points a little outside the thing, and people a little thinner: what hides these hides it for certain.
SLIVER, LEAN = 1.15, 0.8
Moments = Iterator[None]


@dataclass(frozen=True, slots=True)
class Situation:
    """The files of a scene, and what must be said of its target in the end: one of `whys` and each of the facts.

    With no `whys` at all, nothing may be said of why it is missing, at any time.
    """

    kind: str
    seed: int
    description: dict[str, Value]
    observations: list[dict[str, Value]]
    whys: tuple[str, ...]
    holds: tuple[tuple[str, str], ...]
    fails: tuple[tuple[str, str], ...]
    models: dict[str, str]


class Scene:
    """A stage whose things are put where a story wants them, and a log of what a tracker reports of it."""

    def __init__(self, rng: np.random.Generator, things: dict[str, dict[str, Value]], **settings: Value) -> None:
        usual: dict[str, Value] = {"table": {"width": "1.1..1.5"}, "agents": {WHO: {"looks": [0, 0]}}, "camera": {}}
        given: Value = usual | settings
        fields = Fields(given, rng=rng, where="situation")
        self.rng = rng
        here = room(fields)
        made: dict[str, Thing] = {
            name: thing(name, Fields(entry, rng=rng, where=name)) for name, entry in things.items()
        }
        drawn = noise(
            Fields({"rate": "8..15", "outliers": 0, "bias_z": {"either": [0, "0..0.006"]}}, rng=rng, where="")
        )
        self.noise: Noise = replace(drawn, orientation=True, start=0.0)
        self.script = Script("situation", here, made, {}, (), (), None, self.noise, 0.0, 0.4)
        self.stage = Stage(here, made)
        self.samples = {name: made[name].samples(POINTS, rng) for name in made}
        self.dense = made[TARGET].samples(DENSE, rng)
        self.bias = {name: array(*rng.uniform(-1, 1, 3)) * array(0.002, 0.002, self.noise.bias_z) for name in made}
        self.lines: list[dict[str, Value]] = []
        self.shut = False
        self.unreported = False
        self.absent: set[str] = set()
        self.person = True

    def put(self, name: str, x: float, y: float) -> Pose:
        """A thing upright on the table."""
        pose = self.stage.standing(name, self.stage.base(Place("on", "table", (x, y))), yaw=0.0, upside_down=False)
        if name in self.stage.ids:
            self.stage.bullet.place(self.stage.ids[name], pose)
        else:
            self.stage.enter(name, pose)
        return pose

    def place(self, name: str, pose: Pose) -> None:
        self.stage.bullet.place(self.stage.ids[name], pose)

    def start(self) -> None:
        self.stage.raise_hands()

    def hand(self, where: Array) -> None:
        hand = self.stage.hands[HAND]
        hand.pose = Pose(where, hand.pose.turn)

    def frame(self) -> None:
        """What the tracker reports at this instant, and on to the next."""
        stage, drawn = self.stage, self.noise
        stamp = round(stage.time, 4)
        stage.time += 1 / drawn.rate
        if self.shut or (self.lines and self.rng.random() < drawn.lost_frames):
            return
        world = stage.room.world
        if not self.person:
            stage.away.add(WHO)
        shares = shares_seen(stage, self.samples, arms=True)
        objects: list[Value] = []
        for name, share in shares.items():
            if share < REPORTED or self.rng.random() < drawn.lost or (name == TARGET and self.unreported):
                continue
            pose = stage.pose(name)
            seen = world.then(Pose(pose.position + self.bias[name] + self.rng.normal(0, drawn.jitter, 3), pose.turn))
            objects.append({"id": name, "position": numbers(seen.position, 4), "orientation": numbers(seen.turn, 5)})
        agents: list[Value] = []
        if self.person:
            person, hand = stage.people[WHO], stage.hands[HAND]
            entry: dict[str, Value] = {
                "id": WHO,
                "right_hand": {"position": numbers(world.apply(hand.pose.position), 4)},
            }
            entry["head"] = {
                "position": numbers(world.apply(person.head), 4),
                "looks_at": numbers(world.apply(stage.gazes[WHO]), 4),
            }
            agents.append(entry)
        self.lines.append({"stamp": stamp, "source": "camera", "objects": objects, "agents": agents})

    def watch(self, seconds: float) -> None:
        """Nothing happens for a while."""
        for _ in range(max(1, round(seconds * self.noise.rate))):
            self.frame()

    def move(self, seconds: float, act: Callable[[float], None]) -> None:
        """Something moves: `act` is told the share of the time that has passed."""
        count = max(2, round(seconds * self.noise.rate))
        for index in range(1, count + 1):
            share = index / count
            act(share * share * (3 - 2 * share))
            self.frame()

    def turn(self, target: Array) -> None:
        """The camera looks elsewhere from now on, and says so."""
        camera = replace(self.stage.room.camera, target=target)
        self.stage.room = replace(self.stage.room, camera=camera)
        world = self.stage.room.world
        sensor: Value = {
            "position": numbers(world.apply(camera.position), 5),
            "looks_at": numbers(world.apply(camera.target), 5),
        }
        self.lines.append({"stamp": round(self.stage.time - 0.02, 4), "source": "camera", "sensor": sensor})

    @property
    def camera(self) -> Camera:
        return self.stage.room.camera

    def share(self, name: str = TARGET) -> float:
        return shares_seen(self.stage, self.samples, arms=True)[name]

    def framed(self, target: Array | None = None) -> float:
        """The share of the thing within the camera's frame, as it is or if the camera looked elsewhere."""
        points = self.stage.pose(TARGET).apply(self.dense)
        camera = self.camera if target is None else replace(self.camera, target=target)
        return float(in_view(camera, points).mean())

    def glimpse(self) -> float:
        """The share of the target that could show at the very most."""
        stage = self.stage
        points = stage.pose(TARGET).apply(self.samples[TARGET] * SLIVER)
        hits = np.array(stage.bullet.first_hits(self.camera.position, points))
        seen = ((hits < 0) | (hits == stage.ids[TARGET])) & in_view(self.camera, points)
        for person in present(stage):
            starts, ends, radii = capsules(person, [], arms=False)
            seen &= ~blocked(self.camera.position, points, (starts, ends, radii * LEAN))
        return float(seen.mean())

    def need(self, so: bool, why: str) -> None:
        if not so:
            raise Misfire(why)

    def gone(self) -> None:
        self.place(TARGET, Pose(array(30, 30, 1), array(0, 0, 0, 1)))

    def between(self, share: float) -> Array:
        """A point on the line from the target to the camera, on the table."""
        point = self.stage.pose(TARGET).position
        return point + share * (self.camera.position - point)

    @property
    def someone(self) -> Person:
        return self.stage.people[WHO]


def situation(kind: str, seed: int) -> Situation:
    """A random situation of a kind: the first draw that turns out to be one."""
    from .fates import FATES

    for attempt in range(ATTEMPTS):
        rng = np.random.default_rng([zlib.crc32(kind.encode()), seed, attempt])
        begun: list[Scene] = []
        try:
            scene, whys, holds, fails = FATES[kind](rng, begun)
            description, models = scene_description(scene.script, scene.script.room.world, {})
            return Situation(kind, seed, description, scene.lines, whys, holds, fails, models)
        except Misfire:
            continue
        finally:
            for each in begun:
                each.stage.close()
    raise Misfire(f"{kind} seed {seed}: no draw of {ATTEMPTS} is such a situation")
