"""Who can reach what, and with how much effort."""

import msgspec
import numpy as np
import pytest

from midworld.agents.effort import Effort, ReachSettings
from midworld.agents.reach import ReachMemory, can_reach, reachable
from midworld.geometry import Box, Compound, Part, Pose, Vector3
from midworld.world import Agent, EntityId, Situation, World, change
from rooms import CUBE, Things, lost, moved, person, robot, room, shaken
from tabletop import turned

ANN, CUP = EntityId("ann"), EntityId("cup")
TABLE = (Box((1.6, 1.4, 0.04)), (0.0, 0.0, 0.73))
TAPE = Box((0.19, 0.11, 0.03))
FRESH = ReachMemory()


def standing(place: Vector3, *, looks_at: Vector3) -> Pose:
    return Pose.looking(place, at=looks_at)


def efforts(world: World, agent: str = "ann") -> dict[EntityId, Effort]:
    return dict(reachable(FRESH, world, stamp=0.0)[1].get(EntityId(agent), {}))


def with_ann(things: Things, *, x: float = -0.6, looks_at: Vector3 = (0.0, 0.0, 0.8)) -> World:
    return room(things, person("ann", head=standing((x, 0.0, 1.6), looks_at=looks_at)))


def test_the_four_things_of_the_table_experiment_are_within_reach_of_one_agent_each() -> None:
    things: Things = {
        "TABLE": TABLE,
        "BLACK_TAPE": (TAPE, (-0.45, 0.20, 0.765)),
        "GREY_TAPE": (TAPE, (-0.45, -0.20, 0.765)),
        "WHITE_TAPE": (TAPE, (0.50, -0.20, 0.765)),
        "PINK_BOX": (Box((0.25, 0.25, 0.2)), (0.50, 0.20, 0.85)),
    }
    human = person("human", head=standing((1.05, 0.0, 1.6), looks_at=(0.0, 0.0, 0.75)))
    world = room(things, robot("robot", Pose((-1.1, 0.0, 0.0))), human)
    _, found = reachable(FRESH, world, stamp=0.0)
    facts = can_reach(found)
    names = {"BLACK_TAPE", "GREY_TAPE", "WHITE_TAPE", "PINK_BOX"}
    for_robot, for_human = ({fact[2] for fact in facts if fact[0] == agent} & names for agent in ("robot", "human"))
    assert for_robot == {"BLACK_TAPE", "GREY_TAPE"}
    assert for_human == {"WHITE_TAPE", "PINK_BOX"}


def test_effort_grows_with_distance() -> None:
    near, farther, far, away = ((CUBE, (x, 0.0, 1.2)) for x in (-0.1, 0.25, 0.8, 3.0))
    found = efforts(with_ann({"near": near, "farther": farther, "far": far, "away": away}))
    assert found == {"near": Effort.ARM, "farther": Effort.LEAN, "far": Effort.STEP}


def sized(world: World, **sizes: float) -> World:
    """The same world, in which the scene tells how tall Ann is and how long her arms are."""
    role = Agent("human", height=sizes.get("height"), arm_length=sizes.get("arm_length"))
    return world.apply(change(put=[msgspec.structs.replace(world.entity("ann"), role=role)]))


def test_who_has_longer_arms_reaches_farther() -> None:
    world = with_ann({"cup": (CUBE, (0.03, 0.0, 1.35))})
    assert efforts(world)[CUP] is Effort.ARM
    assert efforts(sized(world, arm_length=0.6))[CUP] is Effort.LEAN
    farther = with_ann({"cup": (CUBE, (0.15, 0.0, 1.35))})
    assert efforts(farther)[CUP] is Effort.LEAN
    assert efforts(sized(farther, arm_length=0.95))[CUP] is Effort.ARM


def test_a_child_leans_less_far_than_an_adult() -> None:
    world = with_ann({"cup": (CUBE, (0.3, 0.0, 1.2))})
    assert efforts(world)[CUP] is Effort.LEAN
    assert efforts(sized(world, height=1.1))[CUP] is Effort.STEP


