"""Who is who: percepts that name nothing become percepts of things, by place, looks and history.

What is seen goes on under the name it has. What is new gets the name of the only declared thing it can be, else one
that is made up on the spot (`cup#1`), until a percept that knows its name is at the same place, or only one thing is
left that it can be: then it is identified. Everything downstream sees ordinary names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import msgspec
import numpy as np

from ..geometry import Box, FloatArray, Pose, Vector3, bounds, compose, inertial_of, local_bounds, transform
from ..world import HANDS, BodyPart, Entity, EntityId, Entry, Event, Object, Placed, Scene, Status, World
from .association import Expected, assigned
from .clouds import placed_shape
from .grasping import Grasp, felt, has_grippers
from .looks import Looks, comparable, looks_of, seen_looks
from .observation import Observation, Percept, Unnamed
from .people import has_people_to_name, named_people, state_entries
from .shaping import seen_surface
from .swapping import doubt_entries, doubted, doubts, mixed_up, settled
from .tracks import Identities, Track

IDENTIFIED = "Identified"
# A hand this near to a thing may take it (chosen: hands are tracked at the wrist).
AT_HAND_M = 0.2
# A hand that was seen this long ago says nothing any more.
HAND_S = 0.5
# A name and a made-up one are of one thing if both are seen this near to one another, or within half its size.
SAME_M = 0.04
# What nobody knows the size of, in metres.
UNKNOWN_SIZE: Vector3 = (0.07, 0.07, 0.07)
UNKNOWN_KG = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Identified:
    """An observation in which everything has a name, and what is known then."""

    observation: Observation
    known: Identities


def has_questions(known: object, source: World, observation: Observation) -> bool:
    """Whether there is anything to find out about who is who."""
    if isinstance(known, Identities) or observation.unnamed:
        return True
    told = observation.agents is not None and (has_people_to_name(observation) or has_grippers(observation))
    return told or bool(mixed_up(source, observation))


def identify(
    known: Identities, observation: Observation, *, source: World, world: World, frames: World, scene: Scene
) -> Identified:
    """What an observation is of. `source` is the world of its source, `world` that physics agreed with last."""
    return _Work(known, observation, source, world, frames, scene).done()


class _Work:
    """One observation being worked out."""

    def __init__(
        self, known: Identities, observation: Observation, source: World, world: World, frames: World, scene: Scene
    ) -> None:
        self._known, self._stamp, self._world, self._frames, self._scene = (
            known,
            observation.stamp,
            world,
            frames,
            scene,
        )
        self._tracks, self._counts = dict(known.tracks), dict(known.counts)
        self._called = dict(known.called)
        self._entries: list[Entry] = []
        observation = self._people(observation)
        self._observation = self._rightly_called(observation, source)
        self._named = {percept.id: percept for percept in self._observation.objects or ()}
        self._hands = _hands(world, self._stamp)

    def done(self) -> Identified:
        percepts = [_placed(percept, self._frames) for percept in self._observation.unnamed]
        percepts = [percept for percept in percepts if not self._is_named(percept)]
        before = dict(self._tracks)
        found = self._followed(percepts)
        percepts = [self._shaped(percept, found[number]) for number, percept in enumerate(percepts)]
        self._unseen(found.values())
        returned = {name: before[name] for name in found.values() if name in before}
        doubted(self._tracks, returned, stamp=self._stamp)
        self._recognise_named()
        self._recognise_last()
        names = {name: self._now(name) for name in found.values()}
        grasps, carried = self._felt()
        told = doubts(self._tracks)
        news = (*self._known.news, *self._entries, *doubt_entries(self._known.told, told, stamp=self._stamp))
        objects = self._observation.objects
        if percepts or self._observation.unnamed:
            new = [
                _percept(percept, names[found[number]], self._tracks[names[found[number]]].model)
                for number, percept in enumerate(percepts)
                if names[found[number]] not in self._named
            ]
            objects = (*(objects or ()), *{percept.id: percept for percept in new}.values())
        looked = self._observation.looked
        if carried:
            # A gripper sees nothing: what it does not hold may be anywhere.
            looked = looked and objects is not None
            here = {percept.id for percept in objects or ()}
            objects = (*(objects or ()), *(percept for percept in carried if percept.id not in here))
        named = msgspec.structs.replace(self._observation, objects=objects, unnamed=(), looked=looked)
        after = Identities(
            MappingProxyType(self._tracks),
            MappingProxyType(self._counts),
            MappingProxyType(self._called),
            MappingProxyType(told),
            news,
            self._everybody,
            MappingProxyType(grasps),
            frozenset(percept.id for percept in carried),
        )
        return Identified(named, after)

    def _people(self, observation: Observation) -> Observation:
        """With everybody by name."""
        self._everybody = self._known.people
        if observation.agents is None:
            return observation
        people, known = named_people(self._known.people, observation, world=self._world, scene=self._scene)
        entries, self._everybody = state_entries(known, people, stamp=self._stamp)
        self._entries += entries
        return msgspec.structs.replace(observation, agents=people)

    def _felt(self) -> tuple[dict[EntityId, Grasp], list[Percept]]:
        """What grippers hold; what nobody knows is a thing of its own."""
        known = {hand: replace(grasp, thing=self._now(grasp.thing)) for hand, grasp in self._known.grasps.items()}
        grasps, carried, unknown = felt(known, self._observation, world=self._world)
        percepts = [self._carried(percept) for percept in carried]
        for hand, part in unknown:
            assert part.gripper is not None
            width = max(part.gripper[1], 0.01)
            sight = Unnamed(part.position, part.orientation, size=(width, width, width))
            name = self._made_up("")
            model = self._model(name, sight, ())
            looks = Looks("", None, (width, width, width))
            self._tracks[name] = Track(name, looks, part.position, self._stamp, hidden=True, model=model)
            grasps[hand] = Grasp(name, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0), self._stamp)
            percepts.append(_percept(sight, name, model))
        return grasps, percepts

    def _carried(self, percept: Percept) -> Percept:
        """A thing where a gripper has it, which is as good as seen there."""
        track = self._tracks.get(percept.id)
        if track is None:
            return percept
        self._tracks[percept.id] = replace(track, position=percept.position, seen=self._stamp)
        return msgspec.structs.replace(percept, model=track.model)

    def _rightly_called(self, observation: Observation, source: World) -> Observation:
        """With the names its tracker has mixed up put right."""
        calls = dict(self._called.get(observation.source, {}))
        right = [msgspec.structs.replace(each, id=calls.get(each.id, each.id)) for each in observation.objects or ()]
        now = observation
        if observation.objects is not None:
            now = msgspec.structs.replace(observation, objects=tuple(right))
        for one, other in mixed_up(source, now):
            back = {real: called for called, real in calls.items()}
            calls[back.get(one, one)], calls[back.get(other, other)] = other, one
            why = f"{observation.source} swapped their names: both leapt into each other's place"
            for real, was in ((one, other), (other, one)):
                self._entries.append(Event(self._stamp, IDENTIFIED, None, real, reason=why, was=was))
            right = [msgspec.structs.replace(each, id={one: other, other: one}.get(each.id, each.id)) for each in right]
        if observation.objects is None:
            return now
        wrong = {called: real for called, real in calls.items() if called != real}
        if wrong or observation.source in self._called:
            self._called[observation.source] = MappingProxyType(wrong)
        return msgspec.structs.replace(observation, objects=tuple(right))

    def _is_named(self, percept: Unnamed) -> bool:
        """Whether the same source also sees it by its name."""
        looks = seen_looks(percept)
        return any(
            each.frame is None
            and _near(each.position, percept.position, SAME_M)
            and comparable(looks, self._looks(name))
            for name, each in self._named.items()
        )

    def _followed(self, percepts: Sequence[Unnamed]) -> dict[int, EntityId]:
        """The track of each percept: one there is, that of a thing others have seen, or a new one."""
        if not percepts:
            return {}
        expected = {
            name: track.expected(self._world, stamp=self._stamp, handled=self._is_handled(track.position))
            for name, track in self._tracks.items()
            if name not in self._named
        }
        expected.update(self._seen_by_others(expected))
        looks = [seen_looks(percept) for percept in percepts]
        names = tuple(expected)
        places = np.array([percept.position for percept in percepts])
        pairs = assigned(places, looks, [expected[name] for name in names])
        found = {number: names[column] for number, column in pairs.items()}
        strangers = [number for number in range(len(percepts)) if number not in found]
        found.update(self._welcomed([percepts[number] for number in strangers], strangers))
        for number, name in found.items():
            track = self._tracks.get(name)
            if track is None:
                self._tracks[name] = Track(name, self._looks(name), percepts[number].position, self._stamp)
            else:
                self._tracks[name] = track.seen_at(percepts[number].position, stamp=self._stamp, looks=looks[number])
        return found

    def _shaped(self, percept: Unnamed, name: EntityId) -> Unnamed:
        """A percept that brings points, with what these make of the thing and of where it is."""
        if not percept.points:
            return percept
        track, points = self._tracks[name], np.array(percept.points)
        if not track.hidden or percept.model:
            return self._fitted(percept, name, points)
        surface = seen_surface(track.surface, points, floor=self._floor(points))
        (entity, pose), *_ = track.model
        model = ((surface.entity(entity), pose),)
        size = _size(model)
        self._tracks[name] = replace(
            track, position=surface.pose.position, surface=surface, model=model, looks=replace(track.looks, size=size)
        )
        place = surface.pose
        return msgspec.structs.replace(percept, position=place.position, orientation=place.orientation)

    def _fitted(self, percept: Unnamed, name: EntityId, points: FloatArray) -> Unnamed:
        """Where a thing of known shape is that points lie on, if it is known from where they were seen."""
        source = self._observation.source
        thing = self._scene.awaited.get(name, ())
        entity = thing[0][0] if thing else (self._world.entity(name) if name in self._world else None)
        if entity is None or entity.collision is None or source not in self._frames:
            return percept
        pose, _ = placed_shape(entity.collision, points, np.asarray(self._frames.pose(source).position))
        self._tracks[name] = replace(self._tracks[name], position=pose.position)
        return msgspec.structs.replace(percept, position=pose.position, orientation=pose.orientation)

    def _floor(self, points: FloatArray) -> float | None:
        """The height of the highest fixed thing below some points."""
        low, middle = float(points[:, 2].min()), points[:, :2].mean(axis=0)
        tops: list[float] = []
        for entity in self._scene.world.structure.entities:
            if isinstance(entity.role, Object) and entity.role.static and entity.collision is not None:
                room = bounds(entity.collision, self._scene.world.pose(entity.id), self._scene.meshes)
                under = all(room.low[axis] <= middle[axis] <= room.high[axis] for axis in (0, 1))
                if under and room.high[2] < low + 0.02:
                    tops.append(room.high[2])
        return max(tops, default=None)

    def _seen_by_others(self, tracked: Mapping[EntityId, Expected]) -> dict[EntityId, Expected]:
        """Things in the world that were never seen without a name, where physics has them."""
        found: dict[EntityId, Expected] = {}
        statuses, seen = self._world.state.status.tolist(), self._world.state.seen.tolist()
        for row, entity in enumerate(self._world.structure.entities):
            wanted = isinstance(entity.role, Object) and entity.parent is None and statuses[row] != Status.UNKNOWN.value
            if wanted and entity.id not in tracked and entity.id not in self._named and entity.id not in self._tracks:
                gap = min(max(self._stamp - seen[row], 0.0), 10.0) if np.isfinite(seen[row]) else 10.0
                gap = 0.0 if isinstance(entity.role, Object) and entity.role.static else gap
                track = Track(entity.id, looks_of(entity), self._world.pose(entity.id).position, self._stamp - gap)
                found[entity.id] = track.expected(self._world, stamp=self._stamp, handled=False)
        return found

    def _welcomed(self, percepts: Sequence[Unnamed], numbers: Sequence[int]) -> dict[int, EntityId]:
        """Names of things that are seen for the first time: their own where there is only one they can be."""
        found: dict[int, EntityId] = {}
        unplaced = self._unplaced()
        rivals = [seen_looks(percept) for percept in percepts]
        waiting = [track.looks for track in self._tracks.values() if track.hidden]
        for number, percept, looks in zip(numbers, percepts, rivals, strict=True):
            choices = [name for name, other in unplaced.items() if comparable(looks, other)]
            only = (
                len(choices) == 1 and sum(comparable(unplaced[choices[0]], each) for each in [*rivals, *waiting]) == 1
            )
            if only:
                found[number] = choices[0]
                continue
            name = self._made_up(percept.category)
            model = self._model(name, percept, choices)
            size = _size(model) if looks.size is None else looks.size
            full = Looks(looks.category, looks.colour, size)
            self._tracks[name] = Track(name, full, percept.position, self._stamp, hidden=True, model=model)
            found[number] = name
        return found

    def _unplaced(self) -> dict[EntityId, Looks]:
        """Declared things whose place nobody knows."""
        world, found = self._world, dict[EntityId, Looks]()
        for name in self._scene.awaited:
            nowhere = name not in world or world.state.status[world.structure.row(name)] == Status.UNKNOWN.value
            if nowhere and name not in self._named and name not in self._tracks and self._scene.awaited[name]:
                found[name] = self._looks(name)
        for row in np.flatnonzero(world.state.status == Status.UNKNOWN.value).tolist():
            entity = world.structure.entities[row]
            if isinstance(entity.role, Object) and entity.id not in self._named and entity.id not in found:
                found[entity.id] = looks_of(entity)
        return found

    def _recognise_named(self) -> None:
        """A track at whose place a thing is seen by name is that thing."""
        for name, percept in self._named.items():
            if percept.frame is not None:
                continue
            looks = self._looks(name)
            near = [
                other
                for other, track in self._tracks.items()
                if other != name
                and (track.hidden or name in track.names)
                and self._stamp - track.seen <= HAND_S
                and _near(track.position, percept.position, _reach(looks))
                and comparable(track.looks, looks)
            ]
            if near:
                nearest = min(near, key=lambda other: _apart(self._tracks[other].position, percept.position))
                self._is(nearest, name, why=f"{self._observation.source} sees {name} there")
            elif name in self._tracks and self._tracks[name].names:
                settled(self._tracks, name)

    def _recognise_last(self) -> None:
        """A track that can be only one declared thing, which no other track can be, is that thing."""
        hidden = {name: self._tracks[name] for name in self._known.hidden if name in self._tracks}
        # What is only felt may be anything.
        felt_only = {grasp.thing for grasp in self._known.grasps.values()}
        hidden = {name: track for name, track in hidden.items() if track.hidden and name not in felt_only}
        if not hidden:
            return
        unplaced = self._unplaced()
        for name, track in hidden.items():
            choices = [other for other, looks in unplaced.items() if comparable(track.looks, looks)]
            if len(choices) == 1 and sum(comparable(each.looks, unplaced[choices[0]]) for each in hidden.values()) == 1:
                self._is(name, choices[0], why="nothing else it could be is unaccounted for")

    def _is(self, name: EntityId, real: EntityId, *, why: str) -> None:
        """A track gets its true name; if that was another's by mistake, this one gets the name it had."""
        track, other = self._tracks.pop(name), self._tracks.pop(real, None)
        confidence = track.shares.get(real, 1.0) if track.names else 1.0
        self._tracks[real] = replace(track, id=real, hidden=False, looks=self._looks(real), model=())
        if other is not None and other.names and not track.hidden:
            self._tracks[name] = replace(other, id=name)
        settled(self._tracks, real)
        said = 1.0 if track.hidden else max(confidence, 0.5)
        self._entries.append(Event(self._stamp, IDENTIFIED, None, real, confidence=said, reason=why, was=name))

    def _unseen(self, seen: Iterable[EntityId]) -> None:
        """Remembers which of the things nobody sees now a hand is at."""
        now = frozenset(seen)
        if not len(self._hands):
            return
        for name, track in self._tracks.items():
            if name in now or name in self._named:
                continue
            place = track.expected(self._world, stamp=self._stamp, handled=False).position
            if self._is_handled(place):
                self._tracks[name] = replace(track, touched=self._stamp)

    def _is_handled(self, position: Sequence[float] | FloatArray) -> bool:
        if not len(self._hands):
            return False
        return bool((np.linalg.norm(self._hands - np.asarray(position), axis=1) < AT_HAND_M).any())

    def _now(self, name: EntityId) -> EntityId:
        """What a track is called after all was found out."""
        for entry in self._entries:
            if isinstance(entry, Event) and entry.was == name and name not in self._tracks:
                return EntityId(str(entry.object))
        return name

    def _looks(self, name: EntityId) -> Looks:
        """How a thing looks by its declaration."""
        if name in self._tracks and self._tracks[name].hidden:
            return self._tracks[name].looks
        if self._scene.awaited.get(name):
            return looks_of(self._scene.awaited[name][0][0])
        world = self._scene.world if name in self._scene.world else self._world
        return looks_of(world.entity(name)) if name in world else Looks()

    def _made_up(self, category: str) -> EntityId:
        word = category.lower() or "thing"
        count = self._counts[word] = self._counts.get(word, 0) + 1
        return EntityId(f"{word}#{count}")

    def _model(self, name: EntityId, percept: Unnamed, choices: Sequence[EntityId]) -> tuple[Placed, ...]:
        """What a thing under a made-up name is: as it was described, as those it may be, or about as large."""
        if percept.model:
            (entity, pose), *links = percept.model
            assumed = entity.assumed
        elif choices and self._scene.awaited.get(choices[0]):
            (entity, pose), *links = self._scene.awaited[choices[0]]
            links, assumed = (links, ("shape", "mass")) if not links else ([], ("shape", "mass"))
        else:
            points = np.array(percept.points).reshape(-1, 3)
            extent = np.maximum(np.ptp(points, axis=0), 0.01).tolist() if len(points) else UNKNOWN_SIZE
            shape = Box(percept.size or (extent[0], extent[1], extent[2]))
            assumed = ("mass",) if percept.size is not None else ("shape", "mass")
            role = Object(inertial=inertial_of(shape, UNKNOWN_KG, {}))
            entity, pose, links = Entity(name, role, collision=shape, visual=shape), Pose(), []
        entity = msgspec.structs.replace(
            entity,
            id=name,
            hidden=True,
            parent=None,
            assumed=assumed,
            category=percept.category or entity.category,
            labels=() if not percept.model else entity.labels,
            colour=percept.colour if percept.colour is not None else entity.colour,
            points_of_interest=(),
        )
        return ((entity, pose), *links)


