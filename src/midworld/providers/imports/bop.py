"""BOP folders: annotated or detected poses of known models in the frames of one moving or standing camera."""

import json
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...errors import BadInput, Problem
from ...geometry import FloatArray, quaternion_of
from .tracks import Declared, Track, Tracks, View

MILLIMETRE = 0.001
# BOP numbers frames and gives no times: chosen, the rate of most of its sets.
FRAME_HZ = 30.0
# Image sizes are not in the JSON files: the principal point is taken for the middle.
OPTICAL_FROM_BODY = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])


def recognised(folder: Path) -> bool:
    """Whether a folder is a scene of a BOP set, or the set."""
    return bool(scenes_of(folder))


def scenes_of(folder: Path) -> list[Path]:
    """The scenes in a folder: itself, or those of a split or of all splits of a set."""
    found = (place.parent for under in ("", "*/", "*/*/") for place in folder.glob(f"{under}scene_gt.json"))
    return sorted(place for place in found if (place / "scene_camera.json").is_file())


def read_bop(folder: Path) -> tuple[Tracks, float]:
    """The scene in the world's frame where that is given, else in the camera's, upright. Raises BadInput."""
    scenes = scenes_of(folder)
    if len(scenes) != 1:
        some = ", ".join(str(place) for place in scenes[:4])
        reason = f"holds {len(scenes)} scenes; say which, such as {some}" if scenes else "has no scene_gt.json"
        raise BadInput([Problem(str(folder), None, reason)])
    (folder,) = scenes
    poses, cameras = _json(folder / "scene_gt.json"), _json(folder / "scene_camera.json")
    frames = sorted(poses, key=int)
    seen: dict[str, dict[float, tuple[FloatArray, FloatArray]]] = {}
    views: list[View] = []
    if not frames:
        raise BadInput([Problem(str(folder / "scene_gt.json"), None, "has no frames")])
    first = int(frames[0])
    placed = all("cam_R_w2c" in camera for camera in cameras.values())
    upright = np.eye(3) if placed else _upright(folder, frames[0], poses[frames[0]])
    for frame in frames:
        stamp = (int(frame) - first) / FRAME_HZ
        camera = cameras.get(frame)
        if camera is None:
            raise BadInput([Problem(str(folder / "scene_camera.json"), None, f"lacks frame {frame} of scene_gt.json")])
        turn, place = _camera(folder, frame, camera) if placed else (upright.T, np.zeros(3))
        views.append(_view(stamp, turn, place, camera))
        for name, position, rotation in _objects(folder, frame, poses[frame]):
            world = (turn.T @ (position - place), quaternion_of(turn.T @ rotation))
            seen.setdefault(name, {})[stamp] = world
    stamps = np.array([view.stamp for view in views])
    tracks = tuple(_track(name, stamps, found) for name, found in sorted(seen.items()))
    guesses = () if placed else ("where the camera was is not told: it stands still, and models stand along their z",)
    return Tracks(tracks, "camera", _models(folder), views=tuple(views), guesses=guesses), MILLIMETRE


def _camera(folder: Path, frame: str, camera: Any) -> tuple[FloatArray, FloatArray]:
    turn = np.array(camera.get("cam_R_w2c", np.eye(3).ravel()), dtype=np.float64)
    place = np.array(camera.get("cam_t_w2c", np.zeros(3)), dtype=np.float64)
    if turn.size != 9 or place.size != 3:
        raise BadInput([Problem(str(folder / "scene_camera.json"), None, f"frame {frame}: cam_R_w2c has 9 numbers")])
    return turn.reshape(3, 3), place


def _upright(folder: Path, frame: str, found: Any) -> FloatArray:
    """From a camera that is not said to be anywhere to a frame whose z is up: where most models have theirs."""
    axes = [rotation[:, 2] for _, _, rotation in _objects(folder, frame, found)]
    up = np.mean(axes, axis=0) if axes else np.zeros(3)
    if np.linalg.norm(up) < 0.7 or up[1] > -0.2:
        # Those lie about: the camera is held level.
        up = np.array([0.0, -1.0, 0.0])
    up = up / np.linalg.norm(up)
    ahead = np.array([0.0, 0.0, 1.0]) - up[2] * up
    ahead = np.array([0.0, 1.0, 0.0]) if np.linalg.norm(ahead) < 1e-3 else ahead / np.linalg.norm(ahead)
    return np.stack([ahead, np.cross(up, ahead), up])


def _view(stamp: float, turn: FloatArray, place: FloatArray, camera: Any) -> View:
    matrix = np.array(camera["cam_K"], dtype=np.float64).reshape(3, 3)
    wide = 2 * np.degrees(np.arctan2(matrix[0, 2], matrix[0, 0]))
    high = 2 * np.degrees(np.arctan2(matrix[1, 2], matrix[1, 1]))
    return View(
        stamp,
        -turn.T @ place,
        quaternion_of(turn.T @ OPTICAL_FROM_BODY),
        (round(float(wide), 1), round(float(high), 1)),
    )


def _objects(folder: Path, frame: str, found: Any) -> list[tuple[str, FloatArray, FloatArray]]:
    counted: dict[int, int] = {}
    objects: list[tuple[str, FloatArray, FloatArray]] = []
    for each in found:
        try:
            number = int(each["obj_id"])
            rotation = np.array(each["cam_R_m2c"], dtype=np.float64).reshape(3, 3)
            position = np.array(each["cam_t_m2c"], dtype=np.float64).reshape(3)
        except (KeyError, TypeError, ValueError) as error:
            reason = f"frame {frame}: an object has obj_id, cam_R_m2c (9 numbers) and cam_t_m2c (3): {error!r}"
            raise BadInput([Problem(str(folder / "scene_gt.json"), None, reason)]) from error
        counted[number] = counted.get(number, 0) + 1
        again = f"_{counted[number]}" if counted[number] > 1 else ""
        objects.append((f"obj_{number:06d}{again}", position, rotation))
    return objects


def _track(name: str, stamps: FloatArray, found: dict[float, tuple[FloatArray, FloatArray]]) -> Track:
    nothing = (np.full(3, np.nan), np.array([0.0, 0.0, 0.0, 1.0]))
    rows = [found.get(float(stamp), nothing) for stamp in stamps]
    return Track(name, stamps, np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))


def _models(folder: Path) -> dict[str, Declared]:
    """Sizes of models_info.json, in the set's `models` folder beside or above the scene."""
    places = [
        above / models for above in (folder, *folder.resolve().parents[:3]) for models in ("models", "models_eval")
    ]
    info = next((place / "models_info.json" for place in places if (place / "models_info.json").is_file()), None)
    if info is None:
        return {}
    declared: dict[str, Declared] = {}
    for number, model in _json(info).items():
        size = [max(round(float(model[f"size_{axis}"]) * MILLIMETRE, 4), 0.001) for axis in "xyz"]
        middle = [
            round((float(model[f"min_{axis}"]) * MILLIMETRE) + edge / 2, 4)
            for axis, edge in zip("xyz", size, strict=True)
        ]
        box: dict[str, Any] = {"box": size}
        declared[f"obj_{int(number):06d}"] = {
            "shape": box if not any(middle) else {"parts": [{**box, "at": middle}]},
        }
    return declared


def _json(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadInput([Problem(str(path), None, f"is not JSON: {error}")]) from error
    if not isinstance(said, dict):
        raise BadInput([Problem(str(path), None, "is to be a mapping")])
    return cast("dict[str, Any]", said)
