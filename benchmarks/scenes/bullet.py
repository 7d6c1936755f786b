"""PyBullet behind typed doors: the only file that touches it."""

# pybullet ships no types: what leaves this file is declared here.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingModuleSource=false, reportAttributeAccessIssue=false

from dataclasses import dataclass

import numpy as np
import pybullet

from .pose import Array, Pose, array
from .shape import Part, Thing

STEP_S = 1 / 240
GRIP_FORCE_N = 120.0


@dataclass(frozen=True, slots=True)
class Contact:
    """Body `a` pressed by body `b`; `up` is the vertical part of the normal that pushes `a`."""

    a: int
    b: int
    up: float
    force: float
    distance: float


class Bullet:
    """One private world. Poses are those of the things' own frames, not of their centres of mass."""

    def __init__(self) -> None:
        self._client: int = pybullet.connect(pybullet.DIRECT)
        self._com: dict[int, Pose] = {}
        pybullet.setGravity(0, 0, -9.81, physicsClientId=self._client)
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=STEP_S,
            numSolverIterations=50,
            deterministicOverlappingPairs=1,
            contactBreakingThreshold=0.001,
            erp=0.1,
            contactERP=0.1,
            enableFileCaching=0,
            physicsClientId=self._client,
        )

    def close(self) -> None:
        pybullet.disconnect(physicsClientId=self._client)

    def add(self, thing: Thing, pose: Pose) -> int:
        com = array(0, 0, 0) if thing.static else thing.centre_of_mass
        shape = self._compound(thing.parts)
        body: int = pybullet.createMultiBody(
            baseMass=0.0 if thing.static else thing.mass,
            baseCollisionShapeIndex=shape,
            basePosition=list(pose.position),
            baseOrientation=list(pose.turn),
            baseInertialFramePosition=list(com),
            baseInertialFrameOrientation=[0, 0, 0, 1],
            physicsClientId=self._client,
        )
        self._com[body] = Pose(com, array(0, 0, 0, 1))
        settings = {
            "lateralFriction": thing.friction,
            "rollingFriction": thing.rolling,
            "spinningFriction": 0.004,
            "restitution": thing.restitution,
        }
        pybullet.changeDynamics(body, -1, physicsClientId=self._client, **settings)
        if not thing.static:
            pybullet.changeDynamics(
                body,
                -1,
                localInertiaDiagonal=[float(v) for v in np.diag(thing.inertia)],
                linearDamping=0.02,
                angularDamping=0.02,
                physicsClientId=self._client,
            )
        self.place(body, pose)
        return body

    def add_hand(self, radius: float) -> int:
        """A heavy little ball that touches nothing until told to."""
        shape: int = pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=radius, physicsClientId=self._client)
        body: int = pybullet.createMultiBody(2.0, shape, -1, [0, 0, 50], physicsClientId=self._client)
        self._com[body] = Pose(array(0, 0, 0), array(0, 0, 0, 1))
        pybullet.setCollisionFilterGroupMask(body, -1, 0, 0, physicsClientId=self._client)
        return body

    def _compound(self, parts: tuple[Part, ...]) -> int:
        kinds, radii, halves, lengths, places, turns = [], [], [], [], [], []
        codes = {"box": pybullet.GEOM_BOX, "cylinder": pybullet.GEOM_CYLINDER, "sphere": pybullet.GEOM_SPHERE}
        for part in parts:
            kinds.append(codes[part.kind])
            halves.append(list(part.half))
            radii.append(part.size[0])
            lengths.append(part.size[1] if part.kind == "cylinder" else 0.0)
            places.append(list(part.at))
            turns.append(list(part.turn))
        return pybullet.createCollisionShapeArray(
            shapeTypes=kinds,
            radii=radii,
            halfExtents=halves,
            lengths=lengths,
            collisionFramePositions=places,
            collisionFrameOrientations=turns,
            physicsClientId=self._client,
        )

    def step(self) -> None:
        pybullet.stepSimulation(physicsClientId=self._client)

    def pose(self, body: int) -> Pose:
        position, turn = pybullet.getBasePositionAndOrientation(body, physicsClientId=self._client)
        com = self._com[body]
        outer = Pose(np.array(position), np.array(turn))
        return Pose(outer.apply(-com.position), outer.turn)

    def place(self, body: int, pose: Pose) -> None:
        centre = pose.apply(self._com[body].position)
        pybullet.resetBasePositionAndOrientation(body, list(centre), list(pose.turn), physicsClientId=self._client)
        pybullet.resetBaseVelocity(body, [0, 0, 0], [0, 0, 0], physicsClientId=self._client)

    def speeds(self, body: int) -> tuple[float, float]:
        """Linear and angular speed."""
        linear, angular = pybullet.getBaseVelocity(body, physicsClientId=self._client)
        return float(np.linalg.norm(linear)), float(np.linalg.norm(angular))

    def pin(self, body: int, pose: Pose) -> int:
        """Tie a body to a place; move the place with `move_pin`."""
        com = self._com[body]
        pin: int = pybullet.createConstraint(
            body, -1, -1, -1, pybullet.JOINT_FIXED, [0, 0, 0], [0, 0, 0], list(pose.apply(com.position)),
            [0, 0, 0, 1], list(pose.turn), physicsClientId=self._client,
        )  # fmt: skip
        self.move_pin(pin, body, pose)
        return pin

    def move_pin(self, pin: int, body: int, pose: Pose, *, force: float = GRIP_FORCE_N) -> None:
        pybullet.changeConstraint(
            pin,
            list(pose.apply(self._com[body].position)),
            jointChildFrameOrientation=list(pose.turn),
            maxForce=force,
            erp=0.4,
            physicsClientId=self._client,
        )

    def unpin(self, pin: int) -> None:
        pybullet.removeConstraint(pin, physicsClientId=self._client)

    def set_touch(self, hand: int, body: int, touch: bool) -> None:
        pybullet.setCollisionFilterPair(hand, body, -1, -1, int(touch), physicsClientId=self._client)

    def contacts(self, body: int | None = None) -> list[Contact]:
        chosen = {} if body is None else {"bodyA": body}
        found = pybullet.getContactPoints(physicsClientId=self._client, **chosen) or ()
        return [Contact(c[1], c[2], c[7][2], c[9], c[8]) for c in found]

    def first_hits(self, start: Array, ends: Array) -> list[int]:
        """For each ray from `start`, the body it meets first, or -1."""
        if not len(ends):
            return []
        starts = np.broadcast_to(start, ends.shape).tolist()
        hits = pybullet.rayTestBatch(starts, ends.tolist(), physicsClientId=self._client)
        return [int(hit[0]) for hit in hits]

    def picture(self, eye: Array, target: Array, fov: float, *, size: tuple[int, int]) -> Array:
        """An RGB image `(height, width, 3)` by the software renderer, for people to look at."""
        width, height = size
        view = pybullet.computeViewMatrix(list(eye), list(target), [0, 0, 1])
        lens = pybullet.computeProjectionMatrixFOV(fov, width / height, 0.05, 10)
        image = pybullet.getCameraImage(
            width, height, view, lens, renderer=pybullet.ER_TINY_RENDERER, physicsClientId=self._client
        )
        return np.asarray(image[2], dtype=np.float64).reshape(height, width, 4)[:, :, :3]

    def paint(self, body: int, rgb: tuple[float, float, float]) -> None:
        pybullet.changeVisualShape(body, -1, rgbaColor=[*rgb, 1.0], physicsClientId=self._client)
