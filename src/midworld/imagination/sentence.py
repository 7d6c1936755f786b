"""An action said in a sentence: "push the tower from the left at 0.3 m/s"."""

import math
import re
from collections.abc import Callable, Mapping

import msgspec
import numpy as np

from ..errors import BadAction, UnknownName
from ..geometry import Vector3
from ..relations import Viewpoint, body_viewpoint
from ..world import EntityId, Object, World
from .motion import FAST
from .reading import Document
from .settingdown import set_down
from .stage import staged

FORMS = (
    '"push the tower from the left at 0.3 m/s by 10 cm", "pull the cup towards me", '
    '"tilt the tray to the left by 20 degrees", "lift the cup", "slide the cup to 0.5 0.2", "put the cup in the bin", '
    '"place the cup at 0.6 0.2 0.8", "pour the cup into the bowl", "hand the cup to 0.2 0.4 1.0", '
    '"open the drawer to the left by 20 cm", "carry the tray to 2.0 0.5 at 0.3 m/s"'
)
NUMBER = r"(-?\d+(?:\.\d+)?)"
# To SI.
LENGTHS = {"mm": 0.001, "cm": 0.01, "m": 1.0, "centimetres": 0.01, "metres": 1.0, "millimetres": 0.001}
TURNS = {
    "degrees": math.pi / 180,
    "degree": math.pi / 180,
    "deg": math.pi / 180,
    "°": math.pi / 180,
    "rad": 1.0,
    "radians": 1.0,
}
# What a sentence leaves out: a hand without haste, and as far as it is wide (m/s, m, rad/s).
USUAL_M_S, USUAL_M, USUAL_RAD_S = 0.1, 0.1, 1.0
VERBS = {
    word: verb
    for verb, words in {
        "push": "push shove",
        "pull": "pull draw",
        "tilt": "tilt tip turn",
        "place": "place put set",
        "carry": "carry move bring",
        "pick": "pick lift raise take",
        "slide": "slide",
        "pour": "pour empty",
        "hand_over": "hand give pass",
        "open": "open",
        "close": "close shut",
    }.items()
    for word in words.split()
}


def said(sentence: str, world: World, viewer: str) -> Document:
    """The action a sentence asks for, as a document; left and right are those of the viewer.

    Raises BadAction where it is no such sentence and UnknownName where it speaks of what is not there.
    """
    text = " ".join(sentence.lower().strip(" .!?").split())
    verb, _, rest = text.partition(" ")
    if verb not in VERBS:
        raise BadAction("sentence", f"'{sentence}' asks for nothing I know; say {FORMS}")
    name, rest = _named(re.sub(r"^(up|over) ", "", rest), world)
    document: dict[str, object] = {"action": VERBS[verb], "object": name}
    document |= _PARTS[VERBS[verb]](rest, world, viewer, name)
    return document


def _named(rest: str, world: World) -> tuple[EntityId, str]:
    """What is meant, and what is said after it; the longest name or label counts."""
    names = {
        word.lower(): entity.id
        for entity in world.structure.entities
        if isinstance(entity.role, Object)
        for word in (*entity.labels, entity.id.replace("_", " "), entity.id)
    }
    rest = re.sub(r"^(the|a|an|my|your) ", "", rest)
    for word in sorted(names, key=len, reverse=True):
        if rest == word or rest.startswith(f"{word} "):
            return names[word], rest[len(word) :].strip()
    raise UnknownName("thing", rest.split(" ")[0], names)


