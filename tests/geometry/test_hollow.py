"""A solid declared a container opens at the top and keeps its outline."""

import numpy as np
import pytest

from midworld.geometry import Box, Capsule, Cylinder, Sphere, local_bounds
from midworld.geometry.cavity import cavities
from midworld.geometry.hollow import hollowed, wall_thickness


@pytest.mark.parametrize(
    "shape", [Box((0.3, 0.2, 0.1)), Cylinder(0.04, 0.1), Capsule(0.03, 0.1), Box((0.02, 0.02, 0.03))]
)
def test_outline_stays_and_the_inside_is_smaller_by_the_wall(shape: Box | Cylinder | Capsule):
    wall = wall_thickness(shape)
    hollow = hollowed(shape)
    outer = local_bounds(shape)
    assert np.allclose(local_bounds(hollow).low, outer.low, atol=1e-9)
    assert np.allclose(local_bounds(hollow).high, outer.high, atol=1e-9)
    (cavity,) = cavities(hollow, {})
    assert np.allclose(cavity.inner.low, np.add(outer.low, wall), atol=1e-4)
    assert np.allclose(cavity.inner.high, np.subtract(outer.high, (wall, wall, 0)), atol=1e-4)


def test_ball_becomes_a_bowl_that_stands_where_the_ball_did():
    hollow = hollowed(Sphere(0.1), 0.004)
    assert local_bounds(hollow).low[2] == pytest.approx(-0.1)
    (cavity,) = cavities(hollow, {})
    assert cavity.inner.high[2] == pytest.approx(0.0707, abs=2e-3)
    assert cavity.opening.size[0] == pytest.approx(0.136, abs=4e-3)


def test_walls_never_fill_the_inside():
    (cavity,) = cavities(hollowed(Box((0.1, 0.1, 0.1)), 0.2), {})
    assert cavity.inner.size[0] == pytest.approx(0.05)


@pytest.mark.parametrize(("width", "wall"), [(0.02, 0.0015), (0.1, 0.006), (1.0, 0.012)])
def test_walls_grow_with_the_thing_within_reason(width: float, wall: float):
    assert wall_thickness(Box((width, width, width))) == pytest.approx(wall)
