"""Bodies written as a MuJoCo description."""

# MuJoCo ships no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never

import mujoco
import numpy as np

from ..geometry import Box, Capsule, Compound, Cylinder, IntArray, Mesh, Meshes, Part, Sphere, rolling_radius
from ..physics import Body, Material, Mode, Settings
from .wavefront import as_obj

# From the engine study's "Contact presets": (time constant in s, damping ratio) of a contact.
GENTLE = (0.01, 1.5)
CRISP = (0.0085, 1.0)
# Friction stands 10 times stiffer than the normal direction: a box on a slope then creeps 0.1 mm in 10 s.
IMPRATIO = 10.0
SPIN_FRICTION_M = 0.005
# What moves slower than this for ten steps sleeps. At MuJoCo's own 1 mm/s a tick with a tenth of the percepts changing
# costs an eighth more; heights came out the same to 0.05 mm.
SLEEP_M_S = 2.5e-3
# `tree_asleep` of a body that has just been woken.
AWAKE = -(1 + int(mujoco.mjMINAWAKE))
# Two bodies meet if the type of one is in the affinity of the other: nothing immovable meets its like.
MEETS = {Mode.DYNAMIC: (1, 3), Mode.KINEMATIC: (2, 1), Mode.ABSENT: (0, 0)}
# MuJoCo writes w x y z, Midworld x y z w, both after the position.
FROM_MUJOCO = np.array([0, 1, 2, 4, 5, 6, 3])
TO_MUJOCO = np.array([0, 1, 2, 6, 3, 4, 5])


class Recipe:
    """A description that MuJoCo compiles: bodies are children of the world in order, so body `row + 1` is row `row`."""

    def __init__(self, settings: Settings) -> None:
        self.bodies: tuple[Body, ...] = ()
        self._spec: Any = _empty_spec(settings)
        self._names: list[str] = []
        self._named = 0

    def edit(self, kept: Sequence[int], *, add: Sequence[Body], meshes: Meshes) -> None:
        """Deletes every row but those kept and puts new bodies last."""
        for row in set(range(len(self.bodies))) - set(kept):
            self._spec.delete(self._spec.body(self._names[row]))
        self.bodies = (*(self.bodies[row] for row in kept), *add)
        self._names = [self._names[row] for row in kept]
        for body in add:
            self._named += 1
            self._names.append(f"b{self._named}")
            _add_body(self._spec, self._names[-1], body, meshes)
        used = {part.shape.digest for body in self.bodies for part in body.parts if isinstance(part.shape, Mesh)}
        for mesh in list(self._spec.meshes):
            if mesh.name not in used:
                self._spec.delete(mesh)
        self._exclude_carriers()

    def compile(self) -> Any:
        return self._spec.compile()

    def _exclude_carriers(self) -> None:
        """What hangs on something does not collide with it."""
        for old in list(self._spec.excludes):
            self._spec.delete(old)
        names = dict(zip((body.id for body in self.bodies), self._names, strict=True))
        for body in self.bodies:
            if body.carrier is not None and body.carrier in names:
                self._spec.add_exclude(bodyname1=names[body.id], bodyname2=names[body.carrier])


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where rows are found in a compiled model.

    `movable` rows have a free joint each, in order; `free` is the number of a row's joint, or -1. `rollers` are the
    cylinders that may come to lie on their side.
    """

    movable: IntArray
    free: IntArray
    geoms: list[slice]
    geom_row: IntArray
    rollers: IntArray


def layout_of(model: Any, bodies: Sequence[Body]) -> Layout:
    static = np.array([body.static for body in bodies], dtype=np.bool_)
    movable = np.flatnonzero(~static)
    free = np.full(len(bodies), -1, dtype=np.intp)
    free[movable] = np.arange(len(movable))
    starts, counts = model.body_geomadr[1:].tolist(), model.body_geomnum[1:].tolist()
    geom_row: IntArray = model.geom_bodyid.astype(np.intp) - 1
    cylinders = np.flatnonzero(model.geom_type == int(mujoco.mjtGeom.mjGEOM_CYLINDER))
    return Layout(
        movable,
        free,
        [slice(start, start + number) for start, number in zip(starts, counts, strict=True)],
        geom_row,
        cylinders[~static[geom_row[cylinders]]],
    )


def _empty_spec(settings: Settings) -> Any:
    """A description without bodies, with the solver's options."""
    spec = mujoco.MjSpec()
    option, geom = spec.option, spec.default.geom
    option.timestep, option.impratio = settings.timestep_s, IMPRATIO
    option.gravity = list(settings.gravity)
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    # Reset by itself, MuJoCo would put every body back to where it was compiled.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    if settings.sleep:
        option.sleep_tolerance = SLEEP_M_S
        option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    geom.solref = list(CRISP if settings.crisp else GENTLE)
    geom.condim = 4
    # Models found in the wild break the triangle inequality of inertias; this mends them.
    spec.compiler.balanceinertia = True
    spec.compiler.boundmass, spec.compiler.boundinertia = 1e-3, 1e-7
    return spec


