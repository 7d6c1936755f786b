"""Next to, near and far, and the sectors around an agent."""

from collections import Counter

import numpy as np
import pytest

from midworld.geometry import Box, Pose, Vector3
from midworld.relations.layout import layout
from midworld.relations.nearness import region_names, regions
from midworld.relations.spatial import spatial
from midworld.relations.spatial_memory import SpatialMemory
from midworld.relations.thresholds import SpatialSettings
from midworld.relations.viewpoint import body_viewpoint
from midworld.world import EntityId, World
from rooms import CUBE, lost, moved, person, room, shaken
from tabletop import turned

ANN = EntityId("ann")
FRESH = SpatialMemory()
STANDING = person("ann", torso=Pose((0.0, 0.0, 1.2)), head=Pose.looking((0.0, 0.0, 1.6), at=(0.0, 5.0, 1.6)))


def said(world: World, settings: SpatialSettings | None = None) -> frozenset[tuple[str, str, str | bool | None]]:
    return spatial(FRESH, world, viewer=ANN, settings=settings or SpatialSettings(), stamp=0.0)[1]


def test_next_to_scales_with_the_size_of_the_things() -> None:
    apart = (0.0, 0.4, 0.05)
    cubes = room({"one": (CUBE, (0.0, 0.0, 0.05)), "two": (CUBE, apart)})
    chests = Box((0.2, 0.2, 0.5))
    tall = room({"one": (chests, (0.0, 0.0, 0.25)), "two": (chests, (0.0, 0.4, 0.25))})
    assert ("one", "isNextTo", "two") not in said(cubes)
    assert {("one", "isNextTo", "two"), ("two", "isNextTo", "one")} <= said(tall)


def test_what_stands_on_a_thing_is_above_it_and_not_next_to_it() -> None:
    world = room({"box": (CUBE, (0.0, 0.0, 0.05)), "ball": (CUBE, (0.0, 0.02, 0.151)), "far": (CUBE, (1.0, 0.0, 0.05))})
    facts = {fact for fact in said(world) if fact[2] != "ann"}
    assert facts == {("ball", "isAbove", "box"), ("box", "isBelow", "ball")}


@pytest.mark.parametrize(
    ("place", "word"),
    [
        ((1.0, 0.2, 1.0), "inFrontOf"),
        ((0.2, 1.0, 1.0), "leftOf"),
        ((0.2, -1.0, 1.0), "rightOf"),
        ((-1.0, 0, 1), "behind"),
    ],
)
def test_the_space_around_an_agent_has_four_regions_by_its_body_and_not_its_gaze(place: Vector3, word: str) -> None:
    facts = said(room({"cup": (CUBE, place)}, STANDING))
    assert {fact[1] for fact in facts if fact[2] == "ann"} == {word, "near"}


def test_eight_regions_have_two_words_on_the_diagonals() -> None:
    world = room({"cup": (CUBE, (1.0, 1.0, 1.0))}, STANDING)
    facts = said(world, SpatialSettings(agent_regions=8))
    assert {fact[1] for fact in facts if fact[2] == "ann"} == {"leftOf", "inFrontOf", "farFrom"}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 12])
def test_every_place_around_an_agent_is_in_one_region(count: int) -> None:
    angles = np.linspace(0.0, 2 * np.pi, 50, endpoint=False)
    ring = {f"o{i:02}": (CUBE, (2 * float(np.cos(a)), 2 * float(np.sin(a)), 1.0)) for i, a in enumerate(angles)}
    world = room(ring, STANDING)
    stand = body_viewpoint(world, ANN)
    assert stand is not None
    depth = regions(layout(world), stand, SpatialSettings(agent_regions=count))
    assert depth.shape == (count, 50)
    expected = np.round(angles / (2 * np.pi / count)).astype(int) % count
    edge = np.abs(angles / (2 * np.pi / count) % 1 - 0.5) < 1e-6
    assert np.array_equal(depth.argmax(axis=0)[~edge], expected[~edge])
    assert len(region_names(count)) == count


