"""A provider: something that yields what it perceives, as a log would say it; and a monitor in the same package."""

from collections.abc import Iterator
from math import pi, sin

from midworld.runtime import monitor, provider
from midworld.world import World

LAMP = {"class": "Lamp", "shape": {"sphere": 0.05}, "static": True}


@provider
def swinging_lamp(
    *, period: float = 2.0, rate: float = 10.0, start: float = 0.0, seconds: float = 60.0, lamp: str = "lamp"
) -> Iterator[dict[str, object]]:
    """A lamp on a wire that swings to and fro once a period, seen so many times a second."""
    for tick in range(int(seconds * rate)):
        position = [0.3 * sin(2 * pi * tick / rate / period), 0.0, 1.8]
        yield {"stamp": start + tick / rate, "objects": [{"id": lamp, "position": position, **LAMP}]}


@monitor
def spill_risk(world: World, memory: object, *, limit: float = 0.3) -> list[tuple[str, str, bool]]:
    """Things that move faster than a limit, in metres per second."""
    fast = abs(world.state.velocity[:, :3]).max(axis=1, initial=0.0) > limit
    return [(name, "atRisk", True) for name, risky in zip(world.ids, fast, strict=True) if risky]


if __name__ == "__main__":
    for observation in swinging_lamp(seconds=0.5):
        print(observation)
