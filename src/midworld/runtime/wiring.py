"""Which stages there are in what order, who writes which world, and who watches it: editable at any time."""

import threading
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from ..errors import Conflict, DuplicateName, UnknownName, WriterTaken
from .board import Board, Writer
from .guests import LIMITS, Guests, Limits
from .listening import Listener, Read
from .stage import AnyStage
from .watching import Monitor


class Wiring:
    """The stages, sources and monitors of a board. Edits from any thread, at any time, count from the next tick on."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._editing = threading.Lock()
        self._ticking = False
        self._stages: tuple[AnyStage, ...] = ()
        self._sources: dict[str, Writer] = {}
        self._outputs: dict[str, Writer] = {}
        self._monitors: Mapping[str, tuple[Monitor, ...]] = MappingProxyType({})
        self.guests = Guests()

    @property
    def stages(self) -> tuple[AnyStage, ...]:
        return self._stages

    def add_source(self, name: str) -> None:
        """Gives a source its world, empty until the first tick that has news of it. Raises WriterTaken."""
        with self._editing:
            if name not in self._sources:
                self._sources[name] = self._board.claim(name, name)

    def add(self, stage: AnyStage, *, before: str | None = None, after: str | None = None) -> None:
        """Puts a stage last, or next to another. Raises UnknownName, DuplicateName, WriterTaken."""
        with self._editing:
            place = len(self._stages)
            if before is not None:
                place = self._place(before)
            elif after is not None:
                place = self._place(after) + 1
            self._rewire((*self._stages[:place], stage, *self._stages[place:]))

    def remove(self, name: str) -> None:
        """Takes a stage out; its world stays as it is, free for another writer. Raises UnknownName."""
        with self._editing:
            place = self._place(name)
            self._rewire((*self._stages[:place], *self._stages[place + 1 :]))

    def replace(self, name: str, stage: AnyStage) -> None:
        """Puts a stage in the place of another. Raises as `add`."""
        with self._editing:
            place = self._place(name)
            self._rewire((*self._stages[:place], stage, *self._stages[place + 1 :]))

    def reorder(self, names: Sequence[str]) -> None:
        """Runs the stages in another order. Raises UnknownName, and Conflict unless each is named once."""
        with self._editing:
            stages = tuple(self._stages[self._place(name)] for name in names)
            if len(set(names)) < len(names) or len(names) < len(self._stages):
                known = ", ".join(stage.name for stage in self._stages)
                raise Conflict([f"an order names every stage once: {known}; not {', '.join(names)}"])
            self._rewire(stages)

    @property
    def monitors(self) -> Mapping[str, tuple[Monitor, ...]]:
        """The monitors of each world, in the order in which they look at it."""
        return self._monitors

    def watch(self, world: str, monitor: Monitor) -> None:
        """Puts a monitor on a world, which need not be there yet. Raises DuplicateName."""
        with self._editing:
            before = self._monitors.get(world, ())
            if any(each.name == monitor.name for each in before):
                raise DuplicateName(f"monitor on '{world}'", monitor.name)
            self._monitors = MappingProxyType({**self._monitors, world: (*before, monitor)})

    def unwatch(self, world: str, name: str) -> None:
        """Takes a monitor off a world; what it said ends with the world's next change. Raises UnknownName."""
        with self._editing:
            before = self._monitors.get(world, ())
            kept = tuple(each for each in before if each.name != name)
            if len(kept) == len(before):
                raise UnknownName("monitor", name, [each.name for each in before])
            self._monitors = MappingProxyType({**self._monitors, world: kept})

    def listen(self, name: str, begin: Callable[[], Read], *, limits: Limits | None = None) -> Callable[[], None]:
        """Tells a guest of every commit from now on; what this returns ends that."""
        return self._board.subscribe(Listener(name, begin, self.guests, limits or LIMITS))

    def _begin(self) -> tuple[tuple[AnyStage, ...], Mapping[str, Writer]]:
        """The stages of a tick; edits from now on count from the next one on."""
        if self._ticking:
            raise Conflict(["a tick cannot begin within a tick; return from the stage or the subscriber first"])
        with self._editing:
            self._ticking = True
            return self._stages, dict(self._outputs)

    def _end(self) -> None:
        with self._editing:
            self._ticking = False
            self._release_unused()

    def _place(self, name: str) -> int:
        names = [stage.name for stage in self._stages]
        if name not in names:
            raise UnknownName("stage", name, names)
        return names.index(name)

    def _rewire(self, stages: tuple[AnyStage, ...]) -> None:
        writers: dict[str, str] = {}
        for stage in stages:
            if stage.name in writers.values():
                raise DuplicateName("stage", stage.name)
            if stage.output in writers:
                raise WriterTaken(stage.output, writers[stage.output], stage.name)
            writers[stage.output] = stage.name
        known = {*self._board.names, *writers}
        for stage in stages:
            for name in stage.inputs:
                if name not in known:
                    raise UnknownName("world", name, known)
        for world in writers.keys() - self._outputs.keys():
            self._outputs[world] = self._board.claim(world, writers[world])
        self._stages = stages
        if not self._ticking:
            self._release_unused()

    def _release_unused(self) -> None:
        used = {stage.output for stage in self._stages}
        for world in self._outputs.keys() - used:
            self._outputs.pop(world).release()
