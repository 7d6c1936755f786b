"""What everything that rays are sent through must do: run `check_sight` on what makes yours."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..agents import MovableSight, SightMaker
from ..errors import UnknownName
from ..geometry import FloatArray, Part, Pose, frustum
from ..physics import NOTHING, Body
from ..world import EntityId
from .checks import Check, Failure, failures, refuses
from .specimens import at, ball, box, cube_mesh

EYE = np.zeros(3)
AHEAD = np.array([[1.0, 0.0, 0.0]])
ASIDE = np.array([[0.0, 1.0, 0.0]])
# A sight may leave a body where it is until it has moved this far.
LAG_M = 1.1e-4
# Balls may be made of triangles, and meshes have a margin (Embree's are off by 0.7 mm, Bullet's by 1.0).
SKIN_M = 2e-3


def check_sight(make: SightMaker) -> tuple[Failure, ...]:
    """Everything wrong with the sights that `make` gives; empty if they conform."""
    return failures(SIGHT_CHECKS, make)


def _placed(make: SightMaker, bodies: Sequence[Body], poses: FloatArray) -> MovableSight:
    sight = make(bodies, meshes={})
    sight.place(poses)
    return sight


def _ahead(
    sight: MovableSight,
    row: int,
    distance_m: float,
    what: str,
    *,
    exclude: Sequence[int] = (),
    tolerance_m: float = LAG_M,
) -> Iterator[str]:
    """A complaint unless a ray along +X meets that row that far away."""
    hits = sight.raycast(EYE, AHEAD, exclude=exclude)
    if hits.rows[0] != row:
        yield f"{what}: a ray meets row {hits.rows[0]}, not {row}"
    elif not np.isclose(hits.distances[0], distance_m, rtol=0.0, atol=tolerance_m):
        yield f"{what}: a ray ends after {hits.distances[0]:.5f} m, not {distance_m:.5f}"


def nearest_is_met_and_excluded_bodies_are_not(make: SightMaker) -> Iterator[str]:
    bodies, poses = [box("near"), ball("middle"), box("far")], at((0.5, 0, 0), (0.8, 0, 0), (1.2, 0, 0))
    sight = _placed(make, bodies, poses)
    yield from _ahead(sight, 0, 0.45, "three bodies in a row")
    yield from _ahead(sight, 1, 0.77, "the first of three excluded", exclude=[0], tolerance_m=SKIN_M)
    yield from _ahead(sight, 2, 1.15, "the first two of three excluded", exclude=[0, 1])
    yield from _nothing(sight, "all excluded", exclude=[0, 1, 2])


def absent_bodies_hide_nothing(make: SightMaker) -> Iterator[str]:
    bodies, poses = [box("near"), box("far")], at((0.5, 0, 0), (1.2, 0, 0))
    sight = _placed(make, bodies, poses)
    sight.place(poses, absent=[0])
    yield from _ahead(sight, 1, 1.15, "the nearer of two absent")
    sight.place(poses, absent=[0, 1])
    yield from _nothing(sight, "both absent")
    sight.place(poses)
    yield from _ahead(sight, 0, 0.45, "both there again")


def what_moves_is_met_where_it_is(make: SightMaker) -> Iterator[str]:
    poses = at((0.5, 0, 0), (1.2, 0, 0))
    sight = _placed(make, [box("near"), box("far")], poses)
    for shift in (0.00005, 0.0002, 0.05):
        sight.place(poses + np.array([shift, 0, 0, 0, 0, 0, 0]))
        yield from _ahead(sight, 0, 0.45 + shift, f"a box moved by {1000 * shift:g} mm")


def slow_drift_adds_up(make: SightMaker) -> Iterator[str]:
    sight = _placed(make, [box("cup")], at((0.5, 0, 0)))
    for step in range(100):
        sight.place(at((0.5 + step * 5e-5, 0, 0)))
    yield from _ahead(sight, 0, 0.45 + 99 * 5e-5, "a box that drifted 5 mm in steps of 0.05 mm")


def meshes_are_met_where_they_are(make: SightMaker) -> Iterator[str]:
    cube = cube_mesh()
    body = Body(EntityId("cube"), (Part(cube.mesh(convex=True), Pose((0.0, 0.0, 0.2))),))
    sight = make([body], meshes={cube.digest: cube})
    sight.place(at((1.0, 0.0, -0.2)))
    yield from _ahead(sight, 0, 0.95, "a cube as a mesh", tolerance_m=SKIN_M)
    if sight.raycast(EYE, ASIDE).rows[0] != NOTHING:
        yield "a ray that passes a mesh meets it"
    if not refuses(UnknownName, lambda: make([body], meshes={})):
        yield "a mesh nobody handed over is not refused with UnknownName"


def pictures_show_bodies_in_their_pixels(make: SightMaker) -> Iterator[str]:
    sight = _placed(make, [box("left"), box("right")], at((1.0, 0.2, 0), (1.0, -0.2, 0)))
    picture = sight.segment(frustum((60, 45), (0.05, 10.0)), Pose(), columns=80, rows=60)
    if picture.shape != (60, 80):
        yield f"a picture of 80 columns and 60 rows has the shape {picture.shape}"
        return
    left, right = set(np.unique(picture[:, :40])), set(np.unique(picture[:, 40:]))
    if left != {NOTHING, 0} or right != {NOTHING, 1}:
        yield f"the left half shows rows {sorted(left)}, the right half {sorted(right)}"


def _nothing(sight: MovableSight, what: str, *, exclude: Sequence[int] = ()) -> Iterator[str]:
    hits = sight.raycast(EYE, AHEAD, exclude=exclude)
    if hits.rows[0] != NOTHING or hits.distances[0] != np.inf:
        yield f"{what}: a ray meets row {hits.rows[0]} after {hits.distances[0]} m, not nothing after infinity"


SIGHT_CHECKS: tuple[Check[SightMaker], ...] = (
    nearest_is_met_and_excluded_bodies_are_not,
    absent_bodies_hide_nothing,
    what_moves_is_met_where_it_is,
    slow_drift_adds_up,
    meshes_are_met_where_they_are,
    pictures_show_bodies_in_their_pixels,
)
