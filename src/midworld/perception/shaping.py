"""The shape of a thing nobody declared, from points on its surface; the more is seen of it, the better.

Things stand upright: a box, turned about the vertical, a cylinder, or a bowl, which is round, open above and hollow.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import numpy as np

from ..geometry import (
    Box,
    Cavity,
    Compound,
    Cylinder,
    FloatArray,
    Opening,
    Part,
    Pose,
    Shape,
    inertial_of,
    local_bounds,
    rotate,
    surface_distance,
    volume,
)
from ..world import Entity, Object

# Points are kept this far apart, and at most so many.
APART_M = 0.004
MOST = 1500
# Below the top by more than this, a point is not of the top face.
TOP_M = 0.012
# A thing is hollow if so large a share of its points lies this far within its outline and below its rim.
HOLLOW_SHARE = 0.06
WITHIN_M = 0.015
RIM_M = 0.02
# A box is one only if it fits this much better than a round thing: corners seen from one side may round off.
BOXY = 0.9
TURN = math.radians(3)
SLICES, STAVES, WALL_M = 4, 12, 0.006
# Nothing is thinner, and nothing denser: about that of filled kitchenware.
THINNEST_M = 0.01
DENSITY, LIGHTEST_KG, HEAVIEST_KG = 400.0, 0.05, 5.0
# So near to the surface of what is known, points show it where it was.
FITS_M = 0.012
FITTING = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Points seen of one thing so far, in the fixed frame, and what that makes of it."""

    points: FloatArray
    shape: Shape
    pose: Pose
    middle: tuple[float, float, float]

    def entity(self, like: Entity) -> Entity:
        """The thing with that shape."""
        kilograms = min(max(DENSITY * volume(self.shape, {}), LIGHTEST_KG), HEAVIEST_KG)
        role = Object(inertial=inertial_of(self.shape, kilograms, {}), cavities=self._cavities)
        return msgspec.structs.replace(like, role=role, collision=self.shape, visual=self.shape, assumed=("mass",))

    @property
    def _cavities(self) -> tuple[Cavity, ...]:
        """The hollow of a bowl: all its inside, open above."""
        if not isinstance(self.shape, Compound):
            return ()
        room = local_bounds(self.shape)
        opening = Opening((room.centre[0], room.centre[1], room.high[2]), (room.size[0], room.size[1]))
        return (Cavity(room, opening),)


def seen_surface(before: Surface | None, points: FloatArray, *, floor: float | None) -> Surface:
    """What is known of a thing after one more view; `floor` is the height of what it may stand on."""
    low, high = points.min(axis=0), points.max(axis=0)
    x, y, z = ((low + high) / 2).tolist()
    if before is None:
        kept = thinned(points)
    else:
        local = rotate(_back(before.pose), points - np.asarray(before.pose.position))
        stays = np.mean(np.abs(surface_distance(before.shape, local)) < FITS_M) >= FITTING
        moved = np.zeros(3) if stays else np.subtract((x, y, z), before.middle)
        kept = thinned(np.concatenate([before.points + moved, points]))
    shape, pose = fitted(kept, floor=floor)
    if before is not None and _like(shape, before.shape):
        # A shape that hardly changes stays: whatever is built of it would be built anew.
        shape = before.shape
    return Surface(kept, shape, pose, (x, y, z))


def thinned(points: FloatArray) -> FloatArray:
    """Points no nearer to one another than is of use, the newest last."""
    cells = np.floor(points / APART_M).astype(np.int64)
    _, first = np.unique(cells[::-1], axis=0, return_index=True)
    rows = np.sort(len(points) - 1 - first)
    if len(rows) > MOST:
        rows = rows[np.linspace(0, len(rows) - 1, MOST).astype(np.intp)]
    return points[rows]


def fitted(points: FloatArray, *, floor: float | None = None) -> tuple[Shape, Pose]:
    """The upright shape points `(n, 3)` lie on, and where it is."""
    low, high = np.percentile(points[:, 2], [1, 99]).tolist()
    if floor is not None and low - 0.05 < floor < high:
        low = floor
    height = max(high - low, THINNEST_M)
    middle_z = high - height / 2
    flat = points[:, :2]
    lateral = flat[points[:, 2] < high - TOP_M]
    side = lateral if len(lateral) >= 10 else flat
    centre, radius = _circle(flat, side)
    corner, size, turn = _rectangle(flat)
    outer = _circle(flat[points[:, 2] > high - TOP_M], flat[points[:, 2] > high - TOP_M])
    hollow = _is_hollow(points, outer, (corner, size, turn))
    round_miss = np.median(np.abs(np.linalg.norm(side - centre, axis=1) - radius))
    local = _turned(side - corner, -turn)
    box_miss = np.median(np.abs(size / 2 - np.abs(local)).min(axis=1))
    if hollow:
        return _bowl(points, outer[0], low, high), Pose((float(outer[0][0]), float(outer[0][1]), middle_z))
    if box_miss < BOXY * round_miss:
        a, b = np.maximum(size, THINNEST_M).tolist()
        return Box((a, b, height)), Pose(
            (float(corner[0]), float(corner[1]), middle_z), (0.0, 0.0, math.sin(turn / 2), math.cos(turn / 2))
        )
    return Cylinder(max(radius, THINNEST_M / 2), height), Pose((float(centre[0]), float(centre[1]), middle_z))


