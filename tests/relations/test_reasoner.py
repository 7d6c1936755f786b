"""The reasoner as a stage: hands, holders, events and facts from percepts alone."""

from collections.abc import Callable

import numpy as np
import pytest

from midworld.geometry import Box, Cylinder, Sphere, Vector3
from midworld.world import Pattern, Situation, Status
from tabletop import TOP, Hands, Places, TableTop, crate, moved

CUP = Cylinder(0.04, 0.10)
BLOCK = Box((0.08, 0.08, 0.08))
BALL = Sphere(0.03)
HOME: Vector3 = (0.0, -0.2, TOP + 0.05)
ABOVE: Vector3 = (0.0, 0.0, 0.07)
UP: Vector3 = (0.0, 0.0, 0.25)
ANN = "ann/right_hand"


def held(place: Vector3, *, hand: str = ANN, name: str = "cup") -> tuple[Places, Hands]:
    """A thing and the hand on it."""
    return {name: place}, {hand: moved(place, ABOVE)}


def straight(start: Vector3, way: Vector3, *, hand: str = ANN) -> Callable[[float], tuple[Places, Hands]]:
    return lambda share: held(moved(start, way, share), hand=hand)


def lifted(*, hand: str = ANN, noise: float = 0.0, rate: float = 30.0, hand_attachment: bool = True) -> TableTop:
    """A cup that a hand has taken from the table and holds up."""
    shapes = {"cup": CUP, "crate": crate(), "block": BLOCK}
    table = TableTop(shapes, noise=noise, rate=rate, hand_attachment=hand_attachment)
    table.watch(1.0, {"cup": HOME})
    table.watch(0.4, *held(HOME, hand=hand))
    table.play(0.7, straight(HOME, UP, hand=hand))
    return table


# Pick and Place


@pytest.mark.parametrize(
    ("hand", "noise"), [("ann/right_hand", 0.0), ("ben/left_hand", 0.003), ("robot/right_hand", 0.003)]
)
def test_cup_carried_elsewhere_is_one_pick_and_one_place_by_its_carrier(hand: str, noise: float) -> None:
    agent = hand.split("/")[0]
    table = lifted(hand=hand, noise=noise)
    assert table.events == [("Pick", agent, "cup")]
    assert table.facts("cup") == {("isHeldBy", agent)}
    top = moved(HOME, UP)
    table.play(0.8, straight(top, (0.1, 0.4, 0.0), hand=hand))
    table.play(0.7, straight(moved(top, (0.1, 0.4, 0.0)), moved((0.0, 0.0, 0.0), UP, -1.0), hand=hand))
    end = moved(HOME, (0.1, 0.4, 0.0))
    table.watch(0.4, *held(end, hand=hand))
    table.watch(1.0, {"cup": end})
    assert table.events == [("Pick", agent, "cup"), ("Place", agent, "cup")]
    assert table.facts("cup") == {("isOn", "table")}
    assert np.allclose(table.position("cup"), end, atol=0.005)


def test_pick_is_told_within_half_a_second_of_the_lift() -> None:
    table = TableTop({"cup": CUP})
    table.watch(1.0, *held(HOME))
    begin = table.stamp
    table.play(0.7, straight(HOME, UP))
    assert table.told[0].stamp - begin < 0.5


def test_lift_with_nobody_near_is_a_pick_by_nobody_and_reported_p36() -> None:
    table = TableTop({"cup": CUP})
    table.watch(1.0, {"cup": HOME})
    table.play(0.7, lambda share: ({"cup": moved(HOME, UP, share)}, {ANN: (2.0, 2.0, 1.0)}))
    assert table.events == [("Pick", None, "cup")]
    assert table.told[0].reason


def test_sliding_a_cup_by_hand_is_not_a_pick() -> None:
    table = TableTop({"cup": CUP}, noise=0.002)
    table.watch(1.0, *held(HOME))
    table.play(1.2, straight(HOME, (0.1, 0.4, 0.0)))
    table.watch(0.6, *held(moved(HOME, (0.1, 0.4, 0.0))))
    assert table.events == [("Push", "ann", "cup")]
    assert table.holds("cup", "isOn", "table")


