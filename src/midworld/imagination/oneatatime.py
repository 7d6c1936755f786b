"""Rollouts with any engine of the physics protocol, one run after another: how a second engine imagines."""

from collections.abc import Sequence

import msgspec
import numpy as np

from ..geometry import FloatArray, conjugate, multiply
from ..physics import Body, Engine, Material, Mode, Settings, Simulation
from .doubt import Draw
from .ending import Touching
from .motion import motion_of
from .rollouts import Setup, Trace, at_rest, driven_poses


class EngineRollouts:
    """Runs setups with an engine, each in a simulation of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = engine.name

    def run(self, setup: Setup, draws: Sequence[Draw]) -> tuple[Trace, ...]:
        return tuple(self._one(setup, draw) for draw in draws)

    def _one(self, setup: Setup, draw: Draw) -> Trace:
        settings = Settings(timestep_s=setup.pacing.step, sleep=False, crisp=True)
        some = [_weighed(body, draw, row, row in setup.driven) for row, body in enumerate(setup.bodies)]
        simulation = self._engine.open(some, draw.poses, meshes=setup.meshes, settings=settings)
        try:
            simulation.set_mode(list(setup.driven), Mode.KINEMATIC)
            return _Run(simulation, setup, draw).trace()
        finally:
            simulation.close()


class _Run:
    def __init__(self, simulation: Simulation, setup: Setup, draw: Draw) -> None:
        self._simulation, self._setup, self._draw = simulation, setup, draw
        self._loose = [row for row, body in enumerate(setup.bodies) if not body.static and row not in setup.driven]
        self._drives = [(row, motion_of(motion, draw.dice)) for row, motion in setup.drives]
        self._seconds = -setup.pacing.lead

    def trace(self) -> Trace:
        pacing = self._setup.pacing
        for _ in range(round(pacing.lead / pacing.sample)):
            self._advance()
        acting = int(np.ceil(self._setup.duration / self._draw.pace / pacing.sample - 1e-9))
        window, last = round(pacing.rest / pacing.sample), acting + round(pacing.patience / pacing.sample)
        start = self._touching()
        samples = [self._simulation.poses()]
        rested = False
        while len(samples) <= last and not rested:
            self._advance()
            samples.append(self._simulation.poses())
            recent = [sample[self._loose] for sample in samples[-window - 1 :]]
            rested = len(samples) > acting + window and at_rest(np.array(recent))
        return Trace(np.array(samples), start, self._touching(), acting, rested)

    def _advance(self) -> None:
        """One sample further, with what is driven where it should be at every step."""
        pacing, rows = self._setup.pacing, list(self._setup.driven)
        steps: FloatArray = self._seconds + np.arange(pacing.steps + 1, dtype=np.float64) * pacing.step
        paced: FloatArray = np.multiply(steps, self._draw.pace, dtype=np.float64)
        ways = [driven_poses(self._draw.poses[row], motion, paced) for row, motion in self._drives]
        for number in range(pacing.steps):
            if rows:
                now = np.array([way[number] for way in ways])
                then = np.array([way[number + 1] for way in ways])
                self._simulation.set_state(rows, now, _velocities(now, then, pacing.step))
            self._simulation.step()
        if rows:
            now = np.array([way[-1] for way in ways])
            self._simulation.set_state(rows, now)
        self._seconds = float(steps[-1])

    def _touching(self) -> Touching:
        found = self._simulation.contacts()
        return Touching(found.rows, found.normals)


def _weighed(body: Body, draw: Draw, row: int, driven: bool) -> Body:
    """A body with the friction and mass of a draw."""
    material = Material(draw.friction, draw.rolling)
    factor = 1.0 if driven or body.static else float(draw.masses[row])
    x, y, z = body.inertial.diagonal
    a, b, c = body.inertial.products
    inertial = msgspec.structs.replace(
        body.inertial,
        mass=body.inertial.mass * factor,
        diagonal=(x * factor, y * factor, z * factor),
        products=(a * factor, b * factor, c * factor),
    )
    return msgspec.structs.replace(body, material=material, inertial=inertial)


def _velocities(now: FloatArray, then: FloatArray, seconds: float) -> FloatArray:
    """What leads from some poses `(k, 7)` to others in a time."""
    turn = multiply(then[:, 3:], conjugate(now[:, 3:]))
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    sine = np.linalg.norm(turn[:, :3], axis=1, keepdims=True)
    angle = 2 * np.arctan2(sine, turn[:, 3:])
    spin = np.divide(turn[:, :3] * angle, sine, out=np.zeros_like(turn[:, :3]), where=sine > 1e-12)
    return np.concatenate([then[:, :3] - now[:, :3], spin], axis=1) / seconds
