"""Live ROS topics as observations, from any node that hears them."""

import queue
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from .rosintake import Line, RosIntake

# How long to wait for a message before saying that there is none just now, in seconds.
PAUSE_S = 0.02


class Hears(Protocol):
    """A node that hears topics."""

    def subscribe(self, topic: str, kind: str, callback: Callable[[Any], None]) -> None: ...


def ros_observations(
    node: Hears, intake: RosIntake, *, clock: Callable[[], float] = time.time, over: Callable[[], bool] = lambda: False
) -> Iterator[Line | None]:
    """What the topics of a map say, as it comes; None where there is nothing just now. `over` ends it."""
    heard = queue.SimpleQueue[tuple[str, str, Any, float]]()

    def hearing(topic: str, kind: str) -> Callable[[Any], None]:
        return lambda message: heard.put((kind, topic, message, clock()))

    for topic, kind in intake.map.topics.items():
        node.subscribe(topic, kind, hearing(topic, kind))

    def lines() -> Iterator[Line | None]:
        while not over():
            try:
                yield from intake.lines(*heard.get(timeout=PAUSE_S))
            except queue.Empty:
                yield None

    return lines()
