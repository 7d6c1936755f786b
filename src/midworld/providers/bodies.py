"""The body of an agent that has a model: its links, and which of them are its head, torso and hands."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from ..agents import arms
from ..errors import one_of
from ..geometry import Pose, vector
from ..world import PART_NAMES, Agent, Entity, EntityId, Link, Mount, PartName, Placed, World, enter
from .document import Item, placement
from .linknames import guessed_parts
from .urdf import Model

PARTS: tuple[PartName, ...] = tuple(part for part in PART_NAMES if part != "base")
MOUNT_KEYS = ("link", "position", "orientation")
# REP-103: what is called optical looks along +Z with +Y down; a head and a sensor look along +X with +Z up.
OPTICAL = "optical"
AHEAD_OF_OPTICAL = Pose(orientation=(0.5, -0.5, 0.5, 0.5))


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """An agent with its links, hanging on it and on each other, and where on them every frame of its model is."""

    placed: tuple[Placed, ...]
    frames: Mapping[str, tuple[EntityId, Pose]]


def body(agent: Entity, pose: Pose, model: Model, parts: Item | None) -> Body:
    """The body of an agent; `parts` says which links are its parts, where their names do not, or not rightly."""
    names = _names(agent.id, model)
    links = tuple(
        (
            Entity(
                names[link.name],
                Link(agent.id),
                agent.id if link.parent is None else names[link.parent],
                category="Link",
                colour=link.colour,
                collision=link.collision,
                visual=link.visual,
                joint=link.joint,
            ),
            link.pose,
        )
        for link in model.links
    )
    frames = {name: (names[piece], offset) for name, (piece, offset) in model.frames.items()}
    mounts = _guessed(agent, links, model, frames)
    if parts is not None:
        mounts.update(_stated(parts, frames))
    assert isinstance(agent.role, Agent)
    role = msgspec.structs.replace(agent.role, mounts=tuple(mount for mount in mounts.values() if mount is not None))
    return Body(((msgspec.structs.replace(agent, role=role), pose), *links), frames)


def _names(agent: EntityId, model: Model) -> dict[str, EntityId]:
    """What the links are called in the world: a part of the body has the name of a part for itself."""
    taken = {link.name for link in model.links}
    names: dict[str, EntityId] = {}
    for link in model.links:
        name = link.name
        while name in PART_NAMES or (name != link.name and name in taken):
            name = f"{name}_link"
        names[link.name] = EntityId(f"{agent}/{name}")
    return names


def _guessed(
    agent: Entity, links: tuple[Placed, ...], model: Model, frames: Mapping[str, tuple[EntityId, Pose]]
) -> dict[PartName, Mount | None]:
    movable = {link.name for link in model.links if link.joint is not None}
    named = guessed_parts(tuple(model.frames), movable)
    mounts: dict[PartName, Mount | None] = {part: Mount(part, *frames[link]) for part, link in named.items()}
    if not {"left_hand", "right_hand"} & mounts.keys():
        mounts.update(_arm_ends(World().apply(enter([(agent, Pose()), *links], stamp=0.0))))
    return mounts


def _arm_ends(world: World) -> dict[PartName, Mount]:
    """Hands nobody named: the ends of the arms, if there are no more than two."""
    found = list(arms(world.structure))
    if not 0 < len(found) <= 2:
        return {}
    # At rest, the left one is on the left.
    found.sort(key=lambda arm: world.pose(arm.links[-1]).apply(arm.tip)[1])
    sides: tuple[PartName, ...] = ("right_hand", "left_hand")
    return {
        side: Mount(side, arm.links[-1], _at_tip(arm.tip.tolist())) for side, arm in zip(sides, found, strict=False)
    }


def _at_tip(tip: list[float]) -> Pose:
    return Pose(vector(tip), Pose.looking((0.0, 0.0, 0.0), at=vector(tip)).orientation) if np.any(tip) else Pose()


def _stated(parts: Item, frames: Mapping[str, tuple[EntityId, Pose]]) -> dict[PartName, Mount | None]:
    """What the scene says of parts: a link, a link with a pose on it, or (nothing) that there is none."""
    stated: dict[PartName, Mount | None] = {}
    fields = parts.fields("a mapping from parts of the body to links", PARTS)
    for part in PARTS:
        if part not in fields:
            continue
        item = fields[part]
        inner = item.fields("a link", MOUNT_KEYS) if item.is_mapping else {"link": item}
        if item.value is None:
            stated[part] = None
            continue
        if "link" not in inner:
            item.complain("needs a link")
            continue
        link = inner["link"].text()
        if link is not None and link not in frames:
            inner["link"].complain(
                f"names the link '{link}', which the model does not have; {one_of(frames, near=link)}"
            )
        elif link is not None:
            name, offset = frames[link]
            stated[part] = Mount(part, name, offset @ seat(link, inner))
    return stated


def seat(link: str, fields: dict[str, Item]) -> Pose:
    """The pose on a link written as `position` and `orientation`; without these, where the link is and looks."""
    pose = placement(fields)
    if pose is None:
        return AHEAD_OF_OPTICAL if OPTICAL in link.lower() else Pose()
    turned = "orientation" in fields or "looks_at" in fields
    return pose if turned or OPTICAL not in link.lower() else Pose(pose.position) @ AHEAD_OF_OPTICAL
