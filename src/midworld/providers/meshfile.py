"""Triangles from the files people draw in: STL, OBJ, glTF, COLLADA."""

# trimesh's own annotations leave its loaders and visuals partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
import json
import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import numpy as np
import numpy.typing as npt

from ..errors import BadInput, Problem
from ..geometry import FloatArray, Triangles, Vector3
from ..geometry import is_convex as is_convex
from ..limits import EDGE, MESH_BYTES
from .files import check_file
from .xmlfile import read_xml

if TYPE_CHECKING:
    import trimesh

EXTENSIONS = (".dae", ".glb", ".gltf", ".obj", ".stl")
# Vertices are told apart, and rounding forgotten, at the scale of a nanometre.
DECIMALS = 9
# Further than the sun: a damaged number, and squares of larger ones overflow.
LARGEST = 1e12
# COLLADA's axis to our z, keeping a right hand: the rows are our x, y and z.
UPRIGHT = {
    "Y_UP": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    "X_UP": np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]),
}

Up = Literal["file", "z"]
Scale = float | Vector3


@dataclass(frozen=True, slots=True, eq=False)
class MeshFile:
    """What a file draws, in metres; `colour` in 0..1 where all of it has the same one."""

    triangles: Triangles
    colour: Vector3 | None


def read_triangles(path: Path, scale: Scale = 1.0, *, up: Up = "file") -> Triangles:
    """The triangles of a mesh file, as `read_mesh` finds them."""
    return read_mesh(path, scale, up=up).triangles


def read_mesh(path: Path, scale: Scale = 1.0, *, up: Up = "file") -> MeshFile:
    """All that a mesh file draws, flattened, vertices merged, in an order that depends on nothing but its content.

    COLLADA's unit is applied. With `up="file"` so is the axis the file calls up (COLLADA's tag; y in glTF unless
    trimesh wrote it, which does not turn); `up="z"` takes coordinates as they are, as ROS tools do for a URDF.
    """
    factors = _factors(path, scale)
    _check(path)
    pieces = [piece for piece in _loaded(path) if len(piece.faces)]
    if not pieces:
        raise _bad(path, "holds no triangles; it is empty, damaged, or has only points or lines")
    if any(piece.vertices.shape[1] != 3 or not _in_range(piece) for piece in pieces):
        raise _bad(path, "has triangles between vertices it does not have")
    vertices, faces = _joined(pieces)
    if not np.all(np.abs(vertices) < LARGEST):
        raise _bad(path, "has a vertex that is not a finite number")
    unit, turn = _convention(path)
    vertices = vertices * unit
    if up == "file" and turn is not None:
        vertices = _turned(vertices, turn)
    if math.prod(factors) < 0:
        faces = faces[:, ::-1]
    with np.errstate(over="ignore"):
        vertices = vertices * factors
    across = float(np.ptp(vertices, axis=0).max()) if np.isfinite(vertices).all() else math.inf
    if across > EDGE.most:
        raise _bad(path, f"is {across:g} m across at scale {_written(scale)}; it must be {EDGE}")
    triangles = _tidied(vertices, faces)
    if not len(triangles.faces):
        raise _bad(path, f"has no triangle larger than a nanometre at scale {_written(scale)}")
    if across not in EDGE:
        raise _bad(path, f"is {across:g} m across at scale {_written(scale)}; it must be {EDGE}")
    return MeshFile(triangles, _colour(pieces))


def _bad(path: Path, message: str) -> BadInput:
    return BadInput([Problem(str(path), None, message)])


def _written(scale: Scale) -> str:
    return f"{scale:g}" if isinstance(scale, float | int) else " ".join(f"{factor:g}" for factor in scale)


def _factors(path: Path, scale: Scale) -> Vector3:
    x, y, z = (scale, scale, scale) if isinstance(scale, float | int) else scale
    if not all(math.isfinite(factor) and factor != 0 for factor in (x, y, z)):
        raise _bad(path, f"cannot be scaled by {scale}; a scale is one or three finite numbers other than 0")
    return (float(x), float(y), float(z))


def _check(path: Path) -> None:
    if path.suffix.lower() not in EXTENSIONS:
        raise _bad(path, f"is of an unknown kind '{path.suffix}'; valid: {', '.join(EXTENSIONS)}")
    check_file(path, f"a mesh is a file: {', '.join(EXTENSIONS)}", most_bytes=MESH_BYTES)
    if not path.stat().st_size:
        raise _bad(path, "is empty")