def test_passengers_of_a_carried_crate_are_not_picked() -> None:
    table = TableTop({"crate": crate(), "ball": BALL})
    start: Vector3 = (0.0, -0.2, TOP)
    inside: Vector3 = (0.02, 0.0, 0.038)
    both: Callable[[Vector3], Places] = lambda place: {"crate": place, "ball": moved(place, inside)}  # noqa: E731
    table.watch(1.0, both(start), {ANN: moved(start, (0.1, 0.0, 0.1))})

    def carried(share: float) -> tuple[Places, Hands]:
        place = moved(start, (0.0, 0.4 * share, 0.2 * float(np.sin(np.pi * share))))
        return both(place), {ANN: moved(place, (0.1, 0.0, 0.1))}

    table.play(1.5, carried)
    table.watch(0.8, *carried(1.0))
    assert table.events == [("Pick", "ann", "crate"), ("Place", "ann", "crate")]
    assert table.facts("ball") == {("isIn", "crate")}


def test_passenger_is_not_picked_where_its_crate_is_lost_from_sight_at_the_lift() -> None:
    table = TableTop({"crate": crate(), "ball": BALL}, noise=0.003, seed=3)
    start: Vector3 = (0.0, -0.2, TOP)
    inside: Vector3 = (0.02, 0.0, 0.038)
    hand: Vector3 = (0.1, 0.0, 0.1)
    table.watch(1.0, {"crate": start, "ball": moved(start, inside)}, {ANN: moved(start, hand)})

    def carried(share: float, *, crate_seen: bool = True) -> tuple[Places, Hands]:
        place = moved(start, (0.0, 0.3 * share, 0.3 * float(np.sin(np.pi * share))))
        seen: Places = {"ball": moved(place, inside), **({"crate": place} if crate_seen else {})}
        return seen, {ANN: moved(place, hand)}

    # The crate is not reported for the first 0.2 s of 1.5 s.
    table.play(0.2, lambda share: carried(share * 0.2 / 1.5, crate_seen=False))
    table.play(1.3, lambda share: carried((0.2 + 1.3 * share) / 1.5))
    table.watch(0.8, *carried(1.0))
    assert table.events == [("Pick", "ann", "crate"), ("Place", "ann", "crate")]
    assert table.facts("ball") == {("isIn", "crate")}


def test_scene_at_rest_is_silent_however_the_hands_wander() -> None:
    shapes = {"cup": CUP, "block": BLOCK, "ball": BALL}
    table = TableTop(shapes, noise=0.003, seed=5)
    places: Places = {"cup": HOME, "block": (0.0, 0.1, TOP + 0.04), "ball": (0.2, 0.0, TOP + 0.03)}
    table.watch(0.5, places)
    told = len(table.entries)
    table.play(6.0, lambda share: (places, {ANN: (0.0, -0.3 + 0.6 * share, TOP + 0.15)}))
    assert table.events == []
    assert told == len(table.entries) == 3


# Falls in sight


@pytest.mark.parametrize("height", [0.15, 0.40])
def test_drop_in_sight_is_told_once(height: float) -> None:
    table = TableTop({"cup": CUP})
    top = moved(HOME, (0.0, 0.0, height))
    table.watch(1.0, *held(HOME))
    table.play(0.7, straight(HOME, (0.0, 0.0, height)))
    table.watch(0.5, *held(top))
    hand = {ANN: moved(top, ABOVE)}
    for index in range(1, 12):
        sunk = min(height, 4.9 * (index / table.rate) ** 2)
        table.tick({"cup": moved(top, (0.0, 0.0, -sunk))}, hand)
    table.watch(1.0, {"cup": HOME}, hand)
    assert [word for word, _, _ in table.events] in (["Pick", "Release"], ["Pick", "Place"])
    assert {agent for _, agent, _ in table.events} == {"ann"}
    assert table.facts("cup") == {("isOn", "table")}


