"""One world at one instant, set on a stage."""

from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray, Meshes, Pose, angle_between
from ...world import (
    HANDS,
    MERGED,
    SOURCE_PREFIX,
    STABLE,
    Agent,
    BodyPart,
    Entity,
    EntityId,
    Link,
    Object,
    Sensor,
    Status,
    World,
)
from .figures import put_agent, put_sensor
from .palette import CORRECTED, HELD, OBSERVED, ROBOT, STATIC, Paint, own_colour, rgb, world_colour
from .props import Line, Pin, Prop, Stage, Stroke
from .shading import Ground
from .skins import Skins
from .story import RecordedInstant, Story
from .trails import put_trails

# A level static thing of that size, no higher than a doorstep, is the floor.
FLOOR_M, STEP_M = 3.0, 0.3
# What is seen nearer than this to where it is shown would only blur it.
APART_M, TURNED_RAD = 0.02, 0.25
# Whoever is further off than this is wrong about a place, not vague.
MISTAKEN_M = 0.06
RECENT_S = 0.2
GHOST, HINT = 0.42, 0.26
LABELLED_STATICS = 4
NEAR_M = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """What a picture shows: which world, painted how, with trails of how many seconds (None: all of them)."""

    world: str = STABLE
    paint: Paint = "own"
    trail_s: float | None = None
    meshes: Meshes | None = None
    hide: frozenset[str] = frozenset()


def staged(story: Story, moment: RecordedInstant, direction: Direction, skins: Skins) -> Stage:
    """The things and agents of a world, what was observed of them, and the ways they came."""
    world = moment.world(direction.world)
    stage = Stage()
    unknown: list[str] = []
    _put_backdrop(stage, world, moment, direction, skins)
    for entity in world.structure.entities:
        if entity.id in direction.hide:
            continue
        match entity.role:
            case Object():
                if world.status(entity.id) is Status.UNKNOWN:
                    unknown.append(entity.id)
                else:
                    _put_thing(stage, world, entity, direction, skins)
            case Agent():
                put_agent(stage, world, entity, skins)
            case Sensor():
                put_sensor(stage, world, entity, skins)
            case Link():
                _put_link(stage, world, entity, skins)
            case _:
                pass
    stage.unknown = tuple(unknown)
    if direction.world in moment.worlds and _is_mind(direction.world):
        _put_actual(stage, world, moment.world(STABLE), direction, skins)
    elif not direction.world.startswith(SOURCE_PREFIX):
        _put_observed(stage, world, moment, direction, skins)
    put_trails(stage, story, direction.world, moment.stamp, direction.trail_s, hide=direction.hide)
    _put_held(stage, world)
    _settle_ground(stage)
    return stage


def _put_backdrop(stage: Stage, world: World, moment: RecordedInstant, direction: Direction, skins: Skins) -> None:
    """What never moves, where a world holds only what one source perceives."""
    if not direction.world.startswith(SOURCE_PREFIX):
        return
    merged = moment.world(MERGED)
    for entity in merged.structure.entities:
        if entity.id in world or entity.id in direction.hide:
            continue
        if isinstance(entity.role, Object) and entity.role.static:
            _put_thing(stage, merged, entity, direction, skins)
        elif isinstance(entity.role, Sensor):
            put_sensor(stage, merged, entity, skins)


def _put_thing(stage: Stage, world: World, entity: Entity, direction: Direction, skins: Skins) -> None:
    assert isinstance(entity.role, Object)
    shape = entity.visual or entity.collision
    if shape is None:
        return
    skin = skins.of(shape).at(world.pose(entity.id))
    if not len(skin.corners):
        return
    low, high = skin.corners.min(axis=(0, 1)), skin.corners.max(axis=(0, 1))
    own = own_colour(entity.colour)
    if entity.role.static:
        if not is_floor(low, high):
            stage.props.append(Prop(entity.id, skin, own or rgb(STATIC)))
        return
    row = world.structure.row(entity.id)
    status, perceived = world.status(entity.id), bool(world.state.perceived[row])
    hue = world_colour(direction.world)
    colour = rgb(hue) if own is None or direction.paint == "world" else own
    holder = holder_of(world, entity.id)
    contour = HELD if status is Status.HELD or holder else hue
    line: Line = "solid" if perceived else "dashed"
    opacity = 1.0 if perceived else GHOST
    stage.props.append(Prop(entity.id, skin, colour, opacity, contour, line))
    stage.focus.append(np.stack([low, high]))
    note = "" if status is Status.PERCEIVED else status.word
    note = f"held by {holder}" if holder else note
    top = np.array([*(low[:2] + high[:2]) / 2, high[2]])
    stage.pins.append(Pin(entity.id, top, entity.id, note, contour))


def _put_link(stage: Stage, world: World, entity: Entity, skins: Skins) -> None:
    shape = entity.visual or entity.collision
    if shape is not None and world.status(entity.id) is not Status.UNKNOWN:
        colour = own_colour(entity.colour) or rgb(ROBOT)
        stage.props.append(Prop(f"figure of {entity.id}", skins.of(shape).at(world.pose(entity.id)), colour))


