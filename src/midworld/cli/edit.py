"""`midworld edit`: proposes a change of a node to whoever writes its world."""

from math import hypot, isfinite
from typing import Annotated

import msgspec
import typer

from ..errors import BadInput, Problem
from ..geometry import Pose
from ..perception import UNIT_TOLERANCE
from ..world import Delta, World, change, compose, move, remove
from .options import AccessFile, OnBoard, SharedWorld

Node = Annotated[str, typer.Argument(help="The node to change", metavar="NODE")]
Place = Annotated[tuple[float, float, float] | None, typer.Option("--position", help="Where to, in metres")]
Turn = Annotated[tuple[float, float, float, float] | None, typer.Option("--orientation", help="A quaternion x y z w")]
Colour = Annotated[str | None, typer.Option("--colour", help="A name")]
Category = Annotated[str | None, typer.Option("--class", help="What it is")]
Label = Annotated[list[str] | None, typer.Option("--label", help="What people call it; may be said again")]
Gone = Annotated[bool, typer.Option("--remove", help="Take it away; what hangs on it stays where it is")]


def edit(
    world: SharedWorld,
    node: Node,
    position: Place = None,
    orientation: Turn = None,
    colour: Colour = None,
    category: Category = None,
    label: Label = None,
    gone: Gone = False,
    board: OnBoard = None,
    access: AccessFile = None,
) -> None:
    """Change a node of a world of a board: move, turn, rename, colour or remove it, if its writer takes edits."""
    from .joining import awaited, joined

    _check(position, orientation, colour)
    with joined(board, "edit", access) as shared:
        found = awaited(shared, world)
        if gone:
            delta = remove(found, [node])
        else:
            said = {"colour": colour, "category": category, "labels": None if label is None else tuple(label)}
            delta = _changed(found, node, position, orientation, {key: each for key, each in said.items() if each})
        shared.propose(world, delta)


def _check(
    position: tuple[float, float, float] | None,
    orientation: tuple[float, float, float, float] | None,
    colour: str | None,
) -> None:
    """Raises BadInput for what no scene could say."""
    from ..providers import is_colour

    if position is not None and not all(map(isfinite, position)):
        raise BadInput([Problem("--position", None, "has a number that is none")])
    if orientation is not None and not abs(hypot(*orientation) - 1.0) <= UNIT_TOLERANCE:
        raise BadInput([Problem("--orientation", None, f"has length {hypot(*orientation):.3g}; a quaternion has 1")])
    if colour is not None and not is_colour(colour):
        raise BadInput([Problem("--colour", None, f"'{colour}' is no colour; say red, light blue or #ff8800")])


def _changed(
    world: World,
    node: str,
    position: tuple[float, float, float] | None,
    orientation: tuple[float, float, float, float] | None,
    said: dict[str, object],
) -> Delta:
    """What leads to the node as it is wanted. Raises BadInput where nothing is."""
    entity, pose = world.entity(node), world.pose(node)
    delta = Delta()
    if position is not None or orientation is not None:
        delta = move(world, node, Pose(position or pose.position, orientation or pose.orientation))
    if said:
        delta = compose(delta, change(put=[msgspec.structs.replace(entity, **said)]))
    if delta.is_empty:
        options = "--position, --orientation, --colour, --class, --label or --remove"
        raise BadInput([Problem("edit", None, f"say what to change: {options}")])
    return delta
