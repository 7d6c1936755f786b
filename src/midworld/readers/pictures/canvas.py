"""Lines and letters over a picture."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ...geometry import FloatArray
from .palette import Theme
from .props import Line

# Lines are drawn larger and made smaller again, which smooths them.
FINE = 3
DASHES: dict[Line, tuple[float, float]] = {"dashed": (9.0, 6.0), "dotted": (1.6, 6.0)}

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Rectangle = tuple[float, float, float, float]


class Canvas:
    """A picture to draw on; `unit` is a thousandth and a half of a full page, for sizes of lines and letters."""

    def __init__(self, colours: FloatArray, theme: Theme, *, unit: float) -> None:
        pixels = (np.clip(colours, 0, 1) * 255 + 0.5).astype(np.uint8)
        self.image = Image.fromarray(pixels, "RGB")
        self.theme, self.unit = theme, unit
        self._layer: Image.Image | None = None

    def line(
        self, points: FloatArray, colour: str, width: float, *, line: Line = "solid", opacity: float = 1.0
    ) -> None:
        """A line through places `(n, 2)`."""
        layer = self._lines()
        draw = ImageDraw.Draw(layer)
        ink = _ink(colour, opacity)
        thick = max(1, round(width * self.unit * FINE))
        pieces = [points] if line == "solid" else dashes(points, *(self.unit * each for each in DASHES[line]))
        for piece in pieces:
            places = [(float(x) * FINE, float(y) * FINE) for x, y in piece]
            draw.line(places, fill=ink, width=thick, joint="curve")
            if thick > 3:
                for x, y in (places[0], places[-1]):
                    reach = thick / 2 - 0.5
                    draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)

    def dot(self, x: float, y: float, radius: float, colour: str, *, edge: str | None = None) -> None:
        draw = ImageDraw.Draw(self._lines())
        reach = radius * self.unit * FINE
        box = (x * FINE - reach, y * FINE - reach, x * FINE + reach, y * FINE + reach)
        draw.ellipse(box, fill=_ink(colour, 1), outline=_ink(edge, 1) if edge else None, width=FINE)

    def plate(self, box: Rectangle, fill: str, *, edge: str | None = None, opacity: float = 0.86) -> None:
        """A rounded background for letters."""
        draw = ImageDraw.Draw(self._lines())
        scaled = tuple(round(each * FINE) for each in box)
        draw.rounded_rectangle(
            (scaled[0], scaled[1], scaled[2], scaled[3]),
            radius=round(5 * self.unit * FINE),
            fill=_ink(fill, opacity),
            outline=_ink(edge, 1) if edge else None,
            width=max(1, round(1.3 * self.unit * FINE)),
        )

    def text(
        self, x: float, y: float, words: str, size: float, *, colour: str | None = None, bold: bool = False
    ) -> float:
        """Letters with their left end on a base line; returns where they end."""
        self.flush()
        face = font(max(7, round(size * self.unit)), bold)
        draw = ImageDraw.Draw(self.image)
        draw.text((round(x), round(y)), words, font=face, fill=colour or self.theme.ink, anchor="ls")
        return x + face.getlength(words)

    def measured(self, words: str, size: float, *, bold: bool = False) -> float:
        return float(font(max(7, round(size * self.unit)), bold).getlength(words))

    def flush(self) -> None:
        """Puts the lines drawn so far onto the picture."""
        if self._layer is not None:
            small = self._layer.reduce(FINE)
            self._layer = None
            self.image.paste(small, (0, 0), small)

    def _lines(self) -> Image.Image:
        if self._layer is None:
            size = (self.image.width * FINE, self.image.height * FINE)
            self._layer = Image.new("RGBA", size, (0, 0, 0, 0))
        return self._layer


@lru_cache(maxsize=64)
def font(size: int, bold: bool = False) -> Font:
    """DejaVu where the system has it, as it knows most letters; else what comes with Pillow."""
    try:
        return ImageFont.truetype("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf", size)
    except OSError:
        return ImageFont.load_default(size)


def dashes(points: FloatArray, on: float, off: float) -> list[FloatArray]:
    """A line cut into dashes of even length, however its points lie."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    if along[-1] <= 0:
        return []
    pieces: list[FloatArray] = []
    for start in np.arange(0.0, float(along[-1]), on + off):
        end = min(start + on, float(along[-1]))
        inner = points[(along > start) & (along < end)]
        ends = np.array([[np.interp(at, along, points[:, axis]) for axis in range(2)] for at in (start, end)])
        pieces.append(np.concatenate([ends[:1], inner, ends[1:]]))
    return pieces


def _ink(colour: str, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (red, green, blue, round(255 * opacity))
