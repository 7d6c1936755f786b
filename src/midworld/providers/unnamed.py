"""Percepts that name nothing: what somebody sees without knowing which thing it is."""

from collections.abc import Mapping
from typing import cast

import numpy as np

from ..limits import EDGE, MOST_POINTS, POSITION
from ..perception import Unnamed, rgb
from ..world import Colour, Placed
from .document import Item
from .things import SOURCES, Warehouse, read_appearance, read_thing
from .undeclared import marked

# What a percept without an id is known by: one of these it needs.
LOOK_KEYS = ("class", "shape", "colour", "size", "points", "mesh", "urdf")
# Under which name it is read; it gets another.
ANYBODY = "thing"


def read_unnamed(
    item: Item,
    fields: Mapping[str, Item],
    known_shape: Item | None,
    warehouse: Warehouse,
    covariance: tuple[float, ...] | None,
) -> Unnamed | None:
    """A percept without a name; `known_shape` is how its class is known to be. None after saying what is wrong."""
    problems = len(item.document.problems)
    appearance = read_appearance({key: fields[key] for key in ("class", "colour") if key in fields})
    size = fields["size"].vector(EDGE) if "size" in fields else None
    points = _points(fields["points"]) if "points" in fields else ()
    position = fields["position"].vector() if "position" in fields else None
    if "position" not in fields and not points:
        item.complain("needs 'position', or 'points' that tell where it is")
    orientation = fields["orientation"].quaternion() if "orientation" in fields else None
    model = _model(item, fields, known_shape, warehouse)
    if appearance is None or len(item.document.problems) > problems:
        return None
    if position is None:
        x, y, z = np.mean(points, axis=0).tolist()
        position = (x, y, z)
    category = str(appearance.get("category", ""))
    return Unnamed(position, orientation, covariance, None, category, shade(fields), size, points, model)


def shade(fields: Mapping[str, Item]) -> tuple[float, float, float] | None:
    """The colour something is seen in; None where none is told, or after saying what is wrong with it."""
    appearance = read_appearance({"colour": fields["colour"]}) if "colour" in fields else None
    return None if appearance is None else rgb(cast("Colour | None", appearance.get("colour")))


def _model(
    item: Item, fields: Mapping[str, Item], known_shape: Item | None, warehouse: Warehouse
) -> tuple[Placed, ...]:
    own = {key: each for key, each in fields.items() if key not in ("size", "points")}
    if any(key in fields for key in SOURCES):
        return read_thing(ANYBODY, item, own, warehouse) or ()
    if known_shape is None or "size" in fields or "points" in fields:
        return ()
    thing = read_thing(ANYBODY, item, {**own, "shape": known_shape}, warehouse)
    return () if thing is None else marked(thing, ("shape",))


def _points(item: Item) -> tuple[tuple[float, float, float], ...]:
    elements = item.elements("a list of [x, y, z] points")
    if not 4 <= len(elements) <= MOST_POINTS:
        item.complain(f"has {len(elements)} points; a cloud of a thing has 4 to {MOST_POINTS}")
        return ()
    found = [each.vector(POSITION) for each in elements]
    return tuple(each for each in found if each is not None)
