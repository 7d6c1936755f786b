"""A setup as a MuJoCo model, and the draws written into a batch of it."""

# MuJoCo ships no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from ..geometry import FloatArray, IntArray, Vector3, conjugate, multiply, normalised, rolling_radius, rotate
from ..imagination import HAND, Draw, Setup
from ..physics import Body
from .mujoco_spec import TO_MUJOCO, add_part

# A contact's time constant (s) and damping ratio. The `discrete` integrator bears contacts stiffer than a step is long:
# a cylinder on a tray tips at 0.98, 0.96 and 0.95 of g r / (h / 2) with 12, 8 and 6 steps a sample (`implicitfast`, as
# stiff as it bears: 0.93, 0.89, 0.85).
CONTACT_S, DAMPING = 0.004, 1.0
# How soon a hand's contact yields (time constant, s): chosen on three pushes of cylinders, of which two came nearer to
# Bullet and one did not. Among the materials of a contact it is the hand's that counts.
HAND_S, HAND_COUNTS = 0.0092, 1e6
# MuJoCo's own, but stiffer to begin with: a resting thing sinks by hundredths of a millimetre.
SOLIMP = (0.95, 0.99, 0.001)
IMPRATIO = 10.0
# Driven bodies weigh this much against what they push (kg, kg m2), held to their course by a spring and a damper
# of that frequency (rad/s): a load of 5 kg moves them by a thousandth of a millimetre.
HEAVY, FREQUENCY = 3e3, 100.0
LIGHT_KG, LIGHT_KG_M2 = 1e-3, 1e-6
SPIN_M = 1e-4
CONTROL = int(mujoco.mjtState.mjSTATE_CTRL)
AXES: tuple[Vector3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A compiled model, and where rows are found in its state: addresses of positions, and of velocities.

    A driven row has three slides along the fixed axes and a hinge about its own fixed axis.
    """

    model: Any
    free: Mapping[int, int]
    driven: Mapping[int, int]
    velocity: Mapping[int, int]
    axes: Mapping[int, Vector3]
    origins: FloatArray
    geom_row: IntArray

    def fresh(self) -> Any:
        return copy.copy(self.model)

    def driven_poses(self, row: int, numbers: FloatArray) -> FloatArray:
        """Where a driven row is, by the positions `(k, 4)` of its joints."""
        half = numbers[:, 3:] / 2
        turn = np.concatenate([np.sin(half) * np.asarray(self.axes[row]), np.cos(half)], axis=1)
        origin = self.origins[row]
        turned = normalised(multiply(turn, np.broadcast_to(origin[3:], turn.shape)))
        return np.concatenate([origin[:3] + numbers[:, :3], turned], axis=1)


def compiled(setup: Setup) -> Layout:
    """The model of a setup, with everything that stands still or is driven where it is thought to be."""
    poses = setup.poses
    spec: Any = _empty(setup.pacing.step)
    motions = dict(setup.drives)
    for row, body in enumerate(setup.bodies):
        added = _body(spec, row, body, poses[row], row in motions)
        if row in motions:
            axis = rotate(conjugate(poses[row, 3:]), np.asarray(motions[row].axis))
            _driven(spec, added, row, axis, poses[row])
        elif not body.static:
            added.add_freejoint()
        for part in body.parts:
            add_part(spec, added, part, body, setup.meshes)
    model: Any = spec.compile()
    free, driven, velocity = dict[int, int](), dict[int, int](), dict[int, int]()
    for row in range(len(setup.bodies)):
        joint = int(model.body_jntadr[row + 1])
        if joint >= 0:
            (driven if row in motions else free)[row] = int(model.jnt_qposadr[joint])
            velocity[row] = int(model.jnt_dofadr[joint])
    rows: IntArray = model.geom_bodyid.astype(np.intp) - 1
    _surfaces(model, setup.bodies, rows, set(motions))
    axes = {row: motion.axis for row, motion in motions.items()}
    return Layout(model, free, driven, velocity, axes, poses.copy(), rows)


def written(many: Any, layout: Layout, setup: Setup, draws: Sequence[Draw]) -> None:
    """Each run of a batch gets the friction, the masses and the start of its draw."""
    friction = many.expand("geom_friction")
    radii = _radii_of(setup.bodies, layout.geom_row)
    friction[:, :, 0] = np.array([draw.friction for draw in draws])[:, None]
    friction[:, :, 2] = np.maximum(np.array([draw.rolling for draw in draws])[:, None] * radii, 1e-7)
    mass, inertia = many.expand("body_mass"), many.expand("body_inertia")
    factors = np.array([draw.masses for draw in draws])
    for row in layout.free:
        mass[:, row + 1] *= factors[:, row]
        inertia[:, row + 1] *= factors[:, row, None]
    many.set_const()
    qpos = many.bind("qpos")
    poses = np.array([draw.poses for draw in draws])
    for row, address in layout.free.items():
        qpos[:, address : address + 7] = poses[:, row][:, TO_MUJOCO]
    for row, address in layout.driven.items():
        qpos[:, address : address + 3] = poses[:, row, :3] - layout.origins[row, :3]
        qpos[:, address + 3] = 0.0


def _empty(step_s: float) -> Any:
    spec = mujoco.MjSpec()
    option, geom = spec.option, spec.default.geom
    option.timestep, option.impratio = step_s, IMPRATIO
    option.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    # Few bodies make few islands: finding them costs a tenth of a step and saves nothing.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET | mujoco.mjtDisableBit.mjDSBL_ISLAND)
    geom.solref, geom.solimp = [CONTACT_S, DAMPING], [*SOLIMP, 0.5, 2.0]
    geom.condim = 3
    spec.compiler.balanceinertia = True
    spec.compiler.boundmass, spec.compiler.boundinertia = LIGHT_KG, 1e-9
    return spec


def _body(spec: Any, row: int, body: Body, pose: FloatArray, driven: bool) -> Any:
    inertial = body.inertial
    light = (LIGHT_KG, [0.0, 0.0, 0.0], [LIGHT_KG_M2] * 3 + [0.0] * 3)
    heavy = (inertial.mass, list(inertial.centre), [*inertial.diagonal, *inertial.products])
    mass, centre, moments = light if driven else heavy
    return spec.worldbody.add_body(
        name=f"b{row}",
        pos=pose[:3].tolist(),
        quat=pose[TO_MUJOCO][3:].tolist(),
        mass=mass,
        ipos=centre,
        fullinertia=moments,
        explicitinertial=True,
        gravcomp=1.0 if driven else 0.0,
    )


def _driven(spec: Any, added: Any, row: int, axis: FloatArray, pose: FloatArray) -> None:
    """Joints of a body that moves as written, and what makes it."""
    kinds = mujoco.mjtJoint
    turned = conjugate(pose[3:])
    joints = [(kinds.mjJNT_SLIDE, rotate(turned, np.asarray(each))) for each in AXES] + [(kinds.mjJNT_HINGE, axis)]
    for number, (kind, along) in enumerate(joints):
        name = f"b{row}j{number}"
        added.add_joint(name=name, type=kind, axis=list(along), armature=HEAVY)
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.gainprm[0] = 1.0
        actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        actuator.biasprm[:3] = [0.0, -HEAVY * FREQUENCY**2, -2 * HEAVY * FREQUENCY]


def _surfaces(model: Any, bodies: Sequence[Body], rows: IntArray, driven: set[int]) -> None:
    """All surfaces alike; balls and rollers resist rolling; what is driven does not meet what cannot move."""
    model.geom_priority[:] = 0
    round_ones = _radii_of(bodies, rows) > 0
    static = np.array([bodies[row].static for row in rows], dtype=np.bool_)
    pushed = np.array([row in driven for row in rows], dtype=np.bool_)
    model.geom_condim[:] = np.where(round_ones & ~static & ~pushed, 6, 3)
    model.geom_friction[:, 1] = SPIN_M
    hand = np.array([bodies[row].id == HAND for row in rows], dtype=np.bool_)
    model.geom_solref[hand, 0] = np.maximum(model.geom_solref[hand, 0], HAND_S)
    model.geom_solmix[hand] = HAND_COUNTS
    still = static | pushed
    model.geom_contype[:], model.geom_conaffinity[:] = np.where(still, 2, 1), np.where(still, 1, 3)
    for row in range(len(bodies)):
        own = rows == row
        if own.any():
            model.body_contype[row + 1] = int(np.bitwise_or.reduce(model.geom_contype[own]))
            model.body_conaffinity[row + 1] = int(np.bitwise_or.reduce(model.geom_conaffinity[own]))


def _radii_of(bodies: Sequence[Body], rows: IntArray) -> FloatArray:
    """The radius on which each geom can roll; geoms of a body are in the order of its parts."""
    counted: dict[int, int] = {}
    radii = np.zeros(len(rows))
    for geom, row in enumerate(rows.tolist()):
        part = counted.get(row, 0)
        counted[row] = part + 1
        radii[geom] = rolling_radius(bodies[row].parts[part].shape)
    return radii
