"""Rays and segmentation through Embree: one scene a world, rebuilt when things move, serving any number of eyes."""

# embreex ships no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, assert_never

import numpy as np
import numpy.typing as npt
from embreex.mesh_construction import TriangleMesh  # pyright: ignore[reportMissingModuleSource]
from embreex.rtcore import EmbreeDevice  # pyright: ignore[reportMissingModuleSource]
from embreex.rtcore_scene import EmbreeScene  # pyright: ignore[reportMissingModuleSource]

from ..errors import UnknownName
from ..geometry import (
    Box,
    Capsule,
    Compound,
    Cylinder,
    FloatArray,
    Frustum,
    IntArray,
    Mesh,
    Meshes,
    Pose,
    Shape,
    Sphere,
    Triangles,
    rotation_matrix,
)
from ..physics import NOTHING, Body, Hits, Rows, as_rows, pixels

CORNERS = 12
RINGS = 3
# A ray that met something to be looked through goes on this much behind it.
BEHIND_M = 1e-4
# What moved no more than this still stands where it was: far less than any tracker tells.
STANDS_M = 1e-4
STANDS_QUATERNION = 5e-4
LOOKED_THROUGH = 16
# A body that was put elsewhere is taken to be moving until it has been left in its place this often.
CALM = 50


class EmbreeSight:
    """Fixed bodies, changing poses: `place` them once a tick, then look from as many eyes as there are."""

    def __init__(self, bodies: Sequence[Body], *, meshes: Meshes | None = None) -> None:
        self.ids = tuple(body.id for body in bodies)
        vertices, faces, owners, counts = [np.zeros((0, 3))], [np.zeros((0, 3), np.int32)], [np.zeros(0, np.intp)], 0
        face_owners = [np.zeros(0, np.intp)]
        for row, body in enumerate(bodies):
            for part in body.parts:
                triangles = _triangles(part.shape, meshes or {})
                vertices.append(part.pose.apply(triangles.vertices))
                faces.append(triangles.faces + np.int32(counts))
                owners.append(np.full(len(triangles.vertices), row, dtype=np.intp))
                face_owners.append(np.full(len(triangles.faces), row, dtype=np.intp))
                counts += len(triangles.vertices)
        self._vertices: FloatArray = np.concatenate(vertices)
        self._faces: npt.NDArray[np.int32] = np.concatenate(faces)
        self._owners: IntArray = np.concatenate(owners)
        self._face_owners: IntArray = np.concatenate(face_owners)
        self._device: Any = EmbreeDevice()
        self._placed: tuple[FloatArray, npt.NDArray[np.bool_]] | None = None
        # How many times each body was placed since it last moved; those that lately did are in a scene of their own.
        self._calm: IntArray = np.full(len(self.ids), CALM, dtype=np.intp)
        self._still = self._moving = NO_SCENE

    @classmethod
    def standing(cls, bodies: Sequence[Body], poses: FloatArray, *, meshes: Meshes | None = None) -> "EmbreeSight":
        """Bodies at `(n, 7)` poses, to begin with."""
        sight = cls(bodies, meshes=meshes)
        sight.place(poses)
        return sight

    def place(self, poses: FloatArray, *, absent: Rows = ()) -> None:
        """Puts the bodies at `(n, 7)` poses; those whose place is unknown hide nothing.

        Where nothing moved by more than a tenth of a millimetre or a milliradian, what stands is left standing.
        """
        assert len(poses) == len(self.ids), "one pose a body"
        gone = np.zeros(len(self.ids), dtype=np.bool_)
        gone[as_rows(absent)] = True
        if self._stands(poses, gone):
            return
        before, self._placed = self._placed, (np.array(poses), gone)
        if before is None:
            self._still = self._scene(poses, ~gone)
            self._moving = self._scene(poses, np.zeros(len(self.ids), dtype=np.bool_))
            return
        moved = np.any(before[0] != poses, axis=1) | (before[1] != gone)
        self._calm = np.where(moved, 0, self._calm + 1)
        rested = self._moving.rows & (self._calm >= CALM)
        if np.any(moved & ~self._moving.rows) or rested.any():
            lively = self._calm < CALM
            self._still = self._scene(poses, ~lively & ~gone)
        else:
            lively = self._moving.rows
        self._moving = self._scene(poses, lively & ~gone, rows=lively)

    def _scene(
        self, poses: FloatArray, shown: npt.NDArray[np.bool_], *, rows: npt.NDArray[np.bool_] | None = None
    ) -> "_Scene":
        """Some bodies at their poses; `rows` are those it stands for, shown or not."""
        rows = shown if rows is None else rows
        faces = np.flatnonzero(shown[self._face_owners])
        if not len(faces):
            return _Scene(None, self._face_owners[:0], rows)
        used = np.flatnonzero(shown[self._owners])
        owners = self._owners[used]
        turned = np.einsum("nij,nj->ni", rotation_matrix(poses[:, 3:])[owners], self._vertices[used])
        numbers = np.zeros(len(self._owners), dtype=np.int32)
        numbers[used] = np.arange(len(used), dtype=np.int32)
        scene = EmbreeScene(self._device)
        TriangleMesh(scene, (turned + poses[owners, :3]).astype(np.float32), numbers[self._faces[faces]])
        return _Scene(scene, self._face_owners[faces], rows)

    def _stands(self, poses: FloatArray, gone: npt.NDArray[np.bool_]) -> bool:
        if self._placed is None or not np.array_equal(self._placed[1], gone):
            return False
        before = self._placed[0]
        return bool(
            np.all(np.abs(poses[:, :3] - before[:, :3])[~gone] <= STANDS_M)
            and np.all(np.abs(poses[:, 3:] - before[:, 3:])[~gone] <= STANDS_QUATERNION)
        )

    def raycast(self, origins: FloatArray, directions: FloatArray, *, exclude: Rows = ()) -> Hits:
        directions = np.reshape(directions, (-1, 3))
        starts = np.broadcast_to(origins, directions.shape)
        hits = self._cast(starts, directions)
        through = as_rows(exclude)
        for _ in range(LOOKED_THROUGH if len(through) else 0):
            again = np.flatnonzero(np.isin(hits.rows, through))
            if not len(again):
                break
            gone = hits.distances[again] + BEHIND_M
            further = self._cast(starts[again] + gone[:, None] * directions[again], directions[again])
            hits.rows[again], hits.distances[again] = further.rows, further.distances + gone
        return hits

    def segment(self, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
        return pixels(self, frustum, pose, columns=columns, rows=rows, exclude=exclude)

    def _cast(self, starts: FloatArray, directions: FloatArray) -> Hits:
        begins, ways = starts.astype(np.float32), directions.astype(np.float32)
        hits = self._still.cast(begins, ways)
        if self._moving.scene is None:
            return hits
        others = self._moving.cast(begins, ways)
        nearer = others.distances < hits.distances
        return Hits(np.where(nearer, others.rows, hits.rows), np.where(nearer, others.distances, hits.distances))


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """What Embree made of some bodies; `owners` are the rows of the bodies its triangles belong to."""

    scene: Any
    owners: IntArray
    rows: npt.NDArray[np.bool_]

    def cast(self, starts: npt.NDArray[np.float32], directions: npt.NDArray[np.float32]) -> Hits:
        if self.scene is None or not len(directions):
            return Hits(np.full(len(directions), NOTHING, dtype=np.intp), np.full(len(directions), np.inf))
        found = self.scene.run(starts, directions, output=True)
        triangles: npt.NDArray[np.int32] = found["primID"]
        hit = triangles >= 0
        return Hits(
            np.where(hit, self.owners[triangles], NOTHING), np.where(hit, found["tfar"].astype(np.float64), np.inf)
        )


NO_SCENE = _Scene(None, np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.bool_))


