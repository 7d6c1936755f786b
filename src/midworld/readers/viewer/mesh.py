"""Shapes as triangles and as the edges one would draw by hand, each made once."""
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import trimesh

from ...geometry import Box, Capsule, Cylinder, FloatArray, Mesh, Pose, Shape, Sphere, Triangles, Vector3, primitives

# Faces that meet at a flatter angle than this are one surface to the eye.
CREASE_RAD = 0.5
# More edges than these are a thicket, not an outline.
MAX_EDGES = 3000

BOX, SPHERE, CYLINDER = "box", "sphere", "cylinder"


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Triangles to instantiate and the edges `(n, 2, 3)` of their outline."""

    vertices: FloatArray
    faces: npt.NDArray[np.int32]
    edges: FloatArray
    smooth: bool = False
    # Without holes, so that nobody sees its inside.
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Piece:
    """One instance of a model: which, placed how in its entity's frame, scaled by how much."""

    model: str
    pose: Pose
    scale: Vector3


def pieces(shape: Shape, meshes: Mapping[str, Triangles]) -> tuple[Piece, ...]:
    """A shape as instances of few models, so that many things are drawn at once."""
    return tuple(_piece(part.shape, part.pose, meshes) for part in primitives(shape))


def _piece(shape: Shape, pose: Pose, meshes: Mapping[str, Triangles]) -> Piece:
    match shape:
        case Box(size):
            return Piece(BOX, pose, size)
        case Sphere(radius):
            return Piece(SPHERE, pose, (radius, radius, radius))
        case Cylinder(radius, height):
            return Piece(CYLINDER, pose, (radius, radius, height))
        case Capsule(radius, height):
            return Piece(f"capsule:{radius!r}:{height!r}", pose, (1.0, 1.0, 1.0))
        case Mesh(digest, low, high):
            if digest in meshes:
                return Piece(digest, pose, (1.0, 1.0, 1.0))
            # Without its triangles a mesh is the box around it.
            middle, size = np.add(low, high) / 2, np.subtract(high, low)
            x, y, z = (float(number) for number in middle)
            a, b, c = (max(float(number), 1e-4) for number in size)
            return Piece(BOX, pose @ Pose((x, y, z)), (a, b, c))
        case _:
            raise AssertionError(shape)


def model(name: str, meshes: Mapping[str, Triangles], *, plain: bool = False) -> Model:
    """The triangles behind the name of a piece; `plain` has fewer, for many of it."""
    if name in meshes:
        return _outlined(meshes[name])
    return _primitive(name, plain)


@lru_cache(maxsize=64)
def _outlined(triangles: Triangles) -> Model:
    body = trimesh.Trimesh(triangles.vertices, triangles.faces, process=True)
    return _model(body, smooth=False)


@lru_cache(maxsize=256)
def _primitive(name: str, plain: bool) -> Model:
    match name.split(":"):
        case ["box"]:
            return _model(trimesh.creation.box((1.0, 1.0, 1.0)), smooth=False)
        case ["sphere"]:
            return _model(
                trimesh.creation.icosphere(subdivisions=1 if plain else 2, radius=1.0), smooth=True, edges=_rings()
            )
        case ["cylinder"]:
            return _model(trimesh.creation.cylinder(radius=1.0, height=1.0, sections=16 if plain else 32), smooth=False)
        case ["capsule", radius, height]:
            body = trimesh.creation.capsule(
                radius=float(radius), height=float(height), count=[8, 8] if plain else [16, 16]
            )
            body.apply_translation(-body.bounds.mean(axis=0))
            return _model(body, smooth=True)
        case _:
            raise AssertionError(name)


def _model(body: trimesh.Trimesh, *, smooth: bool, edges: FloatArray | None = None) -> Model:
    vertices = np.asarray(body.vertices, dtype=np.float64)
    if edges is None:
        sharp = np.asarray(body.face_adjacency_edges)[np.asarray(body.face_adjacency_angles) > CREASE_RAD]
        edges = vertices[sharp[:MAX_EDGES]] if len(sharp) else np.empty((0, 2, 3))
    return Model(vertices, np.asarray(body.faces, dtype=np.int32), edges, smooth, body.is_watertight)


def _rings() -> FloatArray:
    """Three great circles: a ball has no edges of its own."""
    turn = np.linspace(0.0, 2 * np.pi, 33)
    flat = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    circles = [flat, flat[:, [0, 2, 1]], flat[:, [2, 0, 1]]]
    return np.concatenate([np.stack([circle[:-1], circle[1:]], axis=1) for circle in circles])
