"""Whether arms of two lengths get from shoulders to things, past what is between: in closed form, for many at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray
from .effort import Effort, ReachSettings
from .goals import Goals
from .kinematics import cross
from .obstacles import Obstacles
from .posture import UP, Posture

# How many places of the elbow around the line from shoulder to hand are tried.
SWIVELS = 8
TURNS = 2 * np.pi * np.arange(SWIVELS) / SWIVELS
COSINES, SINES = np.cos(TURNS), np.sin(TURNS)
# Straight at the top, with the wrist bent and the hand dipping this far down on it, straight at the near side.
DIPS = ((0, 0.0), (0, 0.12), (1, 0.0))
# Bends and steps that are tried, as shares of the farthest; to turn is to make a very small step.
Move = tuple[float, float]
LEANS: tuple[Move, ...] = ((0.4, 0.0), (0.7, 0.0), (1.0, 0.0))
STEPS: tuple[Move, ...] = tuple((bend, step) for step in (0.01, 0.5, 1.0) for bend in (0.0, 0.7))
STAGES: tuple[tuple[Effort, tuple[Move, ...]], ...] = (
    (Effort.ARM, ((0.0, 0.0),)),
    (Effort.LEAN, LEANS),
    (Effort.STEP, STEPS),
)
# Up to so many tries are made in all ways at once, more one way after another, as most need only the first.
FEW = 24
NEAREST_M = 0.3
LEVEL = np.array([1.0, 1.0, 0.0])
# What is this near to being straight above or below needs no turn.
OVERHEAD_M = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Tries:
    """Pairs of somebody and a thing, `k` rows: who, the posture, the points to get to and what the arm is longer by.

    `bodily` are those who can lean and step.
    """

    who: IntArray
    neck: FloatArray
    ahead: FloatArray
    left: FloatArray
    upper: FloatArray
    fore: FloatArray
    side: FloatArray
    torso: FloatArray
    knee: FloatArray
    bodily: BoolArray
    points: FloatArray
    things: IntArray
    slack: FloatArray

    @classmethod
    def of(cls, people: Sequence[Posture], who: IntArray, goals: Goals, slack_m: FloatArray) -> "Tries":
        upper, fore, side, torso, knee = np.array(
            [(one.upper_arm, one.forearm, one.side, one.torso_length, one.knee_drop) for one in people]
        )[who].T
        neck = np.array([one.neck for one in people])[who]
        ahead, left = np.array([(one.ahead, one.left) for one in people])[who].transpose(1, 0, 2)
        bodily = np.array([one.body is not None for one in people], dtype=np.bool_)[who]
        points = goals.points(neck)
        return cls(who, neck, ahead, left, upper, fore, side, torso, knee, bodily, points, goals.rows, slack_m)

    def only(self, rows: IntArray) -> "Tries":
        return Tries(
            self.who[rows],
            self.neck[rows],
            self.ahead[rows],
            self.left[rows],
            self.upper[rows],
            self.fore[rows],
            self.side[rows],
            self.torso[rows],
            self.knee[rows],
            self.bodily[rows],
            self.points[rows],
            self.things[rows],
            self.slack[rows],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What may be in people's way, and which of it counts for whom `(people, m)`."""

    around: Obstacles
    counts: BoolArray

    @classmethod
    def of(cls, people: Sequence[Posture], around: Obstacles, settings: ReachSettings) -> "Surroundings":
        """What they can get at, but for what they are in.

        Who sits in a chair, or stands in a doorway whose frame is one box, is not held by it.
        """
        longest = [one.upper_arm + one.forearm + one.torso_length + settings.step_length for one in people]
        counts = np.array(
            [
                around.within(one.neck, far + 0.1) & ~around.within(one.neck, 0.0)
                for one, far in zip(people, longest, strict=True)
            ]
        ).reshape(len(people), -1)
        near: BoolArray = np.any(counts, axis=0)
        return cls(around.only(near), counts[:, near])

    def crossed(self, starts: FloatArray, ends: FloatArray, ignore: IntArray, who: IntArray) -> BoolArray:
        return self.around.crossed(starts, ends, ignore, counts=self.counts, who=who)


