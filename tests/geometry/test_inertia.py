"""Inertia computed from shapes, and stated ones that cannot be."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from midworld.geometry import IDENTITY, Box, Capsule, Compound, Cylinder, Part, Pose, Shape, Sphere, Triangles
from midworld.geometry.convex import hull
from midworld.geometry.inertia import Inertial, inertial_of, repaired, volume
from midworld.geometry.surface import surface

TURNED = Pose((0.3, -0.2, 0.5), (0.5, 0.5, 0.5, 0.5))
SOLIDS = [Box((0.1, 0.2, 0.3)), Sphere(0.1), Cylinder(0.05, 0.2), Capsule(0.05, 0.2)]


def tessellated(shape: Shape) -> Triangles:
    """The convex solid as a closed mesh of its own."""
    found = hull(surface(shape, {}).reshape(-1, 3))
    assert found is not None
    return found


def open_cube() -> Triangles:
    cube = tessellated(Box((1.0, 1.0, 1.0)))
    return Triangles.of(cube.vertices, cube.faces[:-2])


def test_box_of_one_kilogram():
    found = inertial_of(Box((0.2, 0.3, 0.4)), 1.0, {})
    assert found.diagonal == pytest.approx((0.25 / 12, 0.2 / 12, 0.13 / 12))
    assert found.centre == (0, 0, 0)


@pytest.mark.parametrize("shape", SOLIDS)
def test_formula_and_triangles_agree(shape: Shape):
    body = tessellated(shape)
    mesh = body.mesh()
    by_formula, by_triangles = inertial_of(shape, 2.0, {}), inertial_of(mesh, 2.0, {mesh.digest: body})
    assert volume(mesh, {mesh.digest: body}) == pytest.approx(volume(shape, {}), rel=0.02)
    assert by_triangles.diagonal == pytest.approx(by_formula.diagonal, rel=0.02)
    assert by_triangles.products == pytest.approx((0, 0, 0), abs=1e-9)


def test_faces_turned_inside_out_weigh_the_same():
    body = tessellated(Cylinder(0.05, 0.2))
    flipped = Triangles.of(body.vertices, body.faces[:, ::-1])
    right, wrong = body.mesh(), flipped.mesh()
    assert volume(wrong, {wrong.digest: flipped}) == pytest.approx(volume(right, {right.digest: body}))


def test_mesh_with_a_hole_counts_as_its_hull_and_a_sheet_as_a_slab():
    body = open_cube()
    assert volume(body.mesh(), {body.mesh().digest: body}) == pytest.approx(1.0)
    sheet = Triangles.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    assert volume(sheet.mesh(), {sheet.mesh().digest: sheet}) == pytest.approx(1e-3)
    assert volume(sheet.mesh(), {}) == pytest.approx(1e-3)


@pytest.mark.parametrize("shape", [Box((1e-9, 1.0, 1.0)), Sphere(1e-200), Cylinder(1e-9, 1.0), Capsule(1e-200, 1e-200)])
def test_sheets_and_specks_have_an_inertia_too(shape: Shape):
    assert min(inertial_of(shape, 1.0, {}).diagonal) > 0


def test_two_halves_make_the_whole():
    whole = inertial_of(Box((0.2, 0.1, 0.1)), 3.0, {})
    half = Box((0.1, 0.1, 0.1))
    halves = Compound((Part(half, Pose((-0.05, 0.0, 0.0))), Part(half, Pose((0.05, 0.0, 0.0)))))
    assert inertial_of(halves, 3.0, {}).diagonal == pytest.approx(whole.diagonal)


def test_heavier_part_is_the_larger_one():
    parts = (Part(Box((0.2, 0.1, 0.1)), Pose((-1.0, 0.0, 0.0))), Part(Box((0.1, 0.1, 0.1)), Pose((1.0, 0.0, 0.0))))
    assert inertial_of(Compound(parts), 3.0, {}).centre[0] == pytest.approx(-1 / 3)


@given(st.sampled_from(SOLIDS), st.floats(0.01, 10))
def test_turning_a_body_keeps_its_principal_moments(shape: Shape, mass: float):
    still = inertial_of(shape, mass, {})
    turned = inertial_of(Compound((Part(shape, TURNED),)), mass, {})
    assert np.allclose(np.linalg.eigvalsh(turned.matrix), np.linalg.eigvalsh(still.matrix))
    assert turned.centre == pytest.approx(TURNED.position)
    assert still.placed(TURNED).products == pytest.approx(turned.products)


def test_combined_keeps_mass_and_centre():
    one = Inertial(1.0, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    three = Inertial(3.0, (1.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    both = Inertial.combined([one, three])
    assert (both.mass, both.centre[0]) == (4.0, 0.75)
    assert both.diagonal == pytest.approx((0.2, 0.2 + 0.75, 0.2 + 0.75))


CUBE = Box((0.1, 0.1, 0.1))
GOOD = inertial_of(CUBE, 1.0, {})


@pytest.mark.parametrize(
    "absurd",
    [
        Inertial(0.0, GOOD.centre, GOOD.diagonal),
        Inertial(math.nan, GOOD.centre, GOOD.diagonal),
        Inertial(1.0, (math.inf, 0.0, 0.0), GOOD.diagonal),
        Inertial(1.0, GOOD.centre, (0.0, 0.0, 0.0)),
        Inertial(1.0, GOOD.centre, (1.0, 1.0, 1.0)),
        Inertial(1.0, GOOD.centre, (1e-6, 1e-6, 1e-6)),
        Inertial(1.0, GOOD.centre, (0.001, 0.001, 0.003)),
        Inertial(1.0, GOOD.centre, GOOD.diagonal, (0.01, 0.0, 0.0)),
        Inertial(1.0, (0.0, 0.0, 0.5), GOOD.diagonal),
    ],
)
def test_absurd_inertia_is_replaced(absurd: Inertial):
    assert not absurd.is_plausible(CUBE, {})
    assert repaired(absurd, CUBE, 1.0, {}) == GOOD


def test_believable_inertia_stays_as_stated():
    stated = Inertial(1.0, (0.01, 0.0, 0.0), (0.004, 0.005, 0.004))
    assert repaired(stated, CUBE, 1.0, {}) is stated
    assert repaired(None, CUBE, 1.0, {}) == GOOD
    assert stated.is_plausible(None, {})
    assert stated.placed(IDENTITY) == stated
