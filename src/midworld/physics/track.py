"""Percepts of many things, followed over time: who stands still, where, and how fast the others go."""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from ..geometry import BoolArray, FloatArray, IntArray, angle_between, normalised

# Percepts kept per thing: enough to tell rest from motion up to 120 Hz.
KEPT = 24
# A thing stands still once this many percepts, over this long, lie together.
STILL_COUNT = 4
STILL_S = 0.18
# The spread of a tracker nobody knows yet, and the range it may turn out to have.
NOISE_M = 0.003
NOISE_RANGE_M = (0.001, 0.012)
# The median of three percepts leaves five standard deviations about once in 100,000 times.
MOVED_SIGMAS = 3.4
MOVED_MIN_M = 0.010
TURNED_RAD = np.radians(9.0)
# No tracker errs by more than this many standard deviations; none holds a percept for longer than this.
STRAY_SIGMAS = 6.5
HELD_S = 0.5
# An anchor this near to a percept has nothing to learn from it.
EXACT_M = 0.0005
# How many percepts an anchor averages at most: beyond, slow drift would be averaged away.
ANCHOR_COUNT = 40
# Shares of the innovation that a moving thing's position and velocity take.
FOLLOW = 0.7
FOLLOW_VELOCITY = 0.35
# A jump no hand makes; believed only when the next percept confirms it.
JUMP_M = 0.12
JUMP_SPEED = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """One row a thing. `anchor` is where a still thing stands, `estimate` where a thing is now, seen or last seen.

    `seen` is when each was last seen, `stamps` when it was seen anew: not reported in the same bits again.
    """

    seen: FloatArray
    stamps: FloatArray
    positions: FloatArray
    orientations: FloatArray
    anchor: FloatArray
    count: FloatArray
    noise: FloatArray
    estimate: FloatArray
    velocity: FloatArray
    still: BoolArray
    doubted: BoolArray

    @classmethod
    def fresh(cls, count: int) -> "Tracks":
        identity = np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 1))
        return cls(
            np.full(count, -np.inf),
            np.full((count, KEPT), -np.inf),
            np.zeros((count, KEPT, 3)),
            np.tile([0.0, 0, 0, 1], (count, KEPT, 1)),
            identity,
            np.zeros(count),
            np.full(count, NOISE_M),
            identity.copy(),
            np.zeros((count, 3)),
            np.zeros(count, dtype=bool),
            np.zeros(count, dtype=bool),
        )

    def __len__(self) -> int:
        return len(self.count)

    def kept(self, rows: IntArray, more: int) -> "Tracks":
        """Only some rows, then rows for things that have just entered."""
        new = Tracks.fresh(more)
        return Tracks(**{name: np.concatenate([getattr(self, name)[rows], getattr(new, name)]) for name in _NAMES})

    def adopting(
        self, rows: IntArray, other: "Tracks", origin: IntArray, *, seen: FloatArray, poses: FloatArray
    ) -> "Tracks":
        """With some rows of another's; what was `seen` later here than there stood still at its pose."""
        table = {name: getattr(self, name).copy() for name in _NAMES}
        for name, values in table.items():
            values[rows] = getattr(other, name)[origin]
        later = seen > other.seen[origin]
        table["seen"][rows] = np.where(np.isfinite(seen), seen, other.seen[origin])
        table["anchor"][rows[later]] = table["estimate"][rows[later]] = poses[later]
        table["still"][rows[later]] = True
        return Tracks(**table)


_NAMES = tuple(item.name for item in fields(Tracks))


def tracked(tracks: Tracks, rows: IntArray, poses: FloatArray, *, stamp: float, memory_s: float) -> Tracks:
    """The tracks after percepts `(k, 7)` of some rows; a track older than `memory_s` starts anew."""
    if not len(rows):
        return tracks
    seen = tracks.seen.copy()
    seen[rows] = stamp
    lapsed = stamp - tracks.seen[rows] > memory_s
    news = lapsed | ~_repeated(tracks, rows, poses, stamp)
    rows, poses, lapsed = rows[news], poses[news], lapsed[news]
    if not len(rows):
        return replace(tracks, seen=seen)
    table = {name: np.array(getattr(tracks, name)) for name in _NAMES}
    part = {name: values[rows] for name, values in table.items()}
    _restart(part, lapsed, poses)
    believed = _believed(part, poses, stamp, lapsed)
    _push(part, poses, stamp)
    _follow(part, poses, stamp, believed, lapsed)
    _judge(part, poses, stamp)
    for name, values in table.items():
        values[rows] = part[name]
    table["seen"] = seen
    return replace(tracks, **table)


