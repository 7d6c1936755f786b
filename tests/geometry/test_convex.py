"""Which meshes an engine may take as they are."""

import numpy as np
import pytest
import trimesh

from midworld.geometry import Box, Capsule, Cylinder, Shape, Sphere, Triangles
from midworld.geometry.convex import area, hull, is_convex
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
