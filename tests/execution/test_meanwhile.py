"""Imagining in a thread goes on while the robot works, in real time and without waiting."""

import asyncio
import threading

from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.cli.peppermill.domain import served
from midworld.cli.peppermill.restaurant import drive_of, restaurant, translator
from midworld.execution import PhysicalImaginer, Policy, Report, carried_out
from midworld.imagination import Action as Imagined
from midworld.planning import Action
from midworld.world import World


class Quick:
    """A robot that needs no time, and opens a gate with its first pick."""

    def __init__(self, gate: threading.Event) -> None:
        self.done: list[tuple[str, ...]] = []
        self._gate = gate

    async def perform(self, action: Action) -> Report:
        self.done.append(action.task)
        if action.task[0] == "pick_up_object":
            self._gate.set()
        return Report(True)


def test_steps_are_done_while_something_is_imagined() -> None:
    gate, world = threading.Event(), restaurant()
    robot, opened = Quick(gate), list[bool]()

    def action(projected: World, task: tuple[str, ...], number: int) -> Imagined:
        # Imagining cannot end before the robot has picked up the mill: if it held the robot up, this would time out.
        opened.append(gate.wait(20.0))
        return drive_of("EC1", "NT1", task[-1], seed=number)

    imaginer = PhysicalImaginer(lambda: world, translator(), action, MujocoRollouts(), runs=1)
    run = asyncio.run(carried_out(*served(), robot, imaginer, policy=Policy(patience_s=60.0)))
    assert opened == [True, True]
    assert run.outcome is not None
    assert run.outcome.achieved
    assert [each.kind for each in run.notes].count("imagined") == 1