# Out of sight, in a hand (P37)


def test_cup_in_a_hand_that_leaves_the_picture_goes_with_it_p37() -> None:
    table = lifted()
    top = moved(HOME, UP)
    table.play(0.9, straight(top, (0.0, -1.1, 0.0)))
    # From here on the camera sees neither; only the hand is tracked by other means.
    away = moved(top, (0.0, -1.1, 0.0))
    table.play(1.5, lambda share: ({}, {ANN: moved(moved(away, ABOVE), (0.0, -2.0, 0.0), share)}))
    table.watch(2.0, {}, {ANN: moved(moved(away, ABOVE), (0.0, -2.0, 0.0))})
    assert table.events == [("Pick", "ann", "cup")]
    assert table.facts("cup") == {("isHeldBy", "ann")}
    assert table.world.status("cup") is Status.HELD
    assert np.allclose(table.position("cup"), moved(away, (0.0, -2.0, 0.0)), atol=0.03)


def test_without_hand_attachment_the_same_cup_falls_to_the_floor_x5() -> None:
    table = lifted(hand_attachment=False)
    top = moved(HOME, UP)
    table.play(0.8, straight(top, (0.0, -0.9, 0.0)))
    away = moved(top, (0.0, -0.9, 0.0))
    table.play(2.5, lambda share: ({}, {ANN: moved(moved(away, ABOVE), (0.0, -1.0, 0.0), share)}))
    assert table.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert table.facts("cup") == {("isOn", "floor")}


def test_cup_that_vanishes_from_a_hand_in_plain_view_was_let_go_p31() -> None:
    table = lifted()
    hand = {ANN: moved(moved(HOME, UP), ABOVE)}
    # Trackers lose things for a while, and the table it would have fallen on is in view.
    table.watch(1.5, {}, hand)
    assert table.events == [("Pick", "ann", "cup")]
    table.watch(0.3, {}, hand)
    assert table.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert not table.holds("cup", "isHeldBy", "ann")
    assert table.world.status("cup") is Status.INFERRED
    # The camera sees the table it should have fallen on, empty.
    table.watch(2.0, {}, hand)
    assert table.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert table.world.status("cup") is Status.UNKNOWN
    assert table.facts("cup") == set()


def test_hand_that_comes_back_empty_has_left_the_cup_behind() -> None:
    table = lifted()
    top = moved(HOME, UP)
    table.play(0.9, straight(top, (0.0, -1.1, 0.0)))
    away = moved(moved(top, (0.0, -1.1, 0.0)), ABOVE)
    table.play(1.0, lambda share: ({}, {ANN: moved(away, (0.0, -1.5, 0.0), share)}))
    table.watch(1.0, {}, {ANN: moved(away, (0.0, -1.5, 0.0))})
    table.play(1.0, lambda share: ({}, {ANN: moved(away, (0.0, -1.5 + 2.4 * share, 0.0))}))
    table.watch(1.0, {}, {ANN: moved(away, (0.0, 0.9, 0.0))})
    assert table.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert table.facts("cup") == {("isOn", "floor")}
    # It lies where the hand was slow, not where it is now.
    assert table.position("cup")[1] < -2.3


def test_flickering_detector_does_not_drop_what_is_held() -> None:
    table = lifted()
    top = moved(HOME, UP)
    for index in range(60):
        places, hands = held(top)
        table.tick(places if index % 4 == 0 else {}, hands)
    assert table.events == [("Pick", "ann", "cup")]
    assert np.allclose(table.position("cup"), top, atol=0.01)


def test_hand_tracker_that_fails_for_a_second_drops_nothing() -> None:
    table = lifted()
    top = moved(HOME, UP)
    table.watch(1.0, {"cup": top})
    table.watch(0.5, *held(top))
    assert table.events == [("Pick", "ann", "cup")]
    assert table.facts("cup") == {("isHeldBy", "ann")}


