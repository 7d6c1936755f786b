"""What things are doing, as probabilities: percepts weighed with hands and with what carries things."""

from collections.abc import Mapping

import numpy as np
import pytest

from midworld.geometry import FloatArray, Vector3
from midworld.physics.context import Context
from midworld.physics.engine import NOTHING
from midworld.physics.handtracks import HandSights
from midworld.physics.modes import FALL, FIRST_HAND, LOOSE, REST, SLIDE
from midworld.physics.track import tracked
from midworld.physics.tracks import Tracks
from midworld.world import EntityId

TICK_S = 1 / 30
TABLE_M = 0.8
HALF_M = 0.05
CUP: Vector3 = (0.4, 0.0, TABLE_M + HALF_M)
ANN, BEN = EntityId("ann/right_hand"), EntityId("ben/left_hand")
# Hands hold a cup at its side.
GRIP: Vector3 = (0.0, 0.06, 0.02)
AWAY: Vector3 = (1.5, 1.0, 1.0)
SURE = 0.95
ROW = np.array([0])


def moved(place: Vector3, dx: float = 0.0, dz: float = 0.0) -> Vector3:
    return (place[0] + dx, place[1], place[2] + dz)


def grip(place: Vector3) -> Vector3:
    return (place[0] + GRIP[0], place[1] + GRIP[1], place[2] + GRIP[2])


class Bench:
    """A cup of ten centimetres on a table, seen with noise; the table goes on to `edge`, below it is the floor."""

    def __init__(self, *, noise: float = 0.002, hand_noise: float = 0.005, edge: float = 9.0, seed: int = 0) -> None:
        self.tracks = Tracks.fresh(1)
        self.stamp = 50.0
        self.noise, self.hand_noise, self.edge = noise, hand_noise, edge
        self.random = np.random.default_rng(seed)

    def see(self, place: Vector3, hands: Mapping[EntityId, Vector3] | None = None) -> Tracks:
        """One percept of the cup and of the hands."""
        noise = self.noise * self.random.normal(size=3)
        return self.percept(np.array([*(place + noise), 0.0, 0.0, 0.0, 1.0]), hands or {})

    def percept(self, pose: FloatArray, hands: Mapping[EntityId, Vector3]) -> Tracks:
        self.stamp += TICK_S
        context = self._context(hands)
        self.tracks = tracked(self.tracks, ROW, pose[None], stamp=self.stamp, memory_s=0.7, context=context)
        return self.tracks

    def rest(self, hands: Mapping[EntityId, Vector3] | None = None, *, place: Vector3 = CUP, ticks: int = 45) -> Tracks:
        for _ in range(ticks):
            self.see(place, hands)
        return self.tracks

    def lift(self, *, hand: EntityId = ANN, others: Mapping[EntityId, Vector3] | None = None) -> Vector3:
        """A hand takes the resting cup half a metre up within a second and stops; where it is then."""
        self.rest({hand: grip(CUP), **(others or {})})
        for index in range(1, 31):
            place = moved(CUP, dz=0.5 * index * TICK_S)
            self.see(place, {hand: grip(place), **(others or {})})
        top = moved(CUP, dz=0.5)
        self.rest({hand: grip(top), **(others or {})}, place=top, ticks=10)
        return top

    def p(self, mode: int) -> float:
        return float(np.exp(self.tracks.modes[0, mode]))

    def held_by(self, hand: EntityId) -> float:
        return self.p(FIRST_HAND + self.tracks.hands.ids.index(hand))

    @property
    def stands(self) -> float:
        return self.p(REST) + self.p(SLIDE)

    def _support_m(self, place: FloatArray) -> FloatArray:
        return np.where(place[:, 0] < self.edge, TABLE_M, 0.0)

    def _context(self, hands: Mapping[EntityId, Vector3]) -> Context:
        estimate = self.tracks.estimate

        def landed(_: object, poses: FloatArray) -> FloatArray:
            return poses[:, 2] - HALF_M - self._support_m(poses)

        noise = self.hand_noise * self.random.normal(size=(len(hands), 3))
        several = np.ones(len(hands), dtype=bool)
        return Context(
            HandSights(
                tuple(hands),
                np.array(list(hands.values())).reshape(-1, 3) + noise,
                several,
                several,
                np.full(len(hands), self.stamp),
            ),
            np.zeros((1, 3)),
            np.full((1, 3), HALF_M),
            # What stands still is not felt for.
            np.where(self.tracks.still, np.nan, landed(ROW, estimate)),
            np.full(1, NOTHING),
            estimate,
            np.ones(1, dtype=bool),
            0.25,
            landed,
        )


@pytest.fixture(params=range(4))
def bench(request: pytest.FixtureRequest) -> Bench:
    return Bench(seed=request.param)