def _triangles(shape: Shape, meshes: Meshes) -> Triangles:
    match shape:
        case Mesh(digest):
            if digest not in meshes:
                raise UnknownName("mesh", digest, meshes)
            return meshes[digest]
        case Box(size):
            x, y, z = (edge / 2 for edge in size)
            return _tube(((z, x, y), (-z, x, y)), 4)
        case Sphere() | Cylinder() | Capsule():
            return _round(shape)
        case Compound():
            raise AssertionError("a body has no compound parts")
        case _:
            assert_never(shape)


@lru_cache(maxsize=4096)
def _round(shape: Sphere | Cylinder | Capsule) -> Triangles:
    """A round shape as a stack of rings, a little wide so that its outline is as large as the true one."""
    wide = shape.radius * np.sqrt((2 * np.pi / CORNERS) / np.sin(2 * np.pi / CORNERS))
    if isinstance(shape, Cylinder):
        return _tube(((shape.height / 2, wide, wide), (-shape.height / 2, wide, wide)), CORNERS)
    straight = shape.height / 2 if isinstance(shape, Capsule) else 0.0
    rises = np.linspace(np.pi / 2 * 0.96, 0.0, RINGS + 1)
    upper = [(straight + shape.radius * np.sin(rise), wide * np.cos(rise), wide * np.cos(rise)) for rise in rises]
    lower = [(-z, x, y) for z, x, y in reversed(upper if straight else upper[:-1])]
    return _tube((*upper, *lower), CORNERS)


def _tube(rings: Sequence[tuple[float, float, float]], corners: int) -> Triangles:
    """Rings (z, half width in x, in y) from top to bottom, joined and closed at both ends."""
    # The corners of four lie on the diagonals, at the full half widths.
    angles = 2 * np.pi * (np.arange(corners) + (0.5 if corners == 4 else 0.0)) / corners
    reach = np.sqrt(2.0) if corners == 4 else 1.0
    across, along = reach * np.cos(angles), reach * np.sin(angles)
    vertices = np.concatenate([np.column_stack([x * across, y * along, np.full(corners, z)]) for z, x, y in rings])
    here, after = np.arange(corners), (np.arange(corners) + 1) % corners
    faces = [np.column_stack([np.zeros_like(here[1:-1]), here[1:-1], here[2:]])]
    for ring in range(len(rings) - 1):
        top, bottom = ring * corners, (ring + 1) * corners
        faces.append(np.column_stack([top + here, bottom + here, top + after]))
        faces.append(np.column_stack([top + after, bottom + here, bottom + after]))
    last = (len(rings) - 1) * corners
    faces.append(np.column_stack([np.full(corners - 2, last), last + here[2:], last + here[1:-1]]))
    return Triangles.of(vertices, np.concatenate(faces))
