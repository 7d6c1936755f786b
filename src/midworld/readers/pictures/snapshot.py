"""A picture of a world at an instant, and strips of several, with captions that say what one sees."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ...world import SOURCE_PREFIX, STABLE
from ..scenery import BELIEVED, hexed, mistaken, world_word
from .canvas import Canvas
from .drawing import drawn
from .palette import HELD, LIGHT, OBSERVED, Theme, world_colour
from .props import Line, Stage
from .skins import Skins
from .staging import Direction, staged
from .story import RecordedInstant, Story
from .views import hidden_from, view
from .words import just_changed, said

FULL_WIDTH = 1600.0
BAND = 78.0


@dataclass(frozen=True, slots=True)
class Format:
    """The size of a picture in pixels, seen from where, on which paper."""

    width: int = 1600
    height: int = 1000
    view: str = "auto"
    theme: Theme = LIGHT


def snapshot(story: Story, moment: RecordedInstant, direction: Direction, form: Format | None = None) -> Image.Image:
    """A captioned picture of one world at one instant. Raises UnknownName for a world or view that is not there."""
    return panels(story, [(moment, direction)], form or Format(), unit=(form or Format()).width / FULL_WIDTH)[0]


def panels(
    story: Story, shots: Sequence[tuple[RecordedInstant, Direction]], form: Format, *, unit: float, legend: bool = True
) -> list[Image.Image]:
    """Several pictures of one size from one place."""
    unit = max(unit, 0.4)
    band = round(BAND * unit)
    skins = Skins((shots[0][1].meshes if shots else None) or {})
    stages: list[Stage] = []
    for moment, direction in shots:
        story.strand(direction.world)
        hide = direction.hide | hidden_from(form.view, moment.world(direction.world))
        stages.append(staged(story, moment, replace(direction, hide=hide), skins))
    worlds = [moment.world(direction.world) for moment, direction in shots]
    cameras = view(form.view, stages, worlds, width=form.width, height=max(form.height - band, 1))
    pictures: list[Image.Image] = []
    for (moment, direction), stage, camera in zip(shots, stages, cameras, strict=True):
        canvas, left_out = drawn(stage, camera, form.theme, unit=unit)
        page = _page(canvas, form, band, unit)
        scale = camera.pixel_m(1.0) if camera.parallel else None
        _caption(page, story, moment, direction.world, stage, left_out, top=form.height - band, legend=legend)
        if legend:
            _legend(page, direction.world, scale, top=form.height - band, wrong=bool(mistaken(moment.worlds)))
        page.flush()
        pictures.append(page.image)
    return pictures


def _page(canvas: Canvas, form: Format, band: int, unit: float) -> Canvas:
    page = Canvas(np.zeros((form.height, form.width, 3)), form.theme, unit=unit)
    page.image.paste(canvas.image, (0, 0))
    page.image.paste(form.theme.band, (0, form.height - band, form.width, form.height))
    page.line(np.array([[0, form.height - band], [form.width, form.height - band]], float), form.theme.rule, 1.5)
    return page


def _caption(
    page: Canvas,
    story: Story,
    moment: RecordedInstant,
    world: str,
    stage: Stage,
    left_out: int,
    *,
    top: int,
    legend: bool,
) -> None:
    unit, left = page.unit, 18 * page.unit
    end = page.text(left, top + 31 * unit, f"{story.shown(moment.stamp):.2f} s", 21, bold=True)
    end = page.text(end + 16 * unit, top + 31 * unit, world, 19, colour=world_colour(world), bold=True)
    remarks = [
        f"{each.agent} thinks {each.thing} is {each.thinks}, it is {each.actual}" for each in mistaken(moment.worlds)
    ]
    if stage.unknown:
        remarks.append(f"place unknown: {', '.join(stage.unknown)}")
    if left_out:
        remarks.append(f"{left_out} label{'s' if left_out > 1 else ''} left out")
    room = page.image.width - left - (((800 if remarks and world == STABLE else 620) if legend else 20) * unit)
    if remarks:
        page.text(
            end + 16 * unit,
            top + 31 * unit,
            _cut(page, "; ".join(remarks), room - end, 15),
            15,
            colour=page.theme.faint,
        )
    now, entries = just_changed(story.strand(world).entries, moment.stamp)
    if not entries:
        words = "nothing has been worked out yet"
    else:
        words = "  ·  ".join(said(entry) for entry in entries)
        words = words if now else f"since {story.shown(_first(entries)):.2f} s:  {words}"
    ink = page.theme.ink if now else page.theme.faint
    page.text(left, top + 61 * unit, _cut(page, words, page.image.width - 2 * left, 17), 17, colour=ink)


def _first(entries: Sequence[object]) -> float:
    stamps = [float(getattr(entry, "start", getattr(entry, "stamp", 0.0))) for entry in entries]
    return max(stamps)


def _cut(page: Canvas, words: str, room: float, size: float) -> str:
    """As many of the words as there is room for."""
    if page.measured(words, size) <= room:
        return words
    while words and page.measured(f"{words} ...", size) > room:
        words = words[:-1]
    return f"{words.rstrip(' ·;,')} ..." if words else ""


def _legend(page: Canvas, world: str, scale: float | None, *, top: int, wrong: bool) -> None:
    """What colours and lines mean, from the right."""
    unit = page.unit
    entries: list[tuple[str, str, Line]] = [("held", HELD, "solid"), ("not seen now", world_colour(world), "dashed")]
    entries.append((world_word(world), world_colour(world), "solid"))
    if wrong and world == STABLE:
        entries.insert(0, ("wrongly believed", hexed(BELIEVED), "dashed"))
    if not world.startswith(SOURCE_PREFIX):
        entries.append(("observed", OBSERVED, "solid"))
    right, y = page.image.width - 18 * unit, top + 25 * unit
    if scale is not None:
        right = _ruler(page, right, y, scale)
    for word, colour, line in entries:
        right -= page.measured(word, 15)
        page.text(right, y + 5 * unit, word, 15, colour=page.theme.faint)
        page.line(np.array([[right - 40 * unit, y], [right - 8 * unit, y]]), colour, 3.2, line=line)
        right -= 58 * unit


def _ruler(page: Canvas, right: float, y: float, scale: float) -> float:
    """A bar of a round length; returns where there is room to the left of it."""
    unit = page.unit
    lengths = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]
    metres = max((each for each in lengths if each / scale < 130 * unit), default=lengths[0])
    word = f"{metres:g} m"
    right -= page.measured(word, 15)
    page.text(right, y + 5 * unit, word, 15, colour=page.theme.faint)
    end, start = right - 8 * unit, right - 8 * unit - metres / scale
    for x0, y0, x1, y1 in (
        (start, y, end, y),
        (start, y - 5 * unit, start, y + 5 * unit),
        (end, y - 5 * unit, end, y + 5 * unit),
    ):
        page.line(np.array([[x0, y0], [x1, y1]]), page.theme.ink, 1.6)
    return start - 26 * unit
