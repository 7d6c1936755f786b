"""Percepts of many things, followed over time: who stands still, where, how fast the others go, and in whose hands.

What has long been seen to rest is averaged; the rest is weighed mode by mode (`modes.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

import numpy as np
import numpy.typing as npt

from ..geometry import BoolArray, FloatArray, IntArray, compose, invert, normalised
from . import modes
from .engine import NOTHING
from .handtracks import HandSights, HandTracks, followed
from .modes import FALL, FIRST_HAND, LOOSE, REST, SLIDE, Surroundings
from .motionfilter import BALLISTIC, FREE, bounced, corrected, mixed, predicted

# Percepts kept per thing: three tell how far they are from being evenly spaced.
KEPT = 3
# A thing stands still once this many percepts fit to that.
STILL_COUNT = 3
# Nothing is known to stand still before it has been seen for this long.
SETTLED_S = 0.18
# Nor before that has been most probable for this long.
STANDS_S = 0.06
# The spread of a tracker nobody knows yet, and the range it may turn out to have.
NOISE_M = 0.003
NOISE_RANGE_M = (0.001, 0.012)
# Trackers drift a little, whatever their noise.
DRIFT_M = 0.002
# Half of 9 degrees: between quaternions angles are half as wide.
TURNED_COSINE = float(np.cos(np.radians(4.5)))
# No tracker errs by more than this many standard deviations; none holds a percept for longer than this.
STRAY_SIGMAS = 6.5
STRAY_MIN_M = 0.010
HELD_S = 0.5
# An anchor this near to a percept has nothing to learn from it.
EXACT_M = 0.0005
# How many percepts an anchor averages at most: beyond, slow drift would be averaged away.
ANCHOR_COUNT = 40
# How long the place where a moving thing may come to rest takes to follow it.
ANCHOR_S = 0.12
FOLLOW_TURN = 0.8
# Percepts within so many standard deviations leave what rests at rest.
CALM_SIGMAS = 3.3
CALM = 0.99
# Mistaken percepts that agree with one another, so many in a row, are none; two, if they agree well.
BELIEVED = 3
AGREE_M = 0.03
AGREE_M_S = 1.5
AGREE_WELL_M = 0.02
# What is seen again no farther than this from where it stood has stood there all the time.
AGAIN_M = 0.01
# Gaps between percepts longer than this have other causes than a tracker that misses a frame; how quickly that is learnt.
DROPOUT_MOST_S = 0.5
DROPOUT_SHARE = 0.03
# A tracker that repeats its percepts of what rests less often than this repeats them only when it has lost the thing.
SELDOM = 0.3
SHARE = 0.03
# Nothing is known yet to be lifted before it has been seen for this long.
NEW_S = 0.3
# What a turn counts against resting, at most, and how well turns are tracked.
TURN_CAP = 4.0
TURN_RAD = 0.08
TURN_NOISE_RAD = 0.04
# What rides on something that moves shifts this much, and follows by this share.
RIDES_M = 0.006
RIDE_SHARE = 0.15
# How long relations to hands take to follow: those that tell of motion, and those that tell of a grip.
SLOW_S = 0.15
FAST_S = 0.1
# First sights: how probable rest is, and how far from its support a thing at rest may be tracked.
RESTING = 0.9
SLIDING = 0.07
UNSURE_GAP_M = 0.05
FLOATING = 0.002

Part = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What percepts are weighed with: hands, sizes of things, what they stand on and how far above it they were.

    `landed` tells how far things at poses are above what would carry them.
    """

    hands: HandSights
    centre: FloatArray
    half: FloatArray
    gap: FloatArray
    carrier: IntArray
    poses: FloatArray
    movable: BoolArray
    reach_m: float
    landed: Callable[[IntArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """One row a thing. `anchor` is where a still thing stands, `estimate` where a thing is now, seen or last seen.

    `seen` is when each was last seen, `stamps` when it was seen anew: not reported in the same bits again. `modes` are
    logarithms of probabilities (`modes.py`), a column a hand at the end; `slow`, `fast` and `grip` how things lie
    against hands. `home` is where each was last sure to rest, `rested` when; `shares` how often its percepts repeat.
    """

    seen: FloatArray
    stamps: FloatArray
    positions: FloatArray
    turn: FloatArray
    anchor: FloatArray
    count: FloatArray
    noise: FloatArray
    estimate: FloatArray
    velocity: FloatArray
    still: BoolArray
    doubted: BoolArray
    calm: BoolArray
    home: FloatArray
    rested: FloatArray
    stands: FloatArray
    born: FloatArray
    shares: FloatArray
    every: FloatArray
    misses: FloatArray
    stray: FloatArray
    strays: FloatArray
    turns: FloatArray
    turned: FloatArray
    state: FloatArray
    spread: FloatArray
    falling: FloatArray
    falling_spread: FloatArray
    modes: FloatArray
    slow: FloatArray
    fast: FloatArray
    grip: FloatArray
    hands: HandTracks = field(default_factory=HandTracks)

    @classmethod
    def fresh(cls, count: int, hands: HandTracks | None = None) -> "Tracks":
        identity = np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 1))
        hands = HandTracks() if hands is None else hands
        several = len(hands.ids)
        log_p = np.full((count, FIRST_HAND + several), np.log(modes.LEAST))
        log_p[:, REST] = 0.0
        return cls(
            seen=np.full(count, -np.inf),
            stamps=np.full((count, KEPT), -np.inf),
            positions=np.zeros((count, KEPT, 3)),
            turn=np.tile([0.0, 0, 0, 1], (count, 1)),
            anchor=identity,
            count=np.zeros(count),
            noise=np.full(count, NOISE_M),
            estimate=identity.copy(),
            velocity=np.zeros((count, 3)),
            still=np.zeros(count, dtype=bool),
            doubted=np.zeros(count, dtype=bool),
            calm=np.zeros(count, dtype=bool),
            home=identity.copy(),
            rested=np.full(count, -np.inf),
            stands=np.full(count, np.inf),
            born=np.full(count, np.inf),
            shares=np.ones(count),
            every=np.full(count, np.inf),
            misses=np.zeros(count),
            stray=np.zeros((count, 3)),
            strays=np.zeros(count),
            turns=np.zeros(count),
            turned=np.zeros(count),
            state=np.zeros((count, 6)),
            spread=np.zeros((count, 3)),
            falling=np.zeros((count, 6)),
            falling_spread=np.zeros((count, 3)),
            modes=log_p,
            slow=np.zeros((count, several, 3)),
            fast=np.zeros((count, several, 3)),
            grip=np.zeros((count, several, 3)),
            hands=hands,
        )

    def __len__(self) -> int:
        return len(self.count)

    @property
    def probabilities(self) -> FloatArray:
        """Of each mode `(n, m)`."""
        return np.exp(self.modes)

    @property
    def dropouts(self) -> float:
        """The share of reports from which things in plain view are missing."""
        known = np.isfinite(self.every)
        return float(self.misses[known].mean()) if known.any() else 0.0

    def kept(self, rows: IntArray, more: int) -> "Tracks":
        """Only some rows, then rows for things that have just entered."""
        new = Tracks.fresh(more, self.hands)
        table = {name: np.concatenate([getattr(self, name)[rows], getattr(new, name)]) for name in _NAMES}
        return Tracks(**table, hands=self.hands)

    def handed(self, hands: HandTracks) -> "Tracks":
        """With these hands; a column for those that are new."""
        more = len(hands.ids) - len(self.hands.ids)
        if not more:
            return replace(self, hands=hands)
        count = len(self)
        wide = {name: np.concatenate([getattr(self, name), np.zeros((count, more, 3))], 1) for name in _RELATIONS}
        log_p = np.concatenate([self.modes, np.full((count, more), np.log(modes.LEAST))], axis=1)
        return replace(self, hands=hands, modes=log_p, **wide)

    def adopting(
        self, rows: IntArray, other: "Tracks", origin: IntArray, *, seen: FloatArray, poses: FloatArray
    ) -> "Tracks":
        """With some rows of another's; what was `seen` later here than there stood still at its pose."""
        mine = self.handed(self.hands.widened(other.hands.ids))
        theirs = other.handed(other.hands.widened(mine.hands.ids))
        # The order of hands is that of here.
        order = theirs.hands.rows(mine.hands.ids)
        columns = [*range(FIRST_HAND), *(FIRST_HAND + place for place in order)]
        table = {name: getattr(mine, name).copy() for name in _NAMES}
        for name, values in table.items():
            new = getattr(theirs, name)[origin]
            if name in _RELATIONS:
                new = new[:, order]
            elif name == "modes":
                new = new[:, columns]
            values[rows] = new
        later = seen > other.seen[origin]
        table["seen"][rows] = np.where(np.isfinite(seen), seen, other.seen[origin])
        table["anchor"][rows[later]] = table["estimate"][rows[later]] = poses[later]
        table["home"][rows[later]] = poses[later]
        table["still"][rows[later]] = table["calm"][rows[later]] = True
        table["modes"][rows[later]] = np.log(modes.LEAST)
        table["modes"][rows[later], REST] = 0.0
        return Tracks(**table, hands=mine.hands)


