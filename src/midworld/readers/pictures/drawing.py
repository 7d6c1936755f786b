"""A stage as one camera sees it: shaded, with contours, trails and labels."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ...geometry import FloatArray
from .camera import Camera
from .canvas import Canvas
from .ghosts import overlaid
from .labels import Point, Rectangle, Wanted, placed
from .outline import inmost, outlines
from .palette import Theme, rgb
from .props import Pin, Prop, Stage, Stroke
from .shading import Picture, Scenery, rendered
from .tracer import Bools

CONTOUR = 2.6
HIDDEN_SHARE = 0.5
NOWHERE = -9
LETTERS, NOTE = 17.0, 14.0


def drawn(stage: Stage, camera: Camera, theme: Theme, *, unit: float) -> tuple[Canvas, int]:
    """The picture, and how many labels found no room in it."""
    solid = [prop for prop in stage.props if prop.opacity >= 1.0]
    scenery = Scenery(
        [prop.skin for prop in solid], [prop.colour for prop in solid], stage.ground, rgb(theme.paper), rgb(theme.rule)
    )
    picture = rendered(scenery, camera)
    outlined = [prop for prop in stage.props if prop.contour is not None or prop.opacity < 1.0]
    colours, masks = overlaid(picture, outlined, camera)
    canvas = Canvas(colours.astype(np.float64), theme, unit=unit)
    at_solid = {id(prop): number for number, prop in enumerate(solid)}
    for prop, mask in zip(outlined, masks, strict=True):
        shown = picture.skins == at_solid[id(prop)] if id(prop) in at_solid else None
        _contour(canvas, prop, mask, shown)
    for stroke in stage.strokes:
        _stroke(canvas, stroke, camera, picture)
    canvas.flush()
    boxes = [box for prop, mask in zip(outlined, masks, strict=True) if _worth_seeing(prop) and (box := _box(mask))]
    rows = {prop.name: number for number, prop in enumerate(solid)}
    pinned = [(pin, place) for pin in stage.pins if (place := _place(pin, camera, picture, rows)) is not None]
    left_out = _labels(canvas, pinned, boxes)
    canvas.flush()
    return canvas, left_out


def _contour(canvas: Canvas, prop: Prop, mask: Bools, shown: Bools | None) -> None:
    if prop.contour is None:
        for loop in outlines(mask):
            canvas.line(_closed(loop), "#7f8a96", 1.0, opacity=0.5)
        return
    if shown is None:
        for loop in outlines(mask):
            canvas.line(_closed(loop), prop.contour, 1.0, opacity=0.45)
            canvas.line(_closed(loop), prop.contour, CONTOUR, line=prop.line)
        return
    if mask.any() and shown.sum() < HIDDEN_SHARE * mask.sum():
        # Seen by a sensor, though not from here.
        for loop in outlines(mask):
            canvas.line(_closed(loop), prop.contour, 1.4, opacity=0.6)
    for loop in outlines(shown):
        canvas.line(_closed(loop), prop.contour, CONTOUR)


def _stroke(canvas: Canvas, stroke: Stroke, camera: Camera, picture: Picture) -> None:
    """A line in space: whole where it is in front, faint where something hides it."""
    points = _subdivided(stroke.points)
    places, depths = camera.project(points)
    height, width = picture.depths.shape
    columns, rows = np.floor(places[:, 0]).astype(int), np.floor(places[:, 1]).astype(int)
    ahead = depths > 0.02
    inside = ahead & (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    before = np.full(len(points), np.inf)
    before[inside] = picture.depths[rows[inside], columns[inside]]
    hidden = depths > before + 0.012
    state = np.where(~ahead, 0, np.where(hidden, 1, 2))
    breaks = (np.flatnonzero(state[1:] != state[:-1]) + 1).tolist()
    for first, last in zip([0, *breaks], [*breaks, len(points)], strict=True):
        piece = places[max(first - 1, 0) if state[max(first - 1, 0)] else first : last]
        if state[first] and len(piece) > 1 and np.abs(piece).max() < 20 * width:
            if state[first] == 2:
                canvas.line(piece, canvas.theme.paper, stroke.width + 2.2, line=stroke.line, opacity=0.55)
            canvas.line(
                piece, stroke.colour, stroke.width, line=stroke.line, opacity=1.0 if state[first] == 2 else 0.38
            )


def _place(pin: Pin, camera: Camera, picture: Picture, rows: Mapping[str, int]) -> Point | None:
    """Where a pin points in the picture, if it is in it."""
    height, width = picture.depths.shape
    if pin.anchor is None:
        # Coarse is good enough for the middle of a patch.
        middle = inmost(picture.skins[::4, ::4] == rows.get(pin.name, NOWHERE))
        return None if middle is None else (4.0 * middle[0], 4.0 * middle[1])
    places, depths = camera.project(pin.anchor[None])
    x, y = float(places[0, 0]), float(places[0, 1])
    return (x, y) if depths[0] > 0 and 0 <= x < width and 0 <= y < height else None


def _labels(canvas: Canvas, pinned: Sequence[tuple[Pin, Point]], boxes: list[Rectangle]) -> int:
    unit = canvas.unit
    width, height = canvas.image.size
    # Things come first, what never moves last.
    shown = sorted(pinned, key=lambda each: each[0].colour is None)
    wanted = [Wanted(anchor, _wide(canvas, pin) + 14 * unit, (LETTERS + 11) * unit) for pin, anchor in shown]
    margin = 6 * unit
    spots = placed(wanted, (margin, margin, width - margin, height - margin), avoid=boxes, unit=unit)
    for (pin, (x, y)), spot in zip(shown, spots, strict=True):
        if spot is not None:
            colour = pin.colour or canvas.theme.faint
            canvas.line(np.array([[x, y], spot.joint]), colour, 1.3)
            canvas.dot(x, y, 2.6, colour, edge=canvas.theme.paper)
            canvas.plate(spot.box, canvas.theme.paper, edge=colour)
    canvas.flush()
    for (pin, _), spot in zip(shown, spots, strict=True):
        if spot is not None:
            left, top, _, _ = spot.box
            base = top + (LETTERS + 2.5) * unit
            end = canvas.text(left + 7 * unit, base, pin.text, LETTERS)
            if pin.note:
                canvas.text(end + 6 * unit, base, pin.note, NOTE, colour=canvas.theme.faint)
    return sum(spot is None for spot in spots)


def _wide(canvas: Canvas, pin: Pin) -> float:
    note = canvas.measured(pin.note, NOTE) + 6 * canvas.unit if pin.note else 0.0
    return canvas.measured(pin.text, LETTERS) + note


def _worth_seeing(prop: Prop) -> bool:
    """Whether a label should not lie over it."""
    return prop.contour is not None or "/" not in prop.name


def _box(mask: Bools) -> Rectangle | None:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return (float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))


def _closed(loop: FloatArray) -> FloatArray:
    return np.concatenate([loop, loop[:1]])


def _subdivided(points: FloatArray) -> FloatArray:
    """Points no more than two centimetres apart, so that a line can vanish behind a thing and come back."""
    pieces = [points[:1]]
    for start, end in pairwise(points):
        count = max(1, int(np.ceil(np.linalg.norm(end - start) / 0.02)))
        pieces.append(start + (end - start) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(pieces)
