"""A picture of skins: shaded, with soft shadows, its edges smoothed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .camera import Camera
from .light import SETS, Light, Reached, averaged, light, reached
from .palette import Rgb
from .skins import Skin
from .tracer import NOTHING, Bools, Floats, Ints, Strikes, Tracer

# Subsamples of a pixel that shows an edge: each row and column of an eight by eight grid once.
QUEENS = np.array([[0, 3], [1, 6], [2, 2], [3, 7], [4, 1], [5, 4], [6, 0], [7, 5]])
GRID_M = 1.0
GRID_WIDTH_M = 0.006
SHADOW = 0.42
SKY, LAMP, FILL = 0.45, 0.48, 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A level plane without end: takes shadows, fades into the paper."""

    height: float
    middle: tuple[float, float]
    reach: float


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """Opaque skins and their colours, and what they stand on."""

    skins: Sequence[Skin]
    colours: Sequence[Rgb]
    ground: Ground | None
    paper: Rgb
    rule: Rgb


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Colours `(h, w, 3)` in 0..1, and for every pixel which skin it shows and how far away."""

    colours: Floats
    skins: Ints
    depths: Floats


GROUND = -2


def rendered(scenery: Scenery, camera: Camera) -> Picture:
    """The scenery as that camera sees it."""
    return _Studio(scenery, camera).picture()


class _Studio:
    def __init__(self, scenery: Scenery, camera: Camera) -> None:
        self._scenery, self._camera = scenery, camera
        self._tracer = Tracer(scenery.skins)
        self._colours = np.array([*scenery.colours, scenery.paper], np.float32)
        forward, right, up = camera.axes
        level_right = np.array([right[0], right[1], 0.0])
        # Over the left shoulder of whoever looks, and always from above.
        towards = np.array([0.0, 0.0, 1.25]) - 0.55 * level_right - 0.45 * np.array([forward[0], forward[1], 0.0])
        self._light: Light = light(towards + 0.05 * up)

    def picture(self) -> Picture:
        width, height = self._camera.width, self._camera.height
        down, across = np.divmod(np.arange(width * height), width)
        sets = ((down % 4) * 4 + across % 4).astype(np.int32)
        origins, directions = self._rays(across + 0.5, down + 0.5)
        seen = self._seen(origins, directions)
        lit = self._lit(seen, origins, directions, sets)
        shape = (height, width)
        ids, depths = seen.skins.reshape(shape), seen.depths.reshape(shape)
        normals = seen.normals.reshape(*shape, 3)
        images = (each.reshape(shape) for each in (lit.sky, lit.sky_all, lit.lamp, lit.lamp_all))
        smooth = averaged(Reached(*images), ids, normals, depths)
        flat = Reached(*(each.ravel() for each in (smooth.sky, smooth.sky_all, smooth.lamp, smooth.lamp_all)))
        colours = self._shaded(seen, flat, origins, directions).reshape(*shape, 3)
        edges = _edges(ids, normals, depths)
        colours[edges] = self._antialiased(*np.nonzero(edges)[::-1])
        return Picture(colours, ids, depths)

    def _antialiased(self, across: Ints, down: Ints) -> Floats:
        total = np.zeros((len(across), 3), np.float32)
        for number, (x, y) in enumerate(QUEENS):
            origins, directions = self._rays(across + (x + 0.5) / 8, down + (y + 0.5) / 8)
            seen = self._seen(origins, directions)
            sets = ((np.arange(len(across)) * 5 + 2 * number) % SETS).astype(np.int32)
            lit = self._lit(seen, origins, directions, sets)
            total += self._shaded(seen, lit, origins, directions)
        return total / len(QUEENS)

    def _rays(self, across: Floats, down: Floats) -> tuple[Floats, Floats]:
        origins, directions = self._camera.rays(across.astype(np.float64), down.astype(np.float64))
        return np.ascontiguousarray(origins, np.float32), np.ascontiguousarray(directions, np.float32)

    def _seen(self, origins: Floats, directions: Floats) -> Strikes:
        seen = self._tracer.strikes(origins, directions)
        ground = self._scenery.ground
        if ground is None:
            return seen
        falling = directions[:, 2] < -1e-4
        depths = np.where(falling, (ground.height - origins[:, 2]) / np.where(falling, directions[:, 2], 1), np.inf)
        # A hair below, for what lies flat on it.
        struck = falling & (depths > 0) & (depths + 1e-4 < seen.depths)
        seen.skins[struck] = GROUND
        seen.depths[struck] = depths[struck]
        seen.normals[struck] = (0.0, 0.0, 1.0)
        return seen

    def _lit(self, seen: Strikes, origins: Floats, directions: Floats, sets: Ints) -> Reached:
        hit = np.flatnonzero(seen.skins != NOTHING)
        points = origins[hit] + seen.depths[hit, None] * directions[hit]
        some = reached(self._tracer, self._light, points, seen.normals[hit], sets[hit])
        full = [np.zeros(len(seen.skins), np.float32) for _ in range(4)]
        for each, values in zip(full, (some.sky, some.sky_all, some.lamp, some.lamp_all), strict=True):
            each[hit] = values
        return Reached(*full)

    def _shaded(self, seen: Strikes, lit: Reached, origins: Floats, directions: Floats) -> Floats:
        sky = np.where(lit.sky_all > 0, lit.sky / np.maximum(lit.sky_all, 1e-9), 1)
        lamp = np.where(lit.lamp_all > 0, lit.lamp / np.maximum(lit.lamp_all, 1e-9), 1)
        normals = seen.normals
        dome = SKY * (0.72 + 0.28 * normals[:, 2]) * sky
        key = LAMP * np.maximum(normals @ self._light.towards, 0) * lamp
        front = FILL * np.maximum(-np.einsum("ij,ij->i", normals, directions), 0)
        base = self._colours[np.where(seen.skins >= 0, seen.skins, -1)]
        colours = np.minimum(base * (dome + key + front + 0.13)[:, None], 1)
        colours[seen.skins == NOTHING] = self._colours[-1]
        ground = np.flatnonzero(seen.skins == GROUND)
        points = origins[ground] + seen.depths[ground, None] * directions[ground]
        colours[ground] = self._floor(
            points, seen.depths[ground], directions[ground], (0.55 * sky + 0.45 * lamp)[ground]
        )
        return colours.astype(np.float32)

    def _floor(self, points: Floats, depths: Floats, directions: Floats, light_share: Floats) -> Floats:
        ground = self._scenery.ground
        assert ground is not None
        away = np.linalg.norm(points[:, :2] - np.array(ground.middle, np.float32), axis=1)
        near = np.clip(2.2 - away / max(ground.reach, 1e-6), 0, 1)
        pixel = np.array([self._camera.pixel_m(1.0)]) * (1 if self._camera.parallel else depths)
        spread = np.maximum(pixel / np.maximum(np.abs(directions[:, 2]), 0.02), 1e-6)
        lines = np.zeros(len(points))
        for axis in range(2):
            place = points[:, axis]
            gap = np.abs(place - GRID_M * np.round(place / GRID_M))
            cover = np.clip((GRID_WIDTH_M / 2 + spread / 2 - gap) / spread, 0, 1) * np.minimum(1, GRID_WIDTH_M / spread)
            lines = np.maximum(lines, cover)
        mixed = self._colours[-1] + (lines * near)[:, None] * (np.array(self._scenery.rule) - self._colours[-1])
        return mixed * (1 - SHADOW * near * (1 - light_share))[:, None]


def _edges(ids: Ints, normals: Floats, depths: Floats) -> Bools:
    """Pixels next to one that shows something else, or the same thing turned or set back."""
    edges = np.zeros(ids.shape, np.bool_)
    for one, other in (
        ((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
        ((slice(1, None), slice(None)), (slice(None, -1), slice(None))),
    ):
        turned = np.einsum("hwi,hwi->hw", normals[one], normals[other]) < 0.9
        both = np.isfinite(depths[one]) & np.isfinite(depths[other])
        near, far = np.where(both, depths[one], 1), np.where(both, depths[other], 1)
        differs = (ids[one] != ids[other]) | ((ids[one] >= 0) & (turned | (np.abs(near - far) > 0.04 * near)))
        edges[one] |= differs
        edges[other] |= differs
    return edges
