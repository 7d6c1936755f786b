"""What eyes see against exact visibility, and what one more pair of eyes costs against PyBullet's own renderer."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.engines import plain_bullet, scene
from benchmarks.measure import median, readable
from benchmarks.tables import table
from midworld.adapters.bullet_shape import bullet
from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.agents import Attention
from midworld.geometry import (
    Box,
    Capsule,
    Cylinder,
    FloatArray,
    Part,
    Pose,
    Shape,
    Sphere,
    frustum,
    normalised,
    quaternion_of,
    rotate,
    vector,
)
from midworld.physics import Body, Eye, Limbs, Outlines, look
from midworld.testing.specimens import container
from midworld.world import EntityId

SCENES = 500
# The window around a thing has this many pixels a side: an image of 2000 to 10000 pixels, of which it is a piece.
PIXELS = 160
VISIBLE = 0.02
WALL = Box((0.02, 0.5, 0.4))


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A table with things and people, and somebody who looks at it."""

    bodies: list[Body]
    poses: FloatArray
    limbs: Limbs
    eye: Eye


def sample(seed: int) -> Sample:
    """Things of all kinds on a table, some in others or behind screens, some people around."""
    random = np.random.default_rng(seed)
    bodies = [Body(EntityId("table"), (Part(Box((1.4, 1.4, 0.04))),), static=True)]
    poses = [np.array([0, 0, -0.02, 0, 0, 0, 1.0])]
    for number in range(int(random.integers(4, 16))):
        shape, lift = _shape(random)
        place = [*random.uniform(-0.6, 0.6, 2), lift]
        turn = _about_z(random)
        if random.random() < 0.2:
            turn, place[2] = normalised(random.normal(size=4)), float(random.uniform(0.1, 0.4))
        bodies.append(Body(EntityId(f"o{number}"), (Part(shape),)))
        poses.append(np.array([*place, *turn]))
    for number in range(int(random.integers(0, 3))):
        bodies.append(container(f"box{number}"))
        poses.append(np.array([*random.uniform(-0.5, 0.5, 2), 0.004, *_about_z(random)]))
        bodies.append(Body(EntityId(f"in{number}"), (Part(Sphere(0.03)),)))
        poses.append(np.array([*(poses[-1][:2] + random.uniform(-0.05, 0.05, 2)), 0.04, 0, 0, 0, 1]))
    for number in range(int(random.integers(0, 3))):
        bodies.append(Body(EntityId(f"wall{number}"), (Part(WALL),), static=True))
        poses.append(np.array([*random.uniform(-0.6, 0.6, 2), 0.2, *_about_z(random)]))
    return Sample(bodies, np.array(poses), _people(random), _eye(random))


def _shape(random: np.random.Generator) -> tuple[Shape, float]:
    wide, high = float(random.uniform(0.015, 0.08)), float(random.uniform(0.03, 0.25))
    kinds: tuple[tuple[Shape, float], ...] = (
        (Box((2 * wide, float(random.uniform(0.02, 0.2)), high)), high / 2),
        (Cylinder(wide, high), high / 2),
        (Sphere(wide), wide),
        (Capsule(wide / 2, high), high / 2 + wide / 2),
    )
    return kinds[int(random.integers(4))]


def _about_z(random: np.random.Generator) -> FloatArray:
    angle = float(random.uniform(0, 2 * np.pi))
    return np.array([0.0, 0.0, np.sin(angle / 2), np.cos(angle / 2)])


def _people(random: np.random.Generator) -> Limbs:
    """An arm over the table and a body beside it, now and then."""
    count = int(random.integers(0, 3))
    starts = np.column_stack([random.uniform(-0.9, 0.9, (count, 2)), random.uniform(0.3, 0.6, count)])
    ends = starts + random.uniform(-0.4, 0.4, (count, 3))
    return Limbs((EntityId("bob"),) * count, starts, ends, random.uniform(0.04, 0.15, count))


