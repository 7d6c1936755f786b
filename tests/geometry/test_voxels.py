"""Surfaces on a grid do not leak."""

from typing import cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from factories import poses
from midworld.geometry import Box, Capsule, Compound, Cylinder, Part, Pose, Shape, Sphere, bounds
from midworld.geometry.pose import BoolArray
from midworld.geometry.surface import surface
from midworld.geometry.voxels import voxels

SOLIDS = st.sampled_from([Box((0.1, 0.2, 0.3)), Box((1.0, 1.0, 0.02)), Cylinder(0.05, 0.2), Capsule(0.05, 0.2)])


def reached(empty: BoolArray) -> BoolArray:
    """Empty cells that the corner of the grid is connected to."""
    found = ndimage.label(empty)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    regions, _ = cast(tuple[npt.NDArray[np.int32], int], found)
    return regions == regions[0, 0, 0]


@settings(max_examples=15, deadline=None)
@given(SOLIDS, poses())
def test_inside_of_a_closed_surface_is_never_reached_from_outside(shape: Shape, pose: Pose):
    grid = voxels(surface(Compound((Part(shape, pose),)), {}))
    middle = tuple(np.floor((np.asarray(pose.position) - grid.origin) / grid.cell).astype(int))
    outside = reached(~grid.solid)
    assert outside[0, 0, 0]
    assert not outside[middle]


@settings(max_examples=30)
@given(st.one_of(SOLIDS, st.just(Sphere(0.1))), poses())
def test_tessellation_fills_the_bounds(shape: Shape, pose: Pose):
    corners = surface(Compound((Part(shape, pose),)), {}).reshape(-1, 3)
    exact = bounds(shape, pose)
    slack = 0.003 * max(exact.size)
    assert corners.min(axis=0) == pytest.approx(exact.low, abs=slack)
    assert corners.max(axis=0) == pytest.approx(exact.high, abs=slack)
