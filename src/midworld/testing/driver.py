"""What every driver must do: await `driver_faults` on yours, where its robot can move and nothing is near its hands."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from ..errors import CannotDo
from ..execution import VERBS, Driver
from ..geometry import Pose, Vector3


@dataclass(frozen=True, slots=True)
class Course:
    """Where a driver is tried: points that a hand reaches and does not, a place to drive to, and what is too long."""

    near: Vector3
    far: Vector3 = (50.0, 50.0, 1.0)
    place: Pose = field(default_factory=lambda: Pose((0.5, 0.0, 0.0)))
    longest_s: float = 60.0


async def driver_faults(driver: Driver, course: Course) -> tuple[str, ...]:
    """Every promise a driver does not keep, as a sentence; empty if it conforms."""
    found: list[str] = []
    for check in (_refusals, _hands, _cancellation, _stopping, _speech):
        try:
            async with asyncio.timeout(course.longest_s):
                found += [complaint async for complaint in check(driver, course)]
        except TimeoutError:
            found.append(f"{check.__name__.strip('_')}: took longer than {course.longest_s:g} s")
        except Exception as error:
            found.append(f"{check.__name__.strip('_')}: raised {type(error).__name__}: {error}")
    return tuple(found)


async def _refusals(driver: Driver, course: Course) -> AsyncIterator[str]:
    """What it cannot do it says, by CannotDo."""
    capable = driver.capabilities
    if unknown := capable.verbs - set(VERBS):
        yield f"it claims verbs nobody knows: {', '.join(sorted(unknown))}"
    if "reach" in capable.verbs and not await _refused(lambda: driver.reach("no such arm", course.near)):
        yield "it moves an arm that it has not"
    if "go" not in capable.verbs and not await _refused(lambda: driver.go(course.place)):
        yield "it goes, though it claims that it cannot"
    for arm in capable.arms if "reach" in capable.verbs else ():
        if not await _refused(lambda arm=arm: driver.reach(arm, course.far)):
            yield f"its {arm} hand reaches a point out of reach"


async def _hands(driver: Driver, course: Course) -> AsyncIterator[str]:
    """An empty hand closes on nothing, and says so; an open one may be opened."""
    for arm in driver.capabilities.arms:
        await driver.release(arm)
        if (await driver.feel()).gripping.get(arm):
            yield f"its open {arm} hand feels something"
        if not await _refused(lambda arm=arm: driver.grasp(arm)):
            yield f"its {arm} hand grasps where nothing is"


async def _cancellation(driver: Driver, course: Course) -> AsyncIterator[str]:
    """A verb that is cancelled has stopped its motion by then."""
    motions: dict[str, Callable[[], Awaitable[None]]] = {}
    if "go" in driver.capabilities.verbs:
        motions["go"] = lambda: driver.go(course.place)
    if "reach" in driver.capabilities.verbs and driver.capabilities.arms:
        motions["reach"] = lambda: driver.reach(driver.capabilities.arms[0], course.near)
    for verb, motion in motions.items():
        task = asyncio.ensure_future(motion())
        await asyncio.sleep(0.05)
        task.cancel()
        ended = (await asyncio.gather(task, return_exceptions=True))[0]
        if not isinstance(ended, asyncio.CancelledError):
            yield f"{verb} swallows its cancellation"
        if await _moves(driver):
            yield f"{verb} goes on after it was cancelled"


async def _stopping(driver: Driver, course: Course) -> AsyncIterator[str]:
    """Stop ends what is under way, which then raises CannotDo."""
    if "go" not in driver.capabilities.verbs:
        return
    start = (await driver.feel()).base
    task = asyncio.ensure_future(driver.go(course.place if start != course.place else Pose()))
    await asyncio.sleep(0.05)
    await driver.stop()
    ended = (await asyncio.gather(task, return_exceptions=True))[0]
    if not isinstance(ended, CannotDo):
        yield f"what was stopped ends with {ended!r} instead of CannotDo"
    if await _moves(driver):
        yield "it moves on after it was stopped"


async def _speech(driver: Driver, course: Course) -> AsyncIterator[str]:
    if "say" in driver.capabilities.verbs:
        await driver.say("Hello.")
    missing = set(driver.capabilities.arms) - set((await driver.feel()).gripping)
    if missing:
        yield f"it does not feel with its {', '.join(sorted(missing))} hand"


async def _refused(verb: Callable[[], Awaitable[None]]) -> bool:
    try:
        await verb()
    except CannotDo:
        return True
    return False


async def _moves(driver: Driver) -> bool:
    before = await driver.feel()
    await asyncio.sleep(0.3)
    after = await driver.feel()
    return after.moving or before.base != after.base
