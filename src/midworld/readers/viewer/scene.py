"""The picture of a pane: which worlds, laid over each other how, at one instant."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, compose
from ...world import MERGED, SOURCE_PREFIX, STABLE, World
from .chapter import Chapter
from .labels import Names, names
from .mesh import model
from .message import View
from .minds import Difference, sees
from .people import agents_in_scene, people
from .picture import Picture, outline
from .tape import TickSnapshot
from .things import Look, is_crowd, plan, things
from .traces import CROWD_TRAIL_SEGMENTS, MAX_TRAIL_SEGMENTS, arrows, highlight, links, trails, uncertainty

TRAIL_POINTS = 160


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """What one pane is to show: the worlds, the one that the others are laid over, and where people are known."""

    worlds: tuple[str, ...]
    stage: str
    here: World
    room: World


def usual(moment: TickSnapshot) -> tuple[str, ...]:
    """The worlds shown unless others are asked for: what was observed under what it was corrected to."""
    sources = tuple(name for name in moment.worlds if name.startswith(SOURCE_PREFIX))
    return tuple(name for name in (STABLE, *sources) if name in moment.worlds) or tuple(moment.worlds)[:1]


def stage_of(worlds: Sequence[str]) -> str | None:
    """The world that the others are laid over: the corrected one if it is among them."""
    return STABLE if STABLE in worlds else next(iter(worlds), None)


def cut(moment: TickSnapshot, wanted: Sequence[str]) -> Cut | None:
    """The worlds of a pane at an instant; None where it has none of them."""
    worlds = tuple(name for name in (wanted or usual(moment)) if name in moment.worlds)
    stage = stage_of(worlds)
    if stage is None:
        return None
    here = moment.worlds[stage]
    room = next((moment.worlds[name] for name in (STABLE, MERGED) if name in moment.worlds), here)
    return Cut(worlds, stage, here, room)


def bodies(chapter: Chapter, moment: TickSnapshot, cut: Cut, view: View, wrong: Sequence[Difference] = ()) -> Picture:
    """Things and people where they are; `wrong` is where the chosen agent's mind differs."""
    lit = None if view.agent is None else sees(cut.room, view.agent)
    picture = things(chapter, cut.stage, cut.here, Look(True, view.dark, view.real_colours, lit=lit))
    if not plan(cut.here.structure, chapter).static.any() and cut.room is not cut.here:
        picture |= things(chapter, "room", cut.room, Look(True, view.dark, furniture=True))
    for name in cut.worlds:
        if name != cut.stage:
            picture |= things(chapter, name, moment.worlds[name], Look(False, view.dark, over=cut.here))
    picture |= people(_peopled(cut.here, cut.room), chosen=view.agent)
    astray = _astray(view, moment, cut, wrong)
    if view.agent is not None and astray:
        mind = moment.worlds[view.agent]
        picture |= things(chapter, view.agent, mind, Look(False, view.dark, only=astray))
        picture |= arrows(cut.here, mind, astray)
    return picture | highlight(_outlines(chapter, cut.here, view.chosen))


def remarks(chapter: Chapter, moment: TickSnapshot, cut: Cut, view: View) -> Picture:
    """What is drawn about things: their ways, what they rest on, how sure their places are."""
    crowd = is_crowd(cut.here)
    picture = links(cut.here, crowd=crowd) if view.links else Picture()
    most = CROWD_TRAIL_SEGMENTS if crowd else MAX_TRAIL_SEGMENTS
    for name in cut.worlds:
        world = moment.worlds[name]
        if view.doubt:
            picture |= uncertainty(name, world)
        if view.trails_s > 0 and (name == cut.stage or not crowd):
            moving = plan(world.structure, chapter).moving
            picture |= trails(name, _past(chapter, moment, name, view.trails_s), moving, at_most=most)
    return picture


def named(moment: TickSnapshot, cut: Cut, view: View, wrong: Sequence[Difference] = ()) -> Names:
    """Who is to be named in a pane."""
    if not view.labels:
        return Names()
    found = names(cut.here, chosen=view.chosen)
    astray = _astray(view, moment, cut, wrong)
    if view.agent is not None and astray:
        found += names(moment.worlds[view.agent], only=astray, said=f", {view.agent} thinks")
    return found


def _astray(view: View, moment: TickSnapshot, cut: Cut, wrong: Sequence[Difference]) -> frozenset[str]:
    """The things the chosen agent believes elsewhere than the stage shows them."""
    if view.agent is None or view.agent not in moment.worlds or cut.stage == view.agent:
        return frozenset()
    return frozenset(each.thing for each in wrong if each.metres is not None)


def _past(chapter: Chapter, moment: TickSnapshot, name: str, seconds: float) -> list[World]:
    points = TRAIL_POINTS // 4 if is_crowd(moment.worlds[name]) else TRAIL_POINTS
    moments = chapter.tape.between(moment.stamp - seconds, moment.stamp, at_most=points)
    return [each.worlds[name] for each in moments if name in each.worlds]


def _peopled(here: World, room: World) -> World:
    """The world to take people from: a mind or a source may know nobody."""
    return here if agents_in_scene(here.structure).eyes else room


def _outlines(chapter: Chapter, world: World, chosen: Sequence[str]) -> FloatArray:
    """The edges of what is chosen, `(n, 2, 3)`."""
    rows = [world.structure.row(name) for name in chosen if name in world]
    if not rows:
        return np.empty((0, 2, 3))
    poses, found = world.poses(), [np.empty((0, 2, 3))]
    for group in plan(world.structure, chapter).groups:
        mine = np.isin(group.rows, rows)
        places = compose(poses[group.rows[mine]], group.local[mine])
        found.append(outline(model(group.model, chapter.meshes), places, group.scales[mine]))
    return np.concatenate(found)
