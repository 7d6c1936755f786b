"""Kinds of things a script may name, each with the sizes found in homes; a script may give its own."""

from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from .draw import Fields, ScriptError
from .pose import Array, about, array
from .shape import Cavity, Part, Thing

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "white", "black", "brown", "pink")


def thing(name: str, fields: Fields) -> Thing:
    """The thing a script's object entry describes, with every range drawn."""
    kind = fields.text("kind")
    if kind not in _KINDS:
        raise ScriptError(f"{fields.where}: no kind named {kind!r}; there are {', '.join(sorted(_KINDS))}")
    class_name, build, density = _KINDS[kind]
    parts, cavity, as_urdf = build(fields)
    volume = sum(part.volume for part in parts)
    mass = fields.number("mass", float(np.clip(volume * density * fields.rng.uniform(0.6, 1.5), 0.02, 4.0)))
    colour = fields.text("colour", COLOURS[int(fields.rng.integers(len(COLOURS)))])
    return Thing(
        name=name,
        class_name=fields.text("class", class_name),
        parts=parts,
        mass=mass,
        static=fields.flag("static"),
        cavity=cavity,
        colour=colour,
        label=fields.text("label", f"{colour} {kind}"),
        friction=fields.number("friction", "0.4..0.8"),
        rolling=fields.number("rolling", "0.001..0.006"),
        restitution=fields.number("restitution", "0..0.2"),
        as_urdf=as_urdf or fields.flag("urdf", False),
        cells=_cells(fields, parts) if kind == "shelf" else MappingProxyType({}),
    )


Built = tuple[tuple[Part, ...], Cavity | None, bool]


def _block(fields: Fields) -> Built:
    return (Part("box", fields.vector("size", ["0.04..0.12", "0.04..0.12", "0.04..0.15"])),), None, False


def _flat(fields: Fields) -> Built:
    return (Part("box", fields.vector("size", ["0.14..0.24", "0.18..0.30", "0.015..0.045"])),), None, False


def _board(fields: Fields) -> Built:
    return (Part("box", fields.vector("size", ["0.22..0.30", "0.30..0.42", "0.010..0.022"])),), None, False


def _panel(fields: Fields) -> Built:
    return (Part("box", fields.vector("size", ["0.02..0.04", "0.35..0.6", "0.3..0.45"])),), None, False


def _can(fields: Fields) -> Built:
    return (
        (Part("cylinder", (fields.number("radius", "0.028..0.05"), fields.number("height", "0.07..0.16"))),),
        None,
        False,
    )


def _disc(fields: Fields) -> Built:
    return (
        (Part("cylinder", (fields.number("radius", "0.08..0.13"), fields.number("height", "0.012..0.025"))),),
        None,
        False,
    )


def _ball(fields: Fields) -> Built:
    return (Part("sphere", (fields.number("radius", "0.02..0.045"),)),), None, False


def _bottle(fields: Fields) -> Built:
    radius, height = fields.number("radius", "0.03..0.042"), fields.number("height", "0.16..0.24")
    body, neck = 0.65 * height, 0.35 * height
    low = -height / 2
    parts = (
        Part("cylinder", (radius, body), array(0, 0, low + body / 2)),
        Part("cylinder", (0.4 * radius, neck), array(0, 0, low + body + neck / 2)),
    )
    return parts, None, False


def _bracket(fields: Fields) -> Built:
    long, wide, high = fields.vector("size", ["0.10..0.16", "0.05..0.08", "0.08..0.12"])
    slab = 0.03
    parts = (
        Part("box", (long, wide, slab), array(0, 0, (slab - high) / 2)),
        Part("box", (slab, wide, high - slab), array((slab - long) / 2, 0, slab / 2)),
    )
    return parts, None, False


def _open_box(fields: Fields) -> Built:
    """Five panels: what the papers call a box, a bin, a drawer."""
    long, wide, high = fields.vector("size", ["0.16..0.30", "0.16..0.30", "0.10..0.20"])
    wall = fields.number("wall", "0.006..0.014")
    bottom = -high / 2
    parts = (
        Part("box", (long, wide, wall), array(0, 0, bottom + wall / 2)),
        Part("box", (wall, wide, high), array((wall - long) / 2, 0, 0)),
        Part("box", (wall, wide, high), array((long - wall) / 2, 0, 0)),
        Part("box", (long, wall, high), array(0, (wall - wide) / 2, 0)),
        Part("box", (long, wall, high), array(0, (wide - wall) / 2, 0)),
    )
    half = array(long / 2 - wall, wide / 2 - wall, (high - wall) / 2)
    return parts, Cavity(array(0, 0, wall / 2), half), False


