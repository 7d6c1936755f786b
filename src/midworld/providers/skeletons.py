"""Skeletons as ROS4HRI (REP-155) names their joints, as parts of a body: heads that look somewhere, hands, torso."""

import math
from collections.abc import Mapping

import numpy as np

from ..geometry import FloatArray, Pose, Vector3
from ..perception import PartPercept
from ..world import PartName
from .document import Item

# The 18 points of hri_msgs/Skeleton2D, in words.
SIDES = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle", "eye", "ear")
JOINTS = ("nose", "neck", *(f"{side}_{joint}" for side in ("left", "right") for joint in SIDES))
# From the wrist to the middle of the palm, in metres (adults: 7 to 9 cm).
PALM_M = 0.08
# Shares of stature (Drillis and Contini, as in physics/human.py): eyes, ankles; an arm with its hand over one without.
EYES, ANKLES, WHOLE_ARM = 0.936, 0.039, 0.440 / 0.332
UPRIGHT = 0.45


def read_skeleton(item: Item) -> tuple[dict[PartName, PartPercept], tuple[float | None, float | None]]:
    """The parts of a body that a mapping from joints to places gives, and its sizes; what is not seen is left out."""
    fields = item.fields("a mapping from joints to [x, y, z]", JOINTS)
    places = {name: np.array(place) for name, each in fields.items() if (place := each.vector()) is not None}
    if not fields and item.is_mapping:
        item.complain(f"names no joint; valid: {', '.join(JOINTS)}")
    return skeleton_parts(places), skeleton_sizes(places)


def skeleton_parts(places: Mapping[str, FloatArray]) -> dict[PartName, PartPercept]:
    """Head, torso, base and hands, as far as joints tell."""
    found: dict[PartName, PartPercept] = {}
    head = _middle(places, "left_ear", "right_ear") if "left_ear" in places and "right_ear" in places else None
    face = [places[name] for name in ("nose", "left_eye", "right_eye") if name in places]
    if head is None and face:
        head = np.mean(face, axis=0)
    if head is not None:
        ahead = np.mean(face, axis=0) - head if face else np.zeros(3)
        found["head"] = _part("head", head, ahead if float(np.linalg.norm(ahead)) > 0.02 else None)
    shoulders, hips = (_middle(places, f"left_{each}", f"right_{each}") for each in ("shoulder", "hip"))
    top = places.get("neck", shoulders) if shoulders is None else shoulders
    if top is not None:
        found["torso"] = _part("torso", top if hips is None else (top + hips) / 2, _ahead(places))
    if hips is not None:
        found["base"] = _part("base", np.array([hips[0], hips[1], _floor(places, hips)]), _ahead(places))
    for side, part in (("left", "left_hand"), ("right", "right_hand")):
        wrist, elbow = places.get(f"{side}_wrist"), places.get(f"{side}_elbow")
        if wrist is None:
            continue
        along = None if elbow is None or np.allclose(wrist, elbow) else wrist - elbow
        palm = wrist if along is None else wrist + PALM_M * along / np.linalg.norm(along)
        name: PartName = "left_hand" if part == "left_hand" else "right_hand"
        found[name] = _part(name, palm, along)
    return found


def skeleton_sizes(places: Mapping[str, FloatArray]) -> tuple[float | None, float | None]:
    """How tall somebody who stands is, and how long the longer arm, as far as joints tell."""
    tall, heads = None, [places[name] for name in ("left_ear", "right_ear", "left_eye", "right_eye") if name in places]
    ankles = [places[name][2] for name in ("left_ankle", "right_ankle") if name in places]
    hips = _middle(places, "left_hip", "right_hip")
    if heads and ankles and hips is not None:
        up = float(np.mean(heads, axis=0)[2]) - float(min(ankles))
        # Who sits or bends has the hips too low.
        if float(hips[2]) - float(min(ankles)) > UPRIGHT * up:
            tall = up / (EYES - ANKLES)
    arms = [
        math.dist(places[f"{side}_shoulder"], places[f"{side}_elbow"])
        + math.dist(places[f"{side}_elbow"], places[f"{side}_wrist"])
        for side in ("left", "right")
        if all(f"{side}_{joint}" in places for joint in ("shoulder", "elbow", "wrist"))
    ]
    return tall, max(arms) * WHOLE_ARM if arms else None


def _middle(places: Mapping[str, FloatArray], *names: str) -> FloatArray | None:
    known = [places[name] for name in names if name in places]
    return np.mean(known, axis=0) if known else None


def _ahead(places: Mapping[str, FloatArray]) -> FloatArray | None:
    """Where a body faces: across its shoulders or hips, turned by a right angle."""
    for joint in ("shoulder", "hip"):
        left, right = places.get(f"left_{joint}"), places.get(f"right_{joint}")
        if left is not None and right is not None and math.dist(left[:2], right[:2]) > 0.05:
            across = left - right
            return np.array([across[1], -across[0], 0.0])
    return None


def _floor(places: Mapping[str, FloatArray], hips: FloatArray) -> float:
    """How high the feet are; half a body below the hips where nobody sees them."""
    ankles = [places[name][2] for name in ("left_ankle", "right_ankle") if name in places]
    return float(min(ankles)) if ankles else max(0.0, float(hips[2]) - 0.95)


def _part(part: PartName, place: FloatArray, ahead: FloatArray | None) -> PartPercept:
    x, y, z = place.tolist()
    position: Vector3 = (x, y, z)
    if ahead is None:
        return PartPercept(part, position)
    a, b, c = (place + ahead / np.linalg.norm(ahead)).tolist()
    return PartPercept(part, position, Pose.looking(position, at=(a, b, c)).orientation)
