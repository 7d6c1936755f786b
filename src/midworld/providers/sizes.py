"""How tall a person is and how long the arms are, as a scene file says."""

from collections.abc import Mapping

from ..limits import Range
from .document import Item

# In metres: from a small child's to more than anybody's; an arm is from the shoulder to the fingertips.
SIZE_RANGES = {"height": Range(0.5, 2.6, "m"), "arm_length": Range(0.2, 1.2, "m")}


def read_sizes(fields: Mapping[str, Item], kind: str | None) -> dict[str, float]:
    """The sizes that are given, each complained about that no person has, or that is a robot's."""
    found: dict[str, float] = {}
    for key, within in SIZE_RANGES.items():
        if key not in fields:
            continue
        size = fields[key].number(within)
        if kind == "robot":
            fields[key].complain("is for people; the sizes of a robot are those of its urdf")
        elif size is not None:
            found[key] = size
    return found
