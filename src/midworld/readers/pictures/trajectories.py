"""Where things went, observed and corrected, from above and from the side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...geometry import FloatArray, Meshes, outline, primitives
from ...world import STABLE, BodyPart, EntityId, Object, Status
from .labels import Wanted, placed
from .palette import LIGHT, OBSERVED, Theme, world_colour, world_word
from .props import Line
from .skins import Skins
from .staging import is_floor
from .story import Story, Strand, Track
from .svg import Svg, ticks, wide
from .trails import known_runs, moved, seen_runs

MARGIN_M = 0.12
LEFT_PX, RIGHT_PX, TOP_PX, GAP_PX, FOOT_PX = 78.0, 26.0, 66.0, 66.0, 92.0
# Of both one below the other, and of each one beside the other.
TALLEST_PX, HIGHEST_PX = 900.0, 600.0
LETTERS = 12.5

Axis = Literal[0, 1]


@dataclass(frozen=True, slots=True, eq=False)
class _Panel:
    """A view along an axis: `matrix` `(2, 3)` takes points to metres across and up, `low` is its lower left."""

    name: str
    matrix: FloatArray
    names: tuple[str, str]
    low: FloatArray
    high: FloatArray
    left: float
    top: float
    scale: float

    def flat(self, points: FloatArray) -> FloatArray:
        metres = np.asarray(points).reshape(-1, 3) @ self.matrix.T
        return np.column_stack(
            [
                self.left + (metres[:, 0] - self.low[0]) * self.scale,
                self.top + (self.high[1] - metres[:, 1]) * self.scale,
            ]
        )

    @property
    def box(self) -> tuple[float, float, float, float]:
        wide_px, high_px = (self.high - self.low) * self.scale
        return (self.left, self.top, float(wide_px), float(high_px))


def trajectory_plot(
    story: Story,
    world: str = STABLE,
    *,
    only: Sequence[str] = (),
    width: int = 1000,
    meshes: Meshes | None = None,
    theme: Theme = LIGHT,
) -> str:
    """An SVG of the ways of all that moved in one world, and of what sensors reported of it."""
    strand = story.strand(world)
    tracks = _tracks(strand, only)
    seen = {
        name: [other.tracks[name] for other in story.observed if other is not strand and name in other.tracks]
        for name in tracks
    }
    panels, height = _panels(tracks, seen, width)
    svg = Svg(width, height, title=f"Trajectories in {world}", theme=theme)
    svg.text(16, 27, "Trajectories", 17, bold=True)
    svg.text(16 + 0.9 * wide("Trajectories ", 17), 27, world, 15, colour=world_colour(world), bold=True)
    for panel in panels:
        _backdrop(svg, panel, strand, Skins(meshes or {}), tracks)
        for name in tracks:
            for points in (run for track in seen[name] for run in seen_runs(track)):
                svg.path(_pairs(panel.flat(points)), OBSERVED, width=4.2, opacity=0.75, clip=panel.name)
        for track in tracks.values():
            for points, perceived in known_runs(track):
                line: Line = "solid" if perceived else "dashed"
                svg.path(_pairs(panel.flat(points)), world_colour(world), width=1.9, line=line, clip=panel.name)
        _ends(svg, panel, tracks, world_colour(world))
    _legend(svg, world, height - 22, moved_any=any(moved(track) for track in tracks.values()))
    return svg.written()


def _tracks(strand: Strand, only: Sequence[str]) -> dict[EntityId, Track]:
    """Of the things that are named, else of those that moved, else of all."""
    things = {
        name: _known(track)
        for name, track in strand.tracks.items()
        if name not in strand.last or not isinstance(strand.last.entity(name).role, BodyPart)
    }
    things = {name: track for name, track in things.items() if len(track.stamps)}
    if only:
        return {name: track for name, track in things.items() if name in only}
    return {name: track for name, track in things.items() if moved(track)} or things


def _known(track: Track) -> Track:
    """Without the instants at which nobody knew the place."""
    known = track.status != Status.UNKNOWN.value
    return Track(
        track.stamps[known], track.positions[known], track.status[known], track.perceived[known], track.fresh[known]
    )


def _panels(
    tracks: dict[EntityId, Track], seen: dict[EntityId, list[Track]], width: float
) -> tuple[tuple[_Panel, _Panel], float]:
    """From above and from the side, to one scale; the side is the one along which more happens."""
    points = [track.positions for track in tracks.values()]
    points += [track.positions[track.fresh] for some in seen.values() for track in some]
    together = np.concatenate(points) if points else np.zeros((1, 3))
    low, high = together.min(axis=0) - MARGIN_M, together.max(axis=0) + MARGIN_M
    along: Axis = 0 if (high - low)[0] >= (high - low)[1] else 1
    # Seen from above without a mirror: with y to the right, x points down.
    above = np.array([[1.0, 0, 0], [0, 1.0, 0]]) if along == 0 else np.array([[0, 1.0, 0], [-1.0, 0, 0]])
    beside = np.array([above[0], [0, 0, 1.0]])
    corners = np.stack([low, high])
    spans = [np.sort(corners @ matrix.T, axis=0) for matrix in (above, beside)]
    across = float(spans[0][1, 0] - spans[0][0, 0])
    rises = [float(span[1, 1] - span[0, 1]) for span in spans]
    room = width - LEFT_PX - RIGHT_PX
    stacked = min(room / across, TALLEST_PX / sum(rises))
    paired = min((room - LEFT_PX) / (2 * across), HIGHEST_PX / max(rises))
    scale, pair = (paired, True) if paired > 0.5 * stacked else (stacked, False)
    names = ("x", "y") if along == 0 else ("y", "x")
    first = _Panel("above", above, names, spans[0][0], spans[0][1], LEFT_PX, TOP_PX, scale)
    left, top = (2 * LEFT_PX + across * scale, TOP_PX) if pair else (LEFT_PX, TOP_PX + first.box[3] + GAP_PX)
    second = _Panel("side", beside, (names[0], "z"), spans[1][0], spans[1][1], left, top, scale)
    return (first, second), max(panel.top + panel.box[3] for panel in (first, second)) + FOOT_PX


def _backdrop(svg: Svg, panel: _Panel, strand: Strand, skins: Skins, tracks: dict[EntityId, Track]) -> None:
    """Axes, what never moves, and the outlines of things where they end."""
    svg.window(panel.name, panel.box)
    svg.rect(panel.box, svg.theme.band, opacity=0.7)
    world = strand.last
    for entity in world.structure.entities:
        shape = entity.visual or entity.collision
        if not isinstance(entity.role, Object) or shape is None or world.status(entity.id) is Status.UNKNOWN:
            continue
        if not entity.role.static and entity.id not in tracks:
            continue
        pieces = [skins.of(part.shape).at(part.pose).corners for part in primitives(shape, world.pose(entity.id))]
        corners = np.concatenate([np.zeros((0, 3, 3)), *pieces])
        if not len(corners) or is_floor(corners.min(axis=(0, 1)), corners.max(axis=(0, 1))):
            continue
        for hull in (_pairs(outline(panel.flat(piece))) for piece in pieces if len(piece)):
            if entity.role.static:
                svg.path(hull, svg.theme.rule, fill=svg.theme.rule, closed=True, opacity=0.5, clip=panel.name)
            else:
                svg.path(hull, svg.theme.faint, closed=True, opacity=0.8, clip=panel.name)
    _axes(svg, panel)


def _axes(svg: Svg, panel: _Panel) -> None:
    left, top, wide_px, high_px = panel.box
    svg.rect(panel.box, "none", stroke=svg.theme.faint)
    count = max(2, round(wide_px / 110))
    for tick in ticks(float(panel.low[0]), float(panel.high[0]), count):
        x = left + (tick - float(panel.low[0])) * panel.scale
        svg.path([(x, top + high_px), (x, top + high_px + 5)], svg.theme.faint)
        svg.text(x, top + high_px + 19, f"{tick:g}", LETTERS, colour=svg.theme.faint, anchor="middle")
    for tick in ticks(float(panel.low[1]), float(panel.high[1]), max(2, round(high_px / 80))):
        y = top + (float(panel.high[1]) - tick) * panel.scale
        svg.path([(left - 5, y), (left, y)], svg.theme.faint)
        # Where x points down, its numbers do too.
        shown = -tick if panel.names[1] == "x" else tick
        svg.text(left - 9, y + 4.5, f"{shown + 0.0:g}", LETTERS, colour=svg.theme.faint, anchor="end")
    svg.text(left + wide_px, top + high_px + 36, f"{panel.names[0]} (m)", LETTERS, anchor="end")
    svg.text(left - 52, top, f"{panel.names[1]} (m)", LETTERS, anchor="end", turned=True)
    svg.text(left, top - 8, f"from {'above' if panel.name == 'above' else 'the side'}", LETTERS, colour=svg.theme.faint)


def _ends(svg: Svg, panel: _Panel, tracks: dict[EntityId, Track], colour: str) -> None:
    """A ring where each way begins, a dot where it ends, and the name there."""
    left, top, wide_px, high_px = panel.box
    places = {name: panel.flat(track.positions[[0, -1]]) for name, track in tracks.items()}
    for begin, end in places.values():
        svg.circle(float(begin[0]), float(begin[1]), 4.5, svg.theme.paper, stroke=colour, width=1.8)
        svg.circle(float(end[0]), float(end[1]), 4.5, colour, stroke=svg.theme.paper)
    wanted = [
        Wanted((float(end[0]), float(end[1])), wide(name, LETTERS + 1) + 6, LETTERS + 6)
        for name, (_, end) in places.items()
    ]
    spots = placed(wanted, (left, top, left + wide_px, top + high_px), unit=0.7)
    for name, want, spot in zip(places, wanted, spots, strict=True):
        if spot is not None:
            svg.path([want.anchor, spot.joint], svg.theme.faint, width=0.9)
            svg.text(spot.box[0] + 3, spot.box[3] - 4.5, name, LETTERS + 1, halo=True)


def _legend(svg: Svg, world: str, y: float, *, moved_any: bool) -> None:
    x, colour = LEFT_PX, world_colour(world)
    looks: list[tuple[str, str, float, Line]] = [
        ("observed", OBSERVED, 4.2, "solid"),
        (world_word(world), colour, 1.9, "solid"),
        ("while nobody sees it", colour, 1.9, "dashed"),
    ]
    for words, hue, thick, line in looks:
        svg.path([(x, y - 4), (x + 30, y - 4)], hue, width=thick, line=line)
        svg.text(x + 37, y, words, LETTERS, colour=svg.theme.faint)
        x += 37 + wide(words, LETTERS) + 20
    svg.circle(x + 5, y - 4, 4.5, svg.theme.paper, stroke=colour, width=1.8)
    svg.text(x + 16, y, "start", LETTERS, colour=svg.theme.faint)
    svg.circle(x + 71, y - 4, 4.5, colour)
    svg.text(x + 82, y, "end", LETTERS, colour=svg.theme.faint)
    if not moved_any:
        svg.text(svg.width - RIGHT_PX, 27, "nothing moved", LETTERS, colour=svg.theme.faint, anchor="end")


def _pairs(points: FloatArray) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]