def human_efforts(
    people: Sequence[Posture],
    who: IntArray,
    goals: Goals,
    around: Obstacles,
    settings: ReachSettings,
    *,
    slack_m: FloatArray,
) -> list[Effort | None]:
    """The least effort for each of the goals, for the one of some people `who` wants it, None where none is enough.

    `slack_m` lengthens the arm for some.
    """
    found: list[Effort | None] = [None] * len(who)
    if not len(who):
        return found
    near, tries = Surroundings.of(people, around, settings), Tries.of(people, who, goals, slack_m)
    far = np.linalg.norm(tries.points - tries.neck[:, None], axis=2).min(axis=1)
    left, ahead = np.flatnonzero(~goals.shut), _is_ahead(tries, settings)
    for effort, moves in STAGES:
        for some in (moves,) if len(left) <= FEW else [(move,) for move in moves]:
            rows = left if effort is Effort.STEP else left[ahead[left]]
            if effort is not Effort.ARM:
                rows = rows[tries.bodily[rows]]
            rows = rows[far[rows] <= _longest(tries.only(rows), some, settings) + slack_m[rows]]
            if not len(rows):
                continue
            each, (bend, step) = np.repeat(rows, len(some)), np.tile(np.array(some).T, len(rows))
            shoulders, stands = _moved(tries.only(each), bend, step, near, settings)
            each, shoulders = each[stands], shoulders[stands]
            done = each[_reached(tries.only(each), shoulders, near, settings)]
            for row in set(done.tolist()):
                found[row] = effort
            left = left[~np.isin(left, done)]
    return found


def _longest(tries: Tries, moves: tuple[Move, ...], settings: ReachSettings) -> FloatArray:
    """How far from the neck an arm may end after the farthest of some moves."""
    lean = np.sin(np.radians(settings.lean_angle)) * tries.torso
    # Who bends forward also sinks.
    farthest = np.max([1.3 * lean * bend + settings.step_length * step for bend, step in moves], axis=0)
    return tries.upper + tries.fore + tries.side + farthest


def _is_ahead(tries: Tries, settings: ReachSettings) -> BoolArray:
    way = tries.points[:, 0] - tries.neck
    along, aside = np.einsum("ki,ki->k", way, tries.ahead), np.einsum("ki,ki->k", way, tries.left)
    off = np.abs(np.arctan2(aside, along))
    return (off <= np.radians(settings.forward_angle)) | (np.hypot(along, aside) < OVERHEAD_M)


