"""Shapes as people write them: `{box: [1, 1, 0.1]}`, `{parts: [...]}`."""

from ..errors import shortened
from ..geometry import Box, Capsule, Compound, Cylinder, Part, Pose, Shape, Sphere
from ..limits import EDGE, MOST_PARTS, WITHIN_THING
from .document import Item

SHAPES = ("box", "sphere", "cylinder", "capsule", "parts")
PRIMITIVES = SHAPES[:-1]


def read_shape(item: Item) -> Shape | None:
    """A shape, or None after saying what is wrong with it."""
    kinds = dict(item.items(f"a shape, one of {', '.join(SHAPES)}"))
    if not item.is_mapping:
        return None
    if len(kinds) != 1:
        item.complain(f"must have exactly one of {', '.join(SHAPES)}")
        return None
    (kind, value), *_ = kinds.items()
    if kind == "parts":
        return _read_parts(value)
    return _read_primitive(kind, value, item)


def _read_primitive(kind: str, value: Item, item: Item) -> Shape | None:
    match kind:
        case "box":
            size = value.vector(EDGE)
            return None if size is None else Box(size)
        case "sphere":
            radius = value.number(EDGE)
            return None if radius is None else Sphere(radius)
        case "cylinder" | "capsule":
            numbers = value.numbers(2, EDGE)
            if numbers is None:
                return None
            return Cylinder(*numbers) if kind == "cylinder" else Capsule(*numbers)
        case _:
            item.complain(f"has an unknown class of shape '{shortened(kind)}'; valid: {', '.join(SHAPES)}")
            return None


def _read_parts(value: Item) -> Shape | None:
    elements = value.elements("a list of shapes, each with its place under 'at'")
    if len(elements) > MOST_PARTS:
        value.complain(f"has {len(elements)} parts; a body has at most {MOST_PARTS}, and more of them are a mesh")
        return None
    read = [_read_part(element) for element in elements]
    parts = tuple(part for part in read if part is not None)
    if not parts and value.is_list and not value.value:
        value.complain("is empty; a body has at least one part")
    return Compound(parts) if parts and len(parts) == len(read) else None


def _read_part(element: Item) -> Part | None:
    fields = element.fields("a shape with its place", (*PRIMITIVES, "at", "orientation"))
    kinds = [kind for kind in PRIMITIVES if kind in fields]
    at, turn = fields.get("at"), fields.get("orientation")
    position = at.vector(WITHIN_THING) if at is not None else (0.0, 0.0, 0.0)
    orientation = turn.quaternion() if turn is not None else (0.0, 0.0, 0.0, 1.0)
    if len(kinds) != 1:
        if element.is_mapping:
            element.complain(f"must have exactly one of {', '.join(PRIMITIVES)}")
        return None
    shape = _read_primitive(kinds[0], fields[kinds[0]], element)
    if shape is None or position is None or orientation is None:
        return None
    return Part(shape, Pose(position, orientation))
