"""The body of a simulated person: eyes, hands, a trunk that leans, feet, and what it has seen."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, TypeAlias

import numpy as np

from ...geometry import FloatArray, Pose, Vector3, frustum, look_rotation
from ...physics import HumanBody, Limb
from ...world import EntityId, PartName

Doing: TypeAlias = Iterator[None]

WALK_M_S, TURN_RAD_S, LEAN_M = 0.9, 2.5, 0.40
EYES = frustum((120.0, 100.0), (0.1, 8.0))


@dataclass(frozen=True, slots=True)
class Character:
    """How somebody is: `pace` of the hands in m/s, seconds before they react, and what goes wrong on purpose.

    `refuses` are verbs or things they will not do or touch, `tires_after` how many requests they follow, `mistakes`
    which thing they take for another until they are told, `deaf` whether they hear at all, `leaves_at` when they
    walk away.
    """

    pace_m_s: float = 0.7
    reaction_s: float = 0.8
    refuses: frozenset[str] = frozenset()
    tires_after: int | None = None
    mistakes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    deaf: bool = False
    leaves_at: float | None = None


class Surroundings(Protocol):
    """What a person can do to the room, and perceive of it."""

    def place(self, thing: EntityId) -> FloatArray: ...

    def sees(self, thing: EntityId, eye: Pose) -> bool: ...

    def hold(self, who: EntityId, hand: str, thing: EntityId | None) -> None: ...

    def speak(self, who: EntityId, text: str) -> None: ...

    def opening(self, container: EntityId) -> FloatArray: ...

    def top(self, thing: EntityId) -> float: ...

    def is_in(self, thing: str, container: str) -> bool: ...

    @property
    def now(self) -> float: ...

    def stands(self, who: EntityId) -> FloatArray | None: ...

    def called(self, who: EntityId) -> str: ...

    @property
    def labels(self) -> Mapping[EntityId, tuple[str, ...]]: ...

    @property
    def names(self) -> Mapping[EntityId, tuple[str, ...]]: ...


class Figure:
    """Somebody's body in a room. What it does is a generator, a `next` a moment."""

    def __init__(
        self,
        name: EntityId,
        stands: tuple[float, float],
        faces: tuple[float, float],
        *,
        character: Character | None = None,
        body: HumanBody | None = None,
    ) -> None:
        self.name, self.character, self.body = name, character or Character(), body or HumanBody()
        self.feet = np.array(stands, dtype=np.float64)
        self.heading = math.atan2(faces[1] - stands[1], faces[0] - stands[0])
        self.gaze: FloatArray = np.array([*faces, 0.8])
        self._facing: tuple[float, FloatArray] = (self.heading, self.gaze)
        self.knows: dict[EntityId, FloatArray] = {}
        # The last that was said to this person.
        self.told = ""
        self._mistakes = dict(self.character.mistakes)
        self.holding: dict[str, EntityId | None] = {"left": None, "right": None}
        self._lean = np.zeros(2)
        self._hands: dict[str, FloatArray] = {}
        self._seconds = 0.0
        for hand in ("left", "right"):
            self._hands[hand] = self.rest(hand)

    def attach(self, room: Surroundings) -> None:
        """Enters a room."""
        self.room = room

    @property
    def head(self) -> FloatArray:
        """Between the eyes, looking where the gaze is."""
        place = np.array([*(self.feet + self._lean), self.body.eye_height - 0.3 * float(np.linalg.norm(self._lean))])
        return np.concatenate([place, look_rotation(self.gaze - place)])

    def parts(self) -> Mapping[PartName, FloatArray]:
        """The body as a tracker would have it."""
        upright = look_rotation(np.array([math.cos(self.heading), math.sin(self.heading), 0.0]))
        torso = np.array([*(self.feet + 0.6 * self._lean), self.body.shoulder_height - 0.25])
        base = np.array([*self.feet, 0.0])
        level = np.array([0.0, 0.0, 0.0, 1.0])
        return {
            "head": self.head,
            "torso": np.concatenate([torso, upright]),
            "base": np.concatenate([base, upright]),
            "left_hand": np.concatenate([self._hands["left"], level]),
            "right_hand": np.concatenate([self._hands["right"], level]),
        }

    def limbs(self) -> list[Limb]:
        """What of the body hides things."""
        return list(self.body.limbs(self.parts()))

    def hand(self, side: str) -> FloatArray:
        """Where a hand is."""
        return self._hands[side]

    def notice(self) -> None:
        """Looks at everything that is in view, and remembers where it is."""
        eye = Pose.of(self.head)
        for thing in self.room.labels:
            if self.room.sees(thing, eye):
                self.knows[thing] = self.room.place(thing)

    def meant(self, thing: EntityId) -> EntityId:
        """The thing somebody takes when they are asked for one."""
        return EntityId(self._mistakes.get(thing, thing))

    def put_right(self, thing: EntityId) -> None:
        """Somebody is told that this is not the one: they take it for no other any more."""
        self._mistakes = {asked: taken for asked, taken in self._mistakes.items() if taken != thing}

    def say(self, text: str) -> None:
        self.room.speak(self.name, text)

    def rest(self, side: str) -> FloatArray:
        """Where a hand hangs when it has nothing to do."""
        out = self.body.shoulder_side * (1.0 if side == "left" else -1.0)
        ahead, left = self._axes()
        place = self.feet + 0.18 * ahead + out * left
        return np.array([*place, self.body.shoulder_height - 0.45])

    def look(self, point: Vector3 | FloatArray, *, within_rad: float = 0.6) -> Doing:
        """Turns eyes, and the body as far as it must, to a point."""
        self.gaze = np.asarray(point, dtype=np.float64)
        wanted = math.atan2(self.gaze[1] - self.feet[1], self.gaze[0] - self.feet[0])
        while abs(off := _turn(wanted - self.heading)) > within_rad:
            self.heading += math.copysign(min(abs(off), TURN_RAD_S * self._seconds), off)
            self._carry_hands()
            yield

    def walk(self, place: tuple[float, float]) -> Doing:
        """Goes somewhere, hands at the side."""
        goal = np.array(place, dtype=np.float64)
        while (far := float(np.linalg.norm(goal - self.feet))) > 0.02:
            way = (goal - self.feet) / far
            self.heading = math.atan2(way[1], way[0])
            self.gaze = np.array([*(self.feet + 2.0 * way), 1.3])
            self.feet = self.feet + min(far, WALK_M_S * self._seconds) * way
            self._carry_hands()
            yield

    def wait(self, seconds: float) -> Doing:
        end = self.room.now + seconds
        while self.room.now < end:
            yield

    def reach(self, side: str, point: FloatArray) -> Doing:
        """Brings a hand to a point, leaning if need be; stops short where it is out of reach."""
        while True:
            shoulder = self._shoulder(side)
            away = point[:2] - shoulder[:2]
            excess = float(np.linalg.norm(point - shoulder)) - 0.95 * self.body.arm_length
            if excess > 0 and float(np.linalg.norm(away)) > 1e-6:
                lean = self._lean + away / np.linalg.norm(away) * min(excess, 0.6 * self._seconds)
                size = float(np.linalg.norm(lean))
                self._lean = lean if size <= LEAN_M else lean / size * LEAN_M
            left = point - self._hands[side]
            far = float(np.linalg.norm(left))
            step = min(far, self.character.pace_m_s * self._seconds)
            target = self._hands[side] + (left / far * step if far > 1e-9 else 0.0)
            off = target - self._shoulder(side)
            size = float(np.linalg.norm(off))
            before = self._hands[side]
            longest = self.body.arm_length
            self._hands[side] = target if size <= longest else self._shoulder(side) + off / size * longest
            yield
            stuck = float(np.linalg.norm(self._hands[side] - before)) < 1e-3
            leans = excess > 0.0 and float(np.linalg.norm(self._lean)) < LEAN_M - 1e-3
            if far <= step + 1e-6 or (stuck and not leans):
                return

    def stretched(self, side: str, point: FloatArray, share: float) -> FloatArray:
        """Where a hand is whose arm is stretched so far towards a point."""
        away = point - self._shoulder(side)
        return self._shoulder(side) + share * self.body.arm_length * away / max(float(np.linalg.norm(away)), 1e-6)

    def relax(self, side: str) -> Doing:
        """Stands upright again, the hand at rest or before the chest with what it holds."""
        while float(np.linalg.norm(self._lean)) > 1e-3:
            size = float(np.linalg.norm(self._lean))
            self._lean = self._lean * max(0.0, 1 - 0.6 * self._seconds / size)
            left = self.rest(side) - self._hands[side]
            far = float(np.linalg.norm(left))
            share = min(1.0, self.character.pace_m_s * self._seconds / max(far, 1e-9))
            self._hands[side] = self._hands[side] + share * left
            yield
        self._lean = np.zeros(2)
        # Who has done something faces the table again.
        heading, self.gaze = self._facing
        while abs(off := _turn(heading - self.heading)) > 1e-3:
            self.heading += math.copysign(min(abs(off), TURN_RAD_S * self._seconds), off)
            yield
        goal = self.rest(side) + (np.array([0.0, 0.0, 0.15]) if self.holding[side] is not None else 0.0)
        yield from self.reach(side, goal)

    def able(self, point: FloatArray, side: str | None = None) -> bool:
        """Whether a hand, or the one that is nearest and free, gets to a point without a step."""
        near = self._shoulder(side or self.side_for(point))
        return float(np.linalg.norm(point - near)) < 0.95 * self.body.arm_length + LEAN_M

    def side_for(self, point: FloatArray) -> str:
        """The hand that is nearer to a point and free, or any."""
        order = sorted(("left", "right"), key=lambda side: float(np.linalg.norm(self._shoulder(side) - point)))
        return next((side for side in order if self.holding[side] is None), order[0])

    def holds(self, thing: EntityId) -> str | None:
        """The hand that has a thing."""
        return next((side for side, held in self.holding.items() if held == thing), None)

    def grip(self, side: str, thing: EntityId | None) -> None:
        """Takes hold of a thing, or lets go."""
        self.holding[side] = thing
        self.room.hold(self.name, side, thing)

    def _shoulder(self, side: str) -> FloatArray:
        _, left = self._axes()
        out = self.body.shoulder_side * (1.0 if side == "left" else -1.0)
        return np.array([*(self.feet + self._lean + out * left), self.body.shoulder_height])

    def _axes(self) -> tuple[FloatArray, FloatArray]:
        ahead = np.array([math.cos(self.heading), math.sin(self.heading)])
        return ahead, np.array([-ahead[1], ahead[0]])

    def _carry_hands(self) -> None:
        for side in ("left", "right"):
            self._hands[side] = self.rest(side)


def _turn(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi
