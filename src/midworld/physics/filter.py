"""An optional filter for tracked poses: what is left alone is predicted by physics, what a hand moves by its velocity.

Each thing has a few hypotheses: places where physics keeps it, and a motion. Percepts raise or lower their scores, and
the best one is the estimate. A percept no hypothesis explains is an outlier, or the first of a new place.
"""

from dataclasses import dataclass, fields, replace

import msgspec
import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, angle_between, interpolate, normalised
from .foresight import Foresight
from .resting import NOISE_RANGE_M
from .tracks import NOISE_M

PLACES = 4
MOTION = PLACES
NEVER = -np.inf
# How much worse than the best a hypothesis may count; more would make it forget too slowly.
LEAD = 30.0
# The scores, against the best, of a place no percept has confirmed yet, and of a thing's setting out.
BIRTH = -3.0
DEPARTURE = -4.0
# The share of gross errors, and the squared Mahalanobis distance at which a percept is as likely to be one.
OUTLIERS = 0.1
OUTLIER_DISTANCE = 4.0
# Places this near each other, squared, are one.
MERGED = 4.0
# What physics moves slower than this rests; what is seen too low is pushed out of its table at such speeds.
REST_M_S = 0.12
REST_SPREAD_M_S = 0.01
HAND_M_S = 0.4
# How fast an unseen thing may be thrown, in m/s.
THROWN_M_S = 1.5
# Orientations further apart are not noise: a box taken for its other end.
FLIP_RAD = 0.6
VOTES = 10.0


class Noise(msgspec.Struct, frozen=True, kw_only=True):
    """What a tracker's errors are like.

    `bias_m` is a constant error a resting thing may be seen with; `correlation_s` is how long an error lasts: percepts
    closer in time count only once. Without `handled` nothing is ever moved by hand. `fade_s` bounds what is averaged.
    """

    bias_m: float = 0.006
    correlation_s: float = 0.0
    handled: bool = True
    hand_m_s2: float = 4.0
    free_m_s2: float = 1.0
    fade_s: float = 60.0
    vanished_s: float = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """One row a thing, one column a hypothesis; the last is the motion. `mean` is a position and a velocity."""

    mean: FloatArray
    covariance: FloatArray
    score: FloatArray
    turn: FloatArray
    rival: FloatArray
    votes: FloatArray
    sigma: FloatArray
    seen: FloatArray
    stamp: float

    @classmethod
    def fresh(cls, count: int) -> "Beliefs":
        identity = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
        return cls(
            np.zeros((count, PLACES + 1, 6)),
            np.tile(np.eye(6), (count, PLACES + 1, 1, 1)),
            np.full((count, PLACES + 1), NEVER),
            identity,
            identity.copy(),
            np.zeros((count, 2)),
            np.full(count, NOISE_M),
            np.full(count, NEVER),
            NEVER,
        )

    @property
    def known(self) -> BoolArray:
        return np.isfinite(self.seen)

    @property
    def best(self) -> IntArray:
        return np.argmax(self.score, axis=1)

    @property
    def moving(self) -> BoolArray:
        """Which things are moved by something other than physics."""
        return self.known & (self.best == MOTION)

    @property
    def poses(self) -> FloatArray:
        """`(n, 7)`: the best hypotheses."""
        rows = np.arange(len(self.seen))
        return np.concatenate([self.mean[rows, self.best, :3], self.turn], axis=1)

    @property
    def covariances(self) -> FloatArray:
        """`(n, 3, 3)` of the positions."""
        return self.covariance[np.arange(len(self.seen)), self.best, :3, :3]


