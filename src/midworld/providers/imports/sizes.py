"""Sizes of things as far as a recording tells them: declared, as far as markers reach, or down to what they rest on."""

from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from ...geometry import FloatArray, rotation_matrix
from .resting import SAME_SUPPORT_M, Rests, Support, half_height
from .tracks import Declared, Track

RADIUS_M = 0.035
# Markers stand out from a body by about their radius.
MARKER_M = 0.005
# A thing above another's place, within this, may lie on it.
ABOVE_M = 0.15
# What stands on the whole: cosine of its tilt.
UPRIGHT = 0.95
DIGITS = 5


def corners_of(said: Declared) -> FloatArray | None:
    """Corners of a declared box or cylinder, alone or as the one part of a body."""
    shape: Any = said.get("shape")
    if not isinstance(shape, Mapping):
        return None
    whole = cast("Mapping[str, Any]", shape)
    parts = cast("list[Mapping[str, Any]]", whole.get("parts", [whole]))
    if len(parts) != 1:
        return None
    at = np.array(parts[0].get("at", [0.0, 0.0, 0.0]), dtype=np.float64)
    if "box" in parts[0]:
        half = np.array(parts[0]["box"], dtype=np.float64) / 2
    elif "cylinder" in parts[0]:
        radius, height = parts[0]["cylinder"]
        half = np.array([radius, radius, height / 2])
    elif "sphere" in parts[0]:
        half = np.full(3, float(parts[0]["sphere"]))
    else:
        return None
    return at + np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half


def shape_of(
    name: str,
    track: Track,
    said: Declared,
    markers: FloatArray | None,
    rests: Mapping[str, Rests],
    support: Support | None,
) -> tuple[dict[str, Any], str | None]:
    """What a scene says of a thing's shape, and in a sentence how that was guessed; nothing where it is declared."""
    if any(key in said for key in ("shape", "mesh", "urdf")):
        return {}, None
    if markers is not None and len(markers) > 2:
        low, high = markers.min(axis=0) - MARKER_M, markers.max(axis=0) + MARKER_M
        gap = _gap(name, track, float(low[2]), rests, support)
        low[2] -= gap
        box = {"box": rounded(high - low), "at": rounded((low + high) / 2)}
        down = f", and {gap:.3f} m more downwards, where it rests" if gap else ""
        return {"shape": {"parts": [box]}}, f"its size is that of its markers{down}"
    half = half_height(rests[name], 0.0 if support is None else support.top)
    how = "from how high its origin lies at rest" if len(rests[name].places) else "by default, as it never rests"
    return {"shape": {"cylinder": rounded([RADIUS_M, 2 * half])}}, f"its height, {2 * half:.3f} m, is guessed {how}"


def rounded(numbers: Any) -> list[float]:
    """Numbers as a file has them."""
    return [round(float(each), DIGITS) for each in numbers]


def _gap(name: str, track: Track, low: float, rests: Mapping[str, Rests], support: Support | None) -> float:
    """How far below its markers, which end at `low`, a thing reaches that lies on the support: most are on the top."""
    own = rests[name]
    if support is None or not len(own.places):
        return 0.0
    place = own.places[own.places[:, 2].argmin()]
    gap = float(place[2]) + low - support.top
    others = [each.places for other, each in rests.items() if other != name and len(each.places)]
    under = any(
        bool((np.linalg.norm(places[:, :2] - place[:2], axis=1) < ABOVE_M)[places[:, 2] < place[2] - 0.02].any())
        for places in others
    )
    stands = float(np.median(rotation_matrix(track.quaternions[track.seen])[:, 2, 2])) > UPRIGHT
    return gap if MARKER_M < gap < SAME_SUPPORT_M and stands and not under else 0.0
