"""What happened and what held, as a chart: a row for each agent and thing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...world import STABLE, Agent, Ended, EntityId, Event, Object, Situation, Status
from .lanes import lanes
from .palette import BELIEVED, BLUE, CORRECTED, HELD, LIGHT, OBSERVED, SKY, VERMILION, Theme, world_colour
from .story import Story, Strand, Track
from .svg import Svg, fitted, ticks, wide
from .trails import runs
from .words import said, telling

NAMES_PX, RIGHT_PX, TOP_PX = 132.0, 26.0, 52.0
LANE_PX, BAND_PX, PAD_PX, EVENT_PX = 21.0, 7.0, 7.0, 19.0
LETTERS = 12.5
# From this many at once on, they share a bar.
CROWD = 2
HUES = {
    "isOn": CORRECTED,
    "isIn": BLUE,
    "isHeldBy": HELD,
    "isNextTo": "#8c8e92",
    "isMoving": SKY,
    "sees": OBSERVED,
    "looksAt": OBSERVED,
    "pointsAt": VERMILION,
}
OTHERS = "#9a8fb8"
WORDS = {
    Status.PERCEIVED: "perceived",
    Status.INFERRED: "inferred",
    Status.HELD: "held",
    Status.UNKNOWN: "place unknown",
}


@dataclass(frozen=True, slots=True)
class _Bar:
    """A situation with its lane; `unseen` says that its subject was out of sight when it began."""

    start: float
    end: float
    words: str
    hue: str
    unseen: bool
    lane: int


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    bars: tuple[_Bar, ...]
    track: Track | None

    @property
    def height(self) -> float:
        count = 1 + max((bar.lane for bar in self.bars), default=-1 if self.track is not None else 0)
        return 2 * PAD_PX + (BAND_PX + 4 if self.track is not None else 0) + max(count, 0) * LANE_PX


def timeline_chart(
    story: Story, world: str = STABLE, *, only: Sequence[str] = (), width: int = 1200, theme: Theme = LIGHT
) -> str:
    """An SVG of one world's timeline; `only` names the agents, things and predicates to show."""
    strand = story.strand(world)
    every = [each for each in held(strand, story.end) if _wanted(each.subject, each.object, each.predicate, only)]
    situations = [each for each in every if telling(each) or each.predicate in only]
    left_out = sorted({each.predicate for each in every} - {each.predicate for each in situations})
    events = [
        each
        for each in strand.entries
        if isinstance(each, Event) and _wanted(each.subject, each.object, each.predicate, only)
    ]
    rows = _rows(strand, situations, events, only)
    scale = _Scale(story, NAMES_PX, width - RIGHT_PX)
    labels, levels = _event_lanes(events, scale, width)
    head = TOP_PX + (1 + max(levels, default=-1)) * EVENT_PX + 6
    foot = head + sum(row.height for row in rows)
    svg = Svg(width, foot + 76, title=f"Timeline of {world}", theme=theme)
    svg.text(16, 27, "Timeline", 17, bold=True)
    svg.text(16 + wide("Timeline ", 17), 27, world, 15, colour=world_colour(world), bold=True)
    _axis(svg, scale, head, foot)
    tops = _draw_rows(svg, rows, scale, head, width)
    _draw_events(svg, events, labels, levels, scale, tops, head)
    _legend(svg, foot + 58)
    if left_out:
        remark = f"left out, as --only can ask for them: {', '.join(left_out)}"
        svg.text(NAMES_PX, foot + 36, fitted(remark, width - 260, 11.5), 11.5, colour=theme.faint)
    return svg.written()


class _Scale:
    """From stamps to pixels."""

    def __init__(self, story: Story, left: float, right: float) -> None:
        self.start, self.end = story.start, max(story.end, story.start + 1e-3)
        self.left, self.right = left, right
        self.offset = story.start - story.shown(story.start)

    def __call__(self, stamp: float) -> float:
        share = (min(max(stamp, self.start), self.end) - self.start) / (self.end - self.start)
        return self.left + share * (self.right - self.left)


def held(strand: Strand, end: float) -> list[Situation]:
    """Every situation of a recording with its end, also those the timeline has forgotten since."""
    open_: dict[tuple[str, str, object], Situation] = {}
    found: list[Situation] = []
    for entry in strand.entries:
        match entry:
            case Situation():
                open_[entry.statement] = entry
            case Ended(stamp, predicate, subject, target):
                begun = open_.pop((subject, predicate, target), None)
                if begun is not None:
                    found.append(_until(begun, stamp))
            case Event():
                pass
    found.extend(_until(each, each.end if each.end is not None else end) for each in open_.values())
    return sorted(found, key=lambda each: (each.start, each.subject, each.predicate, str(each.object)))


