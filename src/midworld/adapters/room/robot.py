"""The body of a simulated robot: a base that drives, a head that turns, arms that go where they are sent, hands."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ...agents import NUMPY, Arm, arms, frames
from ...errors import CannotDo
from ...geometry import FloatArray, Pose, Vector3, invert, transform
from ...motion import way_to
from ...perception import AgentPercept, PartPercept
from ...physics import Limb
from ...world import Agent, EntityId, World

# What a service robot of this size may do near people (ISO 13482 leaves it to the maker). Chosen.
DRIVE_M_S, TURN_RAD_S, JOINT_RAD_S, HEAD_RAD_S = 0.6, 1.2, 1.5, 3.0
HEAD = ("head_pan", "head_tilt")
ARM_RADIUS_M = 0.04


class RobotBody:
    """Where a robot's base and joints are and where they are going; `advance` lets time pass."""

    def __init__(self, world: World, name: EntityId, *, seed: int = 0) -> None:
        role = world.entity(name).role
        assert isinstance(role, Agent)
        self.name = name
        self.base = np.array([*world.pose(name).position[:2], _heading(world.pose(name))])
        self.gripping: dict[str, EntityId | None] = {}
        self._goal = self.base.copy()
        self._random = np.random.Generator(np.random.Philox(seed))
        hands = {mount.link: mount.part.removesuffix("_hand") for mount in role.mounts if mount.part.endswith("_hand")}
        self.arms: Mapping[str, Arm] = {
            hands[arm.links[-1]]: arm for arm in arms(world.structure) if arm.owner == name and arm.links[-1] in hands
        }
        self.gripping.update(dict.fromkeys(self.arms))
        joints = [entity.joint for entity in world.structure.entities if str(entity.id).startswith(f"{name}/")]
        moving = [each for each in joints if each is not None and each.mimic is None and each.name]
        self.joints = {each.name: 0.0 for each in moving if each.lower is not None}
        self._limits = {each.name: (each.lower, each.upper) for each in moving}
        for side, arm in self.arms.items():
            self.joints |= _tucked(arm, side)
        self._ends = dict(self.joints)
        self._rates = dict.fromkeys(self.joints, 0.0)
        # Postures on the way of each arm, the next one first.
        self._ways: dict[str, list[FloatArray]] = {side: [] for side in self.arms}
        self._origins = {each.name: each.origin for each in moving}

    @property
    def place(self) -> Pose:
        """Where the base stands."""
        x, y, turn = self.base
        return Pose((float(x), float(y), 0.0), (0.0, 0.0, math.sin(turn / 2), math.cos(turn / 2)))

    @property
    def moving(self) -> bool:
        """Whether any part is still on its way."""
        return not self.arrived() or not self.still(tuple(self.joints))

    def percept(self) -> AgentPercept:
        """What the robot tells of itself: odometry and joint states."""
        base = PartPercept("base", self.place.position, self.place.orientation)
        return AgentPercept(self.name, (base,), dict(self.joints))

    def tip(self, side: str) -> FloatArray:
        """Where the tip of a hand is, in the fixed frame."""
        arm = self.arms[side]
        return transform(self.place.array, NUMPY.tips(arm, self._values(arm)[None])[0])

    def limbs(self) -> list[Limb]:
        """What of the arms hides things from its own camera, and from people."""
        found: list[Limb] = []
        for arm in self.arms.values():
            posed = frames(arm, self._values(arm)[None])
            places = transform(self.place.array, np.concatenate([posed.places[0], posed.tips]))
            found += [Limb(one, other, ARM_RADIUS_M) for one, other in pairwise(places)]
        return found

    def drive(self, place: Pose) -> None:
        """Sends the base to a pose."""
        self._goal = np.array([*place.position[:2], _heading(place)])

    def arrived(self) -> bool:
        """Whether the base is where it was sent."""
        away = self._goal - self.base
        return math.hypot(away[0], away[1]) < 1e-3 and abs(_turn(away[2])) < 1e-3

    def aim(self, point: Vector3) -> tuple[str, ...]:
        """Turns the head to a point as far as it goes; the joints that move."""
        pan, tilt = HEAD
        if pan not in self.joints or tilt not in self.joints:
            raise CannotDo("look", f"its model has no joints {pan} and {tilt}")
        neck = np.asarray(self._origins[pan].position) + np.asarray(self._origins[tilt].position)
        away = transform(invert(self.place.array), np.asarray(point)) - neck
        wanted = {pan: math.atan2(away[1], away[0]), tilt: -math.atan2(away[2], math.hypot(away[0], away[1]))}
        self._send({name: self._within(name, value) for name, value in wanted.items()}, HEAD_RAD_S)
        return HEAD

    def stretch(self, side: str, point: Vector3) -> tuple[str, ...]:
        """Sends a hand to a point; the joints that move. Raises CannotDo where no posture brings it there."""
        arm = self.arms[side]
        target = transform(invert(self.place.array), np.asarray(point))
        way = way_to(arm, self._values(arm), target, self._random)
        if not way:
            x, y, z = point
            raise CannotDo("reach", f"({x:.2f}, {y:.2f}, {z:.2f}) is out of reach of the {side} arm")
        self._ways[side] = list(way)
        self._next(side)
        return tuple(joint.name for joint in arm.joints)

    def _next(self, side: str) -> None:
        """Sends an arm to the next posture on its way."""
        arm, posture = self.arms[side], self._ways[side].pop(0)
        ends = {joint.name: float(value) for joint, value in zip(arm.joints, posture, strict=True)}
        self._send(ends, JOINT_RAD_S)

    def tuck(self, side: str) -> tuple[str, ...]:
        """Sends an arm to where it is out of the way; the joints that move."""
        ends = _tucked(self.arms[side], side)
        self._ways[side] = []
        self._send(ends, JOINT_RAD_S)
        return tuple(ends)

    def still(self, joints: tuple[str, ...]) -> bool:
        """Whether some joints are where they were sent, and nowhere else next."""
        going = any(self._ways[side] and not set(_names(arm)).isdisjoint(joints) for side, arm in self.arms.items())
        return not going and all(self.joints[each] == self._ends[each] for each in joints)

    def halt(self, joints: Sequence[str] | None = None) -> None:
        """Some joints stay as they are; all of them, and the base, if none are named."""
        if joints is None:
            self._goal = self.base.copy()
        for side, arm in self.arms.items():
            if joints is None or not set(_names(arm)).isdisjoint(joints):
                self._ways[side] = []
        self._ends |= {name: self.joints[name] for name in (self.joints if joints is None else joints)}

    def advance(self, seconds: float) -> None:
        """Moves on: first the base turns to where it goes, then it goes, then it turns as it is to stand."""
        self._roll(seconds)
        for name, end in self._ends.items():
            away = end - self.joints[name]
            step = self._rates[name] * seconds
            self.joints[name] = end if abs(away) <= step else self.joints[name] + math.copysign(step, away)
        for side, way in self._ways.items():
            if way and all(self.joints[each] == self._ends[each] for each in _names(self.arms[side])):
                self._next(side)

    def _roll(self, seconds: float) -> None:
        x, y, turn = self._goal - self.base
        far = math.hypot(x, y)
        facing = math.atan2(y, x) if far > 1e-3 else float(self._goal[2])
        off = _turn(facing - float(self.base[2]))
        if abs(off) > 1e-3 and (far > 1e-3 or abs(_turn(turn)) > 1e-3):
            self.base[2] += math.copysign(min(abs(off), TURN_RAD_S * seconds), off)
        elif far > 1e-3:
            step = min(far, DRIVE_M_S * seconds)
            self.base[:2] += step / far * np.array([x, y])

    def _send(self, ends: Mapping[str, float], rate: float) -> None:
        """All of them arrive together."""
        longest = max(abs(end - self.joints[name]) for name, end in ends.items())
        seconds = max(longest / rate, 1e-6)
        for name, end in ends.items():
            self._ends[name] = end
            self._rates[name] = abs(end - self.joints[name]) / seconds

    def _values(self, arm: Arm) -> FloatArray:
        return np.array([self.joints[joint.name] for joint in arm.joints])

    def _within(self, name: str, value: float) -> float:
        lower, upper = self._limits[name]
        return min(max(value, -math.inf if lower is None else lower), math.inf if upper is None else upper)


def _tucked(arm: Arm, side: str) -> dict[str, float]:
    """Elbows bent and hands in front of the chest, beside what the camera looks at."""
    out = 1.0 if side == "left" else -1.0
    posture = {"shoulder_pan": 0.9 * out, "shoulder_lift": 1.1, "elbow": -2.2, "wrist": 0.9}
    values = {name: next((each for end, each in posture.items() if name.endswith(end)), 0.0) for name in _names(arm)}
    return {
        name: float(np.clip(values[name], low, high))
        for name, low, high in zip(_names(arm), arm.lower, arm.upper, strict=True)
    }


def _names(arm: Arm) -> tuple[str, ...]:
    return tuple(joint.name for joint in arm.joints)


def _heading(pose: Pose) -> float:
    x, y, z, w = pose.orientation
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def _turn(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi
