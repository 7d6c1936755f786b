"""Simulations that are lent by the image they go on from."""

import numpy as np
import pytest

from countedengine import CountedEngine
from midworld.geometry import Box, FloatArray, Pose, Sphere
from midworld.physics import Image, Mode, Settings, SimulatedScene
from midworld.physics.pool import SPARE, SimulationPool
from midworld.runtime.values import decode_value, encode_value
from midworld.world import EntityId, World, change, enter
from tabletop import ROOM, TOP, crate, object_of, turned

BALL, BLOCK = Sphere(0.03), Box((0.08, 0.08, 0.08))
TICK_STEPS = 8


def pool_of(engine: CountedEngine | None = None, *, thrifty: bool = False) -> SimulationPool:
    settings = Settings(rise_m_s=1.5, level_m_s=1.5, top_m_s=4.9)
    return SimulationPool(engine or CountedEngine(), {}, settings, thrifty=thrifty)


def room(*, lift: float = 0.3) -> World:
    """A ball over a crate, a block tipped over its edge, and another block at rest."""
    things = [
        (object_of("crate", crate()), Pose((0.0, 0.0, TOP))),
        (object_of("ball", BALL), Pose((0.05, 0.02, TOP + lift))),
        (object_of("tipped", BLOCK), turned((0.3, 0.0, TOP + 0.1), 30.0, axis=(1.0, 0.0, 0.0))),
        (object_of("block", BLOCK), Pose((-0.3, 0.0, TOP + 0.04))),
    ]
    return World().apply(enter([*ROOM, *things], stamp=0.0))


def tick(scene: SimulatedScene) -> None:
    scene.simulation.begin()
    scene.simulation.step(TICK_STEPS)


def went_on(pool: SimulationPool, image: Image | None, world: World, ticks: int) -> Image:
    """The image some ticks later, given back in between as a stage does."""
    for _ in range(ticks):
        scene = pool.lend(image, world).scene
        tick(scene)
        image = pool.kept(scene)
    assert image is not None
    return image


def bits(image: Image) -> dict[str, bytes]:
    tables = {name: table.tobytes() for name, table in image.tables.items()}
    return {**tables, "numbers": repr(sorted(image.numbers.items())).encode()}


@pytest.mark.parametrize("before", [1, 10, 40, 120])
def test_an_image_goes_on_in_the_same_bits_in_a_fresh_pool(before: int) -> None:
    world, pool = room(), pool_of()
    image = went_on(pool, None, world, before)
    elsewhere = went_on(pool_of(), image, world, 30)
    assert bits(elsewhere) == bits(went_on(pool, image, world, 30))


def test_an_image_that_went_through_a_file_goes_on_in_the_same_bits() -> None:
    world, pool = room(), pool_of()
    image = went_on(pool, None, world, 20)
    read = decode_value(encode_value(image))
    assert isinstance(read, Image)
    assert bits(went_on(pool_of(), read, world, 30)) == bits(went_on(pool, image, world, 30))


def test_driven_parked_and_absent_things_go_on_as_they_were_in_a_fresh_pool() -> None:
    world, pool = room(), pool_of()
    scene = pool.lend(went_on(pool, None, world, 5), world).scene
    rows = {str(name): row for row, name in enumerate(scene.ids)}
    simulation = scene.simulation
    simulation.set_mode([rows["crate"], rows["block"]], Mode.KINEMATIC)
    simulation.set_mode([rows["tipped"]], Mode.ABSENT)
    simulation.set_friction([rows["ball"]], 0.3)
    simulation.set_state([rows["crate"]], simulation.poses()[[rows["crate"]]], np.array([[0.2, 0.0, 0.1, 0, 0, 0.5]]))
    tick(scene)
    image = pool.kept(scene)
    assert bits(went_on(pool_of(), image, world, 30)) == bits(went_on(pool, image, world, 30))


def test_an_image_can_be_gone_on_from_twice() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    image = went_on(pool, None, world, 10)
    before = bits(image)
    one = went_on(pool, image, world, 20)
    other = went_on(pool, image, world, 20)
    assert bits(one) == bits(other)
    assert bits(image) == before
    # The second found its simulation gone on and had to open another.
    assert engine.opened == 2


