"""MuJoCo behind the engine protocol: the default. Quaternions and angular velocities are turned at this border."""

# MuJoCo ships no types; every array that leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

import copy
import logging
import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray, Frustum, IntArray, Meshes, Pose, Triangles, conjugate, rotate
from ..physics import Body, Contacts, Hits, Image, Mode, Rows, Settings, as_rows, checked_edit, pixels
from ..world import EntityId
from .mujoco_image import SLEEP_COUNTS, SLEEP_TABLES
from .mujoco_query import ABSENT_GROUP, cast, find_contacts, news, nobody_asleep
from .mujoco_spec import AWAKE, FROM_MUJOCO, MEETS, TO_MUJOCO, Recipe, layout_of

# Added to the diagonal of the mass matrix of what nothing can push. At 1e5 the solver loses the light bodies' digits
# and what stands on a moving tray trembles; what is left of a push at 3e3 is put right after every step.
HEAVY = 3e3
# A cylinder that stands this upright does not roll; six-dimensional contacts cost twice as much as four.
UPRIGHT = 0.97
MODES = tuple(Mode)

# MuJoCo would write its warnings to the terminal and into a file where the run was started.
mujoco.set_mju_user_warning(logging.getLogger(__name__).debug)


def _no_image() -> None:
    """What a simulation that has moved on since is an image of."""


class MujocoEngine:
    """Opens MuJoCo simulations."""

    name: str = "mujoco"
    repeatable: bool = True

    def open(
        self,
        bodies: Sequence[Body],
        poses: FloatArray,
        *,
        meshes: Meshes | None = None,
        settings: Settings = Settings(),  # noqa: B008 - frozen
    ) -> "MujocoSimulation":
        simulation = MujocoSimulation(settings)
        simulation.edit(add=bodies, poses=poses, meshes=meshes)
        return simulation


