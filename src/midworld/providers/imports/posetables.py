"""Plain CSV files of poses: one file a body, all in a folder, or one file with a column that names the body."""

import re
from pathlib import Path

import numpy as np

from ...errors import BadInput, Problem
from ...geometry import FloatArray
from .table import column_floats, rows_of
from .tracks import Track, Tracks

TIMES = ("stamp", "time", "t", "timestamp", "seconds")
BODIES = ("id", "name", "body", "object", "label")
PLACES = (("x", "y", "z"), ("px", "py", "pz"), ("tx", "ty", "tz"), ("pos_x", "pos_y", "pos_z"))
TURNS = (
    ("qx", "qy", "qz", "qw"),
    ("q0", "q1", "q2", "q3"),
    ("rot_x", "rot_y", "rot_z", "rot_w"),
    ("rx", "ry", "rz", "rw"),
)
# Files without times: chosen, the rate of most motion capture.
FRAME_HZ = 120.0
NOT_NAME = re.compile(r"_?(pose|poses|saved|body|rigid_body|trajectory)(?=_|$)", re.IGNORECASE)


def recognised(path: Path) -> bool:
    """Whether a file or folder of CSV files has columns of places."""
    return any(_layout(_heading(file)) is not None for file in files_of(path))


def files_of(path: Path) -> list[Path]:
    """The CSV files of a folder, or the one file."""
    return sorted(path.glob("*.csv")) if path.is_dir() else [path]


def read_pose_tables(path: Path) -> tuple[Tracks, float]:
    """Every body with columns of places, in metres. Raises BadInput."""
    tracks = [track for file in files_of(path) if _layout(_heading(file)) is not None for track in _read(file)]
    if not tracks:
        raise BadInput([Problem(str(path), None, "has no CSV file with columns x, y, z")])
    return Tracks(tuple(tracks)), 1.0


def _heading(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return [cell.strip().casefold() for cell in file.readline().split(",")]


def _layout(heading: list[str]) -> tuple[str, ...] | None:
    # Beside forces, tx, ty, tz are torques.
    return None if "fx" in heading else next((axes for axes in PLACES if all(axis in heading for axis in axes)), None)


def _read(path: Path) -> list[Track]:
    rows = rows_of(path)
    heading = [cell.strip().casefold() for cell in rows[0]]
    named = next((heading.index(body) for body in BODIES if body in heading), None)
    bodies = [] if named is None else [row[named] if named < len(row) else "" for row in rows[1:]]
    if named is not None:
        for row in rows[1:]:
            row[named : named + 1] = [""]
    data = column_floats(path, rows, 1)
    if named is None:
        return [_track(_name(path), heading, data)]
    known = np.array(bodies[: len(data)])
    return [_track(str(name), heading, data[known == name]) for name in dict.fromkeys(bodies) if name]


def _name(path: Path) -> str:
    return NOT_NAME.sub("", path.stem).strip("_") or path.stem


def _track(name: str, heading: list[str], data: FloatArray) -> Track:
    time = next((heading.index(each) for each in TIMES if each in heading), None)
    stamps = np.arange(len(data)) / FRAME_HZ if time is None else data[:, time]
    axes = _layout(heading)
    assert axes is not None
    positions = data[:, [heading.index(axis) for axis in axes]]
    turn = next((each for each in TURNS if all(axis in heading for axis in each)), None)
    if turn is None:
        quaternions = np.tile([0.0, 0.0, 0.0, 1.0], (len(data), 1))
    else:
        quaternions = data[:, [heading.index(axis) for axis in turn]]
    if turn == TURNS[1] and _scalar_first(quaternions):
        quaternions = quaternions[:, [1, 2, 3, 0]]
    return Track(name, stamps, positions, quaternions)


def _scalar_first(numbered: FloatArray) -> bool:
    """q0 to q3 are w, x, y, z or x, y, z, w: the scalar of a body that turns little is the largest throughout."""
    sizes = np.nanmean(np.abs(numbered), axis=0)
    return bool(sizes[0] > sizes[3])