def _push(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    speed, length, height = _speed(rest), _length(rest, "(?:by|for)"), _length(rest, "at a height of")
    found: dict[str, object] = {"direction": list(_direction(rest, world, viewer, name))}
    found |= {"speed": USUAL_M_S if speed is None else speed, "distance": USUAL_M if length is None else length}
    return found | _given(height=height)


def _tilt(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    turn = re.search(rf"{NUMBER} ?({'|'.join(map(re.escape, TURNS))})(?![/a-z])", rest)
    if turn is None:
        raise BadAction("sentence", "says not how far to tilt; add 'by 20 degrees'")
    along = np.asarray(_direction(rest, world, viewer, name))
    # What tilts towards a direction turns about what lies across it.
    axis = np.cross((0.0, 0.0, 1.0), along)
    speed = re.search(rf"at {NUMBER} ?rad/s", rest)
    found: dict[str, object] = {"axis": axis.tolist(), "angle": float(turn[1]) * TURNS[turn[2]]}
    return found | {"speed": float(speed[1]) if speed else USUAL_RAD_S}


def _place(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del viewer
    other = re.match(r"(?:on|onto|in|into) ((?:the|a|an|my|your) .*|[^\d\[(-].*)", rest)
    if other is None:
        return {"position": _numbers(rest, 3)}
    there, _ = _named(other[1], world)
    # Only where things are counts here: a mesh is as large as it says.
    stage = staged(world)
    x, y, _ = stage.bounds(stage.row(there)).centre
    return {"position": list(set_down(stage, stage.row(name), (x, y)))}


def _pick(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del world, viewer, name
    return _given(height=_length(rest, "by"), speed=_speed(rest))


def _slide(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del world, viewer, name
    return {"to": _numbers(rest, 2)} | _given(speed=_speed(rest))


def _pour(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del viewer, name
    into = re.match(r"(?:out )?(?:into|in|over|onto) (.*)", rest)
    if into is None:
        raise BadAction("sentence", "says not where to pour; add 'into the bowl'")
    return {"into": _named(into[1], world)[0]}


def _hand_over(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del world, viewer, name
    return {"to": _numbers(rest, 3)} | _given(speed=_speed(rest))


def _drawn(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    found: dict[str, object] = {"direction": list(_direction(rest, world, viewer, name))}
    return found | _given(distance=_length(rest, "(?:by|for)"), speed=_speed(rest))


def _given(**numbers: float | None) -> dict[str, object]:
    return {key: number for key, number in numbers.items() if number is not None}


def _carry(rest: str, world: World, viewer: str, name: str) -> Mapping[str, object]:
    del viewer
    speed = _speed(rest)
    path = [list(world.pose(name).position[:2]), _numbers(rest, 2)]
    return {"path": path, "limits": msgspec.to_builtins(FAST) | _given(linear=speed)}


_PARTS: Mapping[str, Callable[[str, World, str, str], Mapping[str, object]]] = {
    "push": _push,
    "pull": _push,
    "tilt": _tilt,
    "place": _place,
    "carry": _carry,
    "pick": _pick,
    "slide": _slide,
    "pour": _pour,
    "hand_over": _hand_over,
    "open": _drawn,
    "close": _drawn,
}


def _numbers(rest: str, count: int) -> list[float]:
    where = re.search(r"(?:at|to|on) [\[(]?" + r"[, ]+".join([NUMBER] * count), rest)
    if where is None:
        raise BadAction("sentence", f"says not where to; add 'at' or 'to' and {count} numbers, in metres")
    return [float(each) for each in where.groups()[:count]]


def _speed(rest: str) -> float | None:
    found = re.search(rf"at {NUMBER} ?(m|cm|mm)/s", rest)
    return None if found is None else float(found[1]) * LENGTHS[found[2]]


def _length(rest: str, before: str) -> float | None:
    found = re.search(rf"{before} {NUMBER} ?({'|'.join(LENGTHS)})(?![/a-z])", rest)
    return None if found is None else float(found[1]) * LENGTHS[found[2]]


def _direction(rest: str, world: World, viewer: str, name: str) -> Vector3:
    """Where it goes: to a side, or away from the one it comes from."""
    view = body_viewpoint(world, EntityId(viewer)) or Viewpoint(np.zeros(3), np.array([1.0, 0.0, 0.0]), "self")
    sides = {"left": view.left, "right": -view.left, "front": -view.ahead, "behind": view.ahead, "back": view.ahead}
    comes = re.search(r"from (?:the )?(left|right|front|behind|back)", rest)
    if comes:
        return _unit(-sides[comes[1]])
    goes = re.search(r"(?:to|towards?) (?:the )?(left|right|front|back)", rest)
    if goes:
        return _unit(sides[goes[1]])
    if re.search(r"towards? (?:me|you|us)\b", rest):
        return _unit(view.position - np.asarray(world.pose(name).position))
    if re.search(r"\b(away|forwards?|ahead)\b", rest):
        return _unit(view.ahead)
    raise BadAction("sentence", "says not which way; add 'from the left', 'to the right', 'away' or 'towards me'")


def _unit(vector: np.ndarray) -> Vector3:
    level = np.array([vector[0], vector[1], 0.0])
    level = level / np.linalg.norm(level) + 0.0
    return (float(level[0]), float(level[1]), 0.0)
