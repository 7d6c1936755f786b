"""What a source gives, as ticks: waits where there is nothing, ends where the source does."""

from collections.abc import Callable, Iterator

from ..errors import BadInput
from .beside import Beside
from .drive import Drive, Tick
from .intake import Intake
from .source import Wakes

# A source that makes one wait longer than this has nothing more to say just now (chosen; 1 to 20 ms do the same).
WAITED_S = 0.005


def ticks(
    lines: Wakes,
    intake: Intake,
    drive: Drive,
    *,
    beside: Beside,
    clock: Callable[[], float],
    idle_s: float,
    over: Callable[[], bool],
) -> Iterator[Tick]:
    """Ticks as they become ready, until the source ends, brings nothing for `idle_s` seconds, or it is all over.

    What providers bring `beside` it comes in between. What is wrong with a line is raised once all that came before it
    has been given.
    """
    waited, heard_at = False, clock()
    while not over():
        asked = clock()
        try:
            entry = next(lines, ())
            arrival = intake.arrival(entry[1], entry[0]) if entry else None
        except (BadInput, KeyboardInterrupt):
            # Whoever waits for a line is not in the midst of a tick.
            yield from drive.rest()
            raise
        now = clock()
        if entry == () or (entry is None and now - heard_at >= idle_s):
            yield from drive.rest()
            return
        if entry is None:
            waited = True
            yield from drive.idle(now)
            continue
        heard_at = now
        if arrival is not None:
            for each in beside.until(arrival.stamp):
                yield from drive.take(each, now=now, waited=waited)
            yield from drive.take(arrival, now=now, waited=waited or now - asked > WAITED_S)
        waited = False
