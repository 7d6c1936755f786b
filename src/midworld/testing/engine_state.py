"""Checks of what an engine keeps, copies, changes and shows."""

from collections.abc import Iterator

import numpy as np

from ..errors import Conflict, DuplicateName, UnknownName
from ..geometry import FloatArray, Pose
from ..geometry import frustum as frustum_of
from ..physics import NOTHING, Engine, Mode
from ..world import EntityId
from .checks import refuses
from .specimens import (
    at,
    ball,
    box,
    far_from,
    run,
    stack,
    table,
    tumble,
    unequal,
)

ON_SIDE = (0.0, 0.5**0.5, 0.0, 0.5**0.5)


def add_and_remove(engine: Engine) -> Iterator[str]:
    simulation, places = stack(engine)
    run(simulation, 0.5)
    simulation.set_mode([3], Mode.KINEMATIC)
    before = simulation.poses()
    simulation.edit(add=[box("d"), box("e")], poses=at((0.5, 0, 0.05), (-0.5, 0, 0.05)), remove=[EntityId("b")])
    if simulation.ids != ("table", "a", "c", "d", "e"):
        yield f"after an edit ids are {simulation.ids}"
        return
    if np.abs(simulation.poses()[:3] - before[[0, 1, 3]]).max() > 1e-9:
        yield "adding and removing moves what stays"
    if simulation.modes[2] is not Mode.KINEMATIC:
        yield "adding and removing forgets modes"
    simulation.set_mode([2], Mode.DYNAMIC)
    run(simulation, 1.0)
    yield from far_from(simulation, "c", places[1], 0.005, "what stood on a removed body")
    yield from far_from(simulation, "d", (0.5, 0, 0.05), 0.002, "a body added at run time")
    if not refuses(DuplicateName, lambda: simulation.edit(add=[box("a")], poses=at((0, 0, 1)))):
        yield "a name given twice must raise DuplicateName"
    if not refuses(UnknownName, lambda: simulation.edit(remove=[EntityId("zebra")])):
        yield "removing what is not there must raise UnknownName"
    simulation.edit(remove=simulation.ids)
    simulation.step()
    if simulation.poses().shape != (0, 7) or simulation.velocities().shape != (0, 6) or len(simulation.contacts()):
        yield "an empty simulation does not answer in empty arrays"


def image_and_restore(engine: Engine) -> Iterator[str]:
    simulation = tumble(engine)
    run(simulation, 0.1)
    kept, poses, velocities = simulation.image(), simulation.poses(), simulation.velocities()
    run(simulation, 0.3)
    first = simulation.poses()
    simulation.set_mode([1], Mode.ABSENT)
    simulation.set_state([0], at((0, 0, -0.5)))
    for _ in range(2):
        simulation.restore(kept)
        if np.abs(simulation.poses() - poses).max() > 1e-9 or np.abs(simulation.velocities() - velocities).max() > 1e-9:
            yield "a restored state is not the one that was kept"
        if simulation.modes[1] is not Mode.DYNAMIC:
            yield "restore leaves modes as they are"
        run(simulation, 0.3)
        yield from unequal(engine, first, simulation.poses(), "a restored simulation")
    other = tumble(engine)
    run(other, 0.7)
    other.restore(kept)
    run(other, 0.3)
    yield from unequal(engine, first, other.poses(), "another simulation of the same bodies, restored")
    simulation.edit(add=[box("new")], poses=at((1, 1, 1)))
    if not refuses(Conflict, lambda: simulation.restore(kept)):
        yield "an image of other bodies must raise Conflict"


