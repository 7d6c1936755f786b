"""The bodies of a scene in a simulation, and how to find them in a world."""

from dataclasses import dataclass

import numpy as np

from ..geometry import Compound, FloatArray, Meshes, conjugate, local_bounds, rotate
from ..world import EntityId, Structure, World
from .body import Body, bodies
from .engine import Engine, Settings, Simulation
from .probe import Support, lowest_points, support_below, surface_points
from .track import BoolArray, IntArray


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
        )

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return self.simulation.ids

    def support(self, row: int, pose: FloatArray, *, riders: IntArray) -> Support:
        """What would carry a thing at a pose, with what rides on it out of the way."""
        round_ones = lowest_points(self.bodies[row], pose)
        points = np.concatenate([self.points[row], round_ones]) if len(round_ones) else self.points[row]
        movable = np.flatnonzero(self.movable)
        return support_below(self.simulation, row, pose, points, movable=movable, ignore=riders)

    def distance(self, row: int, pose: FloatArray, point: FloatArray) -> float:
        """How far a point is from the box around a thing, in metres; 0 inside."""
        local = rotate(conjugate(pose[3:]), point - pose[:3]) - self.centre[row]
        return float(np.linalg.norm(np.maximum(np.abs(local) - self.half[row], 0.0)))

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
        self.world_rows = np.array([world.structure.row(body.id) for body in self.bodies], dtype=np.intp)
        self.structure = world.structure
        return stayed, len(new)


def _boxes(known: tuple[Body, ...]) -> tuple[FloatArray, FloatArray]:
    """The boxes around bodies, each in its own frame: centres and half sizes `(n, 3)`."""
    boxes = [local_bounds(Compound(body.parts)) for body in known]
    centre = np.array([box.centre for box in boxes]).reshape(-1, 3)
    return centre, np.array([box.size for box in boxes]).reshape(-1, 3) / 2
