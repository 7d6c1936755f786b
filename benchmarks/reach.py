"""Who can reach what: against a reference that tries two hundred beginnings, and how long it takes."""

# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.measure import median
from benchmarks.reach_scenes import HUMANS, ROBOT, scene
from benchmarks.seven_axis import write_arm
from benchmarks.tables import table
from midworld.adapters.pinocchio import PinocchioKinematics
from midworld.agents import (
    ChainKinematics,
    Kinematics,
    Obstacles,
    ReachMemory,
    ReachSettings,
    arms,
    can_reach,
    reachable,
)
from midworld.agents.arm import joint_values
from midworld.agents.effort import DEFAULT_REACH
from midworld.agents.goals import Goals, goals
from midworld.agents.obstacles import obstacles
from midworld.agents.posture import UP, Posture, posture
from midworld.agents.seek import Aim, tried
from midworld.errors import MissingExtra
from midworld.geometry import FloatArray
from midworld.providers import read_scene
from midworld.world import EntityId, Scene, World, change

SCENES, SEEDS, THINGS, TICKS = 50, 200, 20, 60


@dataclass(frozen=True, slots=True)
class Score:
    """Answers of one kind of agent: how many agree, how many the reference calls reachable."""

    asked: int
    agreeing: int
    reachable: int

    @property
    def share(self) -> str:
        return f"{100 * self.agreeing / self.asked:.1f} %"


def model() -> Scene:
    """The robot alone, its links as meshes."""
    with TemporaryDirectory() as folder:
        write_arm(Path(folder), meshes=True)
        path = Path(folder) / "scene.yaml"
        path.write_text("agents:\n  robot: {kind: robot, urdf: arm.urdf, position: [-0.55, 0, 0.35]}\n")
        return read_scene(path)


