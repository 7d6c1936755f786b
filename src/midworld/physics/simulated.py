"""The bodies of a scene in a simulation, and how to find them in a world."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ..geometry import (
    BoolArray,
    Cavity,
    Compound,
    FloatArray,
    IntArray,
    Meshes,
    angle_between,
    conjugate,
    local_bounds,
    rotate,
)
from ..world import EntityId, Object, Structure
from .body import Body
from .engine import NOTHING, Mode, Simulation
from .probe import Supports, supports, surface_points
from .vicinity import Feelers, Hollows

# A container leaning further than this (the cosine) has no floor to stand on.
UPRIGHT = 0.8
# How far below a floor the middle of a thing may be tracked that is on it.
SUNK_M = 0.04
# What is let go for a third of a second and moves or turns no more than this, stands.
TRIAL_STEPS = 80
STAYS_M = 0.03
STAYS_RAD = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedScene:
    """A live simulation and what is known of each of its rows, for one structure of a world.

    `world_rows` are the rows of that structure, `free` those that physics moves.
    """

    simulation: Simulation
    meshes: Meshes
    structure: Structure
    bodies: tuple[Body, ...]
    points: tuple[FloatArray, ...]
    movable: BoolArray
    world_rows: IntArray
    centre: FloatArray
    half: FloatArray
    cavities: tuple[tuple[Cavity, ...], ...]
    free: IntArray
    hollows: Hollows
    feelers: Feelers

    @classmethod
    def of(
        cls,
        simulation: Simulation,
        structure: Structure,
        meshes: Meshes,
        points: Mapping[EntityId, FloatArray] = MappingProxyType({}),
    ) -> "SimulatedScene":
        """The bodies of a simulation as a structure has them; `points` are those on surfaces that are known already."""
        known = simulation.bodies
        surfaces = tuple(points[body.id] if body.id in points else surface_points(body, meshes) for body in known)
        centre, half = _boxes(known)
        cavities = _cavities(structure, known)
        inner = [(row, cavity.inner) for row, some in enumerate(cavities) for cavity in some]
        hollows = Hollows(
            np.array([row for row, _ in inner], dtype=np.intp),
            np.array([box.low for _, box in inner]).reshape(-1, 3),
            np.array([box.high for _, box in inner]).reshape(-1, 3),
        )
        feelers = Feelers.of(known, surfaces, meshes, (centre, half), hollows)
        return cls(
            simulation,
            meshes,
            structure,
            known,
            surfaces,
            feelers.movable,
            np.array([structure.row(body.id) for body in known], dtype=np.intp),
            centre,
            half,
            cavities,
            np.array([row for row, body in enumerate(known) if _is_free(structure, body)], dtype=np.intp),
            hollows,
            feelers,
        )

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return self.simulation.ids

    def supports(self, rows: IntArray, targets: FloatArray, poses: FloatArray, *, carrier: IntArray) -> Supports:
        """What would carry things at targets `(k, 7)`, with what rides on them, or stands higher, out of the way.

        `poses` are those of all bodies, `carrier` the row each body stands on.
        """
        near = self.feelers.around(rows, targets, poses)
        spread = near.spread(poses, targets)
        found = supports(near, spread, ignore=near.riding(carrier) | near.higher(spread))
        # NOTHING, as an index, finds the last.
        return Supports(np.append(near.around, NOTHING)[found.rows], found.gaps_m)

    def stands(self, row: int, pose: FloatArray) -> bool:
        """Whether a thing let go at a pose would stay there: tried out on a copy of the simulation."""
        trial = self.simulation.fork()
        try:
            trial.set_mode([row], Mode.DYNAMIC)
            trial.set_state([row], pose[None])
            trial.begin()
            trial.step(TRIAL_STEPS)
            after = trial.poses()[row]
        finally:
            trial.close()
        moved = float(np.linalg.norm(after[:3] - pose[:3]))
        return moved < STAYS_M and float(angle_between(after[3:], pose[3:])) < STAYS_RAD

    def distance(self, row: int, pose: FloatArray, point: FloatArray) -> float:
        """How far a point is from the box around a thing, in metres; 0 inside."""
        # A hand and a thing at a time: plain numbers take a fifth of what tables of one row do.
        local = rotate(conjugate(pose[3:]), point - pose[:3]).tolist()
        beyond = [
            max(abs(place - middle) - half, 0.0)
            for place, middle, half in zip(local, self.centre[row].tolist(), self.half[row].tolist(), strict=True)
        ]
        return math.hypot(*beyond)

    def lifted(self, row: int, pose: FloatArray, poses: FloatArray) -> FloatArray:
        """A pose raised onto the floor of the container it would stick in, where it sank too deep by noise."""
        middle = pose[:3] + rotate(pose[3:], self.centre[row])
        up = rotate(conjugate(pose[3:]), np.array([0.0, 0.0, 1.0]))
        below = float(np.abs(up) @ self.half[row])
        for other, cavities in enumerate(self.cavities):
            for cavity in cavities if other != row else ():
                axis = rotate(poses[other, 3:], np.array([0.0, 0.0, 1.0]))
                local = rotate(conjugate(poses[other, 3:]), middle - poses[other, :3])
                low, high = cavity.inner.low, cavity.inner.high
                sunk = low[2] + below - float(local[2])
                over = all(low[side] <= local[side] <= high[side] for side in (0, 1))
                if axis[2] > UPRIGHT and over and 0.0 < sunk < below + SUNK_M:
                    return pose + np.array([0.0, 0.0, sunk, 0, 0, 0, 0])
        return pose


def _is_free(structure: Structure, body: Body) -> bool:
    """Whether physics moves a body: what hangs on something goes with it."""
    return not body.static and structure[body.id].parent is None


def _cavities(structure: Structure, known: tuple[Body, ...]) -> tuple[tuple[Cavity, ...], ...]:
    roles = (structure[body.id].role for body in known)
    return tuple(role.cavities if isinstance(role, Object) else () for role in roles)


def _boxes(known: tuple[Body, ...]) -> tuple[FloatArray, FloatArray]:
    """The boxes around bodies, each in its own frame: centres and half sizes `(n, 3)`."""
    boxes = [local_bounds(Compound(body.parts)) for body in known]
    centre = np.array([box.centre for box in boxes]).reshape(-1, 3)
    return centre, np.array([box.size for box in boxes]).reshape(-1, 3) / 2
