"""Lines from a file, from standard input or from a file that still grows."""

import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import BadInput, Problem
from .progress import Counter

# How often a growing file is looked at.
POLL_S = 0.05

Numbered = tuple[int, bytes]


def numbered_lines(file: str, *, counter: Counter) -> Iterator[Numbered]:
    """Every line with its number; blank ones are passed over."""
    with _opened(file) as stream:
        number = 0
        for line in stream:
            number += 1
            counter.advance(len(line))
            if line.strip():
                yield number, line
        if number == 0:
            raise BadInput([Problem(file, 1, "is empty; an observation log has one JSON object a line")])


def growing_lines(file: str, *, counter: Counter) -> Iterator[Numbered | None]:
    """Every line with its number as they are written, for ever; None each time there is nothing new."""
    with _opened(file) as stream:
        number = 0
        for line in _following(stream):
            if line is None:
                yield None
                time.sleep(POLL_S)
                continue
            number += 1
            counter.advance(len(line))
            if line.strip():
                yield number, line


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


def _following(stream: BinaryIO) -> Iterator[bytes | None]:
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
            yield None
