"""Above and below; moving and at rest."""

import numpy as np

from midworld.geometry import Box, Pose
from midworld.relations.spatial import holds, spatial
from midworld.relations.spatial_memory import SpatialMemory
from midworld.world import EntityId, World
from rooms import CUBE, moved, person, room, shaken

FRESH = SpatialMemory()


def test_a_lamp_is_above_the_table_and_the_cup_and_they_are_below_it() -> None:
    table = (Box((1.0, 1.0, 0.04)), (0.0, 0.0, 0.73))
    world = room({"lamp": (CUBE, (0.0, 0.0, 2.0)), "cup": (CUBE, (0.0, 0.03, 0.8)), "table": table})
    _, facts = spatial(FRESH, world, stamp=0.0)
    above = {(one, other) for one, word, other in facts if word == "isAbove"}
    assert above == {("lamp", "cup"), ("lamp", "table"), ("cup", "table")}
    assert {(other, one) for one, word, other in facts if word == "isBelow"} == above


def test_a_cup_beside_the_table_is_not_above_it_however_high() -> None:
    table = (Box((1.0, 1.0, 0.04)), (0.0, 0.0, 0.73))
    _, facts = spatial(FRESH, room({"cup": (CUBE, (0.7, 0.0, 1.2)), "table": table}), stamp=0.0)
    assert not any(fact[1] == "isAbove" for fact in facts)


def test_a_box_sunk_a_little_into_the_table_is_above_it_and_the_table_not_above_the_box() -> None:
    table = (Box((1.0, 1.0, 0.04)), (0.0, 0.0, 0.73))
    _, facts = spatial(FRESH, room({"mat": (Box((0.3, 0.3, 0.01)), (0.0, 0.0, 0.75)), "table": table}), stamp=0.0)
    assert {fact for fact in facts if fact[1] == "isAbove"} == {("mat", "isAbove", "table")}


def run(world: World, speed: float, *, ticks: int, rate: float = 30.0, noise: float = 0.0) -> list[bool]:
    """Whether the cup is said to be moving, tick by tick, while it is carried along."""
    random = np.random.default_rng(2)
    memory, said = FRESH, list[bool]()
    for tick in range(ticks):
        now = moved(world, {"cup": (speed * tick / rate, 0.0, 1.0)})
        now = shaken(now, random, sigma_m=noise, stamp=tick / rate)
        memory, facts = spatial(memory, now, stamp=tick / rate)
        said.append(("cup", "isMoving", True) in facts)
    return said


def test_what_is_carried_moves_and_what_rests_does_not() -> None:
    world = room({"cup": (CUBE, (0.0, 0.0, 1.0)), "plate": (CUBE, (3.0, 0.0, 1.0))}, person("ann", head=Pose()))
    carried = run(world, 0.2, ticks=30, noise=0.003)
    assert carried == [*[False] * carried.index(True), *[True] * (30 - carried.index(True))]
    assert carried.index(True) <= 9
    assert not any(run(world, 0.0, ticks=600, noise=0.003))
    assert not any(run(world, 0.0, ticks=60, rate=4.0, noise=0.003))
    assert any(run(world, 0.2, ticks=6, rate=4.0))


def test_a_thing_that_stops_is_at_rest_again() -> None:
    world = room({"cup": (CUBE, (0.0, 0.0, 1.0))})
    memory, places = FRESH, [*np.linspace(0.0, 0.3, 30), *[0.3] * 30]
    said = list[bool]()
    for tick, x in enumerate(places):
        memory, facts = spatial(memory, moved(world, {"cup": (float(x), 0.0, 1.0)}), stamp=tick / 30)
        said.append(("cup", "isMoving", True) in facts)
    assert said[29]
    assert not said[-1]


def test_a_thing_found_elsewhere_did_not_move_there() -> None:
    world = room({"cup": (CUBE, (0.0, 0.0, 1.0))})
    memory = FRESH
    for tick in range(40):
        now = world if tick < 20 else moved(world, {"cup": (1.0, 0.0, 1.0)})
        memory, facts = spatial(memory, now, stamp=tick / 30)
        assert not facts


def test_moving_is_answered_on_demand_too() -> None:
    world = room({"cup": (CUBE, (0.0, 0.0, 1.0))})
    memory = FRESH
    for tick in range(12):
        memory, _ = spatial(memory, moved(world, {"cup": (0.02 * tick, 0.0, 1.0)}), stamp=tick / 30)
    after = moved(world, {"cup": (0.24, 0.0, 1.0)})
    assert holds(memory, after, ("cup", "isMoving", True), stamp=0.4)
    assert not holds(memory, after, ("cup", "isMoving", False), stamp=0.4)


def test_nothing_is_said_of_an_empty_world() -> None:
    memory, facts = spatial(FRESH, World(), viewer=EntityId("ann"), stamp=0.0)
    assert not facts
    _, facts = spatial(memory, room({"cup": (CUBE, (0.0, 0.0, 1.0))}), viewer=EntityId("ann"), stamp=0.1)
    assert not facts
    assert not holds(memory, World(), ("cup", "leftOf", "plate"), viewer=EntityId("ann"), stamp=0.1)