def test_probabilities_sum_to_one_whatever_happens() -> None:
    bench = Bench(edge=0.6)
    random = np.random.default_rng(3)
    for index in range(300):
        place = moved(CUP, dx=0.3 * np.sin(index / 20), dz=max(0.0, 0.3 * np.sin(index / 30)))
        if random.random() < 0.1:
            place = (float(random.normal()), float(random.normal()), float(random.normal()))
        hands = {ANN: grip(place)} if index < 100 else {ANN: AWAY, BEN: grip(place)}
        p = np.exp(bench.see(place, hands).modes)
        assert p.shape == (1, FIRST_HAND + len(hands))
        assert p.sum() == pytest.approx(1.0)
        assert (p > 0).all()


# Held


def test_cup_lifted_by_a_hand_is_held_by_it_within_a_third_of_a_second(bench: Bench) -> None:
    bench.rest({ANN: grip(CUP), BEN: AWAY})
    assert bench.stands > SURE
    for index in range(1, 10):
        place = moved(CUP, dz=0.5 * index * TICK_S)
        bench.see(place, {ANN: grip(place), BEN: AWAY})
    assert bench.held_by(ANN) > SURE


def test_hand_that_moves_with_the_cup_holds_it_not_the_one_that_is_as_near(bench: Bench) -> None:
    beside: Vector3 = (CUP[0], -0.06, CUP[2] + 0.02)
    bench.rest({BEN: beside, ANN: grip(CUP)})
    for index in range(1, 16):
        place = moved(CUP, dz=0.4 * index * TICK_S)
        bench.see(place, {BEN: beside, ANN: grip(place)})
    assert bench.held_by(ANN) > SURE


def test_cup_lifted_with_nobody_near_is_held_by_nobody_known(bench: Bench) -> None:
    bench.rest({ANN: AWAY})
    for index in range(1, 31):
        bench.see(moved(CUP, dz=0.5 * index * TICK_S), {ANN: AWAY})
    assert bench.p(LOOSE) > SURE