def _put_observed(stage: Stage, world: World, moment: RecordedInstant, direction: Direction, skins: Skins) -> None:
    """What sensors report just now, in pink, where it is not what is shown."""
    for name, source in moment.worlds.items():
        if not name.startswith(SOURCE_PREFIX):
            continue
        for row, entity in enumerate(source.structure.entities):
            shape = entity.visual or entity.collision
            recent = moment.stamp - float(source.state.seen[row]) <= RECENT_S
            if not isinstance(entity.role, Object) or shape is None or not recent or entity.id in direction.hide:
                continue
            pose = source.pose(entity.id)
            if entity.id in world and not _apart(pose, world.pose(entity.id)):
                continue
            skin = skins.of(shape).at(pose)
            stage.props.append(Prop(f"observed {entity.id}", skin, rgb(OBSERVED), HINT, OBSERVED, "solid"))


def _is_mind(name: str) -> bool:
    return name not in (STABLE, MERGED) and not name.startswith(SOURCE_PREFIX)


def _put_actual(stage: Stage, world: World, actual: World, direction: Direction, skins: Skins) -> None:
    """Where things are, as far as physics can tell, that somebody believes to be elsewhere; and the way there."""
    for entity in actual.structure.entities:
        shape = entity.visual or entity.collision
        if not isinstance(entity.role, Object) or entity.role.static or shape is None or entity.id in direction.hide:
            continue
        if entity.id not in world or Status.UNKNOWN in (world.status(entity.id), actual.status(entity.id)):
            continue
        believed, pose = world.pose(entity.id), actual.pose(entity.id)
        if float(np.linalg.norm(np.subtract(believed.position, pose.position))) > MISTAKEN_M:
            skin = skins.of(shape).at(pose)
            stage.props.append(Prop(f"actual {entity.id}", skin, rgb(CORRECTED), HINT, CORRECTED, "dashed"))
            stage.strokes.append(Stroke(np.array([believed.position, pose.position]), CORRECTED, 2.2, "dotted"))
            stage.focus.append(skin.corners.reshape(-1, 3))


def _put_held(stage: Stage, world: World) -> None:
    """A thread from each held thing to the hand nearest to it."""
    for name in world.ids:
        holder = holder_of(world, name)
        if holder is None or world.status(name) is Status.UNKNOWN:
            continue
        place = np.array(world.pose(name).position)
        hands = [
            np.array(world.pose(part.id).position)
            for part in world.structure.parts_of(holder)
            if isinstance(part.role, BodyPart) and part.role.part in HANDS
        ]
        if hands:
            nearest = min(hands, key=lambda hand: float(np.linalg.norm(hand - place)))
            stage.strokes.append(Stroke(np.stack([nearest, place]), HELD, 3.0))


def holder_of(world: World, name: EntityId) -> EntityId | None:
    """Who is known to hold a thing."""
    for subject, predicate, holder in world.timeline.open:
        if subject == name and predicate == "isHeldBy" and holder in world:
            return EntityId(str(holder))
    return None


def _apart(one: Pose, other: Pose) -> bool:
    away = float(np.linalg.norm(np.subtract(one.position, other.position)))
    return away > APART_M or float(angle_between(one.array[3:], other.array[3:])) > TURNED_RAD


def is_floor(low: FloatArray, high: FloatArray) -> bool:
    """Whether a box is so wide and low that people would call it the floor."""
    return bool((high - low)[:2].min() > FLOOR_M and high[2] < STEP_M)


def _settle_ground(stage: Stage) -> None:
    """The floor as an endless plane; what is near to what matters comes into the picture, statics are labelled."""
    statics = [prop for prop in stage.props if prop.contour is None and not prop.name.startswith("figure")]
    focus = np.concatenate(stage.focus) if stage.focus else np.zeros((0, 3))
    if not len(focus) and statics:
        focus = np.concatenate([prop.skin.corners.reshape(-1, 3) for prop in statics])
    if not len(focus):
        focus = np.array([[-0.5, -0.5, 0.0], [0.5, 0.5, 0.5]])
    low, high = focus.min(axis=0) - NEAR_M, focus.max(axis=0) + NEAR_M
    stage.focus = [focus]
    for prop in statics:
        corners = prop.skin.corners.reshape(-1, 3)
        inside = np.clip(corners, low, high)
        if (corners.min(axis=0) <= high).all() and (corners.max(axis=0) >= low).all():
            stage.focus.append(inside)
            if len(statics) <= LABELLED_STATICS:
                stage.pins.append(Pin(prop.name, None, prop.name))
    everything = np.concatenate([prop.skin.corners.reshape(-1, 3) for prop in stage.props] or [focus])
    lowest = min(float(everything[:, 2].min()), float(focus[:, 2].min()))
    middle = (low + high) / 2
    reach = float(np.linalg.norm((high - low)[:2])) / 2
    stage.ground = Ground(min(0.0, lowest) - 1e-4, (float(middle[0]), float(middle[1])), max(reach, 0.6))
