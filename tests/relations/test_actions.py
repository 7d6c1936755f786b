"""What is told of one thing: who picked, placed or let go of it, from probabilities made by hand."""

import math
from collections.abc import Mapping

import numpy as np
import pytest

from midworld.geometry import Pose, Vector3
from midworld.physics import Grip
from midworld.relations.actions import (
    BOUND,
    CALM,
    CARRIER_S,
    FALLS,
    FELL_S,
    LOST_S,
    MISSED_S,
    Conduct,
    Sighting,
    judged,
)
from midworld.relations.hands import Hand
from midworld.world import EntityId, Event
from tabletop import moved

CUP = EntityId("cup")
TICK_S = 1 / 30
# One percept is never enough: so many tell.
SEVERAL = 4
PLACE: Vector3 = (0.4, 0.0, 0.8)
AIR: Vector3 = (0.4, 0.0, 0.95)
ANN, BEN = EntityId("ann/right_hand"), EntityId("ben/left_hand")
BESIDE: dict[EntityId, Vector3] = {ANN: (0.4, 0.05, 0.95), BEN: (0.4, -0.05, 0.95)}


class Watch:
    """A cup, watched; what no argument names has the rest of the probability: the cup stands."""

    def __init__(self) -> None:
        self.conduct: Conduct = CALM
        self.grip: Grip | None = None
        self.events: list[Event] = []
        self.stamp = 10.0

    @property
    def words(self) -> list[tuple[str, str | None]]:
        return [(event.predicate, event.subject) for event in self.events]

    @property
    def holder(self) -> EntityId | None:
        return None if self.grip is None else self.grip.hand

    def see(
        self,
        held: Mapping[EntityId, float] | None = None,
        *,
        falls: float = 0.0,
        loose: float = 0.0,
        place: Vector3 = AIR,
        hands: Mapping[EntityId, Vector3] = BESIDE,
        tracked: bool = True,
        stays: bool = True,
        ticks: int = SEVERAL,
        carrier_seen: float = math.inf,
    ) -> None:
        held = held or {}
        stands = 1.0 - sum(held.values()) - falls - loose
        for _ in range(ticks):
            self._judge(
                Sighting(
                    CUP,
                    True,
                    stands,
                    falls,
                    loose,
                    held,
                    Pose(place).array,
                    0.0,
                    None,
                    stays,
                    TICK_S,
                    carrier_seen=carrier_seen,
                ),
                hands,
                tracked=tracked,
            )

    def miss(self, *, in_view: bool | None, hides: bool = True, seconds: float = TICK_S, stands: float = 0.0) -> None:
        """The cup is not seen: would it be if it were still in the hand, and hidden where it then fell?"""
        for _ in range(round(seconds / TICK_S)):
            sighting = Sighting(CUP, False, stands, 0.0, 0.0, {}, Pose(AIR).array, 0.0, in_view, True, TICK_S, hides)
            self._judge(sighting, BESIDE, tracked=True)

    def _judge(self, sighting: Sighting, hands: Mapping[EntityId, Vector3], *, tracked: bool) -> None:
        self.stamp += TICK_S
        known = [
            Hand(name, EntityId(name.split("/")[0]), Pose(at).array, tracked, tracked) for name, at in hands.items()
        ]
        verdict = judged(self.conduct, self.grip, sighting, known, stamp=self.stamp)
        self.conduct, self.grip = verdict.conduct, verdict.grip
        self.events.extend(verdict.events)


def rested() -> Watch:
    watch = Watch()
    watch.see(place=PLACE)
    return watch


def picked() -> Watch:
    """A cup that Ann has just lifted."""
    watch = rested()
    watch.see({ANN: 0.99})
    assert watch.words == [("Pick", "ann")]
    watch.events.clear()
    return watch


# Pick


def test_lift_is_one_pick_by_the_hand_that_most_probably_holds_it_p29_p36() -> None:
    for held in ({ANN: 0.7, BEN: 0.28}, {BEN: 0.28, ANN: 0.7}):
        watch = rested()
        watch.see(held, ticks=30)
        assert watch.words == [("Pick", "ann")]
        assert watch.events[0].object == CUP
        assert watch.events[0].reason is None
        assert watch.holder == ANN


def test_pick_is_told_only_once_it_is_probable_enough() -> None:
    watch = rested()
    watch.see({ANN: BOUND - 0.01}, ticks=30)
    assert watch.words == []
    assert watch.grip is None
    watch.see({ANN: BOUND + 0.01})
    assert watch.words == [("Pick", "ann")]