_NAMES = tuple(item.name for item in fields(Tracks) if item.name != "hands")
_RELATIONS = ("slow", "fast", "grip")


def tracked(
    tracks: Tracks,
    rows: IntArray,
    poses: FloatArray,
    *,
    stamp: float,
    memory_s: float,
    context: Context | None = None,
) -> Tracks:
    """The tracks after percepts `(k, 7)` of some rows; a track older than `memory_s` starts anew."""
    if context is not None and context.hands.ids:
        tracks = tracks.handed(followed(tracks.hands, context.hands))
    if not len(rows):
        return tracks
    seen, shares = tracks.seen.copy(), tracks.shares.copy()
    lapsed = (stamp - tracks.seen[rows] > memory_s) & ~_returned(tracks, rows, poses)
    same = ~lapsed & _same(tracks, rows, poses)
    stays = tracks.calm[rows]
    shares[rows] += np.where(stays, SHARE * (same - shares[rows]), 0.0)
    # A tracker that has lost a thing says again what it said before: that is not seeing it.
    every, misses = _dropouts(tracks, rows, stamp)
    held = np.exp(tracks.modes[rows, LOOSE:]).sum(axis=1) > 0.5
    limit = np.maximum(STRAY_MIN_M, STRAY_SIGMAS * tracks.noise[rows])
    lost = held | (_length(poses[:, :3] - tracks.anchor[rows, :3]) > limit)
    frozen = same & lost & (shares[rows] < SELDOM)
    seen[rows[~frozen]] = stamp
    news = ~frozen & ~(same & _repeated(tracks, rows, poses, stamp))
    if not news.all():
        rows, poses, lapsed = rows[news], poses[news], lapsed[news]
    if not len(rows):
        return replace(tracks, seen=seen, shares=shares, every=every, misses=misses)
    table: Part = {name: getattr(tracks, name).copy() for name in _NAMES}
    if lapsed.any():
        _restart(table, rows[lapsed], poses[lapsed], stamp, context, tracks.hands)
    quiet = ~lapsed & _is_calm(table, rows, poses)
    _push(table, rows, poses, stamp)
    _settle(table, rows[quiet], poses[quiet], stamp, context)
    for level in _levels(rows[~quiet], context):
        where = np.searchsorted(rows, level) if _ordered(rows) else np.array([np.flatnonzero(rows == r)[0] for r in level])
        _weigh(table, level, poses[where], stamp, tracks, context)
    table["seen"], table["shares"], table["every"], table["misses"] = seen, shares, every, misses
    return Tracks(**table, hands=tracks.hands)


