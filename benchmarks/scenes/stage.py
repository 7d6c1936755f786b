"""The simulated stage: bodies under physics, hands that grip them, and a record of what the hands did."""

from dataclasses import dataclass, replace

import numpy as np

from .bullet import STEP_S, Bullet
from .place import Place
from .pose import Array, Pose, array, at
from .room import Person, Room
from .shape import Thing

LIFTED_M = 0.012
HAND_RADIUS_M = 0.035
# Let go this close above something, an object is put down, not dropped.
PUT_GAP_M = 0.015
STUCK_M = 0.05
FAR_AWAY = array(30, 30, 1)


class Misfire(Exception):
    """The story did not go as the script intends; the reason is the message."""


@dataclass(slots=True, eq=False)
class Hand:
    """A hand's place and turn, and what it holds: the object's pose in the hand's frame."""

    who: str
    name: str
    pose: Pose
    body: int
    pin: int
    holds: str | None = None
    grip: Pose | None = None
    grip_pin: int = -1
    grasp_height: float = 0.0
    picked: bool = False
    dragging: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """Something a hand did to an object, at story time."""

    stamp: float
    event: str
    agent: str
    object: str
    optional: bool = False


class Stage:
    """Physics, hands and the clock. Verbs move the hands; `step` lets a moment pass."""

    def __init__(self, room: Room, things: dict[str, Thing]) -> None:
        self.time = 0.0
        self.room = room
        self.people: dict[str, Person] = dict(room.people)
        self.bullet = Bullet()
        self.things: dict[str, Thing] = {"floor": room.floor, "table": room.table.thing, **things}
        self.ids: dict[str, int] = {}
        self.actions: list[Action] = []
        self.labels: dict[str, float] = {}
        for name in ("floor", "table"):
            pose = self.things[name].pose
            assert pose is not None
            self.ids[name] = self.bullet.add(self.things[name], pose)
        self.hands: dict[tuple[str, str], Hand] = {}
        self.gazes: dict[str, Array] = {name: p.looks for name, p in self.people.items() if p.looks is not None}
        self.away: set[str] = set()
        self.blind = False

    def close(self) -> None:
        self.bullet.close()

    def enter(self, name: str, pose: Pose) -> None:
        self.ids[name] = self.bullet.add(self.things[name], pose)

    def raise_hands(self) -> None:
        """Give everybody hands, at rest; they touch nothing but what they push."""
        for person in self.people.values():
            for name, where in person.rest.items():
                body = self.bullet.add_hand(HAND_RADIUS_M)
                pose = Pose(where, array(0, 0, 0, 1))
                self.bullet.place(body, pose)
                self.hands[person.name, name] = Hand(person.name, name, pose, body, self.bullet.pin(body, pose))

    @property
    def movable(self) -> tuple[str, ...]:
        return tuple(name for name in self.ids if not self.things[name].static)

    def pose(self, name: str) -> Pose:
        return self.bullet.pose(self.ids[name])

    def extents(self, name: str) -> tuple[Array, Array]:
        return self.things[name].extents(self.pose(name))

    def holder(self, name: str) -> Hand | None:
        return next((hand for hand in self.hands.values() if hand.holds == name), None)

    def supporters(self, name: str) -> dict[str, float]:
        """What really carries a thing: upward contact force by the name of what pushes, in newtons."""
        names = {body: other for other, body in self.ids.items()}
        found: dict[str, float] = {}
        for contact in self.bullet.contacts(self.ids[name]):
            other = names.get(contact.b)
            if other is not None and contact.force > 0 and contact.up > 0.25:
                found[other] = found.get(other, 0.0) + contact.force * contact.up
        return found

    def move(self, hand: Hand, pose: Pose) -> None:
        """Where the hand goes in the next moment; what it holds follows."""
        hand.pose = pose
        self.bullet.move_pin(hand.pin, hand.body, pose, force=400)
        if hand.holds is not None and hand.grip is not None:
            self.bullet.move_pin(hand.grip_pin, self.ids[hand.holds], pose.then(hand.grip))

    def grasp(self, hand: Hand, name: str) -> None:
        """Close the hand on a thing; taking it from another hand is a hand-over."""
        giver = self.holder(name)
        picked = False
        if giver is not None:
            picked = giver.picked
            self._open(giver)
            self.actions.append(Action(self.time, "Release", giver.who, name, optional=True))
            self.actions.append(Action(self.time, "Pick", hand.who, name, optional=True))
        pose = self.pose(name)
        hand.holds, hand.grip = name, hand.pose.inverse().then(pose)
        hand.grip_pin = self.bullet.pin(self.ids[name], pose)
        hand.grasp_height, hand.picked, hand.dragging = float(pose.position[2]), picked, False

    def let_go(self, hand: Hand) -> None:
        """Open the hand. Only something that was lifted gives an action: set down, or dropped."""
        name = hand.holds
        if name is None:
            raise Misfire(f"{hand.who} lets go of nothing")
        if hand.picked:
            landed = sum(self.supporters(name).values()) > 0 or self.gap(name) < PUT_GAP_M
            self.actions.append(Action(self.time, "Place" if landed else "Release", hand.who, name))
        self._open(hand)

    def _open(self, hand: Hand) -> None:
        self.bullet.unpin(hand.grip_pin)
        hand.holds, hand.grip, hand.picked = None, None, False

    def settle_person(self, who: str, torso: Array, facing: Array) -> None:
        """Put somebody elsewhere, head, hands and all."""
        person = self.people[who]
        head = torso + array(0, 0, float(person.head[2]))
        self.people[who] = person = replace(person, torso=torso, facing=facing, head=head)
        for hand in self.hands.values():
            if hand.who == who and hand.holds is None:
                self.move(hand, Pose(person.rest[hand.name], hand.pose.turn))

    def vanish(self, name: str) -> None:
        """Take a thing out of the world for good."""
        holder = self.holder(name)
        if holder is not None:
            self._open(holder)
        self.bullet.pin(self.ids[name], Pose(FAR_AWAY, array(0, 0, 0, 1)))
        self.bullet.place(self.ids[name], Pose(FAR_AWAY, array(0, 0, 0, 1)))

    def check_grips(self) -> None:
        """A thing that cannot follow the hand is stuck behind something: no person would go on like that."""
        for hand in self.hands.values():
            if hand.holds is not None and hand.grip is not None:
                meant = hand.pose.then(hand.grip).position
                if float(np.linalg.norm(meant - self.pose(hand.holds).position)) > STUCK_M:
                    raise Misfire(f"{hand.holds} gets stuck on its way")

    def gap(self, name: str) -> float:
        """How far below a thing the next thing is, under its middle."""
        low, _ = self.extents(name)
        middle = self.pose(name).position
        start = array(middle[0], middle[1], low[2] - 0.0005)
        hits = self.bullet.first_hits(start, np.array([start - array(0, 0, PUT_GAP_M)]))
        return 0.0 if hits[0] >= 0 else np.inf

    def step(self) -> None:
        self.bullet.step()
        self.time += STEP_S
        for hand in self.hands.values():
            if hand.holds is not None and not hand.picked and not hand.dragging:
                self._notice_lift(hand, hand.holds)

    def _notice_lift(self, hand: Hand, name: str) -> None:
        height = float(self.pose(name).position[2])
        if height > hand.grasp_height + LIFTED_M and not self.supporters(name):
            hand.picked = True
            self.actions.append(Action(self.time, "Pick", hand.who, name))

    def base(self, place: Place) -> Array:
        """The point of a place on which a thing's underside comes to lie."""
        table = self.room.table
        if place.relation == "cell":
            column, row = place.at or (0.0, 0.0)
            return self.pose(place.thing).apply(self.things[place.thing].cells[round(column), round(row)])
        if place.relation == "behind":
            person = self.people[place.thing]
            point = person.torso - (person.girth + 0.1) * person.facing + array(0, 0, table.height + 0.1)
        elif place.relation == "off":
            point = self._over_edge(place)
        elif place.thing == "table" and place.relation in ("on", "over"):
            point = array(*(place.at or (0.0, 0.0)), table.height)
        elif place.relation == "beside":
            middle = self.pose(place.thing).position
            point = array(middle[0], middle[1], table.height)
        else:
            point = self._upon(place)
        return point + array(*place.by) + array(0, 0, place.height)

    def _over_edge(self, place: Place) -> Array:
        table, (away, along) = self.room.table, place.at or (0.1, 0.0)
        out = {"far": (1, 0), "near": (-1, 0), "left": (0, 1), "right": (0, -1)}[place.thing]
        reach = (table.depth if out[0] else table.width) / 2 + away
        return array(out[0] * reach + out[1] * along, out[1] * reach + out[0] * along, table.height)

    def _upon(self, place: Place) -> Array:
        thing, pose = self.things[place.thing], self.pose(place.thing)
        low, high = thing.extents(pose)
        middle = (low + high) / 2
        if place.relation == "in":
            if thing.cavity is None:
                raise Misfire(f"{place.thing} has no inside")
            return pose.apply(thing.cavity.centre - array(0, 0, float(thing.cavity.half[2])))
        inset = pose.apply(array(*(place.at or (0.0, 0.0)), 0.0))
        if place.at is not None:
            middle = inset
        return array(middle[0], middle[1], high[2])

    def standing(self, name: str, base: Array, *, yaw: float, upside_down: bool) -> Pose:
        """The pose in which a thing stands on `base`."""
        pose = at(0, 0, 0, yaw=yaw)
        if upside_down:
            pose = pose.then(Pose(array(0, 0, 0), array(1, 0, 0, 0)))
        low, _ = self.things[name].extents(pose)
        return Pose(base - array(0, 0, float(low[2]) - 0.001), pose.turn)
