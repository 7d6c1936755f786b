"""Physics-aware tracking before reasoning."""

from pathlib import Path

import numpy as np
import pytest

from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.assessment.names import FILTERED
from midworld.geometry import Cylinder, vector
from midworld.perception import Observation, Percept
from midworld.providers import read_scene
from midworld.world import EntityId
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


@pytest.mark.parametrize("smooth", [False, True])
def test_where_no_ground_is_declared_nothing_falls_nor_is_it_picked(tmp_path: Path, *, smooth: bool) -> None:
    (tmp_path / "scene.yaml").write_text(
        "objects: {box: {shape: {box: [0.1, 0.2, 0.05]}, mass: 0.4}}\n"
        "agents: {robot: {kind: robot}}\n"
        f"reasoner: {{tracking_filter: {str(smooth).lower()}}}\n"
    )
    assessment = Assessment(read_scene(tmp_path / "scene.yaml"), engine=MujocoEngine(), people=False)
    noise = np.random.default_rng(3)
    away = 0.0
    for tick in range(70):
        # Ten percepts a second; a mistaken one now and then, and none for two seconds.
        place = vector(noise.normal((0.4 * (tick % 9 == 5), 0.0, 0.0), 0.004))
        lost = 40 <= tick < 60
        percepts = () if lost else (Percept(EntityId("box"), place, (0.0, 0.0, 0.0, 1.0)),)
        world = assessment.feed(Observation(tick / 10, "detector", percepts))[STABLE]
        away = max(away, float(np.linalg.norm(world.pose(EntityId("box")).position)) if tick > 10 else 0.0)
    assert away < 0.03
    assert not assessment.board[STABLE].timeline.events()
