"""What is drawn besides things: where they have been, what they rest on, how sure their place is."""

from collections.abc import Iterable, Sequence

import numpy as np

from ...geometry import FloatArray
from ...geometry.pose import quaternion_of
from ...world import BodyPart, Object, World
from .mesh import SPHERE, model
from .palette import BELIEVED, CHOSEN, HELD, Rgb, colour_of_world
from .picture import Batch, Lines, Picture

# Shorter ways are noise of the tracker.
MOVED_M = 0.03
MAX_TRAIL_SEGMENTS = 6000
# An ellipsoid holds 95 of 100 places: this many standard deviations in three dimensions.
SIGMAS = 2.8
SURE_M = 0.004
MAX_M = 2.0
RESTS = {"isOn": "on", "isIn": "in", "isHeldBy": "held"}
LINK_GREY: Rgb = (110, 116, 128)


def trails(name: str, worlds: Sequence[World]) -> Picture:
    """The ways of whatever moved, through the given worlds, the newest last."""
    if len(worlds) < 2:
        return Picture()
    structure = worlds[-1].structure
    same = [world for world in worlds if world.structure is structure]
    rows = [
        row for row, each in enumerate(structure.entities) if isinstance(each.role, Object) and not each.role.static
    ]
    if len(same) < 2 or not rows:
        return Picture()
    observed = colour_of_world(name) == colour_of_world("source/")
    ways = np.stack([world.poses()[rows, :3] for world in same])
    moved = np.ptp(ways, axis=0).max(axis=1) > MOVED_M
    segments = np.stack([ways[:-1, moved], ways[1:, moved]], axis=2).transpose(1, 0, 2, 3)
    keep = np.linalg.norm(segments[..., 1, :] - segments[..., 0, :], axis=-1) > 1e-4
    if observed:
        # While it is not seen, a source says nothing about where a thing is.
        seen = np.stack([world.state.perceived[rows] for world in same])[:, moved]
        keep &= (seen[:-1] & seen[1:]).T
    points = segments[keep][-MAX_TRAIL_SEGMENTS:]
    return (
        Picture(lines={f"/{name}/trails": Lines(points, colour_of_world(name), 6.0 if observed else 3.0)})
        if len(points)
        else Picture()
    )


def links(world: World) -> Picture:
    """A thin line from everything to what it rests on, lies in or is held by."""
    found: dict[str, list[tuple[FloatArray, FloatArray]]] = {}
    poses = world.poses()
    for subject, predicate, target in world.timeline.open:
        if predicate not in RESTS or subject not in world or not isinstance(target, str) or target not in world:
            continue
        start, end = poses[world.structure.row(subject), :3], _grip(world, poses, subject, target)
        if predicate == "isOn":
            # To the place beneath it, as a table's middle may be far away.
            end = np.array([*start[:2], end[2]])
        found.setdefault(RESTS[predicate], []).append((start, end))
    return Picture(
        lines={
            f"/links/{kind}": Lines(np.array(pairs), HELD if kind == "held" else LINK_GREY, 1.5)
            for kind, pairs in found.items()
        }
    )


def _grip(world: World, poses: FloatArray, subject: str, target: str) -> FloatArray:
    """The hand that is nearest, where a person holds; else the middle of the thing."""
    here = poses[world.structure.row(subject), :3]
    hands = [
        poses[row, :3]
        for row, entity in enumerate(world.structure.entities)
        if isinstance(entity.role, BodyPart) and entity.role.owner == target and "hand" in entity.role.part
    ]
    return min(
        hands, key=lambda hand: float(np.linalg.norm(hand - here)), default=poses[world.structure.row(target), :3]
    )


def uncertainty(name: str, world: World) -> Picture:
    """An ellipsoid around everything whose place is stated with a doubt worth seeing."""
    covariance = world.state.pose_covariance[:, :3, :3]
    rows = np.flatnonzero((np.trace(covariance, axis1=1, axis2=2) > SURE_M**2) & ~world.state.perceived)
    if not len(rows):
        return Picture()
    variances, axes = np.linalg.eigh(covariance[rows])
    # A reflection is no rotation: turn one axis round.
    axes[:, :, 0] *= np.sign(np.linalg.det(axes))[:, None]
    scales = np.clip(SIGMAS * np.sqrt(np.maximum(variances, 1e-8)), 0.002, MAX_M)
    poses = world.poses()[rows].copy()
    poses[:, 3:] = [quaternion_of(each) for each in axes]
    colours = np.tile(np.array(colour_of_world(name), np.uint8), (len(rows), 1))
    ids = tuple(world.ids[row] for row in rows.tolist())
    return Picture({f"/{name}/uncertainty": Batch(model(SPHERE, {}), poses, scales, colours, ids, 0.16, False)})


def arrows(robot: World, mind: World, wrong: Iterable[str]) -> Picture:
    """From where a thing is to where somebody believes it to be."""
    pairs = [(robot.pose(name).position, mind.pose(name).position) for name in wrong if name in robot and name in mind]
    heads = [segment for start, end in pairs for segment in _arrow(np.array(start), np.array(end))]
    return Picture(lines={"/minds/arrows": Lines(np.array(heads), BELIEVED, 3.5)}) if heads else Picture()


def _arrow(start: FloatArray, end: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 1e-3:
        return []
    forward = along / length
    side = np.cross(forward, [0.0, 0.0, 1.0] if abs(forward[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    back = end - min(0.06, 0.3 * length) * forward
    wing = min(0.03, 0.15 * length) * side
    return [(start, end), (end, back + wing), (end, back - wing)]


def highlight(outlines: FloatArray) -> Picture:
    """Thick edges around what is chosen."""
    return Picture(lines={"/chosen": Lines(outlines, CHOSEN, 4.5)}) if len(outlines) else Picture()
