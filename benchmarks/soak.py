"""`make soak`: ten thousand ticks of a hostile scene. Nothing breaks, nothing flies off, memory stays flat.

Then every stage fails once at every tick of the bundled scenes, and nothing is lost; the knowledge server and the
viewer are besieged; the compiled reasoning core runs under sanitisers; twenty thousand strange sentences are said.
"""

import argparse
import hashlib
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, product

import numpy as np

from benchmarks.declared import declared
from benchmarks.dialogue import fuzz
from benchmarks.interrupted import exhaustive
from benchmarks.sanitised import sanitised
from benchmarks.siege import siege
from benchmarks.viewer_siege import siege as viewer_siege
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.cli.demo import STORIES
from midworld.geometry import Box, Cylinder, FloatArray, Part, Pose, Quaternion, Sphere, vector
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.physics import Body
from midworld.runtime import Commit, Retention
from midworld.testing.specimens import at, box, container, solid
from midworld.world import Entity, EntityId, Object, PartName, Scene, encode_delta

TICKS = 10_000
PERIOD_S = 1 / 30
TOP_SPEED_M_S = 5.0
# From the tick on at which all has been seen and the past is full, memory may grow by no more than this.
WARM_SHARE = 0.3
GROWTH_MB = 12.0
RETENTION = Retention(seconds=5.0, megabytes=20.0, entries=500)
HAND_NAMES: tuple[PartName, ...] = ("left_hand", "right_hand")
PEOPLE = (EntityId("ann"), EntityId("bob"))
TABLE_M = 0.75
# What falls from below this height stays slower than the top speed.
CEILING_M = 1.1


class TooFast(AssertionError):
    def __init__(self, tick: int, name: str, speed: float) -> None:
        super().__init__(f"tick {tick}: '{name}' moves at {speed:.1f} m/s")


class NotANumber(AssertionError):
    def __init__(self, tick: int, name: str) -> None:
        super().__init__(f"tick {tick}: '{name}' is nowhere, its numbers broke")


@dataclass(slots=True)
class Thing:
    """One true thing: where it is, until when nobody sees it, and whose hand carries it until when."""

    id: EntityId
    place: FloatArray
    turn: FloatArray
    half: float
    model: tuple[tuple[Entity, Pose], ...] = ()
    hidden_until: float = 0.0
    carried_until: float = 0.0
    hand: tuple[EntityId, PartName] | None = None


@dataclass(slots=True)
class Room:
    """A table, a floor, boxes, cans, balls and open boxes, two people with hands, and bad luck."""

    seed: int
    scene: Scene = field(init=False)
    things: list[Thing] = field(init=False)
    random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        fixed = [
            Body(EntityId("floor"), (Part(Box((30.0, 30.0, 0.1))),), static=True),
            Body(EntityId("table"), (Part(Box((1.6, 1.0, 0.04))),), static=True),
        ]
        loose = [_body(number) for number in range(12)]
        self.things = [Thing(body.id, self._spot(), _upright(), 0.05) for body in loose]
        places = at((0.0, 0.0, -0.05), (0.0, 0.0, TABLE_M - 0.02), *(vector(thing.place) for thing in self.things))
        self.scene = declared([*fixed, *loose], places)
        # These come in with their first percept, some of them late.
        for number in range(6):
            name, shape = EntityId(f"stranger_{number}"), Box((0.06, 0.05, 0.04))
            model = ((Entity(name, Object(), collision=shape), Pose()),)
            late = float(self.random.uniform(0.0, 60.0))
            self.things.append(Thing(name, self._spot(), _upright(), 0.02, model, hidden_until=late))

    def observations(self) -> Iterator[Observation]:
        stamp = 0.0
        while True:
            hands = {whose: _hand(stamp, phase) for phase, whose in enumerate(product(PEOPLE, HAND_NAMES))}
            for thing in self.things:
                self._live(thing, stamp, hands)
            percepts = tuple(self._percept(thing) for thing in self.things if stamp >= thing.hidden_until)
            yield Observation(stamp, "camera", percepts, self._people(hands))
            stamp += PERIOD_S * float(self.random.uniform(0.7, 1.3))
            if self.random.random() < 0.002:
                stamp += float(self.random.uniform(0.2, 3.0))

    def _live(self, thing: Thing, stamp: float, hands: dict[tuple[EntityId, PartName], FloatArray]) -> None:
        luck = self.random.random(4)
        if luck[0] < 0.002:
            thing.place, thing.turn = self._spot(), _upright()
        if luck[1] < 0.004 and stamp >= thing.hidden_until:
            thing.hidden_until = stamp + float(self.random.choice([0.3, 1.0, 5.0, 30.0]))
        if luck[2] < 0.003 and thing.hand is None:
            thing.hand, thing.carried_until = list(hands)[int(luck[3] * len(hands))], stamp + 2.0
        if thing.hand is not None:
            thing.place = hands[thing.hand] - np.array([0.0, 0.0, 0.08])
            if stamp > thing.carried_until:
                # Let go: on the table beneath, or left hanging in the air as trackers do.
                height = TABLE_M + thing.half if self.random.random() < 0.7 else float(thing.place[2])
                thing.place, thing.hand = np.array([*thing.place[:2], height]), None

    def _percept(self, thing: Thing) -> Percept:
        noise = self.random.normal(0.0, 0.02 if self.random.random() < 0.05 else 0.003, 3)
        place, turn = thing.place + noise, thing.turn + self.random.normal(0.0, 0.01, 4)
        if self.random.random() < 0.01:
            # Another thing taken for this one, or a reflection.
            place = self.random.uniform([-2.0, -2.0, -0.1], [2.0, 2.0, CEILING_M])
        if self.random.random() < 0.005:
            turn = self.random.normal(0.0, 1.0, 4)
        place[2] = min(place[2], CEILING_M)
        return Percept(thing.id, vector(place), _unit(turn), model=thing.model)

    def _people(self, hands: dict[tuple[EntityId, PartName], FloatArray]) -> tuple[AgentPercept, ...] | None:
        if self.random.random() < 0.2:
            return None
        seen: list[AgentPercept] = []
        for person in PEOPLE:
            if self.random.random() < 0.1:
                continue
            parts = [
                PartPercept(part, vector(hands[person, part] + self.random.normal(0.0, 0.01, 3)))
                for part in HAND_NAMES
                if self.random.random() < 0.9
            ]
            head = PartPercept("head", (0.9 if person == PEOPLE[0] else -0.9, 0.6, 1.4))
            seen.append(AgentPercept(person, (head, *parts)))
        return tuple(seen)

    def _spot(self) -> FloatArray:
        """On the table, in one another, off its edge or in the air."""
        if self.random.random() < 0.8:
            return self.random.uniform([-0.7, -0.4, TABLE_M + 0.02], [0.7, 0.4, TABLE_M + 0.08])
        return self.random.uniform([-1.5, -1.5, 0.0], [1.5, 1.5, CEILING_M])