def _repeated(tracks: Tracks, rows: IntArray, poses: FloatArray, stamp: float) -> BoolArray:
    """Which percepts of still things only repeat the last one, bit by bit: they tell nothing new.

    What is reported far away from where it stands, or in the same bits for long, is meant so.
    """
    same = tracks.still[rows] & (tracks.positions[rows, -1] == poses[:, :3]).all(axis=1)
    if not same.any():
        return same
    before = tracks.orientations[rows, -1]
    same &= (before == poses[:, 3:]).all(axis=1) | (before == -poses[:, 3:]).all(axis=1)
    distance = np.linalg.norm(poses[:, :3] - tracks.anchor[rows, :3], axis=1)
    insisted = (tracks.positions[rows, -1] == tracks.positions[rows, -2]).all(axis=1)
    held = ~insisted & (stamp - tracks.stamps[rows, -1] < HELD_S)
    held &= distance < np.maximum(MOVED_MIN_M, STRAY_SIGMAS * tracks.noise[rows])
    return same & (held | (distance < EXACT_M))


Part = dict[str, npt.NDArray[np.float64]]


def _restart(part: Part, lapsed: BoolArray, poses: FloatArray) -> None:
    part["stamps"][lapsed] = -np.inf
    part["seen"][lapsed] = -np.inf
    part["velocity"][lapsed] = 0.0
    part["still"][lapsed] = False
    part["doubted"][lapsed] = False
    for name in ("estimate", "anchor"):
        part[name][lapsed] = poses[lapsed]


def _believed(part: Part, poses: FloatArray, stamp: float, lapsed: BoolArray) -> BoolArray:
    """A leap is doubted once; the second in a row is true."""
    elapsed = np.maximum(stamp - part["seen"], 1e-3)
    expected = part["estimate"][:, :3] + part["velocity"] * np.minimum(elapsed, 0.2)[:, None]
    leap = np.linalg.norm(poses[:, :3] - expected, axis=1)
    far = ~lapsed & (leap > np.maximum(JUMP_M, JUMP_SPEED * np.minimum(elapsed, 0.3)))
    believed = ~far | (part["doubted"] > 0)
    part["doubted"][:] = far & ~believed
    return believed


def _push(part: Part, poses: FloatArray, stamp: float) -> None:
    for name in ("stamps", "positions", "orientations"):
        part[name][:, :-1] = part[name][:, 1:]
    part["stamps"][:, -1] = stamp
    part["positions"][:, -1] = poses[:, :3]
    part["orientations"][:, -1] = _aligned(poses[:, 3:], part["orientations"][:, -2])


def _follow(part: Part, poses: FloatArray, stamp: float, believed: BoolArray, lapsed: BoolArray) -> None:
    """Alpha-beta for what moves; what is doubted coasts."""
    before = part["seen"]
    elapsed = np.where(np.isfinite(before), stamp - before, 0.0)
    safe = np.maximum(elapsed, 1e-3)
    predicted = part["estimate"][:, :3] + part["velocity"] * np.minimum(elapsed, 0.2)[:, None]
    innovation = poses[:, :3] - predicted
    moving = believed & ~lapsed
    # Two leaps in a row: the thing is elsewhere, and how it got there was not seen.
    leapt = moving & (np.linalg.norm(innovation, axis=1) > np.maximum(JUMP_M, JUMP_SPEED * np.minimum(elapsed, 0.3)))
    share = np.where(leapt | lapsed, 1.0, np.where(moving, FOLLOW, 0.0))
    gain = np.where(moving & ~leapt, FOLLOW_VELOCITY, 0.0)
    part["estimate"][:, :3] = predicted + share[:, None] * innovation
    part["velocity"] += gain[:, None] * innovation / safe[:, None]
    part["velocity"][leapt | lapsed] = 0.0
    turn = np.where(believed, 0.8, 0.0)[:, None]
    aligned = _aligned(poses[:, 3:], part["estimate"][:, 3:])
    part["estimate"][:, 3:] = normalised((1 - turn) * part["estimate"][:, 3:] + turn * aligned)


def _judge(part: Part, poses: FloatArray, stamp: float) -> None:
    """Who stands still now: the anchored stay so until they leave; the others once their percepts lie together."""
    limit = np.maximum(MOVED_MIN_M, MOVED_SIGMAS * part["noise"])
    known = np.isfinite(part["stamps"])
    recent = known[:, -3:]
    last3 = np.where(recent[..., None], part["positions"][:, -3:], part["positions"][:, -1:])
    middle = np.sort(last3, axis=1)[:, 1]
    turns = _middle_turn(part)
    turned = angle_between(turns, part["anchor"][:, 3:])
    left = (np.linalg.norm(middle - part["anchor"][:, :3], axis=1) > limit) | (turned > TURNED_RAD)
    was_still = part["still"] > 0
    _settle(part, poses, was_still & ~left)
    arrived = ~was_still
    if arrived.any():
        some = {name: part[name][arrived] for name in ("stamps", "positions", "orientations")}
        arrived[arrived] = _together(some, stamp, limit[arrived], known[arrived])
        _anchor(part, arrived, known, turns)
    part["still"][:] = (was_still & ~left) | arrived
    part["velocity"][part["still"] > 0] = 0.0


