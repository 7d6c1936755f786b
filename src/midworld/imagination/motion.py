"""How a driven body moves while an action lasts: an offset from where it starts and a turn about one fixed axis."""

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import msgspec
import numpy as np

from ..geometry import FloatArray, Vector3

UP: Vector3 = (0.0, 0.0, 1.0)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds of a base in motion: m/s, rad/s, m/s2, rad/s2."""

    linear: float
    angular: float
    linear_acceleration: float
    angular_acceleration: float


# The paper's Table I.
FAST = Limits(0.55, 1.00, 2.50, 3.20)
SLOW = Limits(0.30, 1.00, 1.40, 2.00)


class Motion(Protocol):
    """A prescribed motion, the same for every engine."""

    @property
    def axis(self) -> Vector3:
        """Of the fixed frame; what is turned, is turned about this."""
        ...

    @property
    def duration(self) -> float: ...

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Offsets `(k, 3)` of the body's origin and angles `(k,)`; it stands still before 0 and after the end."""
        ...


@runtime_checkable
class Chancy(Protocol):
    """A motion that goes otherwise in each run, about the same axis and for as long."""

    def thrown(self, dice: tuple[int, int]) -> Motion:
        """How it goes in the run with this seed and number."""
        ...


def motion_of(motion: Motion, dice: tuple[int, int]) -> Motion:
    """A motion as it goes in one run."""
    return motion.thrown(dice) if isinstance(motion, Chancy) else motion


@dataclass(frozen=True, slots=True)
class Trapezoid:
    """Speeds up, cruises and slows down over a length; with an infinite acceleration it starts and stops at once."""

    length: float
    speed: float
    acceleration: float = math.inf

    @property
    def _ramp(self) -> tuple[float, float]:
        """Seconds of speeding up, and the speed reached."""
        if math.isinf(self.acceleration):
            return 0.0, self.speed
        peak = min(self.speed, math.sqrt(abs(self.length) * self.acceleration))
        return peak / self.acceleration, peak

    @property
    def duration(self) -> float:
        ramp, peak = self._ramp
        return 2 * ramp + (abs(self.length) - ramp * peak) / peak if peak else 0.0

    def at(self, seconds: FloatArray) -> FloatArray:
        """How far along, signed as the length is."""
        ramp, peak = self._ramp
        t = np.clip(seconds, 0.0, self.duration)
        cruise = np.clip(t - ramp, 0.0, self.duration - 2 * ramp)
        rate = 0.0 if math.isinf(self.acceleration) else self.acceleration
        rising, falling = np.minimum(t, ramp), np.clip(self.duration - t, 0.0, ramp)
        rest = ramp * peak / 2
        along = (
            rate * rising**2 / 2 + peak * cruise + np.where(t > self.duration - ramp, rest - rate * falling**2 / 2, 0)
        )
        return math.copysign(1.0, self.length) * along


@dataclass(frozen=True, slots=True)
class Straight:
    """Along a unit direction."""

    direction: Vector3
    profile: Trapezoid
    axis: Vector3 = UP

    @property
    def duration(self) -> float:
        return self.profile.duration

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        return self.profile.at(seconds)[:, None] * np.asarray(self.direction), np.zeros(len(seconds))


@dataclass(frozen=True, slots=True)
class Turn:
    """About a unit axis through a pivot, which is given from the body's origin along the fixed axes."""

    axis: Vector3
    pivot: Vector3
    profile: Trapezoid

    @property
    def duration(self) -> float:
        return self.profile.duration

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        angles = self.profile.at(seconds)
        return _orbit(self.axis, self.pivot, angles), angles


@dataclass(frozen=True, slots=True)
class Legs:
    """Straight legs between corners `(x, y)`; stops and turns on the spot at each, by the change of direction.

    `arm` is from where the driver turns to the body's origin: zero where the body itself is driven.
    """

    path: tuple[tuple[float, float], ...]
    limits: Limits
    arm: Vector3 = (0.0, 0.0, 0.0)
    axis: Vector3 = UP

    def _phases(self) -> tuple[tuple[tuple[float, float], Trapezoid, Trapezoid], ...]:
        """Of each leg its direction, the turn before it and the drive along it."""
        points = np.asarray(self.path, dtype=np.float64)
        steps = [step for step in np.diff(points, axis=0) if float(np.linalg.norm(step)) > 1e-9]
        headings = [math.atan2(step[1], step[0]) for step in steps]
        some: list[tuple[tuple[float, float], Trapezoid, Trapezoid]] = []
        for number, (step, heading) in enumerate(zip(steps, headings, strict=True)):
            turn = _wrapped(heading - headings[number - 1]) if number else 0.0
            length = float(np.linalg.norm(step))
            some.append(
                (
                    (float(step[0]) / length, float(step[1]) / length),
                    Trapezoid(turn, self.limits.angular, self.limits.angular_acceleration),
                    Trapezoid(length, self.limits.linear, self.limits.linear_acceleration),
                )
            )
        return tuple(some)

    @property
    def duration(self) -> float:
        return sum(turn.duration + drive.duration for _, turn, drive in self._phases())

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        offsets, angles = np.zeros((len(seconds), 3)), np.zeros(len(seconds))
        begun = 0.0
        for direction, turn, drive in self._phases():
            angles += turn.at(seconds - begun)
            begun += turn.duration
            offsets[:, :2] += drive.at(seconds - begun)[:, None] * np.asarray(direction)
            begun += drive.duration
        back = (-self.arm[0], -self.arm[1], -self.arm[2])
        return offsets + _orbit(self.axis, back, angles), angles


@dataclass(frozen=True, slots=True)
class InTurn:
    """One motion after another, all about one axis."""

    motions: tuple[Motion, ...]

    @property
    def axis(self) -> Vector3:
        return next((motion.axis for motion in self.motions if motion.axis != UP), UP)

    @property
    def duration(self) -> float:
        return sum(motion.duration for motion in self.motions)

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        offsets, angles = np.zeros((len(seconds), 3)), np.zeros(len(seconds))
        begun = 0.0
        for motion in self.motions:
            moved, turned = motion.at(seconds - begun)
            offsets, angles = offsets + moved, angles + turned
            begun += motion.duration
        return offsets, angles


def _orbit(axis: Vector3, pivot: Vector3, angles: FloatArray) -> FloatArray:
    """How far a point moves that is turned about an axis through a pivot: Rodrigues' formula."""
    unit, arm = np.asarray(axis), -np.asarray(pivot)
    sine, cosine = np.sin(angles)[:, None], np.cos(angles)[:, None]
    turned = arm * cosine + np.cross(unit, arm) * sine + unit * (unit @ arm) * (1 - cosine)
    return turned - arm


def _wrapped(angle: float) -> float:
    return math.remainder(angle, 2 * math.pi)
