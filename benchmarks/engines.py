"""A tick of the reasoner on Midworld's engine against the paper's loop written plainly on PyBullet."""

import time
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np

from benchmarks.measure import Row, interleaved, median, readable, report
from midworld.adapters.bullet_shape import bullet
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine, MujocoSimulation
from midworld.geometry import Box, Cylinder, FloatArray, IntArray, Part, Pose, Sphere, frustum
from midworld.physics import Body
from midworld.testing.specimens import STEP_S, TICK_STEPS, box, container, solid
from midworld.world import EntityId

SIZES = (5, 20, 50, 100, 200)
TOLERANCE_M = 0.045
NOISE_M = 0.003
SPACING_M = 0.24


def scene(count: int) -> tuple[list[Body], FloatArray]:
    """A table full of boxes, cans, balls and open boxes, every other one with something on it."""
    bodies: list[Body] = []
    poses: list[list[float]] = []
    columns = int(np.ceil(np.sqrt(count * 2 / 3)))
    cell = 0
    while len(bodies) < count:
        x, y = SPACING_M * (cell % columns - columns / 2), SPACING_M * (cell // columns - columns / 2)
        body, height, top = _item(cell, len(bodies))
        bodies.append(body)
        poses.append([x, y, height, 0, 0, 0, 1])
        if cell % 2 == 0 and top and len(bodies) < count:
            bodies.append(box(f"o{len(bodies):03}"))
            poses.append([x, y, top + 0.05, 0, 0, 0, 1])
        cell += 1
    wide = Body(EntityId("table"), (Part(Box((9.0, 9.0, 0.1))),), static=True)
    return [wide, *bodies], np.array([[0, 0, -0.05, 0, 0, 0, 1], *poses])


def _item(cell: int, number: int) -> tuple[Body, float, float]:
    name = EntityId(f"o{number:03}")
    match cell % 10:
        case 3 | 7:
            return Body(name, (Part(Cylinder(0.04, 0.12)),), inertial=solid()), 0.06, 0.0
        case 5:
            return Body(name, (Part(Sphere(0.04)),), inertial=solid()), 0.04, 0.0
        case 9:
            return container(name), 0.004, 0.0
        case _:
            return box(name), 0.05, 0.1


def noisy(poses: FloatArray, seed: int) -> list[FloatArray]:
    """Percepts of a scene at rest for a handful of ticks."""
    random = np.random.default_rng(seed)
    percepts: list[FloatArray] = []
    for _ in range(16):
        percept = poses.copy()
        percept[1:, :3] += random.normal(0, NOISE_M, (len(poses) - 1, 3))
        percepts.append(percept)
    return percepts


def our_tick(simulation: MujocoSimulation, percept: FloatArray, rows: IntArray) -> int:
    """Places what moved, steps, and puts back what departs from its percept, after every step."""
    simulation.set_state(rows, percept[rows])
    simulation.begin()
    watched = np.arange(1, len(percept))
    places = percept[watched, :3]
    flagged = np.zeros(len(watched), dtype=np.bool_)
    for _ in range(TICK_STEPS):
        simulation.step()
        away = simulation.positions(watched) - places
        flagged |= np.einsum("ij,ij->i", away, away) > TOLERANCE_M**2
        if flagged.any():
            implausible = watched[flagged]
            simulation.set_state(implausible, percept[implausible])
    return int(flagged.sum())


def plain_tick(client: int, handles: list[int], percept: FloatArray) -> int:
    """The published loop on PyBullet: every percept is written, every body is asked for after every step."""
    placed = percept.tolist()
    flagged: set[int] = set()
    for row, handle in enumerate(handles):
        if row:
            bullet.resetBasePositionAndOrientation(handle, placed[row][:3], placed[row][3:], physicsClientId=client)
            bullet.resetBaseVelocity(handle, [0, 0, 0], [0, 0, 0], physicsClientId=client)
    for _ in range(TICK_STEPS):
        bullet.stepSimulation(physicsClientId=client)
        for row, handle in enumerate(handles):
            x, y, z = bullet.getBasePositionAndOrientation(handle, physicsClientId=client)[0]
            px, py, pz = placed[row][:3]
            if row in flagged or (x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2 > TOLERANCE_M**2:
                flagged.add(row)
                bullet.resetBasePositionAndOrientation(handle, placed[row][:3], placed[row][3:], physicsClientId=client)
                bullet.resetBaseVelocity(handle, [0, 0, 0], [0, 0, 0], physicsClientId=client)
    return len(flagged)


def plain_bullet(bodies: list[Body], poses: FloatArray) -> tuple[int, list[int]]:
    """A PyBullet world with its own defaults: 50 iterations."""
    client = int(bullet.connect(bullet.DIRECT))
    bullet.setGravity(0, 0, -9.81, physicsClientId=client)
    bullet.setTimeStep(STEP_S, physicsClientId=client)
    handles: list[int] = []
    for body, pose in zip(bodies, poses.tolist(), strict=True):
        shapes: list[Any] = [part.shape for part in body.parts]
        shape = bullet.createCollisionShapeArray(
            shapeTypes=[KINDS[type(one)] for one in shapes],
            halfExtents=[[edge / 2 for edge in one.size] if isinstance(one, Box) else [1, 1, 1] for one in shapes],
            radii=[getattr(one, "radius", 0.0) for one in shapes],
            lengths=[getattr(one, "height", 0.0) for one in shapes],
            collisionFramePositions=[list(part.pose.position) for part in body.parts],
            physicsClientId=client,
        )
        mass = 0.0 if body.static else body.inertial.mass
        handles.append(int(bullet.createMultiBody(mass, shape, -1, pose[:3], pose[3:], physicsClientId=client)))
        bullet.changeDynamics(handles[-1], -1, lateralFriction=0.7, rollingFriction=0.001, physicsClientId=client)
    return client, handles


KINDS: dict[type, int] = {Box: bullet.GEOM_BOX, Sphere: bullet.GEOM_SPHERE, Cylinder: bullet.GEOM_CYLINDER}


def ticks(count: int, share: float) -> Row:
    """Ours writes only what changed; the plain loop writes everything, as published."""
    bodies, poses = scene(count)
    simulation = MujocoEngine().open(bodies, poses)
    client, handles = plain_bullet(bodies, poses)
    for _ in range(30):
        simulation.begin()
        simulation.step(TICK_STEPS)
        bullet.stepSimulation(physicsClientId=client)
    percepts = noisy(simulation.poses(), count)
    changing = max(1, round(share * count))
    state = {"ours": 0, "peer": 0}

    def ours() -> None:
        state["ours"] += 1
        first = 0 if share == 1.0 else state["ours"] * changing
        rows = 1 + (first + np.arange(changing)) % count
        our_tick(simulation, percepts[state["ours"] % len(percepts)], rows)

    def peer() -> None:
        state["peer"] += 1
        plain_tick(client, handles, percepts[state["peer"] % len(percepts)])

    mine, theirs = interleaved(ours, peer)
    bullet.disconnect(client)
    return Row(f"tick, {share:.0%} of the percepts changing", count, mine, theirs)


def timed(task: Callable[[], object], *, times: int) -> float:
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        task()
        taken.append(time.perf_counter() - start)
    return median(taken)


def overhead(count: int) -> str:
    """Ours with a check after every step against MuJoCo's own loop over the same ticks."""
    bodies, poses = scene(count)
    simulation = MujocoEngine().open(bodies, poses)
    simulation.step(200)
    percepts = noisy(simulation.poses(), 1)
    rows = np.arange(1, count + 1)
    kept = simulation.image()
    turn = {"ours": 0, "bare": 0}

    def ours() -> None:
        turn["ours"] += 1
        our_tick(simulation, percepts[turn["ours"] % 16], rows)

    other = simulation.fork()
    model: Any = other._model  # pyright: ignore[reportPrivateUsage]
    data: Any = other._data  # pyright: ignore[reportPrivateUsage]

    def bare() -> None:
        turn["bare"] += 1
        other.set_state(rows, percepts[turn["bare"] % 16][rows])
        other.begin()
        mujoco.mj_step(model, data, nstep=TICK_STEPS)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]

    mine, theirs = interleaved(ours, bare, seconds=1.0)
    simulation.restore(kept)
    return f"{readable(mine)} with checks, {readable(theirs)} bare: {mine / theirs - 1:+.0%}"


def details(count: int) -> dict[str, str]:
    """What else the reasoner pays for."""
    bodies, poses = scene(count)
    simulation = MujocoEngine().open(bodies, poses)
    simulation.step(200)
    sight = EmbreeSight(bodies)
    lens, eye = frustum((60, 45), (0.05, 10)), Pose.looking((-2.5, 0, 1.5), at=(0, 0, 0))
    new, place = [box("new")], np.array([[2.0, 2.0, 0.05, 0, 0, 0, 1]])

    def add_and_remove() -> None:
        simulation.edit(add=new, poses=place)
        simulation.edit(remove=[EntityId("new")])

    def keep_and_restore() -> None:
        simulation.restore(simulation.image())

    def contacts() -> None:
        simulation.set_friction([1], 1.0)
        simulation.contacts()

    now = simulation.poses()
    sight.place(now)
    return {
        "add or remove one": readable(timed(add_and_remove, times=15) / 2),
        "snapshot and restore": readable(timed(keep_and_restore, times=200)),
        "fork": readable(timed(simulation.fork, times=15)),
        "contacts, all of them": readable(timed(contacts, times=50)),
        "poses": readable(timed(simulation.poses, times=300)),
        "place a scene for sight": readable(timed(lambda: sight.place(now), times=15)),
        "an eye of 160x120, Embree": readable(timed(lambda: sight.segment(lens, eye, columns=160, rows=120), times=15)),
        "an eye of 160x120, MuJoCo": readable(
            timed(lambda: simulation.segment(lens, eye, columns=160, rows=120), times=5)
        ),
    }


def main() -> None:
    rows = [ticks(count, share) for share in (1.0, 0.1) for count in SIZES]
    report("engines", "Tick of 19 steps with a divergence check after each", "PyBullet, plain loop", rows)
    for count in (5, 50, 200):
        print(f"overhead at {count} objects: {overhead(count)}")
    for name, figure in details(50).items():
        print(f"{name}, 50 objects: {figure}")


if __name__ == "__main__":
    main()
