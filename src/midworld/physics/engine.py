"""What Midworld asks of a physics engine: a factory of private simulations, arrays in, arrays out.

Rows follow `ids`. A pose is `x y z qx qy qz qw` of the body's frame; a velocity is that of the frame's origin, then the
angular one, both along the fixed axes. Metres, seconds, kilograms, +Z up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import Conflict, DuplicateName, UnknownName
from ..geometry import IDENTITY, FloatArray, Frustum, IntArray, Meshes, Pose, Vector3, rotation_matrix
from ..world import EntityId
from .body import Body, check_meshes

Rows = Sequence[int] | IntArray

NOTHING = -1


class Mode(Enum):
    """How a body takes part. It may change at any time and costs no compilation."""

    DYNAMIC = 0
    """Falls, is pushed, pushes."""
    KINEMATIC = 1
    """Moves only as written: keeps its velocity, is infinitely heavy for others, ignores what cannot move."""
    ABSENT = 2
    """Its place is unknown: it touches nothing, hides nothing and stays where it was written."""


class Settings(msgspec.Struct, frozen=True):
    """How a simulation runs. `crisp` contacts suit scenes in which nothing overlaps; the others part gently.

    A dynamic body never rises faster than `rise_m_s`, slides faster than `level_m_s` nor goes anywhere faster than
    `top_m_s`, if given: a net under percepts that stand deep in one another.
    """

    timestep_s: float = 0.00416
    gravity: Vector3 = (0.0, 0.0, -9.81)
    sleep: bool = True
    crisp: bool = False
    rise_m_s: float | None = None
    level_m_s: float | None = None
    top_m_s: float | None = None

    @property
    def least_limit_m_s(self) -> float:
        """What is slower than this is not limited at all."""
        return min(limit for limit in (self.rise_m_s, self.level_m_s, self.top_m_s, float("inf")) if limit is not None)

    @property
    def limited(self) -> bool:
        return self.least_limit_m_s < float("inf")

    def limit(self, velocities: FloatArray) -> None:
        """Slows, in place, what rises, slides or goes faster than allowed."""
        linear = velocities[:, :3]
        if not linear.size or np.einsum("ij,ij->i", linear, linear).max() <= self.least_limit_m_s**2:
            return
        if self.rise_m_s is not None:
            np.minimum(linear[:, 2], self.rise_m_s, out=linear[:, 2])
        if self.level_m_s is not None:
            _slowed(linear[:, :2], self.level_m_s)
        if self.top_m_s is not None:
            _slowed(linear, self.top_m_s)


@dataclass(frozen=True, slots=True, eq=False)
class Contacts:
    """Touching pairs: `rows` (k, 2); unit `normals` from the first body to the second; a negative gap is an overlap.

    `forces` are the normal ones, in newtons.
    """

    rows: IntArray
    points: FloatArray
    normals: FloatArray
    gaps: FloatArray
    forces: FloatArray

    def __len__(self) -> int:
        return len(self.gaps)


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What each ray met first: the row, or `NOTHING`, and how far, or infinity."""

    rows: IntArray
    distances: FloatArray