def _dropouts(tracks: Tracks, rows: IntArray, stamp: float) -> tuple[FloatArray, FloatArray]:
    """How often things are reported, and how often what rests in sight is missing from a report or two."""
    every, misses = tracks.every.copy(), tracks.misses.copy()
    since = stamp - tracks.seen[rows]
    known = tracks.calm[rows] & (since > 0) & (since < DROPOUT_MOST_S)
    some, since = rows[known], since[known]
    every[some] = np.minimum(1.02 * every[some], since)
    gap = since / np.maximum(every[some], 1e-6)
    misses[some] += DROPOUT_SHARE * (((gap > 1.5) & (gap < 3.6)) - misses[some])
    return every, misses


def _returned(tracks: Tracks, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which are seen again where they stood before they were lost from sight."""
    far = _length(poses[:, :3] - tracks.anchor[rows, :3])
    return tracks.still[rows] & (far < AGAIN_M + 3 * tracks.noise[rows])


def _ordered(rows: IntArray) -> bool:
    return bool((np.diff(rows) > 0).all())


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
    distance = _length(poses[:, :3] - tracks.anchor[rows, :3])
    insisted = (tracks.positions[rows, -1] == tracks.positions[rows, -2]).all(axis=1)
    held = ~insisted & (stamp - tracks.stamps[rows, -1] < HELD_S)
    held &= distance < np.maximum(STRAY_MIN_M, STRAY_SIGMAS * tracks.noise[rows])
    exact = distance < EXACT_M
    return (tracks.still[rows] & held & ~exact) | (tracks.calm[rows] & exact)


def _restart(
    table: Part, rows: IntArray, poses: FloatArray, stamp: float, context: Context | None, hands: HandTracks
) -> None:
    """First sights: a thing rests where something carries it, and is in a hand where nothing does."""
    gaps = np.zeros(len(rows)) if context is None else context.landed(rows, poses)
    table["stamps"][rows] = -np.inf
    table["velocity"][rows] = 0.0
    table["still"][rows] = table["doubted"][rows] = table["calm"][rows] = False
    table["born"][rows] = stamp
    table["strays"][rows] = table["turns"][rows] = 0
    for name in ("estimate", "anchor", "home"):
        table[name][rows] = poses
    table["count"][rows] = 0
    _begin(table, rows, hands)
    table["spread"][rows, 2] = table["falling_spread"][rows, 2] = 0.3**2
    near = np.zeros((len(rows), len(hands.ids))) if context is None else _near(rows, poses, context)
    p = np.full((len(rows), FIRST_HAND + near.shape[1]), modes.LEAST)
    stands = np.maximum(FLOATING, np.exp(-(gaps**2) / (2 * UNSURE_GAP_M**2)))
    p[:, REST] = RESTING * stands
    p[:, SLIDE] = SLIDING * stands
    p[:, FALL] = 0.005
    p[:, LOOSE] = 0.01
    p[:, FIRST_HAND:] += 0.03 * near
    table["modes"][rows] = modes.normalised_log(np.log(p))


def _begin(table: Part, rows: IntArray, hands: HandTracks) -> None:
    """Motion begins at rest, where a thing is now."""
    noise = table["noise"][rows]
    table["velocity"][rows] = 0.0
    table["state"][rows, :3] = table["estimate"][rows, :3]
    table["state"][rows, 3:] = 0.0
    table["spread"][rows] = np.stack([noise**2, np.zeros(len(rows)), np.full(len(rows), 0.05**2)], axis=1)
    table["falling"][rows, :3] = table["estimate"][rows, :3]
    table["falling"][rows, 3:] = 0.0
    table["falling_spread"][rows] = table["spread"][rows]
    for name in _RELATIONS:
        table[name][rows] = table["estimate"][rows, None, :3] - hands.position


def _push(table: Part, rows: IntArray, poses: FloatArray, stamp: float) -> None:
    for name, new in (("stamps", stamp), ("positions", poses[:, :3])):
        table[name][rows, :-1] = table[name][rows, 1:]
        table[name][rows, -1] = new
    table["turn"][rows] = poses[:, 3:]


def _is_calm(table: Part, rows: IntArray, poses: FloatArray) -> BoolArray:
    """Which rest for sure, and are seen where they do."""
    offset = poses[:, :3] - table["anchor"][rows, :3]
    noise = table["noise"][rows]
    limit = CALM_SIGMAS**2 * (noise**2 * (1 + 1 / np.maximum(table["count"][rows], 1)) + DRIFT_M**2)
    return (
        (table["still"][rows] > 0)
        & (table["modes"][rows, REST] > np.log(CALM))
        & (np.einsum("ij,ij->i", offset, offset) <= limit)
        & _is_near_turn(poses[:, 3:], table["anchor"][rows, 3:])
    )


def _settle(table: Part, rows: IntArray, poses: FloatArray, stamp: float, context: Context | None) -> None:
    """What rests for sure is averaged."""
    if not len(rows):
        return
    _average(table, rows, poses, np.ones(len(rows)))
    _learn_noise(table, rows)
    table["estimate"][rows] = table["anchor"][rows]
    _rest(table, rows, stamp, context)
    table["velocity"][rows] = 0.0
    table["calm"][rows] = True
    table["doubted"][rows] = False
    table["strays"][rows] = table["turns"][rows] = 0


def _rest(table: Part, rows: IntArray, stamp: float, context: Context | None) -> None:
    """What rests for sure is at home; on something that is not, it lies as it would if that were."""
    table["home"][rows] = table["anchor"][rows]
    table["rested"][rows] = stamp
    if context is None or not len(rows):
        return
    carrier = context.carrier[rows]
    rides = (carrier != NOTHING) & context.movable[carrier] & ~(table["calm"][carrier] > 0)
    if rides.any():
        some, under = rows[rides], carrier[rides]
        lies = compose(invert(table["estimate"][under]), table["anchor"][some])
        table["home"][some] = compose(table["home"][under], lies)


def _average(table: Part, rows: IntArray, poses: FloatArray, weight: FloatArray) -> None:
    anchor, count = table["anchor"][rows], table["count"][rows]
    count = np.minimum(count + weight, ANCHOR_COUNT)
    gain = (weight / np.maximum(count, 1))[:, None]
    anchor[:, :3] += gain * (poses[:, :3] - anchor[:, :3])
    aligned = _aligned(poses[:, 3:], anchor[:, 3:])
    gain = gain * _is_near_turn(aligned, anchor[:, 3:])[:, None]
    anchor[:, 3:] = normalised((1 - gain) * anchor[:, 3:] + gain * aligned)
    table["anchor"][rows], table["count"][rows] = anchor, count


def _learn_noise(table: Part, rows: IntArray) -> None:
    """How far percepts are from being evenly spaced: a slow slide is not noise. Three axes share six variances each."""
    places, noise = table["positions"][rows], table["noise"][rows]
    bend = places[:, -1] - 2 * places[:, -2] + places[:, -3]
    square = np.minimum(np.einsum("ij,ij->i", bend, bend) / 18, (3 * noise) ** 2)
    spread = np.clip(np.sqrt(0.95 * noise**2 + 0.05 * square), *NOISE_RANGE_M)
    table["noise"][rows] = np.where(np.isfinite(table["stamps"][rows, -3]), spread, noise)


def _levels(rows: IntArray, context: Context | None) -> list[IntArray]:
    """What carries comes before what it carries."""
    if not len(rows):
        return []
    if context is None or len(rows) == 1:
        return [rows]
    depth, step = np.zeros(len(rows), dtype=np.intp), context.carrier[rows]
    for _ in range(8):
        on = (step != NOTHING) & context.movable[step]
        if not on.any():
            break
        depth += on
        step = np.where(on, context.carrier[step], NOTHING)
    return [rows[depth == each] for each in np.unique(depth)]


def _near(rows: IntArray, poses: FloatArray, context: Context) -> FloatArray:
    """How well each hand could hold each thing `(k, h)`; the farther, and the longer lost, the less."""
    sights = context.hands
    offset = sights.positions - poses[:, None, :3]
    turns = np.broadcast_to(poses[:, None, 3:] * (-1, -1, -1, 1), (*offset.shape[:2], 4))
    local = compose(
        np.concatenate([np.zeros_like(offset), turns], axis=2),
        np.concatenate([offset, np.broadcast_to([0.0, 0, 0, 1], turns.shape)], axis=2),
    )[..., :3]
    beyond = np.maximum(np.abs(local - context.centre[rows, None]) - context.half[rows, None], 0.0)
    found = modes.nearness(_length(beyond), context.reach_m)
    return found * np.where(sights.tracked, 1.0, modes.LOST)


def _weigh(
    table: Part, rows: IntArray, poses: FloatArray, stamp: float, before: Tracks, context: Context | None
) -> None:
    """One percept of things that may be moving: what each mode makes of it, and where the things are then."""
    hands = before.hands
    roused = table["calm"][rows] > 0
    _begin(table, rows[roused], hands)
    table["calm"][rows] = False
    elapsed = np.where(np.isfinite(table["stamps"][rows, -2]), np.clip(stamp - before.seen[rows], 0.0, 0.5), 0.0)
    noise = table["noise"][rows] ** 2
    log_p = table["modes"][rows]
    p = np.exp(log_p)
    # Where each kind of motion would be now.
    moving = (table["state"][rows, :3], table["state"][rows, 3:], table["spread"][rows])
    free = predicted(*moving, elapsed, FREE)
    fall = mixed(
        (table["falling"][rows, :3], table["falling"][rows, 3:], table["falling_spread"][rows]),
        moving,
        p[:, FALL],
        modes.LET_GO * elapsed,
    )
    fall = bounced(predicted(*fall, elapsed, BALLISTIC), _heights(rows, context))
    rest, rest_var, rides = _resting_place(table, rows, poses, noise, context, stamp)
    to_free = poses[:, :3] - free[0]
    free_var = noise + free[2][:, 0]
    weight = modes.meant(modes.gaussian(_square(to_free[:, :2]), to_free[:, 2] ** 2, free_var, free_var))
    position, velocity, spread = corrected(free, poses[:, :3], noise, weight)
    around = _surroundings(table, rows, poses, position, velocity, rest, p, before, context)
    log_p = modes.passed_on(log_p, around, elapsed)
    log_density = _densities(log_p, poses, noise, free, fall, rest, rest_var, table["anchor"][rows, 3:])
    fits = modes.meant(log_density)
    # Only what is known to fall is explained by falling.
    fits[:, FALL] *= p[:, FALL] > 0.5
    strays = ~(fits.max(axis=1) > 0.5)
    log_p = np.where(strays[:, None], log_p, modes.weighed(log_p, log_density, np.maximum(elapsed, 1e-3)))
    fallen = corrected(fall, poses[:, :3], noise, modes.meant(log_density[:, FALL]))
    # What falls for sure is where falling takes it.
    falls = (np.exp(log_p[:, FALL]) > 0.5)[:, None]
    position, velocity, spread = (
        np.where(falls, one, other) for one, other in zip(fallen, (position, velocity, spread), strict=True)
    )
    table["state"][rows, :3], table["state"][rows, 3:], table["spread"][rows] = position, velocity, spread
    table["estimate"][rows, :3], table["velocity"][rows] = position, velocity
    table["falling"][rows] = np.concatenate(fallen[:2], axis=1)
    table["falling_spread"][rows] = fallen[2]
    _turn(table, rows, poses, elapsed)
    if len(hands.ids) and context is not None:
        log_p = _with_hands(table, rows, log_p, elapsed, noise, hands, context, around)
    table["modes"][rows] = log_p
    _stray(table, rows, poses, strays, stamp, before, context)
    _anchor(table, rows, poses, elapsed, modes.meant(log_density[:, REST]), rides, stamp, context)


def _heights(rows: IntArray, context: Context | None) -> FloatArray:
    """How far things were above what would carry them; far, where that was not felt for."""
    gap = np.full(len(rows), np.nan) if context is None else context.gap[rows]
    return np.where(np.isfinite(gap), gap, 1.0)


def _resting_place(
    table: Part, rows: IntArray, poses: FloatArray, noise: FloatArray, context: Context | None, stamp: float
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Where things would be if they rested, on what moves or on what does not, and how well that is known."""
    place = table["anchor"][rows, :3].copy()
    count = np.maximum(table["count"][rows], 1)
    variance = noise * (1 + 1 / count) + DRIFT_M**2
    rides = np.zeros(len(rows), dtype=bool)
    if context is None:
        return place, variance, rides
    carrier = context.carrier[rows]
    rides = (carrier != NOTHING) & context.movable[carrier] & ~(table["calm"][carrier] > 0)
    rides &= np.isfinite(table["rested"][carrier])
    if not rides.any():
        return place, variance, rides
    some, under = rows[rides], carrier[rides]
    seen = table["stamps"][under, -1] == stamp
    now = np.where(seen[:, None], table["estimate"][under], context.poses[under])
    moved = compose(now, compose(invert(table["home"][under]), table["home"][some]))[:, :3]
    wide = variance[rides] + table["spread"][under, 0] + RIDES_M**2 + np.where(seen, 0.0, 0.02**2)
    stays = _square(poses[rides, :3] - place[rides]) / variance[rides] + 3 * np.log(variance[rides])
    goes = _square(poses[rides, :3] - moved) / wide + 3 * np.log(wide)
    better = goes < stays
    place[rides] = np.where(better[:, None], moved, place[rides])
    variance[rides] = np.where(better, wide, variance[rides])
    rides[rides] = better
    return place, variance, rides


def _surroundings(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    place: FloatArray,
    velocity: FloatArray,
    rest: FloatArray,
    p: FloatArray,
    before: Tracks,
    context: Context | None,
) -> Surroundings:
    hands = before.hands
    lift = place[:, 2] - rest[:, 2]
    gap = np.zeros(len(rows))
    near = hold = np.zeros((len(rows), len(hands.ids)))
    if context is not None:
        felt = np.isfinite(context.gap[rows])
        now = np.where(felt, context.gap[rows], 0.0) + place[:, 2] - before.estimate[rows, 2]
        gap = np.where(felt, now, 0.0)
        moves = felt & (p[:, REST] < 0.5)
        lift = np.where(moves, now, lift)
        if len(hands.ids):
            near = _by_hand(_near(rows, np.concatenate([place, poses[:, 3:]], axis=1), context), hands, context)
            near = near * _idle(table["modes"], rows)
            sigma = HOLD_VARIANCE + 2 * hands.noise**2
            hold = np.exp(-_square(table["fast"][rows] - table["grip"][rows]) / (2 * sigma))
    new = np.maximum(table["born"][rows], 0.0) + NEW_S > table["stamps"][rows, -1]
    lift = np.where(new, 0.0, lift)
    return Surroundings(lift, gap, velocity[:, 2] < -modes.SINKS_M_S, near, hold)


HOLD_VARIANCE = modes.HOLD_M**2


def _by_hand(values: FloatArray, hands: HandTracks, context: Context) -> FloatArray:
    """Columns in the order of the tracks of hands."""
    if context.hands.ids == hands.ids:
        return values
    found = np.zeros((len(values), len(hands.ids)))
    found[:, hands.rows(context.hands.ids)] = values
    return found


def _idle(log_p: FloatArray, rows: IntArray) -> FloatArray:
    """How free each hand is for each thing: what it holds already is in the way."""
    held = np.exp(log_p[:, FIRST_HAND:])
    order = np.sort(held, axis=0)
    most = order[-1]
    second = order[-2] if len(order) > 1 else np.zeros_like(most)
    others = np.where(held[rows] >= most, second, most)
    return 1.0 - (1.0 - modes.BUSY) * others


def _densities(
    log_p: FloatArray,
    poses: FloatArray,
    noise: FloatArray,
    free: tuple[FloatArray, FloatArray, FloatArray],
    fall: tuple[FloatArray, FloatArray, FloatArray],
    rest: FloatArray,
    rest_var: FloatArray,
    turn: FloatArray,
) -> FloatArray:
    """How probable percepts are in each mode `(k, m)`, as logarithms."""
    y = poses[:, :3]
    to_rest, to_free, to_fall = (y - rest) ** 2, (y - free[0]) ** 2, (y - fall[0]) ** 2
    free_var, fall_var = noise + free[2][:, 0], noise + fall[2][:, 0]
    found = np.empty(log_p.shape)
    aligned = _aligned(turn, poses[:, 3:])
    angle = 2 * np.arccos(np.clip(np.add.reduce(aligned * poses[:, 3:], axis=1), -1, 1))
    turned = np.minimum((angle / TURN_RAD) ** 2 / 2, TURN_CAP) * (angle > TURN_RAD)
    found[:, REST] = modes.gaussian(to_rest[:, 0] + to_rest[:, 1], to_rest[:, 2], rest_var, rest_var) - turned
    slide_var = rest_var + 0.003**2
    found[:, SLIDE] = modes.gaussian(to_free[:, 0] + to_free[:, 1], to_rest[:, 2], free_var, slide_var)
    found[:, FALL] = modes.gaussian(to_fall[:, 0] + to_fall[:, 1], to_fall[:, 2], fall_var, fall_var)
    held = modes.gaussian(to_free[:, 0] + to_free[:, 1], to_free[:, 2], free_var, free_var)
    # What a hand holds may be lowered; what none holds tumbles.
    tumbles = (free[1][:, 2] < -modes.TUMBLES_M_S) & (np.exp(log_p[:, LOOSE:]).sum(axis=1) < 0.5)
    found[:, FALL] = np.where(tumbles, np.maximum(found[:, FALL], held - modes.TUMBLES), found[:, FALL])
    # A hand may hold a thing still: only once it rests for sure is that told from holding.
    stands = np.exp(log_p[:, REST]) + np.exp(log_p[:, SLIDE]) > 0.5
    held = np.where(stands, held, np.maximum(held, np.maximum(found[:, REST] + turned, found[:, SLIDE])))
    found[:, LOOSE:] = held[:, None]
    return found


def _with_hands(
    table: Part,
    rows: IntArray,
    log_p: FloatArray,
    elapsed: FloatArray,
    noise: FloatArray,
    hands: HandTracks,
    context: Context,
    around: Surroundings,
) -> FloatArray:
    """How hands move with things, and how things then lie against them."""
    places = hands.rows(context.hands.ids)
    fresh = np.zeros(len(hands.ids), dtype=bool)
    fresh[places] = context.hands.fresh
    now = table["state"][rows, None, :3] - hands.position
    # What turns in a hand moves against it.
    lever = _square(table["slow"][rows]) * table["turned"][rows, None] ** 2
    variance = 1.3 * (noise[:, None] + hands.noise**2) + modes.TOGETHER_M**2 + lever
    velocity = table["state"][rows, 3:]
    speed, hand_speed = _length(velocity), _length(hands.velocity)
    significant = _square(velocity) - 6 * table["spread"][rows, 2]
    apart = _square(now - table["slow"][rows])
    known = fresh & (elapsed > 0)[:, None]
    log_p = log_p.copy()
    fits = modes.together(apart, variance, speed[:, None] + hand_speed, significant, known)
    # A hand that holds something moves with what lies in or on that, too.
    fits = np.where(fits > 0, fits * _idle(table["modes"], rows), fits)
    log_p[:, FIRST_HAND:] += fits
    # What is pushed moves with the hand as well, on its support or down from it.
    pushed = np.maximum(fits.max(axis=1), 0.0)
    log_p[:, SLIDE] += pushed * np.exp(-(np.maximum(around.lift_m, 0.0) ** 2) / (2 * modes.LIFT_M**2))
    log_p[:, FALL] += pushed * around.sinking
    log_p = modes.normalised_log(log_p)
    held = log_p[:, FIRST_HAND:] > np.log(0.5)
    for name, span in (("slow", SLOW_S), ("fast", FAST_S)):
        share = (1 - np.exp(-elapsed / span))[:, None, None] * fresh[:, None]
        table[name][rows] += share * (now - table[name][rows])
    table["grip"][rows] = np.where(held[..., None], table["grip"][rows], table["slow"][rows])
    return log_p


def _turn(table: Part, rows: IntArray, poses: FloatArray, elapsed: FloatArray) -> None:
    """Turns are followed; one that leaps is doubted once."""
    now = table["estimate"][rows, 3:]
    aligned = _aligned(poses[:, 3:], now)
    leaps = np.add.reduce(aligned * now, axis=1) < np.cos(np.pi / 6)
    doubted = leaps & (table["turns"][rows] == 0)
    share = np.where(doubted, 0.0, FOLLOW_TURN)[:, None]
    after = table["estimate"][rows, 3:] = normalised((1 - share) * now + share * aligned)
    table["turns"][rows] = leaps
    angle = 2 * np.arccos(np.clip(np.add.reduce(after * now, axis=1), -1.0, 1.0))
    table["turned"][rows] = table["turned"][rows] * np.exp(-elapsed / SLOW_S) + np.maximum(angle - TURN_NOISE_RAD, 0.0)


def _stray(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    strays: BoolArray,
    stamp: float,
    before: Tracks,
    context: Context | None,
) -> None:
    """Percepts that no mode explains are mistaken, unless several agree: then the thing is elsewhere."""
    table["doubted"][rows] = strays
    if not strays.any():
        table["strays"][rows] = 0
        return
    since = np.clip(stamp - before.seen[rows], 0.0, 0.3)
    apart = _length(poses[:, :3] - table["stray"][rows])
    agrees = apart <= AGREE_M + AGREE_M_S * since
    well = apart <= AGREE_WELL_M
    count = np.where(strays, np.where(agrees & (table["strays"][rows] > 0), table["strays"][rows] + 1, 1), 0)
    table["strays"][rows] = count
    last = table["stray"][rows].copy()
    table["stray"][rows] = poses[:, :3]
    held = np.exp(table["modes"][rows, LOOSE:]).sum(axis=1) > 0.5
    new = count >= np.where(held | well, BELIEVED - 1, BELIEVED)
    if new.any():
        way = (poses[:, :3] - last)[new] / np.maximum(since[new], 0.02)[:, None]
        kept = table["modes"][rows[new]].copy()
        born = table["born"][rows[new]].copy()
        _restart(table, rows[new], poses[new], stamp, context, before.hands)
        table["stamps"][rows[new], -1] = stamp
        table["born"][rows[new]] = born
        # What was in a hand, and is now elsewhere, most probably still is, and moves.
        again = table["modes"][rows[new]]
        table["modes"][rows[new]] = np.where(held[new, None], kept, again)
        table["state"][rows[new], 3:] = table["velocity"][rows[new]] = np.where(held[new, None], way, 0.0)
        table["spread"][rows[new], 2] = 0.3**2


def _anchor(
    table: Part,
    rows: IntArray,
    poses: FloatArray,
    elapsed: FloatArray,
    meant: FloatArray,
    rides: BoolArray,
    stamp: float,
    context: Context | None,
) -> None:
    """Where things stand, or would if they stopped."""
    p = np.exp(table["modes"][rows])
    doubtful = table["strays"][rows] > 0
    rests = (p[:, REST] > 0.5) & ~doubtful
    static = rests & ~rides
    if static.any():
        _average(table, rows[static], poses[static], meant[static])
    some = ~rests & ~doubtful
    if some.any():
        which = rows[some]
        slow = _square(table["state"][which, 3:]) < 6 * table["spread"][which, 2]
        share = np.where(slow, 0.5, 1 - np.exp(-elapsed[some] / ANCHOR_S))[:, None]
        table["anchor"][which, :3] += share * (table["estimate"][which, :3] - table["anchor"][which, :3])
        table["anchor"][which, 3:] = table["estimate"][which, 3:]
        table["count"][which] = np.where(slow, np.minimum(table["count"][which] + 1, 2), 1)
    riding = rests & rides
    if riding.any():
        which = rows[riding]
        table["anchor"][which] = table["estimate"][which]
        table["count"][which] = 1
    still = (static | (doubtful & (table["still"][rows] > 0))) & (table["count"][rows] >= STILL_COUNT - 0.5)
    table["stands"][rows] = np.where(rests, np.minimum(table["stands"][rows], stamp), np.inf)
    still &= (table["still"][rows] > 0) | (
        (stamp - table["born"][rows] >= SETTLED_S) & (stamp - table["stands"][rows] >= STANDS_S - 1e-6)
    )
    table["still"][rows] = still
    stood = still & ~doubtful
    table["estimate"][rows[still]] = table["anchor"][rows[still]]
    table["velocity"][rows[still]] = 0.0
    calm = stood & (p[:, REST] > CALM)
    table["calm"][rows[calm]] = True
    _rest(table, rows[calm], stamp, context)
    _learn_noise(table, rows[calm & (meant > 0.9)])


def _square(vectors: FloatArray) -> FloatArray:
    return np.add.reduce(vectors * vectors, axis=-1)


def _length(vectors: FloatArray) -> FloatArray:
    """As np.linalg.norm, which takes twice as long for few."""
    return np.sqrt(np.add.reduce(vectors * vectors, axis=-1))


def _is_near_turn(one: FloatArray, other: FloatArray) -> BoolArray:
    """Whether orientations differ by no more than noise turns a thing that stands still."""
    cosine = np.add.reduce(one * other, axis=-1)
    return cosine * cosine >= TURNED_COSINE**2 * np.add.reduce(one * one, axis=-1) * np.add.reduce(
        other * other, axis=-1
    )


def _aligned(quaternions: FloatArray, reference: FloatArray) -> FloatArray:
    """The same turns with the sign that is nearest to a reference."""
    opposed = np.add.reduce(quaternions * reference, axis=-1, keepdims=True) < 0
    return np.where(opposed, -quaternions, quaternions)
