"""A goal pursued on somebody's own robot: what its file gives, and what goes on until the end."""

import asyncio
import runpy
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from ...errors import BadInput, Problem
from ...execution import Driver, Outcome, Run, Together
from ...perception import Observation
from ...planning import Fact
from ...session import Live, Session
from ...world import Agent
from .cleaning.domain import problem
from .meeting import meeting_point
from .placing import within_reach


@dataclass(frozen=True, slots=True)
class Instant:
    """What sensors report at one instant, and what people say then: `("ann", "I cannot reach it")`."""

    observations: tuple[Observation, ...] = ()
    said: tuple[tuple[str, str], ...] = ()


class Robot(Protocol):
    """A body, and what is perceived around it, as it comes."""

    @property
    def driver(self) -> Driver: ...

    def instants(self) -> AsyncGenerator[Instant]: ...


def robot_of_file(path: Path, session: Session) -> Robot:
    """What the function `robot(session)` of a Python file gives. Raises BadInput."""
    try:
        made = runpy.run_path(str(path)).get("robot")
        if not callable(made):
            raise BadInput([Problem(str(path), None, "defines no robot; it should say def robot(session): return ...")])
        found = cast(Callable[[Session], Robot], made)(session)
    except (OSError, SyntaxError) as error:
        raise BadInput([Problem(str(path), None, str(error))]) from error
    for name in ("driver", "instants"):
        if not hasattr(found, name):
            raise BadInput([Problem(str(path), None, f"its robot has no '{name}'; it needs a driver and instants()")])
    return found


async def pursued(
    session: Session,
    robot: Robot,
    goal: Sequence[Fact],
    *,
    watch: Callable[[Run], None],
    heard: Callable[[str, str], None],
) -> Outcome:
    """Pursues a goal while the robot's instants are assessed; when it is over, everything has stopped."""
    live, scene = Live(session), session.scene
    people = [
        each.id for each in scene.world.structure.entities if isinstance(each.role, Agent) and each.role.kind == "human"
    ]
    controller = Together(robot.driver, live, within_reach(scene), meeting=meeting_point(scene), watch=watch)

    async def act() -> Outcome:
        await live.changed()
        return await controller.achieve(lambda facts: problem(facts, goal, sorted(map(str, people))))

    task = asyncio.ensure_future(act())
    try:
        async with aclosing(robot.instants()) as instants:
            async for instant in instants:
                live.feed(instant.observations)
                for who, text in instant.said:
                    live.hear(who, text)
                    heard(who, text)
                if task.done():
                    break
                await asyncio.sleep(0)
        return task.result() if task.done() else Outcome(False, "its sensors report nothing more")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
