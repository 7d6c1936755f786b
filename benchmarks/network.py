"""Shared boards: how fast, how many, and what is lost. A gRPC stream that carries the same updates is the peer."""

# grpc has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import midworld
from benchmarks.boards import Cable, cup, moved
from benchmarks.hostile import attacked
from benchmarks.tables import table
from midworld import sharing
from midworld.geometry import Box
from midworld.world import Delta, Entity, EntityId, World, change, decode_delta, encode_delta

NODES, READERS, ROUNDS = 50, 5, int(os.environ.get("MIDWORLD_BENCH_ROUNDS", "300"))
CLIENTS, EVENTS, CUT_S, HOSTILE, KILLS = 100, 10_000, 5.0, 10_000, 5
METHOD = "/midworld.Peer/Updates"
NAMES = [EntityId(f"thing{number}") for number in range(NODES)]


def update(stamp: float) -> Delta:
    poses = np.random.default_rng(int(stamp * 1e6) % 2**32).normal(size=(NODES, 7))
    return change(stamp=stamp, pose={name: poses[row] for row, name in enumerate(NAMES)})


def whole() -> Delta:
    return change(stamp=0.0, put=[Entity(name, visual=Box((0.1, 0.1, 0.1))) for name in NAMES])


def reader(port: str) -> None:
    """Takes both streams, and says how long each update was on its way, in seconds, once it is a world here."""
    import grpc

    took: dict[str, list[float]] = {"ours": [], "grpc": []}
    channel = grpc.insecure_channel(f"127.0.0.1:{port}")

    def peer() -> None:
        world = World().apply(whole())
        for data in channel.unary_stream(METHOD)(b""):
            world = world.apply(decode_delta(data))
            took["grpc"].append(time.monotonic() - world.stamp)

    threading.Thread(target=peer, daemon=True).start()
    with midworld.connect("bench", name="reader") as board:
        board.subscribe(lambda commit: took["ours"].append(time.monotonic() - commit.stamp))
        promptly()
        print("ready", flush=True)
        sys.stdin.readline()
    print(json.dumps(took), flush=True)


def latency() -> tuple[list[str], list[str]]:
    """One update at a time, by either way in turns, to readers in processes of their own."""
    streams: list[queue.SimpleQueue[bytes]] = []
    port, stop = serve(streams)
    with ExitStack() as stack:
        stack.callback(stop)
        board = stack.enter_context(sharing.host("bench", name="writer"))
        writer = board.claim("world")
        writer.commit(whole())
        programs = [stack.enter_context(program("reader", str(port))) for _ in range(READERS)]
        wait(lambda: len(streams) == READERS and len(board.clients()) == READERS + 1)
        alone = promptly()
        for number in range(ROUNDS):
            for way in ("ours", "grpc"):
                # What it takes to make an update is no part of telling it.
                delta = replace(update(float(number)), stamp=time.monotonic())
                if way == "ours":
                    writer.commit(delta)
                else:
                    data = encode_delta(delta)
                    for each in streams:
                        each.put(data)
                time.sleep(0.01)
        board.flush()
        time.sleep(0.5)
        took = [json.loads(each.communicate("\n", timeout=60)[0].splitlines()[-1]) for each in programs]
    ours = [each for one in took for each in one["ours"][-ROUNDS:]]
    peers = [each for one in took for each in one["grpc"][-ROUNDS:]]
    mine, theirs = median(ours) * 1e3, median(peers) * 1e3
    how = ", at real-time priority" if alone else ""
    size = f"{NODES} nodes to {READERS} processes, {ROUNDS} times each, in turns{how}"
    return (
        ["world update, end to end, median", size, f"{mine:.2f} ms", "<= 1 ms"],
        ["the same by a gRPC stream", size, f"{theirs:.2f} ms, {theirs / mine:.1f} times as long", ">= 2 times"],
    )


