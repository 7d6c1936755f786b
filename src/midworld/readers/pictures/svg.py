"""Drawings as SVG text, the same for the same calls."""

import math
from collections.abc import Iterable
from html import escape

from .palette import LIGHT, Theme
from .props import Line

FACES = "DejaVu Sans, Helvetica, Arial, sans-serif"
# How wide a letter is against its height, on average and a little generously: layout must not ask for fonts.
LETTER = 0.60
DASHES: dict[Line, str] = {"dashed": ' stroke-dasharray="6 4"', "dotted": ' stroke-dasharray="1.5 4"', "solid": ""}


class Svg:
    """A drawing that grows; lengths are in pixels, y points down."""

    def __init__(self, width: float, height: float, *, title: str, theme: Theme = LIGHT) -> None:
        self.width, self.height, self.theme = width, height, theme
        self._parts: list[str] = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family="{FACES}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" fill="{theme.paper}"/>',
        ]

    def rect(
        self,
        box: tuple[float, float, float, float],
        fill: str,
        *,
        stroke: str = "none",
        line: Line = "solid",
        opacity: float = 1.0,
        radius: float = 0.0,
        tip: str = "",
    ) -> None:
        """From the left, top, width and height; `tip` shows when a reader points at it."""
        x, y, width, height = (number(each) for each in box)
        look = f'fill="{fill}" fill-opacity="{number(opacity)}" stroke="{stroke}"{DASHES[line]} rx="{number(radius)}"'
        hint = f"<title>{escape(tip)}</title>" if tip else ""
        self._parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}>{hint}</rect>')

    def path(
        self,
        points: Iterable[tuple[float, float]],
        stroke: str,
        *,
        width: float = 1.0,
        line: Line = "solid",
        fill: str = "none",
        closed: bool = False,
        opacity: float = 1.0,
        clip: str = "",
    ) -> None:
        steps = " L".join(f"{number(x)} {number(y)}" for x, y in points)
        end = " Z" if closed else ""
        inside = f' clip-path="url(#{clip})"' if clip else ""
        self._parts.append(
            f'<path d="M{steps}{end}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}" '
            f'stroke-linejoin="round" stroke-linecap="{"butt" if line == "dashed" else "round"}" '
            f'opacity="{number(opacity)}"{DASHES[line]}{inside}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, *, stroke: str = "none", width: float = 1.0) -> None:
        self._parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{number(width)}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13.0,
        *,
        colour: str | None = None,
        anchor: str = "start",
        bold: bool = False,
        halo: bool = False,
        turned: bool = False,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        paper = f' stroke="{self.theme.paper}" stroke-width="3.5" paint-order="stroke"' if halo else ""
        turn = f' transform="rotate(-90 {number(x)} {number(y)})"' if turned else ""
        self._parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour or self.theme.ink}" '
            f'text-anchor="{anchor}"{weight}{paper}{turn}>{escape(words)}</text>'
        )

    def window(self, name: str, box: tuple[float, float, float, float]) -> None:
        """Names a rectangle that paths can be clipped to."""
        x, y, width, height = (number(each) for each in box)
        self._parts.append(
            f'<clipPath id="{name}"><rect x="{x}" y="{y}" width="{width}" height="{height}"/></clipPath>'
        )

    def written(self) -> str:
        return "\n".join([*self._parts, "</svg>", ""])


def number(value: float) -> str:
    """Hundredths of a pixel, without needless zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def wide(words: str, size: float = 13.0) -> float:
    """About how many pixels words take."""
    return LETTER * size * len(words)


def fitted(words: str, room: float, size: float) -> str:
    """The words, cut where there is no room for all of them."""
    if wide(words, size) <= room:
        return words
    count = int(room / (LETTER * size)) - 1
    return f"{words[:count]}…" if count >= 2 else ""


def ticks(low: float, high: float, count: int) -> list[float]:
    """About `count` round numbers between two."""
    span = max(high - low, 1e-9)
    rough = span / max(count, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(at * step, 9) for at in range(first, math.floor(high / step + 1e-9) + 1)]
