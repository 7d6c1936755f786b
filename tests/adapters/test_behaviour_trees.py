"""Actions in a behaviour tree: begun, done, and cleaned up where the tree turns to something else."""

import asyncio

import pytest

pytest.importorskip("py_trees", reason="py_trees is not installed")

from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from midworld.adapters.behaviour_trees import Does, Holds, ticked
from midworld.execution import Actor, Phase, action
from midworld.runtime import run_virtually
from surroundkit import Told

log: list[str] = []


@action()
async def wave(actor: Actor, seconds: float) -> None:
    try:
        await asyncio.sleep(seconds)
        log.append("waved")
    finally:
        log.append("arm down")


@action()
async def trip(actor: Actor) -> None:
    raise RuntimeError("a cable")


def test_a_sequence_waits_for_its_actions_and_a_fact() -> None:
    told = Told(("isOn", "cup", "table"))

    async def main() -> Status:
        log.clear()
        async with Actor(told) as actor:
            tree = Sequence("greet", memory=True)
            tree.add_children(
                [Holds("cup there", told, ("isOn", "cup", "table")), Does("wave", lambda: wave(actor, 1.0))]
            )
            return await ticked(tree, actor)

    assert run_virtually(main()) is Status.SUCCESS
    assert log == ["waved", "arm down"]


def test_what_fails_is_left_for_the_next_and_what_does_not_hold_fails() -> None:
    told = Told()

    async def main() -> Status:
        log.clear()
        async with Actor(told) as actor:
            tree = Selector("somehow", memory=True)
            guarded = Sequence("guarded", memory=True)
            guarded.add_children(
                [Holds("cup there", told, ("isOn", "cup", "table")), Does("wave", lambda: wave(actor, 9))]
            )
            tree.add_children([guarded, Does("trip", lambda: trip(actor)), Does("wave", lambda: wave(actor, 1.0))])
            return await ticked(tree, actor)

    assert run_virtually(main()) is Status.SUCCESS
    assert log == ["waved", "arm down"]


def test_a_tree_that_turns_to_something_more_important_cancels_and_cleans_up() -> None:
    told = Told()

    async def main() -> Phase:
        log.clear()
        async with Actor(told) as actor:
            waving = Does("wave", lambda: wave(actor, 60.0))
            tree = Selector("alert first", memory=False)
            tree.add_children([Holds("alert", told, ("isRinging", "phone")), waving])
            ticking = asyncio.ensure_future(ticked(tree, actor))
            await asyncio.sleep(2.0)
            told.known[None] = frozenset({("isRinging", "phone")})
            assert await ticking is Status.SUCCESS
            assert waving.started is not None
            await asyncio.gather(waving.started.task or asyncio.sleep(0), return_exceptions=True)
            return waving.started.phase

    assert run_virtually(main()) is Phase.CANCELLED
    assert log == ["arm down"]
