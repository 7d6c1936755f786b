"""Water poured on a grid of cells."""

import numpy as np
import pytest

from midworld.geometry.flood_fill import Pool, pools
from midworld.geometry.pose import BoolArray


def grid(*layers: str) -> BoolArray:
    """Empty cells of a grid one cell deep in y, drawn from the top down; `#` is solid, air is added around."""
    rows = [[letter != "#" for letter in layer] for layer in reversed(layers)]
    drawn = np.array(rows).T[:, None, :]
    out = np.ones((drawn.shape[0] + 2, 3, drawn.shape[2] + 2), dtype=np.bool_)
    out[1:-1, :, 1:-1] = False
    out[1:-1, 1:2, 1:-1] = drawn
    return out


def found(*layers: str) -> list[tuple[int, int]]:
    """Cells and rim of every pool, in the order of x."""
    filled = sorted(pools(grid(*layers), least_cells=1, least_layers=1), key=place)
    return [(int(pool.cells.sum()), pool.rim) for pool in filled]


def place(pool: Pool) -> int:
    return int(np.argwhere(pool.cells)[:, 0].min())


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        (["#..#", "#..#", "####"], [(4, 4)]),
        (["...#", "#..#", "####"], [(2, 3)]),
        (["####", "#..#", "####"], []),
        (["#..#", "#..#", "#.##"], []),
        (["####"], []),
        (["#.#.#", "#.#.#", "#####"], [(2, 4), (2, 4)]),
        (["#...#", "#.#.#", "#####"], [(5, 4)]),
        (["#...#", "#.#.#", "#.#.#", "#.#.#", "#####"], [(3, 5), (3, 5)]),
        (["#....", "#.#.#", "#####"], [(1, 3), (1, 3)]),
        ([".###", "..##", "#..#", "####"], [(2, 3)]),
    ],
)
def test_drawn_sections(layers: list[str], expected: list[tuple[int, int]]):
    assert found(*layers) == expected


def test_pockets_too_small_are_left_out_and_do_not_split():
    layers = grid("#....#", "#....#", "#.##.#", "######")
    (pool,) = pools(layers, least_cells=2, least_layers=1)
    assert pool.cells.sum() == 10
    assert pools(layers, least_cells=11, least_layers=1) == ()