def serve(streams: list["queue.SimpleQueue[bytes]"]) -> tuple[int, Callable[[], None]]:
    """A gRPC server that streams what is put into each client's queue."""
    from concurrent.futures import ThreadPoolExecutor

    import grpc

    def updates(request: bytes, context: Any) -> Iterator[bytes]:
        own = queue.SimpleQueue[bytes]()
        streams.append(own)
        while context.is_active():
            yield own.get()

    handler = grpc.unary_stream_rpc_method_handler(updates)
    server: Any = grpc.server(ThreadPoolExecutor(READERS + 2))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("midworld.Peer", {"Updates": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()

    def stop() -> None:
        server.stop(0)
        for each in streams:
            each.put(b"")

    return port, stop


def many(count: str) -> None:
    """So many clients in one process: says when all have the newest world."""
    with ExitStack() as stack:
        boards = [
            stack.enter_context(midworld.connect("bench", name=f"c{each}", timeout=60.0)) for each in range(int(count))
        ]
        print("ready", flush=True)
        sys.stdin.readline()
        wait(lambda: all(board["world"].stamp == 99.0 for board in boards))
        print("done", flush=True)


def crowd() -> list[str]:
    with sharing.host("bench", name="writer") as board, ExitStack() as stack:
        writer = board.claim("world")
        writer.commit(whole())
        programs = [stack.enter_context(program("many", str(CLIENTS // 4))) for _ in range(4)]
        wait(lambda: len(board.clients()) == CLIENTS + 1, seconds=120.0)
        for number in range(1, 100):
            writer.commit(update(float(number)))
        done = [each.communicate("\n", timeout=120)[0].splitlines()[-1] for each in programs]
    what = "of 100 updates, all clients have the last"
    return ["clients on one board", f"{CLIENTS} in 4 processes", what if done == ["done"] * 4 else str(done), "100"]


def idle() -> None:
    with midworld.connect("bench", name="idle") as board:
        board.claim("mine").commit(cup(1.0))
        board.flush()
        print("ready", flush=True)
        sys.stdin.readline()


def kills() -> list[str]:
    took: list[float] = []
    with sharing.host("bench", name="writer") as board:
        for _ in range(KILLS):
            with program("idle") as each:
                wait(lambda: "mine" in board and "mine" not in board.stale)
                each.send_signal(signal.SIGKILL)
                start = time.monotonic()
                wait(lambda: "mine" in board.stale, pause_s=0.0005)
                took.append(time.monotonic() - start)
    return ["a killed client is noticed", f"{KILLS} times", f"{max(took) * 1e3:.0f} ms at worst", "<= 1 s"]


def slow(count: str) -> None:
    """Takes a while over every event, and says how many came, and whether in order."""
    heard: list[str] = []
    with midworld.connect("bench", name="slow") as board:
        changes = board.changes("world", timeout=20.0)
        print("ready", flush=True)
        for commit in changes:
            time.sleep(0.0005)
            heard += [entry.predicate for entry in commit.delta.entries]
            if len(heard) >= int(count):
                break
    print(json.dumps([len(heard), heard == [f"E{number}" for number in range(1, int(count) + 1)]]), flush=True)


def events() -> list[str]:
    with sharing.host("bench", name="writer") as board, program("slow", str(EVENTS)) as each:
        writer = board.claim("world")
        writer.commit(cup(0.0))
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
        for number in range(1, EVENTS + 1):
            writer.commit(moved(float(number), told=f"E{number}"))
        board.flush(60.0)
        count, ordered = json.loads(each.communicate(timeout=180)[0].splitlines()[-1])
    order = "in order" if ordered else "not in order"
    return ["events to a slow reader", f"{EVENTS} at once", f"{count} delivered, {order}", "all, in order"]


def cut(where: Path) -> list[str]:
    """Events while a link is down, at 200 a second."""
    with sharing.host("bench", name="writer") as board:
        port = int((where / "bench.json").read_text().partition("127.0.0.1:")[2].partition('"')[0])
        with Cable(port) as cable, midworld.connect(f"bench@127.0.0.1:{cable.port}", name="reader") as far:
            heard: list[str] = []
            far.subscribe(lambda commit: heard.extend(each.predicate for each in commit.delta.entries))
            writer = board.claim("world")
            writer.commit(cup(0.0))
            start, number = time.monotonic(), 0
            while (passed := time.monotonic() - start) < CUT_S + 3.0:
                if 1.0 < passed < 1.0 + CUT_S:
                    cable.cut()
                else:
                    cable.mend()
                number += 1
                writer.commit(moved(float(number), told=f"E{number}"))
                time.sleep(0.005)
            wait(lambda: len(heard) >= number, seconds=30.0)
            lost = number - len(heard)
            order = "in order" if heard == [f"E{each}" for each in range(1, len(heard) + 1)] else "not in order"
    return ["link cut for 5 s under load", f"{number} events", f"{lost} lost, {order}", "0 lost"]


def hostile() -> list[str]:
    changed = attacked(HOSTILE, 17)
    return ["malformed and hostile messages", str(HOSTILE), f"{changed} changed anything, no crash", "0"]


def promptly() -> bool:
    """Lets every thread of this process run as soon as it can, both ways alike, whoever else is on the machine."""
    try:
        for thread in Path("/proc/self/task").iterdir():
            os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, os.sched_param(1))
    except (OSError, AttributeError):
        return False
    return True


def program(role: str, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "benchmarks.network", role, *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def wait(holds: Callable[[], bool], *, seconds: float = 60.0, pause_s: float = 0.01) -> None:
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(pause_s)


ROLES: dict[str, Callable[..., None]] = {"reader": reader, "many": many, "idle": idle, "slow": slow}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MIDWORLD_BOARDS"] = folder
        rows: list[list[str]] = [hostile(), events(), cut(Path(folder)), kills(), crowd(), *latency()]
    table("network", "Boards that programs share", ("what", "how much", "measured", "wanted"), rows)


if __name__ == "__main__":
    ROLES[sys.argv[1]](*sys.argv[2:])
