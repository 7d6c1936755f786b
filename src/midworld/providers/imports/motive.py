"""OptiTrack Motive (NatNet) takes exported as CSV: rigid bodies, their markers, and bones of skeletons."""

from pathlib import Path

import numpy as np

from ...errors import BadInput, Problem, one_of
from ...geometry import FloatArray, rotation_matrix
from .table import column_floats, rows_of
from .tracks import Track, Tracks

UNITS = {"millimeters": 0.001, "centimeters": 0.01, "meters": 1.0, "inches": 0.0254}
BODIES = ("Rigid Body", "Bone")
MARKER = "Rigid Body Marker"
Columns = dict[tuple[str, str], dict[tuple[str, str], int]]


def recognised(first_line: str) -> bool:
    """Whether a file begins as Motive's exports do."""
    return first_line.lstrip("\ufeff").startswith("Format Version,")


def read_motive(path: Path) -> tuple[Tracks, float]:
    """The take in its own axes, and what its unit is in metres. Raises BadInput."""
    rows = rows_of(path)
    about = dict(zip(rows[0][::2], rows[0][1::2], strict=False))
    start = next((at for at, row in enumerate(rows) if row[:1] == ["Frame"]), None)
    if start is None:
        raise BadInput([Problem(str(path), None, "has no line that begins with 'Frame': no Motive export")])
    # Older takes do not say which of the lines above is which: names follow types.
    types = next((at for at in range(1, start - 1) if set(rows[at]) & {*BODIES, MARKER, "Marker"}), None)
    if types is None:
        raise BadInput([Problem(str(path), start + 1, "has no lines of types and names above this one")])
    columns = _columns(rows[types], rows[types + 1], rows[start - 1], rows[start])
    units = about.get("Length Units", "Meters").casefold()
    if units not in UNITS:
        raise BadInput([Problem(str(path), 1, f"unknown Length Units '{units}'; {one_of(UNITS)}")])
    if about.get("Rotation Type", "Quaternion") != "Quaternion":
        reason = f"Rotation Type is {about['Rotation Type']}; export it again with Quaternion"
        raise BadInput([Problem(str(path), 1, reason)])
    data = column_floats(path, rows, start + 1)
    return _tracks(path, columns, data), UNITS[units]


def _columns(types: list[str], names: list[str], kinds: list[str], axes: list[str]) -> Columns:
    """Where each body's `(Position, X)` stands."""
    found: Columns = {}
    for at, (type_, name, kind, axis) in enumerate(zip(types, names, kinds, axes, strict=False)):
        if type_ in (*BODIES, MARKER):
            found.setdefault((type_, name), {})[kind, axis] = at
    return found


def _tracks(path: Path, columns: Columns, data: FloatArray) -> Tracks:
    stamps = data[:, 1]
    bodies = {name: _track(name, stamps, data, at) for (kind, name), at in columns.items() if kind in BODIES}
    if not bodies:
        raise BadInput([Problem(str(path), None, f"has no column of type {' or '.join(BODIES)}")])
    points: dict[str, list[FloatArray]] = {}
    for (kind, name), at in columns.items():
        body = name.rpartition(":")[0]
        if kind == MARKER and body in bodies:
            places = data[:, [at["Position", axis] for axis in "XYZ"]]
            if (point := _in_frame(bodies[body], places)) is not None:
                points.setdefault(body, []).append(point)
    return Tracks(tuple(bodies.values()), markers={name: np.array(each) for name, each in points.items()})


def _track(name: str, stamps: FloatArray, data: FloatArray, at: dict[tuple[str, str], int]) -> Track:
    positions = data[:, [at["Position", axis] for axis in "XYZ"]]
    turns = [at.get(("Rotation", axis)) for axis in "XYZW"]
    known = [each for each in turns if each is not None]
    quaternions = data[:, known] if len(known) == 4 else np.tile([0.0, 0.0, 0.0, 1.0], (len(stamps), 1))
    return Track(name, stamps, positions, quaternions)


def _in_frame(body: Track, places: FloatArray) -> FloatArray | None:
    """Where a marker sits on its body, over all frames in which both are seen."""
    rows = np.flatnonzero(body.seen & np.isfinite(places).all(axis=1))[:200]
    if not len(rows):
        return None
    offsets = (places - body.positions)[rows]
    local: FloatArray = np.einsum("nji,nj->ni", rotation_matrix(body.quaternions[rows]), offsets)
    return np.asarray(np.median(local, axis=0))
