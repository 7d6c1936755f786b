"""People's bodies, guessed from the few points a tracker gives: shoulders, arms and a pillar under the head."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..geometry import FloatArray, transform
from ..physics.limbs import NO_LIMBS, Limbs
from ..world import Agent, BodyPart, EntityId, PartName, Status, World
from .links import links
from .settings import Attention

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """The parts of one agent that were seen lately, `(7,)` each, in the fixed frame.

    `links` are the middles of the pieces of its body model.
    """

    agent: EntityId
    kind: str
    parts: Mapping[PartName, FloatArray]
    ids: Mapping[PartName, EntityId]
    links: Mapping[EntityId, FloatArray]

    def shoulder(self, hand: PartName, settings: Attention) -> FloatArray | None:
        """Where the arm of a hand begins: beside the torso if it is known, else beside and below the head."""
        body = self.parts.get("torso", self.parts.get("head"))
        if body is None:
            return None
        x, y, z, w = body[3:].tolist()
        # The level direction to the left of where the body faces: its own, unless it faces up or down.
        ahead = (1 - 2 * (y * y + z * z), 2 * (x * y + z * w))
        length = math.hypot(*ahead)
        left = (-ahead[1] / length, ahead[0] / length) if length > 1e-6 else (0.0, 1.0)
        drop = 0.0 if "torso" in self.parts else settings.shoulder_drop
        aside = settings.shoulder_side if hand == "left_hand" else -settings.shoulder_side
        return np.array([body[0] + aside * left[0], body[1] + aside * left[1], body[2] - drop])


def figures(world: World, *, stamp: float, settings: Attention) -> tuple[Figure, ...]:
    """Every agent some part of which was seen lately or has a model, in the order of their names."""
    poses = world.poses()
    parts: dict[EntityId, dict[PartName, FloatArray]] = {}
    ids: dict[EntityId, dict[PartName, EntityId]] = {}
    pieces: dict[EntityId, dict[EntityId, FloatArray]] = {}
    for row, entity in enumerate(world.structure.entities):
        role = entity.role
        if isinstance(role, BodyPart) and stamp - world.state.seen[row] <= settings.part_memory:
            parts.setdefault(role.owner, {})[role.part] = poses[row]
            ids.setdefault(role.owner, {})[role.part] = entity.id
    known = links(world.structure)
    middles = transform(poses[known.rows], known.centre)
    for name, owner, row, middle in zip(known.ids, known.owners, known.rows, middles, strict=True):
        if world.state.status[row] != Status.UNKNOWN.value:
            pieces.setdefault(owner, {})[name] = middle
    found: list[Figure] = []
    for agent in sorted(parts.keys() | pieces.keys()):
        role = world.structure[agent].role if agent in world.structure else None
        if isinstance(role, Agent):
            found.append(Figure(agent, role.kind, parts.get(agent, {}), ids.get(agent, {}), pieces.get(agent, {})))
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
        pieces.append((top, top - settings.pillar_length * UP, settings.pillar_radius))
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
