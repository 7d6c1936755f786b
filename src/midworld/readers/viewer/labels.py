"""Names beside things, in pixels, none over another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ...geometry import FloatArray, conjugate, local_bounds, rotate
from ...world import Agent, BodyPart, Object, Sensor, World, part_id
from .things import is_ground

GLYPH_PX, PADDING_PX, HEIGHT_PX, GAP_PX = 7.2, 18.0, 22.0, 3.0
MAX_LABELS = 40
# Where a label may go when its first place is taken: ever higher, then to the sides.
STEPS = tuple((dx, dy) for ring in range(7) for dx, dy in ((0.0, -ring), (0.9, -ring), (-0.9, -ring)))


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Where a pane is looked at from: OpenCV axes (x right, y down, z ahead), the vertical view angle, pixels."""

    position: FloatArray
    orientation: FloatArray
    fov: float
    width: int
    height: int

    def project(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Pixels `(n, 2)` and depths `(n,)`; behind the camera the depth is not positive."""
        local = rotate(conjugate(self.orientation), points - self.position)
        depth = local[:, 2]
        focal = self.height / 2 / np.tan(self.fov / 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = focal * local[:, :2] / np.maximum(depth, 1e-6)[:, None]
        return pixels + np.array([self.width / 2, self.height / 2]), depth


@dataclass(frozen=True, slots=True)
class Name:
    """Something to be named: who, how, where, and how much it matters (more first)."""

    id: str
    text: str
    kind: str
    at: tuple[float, float, float]
    weight: float = 0.0


class Label(msgspec.Struct, frozen=True):
    """A name in its place: the middle of its box, and the pixel it speaks of."""

    id: str
    text: str
    kind: str
    x: float
    y: float
    ax: float
    ay: float


def names(world: World, *, kind: str | None = None, only: Iterable[str] | None = None) -> list[Name]:
    """Things that move and people, each with a point just above it."""
    found: list[Name] = []
    wanted = None if only is None else frozenset(only)
    poses = world.poses()
    for row, entity in enumerate(world.structure.entities):
        if wanted is not None and entity.id not in wanted:
            continue
        x, y, z = (float(number) for number in poses[row, :3])
        match entity.role:
            case Object(static) if not static or (wanted is not None and not is_ground(entity)):
                shape = entity.visual or entity.collision
                status = world.status(entity.id).word
                if status == "unknown" and not np.isfinite(world.state.seen[row]):
                    continue
                rise = 0.05 if shape is None else min(max(local_bounds(shape).high), 0.4)
                weight = {"perceived": 0.0, "inferred": 2.0, "held": 2.0, "unknown": 1.0}[status]
                found.append(Name(entity.id, entity.id, kind or status, (x, y, z + rise), weight))
            case Agent(who) if wanted is None:
                found.extend(_agent(world, entity.id, who))
            case Sensor() if wanted is None:
                found.append(Name(entity.id, entity.id, "robot", (x, y, z + 0.08), 0.5))
            case _:
                pass
    return found


def _agent(world: World, name: str, who: str) -> list[Name]:
    head = part_id(world.entity(name).id, "head")
    place = (
        head
        if head in world
        else next(
            (
                each.id
                for each in world.structure.entities
                if isinstance(each.role, BodyPart) and each.role.owner == name
            ),
            None,
        )
    )
    if place is None:
        return []
    x, y, z = world.pose(place).position
    return [Name(name, name, "robot" if who == "robot" else "person", (x, y, z + 0.16), 3.0)]


def laid_out(wanted: Sequence[Name], camera: Camera, *, at_most: int = MAX_LABELS) -> list[Label]:
    """Labels that do not overlap and lie in the picture; what finds no place is left out, the lightest first."""
    if not wanted:
        return []
    pixels, depths = camera.project(np.array([name.at for name in wanted]))
    order = sorted(range(len(wanted)), key=lambda index: (-wanted[index].weight, depths[index], wanted[index].id))
    taken: list[tuple[float, float, float]] = []
    placed: list[Label] = []
    for index in order:
        if len(placed) >= at_most:
            break
        (u, v), name = pixels[index].tolist(), wanted[index]
        if depths[index] <= 0.05 or not (0 <= u <= camera.width and 0 <= v <= camera.height):
            continue
        width = GLYPH_PX * len(name.text) + PADDING_PX
        for dx, dy in STEPS:
            x = min(max(u + dx * width, width / 2), camera.width - width / 2)
            y = max(v - HEIGHT_PX / 2 + dy * (HEIGHT_PX + GAP_PX), HEIGHT_PX / 2)
            if all(abs(x - ox) * 2 >= width + w or abs(y - oy) >= HEIGHT_PX for ox, oy, w in taken):
                taken.append((x, y, width))
                placed.append(Label(name.id, name.text, name.kind, round(x, 1), round(y, 1), round(u, 1), round(v, 1)))
                break
    return placed
