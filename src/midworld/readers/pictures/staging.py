"""One world at one instant, set on a stage: what `scenery` says is to be drawn, as skins, strokes and labels."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, Meshes
from ...world import SOURCE_PREFIX, STABLE, Agent, EntityId, Object, Sensor, Status, World
from ..scenery import Batch, Lines, Picture, Taste, bodies, cut, hexed, links
from .palette import Paint
from .props import Line, Pin, Prop, Stage, Stroke
from .shading import Ground
from .skins import Skin, Skins
from .story import RecordedInstant, Story
from .trails import put_trails

LABELLED_STATICS = 4
NEAR_M = 0.15
# How opaque each manner of being known is, and the line around it; what is not here is not drawn.
MANNERS: dict[str, tuple[float, Line]] = {
    "solid": (1.0, "solid"),
    "still": (1.0, "solid"),
    "figure": (1.0, "solid"),
    "guess": (0.34, "solid"),
    "glass": (0.24, "solid"),
    "ghost": (0.62, "dashed"),
    "faint": (0.26, "solid"),
    "doubt": (0.14, "dotted"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """What a picture shows: which world, painted how, with trails of how many seconds (None: all of them)."""

    world: str = STABLE
    paint: Paint = "own"
    trail_s: float | None = None
    meshes: Meshes | None = None
    hide: frozenset[str] = frozenset()
    unnamed: frozenset[str] = frozenset()


def staged(story: Story, moment: RecordedInstant, direction: Direction, skins: Skins) -> Stage:
    """The things and agents of a world, what was observed of them, and the ways they came."""
    name, stage = direction.world, Stage()
    sources = () if name.startswith(SOURCE_PREFIX) else tuple(w for w in moment.worlds if w.startswith(SOURCE_PREFIX))
    shown = cut(moment.worlds, (name, *sources)) if name in moment.worlds else None
    if shown is not None:
        taste = Taste(by_world=direction.paint == "world", hide=direction.hide)
        picture = bodies(skins.meshes, moment.worlds, shown, taste)
        _put(stage, picture | Picture(lines=_held(shown.here)), shown.here, skins, unnamed=direction.unnamed)
        stage.unknown = tuple(_unknown(shown.here))
    put_trails(stage, story, name, moment.stamp, direction.trail_s, hide=direction.hide)
    _settle_ground(stage)
    return stage


def _put(stage: Stage, picture: Picture, world: World, skins: Skins, *, unnamed: frozenset[str]) -> None:
    """Every entity in one piece, however many instances it is made of."""
    for batch in picture.batches.values():
        if batch.look not in MANNERS:
            continue
        opacity, line = MANNERS[batch.look]
        contour = None if batch.outline is None else hexed(batch.outline)
        for name in dict.fromkeys(batch.ids):
            rows = [row for row, each in enumerate(batch.ids) if each == name]
            red, green, blue = (batch.colours[rows[0]] / 255).tolist()
            prop = Prop(_named(batch, name), _skin(batch, rows, skins), (red, green, blue), opacity, contour, line)
            _join(stage, prop)
            _pin(stage, batch, name, prop, world, named=name not in unnamed)
    for key, lines in picture.lines.items():
        line = "dotted" if lines.dashed else "solid"
        width = 2.2 if lines.dashed else 3.0 if key.endswith("held") else 1.6
        stage.strokes.extend(Stroke(points, hexed(lines.colour), width, line) for points in lines.points)


def _join(stage: Stage, prop: Prop) -> None:
    """A thing of several models is several batches and still has one line around it."""
    for at, known in enumerate(stage.props):
        if (known.name, known.contour, known.opacity) == (prop.name, prop.contour, prop.opacity):
            both = Skin(*(np.concatenate(each) for each in zip(_arrays(known.skin), _arrays(prop.skin), strict=True)))
            stage.props[at] = Prop(prop.name, both, prop.colour, prop.opacity, prop.contour, prop.line)
            return
    stage.props.append(prop)


def _arrays(skin: Skin) -> tuple[FloatArray, FloatArray]:
    return skin.corners, skin.normals


def _skin(batch: Batch, rows: list[int], skins: Skins) -> Skin:
    parts = [skins.placed(batch.model, batch.scales[row], batch.poses[row]) for row in rows]
    return Skin(np.concatenate([each.corners for each in parts]), np.concatenate([each.normals for each in parts]))


def _named(batch: Batch, name: str) -> str:
    match batch.look:
        case "figure":
            return f"figure of {name}"
        case "guess" | "doubt":
            return f"figure of {name}/{batch.look}"
        case "faint":
            return f"observed {name}"
        case _:
            return f"{name}{batch.said}"


def _pin(stage: Stage, batch: Batch, name: str, prop: Prop, world: World, *, named: bool) -> None:
    """What is to be in the picture, and the names of things and people at their tops."""
    if batch.look not in ("solid", "ghost", "glass", "figure"):
        return
    low, high = prop.skin.corners.min(axis=(0, 1)), prop.skin.corners.max(axis=(0, 1))
    stage.focus.append(np.stack([low, high]))
    top = np.array([*(low[:2] + high[:2]) / 2, high[2]])
    if batch.look == "figure":
        person = isinstance(world.entity(name).role, Agent | Sensor) if name in world else True
        if person and not any(pin.name == name for pin in stage.pins):
            head = prop.skin.corners[prop.skin.corners[..., 2].argmax() // 3].mean(axis=0)
            stage.pins.append(Pin(name, np.array([*head[:2], high[2]]), name, colour="#5b6f86"))
        return
    if named and not any(pin.name == prop.name for pin in stage.pins):
        note = batch.said.removeprefix(", ") or _note(world, name)
        stage.pins.append(Pin(prop.name, top, name, note, prop.contour))


def _note(world: World, name: str) -> str:
    if name not in world:
        return ""
    holder = holder_of(world, EntityId(name))
    status = world.status(name)
    return f"held by {holder}" if holder else "" if status is Status.PERCEIVED else status.word


def _held(world: World) -> dict[str, Lines]:
    """A thread from each held thing to the hand nearest to it."""
    return {key: lines for key, lines in links(world).lines.items() if key == "links/held"}


def _unknown(world: World) -> Iterator[str]:
    for entity in world.structure.entities:
        if isinstance(entity.role, Object) and world.status(entity.id) is Status.UNKNOWN:
            yield entity.id


def holder_of(world: World, name: EntityId) -> EntityId | None:
    """Who is known to hold a thing."""
    for subject, predicate, holder in world.timeline.open:
        if subject == name and predicate == "isHeldBy" and holder in world:
            return EntityId(str(holder))
    return None


def _settle_ground(stage: Stage) -> None:
    """The floor as an endless plane; what is near to what matters comes into the picture, statics are labelled."""
    statics = [prop for prop in stage.props if prop.contour is None and not prop.name.startswith("figure")]
    focus = np.concatenate(stage.focus) if stage.focus else np.zeros((0, 3))
    if not len(focus) and statics:
        focus = np.concatenate([prop.skin.corners.reshape(-1, 3) for prop in statics])
    if not len(focus):
        focus = np.array([[-0.5, -0.5, 0.0], [0.5, 0.5, 0.5]])
    low, high = focus.min(axis=0) - NEAR_M, focus.max(axis=0) + NEAR_M
    stage.focus = [focus]
    for prop in statics:
        corners = prop.skin.corners.reshape(-1, 3)
        inside = np.clip(corners, low, high)
        if (corners.min(axis=0) <= high).all() and (corners.max(axis=0) >= low).all():
            stage.focus.append(inside)
            if len(statics) <= LABELLED_STATICS:
                stage.pins.append(Pin(prop.name, None, prop.name))
    everything = np.concatenate([prop.skin.corners.reshape(-1, 3) for prop in stage.props] or [focus])
    lowest = min(float(everything[:, 2].min()), float(focus[:, 2].min()))
    middle = (low + high) / 2
    reach = float(np.linalg.norm((high - low)[:2])) / 2
    stage.ground = Ground(min(0.0, lowest) - 1e-4, (float(middle[0]), float(middle[1])), max(reach, 0.6))
