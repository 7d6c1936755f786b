"""Which meshes enclose a body."""

import numpy as np

from midworld.geometry import Box, Triangles
from midworld.geometry.closed import is_closed, without_sheets
from midworld.geometry.surface import surface


def cube() -> Triangles:
    """Twelve triangles that share no vertices."""
    corners = surface(Box((1.0, 1.0, 1.0)), {})
    return Triangles.of(corners.reshape(-1, 3), np.arange(36).reshape(-1, 3))


def with_flap(size: float) -> Triangles:
    """A cube with a sheet standing on one of its upper edges."""
    flap = [[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.0, -0.5, 0.5 + size]]
    return Triangles.of(np.concatenate([cube().vertices, flap]), [*cube().faces, [36, 37, 38]])


def test_cube_is_closed_until_a_face_is_missing():
    assert is_closed(cube())
    assert not is_closed(Triangles.of(cube().vertices, cube().faces[1:]))


def test_small_flap_comes_off_and_a_large_one_stays():
    assert not is_closed(with_flap(0.2))
    assert is_closed(without_sheets(with_flap(0.2)))
    large = with_flap(4.0)
    assert without_sheets(large) is large


def test_nothing_comes_off_a_closed_body_or_an_open_one():
    closed, opened = cube(), Triangles.of(cube().vertices, cube().faces[1:])
    assert without_sheets(closed) is closed
    assert without_sheets(opened) is opened
