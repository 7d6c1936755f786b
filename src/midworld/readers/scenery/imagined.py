"""Where things would end, laid over where they are: yellow where that is as intended, dark where it is not."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...geometry import FloatArray, Meshes, compose
from ...world import World
from .palette import IMAGINED, MISSED
from .picture import Batch, Picture
from .things import plan


class Ghost(NamedTuple):
    """A thing where it would be, `(7,)`, and whether that is as intended."""

    thing: str
    pose: FloatArray
    good: bool


def imagined(meshes: Meshes, world: World, ghosts: Sequence[Ghost]) -> Picture:
    """The ghosts of things a world knows."""
    layout = plan(world.structure, meshes)
    batches: dict[str, Batch] = {}
    for good, outline in ((True, IMAGINED), (False, MISSED)):
        rows = np.array([world.structure.row(each.thing) for each in ghosts if each.good is good], np.intp)
        poses = np.array([each.pose for each in ghosts if each.good is good]).reshape(-1, 7)
        for group in layout.groups:
            # Every piece of a model meets every ghost of the thing it belongs to.
            piece, ghost = np.nonzero(group.rows[:, None] == rows[None, :])
            if len(piece):
                there: list[int] = rows[ghost].tolist()
                batches[f"imagined/{group.model}/{good}"] = Batch(
                    group.model,
                    "faint",
                    tuple(world.ids[row] for row in there),
                    compose(poses[ghost], group.local[piece]),
                    group.scales[piece],
                    np.tile(np.array(outline, np.uint8), (len(piece), 1)),
                    outline,
                    "imagined",
                )
    return Picture(batches)
