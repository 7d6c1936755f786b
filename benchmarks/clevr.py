"""Left, right, front and behind of the CLEVR scenes, told from where the camera stood; and what telling costs."""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from benchmarks.measure import median
from benchmarks.tables import SHARED, table
from midworld.geometry import Box, Cylinder, Pose, Shape, Sphere, quaternion_of, vector
from midworld.relations import SpatialMemory, holds, spatial
from midworld.world import Agent, BodyPart, Entity, EntityId, Object, World, change, enter, part_id

SCENES = SHARED / "clevr_2obj" / "CLEVR_train_scenes.json"
WORDS = {"left": "leftOf", "right": "rightOf", "front": "inFrontOf", "behind": "behind"}
# Half the edge of a cube, the radius of the others.
HALF = {"large": 0.7, "small": 0.35}
VIEWER = EntityId("camera")


class Thing(msgspec.Struct, rename={"place": "3d_coords"}):
    shape: str
    size: str
    rotation: float
    place: tuple[float, float, float]


class Shot(msgspec.Struct):
    objects: list[Thing]
    directions: dict[str, tuple[float, float, float]]
    relationships: dict[str, list[list[int]]]


@dataclass(frozen=True, slots=True)
class Score:
    scenes: int
    right: int
    asked: int


def shots(path: Path = SCENES) -> list[Shot]:
    return msgspec.convert(json.loads(path.read_text())["scenes"], list[Shot])


def world_of(shot: Shot) -> World:
    """The things of a scene, and somebody who looks along the direction its annotations were made from."""
    placed = [
        (Entity(EntityId(f"thing{row}"), Object(), collision=_shape(thing)), _pose(thing))
        for row, thing in enumerate(shot.objects)
    ]
    ahead, left = np.array(shot.directions["behind"]), np.array(shot.directions["left"])
    turn = quaternion_of(np.column_stack([ahead, left, np.cross(ahead, left)]))
    head = Pose.of([*(-10.0 * ahead), *turn])
    viewer = [
        (Entity(VIEWER, Agent("human")), head),
        (Entity(part_id(VIEWER, "head"), BodyPart("head", VIEWER)), head),
    ]
    return World().apply(enter([*placed, *viewer], stamp=0.0))


def score(path: Path = SCENES) -> Score:
    """Every relation of every ordered pair, true or not, asked with the default settings."""
    right = asked = 0
    scenes = shots(path)
    for shot in scenes:
        _, facts = spatial(SpatialMemory(), world_of(shot), viewer=VIEWER, stamp=0.0)
        for relation, predicate in WORDS.items():
            for reference, related in enumerate(shot.relationships[relation]):
                for other in range(len(shot.objects)):
                    if other == reference:
                        continue
                    said = (f"thing{other}", predicate, f"thing{reference}") in facts
                    right += said == (other in related)
                    asked += 1
    return Score(len(scenes), right, asked)


def _shape(thing: Thing) -> Shape:
    half = HALF[thing.size]
    match thing.shape:
        case "sphere":
            return Sphere(half)
        case "cylinder":
            return Cylinder(half, 2 * half)
        case _:
            # The scenes shrink cubes so that they look as large as the balls.
            edge = 2 * half / np.sqrt(2)
            return Box((edge, edge, edge))


def _pose(thing: Thing) -> Pose:
    half = np.radians(thing.rotation) / 2
    return Pose(vector(thing.place), (0.0, 0.0, float(np.sin(half)), float(np.cos(half))))


def cost(things: int = 20, ticks: int = 200) -> tuple[float, float]:
    """Seconds of processor time for all facts of one viewer in a tick, all poses changing, and for one on demand."""
    random = np.random.default_rng(0)
    cube = Box((0.08, 0.08, 0.08))
    names = [EntityId(f"thing{row:02}") for row in range(things)]
    poses = np.column_stack(
        [random.uniform(-0.5, 0.5, (things, 2)), np.full(things, 0.79), np.zeros((things, 3)), np.ones(things)]
    )
    head = Pose.looking((-1.2, 0.0, 1.6), at=(0.0, 0.0, 0.75))
    placed = [(Entity(name, Object(), collision=cube), Pose.of(pose)) for name, pose in zip(names, poses, strict=True)]
    viewer = [(Entity(VIEWER, Agent("human")), head), (Entity(part_id(VIEWER, "head"), BodyPart("head", VIEWER)), head)]
    world, memory = World().apply(enter([*placed, *viewer], stamp=0.0)), SpatialMemory()
    eager, asked = list[float](), list[float]()
    for tick in range(ticks):
        noise = np.pad(random.normal(0.0, 0.002, (things, 3)), ((0, 0), (0, 4)))
        now = world.apply(change(pose=dict(zip(names, poses + noise, strict=True))))
        start = time.process_time()
        memory, _ = spatial(memory, now, viewer=VIEWER, stamp=tick / 30)
        middle = time.process_time()
        holds(memory, now, (names[0], "leftOf", names[1]), viewer=VIEWER, stamp=tick / 30)
        eager.append(middle - start)
        asked.append(time.process_time() - middle)
    return median(eager), median(asked)


def main() -> None:
    eager, asked = cost()
    rows = [
        ("20 things, all facts of one viewer in a tick, every pose changing", f"{1e3 * eager:.2f} ms"),
        ("20 things, one fact on demand", f"{1e3 * asked:.2f} ms"),
    ]
    if SCENES.exists():
        found = score()
        share = f"{100 * found.right / found.asked:.1f} %"
        rows.insert(
            0, (f"relations of {found.scenes} CLEVR scenes, {found.asked} asked with the default settings", share)
        )
    table("clevr", "Spatial language", ("what", "measured"), rows)


if __name__ == "__main__":
    main()
