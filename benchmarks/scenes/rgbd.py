"""Images with depth of a few things, by tracing rays: what a depth camera gives, its noise included."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from midworld.adapters.embree import EmbreeSight
from midworld.geometry import FloatArray, Pose, Shape, Vector3, primitives, rotate
from midworld.physics import Body
from midworld.providers.cameras import Camera
from midworld.world import EntityId

# A structured-light or stereo camera scatters by about this much at a metre, and with the square of the distance.
DEPTH_NOISE = 0.0015
COLOUR_NOISE = 0.03


def rgbd(
    things: Mapping[str, tuple[Shape, Pose, Vector3]],
    camera: Camera,
    pose: Pose,
    rng: np.random.Generator,
    *,
    depth_noise: float = DEPTH_NOISE,
) -> tuple[npt.NDArray[np.uint8], FloatArray]:
    """Colours `(h, w, 3)` and depths `(h, w)` along the axis, 0 where nothing is, of things as they stand."""
    assert camera.size is not None
    wide, high = camera.size
    bodies = [Body(EntityId(name), tuple(primitives(shape))) for name, (shape, _, _) in things.items()]
    sight = EmbreeSight.standing(bodies, np.array([place.array for _, place, _ in things.values()]))
    rays = camera.places(np.ones((high, wide))).reshape(-1, 3)
    lengths = np.linalg.norm(rays, axis=1)
    directions = rotate(np.asarray(pose.orientation), rays / lengths[:, None])
    hits = sight.raycast(np.asarray(pose.position), directions)
    there = np.isfinite(hits.distances)
    depth = np.where(there, hits.distances / lengths, 0.0)
    depth += np.where(there, rng.normal(0.0, depth_noise, len(depth)) * depth**2, 0.0)
    palette = np.array([colour for _, _, colour in things.values()])
    # Light falls from the left: surfaces are shaded by how they change across the image.
    image = depth.reshape(high, wide)
    slope = np.clip(np.gradient(np.where(image > 0, image, np.nan), axis=1) / 0.004, -1, 1)
    light = 0.75 + 0.2 * np.nan_to_num(slope).reshape(-1)
    colours = np.where(there[:, None], palette[np.maximum(hits.rows, 0)] * light[:, None], 0.5)
    colours = np.clip(colours + rng.normal(0.0, COLOUR_NOISE, colours.shape), 0.0, 1.0)
    return (colours.reshape(high, wide, 3) * 255).astype(np.uint8), image
