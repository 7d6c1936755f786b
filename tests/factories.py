"""Small worlds and hypothesis strategies that tests share."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from midworld.geometry import Box, Capsule, Compound, Cylinder, Part, Pose, Shape, Sphere
from midworld.world import (
    DEFAULTS,
    FIELDS,
    Delta,
    Ended,
    Entity,
    EntityId,
    Event,
    Object,
    Situation,
    Timeline,
    World,
    change,
)

lengths = st.floats(0.01, 2.0)
coordinates = st.floats(-10.0, 10.0)
NAMES = tuple(EntityId(name) for name in ("table", "mug", "tray", "ball", "lid", "ann/right_hand"))


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    position = tuple(draw(st.tuples(coordinates, coordinates, coordinates)))
    numbers = draw(st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: 0.1 < np.linalg.norm(q)))
    norm = float(np.linalg.norm(numbers))
    x, y, z, w = (number / norm for number in numbers)
    return Pose((position[0], position[1], position[2]), (x, y, z, w))


def shapes() -> st.SearchStrategy[Shape]:
    primitives = st.one_of(
        st.builds(Box, st.tuples(lengths, lengths, lengths)),
        st.builds(Sphere, lengths),
        st.builds(Cylinder, lengths, lengths),
        st.builds(Capsule, lengths, lengths),
    )
    parts = st.builds(Part, primitives, poses())
    return st.one_of(primitives, st.builds(Compound, st.lists(parts, min_size=1, max_size=3).map(tuple)))


def thing(name: str, *, parent: str | None = None, shape: Shape | None = None, static: bool = False) -> Entity:
    return Entity(
        EntityId(name), Object(static), None if parent is None else EntityId(parent), collision=shape, visual=shape
    )


def world_of(placed: Mapping[str, Pose], *, hanging: Mapping[str, str] | None = None, stamp: float = 0.0) -> World:
    """Things at poses relative to what they hang on."""
    parents = hanging or {}
    return World().apply(
        change(
            stamp=stamp,
            put=[thing(name, parent=parents.get(name)) for name in placed],
            pose={EntityId(name): pose.array for name, pose in placed.items()},
        )
    )


@st.composite
def deltas(draw: st.DrawFn, world: World) -> Delta:
    """A change that fits a world: arrivals, departures, new values, new entries."""
    removed = draw(st.sets(st.sampled_from(NAMES))) & set(world.ids)
    kept = set(world.ids) - removed
    put = draw(st.lists(st.sampled_from(NAMES), unique=True))
    put = [name for name in put if name not in removed]
    categories = draw(st.lists(st.sampled_from(["Cup", "Box"]), min_size=len(put), max_size=len(put)))
    entities = [Entity(name, category=category) for name, category in zip(put, categories, strict=True)]
    present = sorted(kept | set(put))
    values: dict[str, dict[EntityId, npt.ArrayLike]] = {}
    for field in draw(st.sets(st.sampled_from(FIELDS), max_size=4)) if present else ():
        chosen = draw(st.lists(st.sampled_from(present), unique=True, min_size=1))
        seed = np.random.default_rng(draw(st.integers(0, 2**16)))
        values[field] = {name: _row(field, seed) for name in chosen}
    stamp = world.stamp + draw(st.sampled_from([0.0, 0.1, 1.0]))
    return change(stamp=stamp, put=entities, remove=removed, entries=draw(entries(world.timeline, stamp)), **values)


@st.composite
def entries(draw: st.DrawFn, timeline: Timeline, stamp: float) -> list[Event | Situation | Ended]:
    stamp = max(stamp, timeline.latest)
    made: list[Event | Situation | Ended] = []
    held = set(timeline.open)
    for _ in range(draw(st.integers(0, 3))):
        subject = draw(st.sampled_from(["mug", "ball"]))
        statement = (subject, "isOn", "table")
        kind = draw(st.sampled_from(["event", "situation"]))
        if kind == "event":
            made.append(Event(stamp, "Pick", "ann", subject, draw(st.floats(0, 1))))
        elif statement in held:
            made.append(Ended(stamp, "isOn", subject, "table"))
            held.remove(statement)
        else:
            made.append(Situation(stamp, "isOn", subject, "table"))
            held.add(statement)
    return made


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Any world, grown from nothing."""
    world = World()
    for _ in range(draw(st.integers(1, 3))):
        world = world.apply(draw(deltas(world)))
    return world


def _row(field: str, seed: np.random.Generator) -> npt.ArrayLike:
    default = next(DEFAULTS[name] for name in FIELDS if name == field)
    if default.dtype == np.bool_:
        return bool(seed.integers(2))
    if default.dtype == np.uint8:
        return int(seed.integers(4))
    return seed.normal(size=default.shape)