def test_cup_pushed_by_a_hand_is_not_held(bench: Bench) -> None:
    bench.rest({ANN: grip(CUP)})
    for index in range(1, 46):
        place = moved(CUP, dx=0.2 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
        assert bench.held_by(ANN) < 0.5
    assert bench.stands > SURE


def test_cup_first_seen_in_the_air_in_a_hand_is_held_and_most_probably_by_it(bench: Bench) -> None:
    for index in range(30):
        place = moved(CUP, dx=0.3 * index * TICK_S, dz=0.4)
        bench.see(place, {ANN: grip(place)})
    assert bench.p(LOOSE) + bench.held_by(ANN) > SURE
    assert bench.held_by(ANN) > 3 * bench.p(LOOSE)


def test_cup_held_still_in_the_air_stays_held(bench: Bench) -> None:
    top = bench.lift()
    bench.rest({ANN: grip(top)}, place=top, ticks=150)
    assert bench.held_by(ANN) > SURE


# Mistaken percepts


@pytest.mark.parametrize("off", [(0.05, 0.0, 0.05), (0.0, 0.0, 0.3), (1.0, -1.0, 0.5)])
@pytest.mark.parametrize("held", [False, True])
def test_one_outlier_changes_nothing(bench: Bench, off: Vector3, held: bool) -> None:
    place = bench.lift() if held else CUP
    hands = {ANN: grip(place)}
    before = bench.rest(hands, place=place)
    outlier = (place[0] + off[0], place[1] + off[1], place[2] + off[2])
    for seen in (outlier, place, place):
        after = bench.see(seen, hands)
        assert np.linalg.norm(after.estimate[0, :3] - before.estimate[0, :3]) < 0.01
        assert np.allclose(np.exp(after.modes), np.exp(before.modes), atol=0.05)


def test_outliers_of_two_cameras_that_disagree_change_nothing(bench: Bench) -> None:
    bench.rest({ANN: grip(CUP)})
    for index in range(60):
        outlier = moved(CUP, dx=-0.4, dz=0.3) if index % 4 == 0 else moved(CUP, dx=0.5, dz=0.2)
        bench.see(CUP if index % 2 else outlier, {ANN: grip(CUP)})
        assert bench.stands > SURE
        assert np.linalg.norm(bench.tracks.estimate[0, :3] - CUP) < 0.01


def test_percepts_elsewhere_that_agree_roughly_are_believed_at_the_third(bench: Bench) -> None:
    before = bench.rest().estimate[0, :3]
    for dx in (0.5, 0.54):
        assert np.linalg.norm(bench.see(moved(CUP, dx=dx)).estimate[0, :3] - before) < 0.01
    assert bench.see(moved(CUP, dx=0.58)).estimate[0, 0] == pytest.approx(CUP[0] + 0.58, abs=0.01)


def test_repeats_of_a_noisy_tracker_are_no_evidence() -> None:
    bench = Bench(noise=0.004)
    # Long enough to learn that the tracker does not repeat itself.
    bench.rest({ANN: grip(CUP)}, ticks=90)
    for index in range(1, 10):
        place = moved(CUP, dz=0.5 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
    frozen = np.concatenate([bench.tracks.positions[0, -1], bench.tracks.turn[0]])
    before = bench.tracks
    for index in range(10, 25):
        # The hand goes on; what the tracker repeats is where it saw the cup last.
        bench.percept(frozen, {ANN: grip(moved(CUP, dz=0.5 * index * TICK_S))})
    assert np.array_equal(bench.tracks.modes, before.modes)
    assert np.array_equal(bench.tracks.seen, before.seen)


# Falling and setting down


def test_cup_lowered_by_a_hand_does_not_fall(bench: Bench) -> None:
    top = bench.lift()
    for index in range(1, 16):
        place = moved(top, dz=-0.9 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
        assert bench.p(FALL) < 0.5
    assert bench.held_by(ANN) > SURE


def test_cup_let_go_in_the_air_falls(bench: Bench) -> None:
    top = bench.lift()
    for index in range(1, 10):
        bench.see(moved(top, dz=-4.905 * (index * TICK_S) ** 2), {ANN: grip(top)})
    assert bench.p(FALL) > SURE
    bench.rest({ANN: grip(top)}, ticks=20)
    assert bench.stands > SURE


def test_cup_set_down_rests_within_half_a_second_of_the_hand_leaving(bench: Bench) -> None:
    top = bench.lift()
    for index in range(1, 31):
        place = moved(top, dz=-0.5 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
    for index in range(15):
        bench.see(CUP, {ANN: moved(grip(CUP), dz=0.4 * index * TICK_S)})
    assert bench.stands > SURE


def test_cup_set_down_five_centimetres_inside_the_table_rests_as_soon(bench: Bench) -> None:
    top = bench.lift()
    for index in range(1, 34):
        place = moved(top, dz=-0.5 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
    inside = moved(CUP, dz=-0.05)
    for index in range(15):
        bench.see(inside, {ANN: moved(grip(inside), dz=0.4 * index * TICK_S)})
    assert bench.stands > SURE


def test_cup_pushed_over_the_edge_falls_and_is_never_held() -> None:
    bench = Bench(edge=0.6)
    bench.rest({ANN: grip(CUP)})
    for index in range(1, 31):
        place = moved(CUP, dx=0.25 * index * TICK_S)
        bench.see(place, {ANN: grip(place)})
    edge = moved(CUP, dx=0.25)
    for index in range(1, 10):
        bench.see(moved(edge, dz=-4.905 * (index * TICK_S) ** 2), {ANN: grip(edge)})
        assert bench.held_by(ANN) < 0.5
    assert bench.p(FALL) > SURE


def test_cup_handed_over_is_held_by_the_other_hand(bench: Bench) -> None:
    top = bench.lift(others={BEN: AWAY})
    other: Vector3 = (top[0], top[1] - 0.06, top[2])
    bench.rest({ANN: grip(top), BEN: other}, place=top, ticks=15)
    for index in range(1, 31):
        away = 0.4 * index * TICK_S
        place = moved(top, dx=-away)
        bench.see(place, {ANN: moved(grip(top), dx=away), BEN: moved(other, dx=-away)})
    assert bench.held_by(BEN) > SURE


def test_tracks_are_values() -> None:
    bench = Bench()
    bench.rest({ANN: grip(CUP)})
    before = bench.tracks
    kept = before.modes.copy(), before.state.copy(), before.hands.position.copy()
    bench.lift()
    assert bench.tracks is not before
    for old, now in zip(kept, (before.modes, before.state, before.hands.position), strict=True):
        assert np.array_equal(old, now)


def test_thing_first_seen_after_a_hand_has_left_the_world_is_in_the_other_one() -> None:
    bench = Bench()
    air = moved(CUP, dz=0.4)
    bench.rest({ANN: AWAY, BEN: AWAY})
    # Ann's hand is known no more, the cup comes back in Ben's.
    bench.stamp += 2.0
    bench.rest({BEN: grip(air)}, place=air, ticks=30)
    columns = dict(zip(bench.tracks.hands.ids, bench.tracks.modes[0, FIRST_HAND:].tolist(), strict=True))
    assert columns[BEN] > columns[ANN]
    assert columns[BEN] > np.log(0.5)