def _hollow_cup(fields: Fields) -> Built:
    """Eight panels and a bottom; turned panels need a URDF, the scene file's parts stay upright."""
    radius, height = fields.number("radius", "0.035..0.05"), fields.number("height", "0.08..0.12")
    wall, bottom = fields.number("wall", "0.005..0.007"), 0.008
    reach = radius - wall / 2
    width = 2 * radius * np.tan(np.pi / 8)
    parts = [Part("cylinder", (radius * 0.98, bottom), array(0, 0, (bottom - height) / 2))]
    for k in range(8):
        angle = k * np.pi / 4
        where = array(reach * np.cos(angle), reach * np.sin(angle), bottom / 2)
        parts.append(Part("box", (wall, float(width), height - bottom), where, about([0, 0, 1], angle)))
    inner = (radius - wall) * 0.92
    return tuple(parts), Cavity(array(0, 0, bottom / 2), array(inner, inner, (height - bottom) / 2)), True


def _tray(fields: Fields) -> Built:
    long, wide = fields.vector("size", ["0.24..0.34", "0.32..0.44"])
    base, rim, wall = 0.010, fields.number("rim", "0.012..0.02"), 0.010
    parts = (
        Part("box", (long, wide, base), array(0, 0, 0)),
        Part("box", (wall, wide, rim), array((wall - long) / 2, 0, (base + rim) / 2)),
        Part("box", (wall, wide, rim), array((long - wall) / 2, 0, (base + rim) / 2)),
        Part("box", (long, wall, rim), array(0, (wall - wide) / 2, (base + rim) / 2)),
        Part("box", (long, wall, rim), array(0, (wide - wall) / 2, (base + rim) / 2)),
    )
    return parts, None, False


def _case(fields: Fields) -> Built:
    """A static case, open towards +x and below, for a drawer to slide in: roof, two sides, a back."""
    long, wide, high = fields.vector("size", [0.3, 0.26, 0.16])
    wall = 0.015
    parts = (
        Part("box", (long, wide, wall), array(0, 0, (high - wall) / 2)),
        Part("box", (long, wall, high), array(0, (wall - wide) / 2, 0)),
        Part("box", (long, wall, high), array(0, (wide - wall) / 2, 0)),
        Part("box", (wall, wide, high), array((wall - long) / 2, 0, 0)),
    )
    return parts, None, False


def _shelf(fields: Fields) -> Built:
    """Compartments open towards the camera, -x; those in `closed`, as `columnrow`, have a back."""
    columns, rows = fields.count("columns", 3), fields.count("rows", 2)
    deep, wide, high = fields.vector("size", ["0.20..0.26", "0.22..0.28", "0.18..0.24"])
    board = fields.number("board", "0.010..0.016")
    closed = fields.words("closed")
    long, tall = columns * wide, rows * high
    parts = [Part("box", (deep, long, board), array(0, 0, row * high - tall / 2)) for row in range(rows + 1)]
    parts += [Part("box", (deep, board, tall), array(0, column * wide - long / 2, 0)) for column in range(columns + 1)]
    for column in range(columns):
        for row in range(rows):
            if f"{column}{row}" in closed:
                where = array(deep / 2, (column + 0.5) * wide - long / 2, (row + 0.5) * high - tall / 2)
                parts.append(Part("box", (board, wide, high), where))
    return tuple(parts), None, False


def _cells(fields: Fields, parts: tuple[Part, ...]) -> dict[tuple[int, int], Array]:
    """The middle of the floor of each compartment of a shelf."""
    columns, rows = fields.count("columns", 3), fields.count("rows", 2)
    boards, walls = parts[: rows + 1], parts[rows + 1 : rows + columns + 2]
    thick = boards[0].size[2] / 2
    return {
        (column, row): array(
            0.0, float(walls[column].at[1] + walls[column + 1].at[1]) / 2, float(boards[row].at[2]) + thick
        )
        for column in range(columns)
        for row in range(rows)
    }


_KINDS: dict[str, tuple[str, Callable[[Fields], Built], float]] = {
    "block": ("Block", _block, 500),
    "carton": ("Box", _block, 250),
    "book": ("Book", _flat, 600),
    "board": ("Tray", _board, 600),
    "tray": ("Tray", _tray, 600),
    "screen": ("Screen", _panel, 500),
    "can": ("Can", _can, 600),
    "mug": ("Cup", _can, 350),
    "plate": ("Plate", _disc, 800),
    "ball": ("Ball", _ball, 400),
    "bottle": ("Bottle", _bottle, 800),
    "bracket": ("Object", _bracket, 600),
    "box": ("Box", _open_box, 350),
    "bin": ("Bin", _open_box, 350),
    "cup": ("Cup", _hollow_cup, 1100),
    "case": ("Object", _case, 600),
    "shelf": ("Shelf", _shelf, 600),
    "tape": ("Tape", _can, 500),
}

SMALL_KINDS = ("block", "carton", "can", "mug", "bottle", "bracket", "book", "ball")
