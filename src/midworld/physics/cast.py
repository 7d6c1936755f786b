"""The bodies of a scene in a simulation, and how to find them in a world."""

from dataclasses import dataclass

import numpy as np

from ..geometry import Compound, FloatArray, Meshes, conjugate, local_bounds, rotate, vector
from ..geometry.cavity import Cavity
from ..world import EntityId, Object, Structure, World
from .body import Body, bodies
from .engine import Engine, Settings, Simulation
from .probe import Support, lowest_points, support_below, surface_points
from .track import BoolArray, IntArray

# A container leaning further than this (the cosine) has no floor to stand on.
UPRIGHT = 0.8
# How far below a floor the middle of a thing may be tracked that is on it.
SUNK_M = 0.04


@dataclass(slots=True, eq=False)
class Cast:
    """A simulation and what is known of each of its rows. It changes only when things enter or leave."""

    simulation: Simulation
    meshes: Meshes
    structure: Structure
    bodies: tuple[Body, ...]
    points: list[FloatArray]
    movable: BoolArray
    world_rows: IntArray
    centre: FloatArray
    half: FloatArray
    cavities: tuple[tuple[Cavity, ...], ...]

    @classmethod
    def opened(cls, engine: Engine, world: World, meshes: Meshes, settings: Settings) -> "Cast":
        known = bodies(world.structure)
        rows = np.array([world.structure.row(body.id) for body in known], dtype=np.intp)
        simulation = engine.open(known, world.poses()[rows].reshape(-1, 7), meshes=meshes, settings=settings)
        return cls(
            simulation,
            meshes,
            world.structure,
            known,
            [surface_points(body, meshes) for body in known],
            np.array([not body.static for body in known], dtype=bool),
            rows,
            *_boxes(known),
            _cavities(world.structure, known),
        )

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return self.simulation.ids

    def support(self, row: int, pose: FloatArray, poses: FloatArray, *, riders: IntArray) -> Support:
        """What would carry a thing at a pose, with what rides on it, or stands higher, out of the way."""
        round_ones = lowest_points(self.bodies[row], pose)
        points = np.concatenate([self.points[row], round_ones]) if len(round_ones) else self.points[row]
        movable = np.flatnonzero(self.movable)
        ignore = np.union1d(riders, self._higher(row, pose, poses))
        return support_below(self.simulation, row, pose, points, movable=movable, ignore=ignore)

    def _higher(self, row: int, pose: FloatArray, poses: FloatArray) -> IntArray:
        """Things that cannot carry this one: their middles are higher, and it is in the hollow of none of them."""
        middle = pose[:3] + rotate(pose[3:], self.centre[row])
        heights = poses[:, 2] + rotate(poses[:, 3:], self.centre)[:, 2]
        higher = np.flatnonzero((heights > middle[2]) & self.movable)
        return np.array(
            [other for other in higher if not self._within(middle, int(other), poses[other])], dtype=np.intp
        )

    def _within(self, point: FloatArray, container: int, pose: FloatArray) -> bool:
        local = rotate(conjugate(pose[3:]), point - pose[:3])
        return any(cavity.inner.contains(vector(local), margin_m=0.01) for cavity in self.cavities[container])

    def distance(self, row: int, pose: FloatArray, point: FloatArray) -> float:
        """How far a point is from the box around a thing, in metres; 0 inside."""
        local = rotate(conjugate(pose[3:]), point - pose[:3]) - self.centre[row]
        return float(np.linalg.norm(np.maximum(np.abs(local) - self.half[row], 0.0)))

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

    def follow(self, world: World) -> tuple[IntArray, int]:
        """Lets things enter and leave as in a world: the rows that stayed, and how many are new at the end."""
        if world.structure is self.structure:
            return np.arange(len(self.bodies)), 0
        wanted = {body.id: body for body in bodies(world.structure)}
        gone = [body.id for body in self.bodies if wanted.get(body.id) != body]
        stayed = np.array([row for row, body in enumerate(self.bodies) if body.id not in gone], dtype=np.intp)
        present = {body.id for body in self.bodies} - set(gone)
        new = [body for name, body in wanted.items() if name not in present]
        if gone or new:
            poses = world.poses()[[world.structure.row(body.id) for body in new]].reshape(-1, 7)
            self.simulation.edit(add=new, poses=poses, meshes=self.meshes, remove=gone)
        self.bodies = self.simulation.bodies
        self.points = [*(self.points[row] for row in stayed), *(surface_points(body, self.meshes) for body in new)]
        self.movable = np.array([not body.static for body in self.bodies], dtype=bool)
        self.centre, self.half = _boxes(self.bodies)
        self.cavities = _cavities(world.structure, self.bodies)
        self.world_rows = np.array([world.structure.row(body.id) for body in self.bodies], dtype=np.intp)
        self.structure = world.structure
        return stayed, len(new)


def _cavities(structure: Structure, known: tuple[Body, ...]) -> tuple[tuple[Cavity, ...], ...]:
    roles = (structure[body.id].role for body in known)
    return tuple(role.cavities if isinstance(role, Object) else () for role in roles)


def _boxes(known: tuple[Body, ...]) -> tuple[FloatArray, FloatArray]:
    """The boxes around bodies, each in its own frame: centres and half sizes `(n, 3)`."""
    boxes = [local_bounds(Compound(body.parts)) for body in known]
    centre = np.array([box.centre for box in boxes]).reshape(-1, 3)
    return centre, np.array([box.size for box in boxes]).reshape(-1, 3) / 2
