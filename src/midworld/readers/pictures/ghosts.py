"""What can be looked through: ghosts over a picture, and the silhouettes of all that has a contour."""

from collections.abc import Sequence

import numpy as np

from .camera import Camera
from .props import Prop
from .shading import Picture
from .tracer import Bools, Floats, Tracer, layers

DEEP = 10
# A ghost behind something solid still shows, faintly.
THROUGH = 0.45
TOUCH_M = 0.004


def overlaid(picture: Picture, props: Sequence[Prop], camera: Camera) -> tuple[Floats, list[Bools]]:
    """The picture's colours with the ghosts among the props over them, and the silhouette of each prop."""
    height, width = picture.skins.shape
    masks = [np.zeros(height * width, np.bool_) for _ in props]
    colours = picture.colours.reshape(-1, 3).copy()
    origins, directions = (np.asarray(each, np.float32) for each in camera.pixels())
    tracer = Tracer([prop.skin for prop in props])
    pixels = np.flatnonzero(tracer.strikes(origins, directions).skins >= 0)
    depths, left = picture.depths.ravel()[pixels], np.ones(len(pixels), np.float32)
    total = np.zeros((len(pixels), 3), np.float32)
    for layer in layers(tracer, origins[pixels], directions[pixels], most=DEEP):
        facing = np.abs(np.einsum("ij,ij->i", layer.normals, directions[pixels]))
        present = np.bincount(layer.skins[layer.skins >= 0], minlength=len(props))
        for at in map(int, np.flatnonzero(present)):
            prop, mask = props[at], masks[at]
            fresh = np.flatnonzero((layer.skins == at) & ~mask[pixels])
            mask[pixels[fresh]] = True
            if prop.opacity >= 1.0:
                continue
            behind = layer.depths[fresh] > depths[fresh] + TOUCH_M
            alpha = prop.opacity * np.where(behind, np.float32(THROUGH), np.float32(1)) * left[fresh]
            shade = (0.62 + 0.38 * facing[fresh])[:, None] * np.array(prop.colour, np.float32)
            total[fresh] += alpha[:, None] * shade
            left[fresh] -= alpha
    colours[pixels] = total + left[:, None] * colours[pixels]
    return colours.reshape(height, width, 3), [mask.reshape(height, width) for mask in masks]
