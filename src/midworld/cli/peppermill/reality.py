"""The robot of the study as it "really" is: another engine, a base that slips and lags, joints that are slower."""

import math
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, Pose, compose, invert
from ...imagination import FADE_S, TOPPLE_RAD, DriveBase, event
from ...motion import Course, LocalPlanner, Steering, Stuck, steered
from ...physics import Engine, Mode, Settings, Simulation, bodies
from ...world import World, move
from .restaurant import MILL, ROBOT, TRAY

PERIOD_S, STEPS = 0.05, 12
LONGEST_S = 300.0


@dataclass(frozen=True, slots=True)
class Reality:
    """What imagination does not know: how much the wheels slip, how late the base obeys, how badly it localises.

    Chosen, as data sheets of the paper's robot are not in it: 2 to 4 % of slip, a tenth of a second of lag.
    """

    slip: tuple[float, float] = (0.02, 0.01)
    lag_s: float = 0.10
    position_noise_m: float = 0.015
    turn_noise_rad: float = 0.015
    joint_slowness: tuple[float, float] = (0.05, 0.03)
    friction: tuple[float, float] = (0.35, 0.75)


@dataclass(frozen=True, slots=True)
class Driven:
    """How a drive went: seconds, the world after it, and the mill's angle at 20 Hz."""

    seconds: float
    world: World
    angles: FloatArray

    @property
    def events(self) -> dict[str, int]:
        """Samples of each kind as the paper counts them."""
        found = [event(each) for each in self.angles.tolist()]
        return {name: found.count(name) for name in ("notopple", "shaking", "topple")}

    @property
    def toppled(self) -> bool:
        return bool((self.angles >= TOPPLE_RAD).any())


def driven(engine: Engine, world: World, action: DriveBase, reality: Reality, *, seed: int) -> Driven:
    """A drive in an engine, closed loop: it localises, steers, slips and lags. The same seed gives the same drive."""
    random = np.random.Generator(np.random.Philox(seed))
    known = bodies(world.structure)
    rows = [world.structure.row(each.id) for each in known]
    settings = Settings(timestep_s=PERIOD_S / STEPS, sleep=False, crisp=True)
    simulation = engine.open(known, world.poses()[rows], settings=settings)
    try:
        return _Drive(simulation, world, action, reality, random).driven()
    finally:
        simulation.close()


class _Drive:
    def __init__(
        self, simulation: Simulation, world: World, action: DriveBase, reality: Reality, random: np.random.Generator
    ) -> None:
        self._sim, self._world, self._action, self._reality, self._random = simulation, world, action, reality, random
        ids = simulation.ids
        self._tray, self._mill = ids.index(TRAY), ids.index(MILL)
        simulation.set_mode([self._tray], Mode.KINEMATIC)
        low, high = reality.friction
        simulation.set_friction(range(len(ids)), random.uniform(low, high) / 0.7)
        self._base = np.array([*world.pose(ROBOT).position[:2], action.start[2]])
        self._tray_in_base = compose(invert(_pose(self._base)), simulation.poses()[self._tray])
        self._slip = 1.0 - random.normal(*reality.slip)
        self._kick = 0.0

    def driven(self) -> Driven:
        action, planner = self._action, LocalPlanner()
        course = Course((tuple(self._base[:2].tolist()), *action.path), action.heading)
        noise = np.array([self._reality.position_noise_m] * 2 + [self._reality.turn_noise_rad])
        now, real, angles = Steering(), (0.0, 0.0), list[float]()
        for count in range(int(LONGEST_S / PERIOD_S)):
            believed = self._base + noise * self._random.normal(0.0, 1.0, 3)
            wanted = steered(believed, now, course, action.limits, planner)
            if wanted.done:
                return Driven(count * PERIOD_S, self._after(), np.array(angles))
            real = self._period(real, wanted)
            now = Steering(abs(real[0]), real[1], wanted.leg, wanted.arrived)
            angles.append(self._angle())
        raise Stuck(LONGEST_S, float(np.hypot(*(self._base[:2] - course.corners[-1]))))

    def _period(self, real: tuple[float, float], wanted: Steering) -> tuple[float, float]:
        """One period of the engine: speeds follow what is wanted late, within the limits, and slip."""
        step, limits = PERIOD_S / STEPS, self._action.limits
        follow, fades = step / (self._reality.lag_s + step), math.exp(-step / FADE_S)
        speed, turn = real
        self._kick += self._jolt(speed)
        for _ in range(STEPS):
            speed += _bounded((wanted.speed * self._slip - speed) * follow, limits.linear_acceleration * step)
            turn += _bounded((wanted.turn * self._slip - turn) * follow, limits.angular_acceleration * step)
            self._step(speed + self._kick, turn, step)
            self._kick *= fades
        return speed, turn

    def _jolt(self, speed: float) -> float:
        """Now and then the speed changes at once, and comes back."""
        if self._random.random() >= self._action.jolts * PERIOD_S:
            return 0.0
        return speed * float(self._random.laplace(0.0, self._action.jolt or 1e-12))

    def _step(self, speed: float, turn: float, seconds: float) -> None:
        """The tray goes with the base, written out: this is done hundreds of times for every second."""
        x, y, heading = self._base.tolist()
        cosine, sine = math.cos(heading), math.sin(heading)
        arm_x, arm_y, high = self._tray_in_base[:3].tolist()
        away_x, away_y = cosine * arm_x - sine * arm_y, sine * arm_x + cosine * arm_y
        tray = [[x + away_x, y + away_y, high, 0.0, 0.0, math.sin(heading / 2), math.cos(heading / 2)]]
        velocity = [[cosine * speed - turn * away_y, sine * speed + turn * away_x, 0.0, 0.0, 0.0, turn]]
        self._sim.set_state([self._tray], np.array(tray), np.array(velocity))
        self._sim.step(1)
        self._base = np.array([x + cosine * speed * seconds, y + sine * speed * seconds, heading + turn * seconds])

    def _angle(self) -> float:
        x, y = self._sim.poses()[self._mill, 3:5]
        return math.acos(max(-1.0, min(1.0, 1.0 - 2.0 * float(x * x + y * y))))

    def _after(self) -> World:
        """The robot where it stopped, with its tray, and the mill where it is now."""
        world = self._world.apply(move(self._world, ROBOT, Pose.of(_pose(self._base))))
        return world.apply(move(world, MILL, Pose.of(self._sim.poses()[self._mill])))


def _bounded(change: float, most: float) -> float:
    return max(-most, min(most, change))


def _pose(base: FloatArray) -> FloatArray:
    return np.array([base[0], base[1], 0.0, 0.0, 0.0, math.sin(base[2] / 2), math.cos(base[2] / 2)])
