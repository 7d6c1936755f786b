"""Small scenes of bodies in which engines and sights are checked and measured."""

from collections.abc import Iterator

import numpy as np

from ..geometry import Box, FloatArray, Inertial, Part, Pose, Sphere, Triangles, Vector3
from ..physics import Body, Engine, Settings, Simulation
from ..world import EntityId

STEP_S = Settings().timestep_s
EDGE_M = 0.1
CUBE = Box((EDGE_M, EDGE_M, EDGE_M))
TABLE_M = (2.0, 2.0, 0.1)
# A tick of the reasoner: checks run as it does.
TICK_STEPS = 19


def table(name: str = "table") -> Body:
    """A static slab of 2 m by 2 m, 10 cm thick, its frame in its middle."""
    return Body(EntityId(name), (Part(Box(TABLE_M)),), static=True)


def box(name: str) -> Body:
    """A cube of 10 cm and 300 g."""
    return Body(EntityId(name), (Part(CUBE),), inertial=solid())


def ball(name: str) -> Body:
    """A ball of 3 cm radius and 100 g."""
    return Body(
        EntityId(name), (Part(Sphere(0.03)),), inertial=Inertial(0.1, (0.0, 0.0, 0.0), (3.6e-5, 3.6e-5, 3.6e-5))
    )


def container(name: str) -> Body:
    """An open box, 20 cm wide, 10 cm high, with walls and floor of 8 mm; its frame in the middle of the floor."""
    walls = [
        Part(Box(size), Pose(place))
        for size, place in (
            ((0.2, 0.2, 0.008), (0.0, 0.0, 0.0)),
            ((0.008, 0.2, 0.1), (0.096, 0.0, 0.046)),
            ((0.008, 0.2, 0.1), (-0.096, 0.0, 0.046)),
            ((0.2, 0.008, 0.1), (0.0, 0.096, 0.046)),
            ((0.2, 0.008, 0.1), (0.0, -0.096, 0.046)),
        )
    ]
    return Body(EntityId(name), tuple(walls), inertial=Inertial(0.5, (0.0, 0.0, 0.03), (0.003, 0.003, 0.004)))


def solid() -> Inertial:
    return Inertial(0.3, (0.0, 0.0, 0.0), (5e-4, 5e-4, 5e-4))


def cube_mesh() -> Triangles:
    """The 10 cm cube as triangles."""
    half = EDGE_M / 2
    corners = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    faces = [triangle for a, b, c, d in sides for triangle in ((a, b, c), (a, c, d))]
    return Triangles.of(corners, faces)


def at(*places: Vector3) -> FloatArray:
    """Level poses `(n, 7)`."""
    return np.array([[*place, 0.0, 0.0, 0.0, 1.0] for place in places])


def stack(engine: Engine) -> tuple[Simulation, list[Vector3]]:
    """A table (row 0) with three boxes on one another (rows 1 to 3), and where the boxes are."""
    places: list[Vector3] = [(0.0, 0.0, 0.05), (0.0, 0.0, 0.15), (0.0, 0.0, 0.25)]
    return engine.open([table(), box("a"), box("b"), box("c")], at((0.0, 0.0, -0.05), *places)), places


def tumble(engine: Engine) -> Simulation:
    """A table and three things that fall on it and on one another."""
    poses = at((0.0, 0.0, -0.05), (0.0, 0.0, 0.08), (0.03, 0.02, 0.2), (-0.02, 0.01, 0.3))
    poses[1, 3:] = np.array([0.1, 0.2, 0.0, 0.97]) / np.linalg.norm([0.1, 0.2, 0.0, 0.97])
    return engine.open([table(), box("a"), ball("b"), box("c")], poses)


def run(simulation: Simulation, seconds: float) -> None:
    """In ticks, as the reasoner does."""
    left = round(seconds / STEP_S)
    while left > 0:
        simulation.begin()
        simulation.step(min(left, TICK_STEPS))
        left -= TICK_STEPS


def position(simulation: Simulation, name: str) -> FloatArray:
    return simulation.poses()[simulation.ids.index(EntityId(name)), :3]


def fastest(simulation: Simulation, seconds: float) -> float:
    """The greatest speed of anything at any step."""
    top = 0.0
    for _ in range(round(seconds / STEP_S)):
        simulation.step()
        top = max(top, float(np.linalg.norm(simulation.velocities()[:, :3], axis=1).max()))
    return top


def far_from(
    simulation: Simulation, name: str, place: Vector3, tolerance_m: float, what: str, *, height_m: float | None = None
) -> Iterator[str]:
    """A complaint if a body is not where it should be; heights may have a tolerance of their own."""
    found = position(simulation, name)
    off = found - np.asarray(place)
    if not np.isfinite(found).all() or np.linalg.norm(off) > tolerance_m:
        yield f"{what} is at {found.round(4).tolist()}, not at {list(place)}"
    elif height_m is not None and abs(off[2]) > height_m:
        yield f"{what} is at height {found[2]:.4f}, not {place[2]:.4f}"


def unequal(engine: Engine, one: FloatArray, other: FloatArray, what: str) -> Iterator[str]:
    """A complaint if two outcomes differ: in any bit where the engine promises that, else by 2 mm."""
    if engine.repeatable and (one != other).any():
        yield f"{what} goes on differently by {np.abs(one - other).max():.1e}"
    elif np.abs(one[:, :3] - other[:, :3]).max() > 0.002:
        yield f"{what} goes on differently by {1000 * np.abs(one[:, :3] - other[:, :3]).max():.1f} mm"
