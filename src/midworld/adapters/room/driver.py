"""The simulated robot behind the protocol that a real one would have."""

import asyncio
from collections.abc import Callable, Sequence
from types import MappingProxyType

from ...errors import CannotDo
from ...execution import VERBS, Capabilities, Feeling, Verb
from ...geometry import Pose, Vector3
from .robot import DRIVE_M_S
from .room import Room

# Fingers close on what is this near to the tip of the hand.
GRASP_M = 0.04
CLOSE_S = 0.4
# People speak about this many words a second.
WORDS_S = 3.0


class RoomDriver:
    """Moves the robot of a room. Every verb lasts as long as it would."""

    def __init__(self, room: Room) -> None:
        self._room, self._body, self._stops = room, room.robot, 0
        self._capabilities = Capabilities(frozenset(VERBS), tuple(self._body.arms), DRIVE_M_S)

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    async def go(self, place: Pose) -> None:
        self._capabilities.require("go")
        self._body.drive(place)
        await self._until("go", self._body.arrived, None)

    async def look(self, point: Vector3) -> None:
        self._capabilities.require("look")
        joints = self._body.aim(point)
        await self._until("look", lambda: self._body.still(joints), joints)

    async def reach(self, arm: str, point: Vector3 | None) -> None:
        self._capabilities.require("reach", arm)
        joints = self._body.tuck(arm) if point is None else self._body.stretch(arm, point)
        await self._until("reach", lambda: self._body.still(joints), joints)

    async def grasp(self, arm: str) -> None:
        self._capabilities.require("grasp", arm)
        await self._rest("grasp", CLOSE_S)
        if self._body.gripping[arm] is not None:
            return
        thing = self._room.near(self._body.tip(arm), GRASP_M)
        if thing is None:
            raise CannotDo("grasp", f"the {arm} hand closed on nothing")
        self._room.hold(self._body.name, arm, thing)
        self._body.gripping[arm] = thing

    async def release(self, arm: str) -> None:
        self._capabilities.require("release", arm)
        await self._rest("release", CLOSE_S)
        self._room.hold(self._body.name, arm, None)
        self._body.gripping[arm] = None

    async def say(self, text: str, *, to: str | None = None) -> None:
        self._capabilities.require("say")
        await self._rest("say", len(text.split()) / WORDS_S)
        self._room.speak(str(self._body.name), text, to)

    async def feel(self) -> Feeling:
        gripping = {arm: thing is not None for arm, thing in self._body.gripping.items()}
        return Feeling(self._room.now, self._body.place, MappingProxyType(gripping), self._body.moving)

    async def stop(self) -> None:
        self._stops += 1
        self._body.halt()

    async def _rest(self, verb: Verb, seconds: float) -> None:
        end = self._room.now + seconds
        await self._until(verb, lambda: self._room.now >= end - 1e-9, ())

    async def _until(self, verb: Verb, done: Callable[[], bool], joints: Sequence[str] | None) -> None:
        """Until a motion is over; a cancelled one halts its joints, or, where there are none to name, the base."""
        stops = self._stops
        try:
            while not done():
                await self._room.ticked()
                if self._stops != stops:
                    raise CannotDo(verb, "it was stopped")
        except asyncio.CancelledError:
            self._body.halt(joints)
            raise
