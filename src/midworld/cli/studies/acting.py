"""A goal pursued in a simulated room: perceived, planned, done together with whoever is there."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...adapters.room.driver import RoomDriver
from ...adapters.room.room import Room
from ...execution import Driver, Outcome, Run, Together
from ...geometry import Vector3
from ...planning import Fact
from ...runtime import run_virtually
from ...session import Live, Session
from ...world import EntityId
from .cleaning.domain import problem
from .living import lived
from .meeting import meeting_point
from .placing import within_reach


@dataclass(slots=True)
class Acted:
    """What came of it: the outcome as the robot claims it, what was said, and how things really are."""

    outcome: Outcome
    room: Room
    live: Live
    goal: tuple[Fact, ...]
    run: Run | None = None

    @property
    def seconds(self) -> float:
        return self.room.now

    @property
    def true(self) -> bool:
        """Whether what was wanted really is so."""
        return all(really(self.room, each) for each in self.goal)


@dataclass(slots=True)
class Onlooker:
    """Who sees what goes on: the plan at every change, the room at every tick, and what is known, once it begins."""

    plan: Callable[[Run], None] = field(default=lambda run: None)
    room: Callable[[Room], None] = field(default=lambda room: None)
    begun: Callable[[Live], None] = field(default=lambda live: None)


def acted(
    session: Session,
    room: Room,
    goal: Sequence[Fact],
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    onlooker: Onlooker | None = None,
    first_look: Vector3 = (0.85, 0.0, 0.75),
    speed: float | None = None,
) -> Acted:
    """Pursues a goal until it is reached or given up; `wrap` puts something between the controller and the body."""
    seen = onlooker or Onlooker()
    live, wanted, last = Live(session), tuple(goal), list[Run]()
    seen.begun(live)

    def watch(run: Run) -> None:
        last[:] = [run]
        seen.plan(run)

    async def main() -> Outcome:
        places, meeting = within_reach(session.scene), meeting_point(session.scene)
        controller = Together(wrap(RoomDriver(room)), live, places, meeting=meeting, watch=watch)

        async def act() -> Outcome:
            await controller.driver.look(first_look)
            await asyncio.sleep(1.0)
            return await controller.achieve(lambda facts: problem(facts, wanted, sorted(map(str, room.people))))

        return await lived(room, live, act(), meanwhile=seen.room)

    outcome = run_virtually(main(), speed=speed)
    return Acted(outcome, room, live, wanted, last[0] if last else None)


def really(room: Room, fact: Fact) -> bool:
    """Whether a fact is true of the room, whoever knows it: for judges."""
    relation, thing, place = fact
    return room.is_in(thing, place) if relation == "isIn" else room.holder(EntityId(thing)) == place