def _loaded(path: Path) -> list["trimesh.Trimesh"]:
    """Every piece of the file's scene, moved to its place."""
    # Takes as long to import as the rest of us together, and most scenes have no mesh.
    import trimesh

    try:
        scene = trimesh.load_scene(str(path), process=False)
        return [piece for piece in scene.dump() if isinstance(piece, trimesh.Trimesh)]
    # Loaders fail with whatever their parser does: index, key, value, struct, XML and JSON errors.
    except Exception as error:
        reason = " ".join(str(error).split())
        raise _bad(path, f"is not a readable {path.suffix[1:].upper()} file: {reason}") from error


def _in_range(piece: "trimesh.Trimesh") -> bool:
    faces = np.asarray(piece.faces)
    return bool(faces.min() >= 0 and faces.max() < len(piece.vertices))


def _joined(pieces: list["trimesh.Trimesh"]) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    starts = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    faces = [np.asarray(piece.faces, dtype=np.int64) + start for piece, start in zip(pieces, starts, strict=False)]
    return np.concatenate([np.asarray(piece.vertices, dtype=np.float64) for piece in pieces]), np.concatenate(faces)


def _turned(vertices: FloatArray, turn: FloatArray) -> FloatArray:
    # A permutation with signs: sums of products would leave negative zeros and depend on the library's order.
    axes, signs = np.argmax(np.abs(turn), axis=1), turn.sum(axis=1)
    return vertices[:, axes] * signs


def _tidied(vertices: FloatArray, faces: npt.NDArray[np.int64]) -> Triangles:
    """Equal vertices merged, collapsed and repeated triangles dropped, everything in one canonical order."""
    merged, where = np.unique(np.round(vertices, DECIMALS) + 0.0, axis=0, return_inverse=True)
    faces = where.reshape(-1)[faces]
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    first = np.argmin(faces, axis=1)[:, None]
    faces = np.unique(np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1), axis=0)
    used, faces = np.unique(faces, return_inverse=True)
    return Triangles.of(merged[used], faces.reshape(-1, 3))


def _convention(path: Path) -> tuple[float, FloatArray | None]:
    """Metres per unit, and the turn that puts the file's upward axis on ours."""
    match path.suffix.lower():
        case ".dae":
            return _collada(path)
        case ".glb" | ".gltf":
            # trimesh writes coordinates as it holds them, whatever glTF says about y.
            return 1.0, None if "trimesh" in _generator(path) else UPRIGHT["Y_UP"]
        case _:
            return 1.0, None


def _collada(path: Path) -> tuple[float, FloatArray | None]:
    asset = read_xml(path).first("asset")
    unit = None if asset is None else asset.first("unit")
    axis = None if asset is None else asset.first("up_axis")
    written = "1" if unit is None else unit.attributes.get("meter", "1")
    try:
        metres = float(written)
    except ValueError:
        metres = math.nan
    if not (math.isfinite(metres) and metres > 0):
        raise _bad(path, f"has the unit of '{written}' metres; it must be a positive number")
    # The standard's default is y, but robot makers strip the tag from files that mean z.
    return metres, None if axis is None else UPRIGHT.get(axis.text.strip())


def _generator(path: Path) -> str:
    """The program that wrote a glTF file, as far as the file tells."""
    content = path.read_bytes()
    if content[:4] == b"glTF":
        (length,) = struct.unpack_from("<I", content, 12)
        content = content[20 : 20 + length]
    asset = cast(dict[str, object], json.loads(content.decode(errors="replace"))).get("asset")
    return str(cast(dict[str, object], asset).get("generator", "")) if isinstance(asset, dict) else ""


def _colour(pieces: list["trimesh.Trimesh"]) -> Vector3 | None:
    """The one colour of all pieces."""
    found = {_piece_colour(piece) for piece in pieces}
    return found.pop() if len(found) == 1 else None


def _piece_colour(piece: "trimesh.Trimesh") -> Vector3 | None:
    from trimesh.visual import ColorVisuals, TextureVisuals

    rows: npt.NDArray[np.uint8] = np.empty((0, 4), dtype=np.uint8)
    match piece.visual:
        case TextureVisuals(material=material) if not _is_pictured(material):
            rows = np.asarray(material.main_color).reshape(1, -1)
        case ColorVisuals(kind="face") as painted:
            rows = np.unique(np.asarray(painted.face_colors), axis=0)
        case ColorVisuals(kind="vertex") as painted:
            rows = np.unique(np.asarray(painted.vertex_colors), axis=0)
        case _:
            pass
    if len(rows) != 1:
        return None
    red, green, blue = (round(float(share) / 255, 4) for share in rows[0, :3])
    return (red, green, blue)


def _is_pictured(material: object) -> bool:
    return any(getattr(material, name, None) is not None for name in ("image", "baseColorTexture"))
