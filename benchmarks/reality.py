"""What really happens, for those who imagine: PyBullet, driven by the contract's words alone.

Nothing of Midworld's own physics is used here: shapes, poses and actions are plain numbers, so that what is compared is
two engines and two readings.
"""

# PyBullet ships no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pybullet

from midworld.geometry import Box, Compound, Cylinder, FloatArray, Pose, Shape, Sphere, primitives
from midworld.imagination import Action, Carry, Place, Push, Tilt

bullet: Any = pybullet

STEP_S = 1 / 480
PATIENCE_S, REST_S = 4.0, 0.5
HAND = (0.02, 0.06, 0.016)


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing of a scene; one without a mass is fixed."""

    name: str
    shape: Shape
    pose: Pose
    mass: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """How one run ended."""

    success: bool
    positions: dict[str, FloatArray]
    toppled: dict[str, bool]
    duration: float


class Reality:
    """One run of one action, with everything drawn as the contract says."""

    def __init__(self, pieces: list[Piece], action: Action, random: np.random.Generator) -> None:
        self._pieces, self._action = pieces, action
        self._client = bullet.connect(bullet.DIRECT)
        self._do("setGravity", 0, 0, -9.81)
        self._do("setPhysicsEngineParameter", fixedTimeStep=STEP_S, numSolverIterations=100, numSubSteps=0)
        self._friction = math.sqrt(random.uniform(0.35, 0.75))
        self._hand_height = random.normal(0.0, 0.005)
        floor = self._do("createCollisionShape", bullet.GEOM_BOX, halfExtents=[20, 20, 0.5])
        self._floor = self._body(floor, 0.0, [0, 0, -0.5, 0, 0, 0, 1])
        self._ids: dict[str, int] = {}
        for piece in pieces:
            pose = piece.pose.array
            if piece.mass is not None:
                pose[:2] += random.normal(0.0, 0.002, 2)
            mass = 0.0 if piece.mass is None else piece.mass * max(0.5, 1 + random.normal(0.0, 0.10))
            if isinstance(action, Place) and piece.name == action.object:
                away = pose[:3] - np.asarray(piece.pose.position)
                pose[:3] = np.asarray(action.position) + away
                if action.orientation is not None:
                    pose[3:] = action.orientation
            self._ids[piece.name] = self._body(self._shape(piece.shape), mass, pose.tolist())

    def run(self) -> Ended:
        """Does it, waits until all is at rest, and looks."""
        try:
            return self._run()
        finally:
            bullet.disconnect(self._client)

    def _run(self) -> Ended:
        action = self._action
        carried = self._load(action.object) if isinstance(action, Tilt | Carry) else []
        driven = self._ids[action.object] if isinstance(action, Tilt | Carry) else None
        if driven is not None:
            self._do("changeDynamics", driven, -1, mass=0.0)
            for name, other in self._ids.items():
                if self._mass(name) is None:
                    self._do("setCollisionFilterPair", driven, other, -1, -1, 0)
            self._do("setCollisionFilterPair", driven, self._floor, -1, -1, 0)
        before = {name: self._pose(body) for name, body in self._ids.items()}
        duration = self._act(action)
        self._settle(driven)
        return self._judged(before, carried, duration)

    def _act(self, action: Action) -> float:
        match action:
            case Push(name, direction, speed, distance, height):
                self._push(name, np.asarray(direction, dtype=float), speed, distance, height)
                return distance / speed
            case Tilt(name, axis, angle, speed):
                self._tilt(name, np.asarray(axis, dtype=float), angle, speed)
                return abs(angle) / speed
            case Carry():
                return self._carry(action)
            case _:
                return 0.0

    def _push(self, name: str, along: FloatArray, speed: float, distance: float, height: float | None) -> None:
        along = along / np.linalg.norm(along)
        body = self._ids[name]
        low, high = (np.asarray(corner) for corner in self._do("getAABB", body))
        # Bullet's boxes have a margin of 2 cm or less around them: ask the shape instead.
        middle, low_z, tall = self._extent(name)
        at = low_z + (tall / 2 if height is None else height) + self._hand_height
        shape = self._do("createCollisionShape", bullet.GEOM_BOX, halfExtents=[edge / 2 for edge in HAND])
        yaw = math.atan2(along[1], along[0])
        turn = bullet.getQuaternionFromEuler([0, 0, yaw])
        reach = float(np.linalg.norm(high - low))
        start = np.array([middle[0], middle[1], at]) - along * reach
        hand = self._body(shape, 0.0, [*start.tolist(), *turn])
        found = self._do("getClosestPoints", hand, body, 10.0)
        # Bring the flat face to where it touches: along the direction, step by step.
        for _ in range(60):
            found = self._do("getClosestPoints", hand, body, 10.0)
            gap = min((point[8] for point in found), default=1.0)
            if gap < 2e-4:
                break
            start = start + along * max(gap * 0.9, 1e-4)
            self._do("resetBasePositionAndOrientation", hand, start.tolist(), turn)
        for other in [self._floor, *(self._ids[piece.name] for piece in self._pieces if piece.mass is None)]:
            self._do("setCollisionFilterPair", hand, other, -1, -1, 0)
        steps = round(distance / speed / STEP_S)
        for number in range(steps):
            place = start + along * speed * STEP_S * number
            self._do("resetBasePositionAndOrientation", hand, place.tolist(), turn)
            self._do("resetBaseVelocity", hand, (along * speed).tolist(), [0, 0, 0])
            self._do("stepSimulation")
        end = start + along * distance
        self._do("resetBasePositionAndOrientation", hand, end.tolist(), turn)
        self._do("resetBaseVelocity", hand, [0, 0, 0], [0, 0, 0])

    def _tilt(self, name: str, axis: FloatArray, angle: float, speed: float) -> None:
        axis = axis / np.linalg.norm(axis)
        body = self._ids[name]
        pose = self._pose(body)
        middle, low_z, _ = self._extent(name)
        pivot = np.array([middle[0], middle[1], low_z])
        steps = max(1, round(abs(angle) / speed / STEP_S))
        for number in range(steps + 1):
            turned = angle * number / steps
            q = np.array([*(axis * math.sin(turned / 2)), math.cos(turned / 2)])
            at, orientation = bullet.multiplyTransforms([0, 0, 0], q, (pose[:3] - pivot).tolist(), pose[3:].tolist())
            spin = axis * math.copysign(speed, angle) * (number < steps)
            self._do("resetBasePositionAndOrientation", body, (pivot + at).tolist(), orientation)
            velocity = np.cross(spin, np.asarray(at))
            self._do("resetBaseVelocity", body, velocity.tolist(), spin.tolist())
            self._do("stepSimulation")

    def _carry(self, action: Carry) -> float:
        body = self._ids[action.object]
        pose, limits = self._pose(body), action.limits
        seconds, heading = 0.0, None
        for start, end in zip(action.path, action.path[1:], strict=False):
            step = np.subtract(end, start)
            length, towards = float(np.linalg.norm(step)), math.atan2(step[1], step[0])
            if heading is not None:
                turn = math.remainder(towards - heading, 2 * math.pi)
                for speed in self._ramp(abs(turn), limits.angular, limits.angular_acceleration):
                    spin = math.copysign(speed, turn)
                    pose = self._moved(body, pose, np.zeros(3), spin)
                    seconds += STEP_S
            for speed in self._ramp(length, limits.linear, limits.linear_acceleration):
                pose = self._moved(body, pose, np.array([*(speed * step / length), 0.0]), 0.0)
                seconds += STEP_S
            heading = towards
        self._moved(body, pose, np.zeros(3), 0.0)
        return seconds

    def _moved(self, body: int, pose: FloatArray, velocity: FloatArray, spin: float) -> FloatArray:
        self._do("resetBasePositionAndOrientation", body, pose[:3].tolist(), pose[3:].tolist())
        self._do("resetBaseVelocity", body, velocity.tolist(), [0, 0, spin])
        self._do("stepSimulation")
        turn = bullet.getQuaternionFromEuler([0, 0, spin * STEP_S])
        _, orientation = bullet.multiplyTransforms([0, 0, 0], turn, [0, 0, 0], pose[3:].tolist())
        return np.array([*(pose[:3] + velocity * STEP_S), *orientation])

    @staticmethod
    def _ramp(length: float, speed: float, rate: float) -> list[float]:
        """Speeds of a trapezoid, one a step."""
        peak = min(speed, math.sqrt(length * rate))
        total = peak / rate + length / peak if peak else 0.0
        times = (np.arange(round(total / STEP_S)) + 0.5) * STEP_S
        return np.minimum(np.minimum(times, total - times) * rate, peak).tolist()

    def _settle(self, driven: int | None) -> None:
        still = 0.0
        hold = None if driven is None else self._pose(driven)
        for _ in range(round(PATIENCE_S / STEP_S)):
            if driven is not None and hold is not None:
                self._do("resetBasePositionAndOrientation", driven, hold[:3].tolist(), hold[3:].tolist())
                self._do("resetBaseVelocity", driven, [0, 0, 0], [0, 0, 0])
            self._do("stepSimulation")
            fastest = max(
                (
                    float(np.linalg.norm(linear)) + 0.05 * float(np.linalg.norm(angular))
                    for linear, angular in (self._do("getBaseVelocity", body) for body in self._ids.values())
                ),
                default=0.0,
            )
            still = still + STEP_S if fastest < 0.004 else 0.0
            if still >= REST_S:
                return

    def _judged(self, before: dict[str, FloatArray], carried: list[str], duration: float) -> Ended:
        self._do("performCollisionDetection")
        after = {name: self._pose(body) for name, body in self._ids.items()}
        # A ball has no up axis.
        balls = {piece.name for piece in self._pieces if isinstance(piece.shape, Sphere)}
        toppled = {name: name not in balls and self._angle(before[name], after[name]) > 0.5 for name in after}
        loose = [piece.name for piece in self._pieces if piece.mass is not None]
        on_floor = {name: bool(self._do("getContactPoints", self._ids[name], self._floor)) for name in loose}
        action = self._action
        match action:
            case Push(name):
                success = not toppled[name] and not on_floor[name]
            case Place(name, position):
                away = float(np.linalg.norm(after[name][:3] - np.asarray(position)))
                success = not toppled[name] and away <= 0.02
            case Tilt(name) | Carry(name):
                kept = all(self._do("getContactPoints", self._ids[each], self._ids[name]) for each in carried)
                others = [each for each in loose if each != name]
                success = kept and not any(toppled[each] or on_floor[each] for each in others)
            case _:
                raise AssertionError(action)
        places = {name: after[name][:3] for name in loose}
        return Ended(bool(success), places, {name: toppled[name] for name in loose}, duration)

    def _load(self, name: str) -> list[str]:
        self._do("performCollisionDetection")
        top = self._pose(self._ids[name])[2]
        loose = [piece.name for piece in self._pieces if piece.mass is not None and piece.name != name]
        touching = [each for each in loose if self._do("getClosestPoints", self._ids[each], self._ids[name], 0.004)]
        return [each for each in touching if self._pose(self._ids[each])[2] > top]

    def _extent(self, name: str) -> tuple[FloatArray, float, float]:
        """The middle of a piece that stands upright, its lowest point and its height."""
        piece = next(each for each in self._pieces if each.name == name)
        at = self._pose(self._ids[name])
        lows: list[float] = []
        highs: list[float] = []
        for part in primitives(piece.shape):
            tall = _height(part.shape)
            lows.append(part.pose.position[2] - tall / 2)
            highs.append(part.pose.position[2] + tall / 2)
        return at[:3], float(at[2] + min(lows)), max(highs) - min(lows)

    def _mass(self, name: str) -> float | None:
        return next(piece.mass for piece in self._pieces if piece.name == name)

    def _pose(self, body: int) -> FloatArray:
        position, orientation = self._do("getBasePositionAndOrientation", body)
        return np.array([*position, *orientation])

    @staticmethod
    def _angle(one: FloatArray, other: FloatArray) -> float:
        ups = [np.array(bullet.getMatrixFromQuaternion(pose[3:].tolist())).reshape(3, 3)[:, 2] for pose in (one, other)]
        return math.acos(float(np.clip(ups[0] @ ups[1], -1.0, 1.0)))

    def _body(self, shape: int, mass: float, pose: list[float]) -> int:
        body = self._do("createMultiBody", mass, shape, -1, pose[:3], pose[3:])
        # Bullet multiplies the frictions of two bodies: with roots, any two have what was drawn.
        self._do("changeDynamics", body, -1, lateralFriction=self._friction, restitution=0.0)
        return int(body)

    def _shape(self, shape: Shape) -> int:
        parts = primitives(shape)
        if len(parts) == 1 and not isinstance(shape, Compound):
            return self._primitive(shape)
        kinds, halves = [], []
        for part in parts:
            assert isinstance(part.shape, Box)
            kinds.append(bullet.GEOM_BOX)
            halves.append([edge / 2 for edge in part.shape.size])
        places = [list(part.pose.position) for part in parts]
        turns = [list(part.pose.orientation) for part in parts]
        return self._do(
            "createCollisionShapeArray",
            shapeTypes=kinds,
            halfExtents=halves,
            collisionFramePositions=places,
            collisionFrameOrientations=turns,
        )

    def _primitive(self, shape: Shape) -> int:
        match shape:
            case Box(size):
                return self._do("createCollisionShape", bullet.GEOM_BOX, halfExtents=[edge / 2 for edge in size])
            case Cylinder(radius, height):
                return self._do("createCollisionShape", bullet.GEOM_CYLINDER, radius=radius, height=height)
            case Sphere(radius):
                return self._do("createCollisionShape", bullet.GEOM_SPHERE, radius=radius)
            case _:
                raise AssertionError(shape)

    def _do(self, name: str, *words: object, **named: object) -> Any:
        return getattr(bullet, name)(*words, **named, physicsClientId=self._client)


def _height(shape: Shape) -> float:
    match shape:
        case Box(size):
            return size[2]
        case Cylinder(_, height):
            return height
        case Sphere(radius):
            return 2 * radius
        case _:
            raise AssertionError(shape)
