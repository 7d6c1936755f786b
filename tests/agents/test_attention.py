"""Who sees, looks at, points at and reaches for what."""

import math

import numpy as np
import pytest

from midworld.agents import Attention
from midworld.agents.monitor import ATTENTION_PREDICATES
from midworld.geometry import Box, Pose, Vector3, vector
from midworld.physics import HumanBody
from midworld.world import Agent, Entity, EntityId, Link, Situation, Status, World, change, part_id
from onlookers import Onlookers, attended, head, jittered, table_with, with_camera, with_person

CUPS: dict[str, Vector3] = {"red": (0.5, 0.0, 0.8), "blue": (0.6, 0.45, 0.8)}
ANN: Vector3 = (1.5, 0.0, 1.5)


def scene(*, looking_at: Vector3 = CUPS["red"]) -> World:
    return with_person(table_with(CUPS), "ann", {"head": head(ANN, at=looking_at)})


def test_a_person_sees_what_is_before_her_and_looks_at_what_her_head_is_turned_to() -> None:
    assert attended(scene(), "ann", "sees") == {"red", "blue", "table"}
    assert attended(scene(), "ann", "looksAt") == {"red", "table"}
    assert attended(scene(looking_at=CUPS["blue"]), "ann", "looksAt") == {"blue", "table"}


def test_looking_at_something_hidden_is_not_seeing_it() -> None:
    screen = {"screen": (Box((0.02, 0.5, 0.5)), (0.8, 0.0, 1.0))}
    hidden = with_person(table_with(CUPS, walls=screen), "ann", {"head": head(ANN, at=CUPS["red"])})
    assert "red" not in attended(hidden, "ann", "sees")
    assert "red" not in attended(hidden, "ann", "looksAt")
    assert "screen" in attended(hidden, "ann", "looksAt")
    assert "red" not in attended(hidden, "ann", "seesWithHeadMovement")


def test_what_is_beside_the_field_of_view_is_seen_by_turning_the_head() -> None:
    aside: dict[str, Vector3] = {"near": (1.3, 0.75, 0.8), "ahead": (0.5, 0.0, 0.8), "behind": (2.5, 0.0, 0.8)}
    world = with_person(table_with(aside), "ann", {"head": head((1.5, 0.0, 1.2), at=(0.3, -0.4, 1.0))})
    assert attended(world, "ann", "seesWithHeadMovement") == {"near"}
    assert attended(world, "ann", "sees") == {"ahead", "table"}
    assert attended(world, "ann", "seesWithHeadMovement", Attention(head_turn=5.0)) == set()


def test_nobody_sees_a_thing_whose_place_is_unknown() -> None:
    world = scene().apply(change(status={EntityId("red"): Status.UNKNOWN.value}))
    assert attended(world, "ann", "sees") == {"blue", "table"}


def test_a_robot_sees_with_its_cameras() -> None:
    world = with_camera(table_with(CUPS), "camera", "pr2", Pose.looking((-0.9, 0.0, 1.3), at=CUPS["red"]))
    assert attended(world, "pr2", "sees") == {"red", "blue", "table"}


def test_a_person_in_between_hides_things_from_others_only() -> None:
    far = with_person(table_with(CUPS), "ann", {"head": head((3.0, 0.0, 1.2), at=CUPS["red"])})
    both = with_person(far, "bob", {"head": head((1.4, 0.0, 1.6), at=CUPS["red"])})
    assert "red" in attended(far, "ann", "sees")
    assert "red" not in attended(both, "ann", "sees")
    assert "red" in attended(both, "bob", "sees")


def test_a_robot_is_perceived_by_its_links_and_looks_through_its_own() -> None:
    world = with_camera(table_with(CUPS), "camera", "pr2", Pose.looking((-0.9, 0.0, 1.3), at=CUPS["red"]))
    arm = Entity(EntityId("pr2/arm"), Link(EntityId("pr2")), collision=Box((0.1, 0.6, 0.6)))
    world = world.apply(change(put=[arm], pose={arm.id: Pose((-0.7, 0.0, 1.25)).array}, status={arm.id: 1}))
    world = with_person(world, "ann", {"head": head((1.5, 0.0, 1.5), at=(-0.7, 0.0, 1.25))})
    world = with_person(world, "bob", {"head": head((-1.8, 0.0, 1.2), at=CUPS["red"])})
    assert {"red", "blue"} <= attended(world, "pr2", "sees")
    assert attended(world, "ann", "isPerceiving") == {"pr2"}
    assert attended(world, "bob", "isPerceiving") >= {"pr2"}
    assert "red" not in attended(world, "bob", "sees")


