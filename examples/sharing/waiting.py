"""Waiting without blocking: two worlds of a board, each awaited by a task of its own.

python examples/sharing/waiting.py lab stable merged
"""

import asyncio
import sys

import midworld
from midworld.runtime import SharedBoard


async def watch(board: SharedBoard, name: str) -> None:
    async for commit in board.achanges(name):
        print(f"{name} is at {commit.stamp:.2f} s with {len(commit.world.ids)} things", flush=True)


async def main(lab: str, *names: str) -> None:
    with midworld.connect(lab, name="waiting", timeout=60.0) as board:
        await asyncio.gather(*(watch(board, name) for name in names))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
