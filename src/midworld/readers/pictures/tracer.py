"""Rays against skins, through Embree."""

# embreex ships no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from embreex.mesh_construction import TriangleMesh  # pyright: ignore[reportMissingModuleSource]
from embreex.rtcore_scene import EmbreeScene  # pyright: ignore[reportMissingModuleSource]

from .skins import Skin

# Of any precision: most are single, as Embree's are.
Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.signedinteger[Any]]
Bools = npt.NDArray[np.bool_]

NOTHING = -1
BATCH = 500_000


@dataclass(frozen=True, slots=True, eq=False)
class Strikes:
    """Where rays end: which skin (NOTHING for none), how far away, with which normal, turned towards the ray."""

    skins: Ints
    depths: Floats
    normals: Floats


class Tracer:
    """Fixed skins to send rays against."""

    def __init__(self, skins: Sequence[Skin]) -> None:
        self._owners = np.repeat(np.arange(len(skins), dtype=np.int32), [len(skin.corners) for skin in skins])
        self._scene: Any = None
        if len(self._owners):
            corners = np.concatenate([skin.corners for skin in skins]).astype(np.float32)
            self._normals = np.concatenate([skin.normals for skin in skins]).astype(np.float32)
            self._scene = EmbreeScene()
            TriangleMesh(
                self._scene, corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int32).reshape(-1, 3)
            )

    def strikes(self, origins: Floats, directions: Floats) -> Strikes:
        """The first skin on each ray."""
        count = len(directions)
        skins, depths = np.full(count, NOTHING, np.int32), np.full(count, np.inf, np.float32)
        normals = np.zeros((count, 3), np.float32)
        if self._scene is None or not count:
            return Strikes(skins, depths, normals)
        for first in range(0, count, BATCH):
            part = slice(first, first + BATCH)
            found = self._scene.run(
                np.ascontiguousarray(origins[part]), np.ascontiguousarray(directions[part]), output=True
            )
            hit = np.flatnonzero(found["primID"] >= 0)
            triangles = found["primID"][hit]
            skins[part][hit] = self._owners[triangles]
            depths[part][hit] = found["tfar"][hit]
            u, v = found["u"][hit, None], found["v"][hit, None]
            corner = self._normals[triangles]
            normal = (1 - u - v) * corner[:, 0] + u * corner[:, 1] + v * corner[:, 2]
            away = np.einsum("ij,ij->i", normal, directions[part][hit]) > 0
            normal[away] *= -1
            normals[part][hit] = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        return Strikes(skins, depths, normals)

    def open(self, origins: Floats, directions: Floats) -> Bools:
        """Which rays meet nothing."""
        if self._scene is None or not len(directions):
            return np.ones(len(directions), np.bool_)
        return self._scene.run(origins, directions, query="OCCLUDED") == NOTHING


def layers(tracer: Tracer, origins: Floats, directions: Floats, *, most: int) -> list[Strikes]:
    """What a ray meets when it goes on behind each skin: the first, the second, up to `most`."""
    found: list[Strikes] = []
    gone = np.zeros(len(directions), np.float32)
    alive = np.arange(len(directions))
    for _ in range(most):
        starts = origins[alive] + gone[alive, None] * directions[alive]
        step = tracer.strikes(starts, directions[alive])
        hit = step.skins >= 0
        if not hit.any():
            break
        full = Strikes(
            np.full(len(directions), NOTHING, np.int32),
            np.full(len(directions), np.inf, np.float32),
            np.zeros((len(directions), 3), np.float32),
        )
        full.skins[alive], full.normals[alive] = step.skins, step.normals
        full.depths[alive] = step.depths + gone[alive]
        found.append(full)
        alive = alive[hit]
        gone[alive] = full.depths[alive] + np.float32(2e-4)
    return found