def filtered(
    beliefs: Beliefs,
    foresight: Foresight,
    rows: IntArray,
    poses: FloatArray,
    *,
    stamp: float,
    noise: Noise,
    covariances: FloatArray | None = None,
) -> Beliefs:
    """The beliefs after percepts `(k, 7)` of some rows; position covariances `(k, 3, 3)` if the tracker states them."""
    own = replace(beliefs, **{name: np.array(getattr(beliefs, name)) for name in _TABLES})
    seconds = stamp - beliefs.stamp if np.isfinite(beliefs.stamp) else 0.0
    if seconds > 0:
        _predict(own, foresight, seconds, noise)
    _give_up(own, stamp, noise)
    if len(rows):
        _look(own, rows, poses, covariances, stamp, noise)
    return replace(own, stamp=stamp)


_TABLES = tuple(item.name for item in fields(Beliefs) if item.name != "stamp")


def ray_covariance(eye: FloatArray, position: FloatArray, *, along: float, across: float) -> FloatArray:
    """That of a detector that judges distance worse than direction, both as shares of the distance."""
    ray = position - eye
    distance = max(float(np.linalg.norm(ray)), 1e-6)
    outer = np.outer(ray, ray) / distance**2
    # Nearer than this nothing is in focus: such a detection is a gross error, not a precise one.
    distance = max(distance, 0.3)
    return (across * distance) ** 2 * (np.eye(3) - outer) + (along * distance) ** 2 * outer


def _predict(own: Beliefs, foresight: Foresight, seconds: float, noise: Noise) -> None:
    every = np.arange(len(own.seen))
    place = np.argmax(own.score[:, :PLACES], axis=1)
    before = np.concatenate([own.mean[every, place, :3], own.turn], axis=1)
    twist = np.zeros((len(every), 6))
    twist[:, :3] = own.mean[every, place, 3:]
    after, velocity = foresight.ahead(before, twist, known=own.known, seconds=seconds)
    flies = np.zeros(own.score.shape, dtype=bool)
    flies[every, place] = np.linalg.norm(velocity[:, :3], axis=1) > REST_M_S
    own.mean[every, place, :3], own.mean[every, place, 3:] = after[:, :3], velocity[:, :3]
    free = own.known & (own.best != MOTION)
    own.turn[free] = after[free, 3:]
    # The motion goes on as it went.
    own.mean[:, MOTION, :3] += own.mean[:, MOTION, 3:] * seconds
    flies[:, MOTION] = True
    _spread(own.covariance, flies, seconds, noise)


def _spread(covariance: FloatArray, flies: BoolArray, seconds: float, noise: Noise) -> None:
    step = np.eye(6)
    step[:3, 3:] = np.eye(3) * seconds
    jerk = np.array([[seconds**3 / 3, seconds**2 / 2], [seconds**2 / 2, seconds]])
    unit = np.kron(jerk, np.eye(3))
    strength = np.full(flies.shape, noise.free_m_s2**2 * seconds)
    strength[:, MOTION] = noise.hand_m_s2**2 * seconds
    moved = step @ covariance @ step.T + strength[..., None, None] * unit
    rests = np.zeros_like(covariance)
    rests[..., :3, :3] = covariance[..., :3, :3] * (1 + seconds / noise.fade_s)
    rests[..., 3:, 3:] = np.eye(3) * REST_SPREAD_M_S**2
    covariance[:] = np.where(flies[..., None, None], moved, rests)


def _give_up(own: Beliefs, stamp: float, noise: Noise) -> None:
    """A motion that is no longer seen is left to physics."""
    lost = np.flatnonzero(own.moving & (stamp - own.seen > noise.vanished_s))
    if not len(lost):
        return
    _reseed(own, lost, np.argmin(own.score[lost, :PLACES], axis=1), np.full(len(lost), MOTION), 1.0)
    own.score[lost, MOTION] = NEVER


def _reseed(own: Beliefs, rows: IntArray, into: IntArray, source: IntArray, score: float) -> None:
    """Another hypothesis about what one says: from a motion to what physics makes of it, or the reverse."""
    best = own.score[rows].max(axis=1)
    own.mean[rows, into] = own.mean[rows, source]
    own.covariance[rows, into] = own.covariance[rows, source]
    speed = np.linalg.norm(own.mean[rows, into, 3:], axis=1, keepdims=True)
    slow = np.where(speed > THROWN_M_S, THROWN_M_S / np.maximum(speed, 1e-9), np.where(speed < 0.1, 0.0, 1.0))
    own.mean[rows, into, 3:] *= slow
    own.score[rows, into] = best + score


