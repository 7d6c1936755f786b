"""Stages of third parties: one that raises, stalls or floods is told of by name, put out and begun anew."""

from collections.abc import Callable

from ..world import Delta, World
from .stage import AnyStage, Inputs

Put = Callable[[AnyStage, Delta, object, float], World]


class Guests:
    def step(
        self, stage: AnyStage, inputs: Inputs, previous: World, memory: object, stamp: float, put: Put
    ) -> World | None:
        delta, memory = stage.step(inputs, previous, memory, stamp)
        return put(stage, delta, memory, stamp)
