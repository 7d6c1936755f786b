"""Many runs of a setup at once with `mujoco.batch`, on all cores: the default of imagining."""

# MuJoCo ships no types; every array that leaves this file is declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np
from mujoco import batch

from ..geometry import FloatArray, IntArray, compose, invert
from ..imagination import TOPPLE_RAD, Draw, Setup, Touching, Trace, at_rest, tilts
from .mujoco_batch import CONTROL, Layout, compiled, written
from .mujoco_drive import Course
from .mujoco_spec import FROM_MUJOCO

TOUCH_M = 0.001


class MujocoRollouts:
    """Runs setups with MuJoCo on `threads` cores, all of them if it is 0; the bits are the same on any number."""

    name: str = "mujoco"

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads

    def run(self, setup: Setup, draws: Sequence[Draw]) -> tuple[Trace, ...]:
        if not draws:
            return ()
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

    def traces(self) -> tuple[Trace, ...]:
        pacing, count = self._setup.pacing, len(self._start)
        lead = round(pacing.lead / pacing.sample)
        acting = self._course.acting
        window = round(pacing.rest / pacing.sample)
        last = acting + round(pacing.patience / pacing.sample)
        samples: list[list[FloatArray]] = [[] for _ in range(count)]
        starts: list[Touching] = []
        ends: dict[int, tuple[Touching, bool]] = {}
        active = np.arange(count)
        for block in range(lead):
            self._advance(active, block)
        resting = self._resting_rows()
        for block in range(lead, lead + int(last.max()) + 1):
            poses = self._poses(active)
            for place, run in enumerate(active.tolist()):
                samples[run].append(poses[place])
                number = block - lead
                if number == 0:
                    starts.append(self._looking.touching(self._qpos[run]))
                over = number >= acting[run] + window and _rests(samples[run][-window - 1 :], resting)
                if over or number >= last[run]:
                    ends[run] = self._looking.touching(self._qpos[run]), over
            active = np.array([run for run in active.tolist() if run not in ends], dtype=np.intp)
            if not len(active):
                break
            if self._setup.put_back:
                self._put_back(active, samples)
            self._advance(active, block)
        return tuple(
            Trace(np.array(samples[run]), starts[run], ends[run][0], int(acting[run]), ends[run][1])
            for run in range(count)
        )

    def _advance(self, active: IntArray, block: int) -> None:
        control = self._course.control(active, block)
        self._many.rollout(self._setup.pacing.steps, control=control, control_spec=CONTROL, record=(), ids=active)

    def _resting_rows(self) -> IntArray:
        return np.array([row for row in self._layout.free if row not in self._setup.driven], dtype=np.intp)

    def _poses(self, active: IntArray) -> FloatArray:
        """All rows of the runs under way, `(k, n, 7)`."""
        poses = self._start[active]
        for row, address in self._layout.free.items():
            poses[:, row] = self._qpos[active, address : address + 7][:, FROM_MUJOCO]
        for row, address in self._layout.driven.items():
            poses[:, row] = self._layout.driven_poses(row, self._qpos[active, address : address + 4])
        return poses

    def _put_back(self, active: IntArray, samples: list[list[FloatArray]]) -> None:
        """What toppled goes back to where it began on what carries it, and moves with that."""
        carrier = self._setup.driven[0]
        for run in active.tolist():
            first, now = samples[run][0], samples[run][-1]
            for row in self._setup.put_back:
                if tilts(first[row], now[row]) < TOPPLE_RAD:
                    continue
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


def _rests(samples: list[FloatArray], rows: IntArray) -> bool:
    return at_rest(np.array([sample[rows] for sample in samples]))
