"""Stories told in plain sentences, lived through by minds that perceive by rooms."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from midworld.agents.regions import IN, ROOM
from midworld.assessment import STABLE
from midworld.assessment.names import told_world
from midworld.assessment.regional import add_minds, settling_by_rooms
from midworld.geometry import Bounds, Box, Cavity, Opening, Pose, Sphere, Vector3
from midworld.runtime import Board, Pipeline
from midworld.world import Agent, Delta, Entity, EntityId, Event, Object, Placed, Scene, World, change, compose, enter

TOLD = "story"
NOTHING_SAID: Mapping[str, Delta] = MappingProxyType({})
ROOM_M, ROOM_HIGH_M, BOX_M, FLOOR_M = 10.0, 3.0, 0.4, 0.01
THING = Sphere(0.05)
# Rooms stand in a row with a way between them; whoever is on the way is in none.
APART_M = 2 * ROOM_M
OUTSIDE: Vector3 = (0.0, -ROOM_M, 0.0)


@dataclass(frozen=True, slots=True)
class Entered:
    people: tuple[EntityId, ...]
    room: EntityId


@dataclass(frozen=True, slots=True)
class Exited:
    person: EntityId


@dataclass(frozen=True, slots=True)
class Lies:
    """A thing is in a box, in the room the story is in; `by` is who put it there."""

    thing: EntityId
    box: EntityId
    by: EntityId | None = None


Happening = Entered | Exited | Lies


def happenings(story: str) -> Iterator[Happening]:
    """What a story tells of, sentence by sentence; who likes what or saw a cat is passed over."""
    for line in story.splitlines():
        sentence = re.sub(r"^\d+\s+", "", line.strip()).rstrip(".")
        if told := re.fullmatch(r"(.+) entered the (\w+)", sentence):
            people = re.split(r", and |, | and ", told[1])
            yield Entered(tuple(map(EntityId, people)), EntityId(told[2]))
        elif told := re.fullmatch(r"(\w+) exited the \w+", sentence):
            yield Exited(EntityId(told[1]))
        elif told := re.fullmatch(r"The (\w+) is in the (\w+)", sentence):
            yield Lies(EntityId(told[1]), EntityId(told[2]))
        elif told := re.fullmatch(r"(\w+) moved the (\w+) to the (\w+)", sentence):
            yield Lies(EntityId(told[2]), EntityId(told[3]), EntityId(told[1]))


def asked(question: str) -> tuple[tuple[EntityId, ...], EntityId]:
    """Who thinks who thinks, and of what: `Where does Ann think Bob thinks the ball is?`"""
    thing = re.search(r"the (\w+) (?:is|really)\?$", question)
    assert thing is not None, question
    chain = re.findall(r"(\w+)(?: really)? thinks?\b", question)
    return tuple(map(EntityId, chain)), EntityId(thing[1])


class StoryWorld:
    """A story as worlds: what is so, and what each asked chain of people believes, after every sentence."""

    def __init__(self, story: Sequence[Happening], chains: Sequence[tuple[EntityId, ...]]) -> None:
        self._story = story
        self._places = _places(story)
        self.scene = Scene(World().apply(enter(self._furniture(), stamp=0.0)))
        self.board = Board()
        self._pipeline = Pipeline(self.board)
        self._pipeline.add_source(TOLD)
        self._pipeline.add(settling_by_rooms(TOLD))
        add_minds(self._pipeline, self.scene, chains)

    def live(self) -> None:
        """Lets everything happen, one sentence a second."""
        for happening in self._story:
            self._tick(self._entered(happening))

    def wait(self) -> None:
        """A second in which nothing happens."""
        self._tick([])

    def tell(self, listener: str, thing: str, box: str, *, teller: str) -> None:
        """A second in which somebody is told what a thing is in."""
        stamp = self.board[TOLD].stamp + 1.0
        self._tick([], {told_world(listener): Delta(stamp, entries=(Event(stamp, IN, thing, box, reason=teller),))})

    def _tick(self, here: Sequence[Placed], said: Mapping[str, Delta] = NOTHING_SAID) -> None:
        told = self.board[TOLD]
        stamp = told.stamp + 1.0
        begin = enter(() if len(told.structure) else self._furniture(), stamp=stamp)
        known = told.apply(begin)
        arrivals = enter([each for each in here if each[0].id not in known], stamp=stamp)
        moves = change(pose={entity.id: pose.array for entity, pose in here})
        news = compose(compose(begin, arrivals), moves)
        seen = change(seen=dict.fromkeys(told.apply(news).ids, stamp))
        self._pipeline.tick(stamp, {TOLD: compose(news, seen), **said})

    def believed(self, chain: Sequence[str], thing: str) -> str | None:
        """What a chain of people believes a thing is in; without people, what it is in."""
        told = self.board["/".join(chain) or STABLE].timeline.open
        return next((str(target) for name, predicate, target in told if (name, predicate) == (thing, IN)), None)

    def _entered(self, happening: Happening) -> list[Placed]:
        match happening:
            case Entered(people, room):
                return [(_person(name), Pose(self._places[room])) for name in people]
            case Exited(person):
                return [(_person(person), Pose(OUTSIDE))]
            case Lies(thing, box):
                return [(Entity(thing, Object(), collision=THING), Pose(self._places[box]))]

    def _furniture(self) -> list[Placed]:
        rooms = {each.room for each in self._story if isinstance(each, Entered)}
        boxes = {each.box for each in self._story if isinstance(each, Lies)}
        people = {name for each in self._story if isinstance(each, Entered) for name in each.people}
        return [
            *((_hollow(room, ROOM_M, ROOM_HIGH_M, ROOM), Pose(self._places[room])) for room in sorted(rooms)),
            *((_hollow(box, BOX_M, BOX_M, "Box"), Pose(self._places[box])) for box in sorted(boxes)),
            *((_person(name), Pose(OUTSIDE)) for name in sorted(people)),
        ]


def _places(story: Sequence[Happening]) -> dict[EntityId, Vector3]:
    """Rooms in a row, and each box in the room in which something is first put into it."""
    places: dict[EntityId, Vector3] = {}
    boxes: dict[EntityId, int] = {}
    room = EntityId("")
    for each in story:
        match each:
            case Entered(_, room):
                places.setdefault(room, (APART_M * len(places), 0.0, 0.0))
            case Lies(_, box) if box not in places:
                count = boxes[room] = boxes.get(room, 0) + 1
                x, y, z = places[room]
                places[box] = (x - ROOM_M / 2 + count * 2 * BOX_M, y + ROOM_M / 4, z)
            case _:
                pass
    return places


def _hollow(name: EntityId, width: float, height: float, category: str) -> Entity:
    half = width / 2
    inner = Bounds((-half, -half, 0.0), (half, half, height))
    cavity = Cavity(inner, Opening((0.0, 0.0, height), (width, width)))
    floor = Box((width, width, FLOOR_M))
    return Entity(name, Object(static=True, cavities=(cavity,)), category=category, collision=floor)


def _person(name: EntityId) -> Entity:
    return Entity(name, Agent("human"))
