"""A driver that fails on purpose, to see what your controller makes of it."""

import asyncio
from collections.abc import Callable
from enum import Enum

from ..execution import Capabilities, Driver, Feeling
from ..geometry import Pose, Vector3


class Fault(Enum):
    """How a driver fails."""

    HANGS = "hangs"
    """One motion never ends, until it is cancelled."""
    RAISES = "raises"
    """One motion raises an error nobody foresaw."""
    LIES = "lies"
    """Every hand says that it closed on something, and did not close."""
    DIES = "dies"
    """From then on nothing answers."""


class FaultyDriver:
    """Another driver until it has moved `after` times; then the fault. Hanging and raising happen once."""

    def __init__(self, driver: Driver, fault: Fault, *, after: int = 3) -> None:
        self._driver, self._fault, self._left, self._done = driver, fault, after, False

    @property
    def capabilities(self) -> Capabilities:
        return self._driver.capabilities

    async def go(self, place: Pose) -> None:
        await self._fails()
        await self._driver.go(place)

    async def look(self, point: Vector3) -> None:
        self._is_alive()
        await self._driver.look(point)

    async def reach(self, arm: str, point: Vector3 | None) -> None:
        await self._fails()
        await self._driver.reach(arm, point)

    async def grasp(self, arm: str) -> None:
        await self._fails()
        if self._fault is not Fault.LIES or self._left > 0:
            await self._driver.grasp(arm)

    async def release(self, arm: str) -> None:
        await self._fails()
        await self._driver.release(arm)

    async def say(self, text: str, *, to: str | None = None) -> None:
        self._is_alive()
        await self._driver.say(text, to=to)

    async def feel(self) -> Feeling:
        self._is_alive()
        return await self._driver.feel()

    async def stop(self) -> None:
        self._is_alive()
        await self._driver.stop()

    def _is_alive(self) -> None:
        if self._fault is Fault.DIES and self._left <= 0:
            raise ConnectionError("the robot does not answer")

    async def _fails(self) -> None:
        self._left -= 1
        self._is_alive()
        if self._left > 0 or self._done:
            return
        if self._fault is Fault.HANGS:
            self._done = True
            await asyncio.Event().wait()
        if self._fault is Fault.RAISES:
            self._done = True
            raise RuntimeError("joint 3: overcurrent")


def faulty(fault: Fault, *, after: int = 3) -> Callable[[Driver], Driver]:
    """What puts a fault between a controller and a body."""
    return lambda driver: FaultyDriver(driver, fault, after=after)
