"""Desires start behaviours however they were expressed; experiences change how much people are asked for."""

import asyncio

import pytest

from midworld.execution import Desire, Involvement, Responder, desires, experiences
from midworld.runtime import run_virtually

GIVE = ["ann desires s1", "s1 rdf:type Give", "s1 performedBy robot", "s1 actsOnObject book2", "s1 receivedBy ann"]


def test_a_desire_has_its_roles() -> None:
    (wanted,) = desires([*GIVE, "cup isOn table", "- cup isIn box"])
    assert (wanted.owner, wanted.kind) == ("ann", "Give")
    assert (wanted.role("actsOnObject"), wanted.role("receivedBy"), wanted.role("hasTime")) == ("book2", "ann", None)
    assert not wanted.forbids


def test_an_experience_lowers_what_people_are_asked_for_and_another_raises_it_again() -> None:
    said = ["ann experiences s1", "s1 hasFeature tired"]
    assert [(each.owner, each.feature) for each in experiences(said)] == [("ann", "tired")]

    async def main() -> list[float]:
        async with Responder() as responder:
            responder.hear(said)
            tired = responder.effort
            responder.hear(["ann experiences s2", "s2 hasFeature rested"])
            return [tired, responder.effort]

    assert run_virtually(main()) == [0.3, 1.0]


@pytest.mark.parametrize("word", ["Stop", "Give"])
def test_a_stop_or_a_prohibition_ends_what_runs_and_its_clean_up_runs(word: str) -> None:
    log: list[str] = []

    async def main() -> None:
        async with Responder() as responder:

            @responder.on_desire("Give")
            async def _give(wanted: Desire) -> None:
                try:
                    await asyncio.sleep(100.0)
                finally:
                    log.append(f"let go of {wanted.role('actsOnObject')}")

            responder.hear(GIVE)
            await asyncio.sleep(1.0)
            responder.hear(["ann desires s2", f"s2 rdf:type {word}", "s2 hasPolarity negative"])
            await asyncio.sleep(0.1)
            assert log == ["let go of book2"]

    run_virtually(main())


def test_a_new_desire_of_the_same_person_supersedes_the_old_one() -> None:
    log: list[str | None] = []

    async def main() -> None:
        async with Responder() as responder:

            @responder.on_desire("Give")
            async def _give(wanted: Desire) -> None:
                await asyncio.sleep(5.0)
                log.append(wanted.role("actsOnObject"))

            responder.hear(GIVE)
            await asyncio.sleep(1.0)
            responder.hear([each.replace("book2", "book3").replace("s1", "s2") for each in GIVE])
            await responder.settled()

    run_virtually(main())
    assert log == ["book3"]


def test_what_others_are_to_do_is_helped_with_only_by_a_helper() -> None:
    others = [each.replace("performedBy robot", "performedBy bob") for each in GIVE]

    async def main(involvement: Involvement) -> tuple[int, int]:
        done: list[Desire] = []

        async def give(wanted: Desire) -> None:
            done.append(wanted)

        async with Responder(involvement=involvement) as responder:
            responder.on_desire("Give")(give)
            responder.hear(others)
            await responder.settled()
            return len(done), len(responder.unmet)

    assert run_virtually(main(Involvement.TEAMMATE)) == (0, 1)
    assert run_virtually(main(Involvement.HELPER)) == (1, 0)


def test_what_failed_while_nobody_looked_is_still_told() -> None:
    async def main() -> None:
        async with Responder() as responder:

            @responder.on_desire("Give")
            async def _give(wanted: Desire) -> None:
                raise RuntimeError(f"no {wanted.role('actsOnObject')}")

            responder.hear(GIVE)
            await asyncio.sleep(1.0)
            with pytest.raises(RuntimeError, match="no book2"):
                await responder.settled()

    run_virtually(main())
