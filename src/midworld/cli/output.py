"""Where the lines of a run go."""

import errno
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import typer

from ..errors import BadInput, Problem, one_of
from ..readers.jsonlines import LineWriter, More
from ..world import MERGED, SOURCE_PREFIX, STABLE, Agent, Scene

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def line_writer(
    path: Path | None,
    worlds: Sequence[str],
    *,
    at_once: bool,
    more: More = lambda commit: (),
    reads: Sequence[str | Path] = (),
) -> Generator[LineWriter]:
    """A writer to a file or to standard output; if nobody reads that any more, the command ends in peace.

    What the command `reads` is not written over.
    """
    for each in reads:
        if path is not None and path.exists() and Path(each).exists() and path.samefile(each):
            raise BadInput([Problem(str(path), None, "is what is read; write to another file")])
    try:
        stream = sys.stdout.buffer if path is None else path.open("wb")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error

    try:
        yield LineWriter(stream, worlds, at_once=at_once, more=more)
        stream.flush()
    except BrokenPipeError:
        # The reader of our output has gone; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as error:
        if error.errno not in FULL:
            raise
        where = "standard output" if path is None else str(path)
        raise BadInput([Problem(where, None, f"cannot be written: {error.strerror}")]) from error
    finally:
        # What could not be written was told of already.
        with suppress(OSError):
            if path is None:
                stream.flush()
            else:
                stream.close()


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
