"""`midworld show`: a world of a board as a tree, or one of its nodes with all that is known of it."""

import json
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.tree import Tree

from ..world import EntityId, World
from .options import AccessFile, OnBoard, SharedWorld

Node = Annotated[str | None, typer.Argument(help="One node of it, with all that is known", metavar="NODE")]


def show(world: SharedWorld, node: Node = None, board: OnBoard = None, access: AccessFile = None) -> None:
    """Show a world of a board as a tree of its nodes, or one node as JSON."""
    from .joining import awaited, joined

    with joined(board, "show", access) as shared:
        found = awaited(shared, world)
        if node is None:
            Console().print(tree(world, found), highlight=False)
        else:
            print(json.dumps(described(found, node), indent=2, ensure_ascii=False))


def tree(name: str, world: World) -> Tree:
    """What hangs on what, where it is and how it is known; then what holds."""
    root = Tree(f"{name} at {world.stamp:.3f} s")
    branches: dict[EntityId | None, Tree] = {None: root}
    left = list(world.structure.entities)
    while left:
        ready = [entity for entity in left if entity.parent in branches]
        for entity in ready:
            place = ", ".join(f"{number:.3f}" for number in world.pose(entity.id).position)
            text = f"{entity.id}: {entity.category} at ({place}), {world.status(entity.id).word}"
            branches[entity.id] = branches[entity.parent].add(text)
        left = [entity for entity in left if entity.id not in branches]
    if len(world.timeline.open):
        holds = root.add("holds")
        for each in sorted(world.timeline.open.values(), key=lambda one: one.start):
            holds.add(" ".join(str(word) for word in each.statement if word is not None) + f" since {each.start:.2f} s")
    return root


def described(world: World, name: str) -> dict[str, object]:
    """All a world says of one node. Raises UnknownName."""
    entity, pose = world.entity(name), world.pose(name)
    row = world.structure.row(name)
    facts = [each for each in world.timeline.open.values() if name in (each.subject, each.object)]
    return {
        **msgspec.to_builtins(entity),
        "position": list(pose.position),
        "orientation": list(pose.orientation),
        "velocity": world.state.velocity[row].tolist(),
        "status": world.status(name).word,
        "facts": [msgspec.to_builtins(each) for each in facts],
    }
