"""Vicon Tracker and Nexus exports as CSV: objects or segments, rotations helical or as quaternions."""

from pathlib import Path

import numpy as np

from ...errors import BadInput, Problem, one_of
from ...geometry import FloatArray
from .table import column_floats, rows_of
from .tracks import Track, Tracks

SECTIONS = ("Objects", "Segments")
# What else Nexus writes into the same file, one after the other.
OTHERS = ("Trajectories", "Joints", "Model Outputs", "Devices", "Events")
# Tracker writes it before the names.
ANGLE = "Global Angle "
LENGTHS = {"mm": 0.001, "cm": 0.01, "m": 1.0}
ANGLES = {"rad": 1.0, "deg": np.pi / 180}


def recognised(first_line: str) -> bool:
    """Whether a file begins as Vicon's exports do."""
    return first_line.lstrip("\ufeff").split(",")[0].strip() in (*SECTIONS, *OTHERS)


def read_vicon(path: Path) -> tuple[Tracks, float]:
    """The trial in its own axes, and what its unit is in metres. Raises BadInput."""
    rows = rows_of(path)
    head = next((at for at, row in enumerate(rows) if row and row[0].strip() in SECTIONS), None)
    if head is None:
        raise BadInput([Problem(str(path), None, f"has no section {' or '.join(SECTIONS)}: no poses of bodies")])
    # A blank line ends a section.
    end = next((at for at in range(head + 5, len(rows)) if not any(cell.strip() for cell in rows[at])), len(rows))
    if end < head + 6:
        raise BadInput([Problem(str(path), None, "ends within its heading: section, rate, names, columns, units")])
    try:
        rate = float(rows[head + 1][0])
    except (ValueError, IndexError):
        rate = 0.0
    if rate <= 0:
        raise BadInput([Problem(str(path), head + 2, "is to be the rate in Hz")])
    names, columns, units = rows[head + 2], rows[head + 3], rows[head + 4]
    data = column_floats(path, rows[:end], head + 5)
    begins = [at for at, column in enumerate(columns) if column == "RX"]
    ends = [*begins[1:], len(columns)]
    if not begins:
        raise BadInput([Problem(str(path), head + 4, "has no column RX: no poses of objects or segments")])
    stamps = (data[:, 0] - data[0, 0]) / rate
    bodies = [
        _track(path, names, columns[:end], units, data, begin, stamps) for begin, end in zip(begins, ends, strict=True)
    ]
    return Tracks(tuple(track for track, _ in bodies)), bodies[0][1]


def _track(
    path: Path,
    names: list[str],
    columns: list[str],
    units: list[str],
    data: FloatArray,
    begin: int,
    stamps: FloatArray,
) -> tuple[Track, float]:
    at = {column: begin + place for place, column in enumerate(columns[begin:])}
    missing = [column for column in ("RX", "RY", "RZ", "TX", "TY", "TZ") if column not in at]
    name = names[begin].strip() if begin < len(names) else ""
    if missing or not name:
        reason = f"the columns from {begin + 1} on lack {', '.join(missing) or 'a name in line 3'}"
        raise BadInput([Problem(str(path), 4, reason)])
    positions = data[:, [at[axis] for axis in ("TX", "TY", "TZ")]]
    turns = data[:, [at[axis] for axis in ("RX", "RY", "RZ", "RW") if axis in at]]
    if turns.shape[1] == 3:
        turns = _helical(turns * _unit(path, units[at["RX"]], ANGLES))
    # Where nothing was tracked, Vicon writes zeros or leaves the cells empty.
    lost = ~np.isfinite(positions).all(axis=1) | (positions == 0).all(axis=1)
    positions = np.where(lost[:, None], np.nan, positions)
    whole = name.removeprefix(ANGLE).split(":")
    plain = whole[-1] if len(set(whole)) == 1 else ":".join(whole)
    return Track(plain, stamps, positions, turns), _unit(path, units[at["TX"]], LENGTHS)


def _helical(vectors: FloatArray) -> FloatArray:
    """Quaternions of rotation vectors."""
    angles = np.linalg.norm(vectors, axis=1, keepdims=True)
    axes = np.divide(vectors, angles, out=np.zeros_like(vectors), where=angles > 0)
    return np.concatenate([axes * np.sin(angles / 2), np.cos(angles / 2)], axis=1)


def _unit(path: Path, name: str, known: dict[str, float]) -> float:
    if name.strip() not in known:
        raise BadInput([Problem(str(path), 5, f"unknown unit '{name}'; {one_of(known)}")])
    return known[name.strip()]
