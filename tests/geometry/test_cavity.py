"""Hollows are recognised from geometry alone, and measured to the true surfaces."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.geometry import Box, Capsule, Compound, Cylinder, Part, Pose, Shape, Sphere, Triangles
from midworld.geometry.cavity import Cavity, cavities
from midworld.geometry.hollow import hollowed

CUP = [(0, 0), (0.04, 0), (0.04, 0.1), (0.036, 0.1), (0.036, 0.005), (0, 0.005)]


def crate(size: tuple[float, float, float], wall: float) -> Compound:
    return hollowed(Box(size), wall)


def revolved(profile: Sequence[tuple[float, float]]) -> Triangles:
    """A surface of revolution around z, from the bottom of the axis outwards."""
    line = np.array(profile, dtype=np.float64)
    return triangles(trimesh.creation.revolve(line, sections=48))  # pyright: ignore[reportUnknownMemberType]


def triangles(body: trimesh.Trimesh) -> Triangles:
    return Triangles.of(np.asarray(body.vertices), np.asarray(body.faces))


def joined(*bodies: Triangles) -> Triangles:
    starts = np.cumsum([0, *(len(body.vertices) for body in bodies)])
    faces = [body.faces + start for body, start in zip(bodies, starts, strict=False)]
    return Triangles.of(np.concatenate([body.vertices for body in bodies]), np.concatenate(faces))


def moved(body: Triangles, pose: Pose) -> Triangles:
    return Triangles.of(pose.apply(body.vertices), body.faces)


def mesh_cavities(body: Triangles) -> tuple[Cavity, ...]:
    mesh = body.mesh()
    return cavities(mesh, {mesh.digest: body})


def the_one(found: tuple[Cavity, ...]) -> Cavity:
    assert len(found) == 1, found
    return found[0]


def around(axis: tuple[float, float, float], degrees: float) -> Pose:
    half = math.radians(degrees) / 2
    x, y, z = (math.sin(half) * part for part in axis)
    return Pose(orientation=(x, y, z, math.cos(half)))


def tapered(degrees: float, *, wall: float = 0.004, slant: float = 0.3) -> Compound:
    """Four walls leaning outwards around a floor of 20 cm."""
    lean = Pose((0.1, 0.0, 0.0)) @ around((0, 1, 0), degrees) @ Pose((0.0, 0.0, slant / 2))
    walls = (Part(Box((wall, 0.4, slant)), around((0, 0, 1), 90 * side) @ lean) for side in range(4))
    return Compound((Part(Box((0.2, 0.2, 0.004)), Pose((0.0, 0.0, 0.002))), *walls))


def test_box_of_the_manual_is_measured_to_its_inner_faces():
    walls_x = (Part(Box((0.012, 0.26, 0.18)), Pose((side * 0.124, 0.0, 0.0))) for side in (-1, 1))
    walls_y = (Part(Box((0.26, 0.012, 0.18)), Pose((0.0, side * 0.124, 0.0))) for side in (-1, 1))
    box = Compound((Part(Box((0.26, 0.26, 0.012)), Pose((0.0, 0.0, -0.084))), *walls_x, *walls_y))
    found = the_one(cavities(box, {}))
    assert found.inner.low == pytest.approx((-0.118, -0.118, -0.078), abs=1e-6)
    assert found.inner.high == pytest.approx((0.118, 0.118, 0.09), abs=1e-6)
    assert found.opening.centre == pytest.approx((0, 0, 0.09), abs=1e-6)
    assert found.opening.size == pytest.approx((0.236, 0.236), abs=1e-6)


@pytest.mark.parametrize("missing", range(5))
def test_box_without_one_of_its_sides_holds_nothing(missing: int):
    parts = crate((0.3, 0.2, 0.15), 0.01).parts
    assert cavities(Compound(parts[:missing] + parts[missing + 1 :]), {}) == ()


@pytest.mark.parametrize("shape", [Box((0.1, 0.1, 0.1)), Sphere(0.1), Cylinder(0.04, 0.1), Capsule(0.04, 0.1)])
def test_solids_hold_nothing(shape: Shape):
    assert cavities(shape, {}) == ()


def test_order_of_the_parts_does_not_matter():
    parts = list(crate((0.3, 0.2, 0.15), 0.01).parts)
    first = cavities(Compound(tuple(parts)), {})
    random.Random(3).shuffle(parts)
    assert cavities(Compound(tuple(parts)), {}) == first


@pytest.mark.parametrize("size", [0.03, 0.1, 0.6])
def test_thimble_cup_and_bin_are_alike(size: float):
    radius, wall = size / 3, size / 30
    inner = the_one(cavities(hollowed(Cylinder(radius, size), wall), {})).inner
    assert np.allclose(inner.high, (radius - wall, radius - wall, size / 2), atol=1e-3 * size)
    assert np.allclose(inner.low, (wall - radius, wall - radius, wall - size / 2), atol=1e-3 * size)


def test_walls_of_one_millimetre_do_not_leak():
    inner = the_one(cavities(crate((0.5, 0.4, 0.3), 0.001), {})).inner
    assert inner.size == pytest.approx((0.498, 0.398, 0.299), abs=1e-6)


def test_walls_that_lean_outwards_are_measured_at_the_rim():
    inner = the_one(cavities(tapered(10), {})).inner
    rim = 0.3 * math.cos(math.radians(10))
    assert inner.high[2] == pytest.approx(rim, abs=1e-3)
    assert inner.high[0] == pytest.approx(0.1 + 0.3 * math.sin(math.radians(10)) - 0.002, abs=2e-3)
    assert inner.low[2] == pytest.approx(0.004, abs=1e-4)


def test_water_stands_only_up_to_the_lowest_wall():
    floor, *walls = crate((0.3, 0.2, 0.15), 0.01).parts
    low = Part(Box((0.28, 0.01, 0.1)), Pose((0.0, 0.095, -0.015)))
    assert the_one(cavities(Compound((floor, *walls[:3], low)), {})).inner.high[2] == pytest.approx(0.035, abs=1e-6)


def test_full_divider_makes_two_compartments_and_a_low_one_does_not():
    parts = crate((0.4, 0.3, 0.2), 0.01).parts
    full = Part(Box((0.01, 0.3, 0.2)))
    left, right = cavities(Compound((*parts, full)), {})
    assert left.inner.high[0] == pytest.approx(-0.005, abs=1e-6)
    assert right.inner.low[0] == pytest.approx(0.005, abs=1e-6)
    low = Part(Box((0.01, 0.3, 0.08)), Pose((0.0, 0.0, -0.06)))
    assert the_one(cavities(Compound((*parts, low)), {})).inner.size[0] == pytest.approx(0.38, abs=1e-6)


def test_lid_and_table_and_shelf_with_an_open_front_are_not_containers():
    parts = crate((0.4, 0.3, 0.2), 0.01).parts
    assert cavities(Compound((*parts, Part(Box((0.4, 0.3, 0.01)), Pose((0.0, 0.0, 0.105))))), {}) == ()
    corners = [(x, y) for x in (-0.67, 0.67) for y in (-0.42, 0.42)]
    legs = (Part(Box((0.05, 0.05, 0.7)), Pose((x, y, -0.35))) for x, y in corners)
    assert cavities(Compound((Part(Box((1.4, 0.9, 0.04))), *legs)), {}) == ()
    on_its_side = (Part(part.shape, around((1, 0, 0), 90) @ part.pose) for part in parts)
    lip = Part(Box((0.4, 0.01, 0.05)), Pose((0.0, -0.095, -0.12)))
    assert cavities(Compound((*on_its_side, lip)), {}) == ()


def test_tray_is_no_container_but_a_drawer_is():
    assert cavities(crate((0.5, 0.35, 0.03), 0.005), {}) == ()
    assert len(cavities(crate((0.6, 0.5, 0.08), 0.012), {})) == 1


def test_mesh_cup_with_thick_walls():
    found = the_one(mesh_cavities(revolved(CUP)))
    assert np.allclose(found.inner.low, (-0.036, -0.036, 0.005), atol=3e-4)
    assert np.allclose(found.inner.high, (0.036, 0.036, 0.1), atol=3e-4)


def test_mesh_cup_of_a_single_sheet():
    found = the_one(mesh_cavities(revolved([(0, 0), (0.04, 0), (0.04, 0.1)])))
    assert np.allclose(found.inner.low, (-0.04, -0.04, 0), atol=3e-4)
    assert np.allclose(found.inner.high, (0.04, 0.04, 0.1), atol=3e-4)


def test_mesh_bowl():
    angles = np.linspace(0, math.pi / 2, 20)
    outer = [(0.1 * math.sin(angle), 0.1 - 0.1 * math.cos(angle)) for angle in angles]
    inner = [(0.096 * math.sin(angle), 0.1 - 0.096 * math.cos(angle)) for angle in angles[::-1]]
    found = the_one(mesh_cavities(revolved(outer + inner)))
    assert np.allclose(found.inner.low, (-0.096, -0.096, 0.004), atol=5e-4)
    assert found.inner.high[2] == pytest.approx(0.1, abs=1e-6)


def test_plate_is_not_a_container_but_a_soup_plate_is():
    plate = [(0, 0), (0.07, 0), (0.12, 0.02), (0.12, 0.024), (0.07, 0.005), (0, 0.005)]
    assert mesh_cavities(revolved(plate)) == ()
    soup = [(0, 0), (0.06, 0), (0.1, 0.035), (0.1, 0.04), (0.06, 0.005), (0, 0.005)]
    assert len(mesh_cavities(revolved(soup))) == 1


def test_handle_of_a_mug_changes_nothing():
    ring = triangles(trimesh.creation.torus(0.03, 0.005))  # pyright: ignore[reportUnknownMemberType]
    ring = moved(ring, Pose((0.06, 0.0, 0.05)) @ around((1, 0, 0), 90))
    inner = the_one(mesh_cavities(joined(revolved(CUP), ring))).inner
    assert np.allclose((*inner.low, *inner.high), (-0.036, -0.036, 0.005, 0.036, 0.036, 0.1), atol=3e-4)


def test_cup_upside_down_or_on_its_side_holds_nothing():
    for degrees in (90, 180):
        assert mesh_cavities(moved(revolved(CUP), around((1, 0, 0), degrees))) == ()


def test_bottle_is_entered_by_its_neck():
    outside = [(0, 0), (0.035, 0), (0.035, 0.15), (0.012, 0.2), (0.012, 0.25)]
    inside = [(0.010, 0.25), (0.010, 0.2), (0.033, 0.15), (0.033, 0.002), (0, 0.002)]
    found = the_one(mesh_cavities(revolved(outside + inside)))
    assert found.inner.size[0] == pytest.approx(0.066, abs=5e-4)
    assert found.opening.size[0] == pytest.approx(0.02, abs=5e-4)


def test_every_cup_of_a_muffin_tray_is_one():
    floor = Part(Box((0.3, 0.2, 0.004)))
    cups = [
        Part(part.shape, Pose((x, y, 0.025)) @ part.pose)
        for x in (-0.1, 0.0, 0.1)
        for y in (-0.05, 0.05)
        for part in hollowed(Cylinder(0.04, 0.05), 0.002).parts
    ]
    found = cavities(Compound((floor, *cups)), {})
    centres = [(x, y) for x in (-0.1, 0.0, 0.1) for y in (-0.05, 0.05)]
    assert np.allclose([cavity.inner.centre[:2] for cavity in found], centres, atol=1e-3)


@settings(max_examples=12, deadline=None)
@given(
    size=st.tuples(*[st.floats(0.05, 0.7)] * 3),
    wall=st.floats(0.001, 0.01),
    at=st.tuples(*[st.floats(-1.0, 1.0)] * 3),
)
def test_inner_size_of_any_crate_is_recovered(
    size: tuple[float, float, float], wall: float, at: tuple[float, float, float]
):
    placed = Compound(tuple(Part(part.shape, Pose(at) @ part.pose) for part in crate(size, wall).parts))
    depth, width = size[2] - wall, math.sqrt((size[0] - 2 * wall) * (size[1] - 2 * wall))
    found = cavities(placed, {})
    if depth < 0.031 or depth < 0.13 * width:
        return
    inner = the_one(found).inner
    assert np.allclose(inner.size, (size[0] - 2 * wall, size[1] - 2 * wall, depth), atol=1e-3)
    assert np.allclose(inner.centre, np.add(at, (0, 0, wall / 2)), atol=1e-3)
