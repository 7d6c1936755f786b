"""Real tosses of a cube: where it comes to rest and which face is up, predicted from its first state."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.tables import SHARED, table
from midworld.adapters.bullet import BulletEngine
from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import Box, FloatArray, Inertial, Part, conjugate, rotate
from midworld.physics import Body, Engine, Material, Settings
from midworld.world import EntityId

TOSSES = SHARED / "contactnets_tosses"
GRAVITY = 9.81
# The longest toss is at rest after 1.2 s.
SECONDS = 2.0
CRISP = Settings(timestep_s=0.001, crisp=True, sleep=False)


@dataclass(frozen=True, slots=True, eq=False)
class Toss:
    """First state and rest: poses `x y z qx qy qz qw`, and the velocity along the fixed axes."""

    start: FloatArray
    velocity: FloatArray
    rest: FloatArray


Predict = Callable[[Toss], FloatArray]


def tosses() -> list[Toss]:
    return [_toss(np.loadtxt(path, delimiter=",", skiprows=1)) for path in sorted((TOSSES / "tosses").glob("*.csv"))]


def _toss(states: FloatArray) -> Toss:
    # The files have the scalar of a quaternion first, and angular velocities along the cube's own axes.
    poses = states[:, [1, 2, 3, 5, 6, 7, 4]]
    velocity = np.concatenate([states[0, 8:11], rotate(poses[0, 3:], states[0, 11:14])])
    return Toss(poses[0], velocity, poses[-1])


def simulated(engine: Engine, friction: float, settings: Settings) -> Predict:
    """Prediction by an engine, with the published size, mass and inertia."""
    known = json.loads((TOSSES / "params.json").read_text())
    edge, inertia = 2 * float(known["cube_half_width_m"]), float(known["inertia_kgm2"])
    material = Material(friction=friction)
    inertial = Inertial(float(known["mass_kg"]), (0.0, 0.0, 0.0), (inertia, inertia, inertia))
    cube = Body(EntityId("cube"), (Part(Box((edge, edge, edge))),), inertial=inertial, material=material)
    board = Body(EntityId("board"), (Part(Box((6.0, 6.0, 0.2))),), static=True, material=material)

    def predict(toss: Toss) -> FloatArray:
        simulation = engine.open([board, cube], np.array([[0, 0, -0.1, 0, 0, 0, 1], toss.start]), settings=settings)
        simulation.set_state([1], toss.start[None], toss.velocity[None])
        simulation.begin()
        simulation.step(round(SECONDS / settings.timestep_s))
        rest = simulation.poses()[1]
        simulation.close()
        return rest

    return predict


def ballistic(toss: Toss) -> FloatArray:
    """Flies until it is as low as a cube at rest, and stops there as it was."""
    drop, speed = toss.start[2] - toss.rest[2], toss.velocity[2]
    seconds = (speed + np.sqrt(max(speed**2 + 2 * GRAVITY * drop, 0.0))) / GRAVITY
    end = toss.start.copy()
    end[:2] += toss.velocity[:2] * seconds
    return end


def face(pose: FloatArray) -> tuple[int, bool]:
    """Which of the cube's axes points up most, and which way."""
    up = rotate(conjugate(pose[3:]), np.array([0.0, 0.0, 1.0]))
    axis = int(np.argmax(np.abs(up)))
    return axis, bool(up[axis] > 0)


def scored(predict: Predict, thrown: list[Toss]) -> tuple[float, float, float]:
    """Median and 90th percentile of the level error, in cm, and the share of faces right."""
    ends = [(predict(toss), toss.rest) for toss in thrown]
    errors = [100 * float(np.hypot(*(end[:2] - rest[:2]))) for end, rest in ends]
    right = float(np.mean([face(end) == face(rest) for end, rest in ends]))
    return float(np.median(errors)), float(np.percentile(errors, 90)), right


def main() -> None:
    if not TOSSES.is_dir():
        print(f"tosses skipped: there is no {TOSSES}")
        return
    thrown = tosses()
    published = float(json.loads((TOSSES / "params.json").read_text())["mu_reported"])
    methods: dict[str, Predict] = {
        f"MuJoCo, 1 ms, crisp, friction {published:g}": simulated(MujocoEngine(), published, CRISP),
        f"MuJoCo as the reasoner runs it, friction {published:g}": simulated(MujocoEngine(), published, Settings()),
        f"PyBullet, 1 ms, friction {published:g}": simulated(BulletEngine(), published, CRISP),
        "MuJoCo, 1 ms, crisp, friction 0.4": simulated(MujocoEngine(), 0.4, CRISP),
        "MuJoCo, 1 ms, crisp, friction 0.7 (unknown material)": simulated(MujocoEngine(), 0.7, CRISP),
        "flies, then stops": ballistic,
        "stays as it is": lambda toss: toss.start,
    }
    rows: list[list[str]] = []
    for name, predict in methods.items():
        middle, most, right = scored(predict, thrown)
        rows.append([name, f"{middle:.1f}", f"{most:.1f}", f"{right:.0%}"])
    head = ["method", "landing error, median cm", "p90 cm", "right face up"]
    table("tosses", f"{len(thrown)} real tosses of a cube", head, rows)


if __name__ == "__main__":
    main()
