"""What people do with their whole bodies: turn their heads, go away, come back, walk round the table."""

from collections.abc import Callable, Iterator

import numpy as np

from .draw import Fields
from .motion import path, ramp
from .pose import Array, Pose, about, array
from .room import seat
from .stage import Hand, Stage

Moments = Iterator[None]
Deed = Callable[[Stage, Hand], Moments]


def look(fields: Fields, pace: float) -> Deed:
    """Turn the head to a place on the table, or `away` from it."""
    goal = fields.vector("look") if isinstance(fields.raw("look"), list) else None
    seconds, aside = fields.number("seconds", "0.3..0.7"), np.radians(fields.number("aside", "-25..25"))

    def act(stage: Stage, hand: Hand) -> Moments:
        yield from _turn(stage, hand.who, _sight_of(stage, hand.who, goal, aside), seconds)

    return act


def _sight_of(stage: Stage, who: str, goal: tuple[float, ...] | None, aside: float) -> Array:
    person = stage.people[who]
    if goal is not None:
        return array(goal[0], goal[1], stage.room.table.height)
    return person.head + Pose(array(0, 0, 0), about([0, 0, 1], aside)).apply(-2.0 * person.facing)


def _turn(stage: Stage, who: str, goal: Array, seconds: float) -> Moments:
    """The head turns by its yaw and pitch to look at a point."""
    head = stage.people[who].head
    start, end = stage.gazes[who] - head, goal - head
    yaws = [float(np.arctan2(way[1], way[0])) for way in (start, end)]
    turn = (yaws[1] - yaws[0] + np.pi) % (2 * np.pi) - np.pi
    slopes = [float(np.arctan2(way[2], np.hypot(way[0], way[1]))) for way in (start, end)]
    length = float(np.linalg.norm(end))
    for share in ramp(seconds):
        yaw, slope = yaws[0] + share * turn, slopes[0] + share * (slopes[1] - slopes[0])
        way = array(np.cos(yaw) * np.cos(slope), np.sin(yaw) * np.cos(slope), np.sin(slope))
        stage.gazes[who] = head + length * way
        yield


def depart(fields: Fields, pace: float) -> Deed:
    """Turn round, go away from the table and be seen no more."""
    fields.raw("depart")
    speed, way = fields.number("speed", "0.9..1.4"), fields.number("way", "1.5..2.2")

    def act(stage: Stage, hand: Hand) -> Moments:
        person = stage.people[hand.who]
        yield from _turn(stage, hand.who, _sight_of(stage, hand.who, None, 0.0), 0.4)
        gaze = stage.gazes[hand.who] - person.head
        for where, _ in path([person.torso, person.torso - way * person.facing], speed=speed):
            stage.settle_person(hand.who, where, person.facing)
            stage.gazes[hand.who] = stage.people[hand.who].head + gaze
            yield
        stage.away.add(hand.who)

    return act


def return_(fields: Fields, pace: float) -> Deed:
    """Come back to where one left from, looking at the table."""
    goal = fields.vector("return")
    speed, way = fields.number("speed", "0.9..1.4"), fields.number("way", "1.0..1.5")

    def act(stage: Stage, hand: Hand) -> Moments:
        home = stage.room.people[hand.who]
        stage.away.discard(hand.who)
        stage.gazes[hand.who] = array(goal[0], goal[1], stage.room.table.height)
        for where, _ in path([home.torso - way * home.facing, home.torso], speed=speed):
            stage.settle_person(hand.who, where, home.facing)
            yield

    return act


def round_(fields: Fields, pace: float) -> Deed:
    """Walk round the table to another side of it, looking at the same place."""
    side, speed = fields.text("round"), fields.number("speed", "0.6..1.0")
    distance, along = fields.number("distance", "0.25..0.4"), fields.number("along", "-0.15..0.15")

    def act(stage: Stage, hand: Hand) -> Moments:
        table, start = stage.room.table, stage.people[hand.who].torso
        goal, facing = seat(table, side, distance=distance, along=along)
        corner = array(table.depth / 2, table.width / 2, 0) + 0.35
        bend = np.sign(start + goal) * corner * array(1, 1, 0)
        for where, share in path([start, bend, goal], speed=speed):
            ahead = -where / max(1e-6, float(np.linalg.norm(where)))
            stage.settle_person(hand.who, where, ahead * array(1, 1, 0) if share < 1 else facing)
            yield

    return act
