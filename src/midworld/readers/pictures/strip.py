"""Several instants beside one another, several worlds below one another."""

import math
from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from .snapshot import FULL_WIDTH, Format, panels
from .staging import Direction
from .story import RecordedInstant, Story

GAP = 10.0
# Letters shrink with the panels, but less than they do.
LETTERS = 1.2
MOST_ACROSS = 3


def strip(
    story: Story, moments: Sequence[RecordedInstant], directions: Sequence[Direction], form: Format | None = None
) -> Image.Image:
    """One sheet of the whole format's width: a row for each world, or, for one world, as many rows as it takes."""
    form = form or Format()
    across = len(moments) if len(directions) > 1 else _across(len(moments))
    gap = round(GAP * form.width / FULL_WIDTH)
    width = (form.width - gap * (across - 1)) // across
    height = round(width * form.height / form.width * 1.12)
    small = replace(form, width=width, height=height)
    shots = [(moment, since(direction, moments, at)) for direction in directions for at, moment in enumerate(moments)]
    pictures = panels(
        story, shots, small, unit=LETTERS * math.sqrt(width / form.width) * form.width / FULL_WIDTH, legend=False
    )
    rows = math.ceil(len(shots) / across)
    sheet = Image.new("RGB", (form.width, rows * height + (rows - 1) * gap), form.theme.rule)
    for number, picture in enumerate(pictures):
        sheet.paste(picture, ((number % across) * (width + gap), (number // across) * (height + gap)))
    if len(shots) % across:
        last = len(shots) % across
        sheet.paste(form.theme.paper, (last * (width + gap), (rows - 1) * (height + gap), sheet.width, sheet.height))
    return sheet


def since(direction: Direction, moments: Sequence[RecordedInstant], at: int) -> Direction:
    """With trails that begin where the panel before ends, unless their length was asked for."""
    if direction.trail_s is not None or at == 0:
        return direction
    return replace(direction, trail_s=max(moments[at].stamp - moments[at - 1].stamp, 0.0))


def _across(count: int) -> int:
    """Rows as even as can be, none longer than three."""
    rows = math.ceil(count / MOST_ACROSS)
    return math.ceil(count / rows)
