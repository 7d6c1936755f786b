"""One step of a pipeline: which worlds it reads, which one it writes, what it remembers, and how."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from ..world import Delta, World
from .guests import LIMITS, Limits

M = TypeVar("M")


class Inputs(Mapping[str, World]):
    """Finished worlds by name, each with what its writer remembers."""

    __slots__ = ("_memories", "_worlds")

    def __init__(self, worlds: Mapping[str, World], memories: Mapping[str, object] = MappingProxyType({})) -> None:
        self._worlds = worlds
        self._memories = memories

    def __getitem__(self, name: str) -> World:
        return self._worlds[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._worlds)

    def __len__(self) -> int:
        return len(self._worlds)

    def memory(self, name: str) -> object:
        """What the writer of a world remembers; None where it remembers nothing."""
        return self._memories.get(name)


Step: TypeAlias = Callable[[Inputs, World, M, float], tuple[Delta, M]]


@dataclass(frozen=True, slots=True)
class Stage(Generic[M]):
    """A pure function with declared inputs and one output, which no other stage writes.

    `step(inputs, previous, memory, stamp)` gives the change of the output world and what is remembered for the next
    tick, which begins with `memory`; the board keeps both or neither. Without a stamp of its own the change happens at
    the tick's. A `guest` that fails ends no tick: it is put out for a while and begins anew, with the step that `begin`
    makes if it is given; `instead` is done meanwhile.
    """

    name: str
    inputs: tuple[str, ...]
    output: str
    step: Step[M]
    memory: M
    guest: bool = False
    begin: Callable[[], Step[M]] | None = None
    instead: Step[M] | None = None
    limits: Limits = LIMITS


AnyStage: TypeAlias = Stage[Any]