# From hand to hand


def test_handed_over_cup_is_then_held_by_the_other_and_placed_by_them() -> None:
    table = lifted()
    top = moved(HOME, UP)
    other = "ben/right_hand"
    reach: Vector3 = moved(top, (0.05, 0.0, 0.03))
    far: Vector3 = (0.6, 0.6, TOP + 0.3)
    gone = moved(top, (-0.5, -0.4, 0.2))
    table.play(
        0.6, lambda share: ({"cup": top}, {ANN: moved(top, ABOVE), other: moved(far, np_way(far, reach), share)})
    )
    table.watch(0.4, {"cup": top}, {ANN: moved(top, ABOVE), other: reach})
    start = moved(top, ABOVE)
    table.play(0.8, lambda share: ({"cup": top}, {ANN: moved(start, np_way(start, gone), share), other: reach}))
    assert table.facts("cup") == {("isHeldBy", "ben")}
    table.play(0.7, lambda share: ({"cup": moved(top, UP, -share)}, {ANN: gone, other: moved(reach, UP, -share)}))
    table.watch(1.0, {"cup": HOME}, {ANN: gone, other: moved(reach, UP, -1.0)})
    assert table.events == [("Pick", "ann", "cup"), ("Handover", "ben", "cup"), ("Place", "ben", "cup")]


def np_way(start: Vector3, end: Vector3) -> Vector3:
    return moved(end, start, -1.0)


# Containers, from sight to memory


def test_ball_dropped_into_a_crate_is_in_it_though_unseen_from_then_on_x2() -> None:
    table = TableTop({"crate": crate(), "ball": BALL})
    start, over = (0.0, -0.2, TOP + 0.03), (0.0, 0.2, TOP + 0.25)
    box: Places = {"crate": (0.0, 0.2, TOP)}
    table.watch(1.0, {**box, "ball": start}, {ANN: moved(start, ABOVE)})
    for begin, end in ((start, (0.0, -0.2, TOP + 0.25)), ((0.0, -0.2, TOP + 0.25), over)):
        way = np_way(begin, end)
        table.play(
            0.6,
            lambda share, begin=begin, way=way: (
                {**box, "ball": moved(begin, way, share)},
                {ANN: moved(moved(begin, way, share), ABOVE)},
            ),
        )
    table.watch(0.3, {**box, "ball": over}, {ANN: moved(over, ABOVE)})
    table.watch(1.5, box, {ANN: moved(over, ABOVE)})
    assert table.events == [("Pick", "ann", "ball"), ("Release", "ann", "ball")]
    assert table.facts("ball") == {("isIn", "crate")}
    assert np.abs(table.position("ball")[:2] - (0.0, 0.2)).max() < 0.1


def test_each_fact_is_told_once_and_ended_once() -> None:
    table = lifted(noise=0.002)
    table.play(0.7, straight(moved(HOME, UP), moved((0.0, 0.0, 0.0), UP, -1.0)))
    table.watch(1.0, {"cup": HOME})
    told = [(s.predicate, s.object) for s in table.world.timeline.situations(Pattern(subject="cup"))]
    assert told == [("isOn", "table"), ("isHeldBy", "ann"), ("isOn", "table")]


def test_where_a_seen_thing_lies_is_told_as_surely_as_that_it_rests() -> None:
    table = lifted(noise=0.003)
    table.play(0.7, straight(moved(HOME, UP), moved((0.0, 0.0, 0.0), UP, -1.0)))
    table.watch(1.0, *held(HOME))
    lies = [entry for entry in table.entries if isinstance(entry, Situation) and entry.predicate == "isOn"]
    assert len(lies) == 2
    # A probability, and no certainty: it is that of the mode, which never quite is one.
    assert all(0.95 < entry.confidence < 1.0 for entry in lies)


# Same input, same output: C7


