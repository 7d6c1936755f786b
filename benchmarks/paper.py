"""The published physics reasoner, written plainly on PyBullet: the peer Midworld's tick is compared with.

Algorithms 1 and 2 of Sallami et al., "Simulation-based physics reasoning for consistent scene estimation in an HRI
context", with the values of its Table I, box tests for the relations and the state machine for the actions. Where the
text leaves something open: plausibility starts each cycle as true, only what is perceived is compared with its percept,
and contents follow their container by perceived minus simulated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import dist
from typing import Any

import numpy as np

from benchmarks.engines import plain_bullet
from midworld.adapters.bullet_shape import bullet
from midworld.geometry import FloatArray
from midworld.perception import Observation
from midworld.physics import Body
from midworld.world import EntityId, Event

PERCEIVED_MAX_S = 0.7
SIMULATION_TOLERANCE_M = 0.045
PERCEPTION_TOLERANCE_M = 0.032
HORIZON_S = 0.08
STEP_S = 0.00416
STEPS = int(HORIZON_S / STEP_S)
# A box test that asks for exact contact would miss what the engine leaves a hair above its support.
TOUCHING_M = 0.01

Point = list[float]
Statement = tuple[EntityId, str, EntityId]


class Phase(Enum):
    PLACED = auto()
    HELD = auto()
    SIMULATED = auto()


@dataclass(slots=True)
class Node:
    """One object: how it is perceived, and what the reasoner holds of it. Poses are a position and a quaternion."""

    id: EntityId
    handle: int
    position: Point
    orientation: Point
    previous: Point
    seen: float = float("-inf")
    perceived: bool = False
    plausible: bool = True
    phase: Phase = Phase.PLACED
    contents: "list[Node]" = field(default_factory=list["Node"])


@dataclass(frozen=True, slots=True)
class Estimate:
    """The output scene of one cycle."""

    poses: dict[EntityId, Point]
    relations: list[Statement]
    events: list[Event]


class PaperReasoner:
    """Keeps a PyBullet world; `tick` is one cycle of the published loop."""

    def __init__(self, bodies: Sequence[Body], poses: FloatArray) -> None:
        self._client, handles = plain_bullet(list(bodies), poses)
        self._bodies = list(zip((body.id for body in bodies), handles, strict=True))
        self._nodes = {
            body.id: Node(body.id, handle, pose[:3], pose[3:], pose[:3])
            for body, handle, pose in zip(bodies, handles, poses.tolist(), strict=True)
            if not body.static
        }

    def tick(self, observation: Observation) -> Estimate:
        """Percepts in, output scene out (Algorithm 2)."""
        self._receive(observation)
        for node in self._nodes.values():
            node.perceived = observation.stamp - node.seen < PERCEIVED_MAX_S
            node.plausible = True
            if node.perceived:
                self._override(node)
                moved = [now - before for now, before in zip(node.position, node.previous, strict=True)]
                if node.contents and dist(moved, (0, 0, 0)) > PERCEPTION_TOLERANCE_M:
                    self._shift(node.contents, moved)
        self._update_plausibility()
        events = [event for node in self._nodes.values() for event in self._act(node, observation.stamp)]
        poses: dict[EntityId, Point] = {}
        for node in self._nodes.values():
            if node.perceived and not node.plausible:
                poses[node.id] = [*node.position, *node.orientation]
            else:
                position, orientation = self._simulated(node.handle)
                poses[node.id] = [*position, *orientation]
        return Estimate(poses, self._relations(), events)

    def close(self) -> None:
        bullet.disconnect(self._client)

    def _receive(self, observation: Observation) -> None:
        for node in self._nodes.values():
            node.previous = node.position
        for percept in observation.objects or ():
            node = self._nodes[percept.id]
            node.position = list(percept.position)
            if percept.orientation is not None:
                node.orientation = list(percept.orientation)
            node.seen = observation.stamp

    def _update_plausibility(self) -> None:
        """Algorithm 1."""
        for _ in range(STEPS):
            bullet.stepSimulation(physicsClientId=self._client)
            for node in self._nodes.values():
                if not node.perceived:
                    continue
                simulated, _turn = self._simulated(node.handle)
                if dist(simulated, node.position) > SIMULATION_TOLERANCE_M:
                    node.plausible = False
                if not node.plausible:
                    self._override(node)
                    if node.contents:
                        shift = [seen - now for seen, now in zip(node.position, simulated, strict=True)]
                        self._shift(node.contents, shift)

    def _act(self, node: Node, stamp: float) -> list[Event]:
        """The state machine: implausible means picked, plausible again placed, out of sight released."""
        if not node.perceived:
            before, node.phase = node.phase, Phase.SIMULATED
            return [Event(stamp, "Release", None, node.id)] if before is Phase.HELD else []
        before, node.phase = node.phase, Phase.PLACED if node.plausible else Phase.HELD
        if before is Phase.PLACED and node.phase is Phase.HELD:
            return [Event(stamp, "Pick", None, node.id)]
        if before is Phase.HELD and node.phase is Phase.PLACED:
            return [Event(stamp, "Place", None, node.id)]
        return []

    def _relations(self) -> list[Statement]:
        """isOnTop and isIn, by tests on the boxes of all pairs; what is in something are its contents from now on."""
        names = [name for name, _ in self._bodies]
        boxes = np.array([bullet.getAABB(handle, physicsClientId=self._client) for _, handle in self._bodies])
        low, high = boxes[:, 0], boxes[:, 1]
        flat = (low[:, None, :2] < high[None, :, :2]) & (high[:, None, :2] > low[None, :, :2])
        above = np.abs(low[:, None, 2] - high[None, :, 2]) < TOUCHING_M
        within = (low[:, None] > low[None] - TOUCHING_M) & (high[:, None, :2] < high[None, :, :2] + TOUCHING_M).all(
            axis=2, keepdims=True
        )
        inside = within.all(axis=2) & (low[:, None, 2] < high[None, :, 2] - TOUCHING_M)
        np.fill_diagonal(inside, val=False)
        found: list[Statement] = []
        for node in self._nodes.values():
            node.contents = []
        for row, other in np.argwhere(inside).tolist():
            found.append((names[row], "isIn", names[other]))
            container, content = self._nodes.get(names[other]), self._nodes.get(names[row])
            if container is not None and content is not None:
                container.contents.append(content)
        for row, other in np.argwhere(flat.all(axis=2) & above & ~inside).tolist():
            found.append((names[row], "isOnTop", names[other]))
        return found

    def _override(self, node: Node) -> None:
        """Puts an object where it is perceived; PyBullet sets it at rest with the same call."""
        bullet.resetBasePositionAndOrientation(
            node.handle, node.position, node.orientation, physicsClientId=self._client
        )

    def _shift(self, nodes: Sequence[Node], by: Point) -> None:
        for node in nodes:
            position, orientation = self._simulated(node.handle)
            shifted = [now + more for now, more in zip(position, by, strict=True)]
            bullet.resetBasePositionAndOrientation(node.handle, shifted, orientation, physicsClientId=self._client)

    def _simulated(self, handle: int) -> tuple[Any, Any]:
        return bullet.getBasePositionAndOrientation(handle, physicsClientId=self._client)
