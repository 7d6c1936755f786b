"""Percepts of many things, followed over time: who stands still, where, and how fast the others go."""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from ..geometry import BoolArray, FloatArray, IntArray, normalised

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
# Half of 9 degrees: between quaternions angles are half as wide.
TURNED_COSINE = float(np.cos(np.radians(4.5)))
# No tracker errs by more than this many standard deviations; none holds a percept for longer than this.
STRAY_SIGMAS = 6.5
HELD_S = 0.5
# An anchor this near to a percept has nothing to learn from it.
EXACT_M = 0.0005
# How many percepts an anchor averages at most: beyond, slow drift would be averaged away.
ANCHOR_COUNT = 40
# Shares of the innovation that a moving thing's position, velocity and orientation take.
FOLLOW = 0.7
FOLLOW_VELOCITY = 0.35
FOLLOW_TURN = 0.8
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
    if not news.all():
        rows, poses, lapsed = rows[news], poses[news], lapsed[news]
    if not len(rows):
        return replace(tracks, seen=seen)
    table = {name: getattr(tracks, name).copy() for name in _NAMES}
    # Rows side by side are worked on in place, others on a copy.
    together = int(rows[-1]) - int(rows[0]) + 1 == len(rows)
    where = slice(int(rows[0]), int(rows[-1]) + 1) if together else rows
    part = {name: values[where] for name, values in table.items()}
    if lapsed.any():
        _restart(part, lapsed, poses)
    _push(part, poses, stamp)
    _follow(part, poses, stamp, lapsed)
    _judge(part, poses, stamp)
    if not together:
        for name, values in table.items():
            values[rows] = part[name]
    table["seen"] = seen
    return Tracks(**table)


def _repeated(tracks: Tracks, rows: IntArray, poses: FloatArray, stamp: float) -> BoolArray:
    """Which percepts of still things only repeat the last one, bit by bit: they tell nothing new.

    What is reported far away from where it stands, or in the same bits for long, is meant so.
    """
    same = tracks.still[rows] & (tracks.positions[rows, -1] == poses[:, :3]).all(axis=1)
    if not same.any():
        return same
    before = tracks.orientations[rows, -1]
    same &= (before == poses[:, 3:]).all(axis=1) | (before == -poses[:, 3:]).all(axis=1)
    distance = _length(poses[:, :3] - tracks.anchor[rows, :3])
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


def _push(part: Part, poses: FloatArray, stamp: float) -> None:
    for name in ("stamps", "positions", "orientations"):
        part[name][:, :-1] = part[name][:, 1:]
    part["stamps"][:, -1] = stamp
    part["positions"][:, -1] = poses[:, :3]
    part["orientations"][:, -1] = _aligned(poses[:, 3:], part["orientations"][:, -2])


def _follow(part: Part, poses: FloatArray, stamp: float, lapsed: BoolArray) -> None:
    """Alpha-beta for what moves. A leap is doubted once, and coasts; the second in a row is true."""
    before = part["seen"]
    elapsed = np.where(np.isfinite(before), stamp - before, 0.0)
    predicted = part["estimate"][:, :3] + part["velocity"] * np.minimum(elapsed, 0.2)[:, None]
    innovation = poses[:, :3] - predicted
    far = _length(innovation) > np.maximum(JUMP_M, JUMP_SPEED * np.minimum(elapsed, 0.3))
    share, gain, turn = FOLLOW, FOLLOW_VELOCITY, FOLLOW_TURN
    anew = lapsed
    if (far | lapsed).any():
        far &= ~lapsed
        # Two leaps in a row: the thing is elsewhere, and how it got there was not seen.
        leapt = far & (part["doubted"] > 0)
        far &= ~leapt
        anew = leapt | lapsed
        share = np.where(anew, 1.0, np.where(far, 0.0, FOLLOW))[:, None]
        gain = np.where(anew | far, 0.0, FOLLOW_VELOCITY)[:, None]
        turn = np.where(far, 0.0, FOLLOW_TURN)[:, None]
    part["doubted"][:] = far
    part["estimate"][:, :3] = predicted + share * innovation
    part["velocity"] += gain * innovation / np.maximum(elapsed, 1e-3)[:, None]
    part["velocity"][anew] = 0.0
    aligned = _aligned(poses[:, 3:], part["estimate"][:, 3:])
    part["estimate"][:, 3:] = normalised((1 - turn) * part["estimate"][:, 3:] + turn * aligned)


