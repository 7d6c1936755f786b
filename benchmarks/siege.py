"""Load on the knowledge server: two hundred clients, readers that never read, lines without end, endless questions.

Prints how long honest clients wait and how much memory the server takes, and fails where memory has no end.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

CLIENTS = 200
ROUNDS = 20
DEAF = 40
ENDLESS = 10
CURIOUS = 10
LINE_BYTES = 10_000_000
# Sixty-four megabytes each of what is unread and of what is unfinished, a question's copy of the rest, and some room.
GROWTH_MB = 400.0
MARK = b"#end#\n"
CROSS = b'sparql\n"SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"\n#end#\n'
UNENDING = b'find\n["?a isOn ?b", "?c isOn ?d", "?e isOn ?f", "?g isOn ?h", "?h isOn ?g"]\n#end#\n'


class NoEnd(AssertionError):
    def __init__(self, grown: float) -> None:
        super().__init__(f"the knowledge server grew by {grown:.0f} MB; {GROWTH_MB:g} MB are allowed")


@dataclass(slots=True)
class Waits:
    """How long each request of honest clients took."""

    seconds: list[float] = field(default_factory=list[float])

    def __str__(self) -> str:
        median, late, worst = np.percentile(np.array(self.seconds) * 1e3, [50, 99, 100])
        late_ms = f"99 of 100 within {late:.0f} ms, worst {worst:.0f} ms"
        return f"{len(self.seconds)} requests, median {median:.1f} ms, {late_ms}"


async def ask(port: int, requests: list[bytes], waits: Waits) -> None:
    """An honest client: each request after the reply to the one before."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 26)
    for request in requests:
        start = time.perf_counter()
        writer.write(request)
        reply = await reader.readuntil(MARK)
        waits.seconds.append(time.perf_counter() - start)
        assert reply.startswith(b"ok\n"), reply
    writer.close()


def rounds(client: int, count: int) -> list[bytes]:
    """Tell something, ask for it, look somebody up."""
    found: list[bytes] = []
    for number in range(count):
        thing = f"thing_{client}_{number}"
        found += [
            f'add\n["{thing} isOn table"]\n#end#\n'.encode(),
            f'find\n["{thing} isOn ?x"]\n#end#\n'.encode(),
        ]
    return [*found, b'label\n"Cup"\n#end#\n', b'sparql\n"ASK { ?x :isOn :table }"\n#end#\n']


async def deaf(port: int) -> None:
    """Asks for everything, again and again, and never reads."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    with contextlib.suppress(OSError):
        writer.write(b'subscribe\n["?x isOn ?y"]\n#end#\n' + b'find\n["?x ?p ?o"]\n#end#\n' * 200)
        await asyncio.sleep(3600.0)
    writer.close()


async def endless(port: int) -> None:
    """Sends a line that never ends, and comes back when it is shown out."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"add\n")
            for _ in range(10):
                writer.write(b"x" * (LINE_BYTES // 10))
                await writer.drain()
            writer.close()
        await asyncio.sleep(0.1)


async def curious(port: int) -> None:
    """Asks what takes for ever, one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        for request in (CROSS, UNENDING):
            writer.write(request)
            await reader.readuntil(MARK)


async def besieged(port: int) -> Waits:
    """What honest clients wait while all the others are there."""
    kinds: list[tuple[int, Callable[[int], Awaitable[None]]]] = [(DEAF, deaf), (ENDLESS, endless), (CURIOUS, curious)]
    strangers = [asyncio.ensure_future(kind(port)) for count, kind in kinds for _ in range(count)]
    waits = Waits()
    await asyncio.sleep(1.0)
    for number in range(3):
        await ask(port, rounds(1000 + number, ROUNDS), waits)
    for each in strangers:
        each.cancel()
    await asyncio.gather(*strangers, return_exceptions=True)
    return waits


async def crowded(port: int) -> Waits:
    waits = Waits()
    await asyncio.gather(*(ask(port, rounds(number, ROUNDS), waits) for number in range(CLIENTS)))
    return waits


async def alone(port: int) -> Waits:
    waits = Waits()
    await ask(port, rounds(0, CLIENTS), waits)
    return waits


def memory_mb(pid: int) -> tuple[float, float]:
    """What a process has, and the most it ever had."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    now, peak = (float(lines[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, peak


def siege() -> Iterator[str]:
    """What was measured, line by line. Raises NoEnd."""
    if not Path("/proc/self/status").exists():
        yield "knowledge server under load: needs /proc to see its memory, not run here"
        return
    command = [sys.executable, "-m", "midworld", "kb", "--serve", "--port", "0", "--query-seconds", "2"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        before, peak = memory_mb(server.pid)
        yield f"knowledge server: {before:.0f} MB"
        phases = {
            "one client": alone,
            f"{CLIENTS} clients": crowded,
            f"beside {DEAF} that never read, {ENDLESS} lines of 10 MB, {CURIOUS} endless questions": besieged,
        }
        for name, phase in phases.items():
            waits = asyncio.run(phase(port))
            now, peak = memory_mb(server.pid)
            yield f"{name}: {waits}; memory {now:.0f} MB, {peak:.0f} MB at most"
        assert server.poll() is None
        if peak - before > GROWTH_MB:
            raise NoEnd(peak - before)
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


if __name__ == "__main__":
    for line in siege():
        print(line, flush=True)
