"""A provider: something that yields what it perceives, as a log would say it; and a monitor in the same package."""

from collections.abc import Iterator
from math import pi, sin

from midworld.modules import World, monitor, provider

CAR = {"class": "Toy", "shape": {"box": [0.1, 0.06, 0.04]}, "mass": 0.1}


@provider
def toy_car(
    *, period: float = 2.0, rate: float = 10.0, height: float = 0.77, start: float = 0.0, seconds: float = 60.0
) -> Iterator[dict[str, object]]:
    """A toy car that goes to and fro on a table once a period, seen so many times a second."""
    for tick in range(int(seconds * rate)):
        position = [0.6 + 0.3 * sin(2 * pi * tick / rate / period), 0.3, height]
        yield {"stamp": start + tick / rate, "objects": [{"id": "car", "position": position, **CAR}]}


@monitor(memory={})
def spill_risk(world: World, before: dict[str, float], *, limit: float = 0.3) -> tuple[list[object], object]:
    """Things that moved along x faster than a limit, in metres per second, since the last tick."""
    now = {name: float(x) for name, x in zip(world.ids, world.poses()[:, 0], strict=True)}
    passed = world.stamp - before.get("/stamp", world.stamp)
    fast = [name for name, x in now.items() if passed > 0 and abs(x - before.get(name, x)) / passed > limit]
    return [(name, "atRisk", True) for name in fast], {**now, "/stamp": world.stamp}


if __name__ == "__main__":
    for observation in toy_car(seconds=0.5):
        print(observation)
