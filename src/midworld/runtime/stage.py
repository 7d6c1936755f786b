"""One step of a pipeline: which worlds it reads, which one it writes, and how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..world import Delta, World

# Finished input worlds by name, the output world as it is, and the instant of the tick.
Step: TypeAlias = Callable[[Mapping[str, World], World, float], Delta]


@dataclass(frozen=True, slots=True)
class Stage:
    """A pure function with declared inputs and one output, which no other stage writes.

    `propose(inputs, previous, stamp)` gives the change of the output world; without a stamp of its own it happens
    at the tick's.
    """

    name: str
    inputs: tuple[str, ...]
    output: str
    propose: Step
