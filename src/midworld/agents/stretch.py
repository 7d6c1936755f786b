"""Whether an arm of two lengths gets from a shoulder to a thing, and past what is between: in closed form."""

from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray
from .effort import Effort, ReachSettings
from .goals import Goals
from .obstacles import BoolArray, Obstacles
from .posture import UP, Posture

# How many places of the elbow around the line from shoulder to hand are tried.
SWIVELS = 8
# A hand may also dip straight down this far, with the wrist bent.
DIP_M = 0.12
# Bends and steps that are tried, as shares of the farthest.
BENDS = (0.4, 0.7, 1.0)
STEPS = (0.0, 0.5, 1.0)
# What is this near to being straight above or below needs no turn.
OVERHEAD_M = 0.15
# How far below the shoulders the knees are.
KNEE_M = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Shoulders `(k, 3)` from which an arm is to reach points `(k, 3)`; `ignore` are the rows of the things there."""

    shoulders: FloatArray
    points: FloatArray
    ignore: np.ndarray[tuple[int], np.dtype[np.intp]]


def human_effort(
    posture: Posture, goals: Goals, around: Obstacles, settings: ReachSettings, *, slack_m: FloatArray
) -> list[Effort | None]:
    """The least effort for each thing, None where no effort is enough; `slack_m` lengthens the arm for some."""
    longest = posture.upper_arm + posture.forearm + settings.torso_length + settings.step_length
    near = around.only(around.within(posture.neck, longest + 0.1))
    # Who sits in a chair, or stands in a doorway whose frame is one box, is not held by it.
    near = near.only(~near.within(posture.neck, 0.0))
    found: list[Effort | None] = [None] * len(goals.ids)
    points = goals.points(posture.neck)
    left = np.flatnonzero(~goals.shut & (np.linalg.norm(points[:, 1] - posture.neck, axis=1) < longest))
    ahead = _is_ahead(posture, points[:, 0], settings)
    stages = [(Effort.ARM, False, (0.0, 0.0))]
    if posture.bends:
        stages += [(Effort.LEAN, False, (bend, 0.0)) for bend in BENDS]
        stages += [(Effort.STEP, True, (bend, step)) for step in STEPS for bend in (0.0, BENDS[1])]
    for effort, anywhere, (bend, step) in stages:
        rows = left if anywhere else left[ahead[left]]
        if not len(rows):
            continue
        shoulders, stands = _moved(posture, points[rows, 0], bend, step, near, settings)
        done = _reached(posture, shoulders, goals, rows, points[rows], near, settings, slack_m[rows]) & stands
        for row in rows[done].tolist():
            found[row] = effort
        left = np.setdiff1d(left, rows[done], assume_unique=True)
    return found


def _is_ahead(posture: Posture, points: FloatArray, settings: ReachSettings) -> BoolArray:
    way = points - posture.neck
    along, aside = way @ posture.ahead, way @ posture.left
    off = np.abs(np.arctan2(aside, along))
    return (off <= np.radians(settings.forward_angle)) | (np.hypot(along, aside) < OVERHEAD_M)


def _moved(
    posture: Posture, points: FloatArray, bend: float, step: float, near: Obstacles, settings: ReachSettings
) -> tuple[FloatArray, BoolArray]:
    """Both shoulders `(k, 2, 3)` after bending and stepping towards each point, and whether one can stand there."""
    way = (points - posture.neck) * [1.0, 1.0, 0.0]
    far = np.linalg.norm(way, axis=1, keepdims=True)
    towards = np.where(far > 1e-6, way / np.maximum(far, 1e-6), posture.ahead)
    # Turning costs nothing once one steps; who stays turns shoulders with the rest.
    left = np.cross(UP, towards) if step > 0.0 else np.broadcast_to(posture.left, towards.shape)
    # Nobody steps past what they want to reach, nor bends over more than it takes to face it.
    stepped = posture.neck + np.minimum(step * settings.step_length, np.maximum(far - 0.3, 0.0)) * towards
    angle = np.radians(bend * settings.lean_angle)
    sunk = (1.0 - np.cos(angle)) * settings.torso_length
    neck = stepped + np.sin(angle) * settings.torso_length * towards - sunk * UP
    shoulders = np.stack([neck + posture.side * left, neck - posture.side * left], axis=1)
    nobody = np.full(len(points), -1, dtype=np.intp)
    # Nobody leans or walks through a screen, nor steps into a table.
    free = ~near.crossed(stepped, neck, nobody)
    if step > 0.0:
        free &= ~near.crossed(np.broadcast_to(posture.neck, neck.shape), stepped, nobody)
        hips = stepped - settings.torso_length * UP
        free &= ~near.crossed(hips, stepped - KNEE_M * UP, nobody)
        free &= ~near.crossed(np.broadcast_to(posture.neck - settings.torso_length * UP, hips.shape), hips, nobody)
    return shoulders, free


def _reached(
    posture: Posture,
    shoulders: FloatArray,
    goals: Goals,
    rows: np.ndarray[tuple[int], np.dtype[np.intp]],
    points: FloatArray,
    near: Obstacles,
    settings: ReachSettings,
    slack_m: FloatArray,
) -> BoolArray:
    """Which things some arm gets to: straight at the top or the near side, or dipping down from above."""
    reached = np.zeros(len(rows), dtype=np.bool_)
    upper, fore = posture.upper_arm, posture.forearm
    for arm in (0, 1):
        for goal, dip in ((0, 0.0), (0, DIP_M), (1, 0.0)):
            todo = np.flatnonzero(~reached)
            if not len(todo):
                return reached
            ways = Stretch(shoulders[todo, arm], points[todo, goal] + dip * UP, goals.rows[rows[todo]])
            lengths = (upper, fore - dip + slack_m[todo])
            reached[todo] = _is_free(ways, lengths, dip, near, settings.hand_clearance)
    return reached


def _is_free(
    ways: Stretch, lengths: tuple[float, FloatArray], dip: float, near: Obstacles, clearance_m: float
) -> BoolArray:
    """Which stretches are short enough and have a place for the elbow from which nothing is in the way."""
    upper, fore = lengths
    line = ways.points - ways.shoulders
    far = np.linalg.norm(line, axis=1)
    free = np.zeros(len(far), dtype=np.bool_)
    can = np.flatnonzero((far <= upper + fore) & (far > 1e-3))
    if not len(can):
        return free
    elbows = _elbows(ways.shoulders[can], line[can], far[can], upper, fore[can])
    starts = np.broadcast_to(ways.shoulders[can, None], elbows.shape)
    wrists = np.broadcast_to(ways.points[can, None], elbows.shape)
    ignore = np.repeat(ways.ignore[can], SWIVELS)
    clear = ~near.crossed(starts.reshape(-1, 3), elbows.reshape(-1, 3), ignore)
    # The last bit of the way is the hand's own affair; a bent hand goes straight down.
    short = max(clearance_m - dip, 0.0)
    back = elbows - wrists
    tips = wrists + short * back / np.maximum(np.linalg.norm(back, axis=2, keepdims=True), 1e-6)
    clear &= ~near.crossed(elbows.reshape(-1, 3), tips.reshape(-1, 3), ignore)
    free[can] = clear.reshape(-1, SWIVELS).any(axis=1)
    if dip > clearance_m:
        bottoms = ways.points - (dip - clearance_m) * UP
        free[can] &= ~near.crossed(ways.points[can], bottoms[can], ways.ignore[can])
    return free


def _elbows(shoulders: FloatArray, line: FloatArray, far: FloatArray, upper: float, fore: FloatArray) -> FloatArray:
    """Where the elbow may be, `(k, SWIVELS, 3)`: a circle around the line from shoulder to hand.

    A hand nearer than the two lengths allow is taken to be bent as far as they do.
    """
    far = np.maximum(far, np.abs(upper - fore) + 1e-3)
    along = (upper**2 - fore**2 + far**2) / (2 * far)
    radius = np.sqrt(np.maximum(upper**2 - along**2, 0.0))
    unit = line / np.linalg.norm(line, axis=1, keepdims=True)
    # Any vector that is not along the line will do to begin with.
    other = np.where(np.abs(unit[:, 2:]) < 0.9, UP, np.array([1.0, 0.0, 0.0]))
    first = np.cross(unit, other)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(unit, first)
    turns = 2 * np.pi * np.arange(SWIVELS) / SWIVELS
    round_about = np.cos(turns)[None, :, None] * first[:, None] + np.sin(turns)[None, :, None] * second[:, None]
    return shoulders[:, None] + along[:, None, None] * unit[:, None] + radius[:, None, None] * round_about
