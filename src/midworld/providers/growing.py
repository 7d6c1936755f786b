"""Lines of a file or of standard input that still grows."""

import os
import select
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import BadInput, Problem
from ..limits import LINE_BYTES

# How often a growing file is looked at.
POLL_S = 0.05


@contextmanager
def opened(file: str) -> Generator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115
    except OSError as error:
        raise BadInput([Problem(file, None, f"cannot be read: {error.strerror}")]) from error
    except ValueError as error:
        raise BadInput([Problem(file, None, f"is the name of no file: {error}")]) from error
    with stream:
        yield stream


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Every line to the end; of one that is too long, enough to know that it is."""
    while line := stream.readline(LINE_BYTES + 1):
        yield line


def growing_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Every line as it is written; None each time there is nothing new.

    A file may grow for ever, standard input ends when whoever writes it does.
    """
    return _piped(stream) if stream is sys.stdin.buffer else _following(stream)


def _following(stream: BinaryIO) -> Iterator[bytes | None]:
    """Whole lines as they are written; half a line is waited for."""
    begun = b""
    while True:
        piece = stream.readline(LINE_BYTES + 1)
        begun += piece
        if begun.endswith(b"\n") or len(begun) > LINE_BYTES:
            yield begun
            begun = b""
        elif not piece:
            if stream.seekable() and os.fstat(stream.fileno()).st_size < stream.tell():
                raise BadInput([Problem(str(stream.name), None, "became shorter while it was followed")])
            yield None
            time.sleep(POLL_S)


def _piped(stream: BinaryIO) -> Iterator[bytes | None]:
    """Whole lines as somebody writes them into a pipe, to its end."""
    begun = b""
    while True:
        ready, _, _ = select.select([stream], [], [], POLL_S)
        if not ready:
            yield None
            continue
        # Not through the stream: what it has read ahead, nobody can be told to wait for.
        piece = os.read(stream.fileno(), 1 << 16)
        *lines, begun = (begun + piece).split(b"\n")
        yield from (line + b"\n" for line in lines)
        if len(begun) > LINE_BYTES:
            yield begun
        if not piece:
            yield from [begun] if begun else []
            return