def test_same_percepts_give_the_same_bits_c7() -> None:
    def run() -> list[bytes]:
        table = TableTop({"crate": crate(), "ball": BALL, "block": BLOCK, "cup": CUP}, noise=0.003, seed=11)
        start: Vector3 = (0.0, 0.2, TOP)
        places: Places = {"ball": (0.03, 0.2, TOP + 0.038), "block": (0.0, -0.2, TOP + 0.04)}
        frames: list[bytes] = []
        for index in range(60):
            seen: Places = {"crate": moved(start, (0.0, 0.0, 0.2), max(0.0, index - 30) / 30)}
            seen = {**seen, **places, "cup": (0.0, -0.2, TOP + 0.13)} if index < 25 else seen
            world = table.tick(seen, {ANN: (0.1, 0.2, TOP + 0.1)})
            frames.append(world.poses().tobytes() + world.state.velocity.tobytes())
        frames.append(repr(table.entries).encode())
        return frames

    assert run() == run()


def test_crate_lost_from_sight_is_not_dragged_by_what_a_hand_has_left_in_it() -> None:
    table = TableTop({"crate": crate(0.11), "ball": BALL})
    start, high = (0.0, -0.2, TOP + 0.03), (0.0, -0.2, TOP + 0.25)
    over, inside = (0.0, 0.2, TOP + 0.25), (0.0, 0.2, TOP + 0.04)
    box = {"crate": (0.0, 0.2, TOP)}
    table.watch(1.0, {**box, "ball": start}, {ANN: moved(start, ABOVE)})
    for begin, end in ((start, high), (high, over)):
        way = np_way(begin, end)
        table.play(
            0.6,
            lambda share, begin=begin, way=way: (
                {**box, "ball": moved(begin, way, share)},
                {ANN: moved(moved(begin, way, share), ABOVE)},
            ),
        )
    down, away = np_way(over, inside), (0.0, -0.4, 0.05)
    table.play(0.5, lambda share: ({}, {ANN: moved(moved(over, down, share), ABOVE)}))
    table.watch(0.6, {}, {ANN: moved(inside, ABOVE)})
    table.play(0.5, lambda share: ({}, {ANN: moved(moved(inside, away, share), ABOVE)}))
    assert np.abs(table.position("crate") - box["crate"]).max() < 0.01
    assert np.abs(table.position("ball")[:2] - inside[:2]).max() < 0.02
    table.watch(1.0, box, {ANN: moved(moved(inside, away), ABOVE)})
    assert table.facts("ball") == {("isIn", "crate")}


def test_cup_that_vanishes_above_nothing_at_all_stays_in_its_hand() -> None:
    table = lifted()
    top = moved(HOME, UP)
    beyond: Vector3 = (0.0, 3.6, 0.0)
    table.play(2.5, straight(top, beyond))
    table.watch(0.5, {}, {ANN: moved(moved(top, beyond), ABOVE)})
    assert table.facts("cup") == {("isHeldBy", "ann")}


@pytest.mark.parametrize("speed", [1.0, 1.6])
def test_what_slides_on_with_no_hand_at_it_is_not_stopped_by_being_lost_from_sight(speed: float) -> None:
    table = TableTop({"book": Box((0.16, 0.12, 0.03))}, rate=20.0)
    start: Vector3 = (0.0, -0.5, TOP + 0.015)
    table.watch(0.6, {"book": start}, {ANN: (0.9, 0.9, 1.2)})
    # Friction of 0.7 stops it after v^2 / (2 * 0.7 * 9.81).
    for index in range(3):
        seconds = (index + 1) / 20
        way = speed * seconds - 0.7 * 9.81 * seconds**2 / 2
        table.tick({"book": moved(start, (0.0, way, 0.0))}, {ANN: (0.9, 0.9, 1.2)})
    table.watch(0.5, {}, {ANN: (0.9, 0.9, 1.2)})
    assert abs(table.position("book")[1] - (start[1] + speed**2 / (2 * 0.7 * 9.81))) < 0.03