class Sight(Protocol):
    """Something rays can be sent through."""

    def raycast(self, origins: FloatArray, directions: FloatArray, *, exclude: Rows = ()) -> Hits:
        """First hits of the rays `(k, 3)` along unit directions; one origin `(3,)` may serve all of them."""
        ...

    def segment(self, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
        """Which row fills each pixel `(rows, columns)`, top left first, up to the frustum's far end."""
        ...


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Image:
    """The state of a simulation at one instant, as plain values: any simulation of the same bodies goes on from it.

    `tables` and `numbers` are the engine's own, by its own names.
    """

    engine: str
    bodies: tuple[Body, ...]
    tables: Mapping[str, npt.NDArray[np.generic]]
    numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    contacts: Contacts | None = None

    def check(self, *, engine: str, bodies: tuple[Body, ...]) -> None:
        """Raises Conflict unless it is of these bodies, by this engine."""
        if self.engine != engine:
            raise Conflict([f"this image is of a simulation by {self.engine}, not by {engine}"])
        if self.bodies is not bodies and self.bodies != bodies:
            raise Conflict(["this image is of other bodies; take a new one after every edit"])


class Simulation(Sight, Protocol):
    """One private simulated world. Not for two threads at once; any number of them may run side by side."""

    @property
    def ids(self) -> tuple[EntityId, ...]: ...

    @property
    def bodies(self) -> tuple[Body, ...]: ...

    def edit(
        self,
        *,
        add: Sequence[Body] = (),
        poses: FloatArray | None = None,
        meshes: Meshes | None = None,
        remove: Sequence[EntityId] = (),
    ) -> None:
        """Takes bodies away and puts new ones last, at `(k, 7)` poses, in one go; the others go on as they were."""
        ...

    def set_mode(self, rows: Rows, mode: Mode) -> None:
        """Wakes what the rows touch. A static body is present or absent: kinematic means present."""
        ...

    @property
    def modes(self) -> tuple[Mode, ...]: ...

    def set_friction(self, rows: Rows, scale: npt.ArrayLike) -> None:
        """Scales what the materials say, for rollouts under uncertainty; 1 restores it."""
        ...

    def set_state(self, rows: Rows, poses: FloatArray, velocities: FloatArray | None = None) -> None:
        """Puts bodies somewhere, at rest unless velocities `(k, 6)` are given, and wakes what they were touching."""
        ...

    def poses(self) -> FloatArray:
        """`(n, 7)`, yours to keep."""
        ...

    def positions(self, rows: Rows) -> FloatArray:
        """`(k, 3)` of some rows, yours to keep: what is asked after every step."""
        ...

    def velocities(self) -> FloatArray:
        """`(n, 6)`, yours to keep."""
        ...

    @property
    def asleep(self) -> bool:
        """Whether it is known that no step would change anything."""
        ...

    def begin(self) -> None:
        """Start of a tick: forgets what the solver remembers, so that equal states go on equally."""
        ...

    def step(self, count: int = 1) -> None: ...

    def contacts(self) -> Contacts:
        """All of them at the present poses, those of sleeping bodies included."""
        ...

    def image(self) -> Image:
        """All of it at this instant; the same one as long as nothing changes."""
        ...

    def restore(self, image: Image) -> None:
        """Goes to that instant, its own or another simulation's. Raises Conflict for another engine or other bodies."""
        ...

    def fork(self) -> "Simulation":
        """An independent simulation in the same state."""
        ...

    def close(self) -> None:
        """Gives its memory back; a closed simulation answers nothing."""
        ...


class Engine(Protocol):
    """Opens simulations."""

    @property
    def name(self) -> str: ...

    @property
    def repeatable(self) -> bool:
        """Whether a state written or restored again goes on in the same bits; a new simulation always does."""
        ...

    def open(
        self, bodies: Sequence[Body], poses: FloatArray, *, meshes: Meshes | None = None, settings: Settings = ...
    ) -> Simulation:
        """All bodies dynamic (or static), at rest at `(n, 7)` poses.

        Raises UnknownName for a mesh nobody has the triangles of, Conflict for one that is not convex.
        """
        ...


def as_rows(rows: Rows) -> IntArray:
    if isinstance(rows, np.ndarray) and rows.dtype == np.intp:
        return rows
    return np.asarray(rows, dtype=np.intp)


def checked_edit(
    bodies: Sequence[Body],
    *,
    add: Sequence[Body],
    poses: FloatArray | None,
    meshes: Meshes,
    remove: Sequence[EntityId],
) -> tuple[IntArray, FloatArray]:
    """The rows that stay and the poses of the new bodies, once all of it is known to be possible."""
    rows = {body.id: row for row, body in enumerate(bodies)}
    for name in remove:
        if name not in rows:
            raise UnknownName("body", name, rows)
    gone = set(remove)
    taken = set(rows) - gone
    for body in add:
        if body.id in taken:
            raise DuplicateName("body", body.id)
        taken.add(body.id)
        check_meshes(body, meshes)
    placed = np.reshape(np.zeros((0, 7)) if poses is None else np.asarray(poses, dtype=np.float64), (-1, 7))
    if len(placed) != len(add):
        raise Conflict([f"{len(add)} new bodies came with {len(placed)} poses; give each its own"])
    return np.array([row for name, row in rows.items() if name not in gone], dtype=np.intp), placed


def _slowed(velocities: FloatArray, limit_m_s: float) -> None:
    speeds = np.linalg.norm(velocities, axis=1)
    velocities *= (limit_m_s / np.maximum(speeds, limit_m_s))[:, None]


def pixels(sight: Sight, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
    """A `Sight.segment` by rays: which row each of them meets before it leaves the frustum."""
    local, reach = _local_rays(frustum, columns, rows)
    directions = local @ rotation_matrix(np.asarray(pose.orientation)).T
    hits = sight.raycast(np.asarray(pose.position), directions, exclude=exclude)
    return np.where(hits.distances <= reach, hits.rows, NOTHING).reshape(rows, columns)


@lru_cache(maxsize=32)
def _local_rays(frustum: Frustum, columns: int, rows: int) -> tuple[FloatArray, FloatArray]:
    """Unit directions `(rows * columns, 3)` and, for each, the distance at which it leaves the frustum."""
    local = frustum.rays(IDENTITY, columns, rows).reshape(-1, 3)
    reach = frustum.far_m / local[:, 0]
    local.setflags(write=False)
    reach.setflags(write=False)
    return local, reach
