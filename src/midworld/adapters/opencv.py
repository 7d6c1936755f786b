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
Image = npt.NDArray[np.uint8]


def found_tags(image: Image, family: str) -> dict[int, FloatArray]:
    """The tags of a family in an image, grey or in colours: corners `(4, 2)` in pixels, as printed from the top left
    clockwise. One that is there twice is left out.
    """
    corners, numbers, _ = _detector(family).detectMarkers(image)
    names = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    found = {name: np.reshape(each, (4, 2)).astype(np.float64) for name, each in zip(names, corners, strict=True)}
    return {name: each for name, each in found.items() if names.count(name) == 1}


def solved_pose(
    points: FloatArray, pixels: FloatArray, matrix: FloatArray, distortion: FloatArray
) -> tuple[FloatArray, FloatArray, float] | None:
    """Rotation `(3, 3)` and translation of points `(n, 3)` that a camera has at `pixels` `(n, 2)`, and by how many
    pixels they miss; camera frame with z forwards, x right, y down. None where there is none in front of the camera.
    """
    cv2 = _cv2()
    flat = bool(np.linalg.matrix_rank(points - points.mean(axis=0), tol=1e-6) < 3)
    method = cv2.SOLVEPNP_IPPE if flat else cv2.SOLVEPNP_SQPNP
    try:
        _, turns, moves, errors = cv2.solvePnPGeneric(points, pixels, matrix, distortion, flags=method)
    except cv2.error:
        return None
    ahead = [row for row, move in enumerate(moves) if float(np.ravel(move)[2]) > 0.0]
    if not ahead:
        return None
    best = min(ahead, key=lambda row: float(np.ravel(errors)[row]))
    turn, move = cv2.solvePnPRefineLM(points, pixels, matrix, distortion, turns[best], moves[best])
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
