"""What cameras and trackers report of a room: what is in the frame and not hidden, with noise; nothing else."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...geometry import FloatArray, Frustum, Pose, vector
from ...perception import AgentPercept, Observation, PartPercept, Percept
from ...physics import Limb, SimulatedScene, glance
from ...world import EntityId, PartName, Sensor, World

# A detector needs this share of a thing in plain view. Chosen: trackers of markers need the whole marker.
LEAST_CLEAR = 0.25


class Camera:
    """One sensor of a scene. `noise_m` is the standard deviation of places along an axis, `lost` the share of
    detections that are missed for no reason.
    """

    def __init__(
        self, name: str, *, things: bool, people: bool, noise_m: float, lost: float, random: np.random.Generator
    ) -> None:
        self.name, self._things, self._people = name, things, people
        self._noise_m, self._lost, self._random = noise_m, lost, random

    def observe(
        self,
        stamp: float,
        world: World,
        simulated: SimulatedScene,
        bodies: Mapping[EntityId, Mapping[PartName, FloatArray]],
        limbs: Mapping[EntityId, Sequence[Limb]],
    ) -> Observation:
        """What it reports now; `bodies` are the parts of people, `limbs` what of anybody is in the way."""
        flesh = [limb for some in limbs.values() for limb in some]
        objects = self._objects(world, simulated, flesh) if self._things else None
        agents = self._agents(world, simulated, bodies) if self._people else None
        return Observation(stamp, self.name, objects, agents)

    def _objects(self, world: World, simulated: SimulatedScene, limbs: Sequence[Limb]) -> tuple[Percept, ...]:
        eye, frustum = world.pose(self.name), _frustum(world, self.name)
        poses = simulated.simulation.poses()
        found: list[Percept] = []
        for row in simulated.free:
            seen = glance(simulated, int(row), poses[row], eye=eye, frustum=frustum, limbs=limbs)
            if seen.clear >= LEAST_CLEAR and self._random.random() >= self._lost:
                place = poses[row, :3] + self._random.normal(0.0, self._noise_m, 3)
                x, y, z, w = (float(each) for each in poses[row, 3:])
                found.append(Percept(simulated.ids[int(row)], vector(place), (x, y, z, w)))
        return tuple(found)

    def _agents(
        self, world: World, simulated: SimulatedScene, bodies: Mapping[EntityId, Mapping[PartName, FloatArray]]
    ) -> tuple[AgentPercept, ...]:
        eye, frustum = world.pose(self.name), _frustum(world, self.name)
        found: list[AgentPercept] = []
        for name, parts in bodies.items():
            seen: list[tuple[PartName, FloatArray]] = [
                (part, place)
                for part, place in parts.items()
                if frustum.contains(eye, place[None, :3])[0] and _is_clear(eye, place[:3], simulated)
            ]
            # A skeleton is fitted as a whole: without head and torso there is none.
            if any(part in ("head", "torso") for part, _ in seen) and self._random.random() >= self._lost:
                found.append(AgentPercept(name, tuple(self._part(part, place) for part, place in seen)))
        return tuple(found)

    def _part(self, part: PartName, place: FloatArray) -> PartPercept:
        x, y, z, w = (float(each) for each in place[3:])
        return PartPercept(part, vector(place[:3] + self._random.normal(0.0, self._noise_m, 3)), (x, y, z, w))


def _frustum(world: World, name: str) -> Frustum:
    role = world.entity(name).role
    assert isinstance(role, Sensor)
    assert role.frustum is not None, "cameras of the room see"
    return role.frustum


def _is_clear(eye: Pose, place: FloatArray, simulated: SimulatedScene) -> bool:
    """Whether nothing is between; a hand lies on what it holds."""
    origin = np.asarray(eye.position)
    away = place - origin
    far = float(np.linalg.norm(away))
    return bool(simulated.simulation.raycast(origin, (away / far)[None]).distances[0] > far - 0.12)
