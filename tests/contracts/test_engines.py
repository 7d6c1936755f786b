"""One suite over every physics engine, and engines that must not pass it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from midworld.adapters.bullet import BulletEngine
from midworld.adapters.mujoco import MujocoEngine, MujocoSimulation
from midworld.geometry import Box, FloatArray, Meshes, Part, Pose, Vector3, rotate
from midworld.physics import Body, Contacts, Engine, Image, Mode, Rows, Settings, Simulation
from midworld.testing import ENGINE_CHECKS, Check, check_engine, run_check
from midworld.testing.specimens import at, ball, box, container, far_from, fastest, run, table, tumble
from midworld.world import EntityId

ENGINES: tuple[Engine, ...] = (MujocoEngine(), BulletEngine())
over_engines = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)


@over_engines
@pytest.mark.parametrize("check", ENGINE_CHECKS, ids=lambda check: check.__name__)
def test_engine_conforms(check: Check[Engine], engine: Engine) -> None:
    assert run_check(check, engine) == ()


class Frozen(MujocoSimulation):
    def step(self, count: int = 1) -> None:
        pass


class Forgetful(MujocoSimulation):
    def restore(self, image: Image) -> None:
        pass


class Dizzy(MujocoSimulation):
    """Angular velocities in the body's frame, as MuJoCo itself has them."""

    def velocities(self) -> FloatArray:
        velocities = super().velocities()
        turned = self.poses()[:, 3:] * np.array([-1, -1, -1, 1])
        velocities[:, 3:] = rotate(turned, velocities[:, 3:])
        return velocities


class Upended(MujocoSimulation):
    def contacts(self) -> Contacts:
        found = super().contacts()
        return Contacts(found.rows, found.points, -found.normals, found.gaps, found.forces)


class Stubborn(MujocoSimulation):
    def set_mode(self, rows: Rows, mode: Mode) -> None:
        pass


class Careless(MujocoSimulation):
    """Carries a solver's memory from tick to tick."""

    def begin(self) -> None:
        pass


class Broken:
    """An engine of one faulty kind of simulation."""

    repeatable = True

    def __init__(self, kind: type[MujocoSimulation], *, gravity: Vector3 | None = None) -> None:
        self.name = kind.__name__
        self._kind, self._gravity = kind, gravity

    def open(
        self,
        bodies: Sequence[Body],
        poses: FloatArray,
        *,
        meshes: Meshes | None = None,
        settings: Settings = Settings(),  # noqa: B008 - frozen
    ) -> Simulation:
        simulation = self._kind(Settings(gravity=self._gravity) if self._gravity else settings)
        simulation.edit(add=bodies, poses=poses, meshes=meshes)
        return simulation


@pytest.mark.parametrize(
    ("engine", "caught"),
    [
        (Broken(Frozen), "free_fall"),
        (Broken(Forgetful), "image_and_restore"),
        (Broken(Dizzy), "velocities_are_along_fixed_axes"),
        (Broken(Upended), "contacts_name_the_support"),
        (Broken(Stubborn), "absent_body_takes_part_in_nothing"),
        (Broken(Careless), "equal_input_gives_equal_output"),
        (Broken(MujocoSimulation, gravity=(0.0, 0.0, 9.81)), "rest"),
    ],
    ids=lambda item: item.name if isinstance(item, Broken) else item,
)
def test_broken_engine_is_caught(engine: Broken, caught: str) -> None:
    assert caught in {failure.check for failure in check_engine(engine)}


@over_engines
def test_simulations_in_threads_do_not_disturb_each_other(engine: Engine) -> None:
    def outcome(_: int) -> bytes:
        simulation = tumble(engine)
        run(simulation, 0.5)
        return simulation.poses().tobytes()

    alone = outcome(0)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(outcome, range(8))) == {alone}


@over_engines
def test_random_percepts_never_break_or_throw_anything(engine: Engine) -> None:
    random = np.random.default_rng(7)
    simulation = engine.open(
        [table(), *(box(f"box{i}") for i in range(6)), ball("ball")],
        at((0, 0, -0.05), *((0.15 * i - 0.4, 0.0, 0.05) for i in range(7))),
        settings=Settings(rise_m_s=0.3, level_m_s=1.0),
    )
    for tick in range(80):
        rows = random.choice(np.arange(1, 8), size=2, replace=False)
        poses = np.column_stack(
            [random.uniform(-0.2, 0.2, (2, 2)), random.uniform(0.0, 0.4, 2), np.zeros((2, 3)), np.ones(2)]
        )
        simulation.set_mode(rows, list(Mode)[tick % 3])
        simulation.set_state(rows, poses)
        simulation.begin()
        simulation.step(8)
        assert np.isfinite(simulation.poses()).all()
        assert np.linalg.norm(simulation.velocities()[:, :3], axis=1).max() < 5.0


@over_engines
def test_thing_sunk_into_a_thin_static_shelf_comes_up_on_top(engine: Engine) -> None:
    shelf = Body(EntityId("shelf"), (Part(Box((0.6, 0.4, 0.008)), Pose((0.0, 0.0, 0.0))),), static=True)
    simulation = engine.open([shelf, box("a"), ball("ball")], at((0, 0, 0.5), (-0.15, 0, 0.524), (0.15, 0, 0.504)))
    top = fastest(simulation, 1.0)
    assert list(far_from(simulation, "a", (-0.15, 0, 0.554), 0.003, "box")) == []
    assert list(far_from(simulation, "ball", (0.15, 0, 0.534), 0.01, "ball")) == []
    assert top < 1.0


@over_engines
def test_carried_container_takes_its_contents_along(engine: Engine) -> None:
    simulation = engine.open([table(), container("tray"), ball("ball")], at((0, 0, -0.05), (0, 0, 0.3), (0, 0, 0.334)))
    simulation.set_mode([1], Mode.KINEMATIC)
    for tick in range(60):
        start: Vector3 = (0.02 * tick, 0.0, 0.3)
        simulation.set_state([1], at(start), np.array([[0.25, 0, 0, 0, 0, 0]]))
        simulation.begin()
        simulation.step(19)
    offset = simulation.poses()[2, :3] - simulation.poses()[1, :3]
    assert np.abs(offset[:2]).max() < 0.07
    assert 0.0 < offset[2] < 0.05


def test_settled_bodies_sleep_and_cost_nothing_until_touched() -> None:
    simulation = MujocoEngine().open([table(), box("a"), box("b")], at((0, 0, -0.05), (0, 0, 0.05), (0.5, 0, 0.05)))
    run(simulation, 1.0)
    before = simulation.poses()
    run(simulation, 1.0)
    assert (simulation.poses() == before).all()
    assert len(simulation.contacts()) == 8
    simulation.set_state([2], at((0.0, 0, 0.16)))
    run(simulation, 0.5)
    assert list(far_from(simulation, "b", (0, 0, 0.15), 0.002, "b")) == []


def test_engines_agree_on_where_a_tumble_ends() -> None:
    outcomes: list[FloatArray] = []
    for engine in ENGINES:
        simulation = tumble(engine)
        run(simulation, 0.15)
        outcomes.append(simulation.poses())
    assert np.abs(outcomes[0] - outcomes[1]).max() < 0.02
