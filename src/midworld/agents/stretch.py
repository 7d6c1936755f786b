"""Whether an arm of two lengths gets from a shoulder to a thing, and past what is between: in closed form."""

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
FEW = 24
NEAREST_M = 0.3
LEVEL = np.array([1.0, 1.0, 0.0])
# What is this near to being straight above or below needs no turn.
OVERHEAD_M = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Shoulders `(k, 3)` from which an arm is to bring the wrist to points `(k, 3)`.

    `ignore` are the rows of the things there; `upper` and `fore` the lengths up to the wrist; `dip` is how far the hand
    goes down from it.
    """

    shoulders: FloatArray
    points: FloatArray
    ignore: IntArray
    upper: float
    fore: FloatArray
    dip: FloatArray


def human_effort(
    posture: Posture, goals: Goals, around: Obstacles, settings: ReachSettings, *, slack_m: FloatArray
) -> list[Effort | None]:
    """The least effort for each thing, None where no effort is enough; `slack_m` lengthens the arm for some."""
    longest = posture.upper_arm + posture.forearm + posture.torso_length + settings.step_length
    near = around.only(around.within(posture.neck, longest + 0.1))
    # Who sits in a chair, or stands in a doorway whose frame is one box, is not held by it.
    near = near.only(~near.within(posture.neck, 0.0))
    found: list[Effort | None] = [None] * len(goals.ids)
    points = goals.points(posture.neck)
    far = np.linalg.norm(points - posture.neck, axis=2).min(axis=1)
    left = np.flatnonzero(~goals.shut)
    ahead = _is_ahead(posture, points[:, 0], settings)
    stages: list[tuple[Effort, tuple[Move, ...]]] = [(Effort.ARM, ((0.0, 0.0),))]
    if posture.body is not None:
        stages += [(Effort.LEAN, LEANS), (Effort.STEP, STEPS)]
    for effort, moves in stages:
        # A few things are tried in all ways at once, many one way after another, as most need only the first.
        few = len(left) <= FEW
        for some in (moves,) if few else [(move,) for move in moves]:
            rows = left if effort is Effort.STEP else left[ahead[left]]
            rows = rows[far[rows] <= _longest(posture, some, settings) + slack_m[rows]]
            if not len(rows):
                continue
            each, bend, step = np.repeat(rows, len(some)), *np.tile(np.array(some).T, len(rows))
            shoulders, stands = _moved(posture, points[each, 0], bend, step, near, settings)
            each, shoulders = each[stands], shoulders[stands]
            done = each[_reached(posture, shoulders, points[each], goals.rows[each], near, settings, slack_m[each])]
            for row in set(done.tolist()):
                found[row] = effort
            left = left[~np.isin(left, done)]
    return found


def _longest(posture: Posture, moves: tuple[Move, ...], settings: ReachSettings) -> float:
    """How far from the neck an arm may end after the farthest of some moves."""
    lean = np.sin(np.radians(settings.lean_angle)) * posture.torso_length
    # Who bends forward also sinks.
    farthest = max(1.3 * lean * bend + settings.step_length * step for bend, step in moves)
    return posture.upper_arm + posture.forearm + posture.side + float(farthest)


def _is_ahead(posture: Posture, points: FloatArray, settings: ReachSettings) -> BoolArray:
    way = points - posture.neck
    along, aside = way @ posture.ahead, way @ posture.left
    off = np.abs(np.arctan2(aside, along))
    return (off <= np.radians(settings.forward_angle)) | (np.hypot(along, aside) < OVERHEAD_M)


def _moved(
    posture: Posture, points: FloatArray, bend: FloatArray, step: FloatArray, near: Obstacles, settings: ReachSettings
) -> tuple[FloatArray, BoolArray]:
    """Both shoulders `(k, 2, 3)` after bending and stepping towards each point, and whether one can stand there."""
    way = (points - posture.neck) * LEVEL
    far = np.linalg.norm(way, axis=1, keepdims=True)
    towards = np.where(far > 1e-6, way / np.maximum(far, 1e-6), posture.ahead)
    # Who steps turns to face the thing.
    facing = np.stack([-towards[:, 1], towards[:, 0], np.zeros(len(points))], axis=1)
    left = np.where(step[:, None] > 0.0, facing, posture.left)
    # Nobody steps past what they want to reach.
    stepped = (
        posture.neck + np.minimum(step[:, None] * settings.step_length, np.maximum(far - NEAREST_M, 0.0)) * towards
    )
    angle = np.radians(bend * settings.lean_angle)[:, None]
    neck = stepped + posture.torso_length * (np.sin(angle) * towards - (1.0 - np.cos(angle)) * UP)
    shoulders = np.stack([neck + posture.side * left, neck - posture.side * left], axis=1)
    nobody = np.full(len(points), -1, dtype=np.intp)
    # Nobody leans or walks through a screen, nor steps into a table.
    free = ~near.crossed(stepped, neck, nobody) if bend.any() else np.ones(len(points), dtype=np.bool_)
    if step.any():
        hips = stepped - posture.torso_length * UP
        begin = np.broadcast_to(posture.neck, neck.shape)
        free &= ~near.crossed(begin, stepped, nobody)
        free &= ~near.crossed(hips, stepped - posture.knee_drop * UP, nobody)
        free &= ~near.crossed(begin - posture.torso_length * UP, hips, nobody)
    return shoulders, free


def _reached(
    posture: Posture,
    shoulders: FloatArray,
    points: FloatArray,
    things: IntArray,
    near: Obstacles,
    settings: ReachSettings,
    slack_m: FloatArray,
) -> BoolArray:
    """Which things some arm gets to: straight at the top or the near side, or dipping down from above."""
    count, ways = len(points), 2 * len(DIPS)
    goal = np.stack([points[:, which] + dip * UP for which, dip in DIPS], axis=1)
    stretch = Stretch(
        np.repeat(shoulders, len(DIPS), axis=1).reshape(-1, 3),
        np.tile(goal, (1, 2, 1)).reshape(-1, 3),
        np.repeat(things, ways),
        posture.upper_arm,
        posture.forearm + np.repeat(slack_m, ways) - np.tile([dip for _, dip in DIPS], 2 * count),
        np.tile([dip for _, dip in DIPS], 2 * count),
    )
    return np.logical_or.reduce(_is_free(stretch, near, settings.hand_clearance).reshape(count, ways), axis=1)


def _is_free(ways: Stretch, near: Obstacles, clearance_m: float) -> BoolArray:
    """Which stretches are short enough and have a place for the elbow from which nothing is in the way."""
    far = np.linalg.norm(ways.points - ways.shoulders, axis=1)
    free = np.zeros(len(far), dtype=np.bool_)
    can = np.flatnonzero((far <= ways.upper + ways.fore) & (far > 1e-3))
    # A bent hand goes straight down; the last bit of the way is its own affair.
    bottoms = ways.points[can] - np.maximum(ways.dip[can] - clearance_m, 0.0)[:, None] * UP
    can = can[~near.crossed(ways.points[can], bottoms, ways.ignore[can])]
    if not len(can):
        return free
    elbows = _elbows(ways, can, far[can])
    starts = np.broadcast_to(ways.shoulders[can, None], elbows.shape).reshape(-1, 3)
    wrists = np.broadcast_to(ways.points[can, None], elbows.shape)
    back = elbows - wrists
    short = np.maximum(clearance_m - ways.dip[can], 0.0)[:, None, None]
    tips = wrists + short * back / np.maximum(np.linalg.norm(back, axis=2, keepdims=True), 1e-6)
    ignore = np.repeat(ways.ignore[can], SWIVELS)
    clear = ~near.crossed(elbows.reshape(-1, 3), tips.reshape(-1, 3), ignore)
    clear[clear] = ~near.crossed(starts[clear], elbows.reshape(-1, 3)[clear], ignore[clear])
    free[can] = clear.reshape(-1, SWIVELS).any(axis=1)
    return free


def _elbows(ways: Stretch, rows: IntArray, far: FloatArray) -> FloatArray:
    """Where the elbow may be, `(k, SWIVELS, 3)`: a circle around the line from shoulder to hand.

    A hand nearer than the two lengths allow is taken to be bent as far as they do.
    """
    shoulders, fore, upper = ways.shoulders[rows], ways.fore[rows], ways.upper
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