def pointing(at: Vector3, *, reach: float = 0.6, gaze: Vector3 | None = None) -> World:
    """The right hand on the line from the right shoulder to a thing."""
    looking = head((1.5, 0.0, 1.5), at=gaze or at)
    torso = Pose((1.5, 0.0, 1.22), (0.0, 0.0, 1.0, 0.0))
    shoulder = np.array([1.5, 0.19, 1.22])
    way = np.asarray(at) - shoulder
    place = shoulder + reach * way / np.linalg.norm(way)
    hand = Pose((float(place[0]), float(place[1]), float(place[2])))
    return with_person(table_with(CUPS), "ann", {"head": looking, "torso": torso, "right_hand": hand})


@pytest.mark.parametrize("name", CUPS)
def test_a_stretched_arm_points_at_the_thing_on_its_line(name: str) -> None:
    assert attended(pointing(CUPS[name]), "ann", "pointsAt") == {name}


def test_a_bent_or_hanging_arm_points_at_nothing() -> None:
    assert attended(pointing(CUPS["red"], reach=0.3), "ann", "pointsAt") == set()
    hanging = with_person(
        table_with(CUPS), "ann", {"head": head(ANN, at=CUPS["red"]), "right_hand": Pose((1.45, 0.19, 0.6))}
    )
    assert attended(hanging, "ann", "pointsAt") == set()


def stretched(role: Agent, *, reach: float) -> World:
    """The right hand of somebody of some size this far from the shoulder, towards the red cup."""
    looking = head(ANN, at=CUPS["red"])
    begin = HumanBody.of(role).shoulder({"head": looking.array}, "right_hand")
    assert begin is not None
    way = np.asarray(CUPS["red"]) - begin
    hand = Pose(vector(begin + reach * way / np.linalg.norm(way)))
    world = with_person(table_with(CUPS), "ann", {"head": looking, "right_hand": hand})
    return world.apply(change(put=[Entity(EntityId("ann"), role)]))


@pytest.mark.parametrize(
    ("role", "longest_bent"),
    [(Agent("human"), 0.45), (Agent("human", height=1.2), 0.32), (Agent("human", arm_length=1.0), 0.60)],
)
def test_an_arm_is_stretched_as_far_as_it_is_long(role: Agent, longest_bent: float) -> None:
    assert attended(stretched(role, reach=longest_bent - 0.01), "ann", "pointsAt") == set()
    assert attended(stretched(role, reach=longest_bent + 0.01), "ann", "pointsAt") == {"red"}


def test_focusing_is_looking_and_pointing_at_the_same_thing() -> None:
    together, apart = pointing(CUPS["red"]), pointing(CUPS["red"], gaze=CUPS["blue"])
    assert attended(together, "ann", "focusesOn") == {"red"}
    assert attended(apart, "ann", "pointsAt") == {"red"}
    assert attended(apart, "ann", "focusesOn") == set()


def test_a_hand_told_to_point_somewhere_points_there() -> None:
    hand = head((1.0, 0.1, 1.1), at=CUPS["blue"])
    world = with_person(table_with(CUPS), "ann", {"head": head(ANN, at=CUPS["red"]), "right_hand": hand})
    assert attended(world, "ann", "pointsAt") == {"blue"}


def test_people_perceive_one_another_unless_turned_away_or_hidden() -> None:
    world = with_person(table_with(CUPS), "ann", {"head": head((1.8, 0.0, 1.5), at=(0.0, 0.0, 1.4))})
    world = with_person(world, "bob", {"head": head((-0.6, 0.0, 1.5), at=(-2.0, 0.0, 1.5))})
    assert attended(world, "ann", "isPerceiving") == {"bob"}
    assert attended(world, "bob", "isPerceiving") == set()
    wall = {"wall": (Box((0.05, 3.0, 3.0)), (0.6, 0.0, 1.5))}
    walled = with_person(table_with(CUPS, walls=wall), "ann", {"head": head((1.8, 0.0, 1.5), at=(0.0, 0.0, 1.4))})
    walled = with_person(walled, "bob", {"head": head((-0.6, 0.0, 1.5), at=(1.0, 0.0, 1.5))})
    assert attended(walled, "ann", "isPerceiving") == set()


def reaching(everybody: Onlookers, *, start: Vector3, end: Vector3, seconds: float, speed_noise: float = 0.0) -> World:
    """The last world of a hand's straight way."""
    random = np.random.default_rng(5)
    world = scene()
    for step in range(round(seconds * 30) + 1):
        stamp = step / 30
        place = np.asarray(start) + (np.asarray(end) - start) * stamp / seconds + random.normal(0, speed_noise, 3)
        hand = Pose((float(place[0]), float(place[1]), float(place[2])))
        world = with_person(world, "ann", {"head": head(ANN, at=CUPS["red"]), "right_hand": hand}, stamp=stamp)
        world, _ = everybody.tick(world, stamp=stamp)
    return world


