"""Where things left alone will be in a moment: what a filter asks before it looks again."""

from typing import Protocol

import numpy as np

from ..geometry import BoolArray, FloatArray, angle_between
from .engine import Mode, Simulation

# What differs by less is left to the engine: written at every tick, a resting thing would never come to rest.
WRITE_M = 0.001
WRITE_RAD = 0.01
WRITE_M_S = 0.05
# After a long silence no more than this is simulated.
MAX_STEPS = 240


class Foresight(Protocol):
    """Predicts poses `(n, 7)` and velocities `(n, 6)` of free things; rows that are not `known` have no place yet."""

    def ahead(
        self, poses: FloatArray, velocities: FloatArray, *, known: BoolArray, seconds: float
    ) -> tuple[FloatArray, FloatArray]: ...


class Still:
    """For scenes nobody has a model or a direction of gravity for: what is left alone stays."""

    def ahead(
        self, poses: FloatArray, velocities: FloatArray, *, known: BoolArray, seconds: float
    ) -> tuple[FloatArray, FloatArray]:
        return poses, np.zeros_like(velocities)


class Simulated:
    """By an engine: what is left alone rests on its support, slides, rolls or falls.

    The simulation becomes the filter's own: it is written to and stepped. Row `i` is what the filter calls `i`; what
    is not known yet is absent from it. `left_s` is the time that is still to be simulated.
    """

    def __init__(self, simulation: Simulation, *, timestep_s: float, left_s: float | None = None) -> None:
        self._simulation = simulation
        self._timestep_s = timestep_s
        if left_s is None:
            movable = [row for row, body in enumerate(simulation.bodies) if not body.static]
            simulation.set_mode(movable, Mode.ABSENT)
        self.left_s = left_s or 0.0

    def ahead(
        self, poses: FloatArray, velocities: FloatArray, *, known: BoolArray, seconds: float
    ) -> tuple[FloatArray, FloatArray]:
        simulation = self._simulation
        absent = np.array([mode is Mode.ABSENT for mode in simulation.modes], dtype=bool)
        new = known & absent
        simulation.set_mode(np.flatnonzero(new), Mode.DYNAMIC)
        before, speed = simulation.poses(), simulation.velocities()
        changed = np.linalg.norm(poses[:, :3] - before[:, :3], axis=1) > WRITE_M
        changed |= angle_between(poses[:, 3:], before[:, 3:]) > WRITE_RAD
        changed |= np.linalg.norm(velocities[:, :3] - speed[:, :3], axis=1) > WRITE_M_S
        rows = np.flatnonzero(known & (changed | new))
        if len(rows):
            simulation.set_state(rows, poses[rows], velocities[rows])
        self.left_s += seconds
        steps = min(MAX_STEPS, int(self.left_s / self._timestep_s))
        self.left_s = min(self.left_s - steps * self._timestep_s, self._timestep_s)
        simulation.begin()
        simulation.step(steps)
        after, speed = simulation.poses(), simulation.velocities()
        return np.where(known[:, None], after, poses), np.where(known[:, None], speed, velocities)
