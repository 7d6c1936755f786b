"""Two cameras, one of them late and with a clock that is ahead: lines are put in order, ticks keep a rate."""

import midworld

SCENE = {
    "objects": {
        "table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0.0, 0.73], "static": True},
        "cup": {"shape": {"cylinder": [0.04, 0.1]}, "mass": 0.15},
    },
    # The second camera's clock is half a second ahead; up to 0.2 s late is put in order; ten ticks a second.
    "timing": {"max_lateness": 0.2, "tick_hz": 10, "skew": {"camera2": -0.5}},
}


def seen(source: str, stamp: float) -> dict[str, object]:
    return {"stamp": round(stamp, 3), "source": source, "objects": [{"id": "cup", "position": [0.5, 0.0, 0.8]}]}


# Both see at 30 Hz; what the second one reports arrives 60 ms later than what the first does.
arrivals = [(tick / 30, seen("camera1", tick / 30)) for tick in range(1, 91)]
arrivals += [(tick / 30 + 0.06, seen("camera2", tick / 30 + 0.5)) for tick in range(1, 91)]
arrivals.sort(key=lambda arrival: arrival[0])
# And one line that was stuck somewhere for a second.
arrivals.append((4.0, seen("camera1", 2.0)))

mw = midworld.open(SCENE)
print(mw.follow(observation for _, observation in arrivals))
print(mw.world(), "from", ", ".join(name for name in ("source/camera1", "source/camera2") if mw.world(name).ids))
