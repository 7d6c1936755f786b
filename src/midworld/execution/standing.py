"""What stands on and in what by shapes alone, and where there is room for more."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from ..errors import MidworldError
from ..geometry import Bounds, FloatArray, Pose, bounds, conjugate, local_bounds, rotate
from ..world import EntityId, Object, World

# A tracker's support is noisy: what is so far above it, or sunk in, stands on it.
ON_GAP_M = 0.02
# Further from upright than this is toppled: the paper's threshold.
TOPPLED_RAD = 0.5
# Between things that stand side by side.
ROOM_M = 0.01
STEP_M = 0.02
# Spots tried each way from the middle; on large floors they lie further apart.
MOST_STEPS = 25


def on_what(world: World) -> tuple[tuple[EntityId, EntityId], ...]:
    """Things that can move and what each stands on: the highest support under its middle."""
    found: list[tuple[EntityId, EntityId]] = []
    solid = _solids(world)
    for name in solid:
        if not loose(world, name):
            continue
        box = _box(world, name)
        under = [
            (_box(world, other).high[2], other)
            for other in solid
            if other != name and _over(world, box, other) and abs(box.low[2] - _box(world, other).high[2]) <= ON_GAP_M
        ]
        if under:
            found.append((name, max(under)[1]))
    return tuple(found)


def within_what(world: World) -> tuple[tuple[EntityId, EntityId], ...]:
    """Things and the containers in whose hollow their middle is."""
    found: list[tuple[EntityId, EntityId]] = []
    solid = _solids(world)
    for name, container in product(solid, solid):
        role = world.entity(container).role
        if name == container or not loose(world, name) or not isinstance(role, Object):
            continue
        local = world.pose(container).inverse().apply(_box(world, name).centre)
        if any(each.inner.contains((float(local[0]), float(local[1]), float(local[2]))) for each in role.cavities):
            found.append((name, container))
    return tuple(found)


def loose(world: World, name: str) -> bool:
    """Whether something is a thing with a shape that can be moved by itself."""
    entity = world.entity(name)
    thing = isinstance(entity.role, Object) and not entity.role.static
    return thing and entity.parent is None and entity.collision is not None


def upright(world: World, name: str) -> bool:
    """Whether something leans less than what counts as toppled."""
    up: FloatArray = rotate(np.asarray(world.pose(name).orientation), np.array([0.0, 0.0, 1.0]))
    return float(np.arccos(np.clip(up[2], -1.0, 1.0))) < TOPPLED_RAD


def carried_by(world: World, name: str) -> tuple[EntityId, ...]:
    """All that stands on or in something, or on what hangs on it, directly or through others."""
    below = dict(on_what(world)) | dict(within_what(world))
    found = list[EntityId]()
    hanging = {each for each in world.ids if name in world.structure.ancestors(each)} | {name}
    growing = True
    while growing:
        more = [
            each for each, support in below.items() if support in {*hanging, *found} and each not in {*found, *hanging}
        ]
        found += more
        growing = bool(more)
    return tuple(found)


def free_spot(world: World, name: str, support: str, *, inside: bool = False) -> Pose:
    """Where something can stand upright on a support, or in it, without touching what is there already.

    Raises MidworldError where there is no room.
    """
    shape = world.entity(name).collision
    if shape is None:
        raise MidworldError(f"'{name}' has no shape; what has none cannot stand on '{support}'")
    own, floor = local_bounds(shape), _floor(world, support, inside=inside)
    frame = world.pose(support)
    taken = [_box(world, each) for each in _solids(world) if each not in (name, support)]
    for x, y in _spots(floor, own):
        local = Pose((x, y, floor.high[2] - own.low[2] + 1e-4))
        pose = Pose(frame.apply(local.position).tolist(), _level(frame))
        box = bounds(shape, pose)
        if not any(_near(box, each) for each in taken):
            return pose
    raise MidworldError(f"there is no room for '{name}' {'in' if inside else 'on'} '{support}'")


def _floor(world: World, support: str, *, inside: bool) -> Bounds:
    """The surface things stand on, in the support's frame: its top, or the floor of its hollow."""
    entity = world.entity(support)
    if entity.collision is None:
        raise MidworldError(f"'{support}' has no shape; nothing can stand on it")
    if not inside:
        return local_bounds(entity.collision)
    hollows = entity.role.cavities if isinstance(entity.role, Object) else ()
    if not hollows:
        raise MidworldError(f"'{support}' has no hollow; nothing can be in it")
    inner = hollows[0].inner
    return Bounds(inner.low, (inner.high[0], inner.high[1], inner.low[2]))


def _spots(floor: Bounds, own: Bounds) -> Iterator[tuple[float, float]]:
    """Places of a thing's origin on a surface, the middle first, then ever further from it."""
    half = [max((floor.size[axis] - own.size[axis]) / 2, 0.0) for axis in (0, 1)]
    middle = [floor.centre[axis] - own.centre[axis] for axis in (0, 1)]
    counts = [min(int(each / STEP_M), MOST_STEPS) for each in half]
    steps = [
        np.linspace(-each, each, 2 * count + 1) if count else [0.0] for each, count in zip(half, counts, strict=True)
    ]
    spots = [(float(x), float(y)) for x, y in product(*steps)]
    for x, y in sorted(spots, key=lambda each: (round(each[0] ** 2 + each[1] ** 2, 9), each)):
        yield middle[0] + x, middle[1] + y


def _level(frame: Pose) -> tuple[float, float, float, float]:
    """A frame's heading without its lean."""
    ahead = rotate(np.asarray(frame.orientation), np.array([1.0, 0.0, 0.0]))
    heading = float(np.arctan2(ahead[1], ahead[0]))
    return (0.0, 0.0, float(np.sin(heading / 2)), float(np.cos(heading / 2)))


def _near(one: Bounds, other: Bounds) -> bool:
    """Whether two overlap, with some room between them sideways."""
    gaps = np.maximum(np.subtract(one.low, other.high), np.subtract(other.low, one.high))
    return bool((gaps < (ROOM_M, ROOM_M, 0.0)).all())


def _over(world: World, box: Bounds, support: EntityId) -> bool:
    """Whether a thing's middle is over a support's footprint, which turns with it."""
    shape = world.entity(support).collision
    assert shape is not None
    pose = world.pose(support)
    local = rotate(conjugate(np.asarray(pose.orientation)), np.subtract(box.centre, pose.position))
    own = local_bounds(shape)
    return all(own.low[axis] <= local[axis] <= own.high[axis] for axis in (0, 1))


def _solids(world: World) -> list[EntityId]:
    return [
        each.id for each in world.structure.entities if isinstance(each.role, Object) and each.collision is not None
    ]


def _box(world: World, name: EntityId) -> Bounds:
    shape = world.entity(name).collision
    assert shape is not None
    return bounds(shape, world.pose(name))
