"""A plug-in as a program of its own: the same function that works inside a run works on a board that is shared."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import msgspec

from ..errors import UnfitModule
from ..world import STABLE, Delta, World
from .commit import Commit
from .filters import filtering
from .guests import Guests
from .modules import Module
from .pipeline import Pipeline
from .sharedboard import SharedBoard
from .stage import AnyStage, Inputs, Stage
from .watching import UNWATCHED, Look, Monitor, Watched, watch

# How often it is looked whether to end, in seconds.
PAUSE_S = 0.05


def at_work(plug: Module, board: SharedBoard, *, once: bool, until: threading.Event) -> None:
    """Lets a plug-in work on a board until Ctrl-C, until an event, or until its provider ends.

    With `once`, until whoever writes the world it is on has left.
    """
    world = plug.on or STABLE
    board.role = plug.kind
    with suppress(KeyboardInterrupt):
        if plug.kind == "provider":
            for item in plug.begin():
                board.observe(_line(item, plug.name))
                if until.is_set():
                    break
            return
        end = _begun(plug, board, world)
        while not until.wait(PAUSE_S) and not (once and world in board.stale):
            pass
        end()


def _line(item: object, name: str) -> bytes:
    """What a provider yields, as a line of a log of its name. Raises UnfitModule."""
    if not isinstance(item, Mapping):
        raise UnfitModule(f"provider '{name}' gave a {type(item).__name__}; a mapping as in a log is asked for")
    return msgspec.json.encode({**item, "source": name})


def _begun(plug: Module, board: SharedBoard, world: str) -> Callable[[], None]:
    """Calls a plug-in with every tick of a world, none left out; what it returns ends that."""
    pipeline = Pipeline(board)
    if plug.kind == "reader":
        return pipeline.listen(plug.name, plug.begin, limits=plug.limits)
    stage = _filtering(plug, world) if plug.kind == "filter" else _monitoring(plug, world, pipeline.guests)

    def tick(commit: Commit) -> None:
        if commit.name == world:
            # Only now is the world there to be read.
            if not pipeline.stages:
                pipeline.add(stage)
            pipeline.tick(commit.stamp)

    return board.subscribe(tick)


def _filtering(plug: Module, world: str) -> AnyStage:
    writes = plug.writes or plug.name
    return filtering(plug.name, world, writes, plug.begin, memory=plug.plugin.memory, limits=plug.limits)


def _monitoring(plug: Module, world: str, guests: Guests) -> AnyStage:
    """A monitor as a stage: what it says of the world it is on goes to a world of its own."""
    seen = [World()]

    def begin() -> Look:
        look: Look = plug.begin()
        return lambda own, memory: look(seen[0], memory)

    monitor = Monitor(plug.name, begin, plug.plugin.memory, plug.limits)

    def step(inputs: Inputs, previous: World, memory: Watched, stamp: float) -> tuple[Delta, Watched]:
        seen[0] = inputs[world]
        _, entries, kept = watch([monitor], world, replace(previous, stamp=stamp), memory, guests)
        return Delta(stamp, entries=entries), kept

    return Stage(plug.name, (world,), plug.writes or plug.name, step, UNWATCHED)