def test_a_hand_on_its_way_to_a_thing_moves_toward_it_and_no_other() -> None:
    everybody = Onlookers()
    world = reaching(everybody, start=(1.2, 0.1, 1.0), end=(0.75, 0.3, 0.88), seconds=1.0, speed_noise=0.002)
    assert everybody.facts("ann", "hasHandMovingToward") == {"blue"}
    assert world.timeline.holds("ann", "hasHandMovingToward", "blue")
    assert not world.timeline.holds("ann", "hasHandMovingToward", "red")


def test_a_still_hand_and_one_that_leaves_move_toward_nothing() -> None:
    everybody = Onlookers()
    reaching(everybody, start=(0.8, 0.1, 0.9), end=(0.8, 0.1, 0.9), seconds=0.5, speed_noise=0.002)
    assert everybody.facts("ann", "hasHandMovingToward") == set()
    everybody = Onlookers()
    reaching(everybody, start=(0.7, 0.1, 0.9), end=(1.2, 0.1, 1.0), seconds=1.0)
    assert everybody.facts("ann", "hasHandMovingToward") == set()


def test_a_hand_does_not_move_toward_what_it_holds() -> None:
    world = scene()
    everybody = Onlookers()
    world = world.apply(change(entries=[Situation(0.0, "isHeldBy", "red", "ann")]))
    for step in range(30):
        place = (0.6 + 0.01 * step, 0.0, 0.9)
        world = with_person(
            world, "ann", {"head": head(ANN, at=CUPS["red"]), "right_hand": Pose(place)}, stamp=step / 30
        )
        world = world.apply(change(pose={EntityId("red"): Pose((place[0] + 0.03, 0.0, 0.9)).array}))
        world, _ = everybody.tick(world, stamp=step / 30)
    assert everybody.facts("ann", "hasHandMovingToward") == set()
    assert everybody.facts("ann", "pointsAt") == set()


def test_jitter_on_the_edge_of_the_view_changes_a_fact_once_at_most() -> None:
    random = np.random.default_rng(11)
    edge = math.radians(60.0)
    world = table_with({"cup": (1.5 - math.cos(edge), math.sin(edge), 1.5)})
    steady = head((1.5, 0.0, 1.5), at=(0.0, 0.0, 1.5))
    everybody = Onlookers()
    changes = 0
    for step in range(240):
        seen = jittered(steady, random, metres=0.004, radians=math.radians(1.0))
        world = with_person(world, "ann", {"head": seen}, stamp=step / 30)
        world, entries = everybody.tick(world, stamp=step / 30)
        changes += len([entry for entry in entries if entry.predicate == "sees" and "cup" in str(entry)])
    assert changes <= 1


def test_a_still_noisy_scene_sends_no_fact_after_the_first_ones() -> None:
    random = np.random.default_rng(3)
    world = pointing(CUPS["red"])
    world = with_person(world, "bob", {"head": head((-0.3, 0.3, 1.5), at=CUPS["blue"])})
    everybody = Onlookers()
    late: list[object] = []
    parts = {name: world.pose(name) for name in world.ids if "/" in name}
    for step in range(240):
        stamp = step / 30
        poses = {name: jittered(pose, random, metres=0.003, radians=0.015) for name, pose in parts.items()}
        poses = {
            name: pose if "head" in name else Pose(pose.position, parts[name].orientation)
            for name, pose in poses.items()
        }
        world = world.apply(
            change(pose={name: pose.array for name, pose in poses.items()}, seen=dict.fromkeys(parts, stamp))
        )
        world, entries = everybody.tick(world, stamp=stamp)
        late += entries if stamp > 1.0 else []
    assert late == []
    held = {statement[:2] for statement in world.timeline.open}
    assert {("ann", "sees"), ("ann", "looksAt"), ("ann", "focusesOn"), ("bob", "isPerceiving")} <= held


def test_facts_are_taken_back_when_somebody_leaves() -> None:
    everybody = Onlookers()
    world = scene()
    for step in range(10):
        world, _ = everybody.tick(
            with_person(world, "ann", {"head": head(ANN, at=CUPS["red"])}, stamp=step / 10), stamp=step / 10
        )
    assert world.timeline.holds("ann", "sees", "red")
    for step in range(10, 25):
        world, _ = everybody.tick(world, stamp=step / 10)
    assert not [statement for statement in world.timeline.open if statement[1] in ATTENTION_PREDICATES]
    assert part_id(EntityId("ann"), "head") in world
