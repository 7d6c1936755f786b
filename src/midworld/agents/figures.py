"""Everybody's body as far as a tracker tells: the parts seen lately, and what of people hides things from others."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ..geometry import FloatArray, transform
from ..physics import HumanBody, Limbs
from ..world import Agent, BodyPart, EntityId, PartName, Sensor, Status, Structure, World
from .links import links
from .settings import Attention


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """The parts of one agent that were seen lately, `(7,)` each, in the fixed frame.

    `links` are the middles of the pieces of its body model, `body` are its sizes, `eye` is a camera a person wears.
    """

    agent: EntityId
    kind: str
    parts: Mapping[PartName, FloatArray]
    ids: Mapping[PartName, EntityId]
    links: Mapping[EntityId, FloatArray]
    body: HumanBody = field(default_factory=HumanBody)
    eye: FloatArray | None = None

    def shoulder(self, hand: PartName) -> FloatArray | None:
        """Where the arm of a hand begins; None if only hands are known."""
        return self.body.shoulder(self.parts, hand, eye=self.eye)


@lru_cache(maxsize=256)
def _bodily(structure: Structure) -> tuple[tuple[int, EntityId, BodyPart | Sensor], ...]:
    """The rows of parts of bodies and of sensors."""
    return tuple(
        (row, entity.id, role)
        for row, entity in enumerate(structure.entities)
        if isinstance(role := entity.role, BodyPart | Sensor)
    )


@lru_cache(maxsize=4)
def figures(world: World, *, stamp: float, settings: Attention) -> tuple[Figure, ...]:
    """Every agent some part of which was seen lately or has a model, in the order of their names."""
    poses = world.poses()
    parts: dict[EntityId, dict[PartName, FloatArray]] = {}
    ids: dict[EntityId, dict[PartName, EntityId]] = {}
    pieces: dict[EntityId, dict[EntityId, FloatArray]] = {}
    cameras: dict[EntityId, FloatArray] = {}
    seen = world.state.seen.tolist()
    for row, name, role in _bodily(world.structure):
        if isinstance(role, BodyPart):
            if stamp - seen[row] <= settings.part_memory:
                parts.setdefault(role.owner, {})[role.part] = poses[row]
                ids.setdefault(role.owner, {})[role.part] = name
        elif role.owner is not None:
            cameras[role.owner] = poses[row]
    known = links(world.structure)
    middles = transform(poses[known.rows], known.centre)
    for name, owner, row, middle in zip(known.ids, known.owners, known.rows, middles, strict=True):
        if world.state.status[row] != Status.UNKNOWN.value:
            pieces.setdefault(owner, {})[name] = middle
    found: list[Figure] = []
    for agent in sorted(parts.keys() | pieces.keys()):
        role = world.structure[agent].role if agent in world.structure else None
        if isinstance(role, Agent):
            own = parts.get(agent, {}), ids.get(agent, {}), pieces.get(agent, {})
            worn = cameras.get(agent) if role.kind == "human" else None
            found.append(Figure(agent, role.kind, *own, HumanBody.of(role), worn))
    return tuple(found)


def limbs(people: tuple[Figure, ...], _settings: Attention | None = None) -> Limbs:
    """What of people's bodies hides things; robots hide them with the links of their models."""
    owned = [
        (limb, figure.agent)
        for figure in people
        if figure.kind == "human"
        for limb in figure.body.limbs(figure.parts, eye=figure.eye)
    ]
    return Limbs.of([limb for limb, _ in owned], [owner for _, owner in owned])