def _body(number: int) -> Body:
    name = EntityId(f"thing_{number:02}")
    match number % 4:
        case 0:
            return container(name)
        case 1:
            return Body(name, (Part(Sphere(0.03)),), inertial=solid())
        case 2:
            return Body(name, (Part(Cylinder(0.03, 0.1)),), inertial=solid())
        case _:
            return box(name)


def _hand(stamp: float, phase: int) -> FloatArray:
    turn = 0.7 * stamp + 1.7 * phase
    return np.array([0.6 * np.cos(turn), 0.5 * np.sin(1.3 * turn), TABLE_M + 0.2 + 0.12 * np.sin(0.9 * turn)])


def _upright() -> FloatArray:
    return np.array([0.0, 0.0, 0.0, 1.0])


def _unit(turn: FloatArray) -> Quaternion:
    x, y, z, w = (turn / np.linalg.norm(turn)).tolist()
    return (x, y, z, w)


def soak(*, ticks: int, seed: int = 1) -> Iterator[float]:
    """The greatest speed of every tick, one after the other. Raises NotANumber, TooFast."""
    room = Room(seed)
    assessment = Assessment(room.scene, engine=MujocoEngine(), people=False, retention=RETENTION)
    for tick, observation in zip(range(ticks), room.observations(), strict=False):
        world = assessment.feed(observation)[STABLE]
        numbers = np.concatenate([world.state.pose, world.state.velocity], axis=1)
        broken = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(broken):
            raise NotANumber(tick, world.ids[int(broken[0])])
        speeds = np.linalg.norm(world.state.velocity[:, :3], axis=1)
        fastest = int(speeds.argmax())
        if speeds[fastest] > TOP_SPEED_M_S:
            raise TooFast(tick, world.ids[fastest], float(speeds[fastest]))
        yield float(speeds[fastest])


def digest(*, ticks: int, seed: int) -> str:
    """A fingerprint of every change of every world."""
    room, found = Room(seed), hashlib.sha256()
    assessment = Assessment(room.scene, engine=MujocoEngine(), people=False)

    def add(commit: Commit) -> None:
        found.update(commit.name.encode() + encode_delta(commit.delta))

    assessment.board.subscribe(add)
    for _, observation in zip(range(ticks), room.observations(), strict=False):
        assessment.feed(observation)
    return found.hexdigest()


def peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ticks", type=int, default=TICKS, help="of the hostile scene")
    parser.add_argument("--scenes", type=int, default=len(STORIES), help="bundled scenes whose stages fail")
    asked = parser.parse_args()
    ticks: int = asked.ticks
    start, top, warm = time.perf_counter(), 0.0, float("inf")
    for tick, speed in enumerate(soak(ticks=ticks), 1):
        top = max(top, speed)
        if tick == round(WARM_SHARE * ticks):
            warm = peak_mb()
        if tick % max(ticks // 20, 1) == 0:
            pace = tick / (time.perf_counter() - start)
            print(f"{tick} ticks, {pace:.0f} a second, fastest {top:.1f} m/s, memory {peak_mb():.0f} MB", flush=True)
    grown = peak_mb() - warm
    print(f"memory grew by {grown:.1f} MB after the first {WARM_SHARE:.0%}; {GROWTH_MB:g} MB allowed")
    if grown > GROWTH_MB:
        sys.exit("memory is not flat")
    for line in chain(exhaustive(tuple(STORIES)[: asked.scenes]), siege(), viewer_siege(), sanitised()):
        print(line, flush=True)
    print(f"strange sentences, each with an answer: {dict(fuzz())}")


if __name__ == "__main__":
    main()
