"""The picture of a pane: which worlds, laid over each other how, at one instant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...geometry import Meshes
from ...world import MERGED, SOURCE_PREFIX, STABLE, World
from .figures import agents_in_scene, figures
from .marks import CROWD_TRAIL_SEGMENTS, MAX_TRAIL_SEGMENTS, links, mistakes, trails, uncertainty
from .minds import Mistake, elsewhere, mistaken, sees
from .palette import CHOSEN
from .picture import Batch, Picture
from .picture import Look as Manner
from .rests import resting
from .shades import shades
from .things import Look, is_crowd, plan, things

Worlds = Mapping[str, World]
# What a line around something looks like, where that is not solid.
AROUND: Mapping[Manner, Manner] = {"glass": "rim", "ghost": "halo", "lost": "halo"}


@dataclass(frozen=True, slots=True)
class Taste:
    """What somebody wants to see of all that could be drawn."""

    agent: str | None = None
    chosen: tuple[str, ...] = ()
    links: bool = True
    doubt: bool = True
    by_world: bool = False
    dark: bool = False
    hide: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """What one pane is to show: the worlds, the one that the others are laid over, and where people are known."""

    worlds: tuple[str, ...]
    stage: str
    here: World
    room: World


def usual(worlds: Worlds) -> tuple[str, ...]:
    """The worlds shown unless others are asked for: what was observed under what it was corrected to."""
    sources = tuple(name for name in worlds if name.startswith(SOURCE_PREFIX))
    return tuple(name for name in (STABLE, *sources) if name in worlds) or tuple(worlds)[:1]


def cut(worlds: Worlds, wanted: Sequence[str]) -> Cut | None:
    """The worlds of a pane at an instant; None where it has none of them."""
    names = tuple(name for name in (wanted or usual(worlds)) if name in worlds)
    stage = STABLE if STABLE in names else next(iter(names), None)
    if stage is None:
        return None
    here = worlds[stage]
    room = next((worlds[name] for name in (STABLE, MERGED) if name in worlds), here)
    return Cut(names, stage, here, room)


def bodies(meshes: Meshes, worlds: Worlds, cut: Cut, taste: Taste) -> Picture:
    """Things and people where they are, and what people wrongly believe where they believe it."""
    lit = None if taste.agent is None else sees(cut.room, taste.agent)
    wrong = mistaken(worlds) if cut.stage == STABLE else ()
    look = Look(True, taste.dark, taste.by_world, lit=lit, opened=_opened(worlds, wrong))
    picture = things(meshes, cut.stage, cut.here, look)
    if not plan(cut.here.structure, meshes).static.any() and cut.room is not cut.here:
        picture |= things(meshes, "room", cut.room, Look(True, taste.dark, furniture=True))
    for name in cut.worlds:
        if name != cut.stage:
            picture |= things(meshes, name, worlds[name], Look(False, taste.dark, over=cut.here))
    peopled = cut.here if agents_in_scene(cut.here.structure).heads else cut.room
    picture |= figures(peopled, chosen=taste.agent, hide=taste.hide) | shades(meshes, cut.here)
    for agent in dict.fromkeys(each.agent for each in wrong):
        astray = frozenset(each.thing for each in wrong if each.agent == agent)
        believed = things(meshes, agent, worlds[agent], Look(False, only=astray, said=f", {agent} thinks"))
        picture |= believed | mistakes(cut.here, worlds[agent], agent, astray)
    if cut.stage not in (STABLE, MERGED) and not cut.stage.startswith(SOURCE_PREFIX) and cut.room is not cut.here:
        astray = elsewhere(cut.room, cut.here)
        picture |= things(meshes, STABLE, cut.room, Look(False, only=astray, said=", in truth"))
        picture |= mistakes(cut.room, cut.here, cut.stage, astray)
    return picture | _chosen(picture, taste.chosen)


def remarks(meshes: Meshes, past: Sequence[Worlds], cut: Cut, taste: Taste) -> Picture:
    """What is drawn about things: their ways through the past, what they rest on, how sure their places are."""
    crowd, worlds = is_crowd(cut.here), past[-1]
    picture = links(cut.here, crowd=crowd) if taste.links else Picture()
    most = CROWD_TRAIL_SEGMENTS if crowd else MAX_TRAIL_SEGMENTS
    for name in cut.worlds:
        if taste.doubt:
            picture |= uncertainty(name, worlds[name])
        if len(past) > 1 and (name == cut.stage or not crowd):
            moving = plan(worlds[name].structure, meshes).moving
            ways = [each[name] for each in past if name in each]
            picture |= trails(name, ways, moving, at_most=most)
    return picture


def _opened(worlds: Worlds, wrong: Sequence[Mistake]) -> frozenset[str]:
    """What people wrongly believe something to be in."""
    places = [resting(worlds[each.agent].timeline)["isIn"].get(each.thing) for each in wrong]
    return frozenset(place for place in places if place is not None)


def _chosen(picture: Picture, chosen: Sequence[str]) -> Picture:
    """A line around what is chosen, wherever it is drawn."""
    found: dict[str, Batch] = {}
    for key, batch in picture.batches.items() if chosen else ():
        rows = [row for row, name in enumerate(batch.ids) if name in chosen]
        if rows and batch.look not in ("doubt", "faint", "ground", "guess", "shade") and not batch.said:
            found[f"chosen/{key}"] = Batch(
                batch.model,
                AROUND.get(batch.look, "chosen"),
                tuple(batch.ids[row] for row in rows),
                batch.poses[rows],
                batch.scales[rows],
                batch.colours[rows],
                CHOSEN,
            )
    return Picture(found)