def _until(begun: Situation, end: float) -> Situation:
    return Situation(begun.start, begun.predicate, begun.subject, begun.object, end, begun.confidence, begun.reason)


def _wanted(subject: str | None, target: object, predicate: str, only: Sequence[str]) -> bool:
    return not only or subject in only or target in only or predicate in only


def _rows(strand: Strand, situations: Sequence[Situation], events: Sequence[Event], only: Sequence[str]) -> list[_Row]:
    """Agents first, then things that move or of which something is said."""
    entities = strand.last.structure.entities
    agents = [entity.id for entity in entities if isinstance(entity.role, Agent)]
    things = [entity.id for entity in entities if isinstance(entity.role, Object) and not entity.role.static]
    named = {*(each.subject for each in situations), *(str(each.subject) for each in events if each.subject)}
    named |= {str(each.object) for each in events}
    rows: list[_Row] = []
    for name in (*agents, *things, *sorted(named - {*agents, *things, "None"})):
        moves = name in things and (not only or name in only)
        if name in named or moves:
            track = strand.tracks.get(EntityId(name)) if name in things else None
            own = [each for each in situations if each.subject == name]
            rows.append(_Row(name, _bars(own, strand.tracks.get(EntityId(name))), track))
    return rows


def _bars(situations: Sequence[Situation], track: Track | None) -> tuple[_Bar, ...]:
    """One bar a situation; of a predicate that holds for many at once, one bar for each set of them."""
    bars: list[_Bar] = []
    lowest = 0
    for predicate in dict.fromkeys(each.predicate for each in situations):
        alike = [each for each in situations if each.predicate == predicate]
        extents = [(each.start, each.end if each.end is not None else each.start) for each in alike]
        levels = lanes(extents)
        words = [said(each).removeprefix(f"{each.subject} ") for each in alike]
        if max(levels) >= CROWD:
            extents, words = _together(predicate, alike)
            levels = [0] * len(words)
        free = min((level for level in range(lowest) if _fits(bars, level, extents)), default=lowest)
        base = free if max(levels) == 0 else lowest
        for (start, end), word, level in zip(extents, words, levels, strict=True):
            unseen = track is not None and not _perceived(track, start)
            bars.append(_Bar(start, end, word, HUES.get(predicate, OTHERS), unseen, base + level))
        lowest = max(bar.lane for bar in bars) + 1
    return tuple(bars)


def _fits(bars: Sequence[_Bar], lane: int, extents: Sequence[tuple[float, float]]) -> bool:
    taken = [(bar.start, bar.end) for bar in bars if bar.lane == lane]
    return all(end <= first or last <= start for start, end in extents for first, last in taken)


def _together(predicate: str, alike: Sequence[Situation]) -> tuple[list[tuple[float, float]], list[str]]:
    """The stretches of time in which one predicate holds for the same things, and what to call each."""
    stamps = sorted({stamp for each in alike for stamp in (each.start, each.end or each.start)})
    extents: list[tuple[float, float]] = []
    words: list[str] = []
    for start, end in pairwise(stamps):
        whom = [str(each.object) for each in alike if each.start <= start and (each.end or each.start) >= end]
        if whom:
            extents.append((start, end))
            words.append(f"{predicate} {len(whom)}: {', '.join(whom)}" if len(whom) > 1 else f"{predicate} {whom[0]}")
    return extents, words


def _perceived(track: Track, stamp: float) -> bool:
    at = int(np.searchsorted(track.stamps, stamp, side="right")) - 1
    return at < 0 or bool(track.perceived[at])


def _event_lanes(events: Sequence[Event], scale: _Scale, width: float) -> tuple[list[float], list[int]]:
    """Where each event's words begin, and in which line above the chart."""
    lefts = [min(scale(each.stamp) + 5, width - 8 - wide(said(each), LETTERS)) for each in events]
    extents = [(left, left + wide(said(each), LETTERS)) for left, each in zip(lefts, events, strict=True)]
    return lefts, lanes(extents, gap=12.0)


def _axis(svg: Svg, scale: _Scale, top: float, bottom: float) -> None:
    for tick in ticks(scale.start - scale.offset, scale.end - scale.offset, 10):
        x = scale(tick + scale.offset)
        svg.path([(x, top), (x, bottom + 4)], svg.theme.rule, width=0.8)
        svg.text(x, bottom + 19, f"{tick:g}", LETTERS, colour=svg.theme.faint, anchor="middle")
    svg.text(scale.right, bottom + 36, "seconds", LETTERS, colour=svg.theme.faint, anchor="end")


