"""How sure the reasoner is of what it does not see, from tick to tick."""

from dataclasses import replace

import numpy as np

from factories import thing
from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import Box, Pose, Sphere, Vector3
from midworld.physics import Memory, Parameters, Settings, Settled, SimulationPool
from midworld.relations.cloud import Spread
from midworld.relations.doubts import ROLLOUTS, Doubts, follow
from midworld.world import EntityId, World, change

BALL = EntityId("ball")
NOBODY: frozenset[EntityId] = frozenset()
TICK_STEPS = 8


def room(place: Vector3) -> World:
    """A floor at height 0 and a ball of 3 cm."""
    entities = [thing("floor", shape=Box((4.0, 4.0, 0.1)), static=True), thing("ball", shape=Sphere(0.03))]
    poses = {EntityId("floor"): Pose((0.0, 0.0, -0.05)).array, BALL: Pose(place).array}
    return World().apply(change(stamp=0.0, put=entities, pose=poses))


class Stage:
    """A ball nobody has seen for a second, left to physics."""

    def __init__(self, place: Vector3) -> None:
        self.world = room(place)
        self.pool = SimulationPool(MujocoEngine(), {}, Settings())
        self.simulated = self.pool.lend(None, self.world).scene
        self.doubts = Doubts()
        self.stamp = 1.0

    def enter(self, name: str, place: Vector3) -> None:
        new = [thing(name, shape=Box((0.1, 0.1, 0.1)))]
        self.world = self.world.apply(change(stamp=self.stamp, put=new, pose={EntityId(name): Pose(place).array}))
        self.simulated = self.pool.lend(self.pool.kept(self.simulated), self.world).scene

    def tick(self, *, held: frozenset[EntityId] = NOBODY, seen: bool = False) -> Spread | None:
        simulation = self.simulated.simulation
        simulation.begin()
        simulation.step(TICK_STEPS)
        self.stamp += 1 / 30
        memory = Memory.fresh(len(self.simulated.ids))
        last = np.full(len(self.simulated.ids), self.stamp if seen else 0.0)
        memory = replace(memory, tracks=replace(memory.tracks, seen=last))
        fresh = np.full(len(self.simulated.ids), seen)
        settled = Settled(memory, simulation.poses(), simulation.velocities(), fresh, {})
        self.doubts, found = follow(
            self.doubts, settled, self.simulated, self.pool, held=held, parameters=Parameters(), stamp=self.stamp
        )
        return found.get(BALL)

    def run(self, ticks: int, *, held: frozenset[EntityId] = NOBODY) -> Spread:
        found = [self.tick(held=held) for _ in range(ticks)][-1]
        assert found is not None
        return found


def level_m(spread: Spread) -> float:
    return float(np.sqrt(np.trace(spread.covariance[:2, :2])))


def test_what_fell_unseen_is_less_sure_than_what_was_hidden_at_rest() -> None:
    assert level_m(Stage((0, 0, 0.6)).run(ROLLOUTS + 20)) > 2 * level_m(Stage((0, 0, 0.03)).run(ROLLOUTS + 20))


def test_fallen_ball_is_surely_on_the_floor() -> None:
    assert Stage((0, 0, 0.4)).run(ROLLOUTS + 5).holds((BALL, "isOn", EntityId("floor"))) > 0.9


def test_what_is_seen_again_has_no_spread() -> None:
    stage = Stage((0, 0, 0.03))
    stage.run(3)
    assert stage.tick(seen=True) is None


def test_rollouts_survive_the_arrival_of_another_thing() -> None:
    stage = Stage((0, 0, 0.6))
    stage.run(3)
    stage.enter("box", (1.0, 0.0, 0.05))
    assert stage.run(ROLLOUTS + 20).holds((BALL, "isOn", EntityId("floor"))) > 0.9


def test_thing_a_hand_let_go_of_out_of_sight_is_less_sure_than_in_the_hand() -> None:
    stage = Stage((0, 0, 0.5))
    in_hand = level_m(stage.run(10, held=frozenset({BALL})))
    assert level_m(stage.run(ROLLOUTS + 20)) > in_hand


def test_equal_ticks_give_equal_bits() -> None:
    one, other = (Stage((0, 0, 0.4)).run(ROLLOUTS + 5) for _ in range(2))
    assert (one.covariance == other.covariance).all()