def test_only_what_takes_no_step_is_said_to_be_reachable_unless_steps_are_allowed() -> None:
    world = with_ann({"near": (CUBE, (-0.1, 0.0, 1.2)), "far": (CUBE, (0.8, 0.0, 1.2))})
    _, found = reachable(FRESH, world, stamp=0.0)
    assert can_reach(found) == {("ann", "canReach", "near")}
    assert len(can_reach(found, ReachSettings(reach_by_stepping=True))) == 2


def test_what_is_behind_takes_a_turn() -> None:
    ahead, behind = (CUBE, (-0.2, 0.0, 1.2)), (CUBE, (-1.0, 0.0, 1.2))
    assert efforts(with_ann({"ahead": ahead, "behind": behind})) == {"ahead": Effort.ARM, "behind": Effort.STEP}


def test_a_torso_that_faces_the_thing_counts_and_not_the_head_turned_away() -> None:
    away = standing((-0.6, 0.0, 1.6), looks_at=(-5.0, 0.0, 1.6))
    world = room({"cup": (CUBE, (-0.2, 0.0, 1.2))}, person("ann", head=away, torso=Pose((-0.6, 0.0, 1.3))))
    assert efforts(world) == {"cup": Effort.ARM}


def test_nobody_steps_into_the_table() -> None:
    world = with_ann({"table": (Box((3.0, 3.0, 0.04)), (1.2, 0.0, 0.73)), "cup": (CUBE, (0.7, 0.0, 0.8))})
    assert "cup" not in efforts(world)
    assert efforts(moved(world, {"table": (1.2, 0.0, -3.0)}))[CUP] is Effort.STEP


def test_a_screen_between_keeps_a_thing_out_of_reach() -> None:
    screen = (Box((0.02, 2.0, 1.6)), (-0.3, 0.0, 1.0))
    cup = (CUBE, (-0.15, 0.0, 1.2))
    assert "cup" in efforts(with_ann({"cup": cup}))
    assert "cup" not in efforts(with_ann({"cup": cup, "screen": screen}))
    assert "cup" in efforts(with_ann({"cup": cup, "screen": (Box((0.02, 2.0, 0.3)), (-0.3, 0.0, 0.9))}))


def test_a_cup_behind_a_bottle_is_reached_around_it() -> None:
    cup, bottle = (CUBE, (-0.1, 0.0, 1.1)), (Box((0.07, 0.07, 0.25)), (-0.3, 0.0, 1.1))
    assert efforts(with_ann({"cup": cup, "bottle": bottle})).get(CUP) in (Effort.ARM, Effort.LEAN)


def test_what_lies_under_the_table_is_not_reached_through_it() -> None:
    cup = (CUBE, (0.2, 0.0, 0.55))
    assert "cup" not in can_reach_of(with_ann({"table": TABLE, "cup": cup}, x=-0.9))


def can_reach_of(world: World) -> set[str]:
    return {str(fact[2]) for fact in can_reach(reachable(FRESH, world, stamp=0.0)[1])}


def crate(*, lid: bool) -> Compound:
    wall, side = 0.01, 0.2
    parts = [
        Part(Box((side, side, wall)), Pose((0.0, 0.0, -0.1))),
        *(Part(Box((wall, side, side)), Pose((x, 0.0, 0.0))) for x in (-0.1, 0.1)),
        *(Part(Box((side, wall, side)), Pose((0.0, y, 0.0))) for y in (-0.1, 0.1)),
    ]
    return Compound((*parts, Part(Box((side, side, wall)), Pose((0.0, 0.0, 0.1))))) if lid else Compound(tuple(parts))


@pytest.mark.parametrize("lid", [True, False])
def test_what_is_in_a_box_is_within_reach_while_the_box_is_open(lid: bool) -> None:
    world = with_ann(
        {"box": (crate(lid=lid), (-0.2, 0.0, 0.95)), "ball": (Box((0.05, 0.05, 0.05)), (-0.2, 0.0, 0.885))}
    )
    found = can_reach_of(world)
    assert "box" in found
    assert ("ball" in found) is not lid


