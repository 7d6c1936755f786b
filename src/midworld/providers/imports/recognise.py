"""Which tool made a recording, by how it begins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import BadInput, Problem, UnknownName
from ..bags import is_bag
from . import bags, bop, detections, motive, posetables, vicon
from .tracks import Tracks


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of recording: who makes it, its usual axis upwards, and what reads it to tracks and its unit in metres."""

    made_by: str
    up: str
    read: Callable[[Path], tuple[Tracks, float]]


FORMATS: Mapping[str, Format] = {
    "motive": Format("OptiTrack Motive (NatNet), a take exported as CSV with quaternions", "y", motive.read_motive),
    "vicon": Format("Vicon Tracker or Nexus, objects or segments exported as CSV", "z", vicon.read_vicon),
    "poses": Format(
        "CSV with columns x, y, z and qx, qy, qz, qw: a file, or a folder with one a body",
        "z",
        posetables.read_pose_tables,
    ),
    "bop": Format("one scene of a BOP set: scene_gt.json and scene_camera.json", "z", bop.read_bop),
    "detections": Format("detections as JSON or JSON lines: a time, a name, a pose", "z", detections.read_detections),
    "bag": Format("a ROS 1 bag, a ROS 2 bag or an MCAP file with TF, poses or detections", "z", bags.read_bag),
}


def recognise(path: Path, said: str | None) -> Format:
    """The format of a recording, as said or as it looks. Raises BadInput, UnknownName."""
    if said is not None:
        if said not in FORMATS:
            raise UnknownName("format", said, FORMATS)
        return FORMATS[said]
    if not path.exists():
        raise BadInput([Problem(str(path), None, "there is no such file or folder")])
    found = _folder(path) if path.is_dir() else _file(path)
    if found is None:
        known = "; ".join(f"{name}: {kind.made_by}" for name, kind in FORMATS.items())
        raise BadInput([Problem(str(path), None, f"is of no kind that is known; say which with --format ({known})")])
    return FORMATS[found]


def _folder(path: Path) -> str | None:
    if bop.recognised(path):
        return "bop"
    if is_bag(path):
        return "bag"
    return "poses" if posetables.files_of(path) and posetables.recognised(path) else None


def _file(path: Path) -> str | None:
    if is_bag(path):
        return "bag"
    if path.suffix.casefold() in (".json", ".jsonl"):
        return "detections"
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        first = file.readline()
    if motive.recognised(first):
        return "motive"
    if vicon.recognised(first):
        return "vicon"
    return "poses" if posetables.recognised(path) else None