def _look(
    own: Beliefs, rows: IntArray, poses: FloatArray, covariances: FloatArray | None, stamp: float, noise: Noise
) -> None:
    first = ~np.isfinite(own.seen[rows])
    elapsed = np.where(first, 1.0, np.maximum(stamp - own.seen[rows], 1e-3))
    repeated = np.maximum(1.0, noise.correlation_s / elapsed)
    error = np.eye(3) * own.sigma[rows, None, None] ** 2 if covariances is None else covariances
    _begin(own, rows[first], poses[first], error[first])
    share = _weigh(own, rows, poses[:, :3], error, repeated, noise)
    own.seen[rows] = stamp
    if covariances is None:
        _learn(own, rows, poses[:, :3], share)
    unexplained = share.max(axis=1) < 0.5
    _found(own, rows[unexplained], poses[unexplained, :3], error[unexplained])
    own.score[rows] = np.maximum(own.score[rows] - own.score[rows].max(axis=1, keepdims=True), -LEAD)
    if noise.handled:
        _alternate(own, rows)
    _merge(own, rows)
    _turn(own, rows, poses[:, 3:], repeated)


def _begin(own: Beliefs, rows: IntArray, poses: FloatArray, error: FloatArray) -> None:
    if not len(rows):
        return
    _put(own, rows, np.zeros(len(rows), dtype=np.intp), poses[:, :3], error, np.zeros(len(rows)))
    own.turn[rows] = own.rival[rows] = poses[:, 3:]


def _put(own: Beliefs, rows: IntArray, into: IntArray, where: FloatArray, error: FloatArray, score: FloatArray) -> None:
    own.mean[rows, into, :3], own.mean[rows, into, 3:] = where, 0.0
    own.covariance[rows, into] = np.eye(6) * REST_SPREAD_M_S**2
    own.covariance[rows, into, :3, :3] = error
    own.score[rows, into] = score


def _weigh(
    own: Beliefs, rows: IntArray, where: FloatArray, error: FloatArray, repeated: FloatArray, noise: Noise
) -> FloatArray:
    """Scores and moves every hypothesis; gives the probability that each explains its percept."""
    mean, covariance = own.mean[rows], own.covariance[rows]
    bias = np.zeros(PLACES + 1)
    bias[:PLACES] = noise.bias_m**2
    sensor = error[:, None] + np.eye(3) * noise.bias_m**2
    spread = covariance[..., :3, :3] + sensor
    away = where[:, None] - mean[..., :3]
    distance = np.einsum("nhi,nhi->nh", away, np.linalg.solve(spread, away[..., None])[..., 0])
    # In units of the sensor's own density, so that near and far hypotheses compare.
    sharpness = np.sqrt(np.linalg.det(sensor) / np.linalg.det(spread))
    hit = (1 - OUTLIERS) * np.exp(-distance / 2) * sharpness
    miss = OUTLIERS * np.exp(-OUTLIER_DISTANCE / 2)
    share = hit / (hit + miss)
    own.score[rows] += np.log(hit + miss) / repeated[:, None]
    doubt = repeated[:, None] / np.maximum(share, 1e-3)
    blurred = doubt[..., None, None] * error[:, None] + bias[:, None, None] * np.eye(3)
    innovation: FloatArray = covariance[..., :3, :3] + blurred
    gain: FloatArray = covariance[..., :3] @ np.linalg.inv(innovation)
    own.mean[rows] = mean + (gain @ away[..., None])[..., 0]
    reduced: FloatArray = covariance - gain @ covariance[..., :3, :]
    own.covariance[rows] = (reduced + np.swapaxes(reduced, -1, -2)) / 2
    return np.where(np.isfinite(own.score[rows]), share, 0.0)


