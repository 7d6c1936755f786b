"""The robot of the study: carries out its actions in another engine, in the loop's time, and sees what came of them."""

import asyncio
from dataclasses import replace

import numpy as np

from ...errors import MidworldError
from ...execution import Observed, Report, Translator
from ...imagination import DriveBase
from ...physics import Engine
from ...planning import Action, Task
from ...world import World
from .joints import real_seconds
from .reality import Driven, Reality, driven
from .restaurant import AREAS, SPEEDS, TRAY, area_at, path_between, restaurant


class Waiter:
    """A robot whose world is simulated. `world` is how it is now; `drives` are all drives with their samples."""

    def __init__(
        self,
        engine: Engine,
        translator: Translator,
        *,
        reality: Reality | None = None,
        rough: tuple[float, float],
        seed: int,
    ) -> None:
        self.world: World = restaurant()
        self.drives: list[tuple[Task, Driven]] = []
        self._engine, self._translator, self._reality, self._rough = engine, translator, reality or Reality(), rough
        self._random = np.random.Generator(np.random.Philox(seed))

    async def perform(self, action: Action) -> Report:
        """Does an action; it lasts as long as it would."""
        name, how = action.task[0], action.task[2]
        if name in ("move_base", "move_base_param"):
            seconds, after = self._drive(action.task)
        else:
            seconds = real_seconds(name, how, self._reality, self._random)
            after = self._handled(action.task)
        await asyncio.sleep(seconds)
        self.world = after
        return Report(True, Observed(self._translator.facts(after), self._translator.about))

    def _drive(self, task: Task) -> tuple[float, World]:
        goal, speed = task[2].removeprefix("PMA-"), (*task, "fast")[3]
        if goal not in AREAS:
            raise MidworldError(f"there is no area named '{task[2]}'")
        jolts, jolt = self._rough
        path = path_between(area_at(self.world), goal)
        x, y, _ = self.world.pose("pr2").position
        start = (x, y, _heading(self.world))
        action = DriveBase(TRAY, start, path, AREAS[goal][2], SPEEDS[speed], jolts=jolts, jolt=jolt)
        done = driven(self._engine, self.world, action, self._reality, seed=int(self._random.integers(2**31)))
        self.drives.append((task, done))
        return done.seconds, done.world

    def _handled(self, task: Task) -> World:
        """Where things are after a grasp or a placing; the rest of the robot's body moves nothing."""
        if task[0] == "pick_up_object":
            return self._translator.world(self.world, {("holding", task[2], task[3])})
        if task[0] == "set_upright":
            return self._translator.world(self.world, {("on", task[2], task[3]), ("upright", task[2])})
        if task[0] == "put_object":
            return self._translator.world(self.world, {("on", task[2], task[4]), ("upright", task[2])})
        return self.world


def _heading(world: World) -> float:
    x, y, z, w = world.pose("pr2").orientation
    return float(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


def without_imagining(plan_actions: tuple[Action, ...], wishes: frozenset[int]) -> tuple[Action, ...]:
    """Actions of a plan without those that only imagine."""
    return tuple(
        replace(each, after=tuple(other for other in each.after if other not in wishes))
        for each in plan_actions
        if each.id not in wishes
    )
