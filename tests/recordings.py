"""A short scene as other tools would have recorded it: a cup is lifted, carried and set down by Ann."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from midworld.geometry import FloatArray

HZ = 60.0
TOP = 0.75
STAMPS = np.arange(0.0, 6.0, 1 / HZ)
# Everything is given in metres, z up; the cup's origin is its middle, 5 cm above the table.
REST_A, REST_B = np.array([0.5, -0.2, TOP + 0.05]), np.array([0.6, 0.25, TOP + 0.05])


def cup() -> FloatArray:
    """Lifted at 2 s, down again at 4 s."""
    share = np.clip((STAMPS - 2.0) / 2.0, 0.0, 1.0)
    smooth = share * share * (3 - 2 * share)
    places = REST_A + smooth[:, None] * (REST_B - REST_A)
    places[:, 2] += 0.2 * np.sin(np.pi * smooth)
    return places


def hand() -> FloatArray:
    """At the cup from 1.6 s to 4.4 s, far from it otherwise."""
    away = np.array([1.1, 0.0, 1.0])
    near = cup() + np.array([0.05, 0.0, 0.05])
    share = np.interp(STAMPS, [0.8, 1.6, 4.4, 5.2], [0.0, 1.0, 1.0, 0.0])
    return away + share[:, None] * (near - away)


def head() -> FloatArray:
    return np.tile([1.4, 0.0, 1.5], (len(STAMPS), 1))


# Looks along -x: forward is -y, which with y up is +z, as in Motive's skeletons.
HALF = 0.5**0.5
TURNS = {"Cup": [0.0, 0.0, 0.0, 1.0], "Ann:RHand": [0.0, 0.0, 0.0, 1.0], "Ann:Head": [0.0, 0.0, -HALF, HALF]}


def bodies() -> dict[str, FloatArray]:
    return {"Cup": cup(), "Ann:RHand": hand(), "Ann:Head": head()}


LOW, HIGH = -0.05, 0.05


def write_motive(
    path: Path, *, lost: slice | None = None, words: Sequence[str] = ("Type", "Name", "ID"), lowest: float = LOW
) -> None:
    """A take of Motive 3 in millimetres with y up; the cup has four markers, `lowest` of its middle the lower two.

    `words` begin the lines of types, names and numbers; older takes have none.
    """
    names = list(bodies())
    types = ["Rigid Body", "Bone", "Bone"]
    heads: list[list[str]] = [["", word] for word in words]
    kinds, axes = ["", ""], ["Frame", "Time (Seconds)"]
    columns: list[FloatArray] = []
    for name, type_ in zip(names, types, strict=True):
        for row, word in zip(heads, (type_, name, "7"), strict=True):
            row.extend([word] * 7)
        kinds.extend(["Rotation"] * 4 + ["Position"] * 3)
        axes.extend([*"XYZW", *"XYZ"])
        x, y, z, w = TURNS[name]
        columns.append(np.tile([x, z, -y, w], (len(STAMPS), 1)))
        columns.append(_y_up(bodies()[name]))
    for number, corner in enumerate([[0.035, 0, lowest], [-0.035, 0, lowest], [0, 0.035, HIGH], [0, -0.035, HIGH]]):
        for row, word in zip(heads, ("Rigid Body Marker", f"Cup:Marker{number + 1}", "8"), strict=True):
            row.extend([word] * 3)
        kinds.extend(["Position"] * 3)
        axes.extend("XYZ")
        columns.append(_y_up(cup() + corner))
    data = np.concatenate(columns, axis=1)
    about = (
        "Format Version,1.23,Take Name,cup,Rotation Type,Quaternion,Length Units,Millimeters,Coordinate Space,Global"
    )
    rows = [about, "", *(",".join(row) for row in heads), ",".join(kinds), ",".join(axes)]
    for frame, (stamp, numbers) in enumerate(zip(STAMPS, data, strict=True)):
        cells = [f"{number:.6f}" for number in numbers]
        if lost is not None and frame in range(*lost.indices(len(STAMPS))):
            cells[:7] = [""] * 7
        rows.append(",".join([str(frame), f"{stamp:.6f}", *cells]))
    path.write_text("\n".join(rows) + "\n")


def write_vicon(path: Path) -> None:
    """Objects exported by Vicon Tracker: helical angles in radians, millimetres, z up."""
    called = [each.replace(":", "_") for each in bodies()]
    names = [name for each in called for name in (f"Global Angle {each}:{each}", *[""] * 5)]
    rows = ["Objects", f"{HZ:g}", ",".join(["", "", *names])]
    rows.append(",".join(["Frame", "Sub Frame", *["RX", "RY", "RZ", "TX", "TY", "TZ"] * 3]))
    rows.append(",".join(["", "", *["rad", "rad", "rad", "mm", "mm", "mm"] * 3]))
    for frame in range(len(STAMPS)):
        cells: list[str] = []
        for name, places in bodies().items():
            x, y, z, w = TURNS[name]
            angle = 2 * np.arccos(w)
            scale = angle / np.sin(angle / 2) if angle else 0.0
            cells += [f"{scale * each:.6f}" for each in (x, y, z)]
            cells += [f"{1000 * each:.3f}" for each in places[frame]]
        rows.append(",".join([str(frame + 1), "0", *cells]))
    rows += ["", "Trajectories", f"{HZ:g}", ",,Cup:m1,,", "Frame,Sub Frame,X,Y,Z", ",,mm,mm,mm", "1,0,500,-200,850"]
    path.write_text("\r\n".join(rows) + "\r\n")


def write_bop(folder: Path, *, placed: bool = True) -> None:
    """A BOP scene: a camera that stands 1 m from the table, a model of known size. `placed` tells where it stands."""
    turn = np.array([[0.0, -1.0, 0.0], [-0.5, 0.0, -0.8660254], [0.8660254, 0.0, -0.5]])
    eye = np.array([-0.6, 0.0, 1.4])
    place = -turn @ eye
    poses, cameras = dict[str, object](), dict[str, object]()
    for frame in range(0, len(STAMPS), 2):
        local = 1000 * (turn @ cup()[frame] + place)
        number = str(frame // 2)
        poses[number] = [{"obj_id": 5, "cam_R_m2c": turn.ravel().tolist(), "cam_t_m2c": local.tolist()}]
        where = {"cam_R_w2c": turn.ravel().tolist(), "cam_t_w2c": (1000 * place).tolist()}
        cameras[number] = {"cam_K": [600, 0, 320, 0, 600, 240, 0, 0, 1], **(where if placed else {})}
    (folder / "models").mkdir(parents=True)
    (folder / "scene_gt.json").write_text(json.dumps(poses))
    (folder / "scene_camera.json").write_text(json.dumps(cameras))
    size = {"min_x": -35, "min_y": -35, "min_z": -50, "size_x": 70, "size_y": 70, "size_z": 100, "diameter": 140}
    (folder / "models" / "models_info.json").write_text(json.dumps({"5": size}))


def _y_up(places: FloatArray) -> FloatArray:
    """Metres with z up as Motive has them: millimetres with y up."""
    return 1000 * places @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