def test_whoever_is_lent_a_simulation_has_it_alone() -> None:
    world, pool = room(), pool_of()
    image = went_on(pool, None, world, 10)
    one, other = pool.lend(image, world).scene, pool.lend(image, world).scene
    assert one.simulation is not other.simulation
    still = other.simulation.poses()
    tick(one)
    assert (other.simulation.poses() == still).all()
    tick(other)
    assert (one.simulation.poses() == other.simulation.poses()).all()


def test_one_who_goes_on_keeps_one_simulation() -> None:
    world, engine = room(), CountedEngine()
    went_on(pool_of(engine), None, world, 25)
    assert engine.opened == 1


def test_an_image_whose_owner_is_gone_frees_its_simulation() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    images = [went_on(pool, None, world, 1) for _ in range(5)]
    assert engine.alive == 5
    kept = images[0]
    del images
    assert engine.alive == 1
    went_on(pool, kept, world, 1)
    assert engine.opened == 5


def test_a_thrifty_pool_lets_all_forks_use_one_simulation_in_turns() -> None:
    world, engine = room(), CountedEngine()
    image = went_on(pool_of(), None, world, 10)
    pool = pool_of(engine, thrifty=True)
    forks: list[Image] = [image] * 20
    for _ in range(3):
        forks = [went_on(pool, each, world, 2) for each in forks]
    assert engine.opened == 1
    wanted = bits(went_on(pool_of(), image, world, 6))
    assert all(bits(each) == wanted for each in forks)


def test_a_pool_forked_from_another_leaves_its_simulations_alone() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    image = went_on(pool, None, world, 10)
    forked = pool.forked()
    assert forked.forked() is forked
    went_on(forked, image, world, 5)
    assert engine.opened == 2
    went_on(pool, image, world, 5)
    assert engine.opened == 2


def test_trying_leaves_no_trace_and_reuses_what_is_spare() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    image = went_on(pool, None, world, 10)
    ends: list[FloatArray] = []
    for _ in range(3):
        with pool.trying(image) as trial:
            trial.begin()
            trial.step(50)
            ends.append(trial.poses())
    assert engine.opened == 2
    assert (ends[0] == ends[1]).all()
    assert (ends[0] == ends[2]).all()
    assert bits(went_on(pool, image, world, 5)) == bits(went_on(pool_of(), image, world, 5))


def test_what_fails_while_trying_gives_its_simulation_back() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    image = went_on(pool, None, world, 1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), pool.trying(image):
            raise ZeroDivisionError
    assert engine.opened == 2


def test_no_more_than_a_few_simulations_are_spare() -> None:
    world, engine = room(), CountedEngine()
    pool = pool_of(engine)
    for _ in range(SPARE + 3):
        pool.spare(pool.lend(None, world).scene.simulation)
    assert engine.alive == SPARE


def test_things_enter_and_leave_alike_in_a_live_simulation_and_in_a_fresh_one() -> None:
    world, pool = room(), pool_of()
    image = went_on(pool, None, world, 10)
    more = world.apply(enter([(object_of("new", BLOCK), Pose((0.0, 0.4, TOP + 0.2)))], stamp=1.0))
    less = more.apply(change(stamp=2.0, remove=[EntityId("tipped")]))
    live, fresh = pool, pool_of()
    here, there = went_on(live, image, more, 10), went_on(fresh, image, more, 10)
    assert [body.id for body in here.bodies][-1] == "new"
    assert bits(here) == bits(there)
    here, there = went_on(live, here, less, 10), went_on(pool_of(), there, less, 10)
    assert EntityId("tipped") not in {body.id for body in here.bodies}
    assert bits(here) == bits(there)


def test_a_thing_of_another_shape_is_another_body() -> None:
    world, pool = room(), pool_of()
    image = went_on(pool, None, world, 1)
    other = world.apply(change(stamp=1.0, put=[object_of("ball", Sphere(0.05))]))
    loan = pool.lend(image, other)
    assert loan.scene.ids[-1] == "ball"
    stayed: list[int] = loan.stayed.tolist()
    assert [image.bodies[row].id for row in stayed] == [body.id for body in image.bodies if body.id != "ball"]
    assert loan.scene.half[-1] == pytest.approx([0.05] * 3)
