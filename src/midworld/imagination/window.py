"""A base driven by a dynamic-window planner: told a speed and a turn rate at a time, which it follows as bases do.

After Fox, Burgard and Thrun (1997) as ROS has it: at each command the velocities that the accelerations allow are tried
for a second ahead, and the pair is taken that ends nearest to the goal, heads for it, and is fast.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..geometry import FloatArray, Vector3
from .motion import UP, Limits

# ROS's navigation commands a base so often, and looks so far ahead.
COMMAND_HZ = 10.0
AHEAD_S = 1.2
# Velocities tried for each of the two.
TRIED = (7, 13)
# The planner is at its goal within this.
ARRIVED_M, SURE_M = 0.05, 0.15
# The paper's T_action,max.
LONGEST_S = 300.0
# How soon a base is at a speed it is told (time constant, s): chosen; see docs/imagination.md.
LAG_S = 0.05
STEP_S = 0.005


@dataclass(frozen=True, slots=True)
class Window:
    """Drives through the corners of a path without stopping, but at its end."""

    path: tuple[tuple[float, float], ...]
    limits: Limits
    arm: Vector3 = (0.0, 0.0, 0.0)
    axis: Vector3 = UP

    @property
    def duration(self) -> float:
        return (len(_driven(self.path, self.limits)) - 1) * STEP_S

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        way = _driven(self.path, self.limits)
        times = np.arange(len(way)) * STEP_S
        x, y, yaw = (np.interp(seconds, times, way[:, axis]) for axis in range(3))
        turned = yaw - way[0, 2]
        cosine, sine = np.cos(turned), np.sin(turned)
        a, b, _ = self.arm
        offsets = np.zeros((len(seconds), 3))
        offsets[:, 0] = x - way[0, 0] + a * cosine - b * sine - a
        offsets[:, 1] = y - way[0, 1] + a * sine + b * cosine - b
        return offsets, turned


@lru_cache(maxsize=64)
def _driven(path: tuple[tuple[float, float], ...], limits: Limits) -> FloatArray:
    """Places and headings of the base, every `STEP_S`."""
    points = np.asarray(path, dtype=np.float64)
    first = points[1] - points[0]
    state = np.array([*points[0], math.atan2(first[1], first[0])])
    told = real = np.zeros(2)
    way, target, steps = [state.copy()], 1, round(1 / COMMAND_HZ / STEP_S)
    while len(way) * STEP_S < LONGEST_S:
        away = float(np.linalg.norm(points[target] - state[:2]))
        last = target == len(points) - 1
        if last and away < ARRIVED_M and abs(real).max() < 0.01:
            break
        if not last and away < max(2 * ARRIVED_M, real[0] ** 2 / (2 * limits.linear_acceleration)):
            target += 1
        told = _told(state, real, points[target], limits, stops=last)
        for _ in range(steps):
            real = real + (told - real) * (1 - math.exp(-STEP_S / LAG_S))
            state = state + STEP_S * np.array([real[0] * math.cos(state[2]), real[0] * math.sin(state[2]), real[1]])
            way.append(state)
    return np.array(way)


def _told(state: FloatArray, real: FloatArray, goal: FloatArray, limits: Limits, *, stops: bool) -> FloatArray:
    """The pair of speed and turn rate within the window that does best."""
    period = 1 / COMMAND_HZ
    gain, spin = limits.linear_acceleration * period, limits.angular_acceleration * period
    away = goal - state[:2]
    distance = float(np.linalg.norm(away))
    fastest = limits.linear
    if stops:
        fastest = min(fastest, math.sqrt(max(0.0, 2 * 0.8 * limits.linear_acceleration * max(distance - 0.01, 0.0))))
    speeds = np.linspace(max(0.0, real[0] - gain), max(0.0, min(fastest, real[0] + gain)), TRIED[0])
    turns = np.linspace(max(-limits.angular, real[1] - spin), min(limits.angular, real[1] + spin), TRIED[1])
    turns = np.append(turns, np.clip(0.0, turns[0], turns[-1]))
    speed, turn = (grid.ravel() for grid in np.meshgrid(speeds, turns, indexing="ij"))
    horizon = min(AHEAD_S, max(0.4, distance / max(limits.linear, 0.1)))
    heading = state[2] + turn * horizon
    middle = state[2] + turn * horizon / 2
    ends = state[:2] + (speed * horizon)[:, None] * np.stack([np.cos(middle), np.sin(middle)], axis=1)
    rest = goal - ends
    off = np.abs(np.angle(np.exp(1j * (np.arctan2(away[1], away[0]) - heading))))
    near = stops and distance < SURE_M
    if near:
        # So near, the direction to the goal is no use: it keeps its own.
        off = np.abs(turn)
    # It does not drive on where it does not look: it turns first.
    aim = abs(math.remainder(math.atan2(away[1], away[0]) - state[2], 2 * math.pi))
    slow = 0.0 if near else max(0.0, aim - 0.7)
    cost = np.linalg.norm(rest, axis=1) + 0.4 * off + 2.0 * slow * speed + 0.02 * np.abs(turn)
    best = int(np.argmin(cost))
    return np.array([speed[best], turn[best]])
