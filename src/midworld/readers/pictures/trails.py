"""The ways things came: pink as they were observed, green as they were corrected, dashed while nobody saw them."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray
from .palette import OBSERVED, world_colour
from .props import Stage, Stroke
from .story import Story, Track

# Less than this is how trackers shake.
MOVED_M = 0.05
STEP_M = 0.006
GAP_S = 0.3
JUMP_M = 0.12


def put_trails(
    stage: Stage, story: Story, world: str, stamp: float, seconds: float | None, *, hide: frozenset[str]
) -> None:
    """The trails of all that moved, over the last `seconds`, or all of them."""
    since = float("-inf") if seconds is None else stamp - seconds
    strand = story.strand(world)
    # What was observed is broad and below: where both agree, both show.
    for strand_of, observed in (*((each, True) for each in story.observed if each is not strand), (strand, False)):
        for name, track in strand_of.tracks.items():
            if "/" in name and name.rpartition("/")[2] in BODY:
                continue
            part = track.until(stamp, since=since)
            if name in hide or not moved(part):
                continue
            if observed:
                stage.strokes.extend(Stroke(points, OBSERVED, 5.2) for points in seen_runs(part))
            else:
                colour = world_colour(world)
                for points, seen in known_runs(part):
                    stage.strokes.append(Stroke(points, colour, 2.4, "solid" if seen else "dashed"))
            stage.focus.append(thinned(part.positions[part.fresh] if observed else part.positions))


BODY = frozenset({"head", "torso", "base", "left_hand", "right_hand"})


def moved(track: Track) -> bool:
    return len(track.stamps) > 1 and float(np.ptp(track.positions, axis=0).max()) > MOVED_M


def seen_runs(track: Track) -> Iterator[FloatArray]:
    """Lines through what was seen, broken where it was out of sight."""
    stamps, positions = track.stamps[track.fresh], track.positions[track.fresh]
    if not len(stamps):
        return
    breaks = np.flatnonzero(np.diff(stamps) > GAP_S) + 1
    for run in np.split(positions, breaks):
        points = thinned(run)
        if len(points) > 1:
            yield points


def known_runs(track: Track) -> Iterator[tuple[FloatArray, bool]]:
    """Lines through where a thing was, and whether it was perceived there; each begins where the last one ended.

    A line breaks where a place was thought better of: that is no way anything went.
    """
    # Sideways only: what is worked out to fall does so within a tick.
    far = np.linalg.norm(np.diff(track.positions[:, :2], axis=0), axis=1) > JUMP_M
    jumps = np.concatenate([[False], far & ~track.perceived[1:]])
    for first, last in runs(2 * np.cumsum(jumps) + track.perceived):
        points = thinned(track.positions[first if jumps[first] else max(first - 1, 0) : last])
        if len(points) > 1:
            yield points, bool(track.perceived[first])


def runs(values: npt.NDArray[np.bool_ | np.integer[Any]]) -> list[tuple[int, int]]:
    """First and past-the-last index of each stretch of equal values."""
    if not len(values):
        return []
    breaks = (np.flatnonzero(values[1:] != values[:-1]) + 1).tolist()
    return list(zip([0, *breaks], [*breaks, len(values)], strict=True))


def thinned(points: FloatArray) -> FloatArray:
    """The same line without the points that shake about the last one; the end stays."""
    if len(points) < 3:
        return points
    kept = [0]
    for index in range(1, len(points) - 1):
        step = points[index] - points[kept[-1]]
        if float(step @ step) > STEP_M * STEP_M:
            kept.append(index)
    return points[[*kept, len(points) - 1]]
