"""People's bodies, guessed from the few points a tracker gives: shoulders, arms and a pillar under the head."""

from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, rotate
from ..physics.limbs import NO_LIMBS, Limbs
from ..world import Agent, BodyPart, EntityId, PartName, World
from .settings import Attention

FLOOR_M = 0.0
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """The parts of one agent that were seen lately, `(7,)` each, in the fixed frame."""

    agent: EntityId
    kind: str
    parts: dict[PartName, FloatArray]
    ids: dict[PartName, EntityId]

    def shoulder(self, hand: PartName, settings: Attention) -> FloatArray | None:
        """Where the arm of a hand begins: beside the torso if it is known, else beside and below the head."""
        body = self.parts.get("torso", self.parts.get("head"))
        if body is None:
            return None
        forward = rotate(body[3:], np.array([1.0, 0.0, 0.0]))
        left = np.cross(UP, forward)
        length = float(np.linalg.norm(left))
        left = left / length if length > 1e-6 else rotate(body[3:], np.array([0.0, 1.0, 0.0]))
        drop = 0.0 if "torso" in self.parts else settings.shoulder_drop
        aside = settings.shoulder_side if hand == "left_hand" else -settings.shoulder_side
        return body[:3] - drop * UP + aside * left


def figures(world: World, *, stamp: float, settings: Attention) -> tuple[Figure, ...]:
    """Every agent some part of which was seen lately, in the order of their names."""
    poses = world.poses()
    parts: dict[EntityId, dict[PartName, FloatArray]] = {}
    ids: dict[EntityId, dict[PartName, EntityId]] = {}
    for row, entity in enumerate(world.structure.entities):
        role = entity.role
        if isinstance(role, BodyPart) and stamp - world.state.seen[row] <= settings.part_memory:
            parts.setdefault(role.owner, {})[role.part] = poses[row]
            ids.setdefault(role.owner, {})[role.part] = entity.id
    found: list[Figure] = []
    for agent in sorted(parts):
        role = world.structure[agent].role if agent in world.structure else None
        if isinstance(role, Agent):
            found.append(Figure(agent, role.kind, parts[agent], ids[agent]))
    return tuple(found)


def limbs(people: tuple[Figure, ...], settings: Attention) -> Limbs:
    """What of people's bodies hides things: a pillar under the head, and arms up to the wrists."""
    owners: list[EntityId] = []
    pieces: list[tuple[FloatArray, FloatArray, float]] = []
    for figure in people:
        if figure.kind != "human":
            continue
        for piece in _pieces(figure, settings):
            owners.append(figure.agent)
            pieces.append(piece)
    if not pieces:
        return NO_LIMBS
    starts, ends, radii = zip(*pieces, strict=True)
    return Limbs(tuple(owners), np.array(starts), np.array(ends), np.array(radii))


def _pieces(figure: Figure, settings: Attention) -> list[tuple[FloatArray, FloatArray, float]]:
    pieces: list[tuple[FloatArray, FloatArray, float]] = []
    head = figure.parts.get("head")
    if head is not None:
        pieces.append((head[:3], head[:3], settings.head_radius))
        # The cap of the capsule ends where the body begins.
        top = head[:3] - (settings.pillar_top + settings.pillar_radius) * UP
        pieces.append((top, np.array([top[0], top[1], min(top[2], FLOOR_M)]), settings.pillar_radius))
    for hand in ("left_hand", "right_hand"):
        shoulder = figure.shoulder(hand, settings) if hand in figure.parts else None
        if shoulder is None:
            continue
        way = figure.parts[hand][:3] - shoulder
        length = float(np.linalg.norm(way))
        if length > settings.hand_length:
            wrist = shoulder + way * (1 - settings.hand_length / length)
            pieces.append((shoulder, wrist, settings.arm_radius))
    return pieces
