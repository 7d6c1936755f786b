"""A contact sheet of a story, for people to look at: the camera's view above, a view from the side below."""

import zlib
from pathlib import Path

import numpy as np
from matplotlib import image

from .pose import Array, array
from .script import load
from .stage import Stage
from .story import play

_RGB = {
    "red": (0.85, 0.15, 0.1), "green": (0.2, 0.65, 0.2), "blue": (0.15, 0.3, 0.85), "yellow": (0.95, 0.85, 0.1),
    "orange": (1.0, 0.5, 0.05), "purple": (0.5, 0.2, 0.6), "white": (0.95, 0.95, 0.95), "black": (0.1, 0.1, 0.1),
    "brown": (0.45, 0.28, 0.15), "pink": (1.0, 0.55, 0.7),
}  # fmt: skip


def sheet(name: str, seed: int, path: Path, *, attempt: int = 0, columns: int = 6) -> None:
    """Write a PNG with `columns` moments of one draw, evenly spread over the story."""
    rng = np.random.default_rng([zlib.crc32(name.encode()), seed, attempt])
    script = load(name, rng)
    views: list[Array] = []

    def watch(stage: Stage) -> None:
        if not views:
            for other, thing in stage.things.items():
                plain = (0.75, 0.68, 0.55) if other == "table" else (0.6, 0.6, 0.6)
                stage.bullet.paint(stage.ids[other], _RGB.get(thing.colour or "", plain))
        camera = stage.room.camera
        size = (320, 240)
        front = stage.bullet.picture(camera.position, camera.target, camera.fov[1], size=size)
        side = array(0.5, -1.9, stage.room.table.height + 0.7)
        views.append(np.vstack([front, stage.bullet.picture(side, array(0.2, 0, 0.6), 60, size=size)]))

    frames = 0

    def sometimes(stage: Stage) -> None:
        nonlocal frames
        if frames % max(1, round(script.noise.rate / 2)) == 0:
            watch(stage)
        frames += 1

    play(script, rng, watch=sometimes)
    chosen = np.linspace(0, len(views) - 1, columns).round().astype(int)
    path.parent.mkdir(parents=True, exist_ok=True)
    # matplotlib leaves the path type of `imsave` open.
    image.imsave(str(path), np.hstack([views[int(i)] for i in chosen]) / 255)  # pyright: ignore[reportUnknownMemberType]