def _eye(random: np.random.Generator) -> Eye:
    angle, away = float(random.uniform(0, 2 * np.pi)), float(random.uniform(0.8, 2.5))
    place = (away * np.cos(angle), away * np.sin(angle), float(random.uniform(0.05, 1.0)))
    middle = (float(random.uniform(-0.5, 0.5)), float(random.uniform(-0.5, 0.5)), float(random.uniform(0, 0.3)))
    wide = float(random.uniform(40, 120))
    return Eye(EntityId("eye"), EntityId("ann"), Pose.looking(place, at=middle), frustum((wide, 0.75 * wide), (0.1, 3)))


def exact(one: Sample) -> FloatArray:
    """Shares by a fine image around every thing, drawn with MuJoCo's own shapes, people included."""
    people = [_limb(one.limbs, index) for index in range(len(one.limbs))]
    poses = np.concatenate([one.poses, *(pose[None] for _, pose in people)])
    simulation = MujocoEngine().open([*one.bodies, *(body for body, _ in people)], poses)
    origin = np.asarray(one.eye.pose.position)
    shares = np.zeros(len(one.bodies))
    for row, body in enumerate(one.bodies):
        rays = _window(body, one.poses[row], origin)
        others = [other for other in range(len(poses)) if other != row]
        alone = simulation.raycast(origin, rays, exclude=others)
        hit = np.flatnonzero(alone.rows == row)
        seen = simulation.raycast(origin, rays[hit]).rows == row
        framed = one.eye.frustum.contains(one.eye.pose, origin + alone.distances[hit, None] * rays[hit])
        shares[row] = (seen & framed).sum() / max(len(hit), 1)
    simulation.close()
    return shares


def _limb(limbs: Limbs, index: int) -> tuple[Body, FloatArray]:
    start, end = limbs.start[index], limbs.end[index]
    along = (end - start) / np.linalg.norm(end - start)
    side = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    turn = quaternion_of(np.column_stack([side, np.cross(along, side), along]))
    shape = Capsule(float(limbs.radius[index]), float(np.linalg.norm(end - start)))
    return Body(EntityId(f"limb{index}"), (Part(shape),), static=True), np.array([*(start + end) / 2, *turn])


def _window(body: Body, pose: FloatArray, origin: FloatArray) -> FloatArray:
    """Rays through the pixels of the smallest upright window around a thing's corners."""
    corners = np.concatenate([_corners(part) for part in body.parts])
    away = pose[:3] + rotate(pose[3:], corners) - origin
    middle = Pose.looking((0.0, 0.0, 0.0), at=vector(away.mean(axis=0)))
    local = rotate(np.asarray(middle.inverse().orientation), away)
    flat = local[:, 1:] / np.maximum(local[:, :1], 0.05)
    low, high = flat.min(axis=0), flat.max(axis=0)
    steps = (np.arange(PIXELS) + 0.5) / PIXELS
    across, up = low[0] + steps * (high[0] - low[0]), low[1] + steps * (high[1] - low[1])
    rays = np.column_stack([np.ones(PIXELS**2), np.tile(across, PIXELS), np.repeat(up, PIXELS)])
    return rotate(np.asarray(middle.orientation), rays / np.linalg.norm(rays, axis=1, keepdims=True))


def _corners(part: Part) -> FloatArray:
    shape = part.shape
    match shape:
        case Box(size):
            half = np.asarray(size) / 2
        case Sphere(radius):
            half = np.full(3, radius)
        case Cylinder(radius, height):
            half = np.array([radius, radius, height / 2])
        case Capsule(radius, height):
            half = np.array([radius, radius, height / 2 + radius])
        case _:
            raise AssertionError("no such shape in these scenes")
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return part.pose.apply(signs * half)