class MujocoSimulation:
    """One private MuJoCo world: its own model, because modes and frictions are written into it."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._unlimited = settings, settings.least_limit_m_s**2
        self._bodies: tuple[Body, ...] = ()
        self._meshes: dict[str, Triangles] = {}
        self._recipe: Recipe | None = Recipe(settings)
        self._modes: npt.NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._scales: FloatArray = np.ones(0)
        self._statics: FloatArray = np.zeros((0, 7))
        self._compile(self._recipe)

    @property
    def ids(self) -> tuple[EntityId, ...]:
        return self._ids

    @property
    def bodies(self) -> tuple[Body, ...]:
        return self._bodies

    @property
    def modes(self) -> tuple[Mode, ...]:
        return tuple(MODES[code] for code in self._modes)

    def edit(
        self,
        *,
        add: Sequence[Body] = (),
        poses: FloatArray | None = None,
        meshes: Meshes | None = None,
        remove: Sequence[EntityId] = (),
    ) -> None:
        self._meshes.update(meshes or {})
        kept, placed = checked_edit(self._bodies, add=add, poses=poses, meshes=self._meshes, remove=remove)
        old_poses, old_velocities = self.poses()[kept], self.velocities()[kept]
        modes, scales = self._modes[kept], self._scales[kept]

        if self._recipe is None:
            # A fork shares no description with its source: it writes its own when first edited.
            self._recipe = Recipe(self._settings)
            self._recipe.edit((), add=self._bodies, meshes=self._meshes)
        self._recipe.edit(kept.tolist(), add=add, meshes=self._meshes)
        self._bodies = self._recipe.bodies
        self._compile(self._recipe)
        count = len(kept)
        self._scales[:count] = scales
        self._refresh_friction()
        for mode in (Mode.KINEMATIC, Mode.ABSENT):
            self.set_mode(np.flatnonzero(modes == mode.value), mode)
        self.set_state(np.arange(count), old_poses, old_velocities)
        self.set_state(np.arange(count, len(self._bodies)), placed)

    def set_mode(self, rows: Rows, mode: Mode) -> None:
        rows = as_rows(rows)
        rows = rows[self._modes[rows] != mode.value]
        if not len(rows):
            return
        self._modes[rows] = mode.value
        self._image = _no_image
        model, index = self._model, self._free[rows]
        free = index >= 0
        self._wake(index[free], everything=not free.all())
        for row, movable in zip(rows.tolist(), free.tolist(), strict=True):
            kind, affinity = MEETS[mode] if movable or mode is Mode.ABSENT else MEETS[Mode.KINEMATIC]
            geoms = self._geoms[row]
            model.geom_contype[geoms], model.geom_conaffinity[geoms] = kind, affinity
            model.body_contype[row + 1], model.body_conaffinity[row + 1] = kind, affinity
            model.geom_group[geoms] = ABSENT_GROUP if mode is Mode.ABSENT else 0
        index, bodies = index[free], rows[free] + 1
        load = 0.0 if mode is Mode.DYNAMIC else HEAVY
        model.dof_armature.reshape(-1, 6)[index] = load
        # Lone free bodies take their mass matrix from here, not from the armature.
        model.dof_M0.reshape(-1, 6)[index] = self._inertia[index] + load
        model.body_invweight0[bodies] = self._lightness[bodies] if mode is Mode.DYNAMIC else 1.0 / HEAVY
        if mode is Mode.ABSENT:
            self._v[index] = -0.0
        # Adding zero makes negative zeros positive: what is written after every step must let the body sleep.
        self._command[index] = self._v[index] + 0.0
        self._places[index] = self._q[index]
        self._refresh_driven()

    def set_friction(self, rows: Rows, scale: npt.ArrayLike) -> None:
        self._scales[as_rows(rows)] = scale
        self._image = _no_image
        self._refresh_friction()
        self._wake(np.arange(len(self._v)))

    def set_state(self, rows: Rows, poses: FloatArray, velocities: FloatArray | None = None) -> None:
        rows = as_rows(rows)
        poses = np.reshape(poses, (-1, 7))
        index = self._free[rows]
        if self._any_static and (still := index < 0).any():
            self._place_statics(rows[still], poses[still])
            velocities = None if velocities is None else np.reshape(velocities, (-1, 6))[~still]
            index, poses = index[~still], poses[~still]
        if len(self._parked):
            fresh = news(self._q, self._parked, index, poses[:, TO_MUJOCO], velocities)
            velocities = None if velocities is None else np.reshape(velocities, (-1, 6))[fresh]
            index, poses = index[fresh], poses[fresh]
        if not len(index):
            return
        self._q[index] = poses[:, TO_MUJOCO]
        # A negative zero is no motion, yet its bits differ from zero, which is what wakes an island.
        written: Any = -0.0
        if velocities is not None:
            written = np.array(velocities, dtype=np.float64).reshape(-1, 6)
            written[:, 3:] = rotate(conjugate(poses[:, 3:]), written[:, 3:])
            written[written == 0.0] = -0.0
        self._v[index] = written
        self._command[index] = written + 0.0
        self._places[index] = self._q[index]
        if len(self._driven):
            self._refresh_driven()
        # How long a body has been at rest is part of its state, or the same writes would go on differently.
        awake = index[self._asleep[index] < 0]
        self._asleep[awake] = AWAKE
        self._touched()

    def poses(self) -> FloatArray:
        if not self._any_static:
            return self._q[:, FROM_MUJOCO]
        poses = self._statics.copy()
        poses[self._movable] = self._q[:, FROM_MUJOCO]
        return poses

    def positions(self, rows: Rows) -> FloatArray:
        rows = as_rows(rows)
        index = self._free.take(rows)
        found = self._q.take(index, axis=0)[:, :3]
        if self._any_static and index.size and index.min() < 0:
            found[index < 0] = self._statics[rows[index < 0], :3]
        return found

    def velocities(self) -> FloatArray:
        velocities = np.zeros((len(self._bodies), 6))
        velocities[self._movable, :3] = self._v[:, :3]
        if len(self._movable):
            velocities[self._movable, 3:] = rotate(self._q[:, FROM_MUJOCO[3:]], self._v[:, 3:])
        return velocities

    @property
    def asleep(self) -> bool:
        return not self._stirred and self._data.ntree_awake == 0

    def begin(self) -> None:
        self._image = _no_image
        self._data.qacc_warmstart[:] = 0.0
        self._data.time = 0.0
        self._good[:] = self._q
        if len(self._rollers):
            self._refresh()
            upright = np.abs(self._data.geom_xmat[self._rollers, 8]) > UPRIGHT
            self._model.geom_condim[self._rollers] = np.where(upright, 4, 6)

    def step(self, count: int = 1) -> None:
        if self.asleep:
            return
        model, data = self._model, self._data
        if self._unlimited < math.inf or len(self._driven):
            for _ in range(count):
                mujoco.mj_step(model, data)
                self._correct()
        else:
            mujoco.mj_step(model, data, count)
        self._touched()
        self._stirred = False
        if not math.isfinite(self._speeds.dot(self._speeds)):
            self._mend()

    def contacts(self) -> Contacts:
        if self._contacts is None:
            if self._scratch is None:
                self._scratch = mujoco.MjData(self._model)
            self._contacts = find_contacts(self._model, self._data, self._scratch, self._geom_row)
        return self._contacts

    def raycast(self, origins: FloatArray, directions: FloatArray, *, exclude: Rows = ()) -> Hits:
        self._refresh()
        hidden = np.zeros(len(self._bodies), dtype=np.bool_)
        hidden[as_rows(exclude)] = True
        return cast(self._model, self._data, origins, directions, np.flatnonzero(hidden[self._geom_row]))

    def segment(self, frustum: Frustum, pose: Pose, *, columns: int, rows: int, exclude: Rows = ()) -> IntArray:
        return pixels(self, frustum, pose, columns=columns, rows=rows, exclude=exclude)

    def image(self) -> Image:
        image = self._image()
        if image is None:
            data = self._data
            tables = {
                "q": self._q.copy(),
                "v": self._v.copy(),
                "modes": self._modes.copy(),
                "scales": self._scales.copy(),
                "statics": self._statics.copy(),
                "command": self._command.copy(),
                "places": self._places.copy(),
                "condim": self._model.geom_condim.copy(),
                **{name: getattr(data, name).copy() for name in SLEEP_TABLES},
            }
            numbers = {"stirred": int(self._stirred), **{name: int(getattr(data, name)) for name in SLEEP_COUNTS}}
            image = Image("mujoco", self._bodies, tables, numbers, self._contacts)
            self._image = weakref.ref(image)
        return image

    def restore(self, image: Image) -> None:
        image.check(engine="mujoco", bodies=self._bodies)
        if image is self._image():
            return
        kept: Any = image.tables
        for mode in MODES:
            self.set_mode(np.flatnonzero(kept["modes"] == mode.value), mode)
        if (self._scales != kept["scales"]).any():
            self._scales[:] = kept["scales"]
            self._refresh_friction()
        still = np.flatnonzero(self._free < 0)
        self._place_statics(still, kept["statics"][still])
        self._command[:], self._places[:] = kept["command"], kept["places"]
        self._refresh_driven()
        self._model.geom_condim[:] = kept["condim"]
        self._q[:], self._v[:] = kept["q"], kept["v"]
        # MuJoCo computes nothing for sleeping bodies: where they are must be known before they sleep again.
        with nobody_asleep(self._model):
            mujoco.mj_forward(self._model, self._data)
        self._data.qacc_warmstart[:] = 0.0
        self._data.time = 0.0
        self._q[:], self._v[:] = kept["q"], kept["v"]
        for name in SLEEP_TABLES:
            getattr(self._data, name)[:] = kept[name]
        for name in SLEEP_COUNTS:
            setattr(self._data, name, image.numbers[name])
        self._touched()
        self._stirred, self._contacts = bool(image.numbers["stirred"]), image.contacts
        self._image = weakref.ref(image)

    def fork(self) -> "MujocoSimulation":
        other = copy.copy(self)
        other._recipe = None
        other._meshes = dict(self._meshes)
        other._modes, other._scales = self._modes.copy(), self._scales.copy()
        statics, tables = self._statics.copy(), (self._command.copy(), self._places.copy(), self._good.copy())
        other._adopt(copy.copy(self._model))
        other._inertia, other._lightness, other._base_friction = self._inertia, self._lightness, self._base_friction
        mujoco.mj_copyData(other._data, other._model, self._data)
        other._statics = statics
        other._command, other._places, other._good = tables
        other._refresh_driven()
        return other

    def close(self) -> None:
        self._recipe = self._model = self._data = None

    def _compile(self, recipe: Recipe) -> None:
        count = len(self._bodies)
        self._modes, self._scales = np.zeros(count, np.uint8), np.ones(count)
        self._adopt(recipe.compile())
        self._inertia = self._model.dof_M0.reshape(-1, 6).copy()
        self._lightness = self._model.body_invweight0.copy()
        self._base_friction: FloatArray = self._model.geom_friction.copy()

    def _adopt(self, model: Any) -> None:
        self._ids = tuple(body.id for body in self._bodies)
        self._model: Any = model
        self._data: Any = mujoco.MjData(model)
        data = self._data
        self._q: FloatArray = data.qpos.reshape(-1, 7)
        self._speeds: FloatArray = data.qvel
        self._v: FloatArray = self._speeds.reshape(-1, 6)
        self._asleep: npt.NDArray[np.int32] = data.tree_asleep
        self._good, self._places, self._command = self._q.copy(), self._q.copy(), self._v.copy()
        self._statics = np.zeros((len(self._bodies), 7))
        layout = layout_of(model, self._bodies)
        self._movable, self._free = layout.movable, layout.free
        self._geoms, self._geom_row, self._rollers = layout.geoms, layout.geom_row, layout.rollers
        self._any_static = len(self._movable) < len(self._bodies)
        self._driven: IntArray = np.zeros(0, np.intp)
        self._parked: IntArray = self._driven
        self._driven_command, self._parked_places = self._command[:0], self._places[:0]
        self._scratch: Any = None
        # Weakly: whoever lends simulations finds them by images, and keeps those that somebody may go on from.
        self._image: Callable[[], Image | None] = _no_image
        self._stale = self._stirred = True
        self._contacts: Contacts | None = None

    def _touched(self) -> None:
        self._stale = self._stirred = True
        self._contacts, self._image = None, _no_image

    def _refresh(self) -> None:
        if self._stale:
            mujoco.mj_kinematics(self._model, self._data)
            self._stale = False

    def _refresh_driven(self) -> None:
        self._driven = self._free[np.flatnonzero((self._modes != Mode.DYNAMIC.value) & (self._free >= 0))]
        self._driven_command = self._command[self._driven]
        self._parked = self._driven[~self._driven_command.any(axis=1)]
        self._parked_places = self._places[self._parked]

    def _refresh_friction(self) -> None:
        self._model.geom_friction[:] = self._base_friction * self._scales[self._geom_row][:, None]

    def _wake(self, index: IntArray, *, everything: bool = False) -> None:
        index = np.arange(len(self._v)) if everything else index
        moving = self._v[index]
        moving[moving == 0.0] = -0.0
        self._v[index] = moving
        self._touched()

    def _place_statics(self, rows: IntArray, poses: FloatArray) -> None:
        changed = (self._statics[rows] != poses).any(axis=1)
        rows, poses = rows[changed], poses[changed]
        if not len(rows):
            return
        self._statics[rows] = poses
        self._model.body_pos[rows + 1] = poses[:, :3]
        self._model.body_quat[rows + 1] = poses[:, TO_MUJOCO[3:]]
        self._image = _no_image
        # With sleep on MuJoCo never looks at static bodies again; this makes it, and wakes everybody.
        with nobody_asleep(self._model):
            mujoco.mj_kinematics(self._model, self._data)
        self._touched()

    def _correct(self) -> None:
        # Where all speeds together break no limit, none does alone.
        if not self._speeds.dot(self._speeds) <= self._unlimited:
            self._settings.limit(self._v)
        if len(self._driven):
            self._v[self._driven] = self._driven_command
        if len(self._parked):
            self._q[self._parked] = self._parked_places

    def _mend(self) -> None:
        """A body whose numbers broke goes back to where this tick found it."""
        broken = ~np.isfinite(self._v).all(axis=1) | ~np.isfinite(self._q).all(axis=1)
        self._q[broken] = self._good[broken]
        self._v[broken] = -0.0
        self._data.qacc_warmstart[:] = 0.0
        self._touched()
