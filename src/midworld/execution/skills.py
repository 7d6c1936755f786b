"""How a robot does the usual actions of a plan with its verbs: take, put, throw, give, and what to do after."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from ..errors import CannotDo
from ..geometry import Vector3, local_bounds, vector
from ..planning import Task
from ..world import World
from .driver import Driver
from .surroundings import Surroundings, until
from .wording import called

# How far above a thing a hand comes and goes, and above what it lets things go.
ABOVE_M, OVER_RIM_M = 0.15, 0.10
# Fingers end this far above the top of what they take, as reach is reckoned (`agents/goals.py`).
FINGERS_M = 0.015

Skill: TypeAlias = "Callable[[Hands, Task], Awaitable[None]]"
# Places where somebody sees and reaches a thing, the better ones first: world, thing, support, who puts, for whom.
Placing: TypeAlias = Callable[[World, str, str, str, str], Iterable[Vector3]]
# Where to hold out a thing: world, thing, who gives, who receives. Raises CannotDo where they cannot meet.
Meeting: TypeAlias = Callable[[World, str, str, str], Vector3]
# So long a hand is held out.
TAKEN_S = 20.0


@dataclass(slots=True)
class Hands:
    """A robot's body, what it knows around it, and which arm holds what as far as it remembers."""

    driver: Driver
    surroundings: Surroundings
    placing: Placing
    meeting: Meeting | None = None
    holding: dict[str, str] = field(default_factory=dict[str, str])
    # What was seen in a hand since it was grasped.
    sure: set[str] = field(default_factory=set[str])

    def arm_with(self, thing: str) -> str:
        """The arm that took a thing, as long as its hand feels something."""
        for arm, held in self.holding.items():
            if held == thing:
                return arm
        raise CannotDo("release", f"no hand holds {thing}")

    async def arm_to(self, point: Vector3) -> str:
        """Brings a free hand to a point, that of its side first; which one it was."""
        arms = [arm for arm in self.driver.capabilities.arms if arm not in self.holding]
        if not arms:
            raise CannotDo("grasp", f"both hands are full: {', '.join(sorted(self.holding.values()))}")
        aside = await self._aside(point)
        first, *others = sorted(arms, key=lambda arm: -aside if arm == "left" else aside)
        try:
            await self.driver.reach(first, point)
        except CannotDo:
            if not others:
                raise
            await self.driver.reach(others[0], point)
            return others[0]
        return first

    async def _aside(self, point: Vector3) -> float:
        """How far to the left of the base a point is."""
        return float((await self.driver.feel()).base.inverse().apply(point)[1])


async def take(hands: Hands, task: Task) -> None:
    """`take robot thing ...`: comes from above, closes, lifts."""
    thing = task[2]
    place = vector(hands.surroundings.world().pose(thing).position)
    await hands.driver.look(place)
    await hands.surroundings.changed()
    top = _top(hands.surroundings.world(), thing)
    arm = await hands.arm_to(_raised(top, ABOVE_M))
    await hands.driver.reach(arm, _raised(top, FINGERS_M))
    await hands.driver.grasp(arm)
    hands.holding[arm] = thing
    await hands.driver.reach(arm, _raised(top, ABOVE_M))


async def put(hands: Hands, task: Task) -> None:
    """`put robot thing support [person]`: where the person sees and reaches it."""
    robot, thing, support, *who = task[1:]
    arm = hands.arm_with(thing)
    world = hands.surroundings.world()
    why = f"there is no place on {support} for {thing}"
    for place in hands.placing(world, thing, support, robot, who[0] if who else robot):
        above = _raised(place, _height(world, thing))
        try:
            await hands.driver.reach(arm, _raised(above, ABOVE_M))
            await hands.driver.look(place)
            await hands.driver.reach(arm, _raised(above, FINGERS_M + 0.005))
        except CannotDo as error:
            why = error.reason
            continue
        await _let_go(hands, arm)
        await hands.driver.reach(arm, _raised(above, ABOVE_M))
        await hands.driver.reach(arm, None)
        return
    raise CannotDo("put", why)


async def throw(hands: Hands, task: Task) -> None:
    """`throw robot thing container`: lets it go over the opening."""
    thing, container = task[2], task[3]
    arm = hands.arm_with(thing)
    world = hands.surroundings.world()
    rim = _raised(_top(world, container), _height(world, thing) + OVER_RIM_M)
    await hands.driver.look(rim)
    await hands.driver.reach(arm, rim)
    await _let_go(hands, arm)
    await hands.driver.reach(arm, None)


async def give(hands: Hands, task: Task) -> None:
    """`give robot thing person`: holds it out where the person reaches it, and lets go when it is taken."""
    robot, thing, person = task[1:4]
    arm = hands.arm_with(thing)
    if hands.meeting is None:
        raise CannotDo("give", "nothing tells where to meet")
    point = hands.meeting(hands.surroundings.world(), thing, robot, person)
    await hands.driver.reach(arm, point)
    await hands.driver.look(point)
    await hands.driver.say(f"Here is the {called(hands.surroundings.world(), thing)}.", to=person)
    if not await until(hands.surroundings, lambda: _is_taken(hands, thing, person), TAKEN_S):
        raise CannotDo("give", f"{person} did not take {thing}")
    await _let_go(hands, arm)
    await hands.driver.reach(arm, None)


def _is_taken(hands: Hands, thing: str, person: str) -> bool:
    return ("isHeldBy", thing, person) in hands.surroundings.facts()


async def _let_go(hands: Hands, arm: str) -> None:
    await hands.driver.release(arm)
    hands.sure.discard(hands.holding.pop(arm, ""))


async def felt(hands: Hands) -> None:
    """After something went wrong: forgets what its hands no longer feel."""
    feeling = await hands.driver.feel()
    for arm in [arm for arm in hands.holding if not feeling.gripping.get(arm, False)]:
        hands.sure.discard(hands.holding.pop(arm))


SKILLS: Mapping[str, Skill] = MappingProxyType({"take": take, "put": put, "throw": throw, "give": give})


def _top(world: World, thing: str) -> Vector3:
    """The middle of a thing's upper end, as it stands."""
    x, y, z = world.pose(thing).position
    return (x, y, z + _height(world, thing) / 2)


def _height(world: World, thing: str) -> float:
    """How high a thing is, as it stands upright."""
    shape = world.entity(thing).collision
    return 0.0 if shape is None else float(np.asarray(local_bounds(shape).size)[2])


def _raised(point: Vector3, metres: float) -> Vector3:
    return (point[0], point[1], point[2] + metres)