def fork(engine: Engine) -> Iterator[str]:
    simulation = tumble(engine)
    simulation.set_mode([2], Mode.KINEMATIC)
    run(simulation, 0.1)
    before = simulation.poses()
    other = simulation.fork()
    if other.ids != simulation.ids or other.modes != simulation.modes:
        yield "a fork has other bodies or modes"
    run(other, 0.3)
    if (simulation.poses() != before).any():
        yield "running a fork moves its source"
    run(simulation, 0.3)
    yield from unequal(engine, other.poses(), simulation.poses(), "a fork")
    other.edit(remove=[EntityId("b")])
    other.set_mode([1], Mode.ABSENT)
    other.set_friction([0], 0.1)
    if EntityId("b") not in simulation.ids or simulation.modes[1] is Mode.ABSENT:
        yield "editing a fork edits its source"


def equal_input_gives_equal_output(engine: Engine) -> Iterator[str]:
    one, other = tumble(engine), tumble(engine)
    for simulation in (one, other):
        run(simulation, 0.5)
    if (one.poses() != other.poses()).any():
        yield "two simulations with equal input differ"
    if not engine.repeatable:
        return
    # In the middle of the tumble, where bodies touch and a solver has something to remember.
    halfway = tumble(engine)
    run(halfway, 0.15)
    start, moving = halfway.poses(), halfway.velocities()
    results: list[FloatArray] = []
    for shift in (0.0, 0.001, 0.0):
        one.set_state(np.arange(4), start + np.array([shift, 0, 0, 0, 0, 0, 0]), moving)
        run(one, 0.3)
        results.append(one.poses())
    if (results[0] != results[2]).any():
        yield "the same state written again goes on differently, though the engine says it is repeatable"


def rays(engine: Engine) -> Iterator[str]:
    simulation = engine.open([table(), box("a"), ball("ball")], at((0, 0, -0.05), (0.5, 0, 0.5), (0.5, 0, 1.0)))
    eye, down = np.array([0.5, 0, 2.0]), np.array([[0, 0, -1.0], [0, 0, 1.0]])
    hits = simulation.raycast(eye, down)
    if hits.rows.tolist() != [2, NOTHING] or abs(hits.distances[0] - 0.97) > 0.002 or hits.distances[1] != np.inf:
        yield f"rays down on a ball and up to nothing hit {hits.rows.tolist()} at {hits.distances.round(3).tolist()}"
    if simulation.raycast(eye, down, exclude=[2]).rows.tolist() != [1, NOTHING]:
        yield "an excluded body stops a ray"
    if simulation.raycast(eye, down, exclude=[1, 2]).rows.tolist() != [0, NOTHING]:
        yield "two excluded bodies stop a ray"
    simulation.set_state([2], at((-0.5, 0, 1.0)))
    origins = np.array([[0.5, 0, 2.0], [-0.5, 0, 2.0], [0.9, 0.9, 2.0]])
    hits = simulation.raycast(origins, np.repeat(down[:1], 3, axis=0))
    if hits.rows.tolist() != [1, 2, 0]:
        yield f"after a move, rays from three places hit {hits.rows.tolist()}"


def segmentation(engine: Engine) -> Iterator[str]:
    simulation = engine.open([box("near"), box("far")], at((0.5, 0, 0), (1.0, 0.15, 0)))
    lens, eye = frustum_of((60, 45), (0.05, 3.0)), Pose()
    image = simulation.segment(lens, eye, columns=80, rows=60)
    if image.shape != (60, 80) or image[30, 40] != 0 or image[2, 2] != NOTHING:
        yield "the picture does not show the near box in its middle and nothing in its corner"
    # +Y is to the left: the far box must be left of the near one, partly hidden by it.
    columns = np.flatnonzero((image == 1).any(axis=0))
    if not len(columns) or columns.max() >= 40:
        yield "what stands to the left is not on the left of the picture"
    if (simulation.segment(lens, eye, columns=80, rows=60, exclude=[0]) == 1).sum() <= (image == 1).sum():
        yield "looking through the near box does not show more of the far one"
    if (simulation.segment(frustum_of((60, 45), (0.05, 0.8)), eye, columns=80, rows=60) == 1).any():
        yield "what is beyond the far end of the frustum is shown"
