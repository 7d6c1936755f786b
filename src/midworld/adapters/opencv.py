"""Fiducial tags in images, and where what carries them is, by OpenCV (extra `[perception]`)."""

# OpenCV's own stubs leave most arrays open; what leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MissingExtra, UnknownName
from ..geometry import FloatArray

# The families of ArUco and AprilTag that OpenCV knows, by what their users call them.
FAMILIES = (
    *("4x4_50", "4x4_100", "4x4_250", "4x4_1000", "5x5_50", "5x5_100", "5x5_250", "5x5_1000"),
    *("6x6_50", "6x6_100", "6x6_250", "6x6_1000", "7x7_50", "7x7_100", "7x7_250", "7x7_1000", "aruco_original"),
    *("16h5", "25h9", "36h10", "36h11"),
)
# So many rays along either side of a pixel that is drawn.
FINER = 4
# Points that leave a plane by less than this lie in it.
FLAT_M = 1e-5
# So many places along a side of a tag are looked at.
SPOTS = 24
Image = npt.NDArray[np.uint8]


def found_tags(image: Image, family: str) -> dict[int, FloatArray]:
    """The tags of a family in an image, grey or in colours: corners `(4, 2)` in pixels, as printed from the top left
    clockwise. One that is there twice is left out.
    """
    corners, numbers, _ = _detector(family).detectMarkers(image)
    names = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    found = {name: np.reshape(each, (4, 2)).astype(np.float64) for name, each in zip(names, corners, strict=True)}
    grey = image if image.ndim == 2 else _cv2().cvtColor(image, _cv2().COLOR_BGR2GRAY)
    # Twice, as one corner may be off at first by more than an edge is wide.
    return {name: sharpened(grey, sharpened(grey, each)) for name, each in found.items() if names.count(name) == 1}


def solved_pose(
    points: FloatArray, pixels: FloatArray, matrix: FloatArray, distortion: FloatArray
) -> tuple[FloatArray, FloatArray, float] | None:
    """Rotation `(3, 3)` and translation of points `(n, 3)` that a camera has at `pixels` `(n, 2)`, and by how many
    pixels they miss; camera frame with z forwards, x right, y down. None where there is none in front of the camera.
    """
    cv2 = _cv2()
    # OpenCV errs on flat points that do not lie in their plane z = 0: there they are laid.
    middle = points.mean(axis=0)
    _, widths, axes = np.linalg.svd(points - middle)
    axes *= np.linalg.det(axes)
    laid = (points - middle) @ axes.T
    flat = bool(widths[2] < FLAT_M)
    if flat:
        laid[:, 2] = 0.0
    method = cv2.SOLVEPNP_IPPE if flat else cv2.SOLVEPNP_SQPNP
    try:
        _, turns, moves, _ = cv2.solvePnPGeneric(laid, pixels, matrix, distortion, flags=method)
    except cv2.error:
        return None
    found = [_refined(laid, pixels, matrix, distortion, turn, move) for turn, move in zip(turns, moves, strict=True)]
    ahead = [each for each in found if each[1][2] > 0.0]
    if not ahead:
        return None
    rotation, move, miss = min(ahead, key=lambda each: each[2])
    rotation = rotation @ axes
    return rotation, move - rotation @ middle, miss


