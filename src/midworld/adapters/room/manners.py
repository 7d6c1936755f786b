"""What people in a simulated room do: take, put, throw, give, point, walk away. Each is a step of a script."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ...geometry import FloatArray
from ...world import EntityId
from .figure import Doing, Figure
from .hearing import Heard

Step: TypeAlias = Callable[[Figure], Doing]

ABOVE, OVER_RIM = np.array([0.0, 0.0, 0.15]), np.array([0.0, 0.0, 0.12])
# What is taken out of something comes higher, so that the hand does not drag the rim along.
OUT_OF = np.array([0.0, 0.0, 0.35])
# Where somebody who has had enough goes, in metres from where they stand.
AWAY_M = 4.0
# What is handed over is held so far out, so high and so long; an arm that points is stretched so far.
OUT_M, HIGH_M, OFFERED_S, STRETCHED = 0.35, 1.0, 10.0, 0.9


def taking(thing: EntityId) -> Step:
    """Takes a thing from where the person believes it to be; says so where it is not there, or too far."""

    def step(person: Figure) -> Doing:
        wanted = person.meant(thing)
        if person.holds(wanted) is not None:
            return
        place = person.knows.get(wanted)
        if place is None:
            person.say(f"I do not see the {_called(person, wanted)}.")
            return
        yield from person.look(place[:3])
        person.notice()
        place = person.knows.get(wanted, place)
        if not person.able(place[:3]):
            person.say(f"I cannot reach the {_called(person, wanted)}.")
            return
        side = person.side_for(place[:3])
        top = np.array([*place[:2], person.room.top(wanted) + 0.02])
        yield from person.reach(side, top + ABOVE)
        yield from person.reach(side, top)
        if float(np.linalg.norm(person.room.place(wanted)[:3] - person.hand(side))) > 0.15:
            yield from person.relax(side)
            person.knows.pop(wanted, None)
            person.say(f"The {_called(person, wanted)} is not there.")
            return
        enclosed = any(person.room.is_in(wanted, other) for other in person.room.labels if other != wanted)
        person.grip(side, wanted)
        yield from person.reach(side, top + (OUT_OF if enclosed else ABOVE))
        yield from person.relax(side)

    return step


def putting(thing: EntityId, point: FloatArray) -> Step:
    """Puts what is in the hand down at a point."""

    def step(person: Figure) -> Doing:
        side = person.holds(thing)
        if side is None:
            return
        yield from person.look(point)
        yield from person.reach(side, point + ABOVE)
        yield from person.reach(side, point)
        person.grip(side, None)
        yield from person.reach(side, point + ABOVE)
        yield from person.relax(side)

    return step


def throwing(thing: EntityId, container: EntityId) -> Step:
    """Drops a thing into a container; takes it first where it is not in the hand."""

    def step(person: Figure) -> Doing:
        wanted = person.meant(thing)
        if person.holds(wanted) is None:
            yield from taking(thing)(person)
        side = person.holds(wanted)
        if side is None:
            return
        over = person.room.opening(container) + OVER_RIM
        yield from person.look(over)
        if not person.able(over, side):
            # With the hand on the far side one turns to it.
            yield from person.look(over, within_rad=0.01)
        if not person.able(over, side):
            person.say(f"I cannot reach the {_called(person, container)}.")
            return
        yield from person.reach(side, over)
        yield from person.wait(0.2)
        person.grip(side, None)
        yield from person.wait(0.5)
        yield from person.relax(side)

    return step


def walking(place: tuple[float, float]) -> Step:
    """Goes somewhere."""
    return lambda person: person.walk(place)


def looking(point: tuple[float, float, float]) -> Step:
    """Looks somewhere."""
    return lambda person: person.look(point)


def waiting(seconds: float) -> Step:
    """Does nothing for a while."""
    return lambda person: person.wait(seconds)


def saying(text: str) -> Step:
    """Says something."""

    def step(person: Figure) -> Doing:
        person.say(text)
        yield

    return step


def until_told(words: str) -> Step:
    """Waits until somebody has said some words to this person."""

    def step(person: Figure) -> Doing:
        while words.lower() not in person.told.lower():
            yield

    return step


def pointing(thing: EntityId, text: str) -> Step:
    """Looks and points at a thing, says something, and lets the arm sink again."""

    def step(person: Figure) -> Doing:
        place = person.room.place(thing)[:3]
        yield from person.look(place)
        side = person.side_for(place)
        yield from person.reach(side, person.stretched(side, place, STRETCHED))
        yield from person.wait(0.8)
        person.say(text)
        yield from person.wait(1.0)
        yield from person.relax(side)

    return step


def giving(thing: EntityId, receiver: EntityId) -> Step:
    """Takes a thing where it is not in the hand, and holds it out to somebody until they have it."""

    def step(person: Figure) -> Doing:
        if person.holds(thing) is None:
            yield from taking(thing)(person)
        side = person.holds(thing)
        other = person.room.stands(receiver)
        if side is None or other is None:
            return
        yield from person.look(np.array([*other, HIGH_M]), within_rad=0.1)
        away = (other - person.feet) / max(float(np.linalg.norm(other - person.feet)), 1e-6)
        yield from person.reach(side, np.array([*(person.feet + OUT_M * away), HIGH_M]))
        person.say(f"{person.room.called(receiver)}, here is the {_called(person, thing)}.")
        end = person.room.now + OFFERED_S
        while person.holds(thing) is not None and person.room.now < end:
            yield
        yield from person.relax(side)

    return step


def leaving(person: Figure) -> Doing:
    """Walks off, straight back."""
    away = person.feet - person.gaze[:2]
    away = away / max(float(np.linalg.norm(away)), 1e-6)
    goal = person.feet + AWAY_M * away
    yield from person.walk((float(goal[0]), float(goal[1])))


def step_for(heard: Heard, person: Figure) -> Step | None:
    """What somebody does about what they heard; None where it makes no sense to them."""
    match heard.verb, heard.things:
        case "take" | "offer", (thing, *_):
            return taking(thing)
        case "give", (thing, *_) if heard.people:
            return giving(thing, heard.people[-1])
        case "throw", (thing, container, *_):
            return throwing(thing, container)
        case "put", (thing, place, *_):
            over = person.room.place(place)
            return putting(thing, np.array([*over[:2], person.room.top(place) + 0.05]))
        case "know", (thing, *_):
            return lambda who: _told(who, thing)
        case "wait", _:
            return waiting(1.0)
        case _:
            person.say("I do not understand.")
            return None


def _told(person: Figure, thing: EntityId) -> Doing:
    """Looks for a thing somebody spoke of."""
    yield from person.look(person.room.place(thing)[:3])
    yield from person.wait(0.3)
    person.notice()


def _called(person: Figure, thing: EntityId) -> str:
    return person.room.labels.get(thing, (thing,))[0]
