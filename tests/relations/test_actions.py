"""The state machine of one thing: who picked, placed or let go of it, from hand-made sightings."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from midworld.geometry import Pose, Vector3
from midworld.physics import Grip
from midworld.relations.actions import CALM, Conduct, Sighting, judged
from midworld.relations.hands import Hand
from midworld.world import EntityId, Event

CUP = EntityId("cup")
REACH_M = 0.25
RATE_HZ = 30.0
PLACE = (0.4, 0.0, 0.8)
ANN, BEN = EntityId("ann/right_hand"), EntityId("ben/left_hand")


def hand(name: EntityId, place: Vector3, *, tracked: bool = True, fresh: bool = True) -> Hand:
    return Hand(name, EntityId(name.split("/")[0]), Pose(place).array, tracked, fresh)


class Watch:
    """A cup, watched; hands are where they are said to be, the last word counts."""

    def __init__(self) -> None:
        self.conduct: Conduct = CALM
        self.grip: Grip | None = None
        self.events: list[Event] = []
        self.stamp = 10.0

    @property
    def words(self) -> list[tuple[str, str | None]]:
        return [(event.predicate, event.subject) for event in self.events]

    def see(
        self,
        place: Vector3 | None,
        hands: Mapping[EntityId, Vector3] | None = None,
        *,
        gap: float = 0.0,
        still: bool = False,
        up: float = 0.0,
        lost: Sequence[EntityId] = (),
        in_view: bool | None = None,
    ) -> None:
        """One tick; without a place the cup is out of sight, and `lost` hands are not tracked."""
        self.stamp += 1 / RATE_HZ
        where = PLACE if place is None else place
        known = [hand(name, at, tracked=name not in lost, fresh=name not in lost) for name, at in (hands or {}).items()]
        sighting = Sighting(
            id=CUP,
            fresh=place is not None,
            still=still,
            supported=gap < 0.045,
            gap_m=gap,
            speed_up=up,
            pose=Pose(where).array,
            distances={one.id: float(np.linalg.norm(one.pose[:3] - where)) for one in known if one.tracked},
            lost={one.id: float(np.linalg.norm(np.subtract(PLACE, one.pose[:3]))) for one in known if not one.tracked},
            missing_s=0.0 if place is not None else 0.3,
            in_view_if_held=in_view,
        )
        verdict = judged(self.conduct, self.grip, sighting, known, stamp=self.stamp, reach_m=REACH_M)
        self.conduct, self.grip = verdict.conduct, verdict.grip
        self.events.extend(verdict.events)

    def rest(self, hands: Mapping[EntityId, Vector3] | None = None, *, count: int = 10) -> None:
        for _ in range(count):
            self.see(PLACE, hands, still=True)

    def lift(self, hands: Mapping[EntityId, Vector3] | None = None, *, count: int = 6) -> None:
        for _ in range(count):
            self.see((0.4, 0.0, 0.95), hands, gap=0.15, up=0.2)


NEAR: dict[EntityId, Vector3] = {ANN: (0.4, 0.05, 0.85)}


def picked(hands: Mapping[EntityId, Vector3] | None = None) -> Watch:
    """A cup that was just lifted, by Ann unless others are named."""
    watch = Watch()
    watch.rest(NEAR if hands is None else hands)
    watch.lift(NEAR if hands is None else hands)
    watch.events.clear()
    return watch


# Pick


def test_lift_is_one_pick_by_the_hand_that_is_near_p29_p36() -> None:
    watch = Watch()
    watch.rest(NEAR)
    watch.lift(NEAR, count=30)
    assert watch.words == [("Pick", "ann")]
    assert watch.events[0].object == CUP
    assert watch.events[0].reason is None
    assert watch.grip is not None
    assert watch.grip.hand == ANN


@pytest.mark.parametrize("good", [1, 2])
def test_one_or_two_percepts_in_the_air_are_no_pick(good: int) -> None:
    watch = Watch()
    watch.rest(NEAR)
    watch.lift(NEAR, count=good)
    watch.rest(NEAR)
    assert watch.words == []
    assert watch.grip is None


def test_percepts_that_flicker_between_air_and_table_never_make_a_pick() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for index in range(200):
        gap = 0.06 if index % 2 else 0.0
        watch.see((0.4, 0.0, 0.8 + gap), NEAR, gap=gap, still=True)
    assert watch.words == []


def test_noise_never_fires_anything() -> None:
    random = np.random.default_rng(1)
    watch = Watch()
    for _ in range(3000):
        gap = float(random.normal(0.0, 0.012))
        still, up = bool(random.random() < 0.9), float(random.normal(0.0, 0.2))
        watch.see((0.4, 0.0, 0.8 + gap), NEAR, gap=gap, still=still, up=up)
    assert watch.words == []


def test_sliding_on_the_table_is_not_a_pick() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for index in range(60):
        watch.see((0.4 + index * 0.01, 0.0, 0.8), NEAR, gap=0.0, up=0.0)
    assert watch.words == []


def test_falling_off_the_table_is_not_a_pick() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for index in range(1, 12):
        time = index / RATE_HZ
        watch.see((0.6, 0.0, 0.8 - 4.9 * time**2), NEAR, gap=0.7 - 4.9 * time**2, up=-9.81 * time)
    # The first two or three percepts are slow enough to be anything.
    assert watch.words == []


def test_thing_first_seen_in_the_air_is_held_though_nobody_saw_it_picked() -> None:
    watch = Watch()
    watch.lift(NEAR, count=10)
    assert watch.words == []
    assert watch.grip is not None
    assert watch.grip.agent == "ann"


# Whose hand (P36)


def test_pick_goes_to_the_nearest_hand_not_to_the_first_named() -> None:
    hands: dict[EntityId, Vector3] = {BEN: (0.4, 0.20, 0.85), ANN: (0.4, 0.05, 0.85)}
    for order in (hands, dict(reversed(hands.items()))):
        watch = Watch()
        watch.rest(order)
        watch.lift(order)
        assert watch.words == [("Pick", "ann")]


def test_hand_that_stayed_near_outweighs_one_that_passes_for_an_instant() -> None:
    watch = Watch()
    far: dict[EntityId, Vector3] = {ANN: (0.4, 0.08, 0.85), BEN: (1.4, 0.0, 0.8)}
    passing: dict[EntityId, Vector3] = {ANN: (0.4, 0.08, 0.85), BEN: (0.4, -0.01, 0.85)}
    watch.rest(far)
    watch.lift(far, count=2)
    watch.lift(passing, count=1)
    watch.lift(far, count=3)
    assert watch.words == [("Pick", "ann")]


@pytest.mark.parametrize("hands", [{}, {ANN: (2.0, 0.0, 1.0)}])
def test_pick_with_nobody_near_names_nobody_and_says_why(hands: Mapping[EntityId, Vector3]) -> None:
    watch = Watch()
    watch.rest(hands)
    watch.lift(hands)
    assert watch.words == [("Pick", None)]
    assert watch.events[0].reason


def test_robot_gripper_is_a_hand_c9() -> None:
    gripper: dict[EntityId, Vector3] = {EntityId("robot/right_hand"): (0.4, 0.05, 0.85)}
    watch = Watch()
    watch.rest(gripper)
    watch.lift(gripper)
    assert watch.words == [("Pick", "robot")]


def test_hand_that_is_lost_at_the_lift_is_still_the_one_that_did_it() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for _ in range(6):
        watch.see((0.4, 0.0, 0.95), NEAR, gap=0.15, up=0.2, lost=(ANN,))
    assert watch.words == [("Pick", "ann")]


# Putting down: P30


def test_cup_put_down_is_one_place_and_no_release() -> None:
    watch = picked()
    watch.rest(NEAR, count=40)
    assert watch.words == [("Place", "ann")]
    assert watch.grip is None


def test_cup_held_still_in_the_air_is_not_placed() -> None:
    watch = picked()
    for _ in range(60):
        watch.see((0.4, 0.0, 0.95), NEAR, gap=0.15, still=True)
    assert watch.words == []
    assert watch.grip is not None


def test_cup_moved_close_over_the_table_is_not_placed_while_it_moves() -> None:
    watch = picked()
    for index in range(40):
        watch.see((0.4 + index * 0.01, 0.0, 0.81), {ANN: (0.4 + index * 0.01, 0.05, 0.86)}, gap=0.01)
    assert watch.words == []


def test_touching_the_table_for_two_percepts_is_not_a_place() -> None:
    watch = picked()
    watch.rest(NEAR, count=2)
    watch.lift(NEAR)
    assert watch.words == []
    assert watch.grip is not None


def test_pick_and_place_can_follow_one_another_any_number_of_times() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for _ in range(5):
        watch.lift(NEAR)
        watch.rest(NEAR)
    assert watch.words == [("Pick", "ann"), ("Place", "ann")] * 5


# Letting go: P31


def drop(watch: Watch, hands: Mapping[EntityId, Vector3], *, height: float = 0.5) -> None:
    """A visible fall from a hand that stays, to rest."""
    for index in range(1, 30):
        time = index / RATE_HZ
        gap = max(0.0, height - 4.9 * time**2)
        falls = gap > 0
        place = (0.4, 0.0, 0.8 + gap)
        watch.see(place, hands, gap=gap, up=-9.81 * time if falls else 0.0, still=not falls and time > 0.6)


@pytest.mark.parametrize("height", [0.15, 0.3, 0.5, 0.9])
def test_visible_drop_is_a_release_or_a_place_never_both(height: float) -> None:
    hands: dict[EntityId, Vector3] = {ANN: (0.4, 0.05, 0.85 + height)}
    watch = Watch()
    watch.rest(NEAR)
    for _ in range(10):
        watch.see((0.4, 0.0, 0.8 + height), hands, gap=height)
    watch.events.clear()
    drop(watch, hands, height=height)
    assert len(watch.events) == 1
    assert watch.words[0] in [("Release", "ann"), ("Place", "ann")]
    if height >= 0.5:
        assert watch.words == [("Release", "ann")]


def test_hand_that_moves_down_fast_with_the_cup_has_not_let_go() -> None:
    watch = picked()
    for index in range(8):
        sunk = 1.2 * index / RATE_HZ
        watch.see((0.4, 0.0, 1.3 - sunk), {ANN: (0.4, 0.05, 1.2 - sunk)}, gap=0.5 - sunk, up=-1.2)
    assert watch.words == []


def test_vanished_cup_that_would_be_in_plain_view_was_let_go_once() -> None:
    watch = picked()
    for _ in range(30):
        watch.see(None, NEAR, in_view=True)
    assert watch.words == [("Release", "ann")]
    assert watch.grip is None


def test_vanished_cup_stays_in_the_hand_that_hides_it_p37() -> None:
    watch = picked()
    for _ in range(300):
        watch.see(None, NEAR, in_view=False)
    assert watch.words == []
    assert watch.grip is not None


def test_one_bad_frame_in_plain_view_is_no_release() -> None:
    watch = picked()
    for index in range(60):
        watch.see(None, NEAR, in_view=index % 3 == 0)
    assert watch.words == []


def test_cup_nobody_can_judge_stays_held() -> None:
    watch = picked()
    for _ in range(100):
        watch.see(None, NEAR, in_view=None)
    assert watch.words == []
    assert watch.grip is not None


def test_unseen_cup_on_the_table_does_nothing() -> None:
    watch = Watch()
    watch.rest(NEAR)
    for _ in range(60):
        watch.see(None, NEAR, in_view=True)
    assert watch.words == []


# From hand to hand


def test_hand_over_changes_the_holder_without_an_event() -> None:
    watch = picked({ANN: (0.4, 0.05, 0.85), BEN: (1.5, 0.0, 0.9)})
    assert watch.grip is not None
    assert watch.grip.agent == "ann"
    air = (0.4, 0.0, 0.95)
    for _ in range(10):
        watch.see(air, {ANN: (0.4, 0.05, 0.95), BEN: (0.4, -0.05, 0.95)}, gap=0.15)
    assert watch.grip is not None
    assert watch.grip.agent == "ann"
    for index in range(20):
        watch.see(air, {ANN: (0.4, 0.05 + index * 0.03, 0.95), BEN: (0.4, -0.05, 0.95)}, gap=0.15)
    assert watch.grip is not None
    assert watch.grip.agent == "ben"
    assert watch.words == []
    watch.rest({ANN: (1.5, 0.0, 0.9), BEN: (0.4, -0.05, 0.85)})
    assert watch.words == [("Place", "ben")]


def test_two_hands_of_about_the_same_distance_do_not_take_turns() -> None:
    random = np.random.default_rng(2)
    watch = picked({ANN: (0.4, 0.05, 0.85), BEN: (1.5, 0.0, 0.9)})
    holders: set[str | None] = set()
    for _ in range(300):
        shaken = random.normal(0.0, 0.01, 2)
        hands: dict[EntityId, Vector3] = {
            ANN: (0.4, 0.08 + float(shaken[0]), 0.95),
            BEN: (0.4, -0.05 + float(shaken[1]), 0.95),
        }
        watch.see((0.4, 0.0, 0.95), hands, gap=0.15)
        holders.add(watch.grip.agent if watch.grip else None)
    assert holders == {"ann"}


def test_hand_that_is_lost_keeps_its_hold() -> None:
    watch = picked()
    for index in range(30):
        place = (0.4 + 0.02 * index, 0.0, 0.95)
        watch.see(place, NEAR, gap=0.15, lost=(ANN,))
    assert watch.grip is not None
    assert watch.grip.hand == ANN
    assert watch.words == []


def test_first_known_hand_takes_what_nobody_was_holding() -> None:
    watch = picked({})
    assert watch.grip is not None
    assert watch.grip.agent is None
    for _ in range(10):
        watch.see((0.4, 0.0, 0.95), {ANN: (0.4, 0.05, 0.95)}, gap=0.15)
    assert watch.grip is not None
    assert watch.grip.agent == "ann"


def test_grip_follows_how_the_cup_lies_in_the_hand() -> None:
    watch = picked()
    for _ in range(60):
        watch.see((0.4, 0.0, 0.95), {ANN: (0.4, 0.07, 0.88)}, gap=0.15)
    assert watch.grip is not None
    assert np.allclose(watch.grip.hand_from_thing.position, (0.0, -0.07, 0.07), atol=0.002)
