"""The `doubt:` of a scene: how well things are known when something is imagined."""

from ..limits import DOUBTED_ANGLE, DOUBTED_FRICTION, DOUBTED_LENGTH, DOUBTED_SHARE
from .document import Item

NUMBERS = {
    "position": DOUBTED_LENGTH,
    "turn": DOUBTED_ANGLE,
    "mass": DOUBTED_SHARE,
    "hand_height": DOUBTED_LENGTH,
    "pace": DOUBTED_SHARE,
}
RANGES = {"friction": DOUBTED_FRICTION, "rolling": DOUBTED_FRICTION}


def read_doubt(section: Item) -> dict[str, float | tuple[float, float]]:
    """Standard deviations by name, and ranges of what is drawn evenly."""
    fields = section.fields("a mapping that says how well things are known", (*NUMBERS, *RANGES))
    found: dict[str, float | tuple[float, float]] = {}
    for name, item in fields.items():
        if name in NUMBERS:
            number = item.number(NUMBERS[name])
            if number is not None:
                found[name] = number
            continue
        both = item.numbers(2, RANGES[name])
        if both is not None and both[0] > both[1]:
            item.complain("is [least, most], the least first")
        elif both is not None:
            found[name] = (both[0], both[1])
    return found
