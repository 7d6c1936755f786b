"""Ways near people: no nearer, no more hidden, never much longer; and an honest no."""

import numpy as np
import pytest

from midworld.geometry import Box
from midworld.motion import INDIFFERENT, BasePath, Courtesy, Footprint, NoPath, base_path, bystanders
from midworld.world import World
from motionkit import room, with_agent

START, GOAL = (-3.0, 0.0), (3.0, 0.0)


def way(world: World, courtesy: Courtesy | None = None, *, goal: tuple[float, float] = GOAL) -> BasePath:
    found = base_path(world, START, goal) if courtesy is None else base_path(world, START, goal, courtesy=courtesy)
    assert isinstance(found, BasePath)
    return found


def test_an_empty_floor_is_crossed_straight() -> None:
    found = way(World())
    assert found.corners == (START, GOAL)
    assert found.length_m == pytest.approx(6.0)
    assert found.in_view == 1.0


def test_nobody_is_passed_closely_or_behind_the_back() -> None:
    """Ann stands half a metre beside the straight way, which leads past her back."""
    world = with_agent(World(), "ann", (0.0, 0.5), (0.0, 5.0, 1.6))
    shortest, kind = way(world, INDIFFERENT), way(world)
    assert kind.nearest_m > shortest.nearest_m + 0.2
    assert kind.in_view > shortest.in_view
    assert kind.length_m <= 1.3 * shortest.length_m
    assert max(y for _, y in kind.corners) > 0.5, "it passes before her"


def test_a_detour_is_bounded_as_asked() -> None:
    world = with_agent(World(), "ann", (0.0, 0.5), (0.0, 5.0, 1.6))
    assert way(world, Courtesy(detour=1.02)).length_m <= 1.02 * way(world, INDIFFERENT).length_m


@pytest.mark.parametrize("seed", range(6))
def test_courtesy_is_worse_for_nobody_and_touches_nothing(seed: int) -> None:
    random = np.random.default_rng(seed)
    boxes = {
        f"box{number}": (Box((0.8, 0.5, 0.75)), (float(x), float(y), 0.375))
        for number, (x, y) in enumerate(random.uniform(-2.0, 2.0, (3, 2)))
    }
    x, y, facing = random.uniform([-1.5, -1.5, -np.pi], [1.5, 1.5, np.pi])
    world = with_agent(room(**boxes), "ann", (x, y), (x + np.cos(facing), y + np.sin(facing), 1.5))
    found = base_path(world, START, GOAL)
    shortest = base_path(world, START, GOAL, courtesy=INDIFFERENT)
    if isinstance(found, NoPath):
        assert isinstance(shortest, NoPath)
        return
    assert isinstance(shortest, BasePath)
    assert found.nearest_m >= shortest.nearest_m - 1e-6
    assert found.in_view >= shortest.in_view - 1e-6
    assert found.length_m <= 1.3 * shortest.length_m
    for start, end in zip(found.corners, found.corners[1:], strict=False):
        for share in np.linspace(0.0, 1.0, 20):
            at = np.add(start, share * np.subtract(end, start))
            for place in (np.array(each[1][:2]) for each in boxes.values()):
                beyond = np.maximum(np.abs(at - place) - np.array([0.4, 0.25]), 0.0)
                assert np.linalg.norm(beyond) > Footprint().radius - 0.11, "a cell's width at most"


def test_what_hides_the_robot_does_so_only_if_it_is_high() -> None:
    ann = (2.0, 0.0)
    low = with_agent(room(table=(Box((0.1, 3.0, 0.5)), (0.0, -2.5, 0.25))), "ann", ann, (-3.0, -2.5, 1.0))
    high = with_agent(room(wall=(Box((0.1, 3.0, 2.4)), (0.0, -2.5, 1.2))), "ann", ann, (-3.0, -2.5, 1.0))
    ends = ((-1.5, -3.5), (-1.5, -1.5))
    seen, hidden = (base_path(world, *ends, courtesy=INDIFFERENT) for world in (low, high))
    assert isinstance(seen, BasePath)
    assert isinstance(hidden, BasePath)
    assert seen.in_view == 1.0
    assert hidden.in_view < 0.5


def test_a_goal_under_a_table_or_behind_walls_is_refused_with_the_reason() -> None:
    walled = room(wall=(Box((0.2, 40.0, 2.0)), (0.0, 0.0, 1.0)), table=(Box((1.0, 1.0, 0.04)), (3.0, 3.0, 0.7)))
    assert base_path(walled, START, (3.0, 3.0)) == NoPath("a base of 0.35 m radius does not fit at (3.00, 3.00)")
    boxed = room(
        **{
            f"wall{side}": (Box((0.1, 3.0, 2.0) if side % 2 else (3.0, 0.1, 2.0)), at)
            for side, at in enumerate([(3.0, 1.5, 1.0), (4.5, 0.0, 1.0), (3.0, -1.5, 1.0), (1.5, 0.0, 1.0)])
        }
    )
    found = base_path(boxed, START, GOAL)
    assert isinstance(found, NoPath)
    assert "leaves no way for a base of 0.35 m radius" in found.reason


def test_who_stands_too_near_to_a_table_may_leave() -> None:
    world = room(table=(Box((1.0, 1.0, 0.04)), (-2.4, 0.0, 0.7)))
    assert isinstance(base_path(world, START, GOAL), BasePath)


def test_only_people_count_as_bystanders() -> None:
    world = with_agent(World(), "robot", (0.0, 0.0), (1.0, 0.0, 1.4), kind="robot")
    assert [person.name for person in bystanders(with_agent(world, "bob", (1.0, 0.0), (2.0, 0.0, 1.6)))] == ["bob"]
