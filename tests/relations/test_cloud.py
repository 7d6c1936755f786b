"""How sure one can be of what nobody sees."""

from contextlib import closing

import numpy as np

from midworld.adapters.mujoco import MujocoEngine
from midworld.geometry import FloatArray, Part, Sphere, Vector3
from midworld.physics import Body, Material, Mode, Simulation
from midworld.relations.cloud import Claim, Doubt, Spread, advanced, at_rest, begun, carried, spread
from midworld.testing.specimens import at, ball, box, container, table
from midworld.world import EntityId

BALL, BOX = EntityId("ball"), EntityId("box")
IN_BOX: Claim = (BALL, "isIn", BOX)


def inside(simulation: Simulation) -> set[Claim]:
    """The specimen container is 20 cm wide and 10 cm high."""
    poses = simulation.poses()
    rows = {name: row for row, name in enumerate(simulation.ids)}
    away = poses[rows[BALL], :3] - poses[rows[BOX], :3]
    return {IN_BOX} if np.abs(away[:2]).max() < 0.1 and away[2] < 0.09 else set()


def nothing(simulation: Simulation) -> set[Claim]:
    return set()


def over_a_box(place: Vector3) -> Simulation:
    return MujocoEngine().open([table(), container("box"), ball("ball")], at((0, 0, -0.05), (0, 0, 0.004), place))


def dropped(place: Vector3, *, seed: int = 0) -> Spread:
    return spread(over_a_box(place), BALL, Doubt(position_m=0.01), judge=inside, count=16, seed=seed)


def level_m(covariance: FloatArray) -> float:
    return float(np.sqrt(np.trace(covariance[:2, :2])))


def rolled(rolling: float) -> Spread:
    roller = Body(BALL, (Part(Sphere(0.03)),), inertial=ball("b").inertial, material=Material(rolling=rolling))
    simulation = MujocoEngine().open([table(), roller], at((0, 0, -0.05), (0, 0, 0.03)))
    simulation.set_state([1], at((0, 0, 0.03)), np.array([[0.2, 0, 0, 0, 0.2 / 0.03, 0]]))
    return spread(simulation, BALL, Doubt(velocity_m_s=0.05), judge=nothing, count=16)


def test_ball_dropped_over_the_middle_of_a_box_is_in_it() -> None:
    found = dropped((0.0, 0.0, 0.25))
    assert found.holds(IN_BOX) > 0.95
    assert abs(found.pose[2] - 0.038) < 0.003


def test_ball_dropped_over_the_rim_may_be_in_the_box_or_not() -> None:
    found = dropped((0.09, 0.0, 0.25))
    assert 0.1 < found.holds(IN_BOX) < 0.9
    assert level_m(found.covariance) > level_m(dropped((0.0, 0.0, 0.25)).covariance)


def test_ball_dropped_beside_a_box_is_not_in_it() -> None:
    assert dropped((0.3, 0.0, 0.25)).holds(IN_BOX) == 0.0


def test_rolling_ball_may_be_anywhere_but_a_box_put_down_is_where_it_was_put() -> None:
    simulation = MujocoEngine().open([table(), box("box")], at((0, 0, -0.05), (0, 0, 0.053)))
    still = spread(simulation, BOX, Doubt(), judge=nothing, count=16)
    assert level_m(still.covariance) < 0.015
    assert level_m(rolled(0.01).covariance) > 0.06
    assert level_m(rolled(0.01).covariance) > level_m(rolled(0.2).covariance)


def test_equal_seeds_give_equal_bits_and_leave_the_simulation_alone() -> None:
    simulation = over_a_box((0.09, 0.0, 0.25))
    before = simulation.poses()
    one, other = (spread(simulation, BALL, Doubt(position_m=0.01), judge=inside, count=6) for _ in range(2))
    assert (one.pose == other.pose).all()
    assert (one.covariance == other.covariance).all()
    assert (simulation.poses() == before).all()
    assert (dropped((0.09, 0.0, 0.25), seed=1).pose != one.pose).any()


def test_cloud_run_in_pieces_is_the_same_cloud() -> None:
    simulation = over_a_box((0.05, 0.0, 0.2))
    with closing(simulation.fork()) as trial:
        cloud = begun(trial, 2, Doubt(), judge=inside, count=6)
    while not cloud.done:
        simulation.step(3)
        with closing(simulation.fork()) as trial:
            cloud = advanced(cloud, trial, judge=inside, rollouts=2)
    whole = spread(over_a_box((0.05, 0.0, 0.2)), BALL, Doubt(), judge=inside, count=6)
    assert (cloud.spread().covariance == whole.covariance).all()


def test_hand_that_moves_a_box_is_taken_to_hold_still_in_rollouts() -> None:
    simulation = over_a_box((0.0, 0.0, 0.2))
    simulation.set_mode([1], Mode.KINEMATIC)
    simulation.set_state([1], at((0, 0, 0.004)), np.array([[0.5, 0, 0, 0, 0, 0]]))
    assert spread(simulation, BALL, Doubt(), judge=inside, count=6).holds(IN_BOX) == 1.0


def test_thing_let_go_somewhere_along_a_way_may_lie_anywhere_on_it() -> None:
    simulation = MujocoEngine().open([table(), box("box")], at((0, 0, -0.05), (0, 0, 0.06)))
    trail = np.array([[x, 0.0, 0.06] for x in np.linspace(0, 0.4, 9)])
    cloud = begun(simulation, 1, Doubt(), judge=nothing, trail=trail, count=12)
    cloud = advanced(cloud, simulation, judge=nothing, rollouts=11)
    assert cloud.done
    assert cloud.spread().covariance[0, 0] > 4 * cloud.spread().covariance[1, 1]


def test_spread_turns_with_its_carrier_and_grows_with_the_way() -> None:
    long = at_rest(BALL, at((0.1, 0, 0))[0], Doubt())
    long = Spread(BALL, long.pose, long.covariance + np.diag([0.01, 0, 0, 0, 0, 0]), long.probabilities)
    quarter = np.array([0, 0, 0, 0, 0, np.sqrt(0.5), np.sqrt(0.5)])
    turned = carried(long, at((0, 0, 0))[0], quarter)
    assert np.allclose(turned.pose[:3], [0, 0.1, 0])
    assert turned.covariance[1, 1] > 0.01 > turned.covariance[0, 0]
    far = carried(long, at((0, 0, 0))[0], at((1, 0, 0))[0])
    assert far.covariance[1, 1] > long.covariance[1, 1]
    bounded = carried(long, at((0, 0, 0))[0], at((1, 0, 0))[0], limit_m=0.02)
    assert bounded.covariance[1, 1] <= 0.02**2 + 1e-12


def test_pose_other_than_the_mean_is_less_sure() -> None:
    found = at_rest(BALL, at((0, 0, 0))[0], Doubt())
    assert found.about(at((0.1, 0, 0))[0])[0, 0] > 0.01
    assert (found.about(found.pose) == found.covariance).all()