def sharpened(image: Image, corners: FloatArray) -> FloatArray:
    """Corners `(4, 2)` of a dark quadrilateral on light ground as its sides meet, each found where it is steepest."""
    cv2 = _cv2()
    after = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm(after - corners, axis=1, keepdims=True)
    along = (after - corners) / np.maximum(lengths, 1e-9)
    outwards = np.stack([along[:, 1], -along[:, 0]], axis=1)
    # A cell is an eighth of a side at most: the next edge is no nearer.
    reach = float(np.clip(lengths.min() / 14, 1.0, 4.0))
    steps = np.arange(-reach, reach + 0.01, 0.25)
    spots = np.linspace(0.12, 0.88, SPOTS)
    on_side = corners[:, None] + spots[None, :, None] * (after - corners)[:, None]
    probes = (on_side[:, :, None] + steps[None, None, :, None] * outwards[:, None, None]).astype(np.float32)
    flat = probes.reshape(4 * SPOTS, len(steps), 2)
    light = cv2.remap(image.astype(np.float32), flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    rise = np.maximum(np.diff(light, axis=1), 0.0).reshape(4, SPOTS, -1)
    weight = rise.sum(axis=2)
    offset = (rise * (steps[1:] + steps[:-1]) / 2).sum(axis=2) / np.maximum(weight, 1e-6)
    sides = [_side(on_side[k] + offset[k, :, None] * outwards[k], weight[k] > 0.3 * weight.max()) for k in range(4)]
    if any(side is None for side in sides):
        return corners
    lines = np.array(sides)
    meet = np.cross(np.roll(lines, 1, axis=0), lines)
    better = meet[:, :2] / meet[:, 2:]
    return better if float(np.linalg.norm(better - corners, axis=1).max()) < float(lengths.min()) / 8 else corners


def _side(points: FloatArray, sure: npt.NDArray[np.bool_]) -> FloatArray | None:
    """The line `a x + b y + c = 0` through most of some points; None where too few are sure."""
    if int(sure.sum()) < SPOTS // 3:
        return None
    middle, normal = _line(points[sure])
    off = np.abs((points - middle) @ normal)
    sure = sure & (off <= max(2.5 * float(np.median(off[sure])), 0.05))
    middle, normal = _line(points[sure])
    return np.array([*normal, -normal @ middle])


def _line(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """A point of the line that lies best in points `(n, 2)`, and its normal."""
    middle = points.mean(axis=0)
    return middle, np.linalg.svd(points - middle)[2][1]


def _refined(
    points: FloatArray, pixels: FloatArray, matrix: FloatArray, distortion: FloatArray, turn: Any, move: Any
) -> tuple[FloatArray, FloatArray, float]:
    """Rotation and translation nearby that miss least, and by how many pixels."""
    cv2 = _cv2()
    turn, move = cv2.solvePnPRefineLM(points, pixels, matrix, distortion, turn, move)
    seen, _ = cv2.projectPoints(points, turn, move, matrix, distortion)
    miss = float(np.sqrt(np.square(seen.reshape(-1, 2) - pixels).sum(axis=1).mean()))
    return np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64), np.ravel(move).astype(np.float64), miss


def drawn_tag(number: int, family: str, pixels: int) -> Image:
    """A tag to print, black on white, without a margin."""
    cv2 = _cv2()
    image: Image = cv2.aruco.generateImageMarker(_dictionary(family), number, pixels)
    return image


def read_image(path: Path, *, depth: bool = False) -> npt.NDArray[Any] | None:
    """An image file in grey, or as it is stored if it holds depths; None where it is none."""
    cv2 = _cv2()
    image: npt.NDArray[Any] | None = cv2.imread(str(path), cv2.IMREAD_UNCHANGED if depth else cv2.IMREAD_GRAYSCALE)
    return image


def photographed(picture: Image, corners: FloatArray, size: tuple[int, int], *, ground: int = 120) -> Image:
    """A flat grey picture as a camera has it, `size` pixels wide and high, whose corners are at `corners` `(4, 2)`,
    from the top left clockwise, on plain ground. A pixel is what falls on all of it.
    """
    cv2 = _cv2()
    high, wide = picture.shape[:2]
    # A picture's corners are half a pixel outside the middle of its corner pixels.
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32) - 0.5
    fine = ((np.asarray(corners) + 0.5) * FINER - 0.5).astype(np.float32)
    move = cv2.getPerspectiveTransform(flat, fine)
    large = (size[0] * FINER, size[1] * FINER)
    made = cv2.warpPerspective(picture, move, large, flags=cv2.INTER_LINEAR, borderValue=ground)
    image: Image = cv2.resize(made, size, interpolation=cv2.INTER_AREA)
    return image


@lru_cache(maxsize=8)
def _detector(family: str) -> Any:
    cv2 = _cv2()
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_dictionary(family), settings)


def _dictionary(family: str) -> Any:
    cv2 = _cv2()
    if family not in FAMILIES:
        raise UnknownName("family of tags", family, FAMILIES)
    apriltag = "h" in family
    name = f"DICT_APRILTAG_{family}" if apriltag else f"DICT_{family.upper()}"
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name, getattr(cv2.aruco, f"DICT_{family}", 0)))


@lru_cache(maxsize=1)
def _cv2() -> Any:
    try:
        return import_module("cv2")
    except ImportError as error:
        raise MissingExtra("tags in images", "perception") from error