def agreement(
    robot: Scene, solvers: Mapping[str, Kinematics], exact: Kinematics, *, scenes: int = SCENES
) -> dict[str, Score]:
    """Of the robot with each solver, and of people, over random scenes."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for seed in range(scenes):
        world = scene(robot.world, seed, THINGS)
        around = obstacles(world)
        things = goals(world, around)
        truths = {agent: _human_truth(world, agent, things, around, seed) for agent in HUMANS}
        truths[ROBOT] = _robot_truth(world, things, around, exact, seed)
        for number, (name, solver) in enumerate(solvers.items()):
            said = can_reach(reachable(ReachMemory(), world, stamp=0.0, kinematics=solver)[1])
            # People do without a solver: they are asked once.
            for agent, truth in truths.items() if number == 0 else [(ROBOT, truths[ROBOT])]:
                count = counts[f"robot, {name}" if agent == ROBOT else "people"]
                for thing in things.ids:
                    count[0] += 1
                    count[1] += ((agent, "canReach", thing) in said) == (thing in truth)
                    count[2] += thing in truth
    return {kind: Score(*count) for kind, count in counts.items()}


def _robot_truth(world: World, things: Goals, around: Obstacles, exact: Kinematics, seed: int) -> set[EntityId]:
    """What some of many random beginnings reaches, each solution tried for collisions."""
    random = np.random.default_rng(10_000 + seed)
    found: set[EntityId] = set()
    for arm in arms(world.structure):
        base = world.pose(arm.base)
        points = things.points(base.apply(arm.joints[0].origin.position))
        open_ones = np.flatnonzero(~things.shut)
        for goal in (0, 1):
            for some in np.array_split(open_ones, max(1, len(open_ones) // 4)):
                each = np.repeat(some, SEEDS)
                seeds = random.uniform(arm.lower, arm.upper, (len(each), len(arm.joints)))
                seeds[::SEEDS] = joint_values(arm, world)
                aim = Aim(arm, base, points[each, goal], things.rows[each])
                _, _, works = tried(exact, aim, around, seeds, DEFAULT_REACH.ik_tolerance)
                found |= {things.ids[row] for row in each[works].tolist()}
    return found


def _human_truth(world: World, agent: EntityId, things: Goals, around: Obstacles, seed: int) -> set[EntityId]:
    """What some of many random ways to lean and bend the arm reaches."""
    stance = posture(world, agent, DEFAULT_REACH)
    assert stance is not None
    random = np.random.default_rng(20_000 + seed)
    near = around.only(~around.within(stance.neck, 0.0))
    points = things.points(stance.neck)
    return {
        things.ids[row]
        for row in np.flatnonzero(~things.shut).tolist()
        if any(_ways(stance, points[row], int(things.rows[row]), near, random, DEFAULT_REACH))
    }


def _ways(
    stance: Posture, goal: FloatArray, thing: int, near: Obstacles, random: np.random.Generator, settings: ReachSettings
) -> Iterator[bool]:
    way = goal[0] - stance.neck
    off = abs(np.arctan2(way @ stance.left, way @ stance.ahead))
    if off > np.radians(settings.forward_angle) and np.hypot(way[0], way[1]) > 0.15:
        return
    count = SEEDS
    towards = way * [1.0, 1.0, 0.0] / max(float(np.hypot(way[0], way[1])), 1e-6)
    # Half of the ways without leaning, as people would.
    lean = np.where(random.random(count) < 0.5, 0.0, random.uniform(0.0, np.radians(settings.lean_angle), count))[
        :, None
    ]
    neck = stance.neck + stance.torso_length * (np.sin(lean) * towards - (1 - np.cos(lean)) * UP)
    shoulder = neck + stance.side * random.choice([-1.0, 1.0], (count, 1)) * stance.left
    dip = np.where(random.random(count) < 0.5, 0.0, random.uniform(0.0, 0.12, count))
    top = (random.random(count) < 0.6) | (dip > 0.0)
    wrist: FloatArray = np.where(top[:, None], goal[0], goal[1]) + dip[:, None] * UP
    line = wrist - shoulder
    far = np.linalg.norm(line, axis=1)
    upper, fore = stance.upper_arm, stance.forearm - dip
    along = (upper**2 - fore**2 + far**2) / (2 * far)
    radius = np.sqrt(np.maximum(upper**2 - along**2, 0.0))
    unit = line / far[:, None]
    aside = np.cross(unit, random.normal(size=(count, 3)))
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    elbow = shoulder + along[:, None] * unit + radius[:, None] * aside
    ignore, nobody = np.full(count, thing, dtype=np.intp), np.full(count, -1, dtype=np.intp)
    back = (elbow - wrist) / np.linalg.norm(elbow - wrist, axis=1, keepdims=True)
    tip = wrist + np.maximum(settings.hand_clearance - dip, 0.0)[:, None] * back
    bottom = wrist - np.maximum(dip - settings.hand_clearance, 0.0)[:, None] * UP
    good = (far <= upper + fore) & ~near.crossed(shoulder, elbow, ignore) & ~near.crossed(elbow, tip, ignore)
    good &= ~near.crossed(wrist, bottom, ignore) & ~near.crossed(np.broadcast_to(stance.neck, neck.shape), neck, nobody)
    yield from good.tolist()


def timing(robot: Scene, kinematics: Kinematics, *, scenes: int = 10) -> tuple[list[float], list[float]]:
    """Seconds of processor time for the first answer in each scene, and for each of the next ones.

    Every tick all things and people jitter by some millimetres, and one thing is carried along.
    """
    cold, warm = list[float](), list[float]()
    for seed in range(scenes):
        world = scene(robot.world, seed, THINGS)
        random = np.random.default_rng(seed)
        memory = ReachMemory()
        if seed == 0:
            reachable(memory, world, stamp=0.0, kinematics=kinematics)
        for tick in range(TICKS):
            now = _jittered(world, random, tick)
            start = time.process_time()
            memory, _ = reachable(memory, now, stamp=tick / 30, kinematics=kinematics)
            (warm if tick else cold).append(time.process_time() - start)
    return cold, warm


def _jittered(world: World, random: np.random.Generator, tick: int) -> World:
    poses = {
        name: np.array(world.state.pose[row])
        for row, name in enumerate(world.ids)
        if not name.startswith("robot") and name != "table"
    }
    for name, pose in poses.items():
        pose[:3] += random.normal(0.0, 0.003, 3)
        if name == "thing00":
            pose[0] += 0.01 * tick
    return world.apply(change(pose=poses))


def main() -> None:
    robot = model()
    solvers: dict[str, Kinematics] = {"numpy alone": ChainKinematics()}
    try:
        exact: Kinematics = PinocchioKinematics(meshes=robot.meshes)
        solvers["Pinocchio and coal"] = exact
    except MissingExtra:
        exact = ChainKinematics()
    rows: list[tuple[str, ...]] = []
    for kind, score in agreement(robot, solvers, exact).items():
        within = f"{100 * score.reachable / score.asked:.0f} % of {score.asked} within reach"
        rows.append((f"{kind}: agreement, {within}", score.share, ">= 95 %"))
    for name, solver in solvers.items():
        cold, warm = timing(robot, solver)
        rows.append((f"{name}: cold, median of {len(cold)}", f"{1e3 * median(cold):.1f} ms", "<= 100 ms"))
        rows.append((f"{name}: warm, median of {len(warm)}", f"{1e3 * median(warm):.1f} ms", "<= 20 ms"))
        rows.append((f"{name}: warm, least", f"{1e3 * min(warm):.1f} ms", ""))
    title = (
        f"canReach, {SCENES} scenes of {THINGS} things against {SEEDS} beginnings; times for one robot and two people"
    )
    table("reach", title, ("what", "measured", "wanted"), rows)


if __name__ == "__main__":
    main()