def agreement(seeds: range) -> list[list[str]]:
    """How often `sees` is right about what shows clearly and about what does not show at all."""
    least = Attention().sees_share
    true: list[float] = []
    ours: list[float] = []
    for seed in seeds:
        one = sample(seed)
        sight = EmbreeSight.standing(one.bodies, one.poses)
        known = Outlines.of(one.bodies, EmbreeSight.standing)
        (view,) = look(sight, known, one.poses, [one.eye], limbs=one.limbs)
        true.extend(exact(one))
        ours.extend(view.share)
    shares, found = np.array(true), np.array(ours)
    clear, hidden = shares > VISIBLE, shares == 0.0
    seen = found >= least
    right = int(seen[clear].sum() + (~seen[hidden]).sum())
    between = ~(clear | hidden)
    return [
        ["more than 2 % shows, and it is seen", f"{seen[clear].mean():.2%} of {clear.sum()}"],
        ["nothing shows, and it is not seen", f"{(~seen[hidden]).mean():.2%} of {hidden.sum()}"],
        ["both", f"{right / (clear.sum() + hidden.sum()):.2%} of {clear.sum() + hidden.sum()}"],
        ["between 0 and 2 % shows, and it is seen", f"{seen[between].mean():.2%} of {between.sum()}"],
        ["mean difference of the shares", f"{np.abs(shares - found).mean():.3f}"],
    ]


def speed(count: int) -> list[list[str]]:
    """One eye in a scene that stands, and three of them with the scene built anew."""
    bodies, poses = scene(count)
    client, _ = plain_bullet(bodies, poses)
    sight, known = EmbreeSight.standing(bodies, poses), Outlines.of(bodies, EmbreeSight.standing)
    lens = frustum((90, 75), (0.05, 10))
    places = ((-1.5, 0.2, 1.2), (1.2, -0.9, 1.0), (0.2, 1.4, 0.9))
    eyes = [Eye(EntityId(f"e{n}"), None, Pose.looking(p, at=(0, 0, 0)), lens) for n, p in enumerate(places)]
    view = bullet.computeViewMatrix(places[0], [0, 0, 0], [0, 0, 1])
    projection = bullet.computeProjectionMatrixFOV(75, 160 / 120, 0.05, 10)

    def rendered() -> object:
        return bullet.getCameraImage(
            160,
            120,
            viewMatrix=view,
            projectionMatrix=projection,
            renderer=bullet.ER_TINY_RENDERER,
            flags=bullet.ER_SEGMENTATION_MASK_OBJECT_AND_LINKINDEX,
            physicsClientId=client,
        )

    def moved() -> None:
        height["m"] += 1e-3
        shifted = poses + np.array([0, 0, height["m"], 0, 0, 0, 0])
        moving.place(shifted)
        look(moving, known, shifted, eyes)

    moving = EmbreeSight(bodies)
    height = {"m": 0.0}
    tasks = {
        "one agent": lambda: look(sight, known, poses, eyes[:1]),
        "two agents": lambda: look(sight, known, poses, eyes[:2]),
        "three agents": lambda: look(sight, known, poses, eyes),
        "a picture of 160x120": lambda: sight.segment(lens, eyes[0].pose, columns=160, rows=120),
        "three agents, everything moved": moved,
    }
    times = busy([*tasks.values(), rendered])
    *ours, peer = times
    found = dict(zip(tasks, ours, strict=True))
    found["one more agent"] = found["three agents"] - found["two agents"]
    bullet.disconnect(client)
    picture = f"PyBullet's picture {readable(peer)}"
    return [[f"{name}, {count} things", f"{readable(t)}; {picture}: {peer / t:.1f}x"] for name, t in found.items()]


def busy(tasks: Sequence[Callable[[], object]], *, rounds: int = 150) -> list[float]:
    """Medians of the time the processor spends on each task, in turns: others at work on the machine do not count."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for each, task in zip(times, tasks, strict=True):
            start = time.thread_time()
            task()
            each.append(time.thread_time() - start)
    return [median(each) for each in times]


def main() -> None:
    rows = [*agreement(range(SCENES)), *speed(20)]
    table(
        "sight",
        "What eyes see, against exact visibility in 500 random scenes and PyBullet's renderer",
        ["", "figure"],
        rows,
    )


if __name__ == "__main__":
    main()