def _judge(part: Part, poses: FloatArray, stamp: float) -> None:
    """Who stands still now: the anchored stay so until they leave; the others once their percepts lie together."""
    limit = np.maximum(MOVED_MIN_M, MOVED_SIGMAS * part["noise"])
    last, turned = part["positions"][:, -3:], part["orientations"][:, -3:]
    known = np.isfinite(part["stamps"][:, -3:])
    if not known.all():
        last = np.where(known[..., None], last, last[:, -1:])
        turned = np.where(known[..., None], turned, turned[:, -1:])
    turns = _middle_turn(turned)
    anchor = part["anchor"]
    was_still = part["still"] > 0
    stays = was_still & (_length(_middle(last) - anchor[:, :3]) <= limit) & _is_near_turn(turns, anchor[:, 3:])
    arrived = ~was_still
    _settle(part, poses, stays)
    if arrived.any():
        some = {name: part[name][arrived] for name in ("stamps", "positions", "orientations")}
        arrived[arrived] = _together(some, stamp, limit[arrived])
        if arrived.any():
            _anchor(part, arrived, turns)
    part["still"][:] = stays | arrived
    part["velocity"][part["still"] > 0] = 0.0


def _together(part: Part, stamp: float, limit: FloatArray) -> BoolArray:
    """Whether the percepts of the last moment lie within noise of each other."""
    known = np.isfinite(part["stamps"])
    recent = known & (part["stamps"] >= stamp - 2 * STILL_S)
    # At low rates the last few percepts count, however long ago they were.
    recent[:, -STILL_COUNT:] |= known[:, -STILL_COUNT:]
    count = recent.sum(axis=1)
    oldest = np.where(recent, part["stamps"], np.inf).min(axis=1)
    within = (count >= STILL_COUNT) & (stamp - oldest >= STILL_S)
    last = part["positions"][:, -1]
    positions = np.where(recent[..., None], part["positions"], last[:, None])
    centre = _median(np.where(recent[..., None], positions, np.inf), count)
    spread = _length(positions - centre[:, None])
    within &= (np.where(recent, spread, 0.0) <= 1.2 * limit[:, None]).all(axis=1)
    if not within.any():
        return within
    first, second = _halves(positions, recent)
    within &= _length(second - first) <= 0.8 * limit
    level = _is_near_turn(part["orientations"], part["orientations"][:, -1:])
    return within & (level | ~recent).all(axis=1)


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


def _anchor(part: Part, arrived: BoolArray, turns: FloatArray) -> None:
    """What has just come to rest stands at the middle of its latest percepts."""
    recent = np.isfinite(part["stamps"])
    recent[:, : KEPT - STILL_COUNT] = False
    part["anchor"][arrived, :3] = _mean(part["positions"], recent)[arrived]
    part["anchor"][arrived, 3:] = turns[arrived]
    part["count"][arrived] = STILL_COUNT
    part["estimate"][arrived] = part["anchor"][arrived]


def _settle(part: Part, poses: FloatArray, stays: BoolArray) -> None:
    """What stays is averaged; a stray percept is not."""
    anchor, count, noise = part["anchor"], part["count"], part["noise"]
    offset = poses[:, :3] - anchor[:, :3]
    good = stays & (_length(offset) <= np.maximum(0.03, 6 * noise))
    count[:] = np.where(good, np.minimum(count + 1, ANCHOR_COUNT), count)
    gain = np.where(good, 1 / np.maximum(count, 1), 0.0)[:, None]
    anchor[:, :3] += gain * offset
    aligned = _aligned(poses[:, 3:], anchor[:, 3:])
    gain = gain * _is_near_turn(aligned, anchor[:, 3:])[:, None]
    anchor[:, 3:] = normalised((1 - gain) * anchor[:, 3:] + gain * aligned)
    good &= np.isfinite(part["stamps"][:, -3])
    # How far percepts are from being evenly spaced: a slow slide is not noise. Three axes share six variances each.
    bend = part["positions"][:, -1] - 2 * part["positions"][:, -2] + part["positions"][:, -3]
    square = np.minimum(np.einsum("ij,ij->i", bend, bend) / 18, (3 * noise) ** 2)
    spread = np.sqrt(0.95 * noise**2 + 0.05 * square)
    low, high = NOISE_RANGE_M
    noise[:] = np.where(good, np.minimum(np.maximum(spread, low), high), noise)
    part["estimate"][stays] = anchor[stays]


def _middle_turn(last: FloatArray) -> FloatArray:
    """The orientation nearest to the middle of the last three `(n, 3, 4)`."""
    aligned = _aligned(last, last[:, -1:])
    middle = _middle(aligned)
    # Three opposed turns may cancel; then the newest is as good as any.
    odd = _length(middle) < 0.5
    if odd.any():
        middle[odd] = aligned[odd, -1]
    return normalised(middle)


def _middle(three: FloatArray) -> FloatArray:
    """The middle one of each of the numbers of three `(n, 3, d)`."""
    a, b, c = three[:, 0], three[:, 1], three[:, 2]
    return np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))


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
