"""Which tracks are objects and which are parts of people, by their names."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...errors import BadInput, Problem, one_of

PARTS = ("head", "torso", "base", "left_hand", "right_hand")
# What skeletons and trackers call parts, after splitting `RHand`, `hand_right` and `Right Wrist` into words.
SIDES = {"l": "left", "left": "left", "r": "right", "right": "right"}
HANDS = frozenset({"hand", "wrist", "palm", "gripper"})
WHOLE = {
    "head": "head",
    "face": "head",
    "chest": "torso",
    "torso": "torso",
    "spine": "torso",
    "spine2": "torso",
    "thorax": "torso",
    "hip": "base",
    "hips": "base",
    "pelvis": "base",
    "base": "base",
}
# Other bones of a skeleton say nothing more.
BONES = frozenset(
    {
        *(
            "arm",
            "forearm",
            "upperarm",
            "lowerarm",
            "farm",
            "uarm",
            "elbow",
            "shoulder",
            "neck",
            "ab",
            "abdomen",
            "spine1",
        ),
        *("spine3", "leg", "upleg", "thigh", "knee", "shin", "ankle", "foot", "toe", "toebase"),
        *("finger", "thumb", "index", "middle", "ring", "pinky"),
    }
)
NOT_ID = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class Role:
    """An object, or with a `part` that part of an agent; a bone that is neither has no name."""

    name: str
    part: str | None = None


def roles_of(tracks: Iterable[str], names: Mapping[str, str], ignored: Iterable[str]) -> dict[str, Role]:
    """What each track is; those that are left out are not in it. Raises BadInput for names that fit no track."""
    known = list(tracks)
    for said in (*names, *ignored):
        if said not in known:
            raise BadInput([Problem("the name map", None, f"no track is called '{said}'; {one_of(known, near=said)}")])
    left_out = set(ignored)
    found = {name: _said(names[name]) if name in names else guessed(name) for name in known if name not in left_out}
    return {name: role for name, role in found.items() if role is not None}


def guessed(track: str) -> Role | None:
    """A part of somebody where the name says so (`Ann:RHand`, `giver_head`), else an object; None for other bones."""
    words = _words(track)
    lower = [word.casefold() for word in words]
    sides = [SIDES[word] for word in lower if word in SIDES]
    if any(word in HANDS for word in lower) and sides:
        return _part(words, lower, {*HANDS, *SIDES}, f"{sides[0]}_hand")
    if len(words) > 1 and lower[-1] in WHOLE:
        return _part(words, lower, {lower[-1]}, WHOLE[lower[-1]])
    if len(words) > 1 and any(word in BONES for word in lower[1:]):
        return None
    return Role(identifier(track))


def identifier(name: str) -> str:
    """A name as a scene may have it."""
    return NOT_ID.sub("_", name).strip("_.-") or "object"


def class_name(kind: str) -> str:
    """What a recording calls a kind of things, as the class of a scene."""
    name = identifier(kind)
    return name[:1].upper() + name[1:]


def _part(words: list[str], lower: list[str], spent: set[str], part: str) -> Role:
    rest = [word for word, plain in zip(words, lower, strict=True) if plain not in spent]
    return Role(identifier("_".join(rest)) if rest else "person", part)


def _words(track: str) -> list[str]:
    # `ann_RHand`, `LFArm` (of the forearm) and `RightHand` in words.
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<![A-Za-z])([LR][FU]?)(?=[A-Z][a-z])", r"\1 ", track)
    return [word for word in re.split(r"[\s_:./-]+", spaced) if word]


def _said(name: str) -> Role:
    agent, slash, part = name.rpartition("/")
    if slash and part in PARTS:
        return Role(agent, part)
    if slash:
        raise BadInput([Problem("the name map", None, f"'{name}': no part '{part}'; {one_of(PARTS, near=part)}")])
    return Role(name)
