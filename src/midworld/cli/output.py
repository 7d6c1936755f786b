"""Where the lines of a run go."""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from ..agents import DIVERGENCES
from ..assessment import MERGED, SOURCE_PREFIX, STABLE
from ..errors import BadInput, Problem, one_of
from ..readers.jsonlines import divergence_lines, facts, is_mind, lines, module_lines
from ..runtime import MODULES, Commit
from ..world import Agent, Scene

Write = Callable[[Commit], None]
More = Callable[[Commit], Iterable[bytes]]


@contextmanager
def line_writer(
    path: Path | None, worlds: Sequence[str], *, at_once: bool, more: More = lambda commit: ()
) -> Generator[Write]:
    """Writes the commits of some worlds, whole lines only; `at_once` hands each tick over as it ends.

    `more` gives lines to write after those of a commit, whichever world it is of.
    """
    chosen = frozenset(worlds)
    try:
        stream = sys.stdout.buffer if path is None else path.open("wb")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error

    def write(commit: Commit) -> None:
        stream.write(b"".join(line + b"\n" for line in told_lines(commit, chosen)))
        stream.write(b"".join(line + b"\n" for line in more(commit)))
        if at_once and commit.ends_tick:
            stream.flush()

    try:
        yield write
        stream.flush()
    except BrokenPipeError:
        # The reader of our output has gone; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    finally:
        if path is not None:
            stream.close()
        else:
            stream.flush()


def told_lines(commit: Commit, chosen: frozenset[str]) -> Iterable[bytes]:
    """Chosen worlds in full; beside the robot's own, what everybody believes and who is wrong; ailing modules."""
    if commit.name == MODULES:
        return module_lines(commit)
    if commit.name in chosen:
        return lines(commit)
    if STABLE not in chosen:
        return ()
    if commit.name == DIVERGENCES:
        return divergence_lines(commit, "robot")
    return facts(commit) if is_mind(commit) else ()


def chosen_worlds(asked: Sequence[str] | None, scene: Scene | None = None) -> tuple[str, ...]:
    """The worlds to write, `stable` unless others are asked for: those of a scene's agents are theirs to believe in."""
    entities = () if scene is None else scene.world.structure.entities
    agents = [entity.id for entity in entities if isinstance(entity.role, Agent) and entity.role.kind == "human"]
    modules = () if scene is None else scene.modules.items()
    own = [each.writes or name for name, each in modules if each.kind == "filter"]
    for name in asked or ():
        if name not in (MERGED, STABLE, *agents, *own) and not name.startswith(SOURCE_PREFIX):
            known = one_of([MERGED, STABLE, *agents, *own, f"{SOURCE_PREFIX}NAME"], near=name)
            raise BadInput([Problem("--world", None, f"no world named '{name}'; {known}")])
    return tuple(asked) if asked else (STABLE,)
