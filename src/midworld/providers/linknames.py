"""Which links of a robot are its head, torso and hands, as far as their names tell."""

import re
from collections.abc import Collection, Iterable, Sequence

from ..world import HANDS, PartName

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
CAMERAS = frozenset({"camera", "cam", "kinect", "realsense", "zed", "xtion", "rgbd", "eye", "eyes"})
TORSOS = frozenset({"torso", "trunk", "chest"})
# Where a robot grasps, the best name first.
GRASPS = (
    *({"tcp", "tool", "grasp", "grasping"}, {"palm"}, {"hand"}, {"gripper"}),
    *({"ee", "eef", "effector"}, {"flange"}),
)
SIDES: dict[PartName, frozenset[str]] = {
    "left_hand": frozenset({"left", "l"}),
    "right_hand": frozenset({"right", "r"}),
}
# What sits on a hand and is none.
TRIFLES = CAMERAS | {"finger", "fingers", "fingertip", "thumb", "knuckle", "optical", "led", "motor", "sensor"}
ARMS = frozenset({"hand", "gripper", "wrist", "arm", "forearm"})


def guessed_parts(links: Sequence[str], movable: Collection[str]) -> dict[PartName, str]:
    """The link of each part, where a name says so; `links` are in the order parents first."""
    named = {name: frozenset(word.lower() for word in _WORD.findall(name)) for name in links}
    found: dict[PartName, str] = {}
    head = _outermost((name for name, words in named.items() if "head" in words), movable)
    if head is None:
        eyes = (name for name, words in named.items() if words & CAMERAS and not words & (ARMS | {"optical"}))
        head = next(eyes, None)
    torso = _outermost((name for name, words in named.items() if words & TORSOS), movable)
    if head is not None:
        found["head"] = head
    if torso is not None:
        found["torso"] = torso
    return found | _hands({name: words for name, words in named.items() if not words & TRIFLES})


def _outermost(names: Iterable[str], movable: Collection[str]) -> str | None:
    """The last that a joint moves; a head pans first, then tilts."""
    known = list(names)
    moved = [name for name in known if name in movable]
    return moved[-1] if moved else known[0] if known else None


def _hands(named: dict[str, frozenset[str]]) -> dict[PartName, str]:
    """The best named link of each side; one that is of no side is the right hand, if no other is of a side."""
    ranked = [(rank, name) for rank, words in enumerate(GRASPS) for name in named if named[name] & words]
    found: dict[PartName, str] = {}
    for hand in HANDS:
        own = (name for _, name in ranked if named[name] & SIDES[hand])
        if (best := next(own, None)) is not None:
            found[hand] = best
    return found or ({"right_hand": ranked[0][1]} if ranked else {})