def _hands(world: World, stamp: float) -> FloatArray:
    """Where hands are that were seen lately."""
    entities = world.structure.entities
    rows = [row for row, each in enumerate(entities) if isinstance(each.role, BodyPart) and each.role.part in HANDS]
    fresh = [row for row in rows if stamp - world.state.seen[row] <= HAND_S]
    return np.array([world.pose(entities[row].id).position for row in fresh]).reshape(-1, 3)


def _placed(percept: Unnamed, frames: World) -> Unnamed:
    """A percept in the fixed frame."""
    if percept.points:
        # Where the middle of what shows is, whatever share of it each side has.
        points = np.array(percept.points)
        if percept.frame is not None:
            points = transform(frames.pose(percept.frame).array, points)
        x, y, z = ((points.min(axis=0) + points.max(axis=0)) / 2).tolist()
        cloud = tuple((a, b, c) for a, b, c in points.tolist())
        return msgspec.structs.replace(percept, position=(x, y, z), points=cloud, frame=None)
    if percept.frame is None:
        return percept
    local = np.array([*percept.position, *(percept.orientation or (0.0, 0.0, 0.0, 1.0))])
    pose = Pose.of(compose(frames.pose(percept.frame).array, local))
    turned = pose.orientation if percept.orientation is not None else None
    return msgspec.structs.replace(percept, position=pose.position, orientation=turned, frame=None)


def _percept(percept: Unnamed, name: EntityId, model: tuple[Placed, ...]) -> Percept:
    return Percept(name, percept.position, percept.orientation, percept.covariance, None, model)


def _size(model: tuple[Placed, ...]) -> Vector3 | None:
    shape = model[0][0].collision
    if shape is None:
        return None
    a, b, c = sorted(local_bounds(shape).size, reverse=True)
    return (a, b, c)


def _reach(looks: Looks) -> float:
    return SAME_M if looks.size is None else max(SAME_M, 0.5 * min(looks.size))


def _near(one: Sequence[float], other: Sequence[float], within: float) -> bool:
    return _apart(one, other) <= within


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))
