"""A busy table: things slide, are carried and stacked, people walk and reach, percepts drop out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.declared import declared
from benchmarks.engines import SPACING_M
from benchmarks.engines import scene as table_of
from midworld.geometry import FloatArray, Pose, frustum
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.physics import Body
from midworld.world import Agent, Entity, EntityId, Scene, Sensor, enter

NOISE_M = 0.002
CAMERA_S = 1 / 25
SLIDE_M_S = 0.1
SLIDE_M = 0.03
CARRY_S = 6.0
STRIDE_M = 0.25


@dataclass(frozen=True, slots=True)
class Busy:
    """How much goes on: things that slide to and fro, things people carry, shares of percepts lost, walking people."""

    sliding: int = 2
    carried: int = 0
    lost: float = 0.0
    walking: bool = False


SLIDING = Busy()
EVERYTHING = Busy(sliding=3, carried=1, lost=0.05, walking=True)


def table(count: int) -> tuple[list[Body], FloatArray]:
    """Boxes, cans, balls and open boxes, every other box with another on it."""
    return table_of(count)


def scene(bodies: list[Body], poses: FloatArray, people: int) -> Scene:
    """A robot with a camera, and people around the table."""
    rim = edge(poses)
    camera = Entity(EntityId("camera"), Sensor(frustum((75.0, 60.0), (0.2, 12.0)), EntityId("robot")))
    agents = [(Entity(EntityId("robot"), Agent("robot")), Pose((-rim - 0.8, 0.0, 0.0)))]
    agents += [(Entity(EntityId(f"p{number:02}"), Agent("human")), Pose()) for number in range(people)]
    eye = Pose.looking((-rim - 0.8, 0.0, 1.2), at=(0.0, 0.0, 0.0))
    known = declared(bodies, poses)
    return replace(known, world=known.world.apply(enter([*agents, (camera, eye)], stamp=0.0)))


def observations(
    bodies: list[Body], poses: FloatArray, people: int, *, what: Busy = SLIDING, seed: int = 3
) -> Iterator[Observation]:
    """What a camera and a people tracker report of it."""
    random = np.random.default_rng(seed)
    rows = np.flatnonzero([not body.static for body in bodies])
    # What stands free, far apart on the list: these slide; others are carried.
    alone = [row for row in rows.tolist() if _alone(row, poses)]
    sliding = [alone[(number * 7) % len(alone)] for number in range(what.sliding)]
    carried = [row for row in alone if row not in sliding][: min(what.carried, people)]
    rim, tick = edge(poses), 0
    while True:
        stamp = tick * CAMERA_S
        true = poses.copy()
        phase = stamp * SLIDE_M_S / SLIDE_M
        true[sliding, 0] += SLIDE_M * (2 * abs((phase / 2) % 2 - 1) - 1)
        agents = [_person(number, people, rim, stamp, what, random) for number in range(people)]
        for number, row in enumerate(carried):
            lift = max(0.0, np.sin(2 * np.pi * stamp / CARRY_S))
            true[row, 2] += 0.25 * lift
            agents[number] = _holding(agents[number], true[row], lift, random)
        seen = true[rows]
        seen[:, :3] += random.normal(0, NOISE_M, (len(rows), 3))
        kept = random.random(len(rows)) >= what.lost
        percepts = tuple(
            Percept(bodies[row].id, (x, y, z), (qx, qy, qz, qw))
            for row, there, (x, y, z, qx, qy, qz, qw) in zip(rows.tolist(), kept.tolist(), seen.tolist(), strict=True)
            if there
        )
        yield Observation(stamp, "camera", percepts, tuple(agents))
        tick += 1


def edge(poses: FloatArray) -> float:
    """How far from the middle of the table people begin."""
    return float(np.abs(poses[1:, :2]).max() + SPACING_M)


def _alone(row: int, poses: FloatArray) -> bool:
    near = np.linalg.norm(poses[1:, :2] - poses[row, :2], axis=1) < SPACING_M / 2
    return row > 0 and int(near.sum()) == 1


def _person(
    number: int, people: int, rim: float, stamp: float, what: Busy, random: np.random.Generator
) -> AgentPercept:
    """Around the table, hands that reach in and out over it."""
    angle = np.pi * (number + 1) / (people + 1) - np.pi / 2
    if what.walking:
        angle += STRIDE_M / rim * np.sin(0.7 * stamp + number)
    out = np.array([np.cos(angle), np.sin(angle), 0.0])
    head = out * (rim + 0.4) + [0.0, 0.0, 1.0] + random.normal(0, 0.003, 3)
    stretch = 0.25 + 0.15 * np.sin(2.1 * stamp + number)
    side = np.array([-out[1], out[0], 0.0]) * 0.2
    hands = [
        out * (rim + 0.4 - stretch) + sign * side + [0.0, 0.0, 0.3] + random.normal(0, 0.003, 3) for sign in (1, -1)
    ]
    look = Pose.looking(_triple(head), at=_triple(out * rim * 0.2 * np.sin(0.5 * stamp + number)))
    parts = (
        PartPercept("head", look.position, look.orientation),
        PartPercept("left_hand", _triple(hands[0])),
        PartPercept("right_hand", _triple(hands[1])),
    )
    return AgentPercept(EntityId(f"p{number:02}"), parts)


def _holding(person: AgentPercept, thing: FloatArray, lift: float, random: np.random.Generator) -> AgentPercept:
    """With the right hand at a thing while it is lifted."""
    above = 0.08 if lift > 0.0 else 0.38
    place = thing[:3] + np.array([0.0, 0.0, above]) + random.normal(0, 0.003, 3)
    hand = PartPercept("right_hand", _triple(place))
    return AgentPercept(person.id, (*person.parts[:2], hand))


def _triple(point: FloatArray) -> tuple[float, float, float]:
    x, y, z = point.tolist()
    return (x, y, z)
