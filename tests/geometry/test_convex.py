"""Which meshes an engine may take as they are."""

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from midworld.geometry import Box, Capsule, Cylinder, Shape, Sphere, Triangles
from midworld.geometry.convex import area, hull, is_convex, outline
from midworld.geometry.surface import surface


def loose(shape: Shape) -> Triangles:
    """Triangles that share no vertices, as an STL file has them."""
    corners = surface(shape, {})
    return Triangles.of(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def revolved(profile: list[tuple[float, float]]) -> Triangles:
    body = trimesh.creation.revolve(np.array(profile), sections=32)  # pyright: ignore[reportUnknownMemberType]
    return Triangles.of(np.asarray(body.vertices), np.asarray(body.faces))


@pytest.mark.parametrize("shape", [Box((0.1, 0.2, 0.3)), Sphere(0.1), Cylinder(0.05, 0.2), Capsule(0.05, 0.2)])
def test_closed_convex_surfaces_are_convex(shape: Shape):
    assert is_convex(loose(shape))


def test_cups_are_not_even_with_thin_walls_or_none():
    assert not is_convex(revolved([(0, 0), (0.04, 0), (0.04, 0.1), (0.036, 0.1), (0.036, 0.005), (0, 0.005)]))
    assert not is_convex(revolved([(0, 0), (0.04, 0), (0.04, 0.1), (0.0399, 0.1), (0.0399, 0.0001), (0, 0.0001)]))
    assert not is_convex(revolved([(0, 0), (0.04, 0), (0.04, 0.1)]))


def test_a_dent_is_not_convex_and_a_sheet_neither():
    assert not is_convex(revolved([(0, 0), (0.04, 0), (0.04, 0.1), (0, 0.09)]))
    assert not is_convex(Triangles.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))


def test_hull_faces_look_outwards():
    found = hull(np.random.default_rng(1).normal(size=(200, 3)))
    assert found is not None
    a, b, c = np.moveaxis(found.vertices[found.faces], 1, 0)
    outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - found.vertices.mean(axis=0))
    assert np.all(outward > 0)


def test_area_of_a_cube():
    assert area(loose(Box((1.0, 1.0, 1.0)))) == pytest.approx(6.0)
    assert hull(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])) is None


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    many=st.integers(10, 300),
    size=st.sampled_from([1e-3, 1.0, 50.0]),
    away=st.sampled_from([0.0, 1.0, 1e3]),
    decimals=st.sampled_from([1, 12]),
)
def test_hulls_enclose_what_qhull_does(seed: int, many: int, size: float, away: float, decimals: int):
    points = np.round(np.random.default_rng(seed).normal(size=(many, 3)), decimals) * size + away
    found, expected = hull(points), ConvexHull(points)
    assert found is not None
    middle = found.vertices.mean(axis=0)
    a, b, c = np.moveaxis(found.vertices[found.faces] - middle, 1, 0)
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(expected.volume, rel=1e-9)
    assert {tuple(corner) for corner in found.vertices.tolist()} <= {tuple(point) for point in points.tolist()}


def test_a_hull_does_not_depend_on_the_order_of_its_points():
    points = np.random.default_rng(2).normal(size=(300, 3))
    points = points[np.lexsort(points.T)]
    here, there = hull(points), hull(points[::-1])
    assert here is not None
    assert there is not None
    assert np.array_equal(here.vertices, there.vertices[::-1])


@pytest.mark.parametrize("turn", [np.eye(3), np.linalg.qr(np.random.default_rng(4).normal(size=(3, 3)))[0]])
def test_points_of_a_tilted_plane_or_a_line_or_few_have_no_hull(turn: np.ndarray):
    flat = np.random.default_rng(5).normal(size=(60, 3)) * [1.0, 1.0, 0.0]
    for points in (flat, flat * [1.0, 0.0, 0.0], flat[:3], np.zeros((9, 3)), np.zeros((0, 3))):
        assert hull(points @ turn + 7.0) is None


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10**6), many=st.integers(4, 200), decimals=st.sampled_from([0, 12]))
def test_outlines_are_those_of_qhull(seed: int, many: int, decimals: int):
    points = np.round(np.random.default_rng(seed).normal(size=(many, 2)) * 3, decimals)
    corners = outline(points)
    x, y = corners.T
    if len(corners) < 3:
        assert np.linalg.matrix_rank(points - points[0]) < 2
        return
    twice = x @ np.roll(y, -1) - np.roll(x, -1) @ y
    assert twice / 2 == pytest.approx(ConvexHull(points).volume)
