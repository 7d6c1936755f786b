"""The bodies of a scene in a simulation, and how to find them in a world."""

from dataclasses import dataclass

import numpy as np

from ..geometry import (
    Compound,
    FloatArray,
    Meshes,
    angle_between,
    conjugate,
    local_bounds,
    moved_bounds,
    rotate,
    transform,
    vector,
)
from ..geometry.cavity import Cavity
from ..world import EntityId, Object, Structure, World
from .body import Body, bodies
from .engine import NOTHING, Engine, Mode, Settings, Simulation
from .probe import Support, lowest_points, support_below, support_from_below, surface_points
from .track import BoolArray, IntArray

# A container leaning further than this (the cosine) has no floor to stand on.
UPRIGHT = 0.8
# Points this near to a thing's highest one are its rim.
RIM_M = 0.005
# How far below a floor the middle of a thing may be tracked that is on it.
SUNK_M = 0.04
# What is let go for a third of a second and moves or turns no more than this, stands.
TRIAL_STEPS = 80
STAYS_M = 0.03
STAYS_RAD = 0.25
# Farther than this from the box around a container, nothing is in its hollow.
BESIDE_M = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Where all bodies are at one instant, and the boxes around them along the fixed axes.

    `middles` are those of the boxes; `hollow` are the rows of those that can hold others.
    """

    poses: FloatArray
    lows: FloatArray
    highs: FloatArray
    middles: FloatArray
    hollow: IntArray


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

    @property
    def girth(self) -> FloatArray:
        """The middle one of each thing's half sizes: what has to go through an opening."""
        return np.sort(self.half, axis=1)[:, 1]

    def spread(self, poses: FloatArray) -> Spread:
        """What is asked of all things at once, so that no thing asks it again."""
        lows, highs = moved_bounds(self.centre, self.half, poses)
        middles = poses[:, :3] + rotate(poses[:, 3:], self.centre)
        hollow = np.flatnonzero([len(cavities) > 0 for cavities in self.cavities])
        return Spread(poses, lows, highs, middles, hollow)

    def support(self, row: int, pose: FloatArray, spread: Spread, *, riders: IntArray) -> Support:
        """What would carry a thing at a pose, with what rides on it, or stands higher, out of the way."""
        round_ones = lowest_points(self.bodies[row], pose)
        points = np.concatenate([self.points[row], round_ones]) if len(round_ones) else self.points[row]
        movable = np.flatnonzero(self.movable)
        ignore = np.union1d(riders, self._higher(row, pose, spread))
        above = support_below(self.simulation, row, pose, points, movable=movable, ignore=ignore)
        below = self._rims(row, pose, spread, ignore)
        return below if below.gap_m < above.gap_m else above

    def _rims(self, row: int, pose: FloatArray, spread: Spread, ignore: IntArray) -> Support:
        """Support by points of others, felt from where the thing stands in the simulation."""
        poses, lows, highs = spread.poses, spread.lows, spread.highs
        shift = pose[:3] - poses[row, :3]
        low, high = lows[row] + shift, highs[row] + shift
        under = ((lows[:, :2] < high[:2]) & (highs[:, :2] > low[:2])).all(axis=1) & (lows[:, 2] < low[2])
        under[row] = False
        under[ignore] = False
        rows = np.flatnonzero(under)
        if not len(rows):
            return Support(NOTHING, float("inf"))
        points = [transform(poses[other], self.points[other]) - shift for other in rows]
        # Only the top of a thing carries.
        points = [some[some[:, 2] >= some[:, 2].max() - RIM_M] for some in points]
        owners = np.repeat(rows, [len(some) for some in points])
        together = np.concatenate(points)
        return support_from_below(self.simulation, row, low=lows[row], high=highs[row], points=together, owners=owners)

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

    def _higher(self, row: int, pose: FloatArray, spread: Spread) -> IntArray:
        """Things that cannot carry this one: those in its own hollow, and higher ones in whose hollow it is not."""
        middle = pose[:3] + rotate(pose[3:], self.centre[row])
        higher = (spread.middles[:, 2] > middle[2]) & self.movable
        around = (spread.lows[:, :2] - BESIDE_M <= middle[:2]) & (spread.highs[:, :2] + BESIDE_M >= middle[:2])
        for other in map(int, spread.hollow[higher[spread.hollow] & around[spread.hollow].all(axis=1)]):
            higher[other] = not self._within(middle, other, spread.poses[other])
        if self.cavities[row]:
            local = rotate(conjugate(pose[3:]), spread.middles - pose[:3])
            for cavity in self.cavities[row]:
                inside = (local >= np.asarray(cavity.inner.low)) & (local <= np.asarray(cavity.inner.high))
                fits = self.girth <= max(cavity.inner.size[:2]) / 2
                higher |= inside.all(axis=1) & fits & self.movable
        return np.flatnonzero(higher)

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
