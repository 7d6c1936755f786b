"""Work in a process of its own: what it gives back, and what it cannot take."""

import os
import socket
import time

import pytest

from midworld.errors import LimitReached
from midworld.runtime import Errand


def test_the_result_comes_back_and_the_parent_keeps_its_own() -> None:
    kept = [1]

    def work() -> bytes:
        kept.append(2)
        return bytes(3_000_000) + str(kept).encode()

    assert Errand(work, seconds=60.0, memory_mb=64).wait()[3_000_000:] == b"[1, 2]"
    assert kept == [1]


def test_what_takes_too_long_is_ended_even_where_nothing_can_interrupt_it() -> None:
    errand = Errand(lambda: str(7**10**9).encode(), seconds=0.2, memory_mb=4096)
    with pytest.raises(LimitReached, match=r"longer than 0\.2 s"):
        errand.wait()


def test_memory_ends_somewhere() -> None:
    with pytest.raises(LimitReached, match="more than 32 MB"):
        Errand(lambda: bytes(1 << 30), seconds=60.0, memory_mb=32).wait()


def test_it_opens_neither_files_nor_connections() -> None:
    def work() -> bytes:
        refused = 0
        for attempt in (lambda: open(os.devnull), socket.socket, os.pipe):  # noqa: PTH123, SIM115
            try:
                attempt()
            except OSError:
                refused += 1
        return str(refused).encode()

    assert Errand(work, seconds=60.0, memory_mb=64).wait() == b"3"


def test_a_connection_of_the_parent_ends_when_the_parent_ends_it() -> None:
    ours, theirs = socket.socketpair()
    errand = Errand(lambda: (time.sleep(30.0), b"")[1], seconds=30.0, memory_mb=64)
    try:
        ours.close()
        theirs.settimeout(20.0)
        assert theirs.recv(1) == b""
    finally:
        errand.stop()
        theirs.close()


def test_work_that_fails_is_told_as_such() -> None:
    def work() -> bytes:
        raise RuntimeError

    with pytest.raises(LimitReached, match="more than can be worked out"):
        Errand(work, seconds=60.0, memory_mb=64).wait()
