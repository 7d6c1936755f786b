"""Percepts that nothing a thing may be doing explains: mistaken, until several agree."""

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from .context import Context
from .modes import LOOSE
from .resting import restart
from .trackmath import length
from .tracks import Part, Tracks

# Mistaken percepts that agree with one another, so many in a row, are none; two, if they agree well, or if the second
# goes on where the first went: its way turns by no more than this (a cosine; chosen, 0.7 to 0.95).
BELIEVED = 3
AGREE_M = 0.03
AGREE_M_S = 1.5
AGREE_WELL_M = 0.02
GOES_ON = 0.85


def believe_strays(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    strays: BoolArray,
    stamp: float,
    before: Tracks,
    context: Context | None,
    confirmed: BoolArray,
) -> None:
    """Percepts that no mode explains are mistaken, unless several agree: then the thing is elsewhere."""
    table["doubted"][rows] = strays
    if not strays.any():
        table["strays"][rows] = 0
        return
    since = np.clip(stamp - before.seen[rows], 0.0, 0.3)
    apart = length(poses[:, :3] - table["stray"][rows])
    agrees = apart <= AGREE_M + AGREE_M_S * since
    goes = _goes_on(before.estimate[rows, :3], table["stray"][rows], poses[:, :3], since)
    well = (apart <= AGREE_WELL_M) | goes
    count = np.where(strays, np.where(agrees & (table["strays"][rows] > 0), table["strays"][rows] + 1, 1), 0)
    last = np.where((table["strays"][rows] > 0)[:, None], table["stray"][rows], before.estimate[rows, :3])
    table["strays"][rows] = count
    table["stray"][rows] = poses[:, :3]
    held = np.exp(table["modes"][rows, LOOSE:]).sum(axis=1) > 0.5
    new = (count >= np.where(held | well, BELIEVED - 1, BELIEVED)) | (strays & confirmed)
    if new.any():
        way = (poses[:, :3] - last)[new] / np.maximum(since[new], 0.02)[:, None]
        kept = table["modes"][rows[new]].copy()
        last_rest = {name: table[name][rows[new]].copy() for name in ("born", "home", "under")}
        restart(table, rows[new], poses[new], stamp, context, before.hands)
        table["stamps"][rows[new], -1] = stamp
        for name, values in last_rest.items():
            table[name][rows[new]] = values
        # What was in a hand, and is now elsewhere, most probably still is, and moves.
        again = table["modes"][rows[new]]
        table["modes"][rows[new]] = np.where(held[new, None], kept, again)
        moves = (held | goes)[new, None]
        table["state"][rows[new], 3:] = table["velocity"][rows[new]] = np.where(moves, way, 0.0)
        table["spread"][rows[new], 2] = 0.3**2


def _goes_on(start: FloatArray, first: FloatArray, now: FloatArray, since: FloatArray) -> BoolArray:
    """Whether a second way goes on where a first one went, both no longer than a hand makes in that time."""
    ways = first - start, now - first
    far = AGREE_M + AGREE_M_S * since
    lengths = [length(way) for way in ways]
    along = np.add.reduce(ways[0] * ways[1], axis=1)
    return (lengths[0] <= far) & (lengths[1] <= far) & (along > GOES_ON * lengths[0] * lengths[1])
