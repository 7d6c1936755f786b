"""Nets under what engines do: how fast things may get, and what sleeping promises."""

import numpy as np
import pytest

from midworld.adapters.bullet import BulletEngine
from midworld.adapters.mujoco import MujocoEngine
from midworld.physics import Engine, Settings
from midworld.testing.specimens import at, ball, box, table

over_engines = pytest.mark.parametrize("engine", [MujocoEngine(), BulletEngine()], ids=lambda engine: engine.name)


@over_engines
def test_nothing_falls_faster_than_the_top_speed(engine: Engine) -> None:
    simulation = engine.open([ball("ball")], at((0.0, 0.0, 50.0)), settings=Settings(level_m_s=1.5, top_m_s=2.0))
    simulation.set_state([0], at((0.0, 0.0, 50.0)), np.array([[1.4, 0.0, 0.0, 0.0, 0.0, 0.0]]))
    simulation.step(300)
    assert np.linalg.norm(simulation.velocities()[0, :3]) <= 2.0 + 1e-6
    assert simulation.velocities()[0, 2] < -1.5


def test_speeds_within_all_limits_are_left_in_the_same_bits() -> None:
    random = np.random.default_rng(1)
    speeds = random.normal(0.0, 0.3, (40, 6))
    before = speeds.copy()
    Settings(rise_m_s=1.5, level_m_s=1.5, top_m_s=4.9).limit(speeds)
    assert np.array_equal(speeds, before)


@over_engines
def test_what_says_it_sleeps_stays_as_it_is_until_something_is_written(engine: Engine) -> None:
    simulation = engine.open([table(), box("box"), ball("ball")], at((0, 0, -0.05), (0, 0, 0.05), (0.3, 0.0, 0.3)))
    for _ in range(60):
        simulation.begin()
        simulation.step(8)
    assert simulation.asleep is engine.repeatable
    poses, contacts = simulation.poses(), len(simulation.contacts())
    simulation.begin()
    simulation.step(8)
    if simulation.asleep:
        assert np.array_equal(simulation.poses(), poses)
    assert len(simulation.contacts()) == contacts
    simulation.set_state([1], at((0.0, 0.0, 0.4)))
    assert not simulation.asleep
    simulation.step(20)
    assert simulation.poses()[1, 2] < 0.39