def _moved(
    tries: Tries, bend: FloatArray, step: FloatArray, near: Surroundings, settings: ReachSettings
) -> tuple[FloatArray, BoolArray]:
    """Both shoulders `(k, 2, 3)` after bending and stepping towards each point, and whether one can stand there."""
    points, who, torso = tries.points[:, 0], tries.who, tries.torso[:, None]
    way = (points - tries.neck) * LEVEL
    far = np.linalg.norm(way, axis=1, keepdims=True)
    towards = np.where(far > 1e-6, way / np.maximum(far, 1e-6), tries.ahead)
    # Who steps turns to face the thing.
    facing = np.stack([-towards[:, 1], towards[:, 0], np.zeros(len(points))], axis=1)
    left = np.where(step[:, None] > 0.0, facing, tries.left)
    # Nobody steps past what they want to reach.
    stepped = tries.neck + np.minimum(step[:, None] * settings.step_length, np.maximum(far - NEAREST_M, 0.0)) * towards
    angle = np.radians(bend * settings.lean_angle)[:, None]
    neck = stepped + torso * (np.sin(angle) * towards - (1.0 - np.cos(angle)) * UP)
    side = tries.side[:, None] * left
    shoulders = np.stack([neck + side, neck - side], axis=1)
    nobody = np.full(len(points), -1, dtype=np.intp)
    # Nobody leans or walks through a screen, nor steps into a table.
    free = ~near.crossed(stepped, neck, nobody, who) if bend.any() else np.ones(len(points), dtype=np.bool_)
    if step.any():
        hips = stepped - torso * UP
        free &= ~near.crossed(tries.neck, stepped, nobody, who)
        free &= ~near.crossed(hips, stepped - tries.knee[:, None] * UP, nobody, who)
        free &= ~near.crossed(tries.neck - torso * UP, hips, nobody, who)
    return shoulders, free


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Shoulders `(k, 3)` from which an arm is to bring the wrist to points `(k, 3)`.

    `ignore` are the rows of the things there, `who` whose arm it is; `upper` and `fore` the lengths up to the wrist;
    `dip` is how far the hand goes down from it.
    """

    shoulders: FloatArray
    points: FloatArray
    ignore: IntArray
    who: IntArray
    upper: FloatArray
    fore: FloatArray
    dip: FloatArray


def _reached(tries: Tries, shoulders: FloatArray, near: Surroundings, settings: ReachSettings) -> BoolArray:
    """Which things some arm gets to: straight at the top or the near side, or dipping down from above."""
    count, ways, dips = len(tries.points), 2 * len(DIPS), np.array([dip for _, dip in DIPS])
    goal = np.stack([tries.points[:, which] + dip * UP for which, dip in DIPS], axis=1)
    stretch = Stretch(
        np.repeat(shoulders, len(DIPS), axis=1).reshape(-1, 3),
        np.tile(goal, (1, 2, 1)).reshape(-1, 3),
        np.repeat(tries.things, ways),
        np.repeat(tries.who, ways),
        np.repeat(tries.upper, ways),
        np.repeat(tries.fore + tries.slack, ways) - np.tile(dips, 2 * count),
        np.tile(dips, 2 * count),
    )
    return np.logical_or.reduce(_is_free(stretch, near, settings.hand_clearance).reshape(count, ways), axis=1)


def _is_free(ways: Stretch, near: Surroundings, clearance_m: float) -> BoolArray:
    """Which stretches are short enough and have a place for the elbow from which nothing is in the way."""
    far = np.linalg.norm(ways.points - ways.shoulders, axis=1)
    free = np.zeros(len(far), dtype=np.bool_)
    can = np.flatnonzero((far <= ways.upper + ways.fore) & (far > 1e-3))
    # A bent hand goes straight down; the last bit of the way is its own affair.
    bottoms = ways.points[can] - np.maximum(ways.dip[can] - clearance_m, 0.0)[:, None] * UP
    can = can[~near.crossed(ways.points[can], bottoms, ways.ignore[can], ways.who[can])]
    if not len(can):
        return free
    elbows = _elbows(ways, can, far[can])
    starts = np.broadcast_to(ways.shoulders[can, None], elbows.shape).reshape(-1, 3)
    wrists = np.broadcast_to(ways.points[can, None], elbows.shape)
    back = elbows - wrists
    short = np.maximum(clearance_m - ways.dip[can], 0.0)[:, None, None]
    tips = wrists + short * back / np.maximum(np.linalg.norm(back, axis=2, keepdims=True), 1e-6)
    ignore, who = np.repeat(ways.ignore[can], SWIVELS), np.repeat(ways.who[can], SWIVELS)
    clear = ~near.crossed(elbows.reshape(-1, 3), tips.reshape(-1, 3), ignore, who)
    clear[clear] = ~near.crossed(starts[clear], elbows.reshape(-1, 3)[clear], ignore[clear], who[clear])
    free[can] = clear.reshape(-1, SWIVELS).any(axis=1)
    return free


def _elbows(ways: Stretch, rows: IntArray, far: FloatArray) -> FloatArray:
    """Where the elbow may be, `(k, SWIVELS, 3)`: a circle around the line from shoulder to hand.

    A hand nearer than the two lengths allow is taken to be bent as far as they do.
    """
    shoulders, fore, upper = ways.shoulders[rows], ways.fore[rows], ways.upper[rows]
    unit = (ways.points[rows] - shoulders) / far[:, None]
    far = np.maximum(far, np.abs(upper - fore) + 1e-3)
    along = (upper**2 - fore**2 + far**2) / (2 * far)
    radius = np.sqrt(np.maximum(upper**2 - along**2, 0.0))
    # Any vector that is not along the line will do to begin with.
    first = cross(unit, np.where(np.abs(unit[:, 2:]) < 0.9, UP, np.array([1.0, 0.0, 0.0])))
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = cross(unit, first)
    round_about = COSINES[None, :, None] * first[:, None] + SINES[None, :, None] * second[:, None]
    return shoulders[:, None] + along[:, None, None] * unit[:, None] + radius[:, None, None] * round_about
