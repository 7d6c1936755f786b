"""Physics-aware tracking before reasoning."""

import numpy as np

from midworld.assessment.names import FILTERED
from midworld.geometry import Cylinder
from tabletop import TOP, TableTop, moved

HOME = (0.1, 0.2, TOP + 0.05)
CUP = {"cup": Cylinder(0.04, 0.10)}


def jumping(table: TableTop, ticks: int, seed: int) -> list[float]:
    """Every sixth detection is 30 cm off; how far the world that is reasoned on is off after each tick."""
    random = np.random.default_rng(seed)
    errors: list[float] = []
    for _ in range(ticks):
        wild = random.random() < 1 / 6
        offset = random.normal(0, 0.003, 3) + (random.choice([-0.3, 0.3], 3) * (1, 1, 0) if wild else 0.0)
        x, y, z = offset.tolist()
        table.tick({"cup": moved(HOME, (x, y, z))})
        world = table.board[FILTERED]
        errors.append(float(np.linalg.norm(np.subtract(world.pose("cup").position, HOME))))
    return errors


def test_gross_errors_of_a_detector_do_not_reach_the_reasoner() -> None:
    table = TableTop(CUP, tracking_filter=True)
    errors = jumping(table, 120, seed=4)
    assert np.percentile(errors[30:], 95) < 0.015
    assert table.events == []
    assert table.facts("cup") == {("isOn", "table")}


def test_what_is_really_moved_is_followed() -> None:
    table = TableTop(CUP, tracking_filter=True, noise=0.003, seed=2)
    table.watch(1.0, {"cup": HOME})
    hand = "ann/right_hand"
    table.play(
        2.0,
        lambda share: (
            {"cup": moved(HOME, (0.0, -0.4 * share, 0.2))},
            {hand: moved(HOME, (0.0, -0.4 * share, 0.28))},
        ),
    )
    end = moved(HOME, (0.0, -0.4, 0.2))
    assert float(np.linalg.norm(np.subtract(table.position("cup"), end))) < 0.03
    assert table.events == [("Pick", "ann", "cup")]


def test_without_the_filter_there_is_no_such_world() -> None:
    table = TableTop(CUP)
    table.watch(0.2, {"cup": HOME})
    assert FILTERED not in table.board.names
