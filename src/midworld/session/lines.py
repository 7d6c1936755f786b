"""Lines from a file, from standard input or from a file that still grows, with how far we are."""

import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..errors import BadInput, Problem

# How often a growing file is looked at.
POLL_S = 0.05


class Counter(Protocol):
    """What is told how far the reading has come."""

    def advance(self, amount: int) -> None: ...


class Silent:
    """Told, and says nothing."""

    def advance(self, amount: int) -> None:
        pass


class _Bar:
    def __init__(self, progress: Progress, total: int | None, name: str) -> None:
        self._progress = progress
        self._task = progress.add_task(name, total=total)

    def advance(self, amount: int) -> None:
        self._progress.advance(self._task, amount)


@contextmanager
def progress(file: str, *, printing: bool) -> Generator[Counter]:
    """A bar on a terminal, nothing in a pipe; `printing` says that standard output is written to meanwhile."""
    console = Console(stderr=True)
    # Lines on the same terminal would tear the bar.
    if not console.is_terminal or (printing and sys.stdout.isatty()):
        yield Silent()
        return
    total = Path(file).stat().st_size if file != "-" and Path(file).is_file() else None
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield _Bar(bar, total, Path(file).name)


def numbered_lines(file: str, *, follow: bool, counter: Counter) -> Iterator[tuple[int, bytes]]:
    """Every line with its number; blank ones are passed over. With `follow`, waits for more at the end."""
    with _opened(file) as stream:
        number = 0
        for line in _following(stream) if follow else stream:
            number += 1
            counter.advance(len(line))
            if line.strip():
                yield number, line
        if number == 0:
            raise BadInput([Problem(file, 1, "is empty; an observation log has one JSON object a line")])


@contextmanager
def _opened(file: str) -> Generator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115
    except OSError as error:
        raise BadInput([Problem(file, None, f"cannot be read: {error.strerror}")]) from error
    with stream:
        yield stream


def _following(stream: BinaryIO) -> Iterator[bytes]:
    """Whole lines as they are written; half a line is waited for."""
    begun = b""
    while True:
        piece = stream.readline()
        begun += piece
        if begun.endswith(b"\n"):
            yield begun
            begun = b""
        elif not piece:
            if stream.seekable() and os.fstat(stream.fileno()).st_size < stream.tell():
                raise BadInput([Problem(str(stream.name), None, "became shorter while it was followed")])
            time.sleep(POLL_S)
