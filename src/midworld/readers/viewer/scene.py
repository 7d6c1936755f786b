"""The picture of a pane: which worlds, laid over each other how, at one instant."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, compose
from ...runtime import MERGED, SOURCE_PREFIX, STABLE
from ...world import BodyPart, Sensor, World
from .chapter import Chapter
from .labels import Name, names
from .mesh import model
from .message import View
from .minds import Difference, sees
from .people import people
from .picture import Picture, outline
from .tape import Moment
from .things import Look, plan, things
from .traces import arrows, highlight, links, trails, uncertainty

TRAIL_POINTS = 160


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture and the names that go with it."""

    picture: Picture
    names: tuple[Name, ...]


def usual(moment: Moment) -> tuple[str, ...]:
    """The worlds shown unless others are asked for: what was observed under what it was corrected to."""
    sources = tuple(name for name in moment.worlds if name.startswith(SOURCE_PREFIX))
    return tuple(name for name in (STABLE, *sources) if name in moment.worlds) or tuple(moment.worlds)[:1]


def stage_of(worlds: Sequence[str]) -> str | None:
    """The world that the others are laid over: the corrected one if it is among them."""
    return STABLE if STABLE in worlds else next(iter(worlds), None)


def composed(
    chapter: Chapter, moment: Moment, wanted: Sequence[str], view: View, wrong: Sequence[Difference] = ()
) -> Shown:
    """Everything one pane shows at an instant; `wrong` is where the chosen agent's mind differs."""
    worlds = [name for name in (wanted or usual(moment)) if name in moment.worlds]
    stage = stage_of(worlds)
    if stage is None:
        return Shown(Picture(), ())
    here = moment.worlds[stage]
    room = next((moment.worlds[name] for name in (STABLE, MERGED) if name in moment.worlds), here)
    lit = None if view.agent is None else sees(room, view.agent)
    look = Look(True, view.dark, view.real_colours, frozenset(view.chosen), lit)
    picture = things(chapter, stage, here, look)
    if not plan(here.structure, chapter).static.any() and room is not here:
        picture |= things(chapter, "room", room, Look(True, view.dark, furniture=True))
    for name in worlds:
        if name != stage:
            picture |= things(chapter, name, moment.worlds[name], Look(False, view.dark))
        if view.doubt:
            picture |= uncertainty(name, moment.worlds[name])
        if view.trails_s > 0:
            picture |= trails(name, _past(chapter, moment, name, view.trails_s))
    picture |= people(_peopled(here, room), chosen=view.agent)
    if view.links:
        picture |= links(here)
    said = names(here) if view.labels else []
    if view.agent is not None and wrong and view.agent in moment.worlds and stage != view.agent:
        mind = moment.worlds[view.agent]
        astray = frozenset(each.thing for each in wrong if each.metres is not None)
        picture |= things(chapter, view.agent, mind, Look(False, view.dark, only=astray))
        picture |= arrows(here, mind, astray)
        said += [_believed(name, view.agent) for name in names(mind, kind="believed", only=astray)]
    picture |= highlight(_outlines(chapter, here, view.chosen))
    return Shown(picture, tuple(_weighed(said, view.chosen)))


def _past(chapter: Chapter, moment: Moment, name: str, seconds: float) -> list[World]:
    moments = chapter.tape.between(moment.stamp - seconds, moment.stamp, at_most=TRAIL_POINTS)
    return [each.worlds[name] for each in moments if name in each.worlds]


def _peopled(here: World, room: World) -> World:
    """The world to take people from: a mind or a source may know nobody."""
    return here if any(isinstance(entity.role, BodyPart | Sensor) for entity in here.structure.entities) else room


def _believed(name: Name, agent: str) -> Name:
    return Name(name.id, f"{name.text}, {agent} thinks", name.kind, name.at, 4.0)


def _weighed(wanted: list[Name], chosen: Sequence[str]) -> list[Name]:
    return [Name(n.id, n.text, n.kind, n.at, n.weight + 10 * (n.id in chosen)) for n in wanted]


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
