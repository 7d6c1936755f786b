import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from factories import poses, shapes
from midworld.geometry import (
    Bounds,
    Box,
    Capsule,
    Cylinder,
    Pose,
    Shape,
    Sphere,
    Triangles,
    bounds,
    frustum,
    moved_bounds,
    primitives,
)


def surface(shape: Shape, pose: Pose, seed: np.random.Generator) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Random points on the primitives of a placed shape."""
    found: list[np.ndarray[tuple[int, int], np.dtype[np.float64]]] = []
    for part in primitives(shape, pose):
        ball = seed.normal(size=(200, 3))
        ball /= np.linalg.norm(ball, axis=1, keepdims=True)
        match part.shape:
            case Box(size):
                local = seed.choice([-0.5, 0.5], size=(200, 3)) * size
            case Sphere(radius):
                local = ball * radius
            case Cylinder(radius, height):
                turn = seed.uniform(0, 2 * np.pi, 200)
                ends = seed.choice([-0.5, 0.5], 200)
                local = np.column_stack([radius * np.cos(turn), radius * np.sin(turn), ends * height])
            case Capsule(radius, height):
                local = ball * radius + np.sign(ball[:, 2:]) * [0, 0, height / 2]
            case _:
                raise AssertionError(part)
        found.append(part.pose.apply(local))
    return np.concatenate(found)


@given(shapes(), poses(), st.integers(0, 1000))
def test_bounds_hold_every_point_and_are_tight(shape: Shape, pose: Pose, seed: int) -> None:
    points = surface(shape, pose, np.random.default_rng(seed))
    box = bounds(shape, pose)
    assert (points >= np.asarray(box.low) - 1e-9).all()
    assert (points <= np.asarray(box.high) + 1e-9).all()
    # 200 random points of a surface come within a fraction of its size of the true extremes.
    assert (np.subtract(box.high, points.max(axis=0)) < 0.5 * np.asarray(box.size) + 1e-9).all()


@given(st.lists(st.tuples(st.tuples(*[st.floats(0.01, 1)] * 3), poses()), min_size=1, max_size=4))
def test_many_boxes_are_bounded_at_once_as_one_by_one(boxes: list[tuple[tuple[float, float, float], Pose]]) -> None:
    half = np.array([size for size, _ in boxes]) / 2
    low, high = moved_bounds(np.zeros((len(boxes), 3)), half, np.array([pose.array for _, pose in boxes]))
    for row, (size, pose) in enumerate(boxes):
        single = bounds(Box(size), pose)
        np.testing.assert_allclose(low[row], single.low, atol=1e-9)
        np.testing.assert_allclose(high[row], single.high, atol=1e-9)


def test_a_turned_mesh_is_bounded_tightly_by_its_own_triangles() -> None:
    diamond = Triangles.of([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1]], [[0, 1, 4], [1, 2, 4]])
    turned = Pose(orientation=(0.0, 0.0, float(np.sin(np.pi / 8)), float(np.cos(np.pi / 8))))
    mesh = diamond.mesh()
    tight = bounds(mesh, turned, {mesh.digest: diamond})
    loose = bounds(mesh, turned)
    np.testing.assert_allclose(tight.high[0], np.sqrt(0.5))
    assert loose.high[0] > tight.high[0]


def test_a_mesh_has_the_same_name_wherever_it_is_read() -> None:
    triangles = Triangles.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    assert triangles.digest == "d2f66053c30dd1616ec9f34b57eab34e"
    assert triangles.digest == Triangles.of(triangles.vertices, triangles.faces).digest
    assert triangles.digest != Triangles.of(triangles.vertices * 2, triangles.faces).digest


def test_boxes_hold_points_with_a_margin() -> None:
    box = Bounds((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    assert box.contains((0.5, 0.5, 1.0))
    assert not box.contains((0.5, 0.5, 1.01))
    assert box.contains((0.5, 0.5, 1.01), margin_m=0.02)


def test_a_frustum_frames_what_its_angles_and_range_allow() -> None:
    view = frustum((90.0, 60.0), (0.5, 4.0))
    eye = Pose.looking((0.0, 0.0, 1.0), at=(1.0, 0.0, 1.0))
    inside = view.contains(
        eye, [[2, 1.9, 1], [2, 2.1, 1], [2, 0, 2.1], [2, 0, 2.2], [0.4, 0, 1], [4.1, 0, 1], [-1, 0, 1]]
    )
    assert inside.tolist() == [True, False, True, False, False, False, False]


def test_rays_go_through_the_pixels_from_the_top_left() -> None:
    view = frustum((90.0, 90.0), (0.1, 10.0))
    rays = view.rays(Pose(), 3, 3)
    np.testing.assert_allclose(rays[1, 1], [1, 0, 0])
    assert rays[0, 0, 1] > 0
    assert rays[0, 0, 2] > 0
    assert view.contains(Pose(), rays.reshape(-1, 3)).all()
