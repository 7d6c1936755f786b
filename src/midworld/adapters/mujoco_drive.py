"""The forces that make driven bodies go exactly where they should at every step."""

from collections.abc import Sequence

import numpy as np

from ..geometry import FloatArray, IntArray
from ..imagination import Chancy, Draw, Setup, motion_of
from .mujoco_batch import FREQUENCY, HEAVY, Layout


class Course:
    """Where driven joints are at every step of every run, as the control that brings them there.

    `acting` is the number of the sample with which each run's action is over.
    """

    def __init__(self, layout: Layout, setup: Setup, draws: Sequence[Draw]) -> None:
        pacing = setup.pacing
        self._steps, self._step = pacing.steps, pacing.step
        paces = np.array([draw.pace for draw in draws])
        self.acting: IntArray = np.ceil(setup.duration / paces / pacing.sample - 1e-9).astype(np.intp)
        blocks = round(pacing.lead / pacing.sample) + int(self.acting.max(initial=0)) + 2
        seconds = np.arange(blocks * self._steps + 2) * self._step - pacing.lead
        # Runs at the same pace that throw no dice go the same way from wherever they start.
        chancy = any(isinstance(motion, Chancy) for _, motion in setup.drives)
        kinds = [(draw.pace, draw.dice if chancy else (0, 0)) for draw in draws]
        known = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        self._kind: IntArray = np.array([known[kind] for kind in kinds], dtype=np.intp)
        self._ways = [
            self._way(layout, setup, np.multiply(seconds, pace, dtype=np.float64), dice) for pace, dice in known
        ]
        self._start = self._starts(layout, draws)

    def control(self, runs: IntArray, block: int, blocks: int) -> FloatArray:
        """Of some runs, for the steps of some samples: `(k, steps, joints)`."""
        first = block * self._steps
        span = np.minimum(np.arange(first, first + blocks * self._steps), len(self._ways[0]) - 2)
        forces = np.array([way[span] for way in self._ways])[self._kind[runs]]
        return forces + HEAVY * FREQUENCY**2 * self._start[runs][:, None, :]

    def _way(self, layout: Layout, setup: Setup, seconds: FloatArray, dice: tuple[int, int]) -> FloatArray:
        """What drives the joints on at each step, if they start at zero."""
        columns: list[FloatArray] = []
        for row in layout.driven:
            offsets, angles = motion_of(dict(setup.drives)[row], dice).at(seconds)
            columns += [offsets, angles[:, None]]
        places = np.concatenate(columns, axis=1) if columns else np.zeros((len(seconds), 0))
        speeds = np.diff(places, axis=0, prepend=places[:1]) / self._step
        pushes = np.diff(speeds, axis=0, append=speeds[-1:]) / self._step
        # The spring and the damper act as it will be at the end of the step, not as it is at its beginning.
        soon = np.concatenate([places[1:], places[-1:]]), speeds + self._step * pushes
        return HEAVY * (pushes + FREQUENCY**2 * soon[0] + 2 * FREQUENCY * soon[1])

    def _starts(self, layout: Layout, draws: Sequence[Draw]) -> FloatArray:
        starts = np.zeros((len(draws), 4 * len(layout.driven)))
        for number, row in enumerate(layout.driven):
            for run, draw in enumerate(draws):
                starts[run, 4 * number : 4 * number + 3] = draw.poses[row, :3] - layout.origins[row, :3]
        return starts