def test_nobody_reaches_what_is_nowhere_and_who_is_nowhere_reaches_nothing() -> None:
    world = with_ann({"cup": (CUBE, (-0.2, 0.0, 1.2))})
    assert efforts(world)
    assert not efforts(lost(world, "cup"))
    assert not efforts(room({"cup": (CUBE, (0.1, 0.0, 1.2))}, person("ann")))


def test_what_somebody_holds_is_at_hand() -> None:
    world = with_ann({"cup": (CUBE, (2.0, 0.0, 1.2))})
    held = world.apply(change(entries=[Situation(0.0, "isHeldBy", "cup", "ann")]))
    assert efforts(held) == {"cup": Effort.ARM}


def test_a_robot_without_a_model_reaches_from_where_its_camera_is() -> None:
    camera = Pose.looking((-0.9, 0.0, 1.35), at=(0.0, 0.0, 0.8))
    things: Things = {"near": (CUBE, (-0.35, 0.0, 0.8)), "far": (CUBE, (0.4, 0.0, 0.8)), "table": TABLE}
    world = room(things, robot("robot", camera=camera))
    assert "near" in efforts(world, "robot")
    assert "far" not in efforts(world, "robot")


def test_reach_turns_with_the_robot() -> None:
    things: Things = {"cup": (CUBE, (0.6, 0.0, 0.8))}
    assert efforts(room(things, robot("robot", turned((0.01, 0.0, 0.0), 0.0))), "robot")
    assert not efforts(room(things, robot("robot", turned((0.01, 0.0, 0.0), 180.0))), "robot")


def test_noise_at_the_end_of_the_arm_gives_one_change_at_most() -> None:
    random = np.random.default_rng(4)
    world = with_ann({f"o{place}": (CUBE, (x, 0.0, 1.3)) for place, x in enumerate((0.045, 0.06, 0.075, 0.43, 0.445))})
    memory, before = FRESH, None
    changes: dict[tuple[str, str], int] = {}
    for tick in range(400):
        now = shaken(world, random, sigma_m=0.003, stamp=tick / 30)
        memory, found = reachable(memory, now, stamp=tick / 30)
        facts = can_reach(found)
        for fact in facts ^ (facts if before is None else before):
            key = (fact[0], str(fact[2]))
            changes[key] = changes.get(key, 0) + 1
        before = facts
    assert not changes or max(changes.values()) == 1


def test_a_thing_taken_away_is_out_of_reach_a_moment_later() -> None:
    world = with_ann({"cup": (CUBE, (-0.2, 0.0, 1.2))})
    memory, found = reachable(FRESH, world, stamp=0.0)
    assert ANN in found
    away = moved(world, {"cup": (5.0, 0.0, 1.2)})
    memory, found = reachable(memory, away, stamp=0.1)
    assert "cup" in found[ANN]
    memory, found = reachable(memory, away, stamp=0.35)
    assert "cup" not in found[ANN]
    memory, found = reachable(memory, world, stamp=0.4)
    _, found = reachable(memory, world, stamp=0.7)
    assert "cup" in found[ANN]


def test_an_obstacle_put_in_between_is_noticed_in_time() -> None:
    things: Things = {"cup": (CUBE, (-0.15, 0.0, 1.2)), "screen": (Box((0.02, 2.0, 1.6)), (3.0, 0.0, 1.0))}
    world = with_ann(things)
    memory, found = reachable(FRESH, world, stamp=0.0)
    assert "cup" in found[ANN]
    blocked = moved(world, {"screen": (-0.3, 0.0, 1.0)})
    for tick in range(1, 30):
        memory, found = reachable(memory, blocked, stamp=tick / 30)
    assert "cup" not in found[ANN]


def test_an_empty_room_offers_nothing_to_reach() -> None:
    assert not efforts(with_ann({}))
    assert reachable(FRESH, World(), stamp=0.0)[1] == {}
    assert not efforts(room({}, robot("robot", Pose((1.0, 0.0, 0.0)))), "robot")
