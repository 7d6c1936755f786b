"""PyBullet behind the engine protocol: the paper's engine, and the proof that the protocol is one.

Bullet places bodies by their inertial frame; poses are turned at this border. It keeps contact caches that cannot be
cleared, so a restored state goes on within a fraction of a millimetre, not in the same bits.
"""

# PyBullet ships no types; every array that leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
import weakref
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray, Frustum, IntArray, Meshes, Pose, Triangles, compose, invert, rolling_radius, rotate
from ..physics import NOTHING, Body, Contacts, Hits, Image, Mode, Rows, Settings, as_rows, checked_edit, pixels
from ..world import EntityId
from .bullet_shape import bullet, collision_shape, inertial_frame, principal

ITERATIONS = 50
# Softer than Bullet's own 0.2: two boxes 3 cm in each other part without overshoot.
GENTLE_ERP, CRISP_ERP = 0.1, 0.2
SPIN_FRICTION_M = 0.005
ROLL_FRICTION_M = 0.001
RAY_M = 100.0
RAYS_AT_ONCE = 16_000
# Bullet asks both ways: the group of each must be in the other's mask. Nothing immovable meets its like.
MEETS = {Mode.DYNAMIC: (1, 3), Mode.KINEMATIC: (2, 1), Mode.ABSENT: (0, 0)}
MODES = tuple(Mode)


class BulletEngine:
    """Opens Bullet simulations."""

    name: str = "bullet"
    repeatable: bool = False

    def open(
        self,
        bodies: Sequence[Body],
        poses: FloatArray,
        *,
        meshes: Meshes | None = None,
        settings: Settings = Settings(),  # noqa: B008 - frozen
    ) -> "BulletSimulation":
        simulation = BulletSimulation(settings)
        simulation.edit(add=bodies, poses=poses, meshes=meshes)
        return simulation


