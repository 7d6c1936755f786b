"""Lines from a file, from standard input or from a file that still grows."""

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
from .progress import Counter

# How often a growing file is looked at.
POLL_S = 0.05

Numbered = tuple[int, bytes]


def numbered_lines(file: str, *, counter: Counter) -> Iterator[Numbered]:
    """Every line with its number; blank ones are passed over."""
    with _opened(file) as stream:
        number = 0
        # One more than a line may have, to know that it has more.
        while line := stream.readline(LINE_BYTES + 1):
            number += 1
            if len(line) > LINE_BYTES:
                raise _endless(file, number)
            counter.advance(len(line))
            if line.strip():
                yield number, line
        if number == 0:
            raise BadInput([Problem(file, 1, "is empty; an observation log has one JSON object a line")])


def growing_lines(file: str, *, counter: Counter) -> Iterator[Numbered | None]:
    """Every line with its number as they are written; None each time there is nothing new.

    A file may grow for ever, standard input ends when whoever writes it does.
    """
    with _opened(file) as stream:
        number = 0
        for line in _piped(stream) if file == "-" else _following(stream):
            if line is None:
                yield None
                continue
            number += 1
            if len(line) > LINE_BYTES:
                raise _endless(file, number)
            counter.advance(len(line))
            if line.strip():
                yield number, line


def _endless(file: str, number: int) -> BadInput:
    reason = f"is longer than {LINE_BYTES // 2**20} MiB; an observation log has one JSON object a line"
    return BadInput([Problem(file, number, reason)])


@contextmanager
def _opened(file: str) -> Generator[BinaryIO]:
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
