"""Percepts of many things, followed over time: who stands still, where, how fast the others go, and in whose hands.

What has long been seen to rest is averaged; the rest is weighed mode by mode (`modes.py`).
"""

from dataclasses import replace

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from .context import Context
from .handtracks import followed
from .modes import LOOSE
from .resting import is_calm, rest_on, restart
from .trackmath import length
from .tracks import TABLES, Part, Tracks
from .weighing import levels, moved_together, weigh

# No tracker errs by more than this many standard deviations; none holds a percept for longer than this.
STRAY_SIGMAS = 6.5
STRAY_MIN_M = 0.010
HELD_S = 0.5
# An anchor this near to a percept has nothing to learn from it.
EXACT_M = 0.0005
# What is seen again no farther than this from where it stood has stood there all the time.
AGAIN_M = 0.01
# A tracker that repeats its percepts of what rests less often than this repeats them only when it has lost the thing.
SELDOM = 0.3
SHARE = 0.03
# How quickly it is learnt how often things are lost from sight, and for how long that counts.
LOSS_RATE = 0.02
LOST_S = 1.0


def tracked(
    tracks: Tracks,
    rows: IntArray,
    poses: FloatArray,
    *,
    stamp: float,
    memory_s: float,
    context: Context | None = None,
) -> Tracks:
    """The tracks after percepts `(k, 7)` of some rows, in their order; a track older than `memory_s` starts anew."""
    if context is not None and context.hands.ids:
        tracks = tracks.handed(followed(tracks.hands, context.hands))
    if not len(rows):
        return tracks
    seen, shares, losses = tracks.seen.copy(), tracks.shares.copy(), _losses(tracks, rows, stamp)
    lapsed = (stamp - tracks.seen[rows] > memory_s) & ~_returned(tracks, rows, poses)
    same = ~lapsed & _same(tracks, rows, poses)
    stays = tracks.calm[rows]
    shares[rows] += np.where(stays, SHARE * (same - shares[rows]), 0.0)
    # A tracker that has lost a thing says again what it said before: that is not seeing it.
    held = np.exp(tracks.modes[rows, LOOSE:]).sum(axis=1) > 0.5
    limit = np.maximum(STRAY_MIN_M, STRAY_SIGMAS * tracks.noise[rows])
    lost = held | (length(poses[:, :3] - tracks.anchor[rows, :3]) > limit)
    frozen = same & lost & (shares[rows] < SELDOM)
    seen[rows[~frozen]] = stamp
    # Two trackers may report at one instant; what only one of them sees is no second percept.
    again = same & (tracks.stamps[rows, -1] == stamp)
    news = ~frozen & ~again & ~(same & _repeated(tracks, rows, poses, stamp))
    if not news.all():
        rows, poses, lapsed = rows[news], poses[news], lapsed[news]
    if not len(rows):
        return replace(tracks, seen=seen, shares=shares, losses=losses)
    table: Part = {name: getattr(tracks, name).copy() for name in TABLES}
    if lapsed.any():
        restart(table, rows[lapsed], poses[lapsed], stamp, context, tracks.hands)
    quiet = ~lapsed & is_calm(table, rows, poses)
    _push(table, rows, poses, stamp)
    rest_on(table, rows[quiet], poses[quiet], stamp, context)
    confirmed = moved_together(table, rows, poses)
    for level in levels(rows[~quiet], context):
        places = np.searchsorted(rows, level)
        weigh(table, level, poses[places], stamp, tracks, context, confirmed[places])
    table["seen"], table["shares"], table["losses"] = seen, shares, losses
    return Tracks.of(table, tracks.hands)


def _losses(tracks: Tracks, rows: IntArray, stamp: float) -> FloatArray:
    """How often each thing is not reported although it rests, and was seen not long ago."""
    there = np.zeros(len(tracks), dtype=bool)
    there[rows] = True
    counts = tracks.calm & (stamp - tracks.seen < LOST_S)
    return tracks.losses + np.where(counts, LOSS_RATE * (~there - tracks.losses), 0.0)


def _returned(tracks: Tracks, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which are seen again where they stood before they were lost from sight."""
    far = length(poses[:, :3] - tracks.anchor[rows, :3])
    return tracks.still[rows] & (far < AGAIN_M + 3 * tracks.noise[rows])


def _same(tracks: Tracks, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which percepts repeat the last one, bit by bit."""
    same = (tracks.positions[rows, -1] == poses[:, :3]).all(axis=1)
    if same.any():
        before = tracks.turn[rows]
        same &= (before == poses[:, 3:]).all(axis=1) | (before == -poses[:, 3:]).all(axis=1)
    return same


def _repeated(tracks: Tracks, rows: IntArray, poses: FloatArray, stamp: float) -> BoolArray:
    """Which of the repeated percepts of still things tell nothing new.

    What is reported far away from where it stands, or in the same bits for long, is meant so.
    """
    distance = length(poses[:, :3] - tracks.anchor[rows, :3])
    insisted = (tracks.positions[rows, -1] == tracks.positions[rows, -2]).all(axis=1)
    held = ~insisted & (stamp - tracks.stamps[rows, -1] < HELD_S)
    held &= distance < np.maximum(STRAY_MIN_M, STRAY_SIGMAS * tracks.noise[rows])
    exact = distance < EXACT_M
    return (tracks.still[rows] & held & ~exact) | (tracks.calm[rows] & exact)


def _push(table: Part, rows: IntArray, poses: FloatArray, stamp: float) -> None:
    for name, new in (("stamps", stamp), ("positions", poses[:, :3])):
        table[name][rows, :-1] = table[name][rows, 1:]
        table[name][rows, -1] = new
    table["turn"][rows] = poses[:, 3:]
