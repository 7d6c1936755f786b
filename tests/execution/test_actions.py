"""Actions have a life: what they need, what they say, and a clean-up that always runs."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from midworld.execution import (
    Actor,
    Change,
    Phase,
    Resource,
    Unfit,
    Watcher,
    action,
    compound,
    needs,
)
from midworld.runtime import run_virtually
from surroundkit import Told

T = TypeVar("T")
LEFT, RIGHT, VOICE = Resource("left"), Resource("right"), Resource("voice", shared=True)
ARMS = compound("arms", LEFT, RIGHT)
log: list[str] = []


@action()
@needs(LEFT)
async def wave(actor: Actor, seconds: float, name: str = "wave") -> str:
    log.append(f"{name} begins")
    try:
        for _ in range(10):
            await asyncio.sleep(seconds / 10)
            await actor.step()
    finally:
        log.append(f"{name} cleaned up")
    return name


@action(priority=5)
@needs(ARMS)
async def lift(actor: Actor) -> None:
    log.append("lift begins")
    await asyncio.sleep(1.0)


@action()
@needs(VOICE)
async def hum(actor: Actor) -> float:
    await asyncio.sleep(1.0)
    return asyncio.get_running_loop().time()


def played(main: Coroutine[Any, Any, T]) -> T:
    log.clear()
    return run_virtually(main)


def test_every_change_is_told_with_words() -> None:
    changes: list[Change] = []

    async def main() -> str:
        async with Actor(told=changes.append) as actor:
            started = wave(actor, 1.0)
            assert started.phase is Phase.PENDING
            await asyncio.sleep(0.25)
            started.suspend()
            await asyncio.sleep(5.0)
            assert started.phase is Phase.SUSPENDED
            started.resume()
            return await started

    assert played(main()) == "wave"
    assert [each.after.value for each in changes] == ["running", "suspended", "running", "done"]
    assert [each.said for each in changes][:2] == ["I begin to wave.", "I wait with wave."]


def test_a_suspended_action_does_nothing_until_it_is_resumed() -> None:
    async def main() -> float:
        async with Actor() as actor:
            started = wave(actor, 1.0)
            await asyncio.sleep(0.55)
            started.suspend()
            await asyncio.sleep(10.0)
            started.resume()
            await started
            return asyncio.get_running_loop().time()

    assert played(main()) == pytest.approx(10.55 + 0.4, abs=0.11)


def test_a_cancelled_action_has_cleaned_up_when_its_awaiter_goes_on_and_its_arm_is_free() -> None:
    async def main() -> tuple[Phase, tuple[str, ...]]:
        async with Actor() as actor:
            started = wave(actor, 10.0)
            await asyncio.sleep(1.0)
            started.cancel()
            assert started.phase is Phase.CANCELLING
            with pytest.raises(asyncio.CancelledError):
                await started
            return started.phase, actor.resources.held

    assert played(main()) == (Phase.CANCELLED, ())
    assert log == ["wave begins", "wave cleaned up"]


def test_leaving_ends_everything_even_what_still_waits() -> None:
    async def main() -> tuple[Any, ...]:
        async with Actor() as actor:
            started = [wave(actor, 10.0, "first"), wave(actor, 10.0, "second")]
            await asyncio.sleep(1.0)
        return actor.running, actor.resources.held, [each.phase for each in started]

    running, held, phases = played(main())
    assert (running, held, phases) == ((), (), [Phase.CANCELLED, Phase.CANCELLED])
    assert log == ["first begins", "first cleaned up"]


def test_a_compound_resource_waits_for_all_of_its_parts_and_goes_before_what_matters_less() -> None:
    async def main() -> None:
        async with Actor() as actor:
            wave(actor, 1.0, "first")
            await asyncio.sleep(0.1)
            second, both = wave(actor, 1.0, "second"), lift(actor)
            await asyncio.gather(second, both)

    played(main())
    assert [each for each in log if "begins" in each] == ["first begins", "lift begins", "second begins"]


def test_a_shared_resource_is_had_by_several_at_once() -> None:
    async def main() -> list[float]:
        async with Actor() as actor:
            return list(await asyncio.gather(*(hum(actor) for _ in range(3))))

    assert played(main()) == [1.0, 1.0, 1.0]


def lying(around: Told, thing: str) -> bool:
    return ("isOn", thing, "table") in around.facts()


def held(around: Told, thing: str) -> bool:
    return ("isHeldBy", thing, "robot") in around.facts()


def test_an_action_is_done_when_its_effect_is_seen_and_fails_where_it_is_not() -> None:
    around = Told()

    @action(before=lying, after=held)
    async def take(actor: Actor, thing: str) -> None:
        """Believes it has it at once."""

    async def main() -> float:
        async with Actor(around) as actor:
            with pytest.raises(Unfit, match="does not hold"):
                await take(actor, "cup")
            around.known[None] = frozenset({("isOn", "cup", "table")})
            with pytest.raises(Unfit, match="not seen"):
                await take(actor, "cup")
            started = take(actor, "cup")
            await asyncio.sleep(1.0)
            around.known[None] = frozenset({("isHeldBy", "cup", "robot")})
            await started
            return asyncio.get_running_loop().time()

    assert played(main()) == pytest.approx(5.1, abs=0.3)


def test_events_come_from_any_mind_once_or_each_time() -> None:
    around, seen = Told(), list[str]()

    async def main() -> None:
        async with Watcher(around) as watcher:

            @watcher.whenever("isIn", "?thing", "box", agent="ann").becomes(True)
            async def _believes(thing: str) -> None:
                seen.append(f"ann believes {thing}")

            @watcher.whenever("isIn", "?thing", "box", agent="ann").becomes(False)
            async def _ends(thing: str) -> None:
                seen.append(f"ann no longer believes {thing}")

            @watcher.on("isIn", "?thing", "box", agent="ann")
            async def _first(thing: str) -> None:
                seen.append(f"first {thing}")

            for facts in ({("isIn", "cup", "box")}, {("isIn", "ball", "box")}, {("isIn", "ball", "bin")}):
                around.known["ann"] = frozenset(facts)
                await asyncio.sleep(0.3)

    played(main())
    assert seen == [
        "ann believes cup",
        "first cup",
        "ann believes ball",
        "ann no longer believes cup",
        "ann no longer believes ball",
    ]


def test_a_reaction_that_runs_is_cancelled_when_nobody_watches_any_more() -> None:
    around = Told()

    async def main() -> None:
        async with Watcher(around) as watcher:

            @watcher.on("isOn", "?thing", "table")
            async def _react(thing: str) -> None:
                try:
                    await asyncio.sleep(100.0)
                finally:
                    log.append(f"{thing} cleaned up")

            around.known[None] = frozenset({("isOn", "cup", "table")})
            await asyncio.sleep(0.5)

    played(main())
    assert log == ["cup cleaned up"]