def _together(part: Part, stamp: float, limit: FloatArray, known: BoolArray) -> BoolArray:
    """Whether the percepts of the last moment lie within noise of each other."""
    recent = known & (part["stamps"] >= stamp - 2 * STILL_S)
    # At low rates the last few percepts count, however long ago they were.
    recent[:, -STILL_COUNT:] |= known[:, -STILL_COUNT:]
    enough = recent.sum(axis=1) >= STILL_COUNT
    oldest = np.where(recent, part["stamps"], np.inf).min(axis=1)
    last = part["positions"][:, -1]
    positions = np.where(recent[..., None], part["positions"], last[:, None])
    centre = _median(np.where(recent[..., None], positions, np.inf), recent.sum(axis=1))
    spread = np.linalg.norm(positions - centre[:, None], axis=2)
    close = (np.where(recent, spread, 0.0) <= 1.2 * limit[:, None]).all(axis=1)
    first, second = _halves(positions, recent)
    steady = np.linalg.norm(second - first, axis=1) <= 0.8 * limit
    turns = angle_between(part["orientations"], part["orientations"][:, -1:])
    level = (np.where(recent, turns, 0.0) <= TURNED_RAD).all(axis=1)
    return enough & close & steady & level & (stamp - oldest >= STILL_S)


def _median(values: FloatArray, counts: IntArray) -> FloatArray:
    """Medians of the first `counts` of each row `(n, k, d)` once sorted; np.nanmedian takes a hundred times as long."""
    ordered, rows = np.sort(values, axis=1), np.arange(len(values))
    return (ordered[rows, (counts - 1) // 2] + ordered[rows, counts // 2]) / 2


def _halves(positions: FloatArray, recent: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Means of the older and the newer half of the recent percepts: a slow slide shows in their difference."""
    order = np.cumsum(recent, axis=1)
    total = order[:, -1:]
    older = recent & (2 * order <= total)
    newer = recent & (2 * order > total)
    return _mean(positions, older), _mean(positions, newer)


def _mean(positions: FloatArray, chosen: BoolArray) -> FloatArray:
    weights = chosen / np.maximum(chosen.sum(axis=1, keepdims=True), 1)
    return np.einsum("nk,nkd->nd", weights, positions)


def _anchor(part: Part, arrived: BoolArray, known: BoolArray, turns: FloatArray) -> None:
    """What has just come to rest stands at the middle of its latest percepts."""
    recent = known.copy()
    recent[:, : KEPT - STILL_COUNT] = False
    part["anchor"][arrived, :3] = _mean(part["positions"], recent)[arrived]
    part["anchor"][arrived, 3:] = turns[arrived]
    part["count"][arrived] = STILL_COUNT
    part["estimate"][arrived] = part["anchor"][arrived]


def _settle(part: Part, poses: FloatArray, stays: BoolArray) -> None:
    """What stays is averaged; a stray percept is not."""
    offset = poses[:, :3] - part["anchor"][:, :3]
    distance = np.linalg.norm(offset, axis=1)
    good = stays & (distance <= np.maximum(0.03, 6 * part["noise"]))
    part["count"][good] = np.minimum(part["count"][good] + 1, ANCHOR_COUNT)
    gain = np.where(good, 1 / np.maximum(part["count"], 1), 0.0)[:, None]
    part["anchor"][:, :3] += gain * offset
    aligned = _aligned(poses[:, 3:], part["anchor"][:, 3:])
    near = angle_between(aligned, part["anchor"][:, 3:]) <= TURNED_RAD
    gain = gain * near[:, None]
    part["anchor"][:, 3:] = normalised((1 - gain) * part["anchor"][:, 3:] + gain * aligned)
    good &= np.isfinite(part["stamps"][:, -3])
    # How far percepts are from being evenly spaced: a slow slide is not noise. Three axes share six variances each.
    bend = part["positions"][:, -1] - 2 * part["positions"][:, -2] + part["positions"][:, -3]
    square = np.minimum(np.einsum("ij,ij->i", bend, bend) / 18, (3 * part["noise"]) ** 2)
    variance = 0.95 * part["noise"] ** 2 + 0.05 * square
    part["noise"][good] = np.clip(np.sqrt(variance), *NOISE_RANGE_M)[good]
    part["estimate"][stays] = part["anchor"][stays]


def _middle_turn(part: Part) -> FloatArray:
    """The orientation nearest to the middle of the last three."""
    last = part["orientations"][:, -3:]
    known = np.isfinite(part["stamps"][:, -3:])
    last = np.where(known[..., None], last, last[:, -1:])
    aligned = _aligned(last, last[:, -1:])
    middle = np.sort(aligned, axis=1)[:, 1]
    # Three opposed turns may cancel; then the newest is as good as any.
    odd = np.linalg.norm(middle, axis=1) < 0.5
    middle[odd] = aligned[odd, -1]
    return normalised(middle)


def _aligned(quaternions: FloatArray, reference: FloatArray) -> FloatArray:
    """The same turns with the sign that is nearest to a reference."""
    opposed = np.sum(quaternions * reference, axis=-1, keepdims=True) < 0
    return np.where(opposed, -quaternions, quaternions)