def _circle(outline: FloatArray, side: FloatArray) -> tuple[FloatArray, float]:
    """The circle that points on a wall lie on: least squares (Kåsa), then those that fit again."""
    if len(side) < 3:
        middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
        return middle, float(np.ptp(outline, axis=0).max()) / 2
    chosen = side
    centre, radius = side.mean(axis=0), 0.0
    for _ in range(3):
        design = np.column_stack([2 * chosen, np.ones(len(chosen))])
        solution: FloatArray = np.linalg.pinv(design) @ np.square(chosen).sum(axis=1)
        centre = solution[:2]
        radius = math.sqrt(max(float(solution[2] + centre @ centre), 1e-8))
        gaps = np.abs(np.linalg.norm(side - centre, axis=1) - radius)
        near = gaps <= max(float(np.percentile(gaps, 70)), 0.002)
        chosen = side[near] if near.sum() >= 5 else chosen
    widest = float(np.ptp(outline, axis=0).max())
    if radius > widest:
        # Too little of the arc is seen to tell.
        return (outline.min(axis=0) + outline.max(axis=0)) / 2, widest / 2
    return centre, radius


def _rectangle(points: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Middle, edges and turn of the smallest rectangle around points `(n, 2)`."""
    best: tuple[float, FloatArray, FloatArray, float] | None = None
    for turn in np.arange(0.0, math.pi / 2, TURN).tolist():
        local = _turned(points, -turn)
        low, high = np.percentile(local, 1, axis=0), np.percentile(local, 99, axis=0)
        area = float(np.prod(high - low))
        if best is None or area < best[0]:
            best = (area, _turned(((low + high) / 2)[None], turn)[0], high - low, turn)
    assert best is not None
    return best[1], best[2], best[3]


def _is_hollow(
    points: FloatArray, circle: tuple[FloatArray, float], rectangle: tuple[FloatArray, FloatArray, float]
) -> bool:
    """Whether the inside shows: points well within the outline, round or not, and below the rim."""
    low, high = float(points[:, 2].min()), float(np.percentile(points[:, 2], 99))
    (centre, radius), (middle, size, turn) = circle, rectangle
    within = np.linalg.norm(points[:, :2] - centre, axis=1) < radius - WITHIN_M
    within &= (size / 2 - np.abs(_turned(points[:, :2] - middle, -turn))).min(axis=1) > WITHIN_M
    below = points[:, 2] < high - min(RIM_M, 0.4 * (high - low))
    return int(np.count_nonzero(within & below)) > HOLLOW_SHARE * len(points)


def _bowl(points: FloatArray, centre: FloatArray, low: float, high: float) -> Shape:
    """A floor and a ring of staves for each height, as wide as is seen there."""
    height, middle = high - low, (low + high) / 2
    distance = np.linalg.norm(points[:, :2] - centre, axis=1)
    edges = np.linspace(low, high, SLICES + 1)
    radii: list[float] = []
    for bottom, top in pairwise(edges):
        here: FloatArray = distance[(points[:, 2] >= bottom - 0.002) & (points[:, 2] <= top + 0.002)]
        radii.append(float(np.quantile(here, 0.85)) if len(here) >= 5 else math.nan)
    known = [radius for radius in radii if math.isfinite(radius)]
    widest = max(known, default=float(np.percentile(distance, 97)))
    for row in range(SLICES - 1, -1, -1):
        # A bowl narrows downwards.
        above = radii[row + 1] if row + 1 < SLICES else widest
        radii[row] = min(radii[row], above) if math.isfinite(radii[row]) else above
    floor = WALL_M / 2 + low - middle
    parts = [Part(Cylinder(max(radii[0], THINNEST_M), WALL_M), Pose((0.0, 0.0, floor)))]
    for row, radius in enumerate(radii):
        level = float(edges[row] + edges[row + 1]) / 2 - middle
        width = 2 * radius * math.tan(math.pi / STAVES)
        for stave in range(STAVES):
            angle = 2 * math.pi * stave / STAVES
            out = max(radius - WALL_M / 2, WALL_M)
            pose = Pose(
                (out * math.cos(angle), out * math.sin(angle), level),
                (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)),
            )
            parts.append(Part(Box((WALL_M, width, height / SLICES)), pose))
    return Compound(tuple(parts))


def _like(one: Shape, other: Shape) -> bool:
    """Whether two shapes of a kind differ by less than is worth building them anew."""
    match one, other:
        case Box(size), Box(before):
            return all(abs(a - b) < max(0.004, 0.06 * b) for a, b in zip(size, before, strict=True))
        case Cylinder(radius, height), Cylinder(wide, high):
            return abs(radius - wide) < max(0.002, 0.06 * wide) and abs(height - high) < max(0.004, 0.06 * high)
        case Compound(), Compound():
            first, second = _extent(one), _extent(other)
            return bool(np.all(np.abs(first - second) < np.maximum(0.004, 0.06 * second)))
        case _:
            return False


def _extent(shape: Compound) -> FloatArray:
    places = np.array([part.pose.position for part in shape.parts])
    return np.ptp(places, axis=0)


def _turned(points: FloatArray, angle: float) -> FloatArray:
    cosine, sine = math.cos(angle), math.sin(angle)
    return points @ np.array([[cosine, sine], [-sine, cosine]])


def _back(pose: Pose) -> FloatArray:
    x, y, z, w = pose.orientation
    return np.array([-x, -y, -z, w])
