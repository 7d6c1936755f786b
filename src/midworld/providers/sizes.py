"""How tall a person is and how long the arms are, as a scene file says."""

from collections.abc import Mapping

from .document import Item

# In metres: from a small child's to more than anybody's; an arm is from the shoulder to the fingertips.
SIZE_RANGES = {"height": (0.5, 2.6), "arm_length": (0.2, 1.2)}


def read_sizes(fields: Mapping[str, Item], kind: str | None) -> dict[str, float]:
    """The sizes that are given, each complained about that no person has, or that is a robot's."""
    found: dict[str, float] = {}
    for key, (least, most) in SIZE_RANGES.items():
        if key not in fields:
            continue
        item = fields[key]
        size = item.number()
        if kind == "robot":
            item.complain("is for people; the sizes of a robot are those of its urdf")
        elif size is not None and not least <= size <= most:
            item.complain(f"is {size:g}; in metres, people's is from {least:g} to {most:g}")
        elif size is not None:
            found[key] = size
    return found