@pytest.mark.parametrize(("between", "told"), [(0.7, True), (0.4, False)])
def test_two_percepts_tell_of_a_pick_unless_one_between_them_denies_it(between: float, told: bool) -> None:
    watch = rested()
    watch.see({ANN: 0.99}, ticks=1)
    assert watch.words == []
    watch.see({ANN: between}, ticks=1)
    watch.see({ANN: 0.99}, ticks=1)
    assert watch.words == ([("Pick", "ann")] if told else [])


def test_pick_waits_until_what_the_cup_stood_on_is_seen_to_stay_but_not_for_long() -> None:
    watch = rested()
    watch.see({ANN: 0.99}, carrier_seen=watch.stamp, ticks=6)
    assert watch.words == []
    watch.see({ANN: 0.99}, carrier_seen=watch.stamp, ticks=1)
    assert watch.words == [("Pick", "ann")]
    watch = rested()
    unseen = watch.stamp
    watch.see({ANN: 0.99}, carrier_seen=unseen, ticks=round(CARRIER_S / TICK_S) + 2)
    assert watch.words == [("Pick", "ann")]


def test_falling_is_not_a_pick() -> None:
    watch = rested()
    watch.see(falls=0.99, ticks=10)
    watch.see(place=PLACE, ticks=10)
    assert watch.words == []


def test_thing_first_seen_in_the_air_is_held_though_nobody_saw_it_picked() -> None:
    watch = Watch()
    watch.see({ANN: 0.99}, ticks=5)
    assert watch.words == []
    assert watch.holder == ANN


def test_pick_is_by_whose_hand_is_seen_at_it_though_nobody_known_is_a_little_likelier() -> None:
    watch = Watch()
    watch.see(place=PLACE)
    watch.see({ANN: 0.42}, loose=0.57)
    assert watch.words == [("Pick", "ann")]
    elsewhere = Watch()
    elsewhere.see(place=PLACE)
    elsewhere.see({ANN: 0.42}, loose=0.57, hands={ANN: (0.4, 0.25, 0.95)})
    assert elsewhere.words == [("Pick", None)]


def test_pick_with_nobody_near_must_be_surer_names_nobody_and_says_why() -> None:
    watch = rested()
    watch.see(loose=0.97, ticks=30)
    assert watch.words == []
    watch.see(loose=0.99)
    assert watch.words == [("Pick", None)]
    assert watch.events[0].reason
    assert watch.grip is not None
    assert watch.holder is None


def test_robot_gripper_is_a_hand_c9() -> None:
    gripper = EntityId("robot/right_hand")
    watch = rested()
    watch.see({gripper: 0.99}, hands={gripper: (0.4, 0.05, 0.95)})
    assert watch.words == [("Pick", "robot")]


def test_hand_that_is_lost_at_the_lift_is_still_the_one_that_did_it() -> None:
    watch = rested()
    watch.see({ANN: 0.99}, tracked=False)
    assert watch.words == [("Pick", "ann")]


# Putting down: P30


def test_cup_put_down_is_one_place_and_no_release() -> None:
    watch = picked()
    watch.see(place=PLACE, ticks=40)
    assert watch.words == [("Place", "ann")]
    assert watch.grip is None


def test_cup_that_may_still_be_held_is_not_placed() -> None:
    watch = picked()
    watch.see({ANN: 0.1}, place=PLACE, ticks=60)
    assert watch.words == []
    assert watch.holder == ANN


def test_cup_that_would_not_stay_where_it_touches_is_not_placed() -> None:
    watch = picked()
    watch.see(stays=False, ticks=60)
    assert watch.words == []
    watch.see(stays=True)
    assert watch.words == [("Place", "ann")]


def test_pick_and_place_can_follow_one_another_any_number_of_times() -> None:
    watch = rested()
    for _ in range(5):
        watch.see({ANN: 0.99}, ticks=6)
        watch.see(place=PLACE, ticks=6)
    assert watch.words == [("Pick", "ann"), ("Place", "ann")] * 5


def test_cup_lost_from_sight_just_when_it_was_set_down_is_placed_not_let_go() -> None:
    watch = picked()
    watch.see(place=PLACE, ticks=3)
    watch.miss(in_view=True, stands=0.99, seconds=1.5)
    assert watch.words == [("Place", "ann")]


# Letting go: P31


def test_hand_that_takes_a_thing_along_as_if_it_fell_has_not_let_go() -> None:
    watch = picked()
    watch.see(falls=0.99, ticks=10)
    assert watch.words == []
    assert watch.grip is not None


def test_fall_that_lasts_is_one_release() -> None:
    watch = picked()
    watch.see(falls=0.99, place=moved(AIR, (0.0, 0.0, -0.12)), ticks=6)
    assert watch.grip is None
    watch.see(place=PLACE, ticks=10)
    assert watch.words == [("Release", "ann")]


