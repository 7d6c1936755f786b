"""Nearest points are the nearest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.geometry.nearest import NearestPoints


@settings(max_examples=60, deadline=None)
@given(many=st.integers(1, 700), count=st.integers(1, 120), seed=st.integers(0, 10**6), grid=st.booleans())
def test_no_point_left_out_is_nearer(many: int, count: int, seed: int, grid: bool):
    random = np.random.default_rng(seed)
    points, places = random.normal(size=(many, 3)), random.normal(size=(5, 3)) * 2
    if grid:
        points, places = np.round(points), np.round(places)
    distances, rows = NearestPoints.of(points).to(places, count)
    exact = np.linalg.norm(points - places[:, None], axis=2)
    assert distances == pytest.approx(np.sort(exact, axis=1)[:, :count])
    assert np.take_along_axis(exact, rows, axis=1) == pytest.approx(distances)
    assert all(len(set(row)) == min(count, many) for row in rows.tolist())