def _draw_rows(
    svg: Svg, rows: Sequence[_Row], scale: _Scale, top: float, width: float
) -> dict[str, tuple[float, float]]:
    places: dict[str, tuple[float, float]] = {}
    for at, row in enumerate(rows):
        if at % 2 == 0:
            svg.rect((0, top, width, row.height), svg.theme.band, opacity=0.75)
        svg.text(NAMES_PX - 12, top + row.height / 2 + 4.5, fitted(row.name, NAMES_PX - 20, 14), 14, anchor="end")
        places[row.name] = (top, top + row.height)
        line = top + PAD_PX
        if row.track is not None:
            _band(svg, row.track, scale, line)
            line += BAND_PX + 4
        for bar in row.bars:
            _bar(svg, bar, scale, line + bar.lane * LANE_PX)
        top += row.height
    return places


def _band(svg: Svg, track: Track, scale: _Scale, top: float) -> None:
    """How the place of a thing is known, through time."""
    for first, last in runs(track.status):
        start = scale(float(track.stamps[first]))
        end = scale(float(track.stamps[min(last, len(track.stamps) - 1)]))
        box = (start, top, max(end - start, 1.0), BAND_PX)
        status = Status(int(track.status[first]))
        match status:
            case Status.PERCEIVED:
                svg.rect(box, CORRECTED, tip=WORDS[status])
            case Status.INFERRED:
                svg.rect(box, CORRECTED, opacity=0.22, stroke=CORRECTED, line="dashed", tip=WORDS[status])
            case Status.HELD:
                svg.rect(box, HELD, tip=WORDS[status])
            case Status.UNKNOWN:
                svg.path([(start, top + BAND_PX / 2), (end, top + BAND_PX / 2)], svg.theme.faint, line="dotted")


def _bar(svg: Svg, bar: _Bar, scale: _Scale, top: float) -> None:
    left, right = scale(bar.start), scale(bar.end)
    tip = f"{bar.words}: {bar.start - scale.offset:.2f} to {bar.end - scale.offset:.2f} s"
    box = (left, top, max(right - left, 2.0), LANE_PX - 3)
    svg.rect(box, bar.hue, opacity=0.26, stroke=bar.hue, line="dashed" if bar.unseen else "solid", radius=3, tip=tip)
    words = fitted(bar.words, right - left - 8, LETTERS)
    if words:
        svg.text(left + 5, top + LANE_PX - 8, words, LETTERS)


def _draw_events(
    svg: Svg,
    events: Sequence[Event],
    lefts: Sequence[float],
    levels: Sequence[int],
    scale: _Scale,
    places: dict[str, tuple[float, float]],
    head: float,
) -> None:
    """A mark on everyone concerned, joined by a thin line to the words above."""
    for event, left, level in zip(events, lefts, levels, strict=True):
        x, line = scale(event.stamp), TOP_PX + level * EVENT_PX
        rows = [places[str(who)] for who in (event.subject, event.object) if str(who) in places]
        lowest = max((bottom for _, bottom in rows), default=head)
        svg.path([(x, line + 4), (x, lowest - 4)], BELIEVED, width=1.1, line="dotted")
        svg.text(left, line + 9, said(event), LETTERS, colour=svg.theme.ink, halo=True)
        for top, bottom in rows:
            middle = (top + bottom) / 2
            svg.path(
                [(x - 5, middle), (x, middle - 6), (x + 5, middle), (x, middle + 6)],
                svg.theme.paper,
                fill=BELIEVED,
                closed=True,
            )


def _legend(svg: Svg, y: float) -> None:
    x = NAMES_PX
    looks = (("perceived", CORRECTED, 1.0), ("inferred", CORRECTED, 0.22), ("held", HELD, 1.0))
    for words, colour, opacity in looks:
        line = "dashed" if opacity < 1 else "solid"
        svg.rect((x, y - 8, 22, BAND_PX), colour, opacity=opacity, stroke=colour, line=line)
        svg.text(x + 28, y, words, LETTERS, colour=svg.theme.faint)
        x += 28 + wide(words, LETTERS) + 22
    svg.rect((x, y - 12, 22, 14), OTHERS, opacity=0.26, stroke=OTHERS, line="dashed", radius=3)
    svg.text(x + 28, y, "a fact that began unseen", LETTERS, colour=svg.theme.faint)
    x += 28 + wide("a fact that began unseen", LETTERS) + 22
    svg.path(
        [(x, y - 5), (x + 5, y - 11), (x + 10, y - 5), (x + 5, y + 1)], svg.theme.paper, fill=BELIEVED, closed=True
    )
    svg.text(x + 17, y, "an event", LETTERS, colour=svg.theme.faint)
