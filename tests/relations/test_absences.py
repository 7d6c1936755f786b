"""Why a thing is not seen: told with its reason, and acted upon."""

import pytest

from midworld.geometry import Box, Cylinder
from midworld.world import PointOfInterest, Status
from tabletop import TOP, Places, TableTop, crate, moved

CUP = Cylinder(0.04, 0.10)
HOME = (0.1, 0.2, TOP + 0.05)
ANN = "ann/right_hand"
SCREEN = Box((0.02, 0.5, 0.4))
# Between the camera, which looks along +x, and the cup.
BEFORE = (-0.1, 0.2, TOP + 0.2)


def seen(seconds: float, places: Places, **shapes: Box | Cylinder) -> TableTop:
    table = TableTop({"cup": CUP, **shapes})
    table.watch(seconds, places)
    return table


def test_cup_taken_away_unseen_is_not_on_the_table_the_camera_sees_empty() -> None:
    table = seen(1.0, {"cup": HOME})
    table.watch(3.0, {})
    assert table.world.status("cup") is Status.UNKNOWN
    assert table.facts("cup") == set()
    assert table.missing("cup") == "unknown"
    assert table.events == []


def test_nothing_is_concluded_from_a_few_dropped_frames() -> None:
    table = seen(1.0, {"cup": HOME})
    table.watch(0.6, {})
    assert table.facts("cup") == {("isOn", "table")}
    assert table.missing("cup") is None
    table.watch(1.0, {"cup": HOME})
    assert table.missing("cup") is None
    assert table.world.status("cup") is Status.PERCEIVED


def test_cup_behind_a_screen_is_occluded_by_it_and_stays() -> None:
    table = seen(1.0, {"cup": HOME}, screen=SCREEN)
    table.watch(4.0, {"screen": BEFORE})
    assert table.missing("cup") == "occluded"
    assert table.facts("cup") == {("isOn", "table")}
    why = next(each for each in table.world.timeline.open.values() if each.predicate == "isMissing")
    assert why.reason is not None
    assert "screen" in why.reason


def test_cup_that_is_not_behind_the_screen_taken_away_is_gone() -> None:
    table = seen(1.0, {"cup": HOME}, screen=SCREEN)
    table.watch(3.0, {"screen": BEFORE})
    aside = moved(BEFORE, (0.0, 0.7, 0.0))
    table.watch(2.5, {"screen": aside})
    assert table.world.status("cup") is Status.UNKNOWN
    table.watch(1.0, {"screen": aside, "cup": moved(HOME, (0.2, -0.5, 0.0))})
    assert table.world.status("cup") is Status.PERCEIVED
    assert table.facts("cup") == {("isOn", "table")}
    assert table.missing("cup") is None


def test_what_leaves_the_picture_stays_where_it_was() -> None:
    outside = (-0.45, 0.2, TOP + 0.05)
    table = TableTop({"cup": CUP})
    table.watch(1.0, {"cup": outside})
    # The camera, at (-1.5, 0, 1.6), is turned to the other side of the room.
    table.turn((-1.5, 0.0, 1.6), at=(-1.5, 3.0, 1.0))
    table.watch(3.0, {})
    assert table.missing("cup") == "out of view"
    assert table.facts("cup") == {("isOn", "table")}


def test_cup_that_vanished_beside_a_hand_is_in_that_hand() -> None:
    table = seen(1.0, {"cup": HOME})
    above = moved(HOME, (0.0, 0.0, 0.08))
    table.watch(1.0, {}, {ANN: above})
    away = moved(above, (0.0, -0.8, 0.1))
    table.play(0.8, lambda share: ({}, {ANN: moved(above, (0.0, -0.8 * share, 0.1 * share))}))
    # Under the table, where the camera cannot see it.
    table.watch(2.0, {}, {ANN: (0.3, -0.5, 0.3)})
    assert away != HOME
    assert ("Pick", "ann", "cup") in table.events
    assert ("isOn", "table") not in table.facts("cup")


def test_ball_dropped_into_a_box_is_found_inside() -> None:
    table = TableTop({"cup": Cylinder(0.03, 0.05), "box": crate()})
    box = (0.1, 0.2, TOP)
    table.watch(0.5, {"box": box, "cup": (0.1, 0.2, TOP + 0.2)}, {ANN: (0.1, 0.2, TOP + 0.28)})
    table.watch(4.0, {"box": box}, {ANN: (0.1, -0.4, TOP + 0.28)})
    assert table.facts("cup") == {("isIn", "box")}
    assert table.missing("cup") == "occluded"


def test_contents_of_a_box_that_is_gone_are_still_in_it_and_come_back_with_it() -> None:
    table = TableTop({"cup": Cylinder(0.03, 0.05), "box": crate()})
    box, inside = (0.1, 0.2, TOP), (0.1, 0.2, TOP + 0.035)
    table.watch(0.5, {"box": box, "cup": inside})
    table.watch(1.5, {"box": box})
    assert table.facts("cup") == {("isIn", "box")}
    table.watch(3.0, {})
    assert table.world.status("box") is Status.UNKNOWN
    assert table.world.status("cup") is Status.UNKNOWN
    assert table.facts("cup") == {("isIn", "box")}
    there = moved(box, (0.0, -0.5, 0.0))
    table.watch(1.5, {"box": there})
    assert table.facts("cup") == {("isIn", "box")}
    assert table.position("cup") == pytest.approx(moved(inside, (0.0, -0.5, 0.0)), abs=0.03)


def tagged(*, far: bool) -> TableTop:
    """A box with one tag, towards the camera or away from it."""
    x = 0.05 if far else -0.05
    corners = tuple((x, y, z) for y in (-0.03, 0.03) for z in (-0.03, 0.03))
    return TableTop({"box": Box((0.1, 0.1, 0.1))}, tags={"box": (PointOfInterest("tag", corners),)})


def test_tag_turned_away_explains_why_a_box_is_not_seen() -> None:
    """Only what is known by its tags may be in plain view and unseen."""
    for far, why in ((True, "occluded"), (False, "unknown")):
        table = tagged(far=far)
        table.watch(1.0, {"box": (0.1, 0.2, TOP + 0.05)})
        table.watch(3.0, {})
        assert table.missing("box") == why
