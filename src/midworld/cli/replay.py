"""`midworld replay`: the output of a recorded run, again."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from ..runtime import Commit, replayed
from .options import Output, Port, Recording, Watch, Worlds
from .output import chosen_worlds, line_writer


def replay(
    recording: Recording, output: Output = None, world: Worlds = None, view: Watch = False, port: Port = None
) -> None:
    """Write what a recorded run wrote, byte for byte."""
    commits = replayed(recording)
    with ExitStack() as stack:
        show = stack.enter_context(_shown(recording, port)) if view else _ignored
        lines = stack.enter_context(line_writer(output, chosen_worlds(world), at_once=False, reads=[recording]))
        for commit in commits:
            lines.write(commit)
            show(commit)


def _shown(recording: Path, port: int | None) -> AbstractContextManager[Callable[[Commit], None]]:
    # A page needs all that a run does.
    from .view import again

    return again(recording, port=port)


def _ignored(commit: Commit) -> None:
    pass