def test_a_thing_is_near_or_far_and_never_both() -> None:
    world = room({"cup": (CUBE, (1.0, 0.0, 1.0)), "car": (CUBE, (1.4, 0.0, 1.0))}, STANDING)
    facts = {fact[:2] for fact in said(world) if fact[1] in ("near", "farFrom")}
    assert facts == {("cup", "near"), ("car", "farFrom")}


def test_nothing_is_said_of_a_thing_whose_place_is_unknown() -> None:
    world = room({"cup": (CUBE, (0.5, 0.0, 1.0)), "plate": (CUBE, (0.5, 0.3, 1.0))}, STANDING)
    assert any("cup" in fact for fact in said(world))
    assert not any("cup" in fact for fact in said(lost(world, "cup")))


def test_noise_changes_nothing_that_was_told() -> None:
    random = np.random.default_rng(5)
    # Each pair, distance and bearing is just where its relation begins.
    things = {
        "a": (CUBE, (0.55, 0.0, 0.8)),
        "b": (CUBE, (0.55, 0.08, 0.8)),
        "c": (CUBE, (0.55, 0.35, 0.8)),
        "d": (CUBE, (0.63, 0.63, 0.8)),
        "e": (CUBE, (1.25, 0.0, 0.8)),
        "f": (CUBE, (0.55, 0.0, 0.88)),
    }
    world = room(things, STANDING)
    memory, changes = FRESH, Counter[tuple[str, str, str | bool | None]]()
    for tick in range(900):
        before = memory.facts
        now = shaken(world, random, sigma_m=0.003, stamp=tick / 30)
        memory, facts = spatial(memory, now, viewer=ANN, stamp=tick / 30)
        changes.update(facts ^ before)
    # What is at its very edge may be noticed late, and then stays; nothing comes and goes.
    assert set(changes.values()) == {1}
    assert set(changes) == memory.facts
    assert not any(fact[1] == "isMoving" for fact in changes)


def test_a_relation_is_taken_back_once_it_has_been_gone_for_a_while() -> None:
    world = room({"cup": (CUBE, (0.5, 0.0, 1.0)), "plate": (CUBE, (0.5, 0.15, 1.0))}, STANDING)
    apart = moved(world, {"plate": (0.5, 0.9, 1.0)})
    fact = ("cup", "isNextTo", "plate")
    memory, facts = spatial(FRESH, world, viewer=ANN, stamp=0.0)
    assert fact in facts
    memory, facts = spatial(memory, apart, viewer=ANN, stamp=0.1)
    assert fact in facts
    memory, facts = spatial(memory, apart, viewer=ANN, stamp=0.2)
    assert fact in facts
    _, facts = spatial(memory, apart, viewer=ANN, stamp=0.3)
    assert fact not in facts


def test_facts_of_things_that_stay_survive_arrivals_and_departures() -> None:
    pair = {"cup": (CUBE, (0.5, 0.0, 1.0)), "plate": (CUBE, (0.5, 0.15, 1.0))}
    before, after = room(pair, STANDING), room({**pair, "apple": (CUBE, (0.5, -0.15, 1.0))}, STANDING)
    memory, first = spatial(FRESH, before, viewer=ANN, stamp=0.0)
    memory, second = spatial(memory, after, viewer=ANN, stamp=0.1)
    assert first == second
    memory, third = spatial(memory, after, viewer=ANN, stamp=0.4)
    assert ("apple", "isNextTo", "cup") in third
    _, fourth = spatial(memory, before, viewer=ANN, stamp=0.5)
    assert fourth == first


def test_a_turned_body_turns_its_regions() -> None:
    back = person("ann", torso=turned((0.0, 0.0, 1.2), 180.0))
    facts = said(room({"cup": (CUBE, (1.0, 0.2, 1.0))}, back))
    assert ("cup", "behind", "ann") in facts
