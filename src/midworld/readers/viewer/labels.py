"""Names beside things, in pixels, none over another."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray, conjugate, local_bounds, rotate
from ...world import Agent, BodyPart, Entity, Object, Sensor, Status, Structure, World
from .things import is_ground

GLYPH_PX, PADDING_PX, HEIGHT_PX, GAP_PX = 7.2, 18.0, 22.0, 3.0
# In a crowd, names with long lines to what they name would hide it.
MAX_LABELS, FEW_LABELS = 40, 16
# What is not plainly seen matters more: perceived, inferred, held, unknown.
WEIGHTS = np.array([0.0, 2.0, 2.0, 1.0])
# Where a label may go when its first place is taken: ever higher, then to the sides.
STEPS = tuple((dx, dy) for ring in range(7) for dx, dy in ((0.0, -ring), (0.9, -ring), (-0.9, -ring)))
REACH_PX = 9 * (HEIGHT_PX + GAP_PX)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Where a pane is looked at from: OpenCV axes (x right, y down, z ahead), the vertical view angle, pixels."""

    position: FloatArray
    orientation: FloatArray
    fov: float
    width: int
    height: int
    look_at: FloatArray = field(default_factory=lambda: np.zeros(3))

    def sized(self, height: int, aspect: float) -> "Camera":
        """The same view in a picture of another size; a height of 0 changes nothing."""
        return replace(self, width=round(height * aspect), height=height) if height > 0 else self

    def project(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Pixels `(n, 2)` and depths `(n,)`; behind the camera the depth is not positive."""
        local = rotate(conjugate(self.orientation), points - self.position)
        depth = local[:, 2]
        focal = self.height / 2 / np.tan(self.fov / 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = focal * local[:, :2] / np.maximum(depth, 1e-6)[:, None]
        return pixels + np.array([self.width / 2, self.height / 2]), depth


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What is to be named: who, how, where `(n, 3)`, and how much it matters (more first)."""

    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    at: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    weights: FloatArray = field(default_factory=lambda: np.zeros(0))

    def __add__(self, other: "Names") -> "Names":
        return Names(
            self.ids + other.ids,
            self.texts + other.texts,
            self.kinds + other.kinds,
            np.concatenate([self.at, other.at]),
            np.concatenate([self.weights, other.weights]),
        )


class Label(msgspec.Struct, frozen=True):
    """A name in its place: the middle of its box, and the pixel it speaks of."""

    id: str
    text: str
    kind: str
    x: float
    y: float
    ax: float
    ay: float


@dataclass(frozen=True, slots=True, eq=False)
class Roster:
    """Who of a structure has a name: the row to find it by, how far above that, and its kind (None: its status)."""

    ids: tuple[str, ...]
    rows: npt.NDArray[np.intp]
    rise: FloatArray
    kinds: tuple[str | None, ...]
    static: npt.NDArray[np.bool_]


@lru_cache(maxsize=64)
def roster(structure: Structure) -> Roster:
    """Things, people at their heads, and sensors."""
    found: list[tuple[str, int, float, str | None, bool]] = []
    for row, entity in enumerate(structure.entities):
        match entity.role:
            case Object(static) if not is_ground(entity):
                shape = entity.visual or entity.collision
                rise = 0.05 if shape is None else min(max(local_bounds(shape).high), 0.4)
                found.append((entity.id, row, rise, None, static))
            case Agent(who):
                part = next((each.id for each in structure.parts_of(entity.id) if _is_head(each)), None)
                if part is not None:
                    kind = "robot" if who == "robot" else "person"
                    found.append((entity.id, structure.rows[part], 0.16, kind, False))
            case Sensor():
                found.append((entity.id, row, 0.08, "robot", False))
            case _:
                pass
    return Roster(
        tuple(each[0] for each in found),
        np.array([each[1] for each in found], np.intp),
        np.array([each[2] for each in found], np.float64),
        tuple(each[3] for each in found),
        np.array([each[4] for each in found], bool),
    )


def _is_head(entity: Entity) -> bool:
    return isinstance(entity.role, BodyPart) and entity.role.part == "head"


def names(world: World, *, chosen: Collection[str] = (), only: frozenset[str] | None = None, said: str = "") -> Names:
    """Names for what moves, for people and for what is chosen; or `only` for some things, with something `said`."""
    known = roster(world.structure)
    if not len(known.rows):
        return Names()
    status = world.state.status[known.rows]
    picked = np.array([each in chosen for each in known.ids]) if chosen else np.zeros(len(known.rows), bool)
    lost = (status == Status.UNKNOWN.value) & ~np.isfinite(world.state.seen[known.rows])
    things = np.array([kind is None for kind in known.kinds])
    wanted = (~known.static | picked) & ~(things & lost)
    if only is not None:
        wanted = things & np.array([each in only for each in known.ids])
    at = world.poses()[known.rows, :3]
    at[:, 2] += known.rise
    rows = np.flatnonzero(wanted).tolist()
    words: list[str] = [Status(value).word for value in status.tolist()]
    weights = np.where(things, WEIGHTS[status], 3.0) + 10.0 * picked
    return Names(
        tuple(known.ids[row] for row in rows),
        tuple(f"{known.ids[row]}{said}" for row in rows),
        tuple("believed" if said else known.kinds[row] or words[row] for row in rows),
        at[rows],
        weights[rows] + 4.0 * bool(said),
    )


def laid_out(wanted: Names, camera: Camera, *, at_most: int = MAX_LABELS) -> list[Label]:
    """Labels that do not overlap and lie in the picture; what finds no place is left out, the lightest first."""
    if not wanted.ids:
        return []
    pixels, depths = camera.project(wanted.at)
    inside = (depths > 0.05) & (pixels >= 0).all(axis=1) & (pixels <= [camera.width, camera.height]).all(axis=1)
    order = np.lexsort((depths, -wanted.weights))
    taken: list[tuple[float, float, float]] = []
    placed: list[Label] = []
    # In a crowd most find no place: trying each at length would take longer than drawing.
    candidates: list[int] = order[inside[order]][: 2 * at_most].tolist()
    for index in candidates:
        if len(placed) >= at_most:
            break
        u, v = pixels[index].tolist()
        text = wanted.texts[index]
        width = GLYPH_PX * len(text) + PADDING_PX
        spot = _free(u, v, width, camera, taken)
        if spot is not None:
            x, y = spot
            taken.append((x, y, width))
            where = (round(x, 1), round(y, 1), round(u, 1), round(v, 1))
            placed.append(Label(wanted.ids[index], text, wanted.kinds[index], *where))
    return placed


def _free(
    u: float, v: float, width: float, camera: Camera, taken: list[tuple[float, float, float]]
) -> tuple[float, float] | None:
    """The first place near a pixel that no other label has."""
    near = [(x, y, w) for x, y, w in taken if abs(x - u) < 2 * (width + w) and abs(y - v) < REACH_PX]
    for dx, dy in STEPS:
        x = min(max(u + dx * width, width / 2), camera.width - width / 2)
        y = max(v - HEIGHT_PX / 2 + dy * (HEIGHT_PX + GAP_PX), HEIGHT_PX / 2)
        if all(abs(x - ox) * 2 >= width + w or abs(y - oy) >= HEIGHT_PX for ox, oy, w in near):
            return x, y
    return None
