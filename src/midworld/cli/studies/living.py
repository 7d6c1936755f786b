"""A simulated room, the session that assesses it and whoever acts in it, going on together."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ...adapters.room.room import TICK_S, Room
from ...session import Live

_T = TypeVar("_T")


async def lived(
    room: Room, live: Live, acting: Coroutine[Any, Any, _T], *, meanwhile: Callable[[Room], None] = lambda room: None
) -> _T:
    """What acting returns; the room and its assessment go on, tick by tick, until then."""
    task = asyncio.ensure_future(acting)
    said = 0
    try:
        while not task.done():
            meanwhile(room)
            live.feed(room.step())
            for each in room.said[said:]:
                if each.speaker != room.robot.name:
                    live.hear(each.speaker, each.text)
            said = len(room.said)
            await asyncio.sleep(TICK_S)
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
