"""Vertical rays through parts meet them where an engine's rays do."""

import numpy as np
import pytest

from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import Box, Capsule, Cylinder, Part, Pose, Shape, Sphere, Triangles, normalised, rotation_matrix
from midworld.physics import NOTHING, Body
from midworld.physics.plumb import lowest, met, placed, solids
from midworld.world import EntityId

CORNERS = [(x, y, z) for x in (-0.04, 0.05) for y in (-0.03, 0.06) for z in (-0.05, 0.04)]
FACES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4)]
BRICK = Triangles.of(CORNERS, [*FACES, (1, 5, 7), (1, 7, 3)])
SHAPES = [
    Box((0.08, 0.12, 0.05)),
    Sphere(0.05),
    Cylinder(0.04, 0.1),
    Capsule(0.03, 0.06),
    BRICK.mesh(convex=True),
]


@pytest.mark.parametrize("up", [1.0, -1.0])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_lines_meet_a_part_where_the_engines_rays_do(shape: Shape, up: float) -> None:
    random = np.random.default_rng(3)
    meshes = {BRICK.digest: BRICK}
    turned = Part(shape, Pose.of([0.01, -0.02, 0.03, *normalised(random.normal(size=4))]))
    body = Body(EntityId("thing"), (turned, Part(Box((0.02, 0.02, 0.2)))))
    pose = np.array([[0.3, 0.1, 0.5, *normalised(random.normal(size=4))]])
    known = solids([body], meshes)
    where = placed(known, pose, rotation_matrix(pose[:, 3:]))
    starts = pose[0, :3] + random.uniform(-0.07, 0.07, (400, 3))
    found = np.minimum(*(met(known, where, np.full(400, part), starts, up=np.full(400, up)) for part in (0, 1)))
    simulation = MujocoEngine().open([body], pose, meshes=meshes)
    hits = simulation.raycast(starts, np.tile([0.0, 0.0, up], (400, 1)))
    assert (hits.rows != NOTHING).sum() > 50
    np.testing.assert_allclose(found, hits.distances, atol=1e-6)


@pytest.mark.parametrize("shape", SHAPES[1:4], ids=lambda shape: type(shape).__name__)
def test_nothing_of_a_round_part_is_below_its_lowest_point(shape: Shape) -> None:
    random = np.random.default_rng(4)
    known = solids([Body(EntityId("thing"), (Part(shape),))], {})
    pose = np.array([[0.0, 0.0, 1.0, *normalised(random.normal(size=4))]])
    where = placed(known, pose, rotation_matrix(pose[:, 3:]))
    (point,) = lowest(known, where, np.array([0]))
    starts = np.column_stack([point[:2] + random.normal(0.0, 0.002, (200, 2)), np.zeros(200)])
    starts[0, :2] = point[:2]
    heights = met(known, where, np.zeros(200, dtype=np.intp), starts, up=np.ones(200))
    assert heights.min() >= point[2] - 1e-6
    # Just inside, a line through it meets the part there.
    inwards = point + 1e-4 * (pose[0, :3] - point)
    (height,) = met(known, where, np.array([0]), inwards[None] * [1, 1, 0], up=np.ones(1))
    assert height == pytest.approx(point[2], abs=1e-3)
