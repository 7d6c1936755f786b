"""Where to put things for people, and where to meet them."""

import pytest

from midworld.agents import Effort
from midworld.errors import UnknownName
from midworld.geometry import Box, Cylinder
from midworld.motion import Handover, Impossible, Placing, hand_over, place_for, put, stood
from midworld.world import EntityId, Situation, World, change, move
from motionkit import CUP, TABLE, room, senses, with_agent

ANN, ROBOT = EntityId("ann"), EntityId("robot")


def tabletop(ann: tuple[float, float] = (1.35, 0.0), **more: tuple[Box, tuple[float, float, float]]) -> World:
    world = with_agent(room(table=TABLE, cup=CUP, **more), "ann", ann, (0.6, 0.0, 0.75))
    return with_agent(world, "robot", (-0.3, 0.0), (0.6, 0.0, 0.75), kind="robot", eyes_m=1.4)


def test_cup_is_put_where_ann_sees_it_and_reaches_it_at_ease() -> None:
    world, able = tabletop(), senses()
    assert ANN not in able.efforts(world, "cup") or able.efforts(world, "cup")[ANN] is not Effort.ARM
    found = place_for(world, "cup", "ann", on="table", senses=able)
    assert isinstance(found, Placing)
    there = put(world, "cup", found.pose)
    assert able.sees(there, "ann", "cup")
    assert able.efforts(there, "cup")[ANN] is Effort.ARM
    assert found.pose.position[2] == pytest.approx(0.802, abs=1e-6)
    assert found.pose.position[0] > 0.7, "near her, not near the robot"


def test_robot_must_reach_too_if_it_is_to() -> None:
    found = place_for(tabletop(), "cup", "ann", on="table", senses=senses(), robot="robot")
    assert isinstance(found, Placing)
    assert found.efforts[ROBOT] is Effort.ARM
    assert found.efforts[ANN] <= Effort.LEAN


def test_nothing_is_put_where_ann_would_not_see_it() -> None:
    screen = Box((0.02, 1.2, 0.5))
    world, able = tabletop(screen=(screen, (0.85, 0.0, 1.0))), senses()
    found = place_for(world, "cup", "ann", on="table", senses=able)
    assert isinstance(found, Placing)
    assert found.pose.position[0] > 0.86


def test_places_that_are_taken_are_left_alone() -> None:
    found = place_for(
        tabletop(book=(Box((0.9, 1.1, 0.03)), (0.6, 0.0, 0.765))), "cup", "ann", on="table", senses=senses()
    )
    assert found == Impossible("there is no room for cup on table")


def test_somebody_too_far_away_is_told_of() -> None:
    found = place_for(tabletop(ann=(3.5, 0.0)), "cup", "ann", on="table", senses=senses())
    assert isinstance(found, Impossible)
    assert "none serves: at" in found.reason
    assert "ann does not reach it" in found.reason


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="'anna'"):
        place_for(tabletop(), "cup", "anna", on="table", senses=senses())


def test_put_takes_out_of_the_hand() -> None:
    world = tabletop()
    held = world.apply(change(entries=[Situation(0.0, "isHeldBy", "cup", "ann")]))
    assert put(held, "cup", world.pose("cup")).timeline.held("isHeldBy") == frozenset()
    assert held.timeline.held("isHeldBy"), "the world it came from is untouched"


def test_a_robot_that_stands_elsewhere_takes_its_eyes_along() -> None:
    world = tabletop()
    base = world.pose("robot")
    there = stood(world, "robot", base @ base.inverse() @ type(base)((1.0, 2.0, 0.0)))
    assert there.pose("robot/head").position[:2] == pytest.approx((1.0, 2.0), abs=1e-9)
    assert there.pose("ann/head") == world.pose("ann/head")


def test_both_reach_where_a_cup_is_handed_over() -> None:
    world, able = tabletop(ann=(0.6, 0.9)), senses()
    found = hand_over(world, "cup", giver="robot", receiver="ann", senses=able)
    assert isinstance(found, Handover)
    assert not found.moves
    there = put(world, "cup", found.pose)
    assert able.sees(there, "ann", "cup")
    assert able.efforts(there, "cup")[ANN] is Effort.ARM
    assert able.efforts(there, "cup")[ROBOT] is Effort.ARM


def test_a_robot_that_is_too_far_drives_to_the_front_of_who_receives() -> None:
    world, able = tabletop(ann=(1.35, 0.0)), senses()
    world = world.apply(move(world, "cup", world.pose("cup")))
    far = stood(world, "robot", type(world.pose("robot"))((-2.5, 1.0, 0.0)))
    found = hand_over(far, "cup", giver="robot", receiver="ann", senses=able)
    assert isinstance(found, Handover)
    assert found.moves
    there = put(stood(far, "robot", found.base), "cup", found.pose)
    assert able.efforts(there, "cup")[ROBOT] is Effort.ARM
    assert able.efforts(there, "cup")[ANN] is Effort.ARM


def test_walled_in_people_cannot_be_met() -> None:
    walls = {
        f"wall{number}": (Box(size), at)
        for number, (size, at) in enumerate(
            [
                ((0.1, 2.0, 2.4), (2.2, 0.0, 1.2)),
                ((0.1, 2.0, 2.4), (3.8, 0.0, 1.2)),
                ((1.6, 0.1, 2.4), (3.0, 1.0, 1.2)),
                ((1.6, 0.1, 2.4), (3.0, -1.0, 1.2)),
            ]
        )
    }
    world = tabletop(ann=(3.0, 0.0), **walls)
    found = hand_over(world, "cup", giver="robot", receiver="ann", senses=senses())
    assert isinstance(found, Impossible)
    assert found.reason.startswith("robot and ann have nowhere to meet for cup: ")


def test_a_large_object_does_not_stick_out_of_a_support() -> None:
    world = tabletop()
    tray = room(table=TABLE, tray=(Cylinder(0.45, 0.02), (0.6, 0.0, 0.76)))
    tray = with_agent(tray, "ann", (1.35, 0.0), (0.6, 0.0, 0.75))
    found = place_for(tray, "tray", "ann", on="table", senses=senses())
    assert isinstance(found, Placing)
    assert abs(found.pose.position[0] - 0.6) <= 0.05 - 0.03 + 1e-9
    assert world.pose("cup") == tabletop().pose("cup")
