"""Charts of a recording for papers, by matplotlib: what happened when, and where things went."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ..geometry import Meshes, outline, primitives, surface, transform
from ..world import (
    DIVERGENCES,
    FALSE_BELIEF,
    STABLE,
    Agent,
    BodyPart,
    Ended,
    EntityId,
    Event,
    Object,
    Situation,
    Status,
)
from .pictures import LIGHT, Story, Strand, Theme, Track, known_runs, moved, runs, said, seen_runs, telling
from .scenery import BELIEVED, CORRECTED, HELD, OBSERVED, colour_of_world, hexed, is_ground, relative, world_word

DPI = 100
ROW_IN, HEAD_IN = 0.24, 1.1
# More bars at once than these share one.
CROWD = 2
HUES = {
    "isOn": "#4d7099",
    "isIn": "#6d5a9e",
    "isHeldBy": hexed(HELD),
    "isMoving": "#9aa1ab",
    FALSE_BELIEF: hexed(BELIEVED),
}
OTHERS = "#8f8aa6"
BANDS = {
    Status.PERCEIVED: hexed(CORRECTED),
    Status.INFERRED: "#9fd3c2",
    Status.HELD: hexed(HELD),
    Status.UNKNOWN: "#c9ced6",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """What held from when to when; `unseen` says that its subject was out of sight when it began."""

    start: float
    end: float
    words: str
    hue: str
    unseen: bool = False
    lane: int = 0


def timeline_chart(
    story: Story, world: str = STABLE, *, only: Sequence[str] = (), width: int = 1200, theme: Theme = LIGHT
) -> Figure:
    """A row for each agent and thing: how its place is known, what held, what happened, and who was wrong."""
    strand = story.strand(world)
    every = [each for each in held(strand, story.end) if _wanted(each, only)]
    facts = [each for each in every if telling(each) or each.predicate in only]
    events = [each for each in strand.entries if isinstance(each, Event) and _wanted(each, only)]
    wrong = list(mistakes(story)) if world == STABLE else []
    rows = {name: (bars, track) for name, bars, track in _rows(strand, facts, events, wrong, only)}
    lanes = {name: 1 + max((bar.lane for bar in bars), default=0) for name, (bars, _) in rows.items()}
    figure, axes = _figure(width, HEAD_IN + ROW_IN * (sum(lanes.values()) + 1.2 * len(wrong)), theme)
    shift, top, ticks = story.start - story.shown(story.start), 0.0, list[tuple[float, str]]()
    for name, (bars, track) in rows.items():
        ticks.append((top + lanes[name] / 2, name))
        axes.axhline(top, color=theme.rule, linewidth=0.6)
        if track is not None:
            _band(axes, track, top, shift)
        for bar in bars:
            _bar(axes, bar, top + bar.lane, shift, theme)
        top += lanes[name]
    _events(axes, events, {name: y for y, name in ticks}, shift)
    axes.set_ylim(max(top, 1.0), 0.0)
    axes.set_xlim(story.shown(story.start), max(story.shown(story.end), story.shown(story.start) + 1e-3))
    axes.set_yticks([y for y, _ in ticks], [name for _, name in ticks])
    axes.set_xlabel("seconds")
    axes.set_title(
        f"Timeline, {world_word(world)}", loc="left", pad=46 if events else 8, color=hexed(colour_of_world(world))
    )
    said = [f"{each.start - shift:.1f} s: {each.words}" for each in wrong]
    left_out = sorted({each.predicate for each in every} - {each.predicate for each in facts})
    said += [f"left out, as --only can ask for them: {', '.join(left_out)}"] if left_out else []
    figure.supxlabel("\n".join(said), x=0.02, ha="left", fontsize=8.5, color=theme.faint)
    return figure


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


def mistakes(story: Story) -> Iterator[Bar]:
    """Who was wrong, as plain sentences whose times are those of the chart."""
    if DIVERGENCES not in story.strands:
        return
    offset = story.start - story.shown(story.start)
    for each in held(story.strand(DIVERGENCES), story.end):
        if each.predicate == FALSE_BELIEF:
            words = each.reason or f"{each.subject} is wrong about {each.object}"
            yield Bar(each.start, each.end or each.start, relative(words, offset, story.end), HUES[FALSE_BELIEF])


def _until(begun: Situation, end: float) -> Situation:
    return Situation(begun.start, begun.predicate, begun.subject, begun.object, end, begun.confidence, begun.reason)


def _wanted(each: Situation | Event, only: Sequence[str]) -> bool:
    return not only or each.subject in only or each.object in only or each.predicate in only


def _rows(
    strand: Strand, facts: Sequence[Situation], events: Sequence[Event], wrong: Sequence[Bar], only: Sequence[str]
) -> Iterator[tuple[str, list[Bar], Track | None]]:
    """Agents first, then things that move or of which something is said."""
    entities = strand.last.structure.entities
    agents = [entity.id for entity in entities if isinstance(entity.role, Agent)]
    things = [entity.id for entity in entities if isinstance(entity.role, Object) and not entity.role.static]
    named = {*(each.subject for each in facts), *(str(each.subject) for each in events if each.subject)}
    named |= {str(each.object) for each in events} | {each.words.split()[0] for each in wrong}
    for name in (*agents, *things, *sorted(named - {*agents, *things, "None"})):
        if name in named or (name in things and (not only or name in only)):
            track = strand.tracks.get(EntityId(name))
            mine = [each for each in wrong if each.words.split()[0] == name]
            own = [each for each in facts if each.subject == name]
            yield name, _packed([*mine, *_bars(own, track)]), track if name in things else None


def _bars(facts: Sequence[Situation], track: Track | None) -> Iterator[Bar]:
    """One bar a fact; of a predicate that holds for many at once, one for each set of them."""
    for predicate in dict.fromkeys(each.predicate for each in facts):
        alike = [each for each in facts if each.predicate == predicate]
        stamps = sorted({stamp for each in alike for stamp in (each.start, each.end or each.start)})
        many = max((sum(e.start <= s < (e.end or s) for e in alike) for s in stamps), default=0) > CROWD
        for start, end in pairwise(stamps) if many else ():
            whom = [str(each.object) for each in alike if each.start <= start and (each.end or each.start) >= end]
            if whom:
                words = f"{predicate} {len(whom)}: {', '.join(whom)}" if len(whom) > 1 else f"{predicate} {whom[0]}"
                yield Bar(start, end, words, HUES.get(predicate, OTHERS))
        for each in () if many else alike:
            words = said(each).removeprefix(f"{each.subject} ")
            unseen = track is not None and not _perceived(track, each.start)
            yield Bar(each.start, each.end or each.start, words, HUES.get(predicate, OTHERS), unseen)


def _packed(bars: Sequence[Bar]) -> list[Bar]:
    """Bars in as few lanes as they fit without touching."""
    ends: list[float] = []
    found: list[Bar] = []
    for bar in sorted(bars, key=lambda each: (each.start, each.end)):
        lane = next((lane for lane, free in enumerate(ends) if free <= bar.start), len(ends))
        ends[lane : lane + 1] = [bar.end]
        found.append(Bar(bar.start, bar.end, bar.words, bar.hue, bar.unseen, lane))
    return found


def _perceived(track: Track, stamp: float) -> bool:
    at = int(np.searchsorted(track.stamps, stamp, side="right")) - 1
    return at < 0 or bool(track.perceived[at])


def _figure(width: int, height_in: float, theme: Theme) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width / DPI, height_in), dpi=DPI, facecolor=theme.paper, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _dress(axes, theme)
    return figure, axes


def _dress(axes: Axes, theme: Theme) -> None:
    axes.set_facecolor(theme.paper)
    axes.tick_params(colors=theme.ink, length=3)
    axes.xaxis.label.set_color(theme.ink)
    axes.yaxis.label.set_color(theme.ink)
    for name, spine in axes.spines.items():
        spine.set_color(theme.faint)
        spine.set_visible(name in ("left", "bottom"))


def _band(axes: Axes, track: Track, top: float, shift: float) -> None:
    """How the place of a thing is known, through time."""
    for first, last in runs(track.status):
        start, end = float(track.stamps[first]), float(track.stamps[min(last, len(track.stamps) - 1)])
        status = Status(int(track.status[first]))
        axes.broken_barh([(start - shift, end - start)], (top + 0.04, 0.14), facecolors=BANDS[status], gid=status.word)


def _bar(axes: Axes, bar: Bar, top: float, shift: float, theme: Theme) -> None:
    long = max(bar.end - bar.start, 1e-3)
    wrong = bar.hue == HUES[FALSE_BELIEF]
    style = "dashed" if bar.unseen else "solid"
    box = Rectangle(
        (bar.start - shift, top + 0.24),
        long,
        0.66,
        facecolor=f"{bar.hue}40",
        edgecolor=bar.hue,
        linestyle=style,
        hatch="////" if wrong else None,
        gid=f"{bar.words}: {style}",
    )
    axes.add_patch(box)
    at = (bar.start - shift, top + 0.58, f" {bar.words}")
    words = axes.text(*at, va="center", fontsize=8, color=theme.ink, clip_on=True)
    # As much of the words as there is room for.
    words.set_clip_path(box)


def _events(axes: Axes, events: Sequence[Event], rows: dict[str, float], shift: float) -> None:
    for event in events:
        places = [rows[str(who)] for who in (event.subject, event.object) if str(who) in rows]
        if not places:
            continue
        at = event.stamp - shift
        axes.plot([at] * len(places), places, color="#333a44", linestyle=":", marker="D", markersize=5, linewidth=1)
        axes.annotate(
            said(event),
            (at, 0.0),
            xytext=(3, 4),
            textcoords="offset points",
            rotation=28,
            fontsize=8,
            annotation_clip=False,
        )


def trajectory_plot(
    story: Story,
    world: str = STABLE,
    *,
    only: Sequence[str] = (),
    width: int = 1200,
    meshes: Meshes | None = None,
    theme: Theme = LIGHT,
) -> Figure:
    """The ways of what moved, from above and from the side, to scale: observed, corrected, dashed while unseen."""
    strand = story.strand(world)
    tracks = {name: each for name, each in strand.tracks.items() if moved(each) and (not only or name in only)}
    figure = Figure(figsize=(width / DPI, 0.55 * width / DPI), dpi=DPI, facecolor=theme.paper, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (view, first, second) in zip(
        figure.subplots(1, 2), (("from above", 0, 1), ("from the side", 0, 2)), strict=True
    ):
        _dress(axes, theme)
        _shapes(axes, strand, (first, second), meshes or {}, theme)
        for each in story.observed if not world.startswith("source/") else ():
            for name, track in each.tracks.items():
                if name in tracks:
                    for points in seen_runs(track):
                        axes.plot(
                            points[:, first], points[:, second], color=hexed(OBSERVED), linewidth=4, gid="observed"
                        )
        for name, track in tracks.items():
            _way(axes, name, track, (first, second), hexed(colour_of_world(world)), theme)
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_title(view, loc="left", fontsize=10, color=theme.faint)
        axes.set_xlabel("x (m)")
        axes.set_ylabel(f"{'xyz'[second]} (m)")
    words = "Ways of what moved" if tracks else "nothing moved"
    figure.suptitle(f"{words}: pink observed, {world_word(world)} on top, dashed while nobody sees it", color=theme.ink)
    return figure


def _way(axes: Axes, name: str, track: Track, sides: tuple[int, int], colour: str, theme: Theme) -> None:
    first, second = sides
    for points, seen in known_runs(track):
        style = "solid" if seen else "dashed"
        axes.plot(
            points[:, first], points[:, second], color=colour, linestyle=style, linewidth=1.8, gid=f"{name}: {style}"
        )
    start, end = track.positions[0], track.positions[-1]
    axes.plot(start[first], start[second], "o", markerfacecolor=theme.paper, color=colour)
    axes.plot(end[first], end[second], "o", color=colour)
    axes.annotate(name, (end[first], end[second]), xytext=(6, 6), textcoords="offset points", color=theme.ink)


def _shapes(axes: Axes, strand: Strand, sides: tuple[int, int], meshes: Meshes, theme: Theme) -> None:
    """The outlines of everything but the floor, where it is at the end."""
    world = strand.last
    for entity in world.structure.entities:
        shape = entity.visual or entity.collision
        if (
            shape is None
            or not isinstance(entity.role, Object)
            or isinstance(entity.role, BodyPart)
            or is_ground(entity)
        ):
            continue
        for part in primitives(shape):
            corners = surface(part.shape, meshes).reshape(-1, 3)
            if len(corners):
                flat = transform((world.pose(entity.id) @ part.pose).array, corners)[:, sides]
                loop = outline(flat)
                fill = theme.rule if entity.role.static else "none"
                axes.fill(loop[:, 0], loop[:, 1], facecolor=fill, edgecolor=theme.faint, linewidth=0.7, alpha=0.7)


def written(chart: Figure, where: Path | BinaryIO, form: str) -> None:
    """Writes a chart as `svg`, `pdf` or `png`; the same recording gives the same bytes. Raises OSError."""
    # No day in them, and no names by chance.
    day = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    with mpl.rc_context({"svg.hashsalt": "midworld", "svg.fonttype": "none", "pdf.fonttype": 42}):
        chart.savefig(where, format=form, metadata=day)
