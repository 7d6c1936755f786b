"""Detections as JSON: a list, lines or `{"detections": [...]}`, each with a time, a name and a pose."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...errors import BadInput, Problem, one_of
from ...geometry import FloatArray
from .tracks import Row, Tracks, tracks_of

# What detectors call the same thing; the first that is there counts.
TIMES = ("stamp", "time", "timestamp", "t", "header", "frame")
NAMES = ("id", "name", "label", "class", "object", "obj_id", "track_id")
PLACES = ("position", "translation", "location", "xyz", "t_world", "pose")
TURNS = ("orientation", "rotation", "quaternion", "quaternion_xyzw", "quat")
# Detections without times are numbered by frames.
FRAME_HZ = 30.0
SURE = ("confidence", "score", "probability")
NO_TURN = np.array([0.0, 0.0, 0.0, 1.0])


def read_detections(path: Path) -> tuple[Tracks, float]:
    """The detections as tracks, in metres. Raises BadInput with the line or the number of the detection."""
    rows = [row for place, said in _entries(path) for row in _rows(path, place, said)]
    if not rows:
        raise BadInput([Problem(str(path), None, "has no detection with a name and a pose")])
    return Tracks(tracks_of(rows), source="detector"), 1.0


def _entries(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error}")]) from error
    try:
        said = json.loads(text)
    except ValueError:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    yield f"line {number}", json.loads(line)
                except ValueError as error:
                    raise BadInput([Problem(str(path), number, f"is not JSON: {error}")]) from error
        return
    for number, each in enumerate(_listed(said), 1):
        yield f"entry {number}", each


def _listed(said: Any) -> list[Any]:
    if isinstance(said, list):
        return cast("list[Any]", said)
    if not isinstance(said, Mapping):
        return []
    whole = cast("Mapping[str, Any]", said)
    inner = next((whole[key] for key in ("frames", "detections") if isinstance(whole.get(key), list)), None)
    return [whole] if inner is None else inner


def _rows(path: Path, place: str, said: Any, stamp: float | None = None) -> Iterator[Row]:
    if not isinstance(said, Mapping):
        raise BadInput([Problem(str(path), None, f"{place} is no mapping")])
    entry = cast("Mapping[str, Any]", said)
    time = _time(entry, stamp)
    inner = next((entry[key] for key in ("detections", "objects") if isinstance(entry.get(key), list)), None)
    if inner is not None:
        for each in inner:
            yield from _rows(path, place, each, time)
        return
    name = next((entry[key] for key in NAMES if key in entry), None)
    if name is None:
        raise BadInput([Problem(str(path), None, f"{place} has no name; {one_of(NAMES)}")])
    if time is None:
        raise BadInput([Problem(str(path), None, f"{place} has no time; {one_of(TIMES)}")])
    spot, turn = _pose(entry)
    if spot is None:
        raise BadInput([Problem(str(path), None, f"{place} has no place of three numbers; {one_of(PLACES)}")])
    yield time, str(name), spot, NO_TURN if turn is None else turn, _sure(entry)


def _sure(entry: Mapping[str, Any]) -> float:
    """How sure a detection is; one that does not say is."""
    said = next((entry[key] for key in SURE if isinstance(entry.get(key), int | float)), 1.0)
    return float(said) if 0.0 <= said <= 1.0 else 1.0


def _time(entry: Mapping[str, Any], inherited: float | None) -> float | None:
    for key in TIMES:
        value = entry.get(key)
        if key == "header" and isinstance(value, Mapping):
            stamp = cast("Mapping[str, Any]", value).get("stamp", {})
            if isinstance(stamp, Mapping):
                parts = cast("Mapping[str, float]", stamp)
                return float(parts.get("sec", parts.get("secs", 0))) + 1e-9 * float(
                    parts.get("nanosec", parts.get("nsecs", 0))
                )
            return float(stamp)
        if isinstance(value, int | float):
            return float(value) / FRAME_HZ if key == "frame" else float(value)
    return inherited


def _pose(entry: Mapping[str, Any]) -> tuple[FloatArray | None, FloatArray | None]:
    spot = turn = None
    for key in PLACES:
        value = entry.get(key)
        if key == "pose" and isinstance(value, Mapping):
            return _pose(cast("Mapping[str, Any]", value))
        if (found := _numbers(value, "xyz", 3)) is not None:
            spot = found
            break
    for key in TURNS:
        if (found := _numbers(entry.get(key), "xyzw", 4)) is not None:
            turn = found
            break
    return spot, turn


def _numbers(value: Any, axes: str, count: int) -> FloatArray | None:
    if isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        value = [mapping[axis] for axis in axes] if all(axis in mapping for axis in axes) else None
    if not isinstance(value, Sequence) or isinstance(value, str) or len(cast("Sequence[Any]", value)) < count:
        return None
    try:
        found = np.array(list(cast("Sequence[Any]", value))[:count], dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return found if np.isfinite(found).all() else None