def _learn(own: Beliefs, rows: IntArray, where: FloatArray, share: FloatArray) -> None:
    """What rests tells how noisy its tracker is."""
    best = own.best[rows]
    rests = (best != MOTION) & (share[np.arange(len(rows)), best] > 0.5)
    away = np.sum((where - own.mean[rows, best, :3]) ** 2, axis=1) / 3
    sigma = np.sqrt(0.95 * own.sigma[rows] ** 2 + 0.05 * away)
    own.sigma[rows] = np.where(rests, np.clip(sigma, *NOISE_RANGE_M), own.sigma[rows])


def _found(own: Beliefs, rows: IntArray, where: FloatArray, error: FloatArray) -> None:
    if len(rows):
        worst = np.argmin(own.score[rows, :PLACES], axis=1)
        _put(own, rows, worst, where, error, own.score[rows].max(axis=1) + BIRTH)


def _alternate(own: Beliefs, rows: IntArray) -> None:
    """What rests may set out at any time, and what moves may be let go."""
    best = own.best[rows]
    rests = rows[(best != MOTION) & (own.score[rows, MOTION] < DEPARTURE)]
    if len(rests):
        _reseed(own, rests, np.full(len(rests), MOTION), own.best[rests], DEPARTURE)
        own.covariance[rests, MOTION, 3:, 3:] = np.eye(3) * HAND_M_S**2
        own.covariance[rests, MOTION, :3, 3:] = own.covariance[rests, MOTION, 3:, :3] = 0.0
    goes = rows[(best == MOTION) & (own.score[rows, :PLACES].max(axis=1) < BIRTH)]
    if len(goes):
        worst = np.argmin(own.score[goes, :PLACES], axis=1)
        _reseed(own, goes, worst, np.full(len(goes), MOTION), BIRTH)


def _merge(own: Beliefs, rows: IntArray) -> None:
    best = np.argmax(own.score[rows, :PLACES], axis=1)
    away = own.mean[rows, :PLACES, :3] - own.mean[rows, best, None, :3]
    spread = own.covariance[rows, :PLACES, :3, :3] + own.covariance[rows, best, None, :3, :3]
    distance = np.einsum("nhi,nhi->nh", away, np.linalg.solve(spread, away[..., None])[..., 0])
    same = distance < MERGED
    same[np.arange(len(rows)), best] = False
    own.score[rows, :PLACES] = np.where(same, NEVER, own.score[rows, :PLACES])


def _turn(own: Beliefs, rows: IntArray, turns: FloatArray, repeated: FloatArray) -> None:
    """Averages orientations; a flip is believed once it has been seen more often than its contrary."""
    near = angle_between(turns, own.turn[rows]) < FLIP_RAD
    other = ~near & (angle_between(turns, own.rival[rows]) < FLIP_RAD)
    votes = own.votes[rows]
    one = 1.0 / repeated
    votes[:, 0] = np.where(near, np.minimum(votes[:, 0] + one, VOTES), np.maximum(votes[:, 0] - one, 0.0))
    votes[:, 1] = np.where(near, np.maximum(votes[:, 1] - one, 0.0), np.where(other, votes[:, 1] + one, one))
    gain = np.where(own.moving[rows], 0.7, np.maximum(1 / np.maximum(votes[:, 0], 1.0) / repeated / 2, 0.02))
    pose = np.zeros((len(rows), 7))
    seen = np.zeros((len(rows), 7))
    pose[:, 3:], seen[:, 3:] = own.turn[rows], turns
    blended = interpolate(pose, seen, gain)[:, 3:]
    own.turn[rows] = np.where(near[:, None], normalised(blended), own.turn[rows])
    own.rival[rows] = np.where(near[:, None], own.rival[rows], turns)
    flip = votes[:, 1] > votes[:, 0]
    own.turn[rows[flip]], own.rival[rows[flip]] = own.rival[rows[flip]], own.turn[rows[flip]]
    votes[flip] = votes[flip][:, ::-1]
    own.votes[rows] = votes
