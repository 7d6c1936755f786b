"""A short story to look at: ann leaves, the ball is moved to another box, and she believes it where it was."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from midworld.assessment import MERGED, STABLE
from midworld.geometry import Box, Compound, Cylinder, FloatArray, Part, Pose, Shape, Sphere, Vector3, frustum
from midworld.readers.viewer import Chapter, Tape, Wire
from midworld.readers.viewer.message import unpacked
from midworld.runtime import Board, Writer
from midworld.world import (
    DIVERGENCES,
    Agent,
    BodyPart,
    Delta,
    Ended,
    Entity,
    EntityId,
    Entry,
    Event,
    Object,
    PartName,
    Placed,
    Sensor,
    Situation,
    Status,
    change,
    compose,
    part_id,
)

TOP = 0.75
STEP_S, TICKS = 0.1, 101
LEFT_S, MOVED_S, PLACED_S = 3.2, 5.4, 6.4
WHY = "ann left at 3.2 s; the ball was moved at 5.4 s"
START = 100.0
CAMERA = "source/camera"
HERE: Vector3 = (0.0, -0.35, TOP + 0.05)
THERE: Vector3 = (0.0, 0.35, TOP + 0.05)
BALL, CUP, ANN, BOB = EntityId("ball"), EntityId("cup"), EntityId("ann"), EntityId("bob")


def crate() -> Compound:
    """An open box."""
    bottom = Part(Box((0.2, 0.2, 0.01)), Pose((0.0, 0.0, -0.055)))
    sides = [Part(Box((0.01, 0.2, 0.12)), Pose((x, 0.0, 0.0))) for x in (-0.1, 0.1)]
    ends = [Part(Box((0.2, 0.01, 0.12)), Pose((0.0, y, 0.0))) for y in (-0.1, 0.1)]
    return Compound((bottom, *sides, *ends))


def thing(name: str, shape: Shape, *, static: bool = False, colour: str | None = None) -> Entity:
    return Entity(EntityId(name), Object(static), colour=colour, collision=shape, visual=shape)


def part(owner: EntityId, name: PartName) -> Entity:
    return Entity(part_id(owner, name), BodyPart(name, owner))


ROOM: tuple[Placed, ...] = (
    (thing("floor", Box((8.0, 8.0, 0.1)), static=True), Pose((0.0, 0.0, -0.05))),
    (thing("table", Box((1.0, 1.4, 0.04)), static=True), Pose((0.0, 0.0, TOP - 0.02))),
    (Entity(EntityId("robot"), Agent("robot")), Pose((-1.4, 0.0, 0.0))),
    (
        Entity(EntityId("camera"), Sensor(frustum((70, 60), (0.2, 4.0)), EntityId("robot"))),
        Pose.looking((-1.4, 0.0, 1.5), at=(0.0, 0.0, TOP)),
    ),
)
THINGS: tuple[Placed, ...] = (
    (thing("box_a", crate(), colour="green"), Pose((0.0, -0.35, TOP + 0.065))),
    (thing("box_b", crate(), colour="blue"), Pose((0.0, 0.35, TOP + 0.065))),
    (thing("ball", Sphere(0.04), colour="red"), Pose(HERE)),
    (thing("cup", Cylinder(0.04, 0.1), colour="orange"), Pose((-0.3, 0.0, TOP + 0.05))),
)
PEOPLE: tuple[Placed, ...] = tuple(
    placed
    for name, y in ((ANN, -0.4), (BOB, 0.4))
    for placed in (
        (Entity(name, Agent("human")), Pose((0.9, y, 0.0))),
        (part(name, "head"), Pose.looking((0.9, y, 1.55), at=(0.0, 0.0, TOP))),
        (part(name, "right_hand"), Pose((0.7, y, 1.0))),
    )
)


def told(message: str | bytes) -> dict[str, Any]:
    """What a page is told: JSON, or a frame with arrays behind it."""
    return json.loads(message if isinstance(message, str) else unpacked(message))


def begun(*, stamp: float, placed: tuple[Placed, ...]) -> Delta:
    return change(
        stamp=stamp,
        put=[entity for entity, _ in placed],
        pose={entity.id: pose.array for entity, pose in placed},
        status={entity.id: Status.PERCEIVED.value for entity, _ in placed},
        perceived={entity.id: True for entity, _ in placed},
        seen={entity.id: stamp for entity, _ in placed},
    )


def story(tape: Tape | Wire, *, ticks: int = TICKS) -> Board:
    """Plays the story into a tape, through a board as every run does."""
    board = Board()
    board.subscribe(tape.feed)
    writers = {name: board.claim(name, name) for name in (CAMERA, MERGED, STABLE, ANN, DIVERGENCES)}
    for tick in range(ticks):
        board.commit(dict(_changes(writers, tick)))
    return board


def chapter(*, ticks: int = TICKS, name: str = "story", live: bool = False, end: bool = True) -> Chapter:
    """The whole story, over."""
    tape = Tape()
    story(tape, ticks=ticks)
    if end:
        tape.end()
    while tape.drain():
        pass
    return Chapter(name, tape, "Ann leaves, and the ball is moved.", live=live)


def _changes(writers: dict[str, Writer], tick: int) -> Iterator[tuple[Writer, Delta]]:
    at = tick * STEP_S
    stamp = START + at
    noise = np.random.default_rng(tick).normal(0, 0.004, 3)
    for name, writer in writers.items():
        if name == DIVERGENCES:
            yield writer, Delta(stamp, entries=tuple(entries(name, tick)))
            continue
        raw = name == CAMERA
        placed = (*THINGS, *PEOPLE) if raw else (*ROOM, *THINGS, *PEOPLE)
        first = begun(stamp=stamp, placed=placed) if tick == 0 else Delta(stamp)
        ball = ball_at(0.0 if name == ANN else at) + (noise if raw else 0.0)
        gone = ball_unseen(at)
        values = change(
            stamp=stamp,
            pose={BALL: [*ball, 0, 0, 0, 1], part_id(BOB, "right_hand"): [*hand_at(at), 0, 0, 0, 1]},
            perceived={BALL: not gone},
            status={BALL: Status.INFERRED.value if gone and name != ANN else Status.PERCEIVED.value},
            pose_covariance={BALL: np.diag([4e-4, 9e-4, 1e-4, 0, 0, 0]) if gone and not raw else np.zeros((6, 6))},
            seen={BALL: START + min(at, LEFT_S if name == ANN else at)},
            entries=entries(name, tick),
        )
        yield writer, compose(first, values)


def ball_at(at: float) -> FloatArray:
    share = float(np.clip((at - MOVED_S) / (PLACED_S - MOVED_S), 0.0, 1.0))
    lift = 0.25 * np.sin(np.pi * share)
    return (1 - share) * np.array(HERE) + share * np.array(THERE) + [0.0, 0.0, lift]


def ball_unseen(at: float) -> bool:
    """In a box nobody sees it; under way everybody does."""
    return at < MOVED_S - 0.3 or at > PLACED_S + 0.3


def hand_at(at: float) -> FloatArray:
    return (
        ball_at(at) + np.array([0.0, 0.0, 0.06]) if MOVED_S - 0.5 < at < PLACED_S + 0.3 else np.array([0.7, 0.4, 1.0])
    )


def entries(world: str, tick: int) -> list[Entry]:
    """What begins, ends or happens at a tick, in one of the worlds."""
    at = tick * STEP_S
    stamp = START + at
    if world == DIVERGENCES:
        return [Situation(stamp, "FalseBelief", "ann", "ball", reason=WHY)] if _now(at, MOVED_S) else []
    if world not in (STABLE, ANN):
        return []
    found: list[Entry] = []
    if tick == 0:
        found += [Situation(stamp, "isOn", name, "table") for name in ("box_a", "box_b", "cup")]
        found.append(Situation(stamp, "isIn", "ball", "box_a", reason="seen to be put there"))
        if world == STABLE:
            found += [Situation(stamp, "sees", "ann", "cup"), Situation(stamp, "sees", "bob", "ball")]
    if world == ANN:
        return found
    if _now(at, LEFT_S):
        found.append(Ended(stamp, "sees", "ann", "cup"))
    if _now(at, MOVED_S):
        found += [Event(stamp, "Pick", "bob", "ball"), Ended(stamp, "isIn", "ball", "box_a")]
        found.append(Situation(stamp, "isHeldBy", "ball", "bob"))
    if _now(at, PLACED_S):
        found += [Ended(stamp, "isHeldBy", "ball", "bob"), Event(stamp, "Place", "bob", "ball")]
        found.append(Situation(stamp, "isIn", "ball", "box_b", confidence=0.9))
    return found


def _now(at: float, when: float) -> bool:
    return abs(at - when) < STEP_S / 2