class BulletSimulation:
    """One private Bullet world: a client of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = client = int(bullet.connect(bullet.DIRECT))
        self._gone = weakref.finalize(self, bullet.disconnect, client)
        self._bodies: tuple[Body, ...] = ()
        self._handles: list[int] = []
        self._meshes: dict[str, Triangles] = {}
        self._modes: npt.NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._scales: FloatArray = np.ones(0)
        self._frames: FloatArray = np.zeros((0, 7))
        self._stale = True
        bullet.setGravity(*settings.gravity, physicsClientId=client)
        bullet.setPhysicsEngineParameter(
            fixedTimeStep=settings.timestep_s,
            numSolverIterations=ITERATIONS,
            deterministicOverlappingPairs=1,
            contactBreakingThreshold=0.001,
            erp=CRISP_ERP if settings.crisp else GENTLE_ERP,
            contactERP=CRISP_ERP if settings.crisp else GENTLE_ERP,
            enableFileCaching=0,
            physicsClientId=client,
        )

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return tuple(body.id for body in self._bodies)

    @property
    def bodies(self) -> tuple[Body, ...]:
        return self._bodies

    @property
    def modes(self) -> tuple[Mode, ...]:
        return tuple(MODES[code] for code in self._modes)

    def edit(
        self,
        *,
        add: Sequence[Body] = (),
        poses: FloatArray | None = None,
        meshes: Meshes | None = None,
        remove: Sequence[EntityId] = (),
    ) -> None:
        self._meshes.update(meshes or {})
        kept, placed = checked_edit(self._bodies, add=add, poses=poses, meshes=self._meshes, remove=remove)
        for row in set(range(len(self._bodies))) - set(kept.tolist()):
            bullet.removeBody(self._handles[row], physicsClientId=self._client)
        new = [self._create(body) for body in add]
        self._bodies = (*(self._bodies[row] for row in kept), *add)
        self._handles = [*(self._handles[row] for row in kept), *new]
        self._rows = {handle: row for row, handle in enumerate(self._handles)}
        self._modes = np.concatenate([self._modes[kept], np.zeros(len(add), np.uint8)])
        self._scales = np.concatenate([self._scales[kept], np.ones(len(add))])
        self._frames = np.concatenate([self._frames[kept], *(inertial_frame(body)[None] for body in add)])
        self._exclude_carriers()
        for row in range(len(kept), len(self._bodies)):
            self._tell_mode(row)
            self._tell_friction(row)
        self.set_state(np.arange(len(kept), len(self._bodies)), placed)

    def set_mode(self, rows: Rows, mode: Mode) -> None:
        for row in as_rows(rows).tolist():
            if self._modes[row] != mode.value:
                self._modes[row] = mode.value
                self._tell_mode(row)
        self._stale = True

    def set_friction(self, rows: Rows, scale: npt.ArrayLike) -> None:
        self._scales[as_rows(rows)] = scale
        for row in as_rows(rows).tolist():
            self._tell_friction(row)

    def set_state(self, rows: Rows, poses: FloatArray, velocities: FloatArray | None = None) -> None:
        rows = as_rows(rows)
        if not len(rows):
            return
        frames = compose(np.reshape(poses, (-1, 7)), self._frames[rows])
        speeds = np.zeros((len(rows), 6)) if velocities is None else np.array(velocities).reshape(-1, 6)
        arms = frames[:, :3] - np.reshape(poses, (-1, 7))[:, :3]
        speeds[:, :3] += np.cross(speeds[:, 3:], arms)
        for row, frame, speed in zip(rows.tolist(), frames.tolist(), speeds.tolist(), strict=True):
            handle = self._handles[row]
            bullet.resetBasePositionAndOrientation(handle, frame[:3], frame[3:], physicsClientId=self._client)
            if not self._bodies[row].static:
                bullet.resetBaseVelocity(handle, speed[:3], speed[3:], physicsClientId=self._client)
        self._stale = True

    def poses(self) -> FloatArray:
        return compose(self._inertial_poses(), invert(self._frames)) if self._handles else np.zeros((0, 7))

    def positions(self, rows: Rows) -> FloatArray:
        return self.poses()[as_rows(rows), :3]

    def velocities(self) -> FloatArray:
        if not self._handles:
            return np.zeros((0, 6))
        speeds = self._inertial_velocities()
        arms = rotate(self._inertial_poses()[:, 3:], invert(self._frames)[:, :3])
        speeds[:, :3] += np.cross(speeds[:, 3:], arms)
        return speeds

    @property
    def asleep(self) -> bool:
        return False

    def begin(self) -> None:
        """Bullet offers no way to clear what its solver remembers."""

    def step(self, count: int = 1) -> None:
        for _ in range(count):
            bullet.stepSimulation(physicsClientId=self._client)
            if self._settings.limited:
                self._limit()
        self._stale = False

    def contacts(self) -> Contacts:
        self._refresh()
        found: Any = bullet.getContactPoints(physicsClientId=self._client) or ()
        rows = np.array([[self._rows[point[1]], self._rows[point[2]]] for point in found], dtype=np.intp)
        numbers = np.array([[*point[6], *point[7], point[8], point[9]] for point in found], dtype=np.float64)
        numbers = numbers.reshape(-1, 8)
        return Contacts(rows.reshape(-1, 2), numbers[:, :3], -numbers[:, 3:6], numbers[:, 6], numbers[:, 7])

    def raycast(self, origins: FloatArray, directions: FloatArray, *, exclude: Rows = ()) -> Hits:
        self._refresh()
        directions = np.asarray(directions, dtype=np.float64).reshape(-1, 3)
        starts = np.broadcast_to(np.asarray(origins, dtype=np.float64), directions.shape)
        ends = starts + RAY_M * directions
        hidden = as_rows(exclude).tolist()
        for row in hidden:
            bullet.setCollisionFilterGroupMask(self._handles[row], -1, 0, 0, physicsClientId=self._client)
        rows, distances = np.full(len(ends), NOTHING, dtype=np.intp), np.full(len(ends), np.inf)
        for first in range(0, len(ends), RAYS_AT_ONCE):
            part = slice(first, first + RAYS_AT_ONCE)
            found: Any = bullet.rayTestBatch(starts[part].tolist(), ends[part].tolist(), physicsClientId=self._client)
            rows[part] = [self._rows.get(hit[0], NOTHING) for hit in found]
            distances[part] = [hit[2] * RAY_M if hit[0] >= 0 else math.inf for hit in found]
        for row in hidden:
            self._tell_filter(row)
        return Hits(rows, distances)

    def segment(self, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
        return pixels(self, frustum, pose, columns=columns, rows=rows, exclude=exclude)

    def image(self) -> Image:
        tables = {
            "poses": self.poses(),
            "velocities": self.velocities(),
            "modes": self._modes.copy(),
            "scales": self._scales.copy(),
        }
        return Image("bullet", self._bodies, tables)

    def restore(self, image: Image) -> None:
        image.check(engine="bullet", bodies=self._bodies)
        kept: Any = image.tables
        for mode in MODES:
            self.set_mode(np.flatnonzero(kept["modes"] == mode.value), mode)
        if (kept["scales"] != self._scales).any():
            self.set_friction(np.arange(len(self._scales)), kept["scales"])
        self.set_state(np.arange(len(self._bodies)), kept["poses"], kept["velocities"])

    def fork(self) -> "BulletSimulation":
        other = BulletSimulation(self._settings)
        other.edit(add=self._bodies, poses=self.poses(), meshes=self._meshes)
        other.restore(self.image())
        return other

    def close(self) -> None:
        self._gone()

    def _create(self, body: Body) -> int:
        frame = inertial_frame(body)
        with TemporaryDirectory() as folder:
            shape = collision_shape(body.solid_parts(), self._meshes, Path(folder), self._client)
            handle = bullet.createMultiBody(
                baseMass=0.0 if body.static else body.inertial.mass,
                baseCollisionShapeIndex=shape,
                baseInertialFramePosition=frame[:3].tolist(),
                baseInertialFrameOrientation=frame[3:].tolist(),
                physicsClientId=self._client,
            )
        return int(handle)

    def _exclude_carriers(self) -> None:
        handles = dict(zip(self.ids, self._handles, strict=True))
        for body in self._bodies:
            if body.carrier is not None and body.carrier in handles:
                bullet.setCollisionFilterPair(
                    handles[body.id], handles[body.carrier], -1, -1, 0, physicsClientId=self._client
                )

    def _tell_mode(self, row: int) -> None:
        body, handle = self._bodies[row], self._handles[row]
        mode = MODES[self._modes[row]]
        if not body.static:
            # A massless body is neither pulled nor pushed and keeps the velocity it is given.
            free = mode is Mode.DYNAMIC
            speed: Any = bullet.getBaseVelocity(handle, physicsClientId=self._client)
            bullet.changeDynamics(handle, -1, mass=body.inertial.mass if free else 0.0, physicsClientId=self._client)
            if free:
                bullet.changeDynamics(
                    handle,
                    -1,
                    localInertiaDiagonal=principal(body)[0].tolist(),
                    linearDamping=0.0,
                    angularDamping=0.0,
                    physicsClientId=self._client,
                )
            speed = ([0, 0, 0], [0, 0, 0]) if mode is Mode.ABSENT else speed
            bullet.resetBaseVelocity(handle, *speed, physicsClientId=self._client)
        self._tell_filter(row)

    def _tell_filter(self, row: int) -> None:
        mode = MODES[self._modes[row]]
        group, mask = MEETS[Mode.KINEMATIC if self._bodies[row].static and mode is not Mode.ABSENT else mode]
        bullet.setCollisionFilterGroupMask(self._handles[row], -1, group, mask, physicsClientId=self._client)

    def _tell_friction(self, row: int) -> None:
        body, scale = self._bodies[row], float(self._scales[row])
        # Bullet multiplies the two frictions of a pair; with roots, two bodies of one material have the material's.
        root = math.sqrt(body.material.friction * scale)
        radius = max(rolling_radius(part.shape) for part in body.parts)
        rolling = 0.0 if body.static else max(body.material.rolling * radius, ROLL_FRICTION_M)
        bullet.changeDynamics(
            self._handles[row],
            -1,
            lateralFriction=root,
            rollingFriction=rolling / math.sqrt(body.material.friction),
            spinningFriction=SPIN_FRICTION_M,
            # Bullet multiplies these, too: what moves decides how it bounces off what does not.
            restitution=1.0 if body.static else body.material.restitution or 0.0,
            physicsClientId=self._client,
        )

    def _refresh(self) -> None:
        if self._stale:
            bullet.performCollisionDetection(physicsClientId=self._client)
            self._stale = False

    def _inertial_poses(self) -> FloatArray:
        ask, client = bullet.getBasePositionAndOrientation, self._client
        found: list[Any] = [ask(handle, physicsClientId=client) for handle in self._handles]
        return np.array([position + orientation for position, orientation in found])

    def _inertial_velocities(self) -> FloatArray:
        ask, client = bullet.getBaseVelocity, self._client
        found: list[Any] = [ask(handle, physicsClientId=client) for handle in self._handles]
        return np.array([linear + angular for linear, angular in found])

    def _limit(self) -> None:
        speeds = self._inertial_velocities().reshape(-1, 6)
        allowed = speeds.copy()
        self._settings.limit(allowed)
        changed = (allowed != speeds).any(axis=1) & (self._modes == Mode.DYNAMIC.value)
        for row in np.flatnonzero(changed).tolist():
            speed = allowed[row].tolist()
            bullet.resetBaseVelocity(self._handles[row], speed[:3], speed[3:], physicsClientId=self._client)