def _add_body(spec: Any, name: str, body: Body, meshes: Meshes) -> None:
    """Puts a body last among the children of the world."""
    inertial = body.inertial
    added = spec.worldbody.add_body(
        name=name,
        mass=inertial.mass,
        ipos=list(inertial.centre),
        fullinertia=[*inertial.diagonal, *inertial.products],
        explicitinertial=True,
    )
    if not body.static:
        added.add_freejoint()
    for part in body.solid_parts():
        add_part(spec, added, part, body, meshes)


def add_part(spec: Any, added: Any, part: Part, body: Body, meshes: Meshes) -> None:
    """Puts a part of a body on it."""
    x, y, z, w = part.pose.orientation
    shape, kinds = part.shape, mujoco.mjtGeom
    geometry: dict[str, Any]
    match shape:
        case Box(size):
            geometry = {"type": kinds.mjGEOM_BOX, "size": [edge / 2 for edge in size]}
        case Sphere(radius):
            geometry = {"type": kinds.mjGEOM_SPHERE, "size": [radius, 0, 0]}
        case Cylinder(radius, height):
            geometry = {"type": kinds.mjGEOM_CYLINDER, "size": [radius, height / 2, 0]}
        case Capsule(radius, height):
            geometry = {"type": kinds.mjGEOM_CAPSULE, "size": [radius, height / 2, 0]}
        case Mesh(digest):
            _add_mesh(spec, digest, meshes)
            geometry = {"type": kinds.mjGEOM_MESH, "meshname": digest}
        case Compound():
            raise AssertionError("a body has no compound parts")
        case _:
            assert_never(shape)
    material, radius = body.material, rolling_radius(shape)
    if material.restitution and not body.static:
        geometry["solref"] = _springy(material.restitution)
    added.add_geom(
        pos=list(part.pose.position),
        quat=[w, x, y, z],
        friction=_friction(material, radius),
        condim=6 if radius and not body.static else 4,
        # What moves decides how it slides and rolls on what does not; between equals the larger friction counts.
        priority=0 if body.static else 1,
        contype=2 if body.static else 1,
        conaffinity=1 if body.static else 3,
        **geometry,
    )


def _springy(restitution: float) -> list[float]:
    """A contact as stiff as a crisp one, so damped that a body leaves it with that share of its speed.

    Of a damped oscillator's speed, exp(-pi z / sqrt(1 - z^2)) is left after half a swing.
    """
    lost = -math.log(restitution)
    damping = lost / math.hypot(math.pi, lost)
    return [CRISP[0] / damping, damping]


def _friction(material: Material, radius: float) -> list[float]:
    return [material.friction, SPIN_FRICTION_M, max(material.rolling * radius, 1e-5)]


def _add_mesh(spec: Any, digest: str, meshes: Meshes) -> None:
    if spec.mesh(digest) is not None:
        return
    # As a file it enters MuJoCo's asset cache: its hull is computed once a process, not at every recompilation.
    name = f"{digest}.obj"
    spec.assets = {**spec.assets, name: as_obj(meshes[digest]).encode()}
    # Masses are given; the default way refuses thin hulls whose volume it finds too small.
    spec.add_mesh(name=digest, file=name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX)
