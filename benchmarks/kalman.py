"""The filters to beat: a constant-velocity Kalman filter, a running median, and the last percept."""

from collections import deque

import numpy as np

from midworld.geometry import FloatArray

# What an object may do before it is seen twice.
FIRST_M_S = 0.3


class ConstantVelocity:
    """A Kalman filter for the position of one thing; `accelerations` is the spread of what it does, in m/s2 per root s.

    `gate` is the squared Mahalanobis distance beyond which a percept is taken for an outlier, `coast_s` how long an
    unseen thing goes on as it went: without a bound a dropout carries it out of the room.
    """

    def __init__(self, accelerations: float, *, gate: float = np.inf, coast_s: float = np.inf) -> None:
        self._strength = accelerations**2
        self._gate, self._coast_s = gate, coast_s
        self._mean: FloatArray = np.zeros(6)
        self._covariance: FloatArray = np.zeros((6, 6))
        self._stamp = self._seen = -np.inf

    def position(self, stamp: float) -> FloatArray:
        """Where it is by now; not a number before it was first seen."""
        if not np.isfinite(self._stamp):
            return np.full(3, np.nan)
        return self._mean[:3] + self._mean[3:] * max(0.0, min(stamp, self._seen + self._coast_s) - self._stamp)

    def see(self, stamp: float, position: FloatArray, covariance: FloatArray) -> None:
        if not np.isfinite(self._stamp):
            self._mean = np.concatenate([position, np.zeros(3)])
            self._covariance = np.zeros((6, 6))
            self._covariance[:3, :3], self._covariance[3:, 3:] = covariance, np.eye(3) * FIRST_M_S**2
        else:
            self._advance(stamp)
            self._correct(position, covariance)
        self._stamp = self._seen = stamp

    def _advance(self, stamp: float) -> None:
        now = self.position(stamp)
        seconds = stamp - self._stamp
        step = np.eye(6)
        step[:3, 3:] = np.eye(3) * seconds
        noise = np.kron([[seconds**3 / 3, seconds**2 / 2], [seconds**2 / 2, seconds]], np.eye(3))
        self._mean = np.concatenate([now, self._mean[3:]])
        self._covariance = step @ self._covariance @ step.T + self._strength * noise

    def _correct(self, position: FloatArray, covariance: FloatArray) -> None:
        spread = self._covariance[:3, :3] + covariance
        away = position - self._mean[:3]
        if float(away @ np.linalg.solve(spread, away)) > self._gate:
            return
        gain = self._covariance[:, :3] @ np.linalg.inv(spread)
        self._mean = self._mean + gain @ away
        self._covariance = self._covariance - gain @ self._covariance[:3]


class RunningMedian:
    """Of the last percepts of one thing; of one, it is the last percept."""

    def __init__(self, count: int) -> None:
        self._kept: deque[FloatArray] = deque(maxlen=count)

    def position(self, stamp: float) -> FloatArray:
        return np.median(self._kept, axis=0) if self._kept else np.full(3, np.nan)

    def see(self, stamp: float, position: FloatArray, covariance: FloatArray) -> None:
        self._kept.append(position)
