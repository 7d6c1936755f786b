"""What is compiled and what numpy does in its place give the same, to the bit."""

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from midworld.agents import Obstacles
from midworld.geometry import Box, FloatArray, Pose, kernels, rotate, rotation_matrix
from midworld.physics import Disturbance, Limbs
from midworld.physics.limbs import hidden_by_limbs, near_lines, segment_gaps, wholly_hidden
from midworld.relations import SpatialMemory, respatial
from midworld.world import (
    Agent,
    BodyPart,
    Entity,
    EntityId,
    Object,
    Statement,
    Status,
    World,
    change,
    decode_world,
    diff,
    encode_world,
)

pytestmark = pytest.mark.skipif(kernels is None, reason="nothing is compiled here")
ROOMS = (
    "geometry.pose",
    "physics.limbs",
    "physics.disturbance",
    "world.world",
    "relations.spatial",
    "relations.motion",
    "agents.obstacles",
)
ANN = EntityId("ann")


@pytest.fixture
def pure(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls something without what is compiled."""

    def called(function: Any, *args: Any, **named: Any) -> Any:
        with monkeypatch.context() as patch:
            for room in ROOMS:
                patch.setattr(importlib.import_module(f"midworld.{room}"), "kernels", None)
            return function(*args, **named)

    return called


def capsules(random: np.random.Generator, count: int) -> Limbs:
    start, end = random.uniform(-1, 1, (2, count, 3))
    end[::4] = start[::4]
    owners = tuple(EntityId(f"p{number % 3}") for number in range(count))
    return Limbs(owners, start, end, random.uniform(0.02, 0.2, count), frozenset({0, 5}))


def test_turns_are_the_same(pure: Any) -> None:
    random = np.random.default_rng(1)
    turns, vectors = random.normal(size=(200, 4)), random.normal(size=(200, 3))
    assert np.array_equal(rotate(turns, vectors), pure(rotate, turns, vectors))
    assert np.array_equal(rotation_matrix(turns), pure(rotation_matrix, turns))


def test_what_hides_is_the_same(pure: Any) -> None:
    random = np.random.default_rng(2)
    limbs, (origins, ends) = capsules(random, 20), random.uniform(-1.5, 1.5, (2, 300, 3))
    pair, way = random.integers(0, 30, 300), random.random((30, 20)) < 0.7
    few = (origins[:20], ends[:20], limbs.start, limbs.end)
    assert np.array_equal(segment_gaps(*few), pure(segment_gaps, *few))
    for touching in (True, False):
        hidden = hidden_by_limbs(limbs, origins, ends, way, pair, touching=touching)
        assert 0 < hidden.sum() < len(hidden)
        assert np.array_equal(hidden, pure(hidden_by_limbs, limbs, origins, ends, way, pair, touching=touching))
    corners = ends[:30, None] + random.uniform(-0.02, 0.02, (30, 9, 3))
    assert np.array_equal(
        wholly_hidden(limbs, origins[:30], corners, way), pure(wholly_hidden, limbs, origins[:30], corners, way)
    )
    wide = random.uniform(0.0, 0.1, 300)
    asked = (origins, ends, wide, limbs.start, limbs.end, limbs.radius)
    assert np.array_equal(near_lines(*asked), pure(near_lines, *asked))
    disturbed = Disturbance(np.zeros(0, dtype=np.intp), limbs.owners, limbs.start, limbs.end, limbs.radius)
    eyes, agents = origins[:4], (EntityId("p0"), EntityId("p1"), None, EntityId("p0"))
    balls, radii, asked_for = ends[:40], wide[:40], random.random((4, 40)) < 0.8
    found = disturbed.near(agents, eyes, balls, radii, asked_for)
    assert 0 < found.sum() < asked_for.sum()
    assert np.array_equal(found, pure(disturbed.near, agents, eyes, balls, radii, asked_for))


def test_what_an_arm_would_cross_is_the_same(pure: Any) -> None:
    random = np.random.default_rng(4)
    boxes, lines = 25, 400
    axes = rotation_matrix(np.array([scattered(random)[3:] for _ in range(boxes)]))
    owner, half = random.integers(0, 9, boxes), random.uniform(0.02, 0.2, (boxes, 3))
    nowhere = np.zeros((boxes, 7))
    around = Obstacles((), owner, nowhere, random.uniform(-0.6, 0.6, (boxes, 3)), axes, half)
    starts, ends = random.uniform(-0.8, 0.8, (2, lines, 3))
    ends[::5, :2] = starts[::5, :2]
    ignore = random.integers(-1, 9, lines)
    crossed = around.crossed(starts, ends, ignore)
    assert 0 < crossed.sum() < lines
    assert np.array_equal(crossed, pure(around.crossed, starts, ends, ignore))
    counts, who = random.random((3, boxes)) < 0.5, random.integers(0, 3, lines)
    some = around.crossed(starts, ends, ignore, counts=counts, who=who)
    assert 0 < some.sum() < crossed.sum()
    assert np.array_equal(some, pure(around.crossed, starts, ends, ignore, counts=counts, who=who))


def table(random: np.random.Generator, count: int) -> World:
    things = [Entity(EntityId(f"t{number:02}"), Object(), collision=Box((0.1, 0.06, 0.1))) for number in range(count)]
    head = Entity(EntityId("ann_head"), BodyPart("head", ANN))
    poses = {thing.id: scattered(random) for thing in things} | {head.id: looking(0.0), ANN: looking(0.0)}
    known = dict.fromkeys(poses, Status.PERCEIVED.value)
    put = [*things, Entity(ANN, Agent("human")), head]
    return World().apply(change(stamp=0.0, put=put, pose=poses, status=known))


def scattered(random: np.random.Generator) -> FloatArray:
    turn = random.normal(size=4)
    return np.concatenate([random.uniform(-0.6, 0.6, 3), turn / np.linalg.norm(turn)])


def looking(turned: float) -> FloatArray:
    return Pose.looking((1.2, 0.3 * turned, 0.5), at=(0.0, 0.4 * turned, 0.0)).array


def lived(seed: int) -> list[Mapping[Statement, bool]]:
    """What a table tells of space while some things move and somebody looks around."""
    random = np.random.default_rng(seed)
    world, memory, told = table(random, 14), SpatialMemory(), list[Mapping[Statement, bool]]()
    for tick in range(40):
        moved = {EntityId(f"t{number:02}"): scattered(random) for number in random.integers(0, 14, tick % 3)}
        heads = {} if tick % 7 == 0 else {EntityId("ann_head"): looking(float(np.sin(tick)))}
        world = world.apply(change(stamp=0.1 * tick, pose={**moved, **heads}))
        memory, changed = respatial(memory, world, viewer=ANN, stamp=0.1 * tick)
        told.append(dict(sorted(changed.items(), key=str)))
    return told


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_of_space_is_the_same(pure: Any, seed: int) -> None:
    told = lived(seed)
    assert sum(map(len, told)) > 200
    assert told == pure(lived, seed)


def test_what_was_read_back_is_compared_as_well(pure: Any) -> None:
    before = table(np.random.default_rng(3), 6)
    # As a recording gives tables back: numbers over somebody else's bytes.
    again = decode_world(encode_world(before.apply(change(pose={EntityId("t01"): [0, 0, 1, 0, 0, 0, 1]}))))
    for one, other in ((before, again), (again, before), (World(), again)):
        columns, expected = diff(one, other).columns, pure(diff, one, other).columns
        assert {name: column.ids for name, column in columns.items()} == {
            name: column.ids for name, column in expected.items()
        }
    assert diff(before, again).columns["pose"].ids == ("t01",)


def test_what_changed_is_the_same(pure: Any) -> None:
    before = table(np.random.default_rng(3), 6)
    after = before.apply(change(pose={EntityId("t01"): [0, -0.0, 1, 0, 0, 0, 1]}, seen={EntityId("t02"): 3.0}))
    one, other = diff(before, after), pure(diff, before, after)
    assert (
        {name: column.ids for name, column in one.columns.items()}
        == {name: column.ids for name, column in other.columns.items()}
        == {"pose": ("t01",), "seen": ("t02",)}
    )
