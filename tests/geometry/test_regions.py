"""Connected cells have one number."""

from typing import cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import ndimage

from midworld.geometry.pose import BoolArray
from midworld.geometry.regions import labelled

IN_LAYER = np.zeros((3, 3, 3), dtype=np.bool_)
IN_LAYER[:, 1, 1] = IN_LAYER[1, :, 1] = True


def by_scipy(cells: BoolArray) -> tuple[npt.NDArray[np.int32], int]:
    structure = IN_LAYER if cells.ndim == 3 else None
    found = ndimage.label(cells, structure)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return cast(tuple[npt.NDArray[np.int32], int], found)


@settings(max_examples=150, deadline=None)
@given(arrays.arrays(np.bool_, st.one_of(arrays.array_shapes(min_dims=2, max_dims=3, max_side=9))))
def test_regions_are_those_scipy_finds_with_the_same_numbers(cells: BoolArray):
    expected, many = by_scipy(cells)
    found, count = labelled(cells)
    assert count == many
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("share", [0.0, 0.4, 0.59, 0.9, 1.0])
def test_winding_regions_of_a_large_grid_are_found_whole(share: float):
    cells = np.random.default_rng(3).random((66, 66, 66)) < share
    expected, many = by_scipy(cells)
    found, count = labelled(cells)
    assert count == many
    assert np.array_equal(found, expected)