def test_one_percept_of_falling_on_the_way_down_is_still_a_place() -> None:
    watch = picked()
    watch.see(falls=0.99, ticks=1)
    assert watch.holder == ANN
    watch.see(place=PLACE, ticks=10)
    assert watch.words == [("Place", "ann")]


@pytest.mark.parametrize(("later_s", "word"), [(0.0, "Release"), (FELL_S + 0.2, "Place")])
def test_what_fell_just_before_it_came_to_rest_was_let_go(later_s: float, word: str) -> None:
    watch = picked()
    # Sure enough to be a fall, not to be told at once.
    falls = (FALLS + BOUND) / 2
    watch.see({ANN: 1.0 - falls}, falls=falls, ticks=5)
    assert watch.words == []
    watch.see({ANN: 0.99}, ticks=round(later_s / TICK_S))
    watch.see(place=PLACE, ticks=5)
    assert watch.words == [(word, "ann")]


# Out of sight: P37


@pytest.mark.parametrize(("hides", "bound_s"), [(True, MISSED_S), (False, LOST_S)])
def test_vanished_cup_that_would_be_in_plain_view_was_let_go_once(hides: bool, bound_s: float) -> None:
    watch = picked()
    watch.miss(in_view=True, hides=hides, seconds=bound_s - TICK_S)
    assert watch.words == []
    watch.miss(in_view=True, hides=hides, seconds=0.5)
    assert watch.words == [("Release", "ann")]
    assert watch.grip is None


@pytest.mark.parametrize("in_view", [False, None])
def test_cup_stays_in_the_hand_that_hides_it_or_that_nobody_can_judge(in_view: bool | None) -> None:
    watch = picked()
    watch.miss(in_view=in_view, seconds=10.0)
    assert watch.words == []
    assert watch.holder == ANN


def test_bad_frames_in_plain_view_are_no_release() -> None:
    watch = picked()
    for index in range(60):
        watch.miss(in_view=index % 3 == 0)
    assert watch.words == []
    assert watch.holder == ANN


def test_cup_seen_again_in_the_hand_has_not_been_missed() -> None:
    watch = picked()
    for _ in range(20):
        watch.miss(in_view=True, seconds=2 * TICK_S)
        watch.see({ANN: 0.99})
    assert watch.words == []


def test_unseen_cup_on_the_table_does_nothing() -> None:
    watch = rested()
    watch.miss(in_view=True, seconds=2.0)
    assert watch.words == []


# From hand to hand


def test_hand_over_is_told_as_one_with_giver_and_receiver() -> None:
    watch = picked()
    watch.see({ANN: 0.3, BEN: 0.7}, ticks=10)
    assert watch.holder == ANN
    watch.see({ANN: 0.01, BEN: 0.98}, ticks=10)
    assert watch.holder == BEN
    assert watch.words == [("Handover", "ben")]
    assert watch.events[0].giver == "ann"
    assert watch.events[0].hand == "left"
    watch.see(place=PLACE)
    assert watch.words == [("Handover", "ben"), ("Place", "ben")]


def test_hand_over_is_told_though_either_hand_of_the_receiver_may_have_it() -> None:
    other = EntityId("ben/right_hand")
    hands = {**BESIDE, other: (0.4, -0.06, 0.95)}
    watch = picked()
    watch.see({ANN: 0.01, BEN: 0.6, other: 0.38}, hands=hands)
    assert watch.holder == BEN
    assert watch.words == [("Handover", "ben")]


def test_first_known_hand_takes_what_nobody_was_holding() -> None:
    watch = rested()
    watch.see(loose=0.99)
    assert watch.holder is None
    watch.see({ANN: 0.99})
    assert watch.holder == ANN
    assert watch.words == [("Pick", None)]


def test_hand_that_is_lost_keeps_its_hold_and_how_the_cup_lay_in_it() -> None:
    watch = picked()
    before = watch.grip
    watch.see({ANN: 0.99}, place=(0.43, 0.0, 0.95), tracked=False, ticks=30)
    assert watch.grip == before


def test_grip_follows_how_the_cup_lies_in_the_hand() -> None:
    watch = picked()
    watch.see({ANN: 0.99}, hands={ANN: (0.4, 0.07, 0.93)}, ticks=60)
    assert watch.grip is not None
    assert np.allclose(watch.grip.hand_from_thing.position, (0.0, -0.07, 0.02), atol=0.001)


def test_grip_does_not_follow_a_hand_that_has_left() -> None:
    watch = picked()
    before = watch.grip
    watch.see({ANN: 0.6}, falls=0.3, hands={ANN: (0.4, 0.30, 0.95)}, ticks=10)
    assert watch.grip == before
