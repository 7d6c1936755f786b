"""Many runs of a setup at once with `mujoco.batch`, on all cores: the default of imagining."""

# MuJoCo ships no types; every array that leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import mujoco
import numpy as np
from mujoco import batch

from ..geometry import FloatArray, IntArray, compose, invert
from ..imagination import TOPPLE_RAD, Draw, Setup, Touching, Trace, at_rest, tilts
from .mujoco_batch import CONTROL, Layout, compiled, written
from .mujoco_drive import Course
from .mujoco_spec import FROM_MUJOCO

TOUCH_M = 0.001
# Where nothing is struck or dropped, steps are so many times longer: a mill on a tray still tips within 4 % of where it
# should (four times: 5 %, and one carry in sixteen comes out otherwise than in Bullet).
GENTLY = 3
# So many samples of a run are made in one go, where nobody has to look between them.
TOGETHER = 20


class MujocoRollouts:
    """Runs setups with MuJoCo on `threads` cores, all of them if it is 0; the bits are the same on any number."""

    name: str = "mujoco"

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads

    def run(self, setup: Setup, draws: Sequence[Draw]) -> tuple[Trace, ...]:
        if not draws:
            return ()
        if setup.gentle:
            pacing = setup.pacing
            setup = replace(setup, pacing=msgspec.structs.replace(pacing, steps=max(pacing.steps // GENTLY, 1)))
        layout = compiled(setup)
        many = batch.Batch(layout.model, len(draws), self._threads)
        written(many, layout, setup, draws)
        return _Runs(many, layout, setup, draws).traces()


class _Runs:
    """The runs of a batch while they are under way, each until it is over."""

    def __init__(self, many: Any, layout: Layout, setup: Setup, draws: Sequence[Draw]) -> None:
        self._many, self._layout, self._setup = many, layout, setup
        self._start = np.array([draw.poses for draw in draws])
        self._course = Course(layout, setup, draws)
        self._qpos: FloatArray = many.bind("qpos")
        self._qvel: FloatArray = many.bind("qvel")
        self._looking = _Looking(layout)
        self._samples: list[list[FloatArray]] = [[] for _ in draws]

    def traces(self) -> tuple[Trace, ...]:
        pacing, acting = self._setup.pacing, self._course.acting
        active, last = np.arange(len(self._start)), self._last
        lead = round(pacing.lead / pacing.sample)
        if lead:
            self._advanced(active, 0, lead)
        starts = [self._looking.touching(qpos) for qpos in self._qpos]
        self._keep(active, self._poses(active, self._qpos[active][:, None]))
        ends: dict[int, tuple[Touching, bool]] = {}
        number = 0
        while len(active):
            if self._setup.put_back:
                self._put_back(active)
            blocks = self._together(active, number)
            self._keep(active, self._advanced(active, lead + number, blocks))
            number += blocks
            for run in active[np.minimum(acting + self._window, last)[active] <= number].tolist():
                rested = self._rested(run)
                if rested or number >= last[run]:
                    ends[run] = self._looking.touching(self._qpos[run]), rested
            active = np.array([run for run in active.tolist() if run not in ends], dtype=np.intp)
        return tuple(
            Trace(np.concatenate(samples), starts[run], ends[run][0], int(acting[run]), ends[run][1])
            for run, samples in enumerate(self._samples)
        )

    @property
    def _last(self) -> IntArray:
        """With which sample each run is over, however it is."""
        pacing = self._setup.pacing
        return self._course.acting + round(pacing.patience / pacing.sample)

    @property
    def _window(self) -> int:
        return round(self._setup.pacing.rest / self._setup.pacing.sample)

    def _together(self, active: IntArray, number: int) -> int:
        """How many samples can be made before anybody has to look: until the first run may be at rest."""
        if self._setup.put_back:
            return 1
        first = int(self._course.acting[active].min()) + self._window
        return min(max(first - number, 1), TOGETHER)

    def _advanced(self, active: IntArray, block: int, blocks: int) -> FloatArray:
        """Steps some runs by some samples; the poses of all rows after each, `(k, blocks, n, 7)`."""
        steps = self._setup.pacing.steps
        control = self._course.control(active, block, blocks)
        made = self._many.rollout(blocks * steps, control=control, control_spec=CONTROL, record=("qpos",), ids=active)
        return self._poses(active, made["qpos"][:, steps - 1 :: steps])

    def _keep(self, active: IntArray, poses: FloatArray) -> None:
        for run, some in zip(active.tolist(), poses, strict=True):
            self._samples[run].append(some)

    def _rested(self, run: int) -> bool:
        """Whether nothing moved for long enough since the action of a run was over."""
        samples, window = self._samples[run], self._window
        if sum(map(len, samples)) <= self._course.acting[run] + window:
            return False
        recent = np.concatenate(samples[-window - 1 :])[-window - 1 :]
        return at_rest(recent[:, list(self._layout.free)])

    def _poses(self, active: IntArray, qpos: FloatArray) -> FloatArray:
        """All rows of some runs, `(k, blocks, n, 7)`, by their positions `(k, blocks, m)`."""
        poses = np.repeat(self._start[active][:, None], qpos.shape[1], axis=1)
        for row, address in self._layout.free.items():
            poses[:, :, row] = qpos[:, :, address : address + 7][..., FROM_MUJOCO]
        for row, address in self._layout.driven.items():
            joints = qpos[:, :, address : address + 4].reshape(-1, 4)
            poses[:, :, row] = self._layout.driven_poses(row, joints).reshape(*qpos.shape[:2], 7)
        return poses

    def _put_back(self, active: IntArray) -> None:
        """What toppled goes back to where it began on what carries it, and moves with that."""
        rows = list(self._setup.put_back)
        first = np.array([self._samples[run][0][0] for run in active])
        now = np.array([self._samples[run][-1][-1] for run in active])
        toppled = tilts(first[:, rows], now[:, rows]) >= TOPPLE_RAD
        for place, column in np.argwhere(toppled).tolist():
            self._back(int(active[place]), rows[column], first[place], now[place])

    def _back(self, run: int, row: int, first: FloatArray, now: FloatArray) -> None:
        carrier = self._setup.driven[0]
        place = compose(now[carrier], compose(invert(first[carrier]), first[row]))
        at, velocity = self._layout.free[row], self._layout.velocity[row]
        self._qpos[run, at : at + 7][FROM_MUJOCO] = place
        speeds = self._qvel[run, self._layout.velocity[carrier] :][:4]
        arm = place[:3] - now[carrier, :3]
        spin = speeds[3] * np.asarray(self._layout.axes[carrier])
        self._qvel[run, velocity : velocity + 3] = speeds[:3] + np.cross(spin, arm)
        self._qvel[run, velocity + 3 : velocity + 6] = spin


class _Looking:
    """Finds what touches in one state, with surfaces a little thicker than they are."""

    def __init__(self, layout: Layout) -> None:
        self._model: Any = layout.fresh()
        self._model.geom_margin[:] = TOUCH_M / 2
        self._data: Any = mujoco.MjData(self._model)
        self._rows: IntArray = layout.geom_row

    def touching(self, qpos: FloatArray) -> Touching:
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_collision(self._model, self._data)
        contact = self._data.contact
        rows = self._rows[np.asarray(contact.geom, dtype=np.intp).reshape(-1, 2)]
        normals = np.array(contact.frame, dtype=np.float64).reshape(-1, 9)[:, :3]
        return Touching(rows, normals)
