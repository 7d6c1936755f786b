"""What is drawn besides things: where they have been, what they rest on, how sure their place is."""

from collections.abc import Iterable, Sequence

import numpy as np

from ...geometry import FloatArray, quaternion_of
from ...world import World
from .palette import BELIEVED, HELD, LINK, OBSERVED, colour_of_world
from .picture import Batch, Lines, Picture
from .pieces import SPHERE
from .rests import Rows, ties

# Shorter ways are noise of the tracker.
MOVED_M = 0.03
# Wide lines are what a browser without a graphics card is slowest at; the ways of a crowd are a thicket besides.
MAX_TRAIL_SEGMENTS, CROWD_TRAIL_SEGMENTS = 2000, 400
# An ellipsoid holds 95 of 100 places: this many standard deviations in three dimensions.
SIGMAS = 2.8
SURE_M = 0.004
MAX_M = 2.0


def trails(name: str, worlds: Sequence[World], rows: Rows, *, at_most: int = MAX_TRAIL_SEGMENTS) -> Picture:
    """The ways of whatever moved among some rows, through the given worlds, the newest last."""
    same = [world for world in worlds if world.structure is worlds[-1].structure]
    if len(same) < 2 or not len(rows):
        return Picture()
    ways = np.stack([world.poses()[rows, :3] for world in same])
    moved = np.flatnonzero(np.ptp(ways, axis=0).max(axis=1) > MOVED_M)
    # Many long ways are drawn more coarsely, up to where they are now.
    stride = max(1, -(-len(moved) * len(same) // at_most))
    steps = [*range((len(same) - 1) % stride, len(same), stride)]
    ways = ways[steps][:, moved]
    segments = np.stack([ways[:-1], ways[1:]], axis=2)
    keep = np.abs(segments[:, :, 1] - segments[:, :, 0]).max(axis=-1) > 1e-4
    observed = colour_of_world(name) == OBSERVED
    if observed:
        # While it is not seen, a source says nothing about where a thing is.
        seen = np.stack([same[step].state.perceived[rows[moved]] for step in steps])
        keep &= seen[:-1] & seen[1:]
    lines = Lines(segments[keep], colour_of_world(name), 2.5 if observed else 4.0)
    return Picture(lines={f"{name}/trails": lines}) if len(lines.points) else Picture()


def links(world: World, *, crowd: bool = False) -> Picture:
    """A thin line from everything to what it rests on, lies in or is held by; of a crowd not what stands on what."""
    found, poses = ties(world.timeline, world.structure), world.poses()[:, :3]
    lines: dict[str, Lines] = {}
    for kind, (things, under) in (("on", found.on), ("in", found.inside)):
        if len(things) and not (crowd and kind == "on"):
            ends = poses[under].copy()
            if kind == "on":
                # To the place beneath it, as a table's middle may be far away.
                ends[:, :2] = poses[things, :2]
            lines[f"links/{kind}"] = Lines(np.stack([poses[things], ends], axis=1), LINK, 1.5)
    if found.held:
        grips = [(poses[row], _nearest(poses[row], poses[list(hands)])) for row, hands in found.held]
        lines["links/held"] = Lines(np.array(grips), HELD, 1.5)
    return Picture(lines=lines)


def _nearest(here: FloatArray, places: FloatArray) -> FloatArray:
    return places[np.argmin(np.linalg.norm(places - here, axis=1))]


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
    return Picture({f"{name}/doubt": Batch(SPHERE, "doubt", ids, poses, scales, colours)})


def mistakes(robot: World, mind: World, agent: str, wrong: Iterable[str]) -> Picture:
    """From where somebody believes a thing to be to where it is."""
    pairs = [(mind.pose(name).position, robot.pose(name).position) for name in wrong if name in robot and name in mind]
    found = Lines(np.array(pairs), BELIEVED, 2.0, through=True, dashed=True)
    return Picture(lines={f"{agent}/mistakes": found}) if pairs else Picture()
