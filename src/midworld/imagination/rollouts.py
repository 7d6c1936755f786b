"""What imagining asks of an engine: run these bodies, driven so, once for each draw."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec
import numpy as np

from ..geometry import FloatArray, Meshes, multiply, normalised
from ..physics import Body
from .doubt import Draw
from .ending import Touching
from .motion import Motion


class Pacing(msgspec.Struct, frozen=True):
    """The clock of a run, in seconds.

    A run begins with `lead` in which nothing is driven. It is over when everything has been at rest for `rest`, at most
    `patience` after the action. Samples are taken every `sample` (the paper's 20 Hz); `steps` of the engine make one.
    """

    sample: float = 0.05
    steps: int = 24
    lead: float = 0.1
    rest: float = 0.5
    patience: float = 4.0

    @property
    def step(self) -> float:
        return self.sample / self.steps


# What moves less than this within the time of rest, rests.
REST_M = 0.001
REST_RAD = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """Bodies, a row each; which rows are driven, and how; how long that lasts; what is put back when it topples.

    `poses` are where they are thought to be; each draw has its own. Where nothing is meant to be struck or dropped it
    is `gentle`, and an engine may take longer steps.
    """

    bodies: tuple[Body, ...]
    poses: FloatArray
    meshes: Meshes
    drives: tuple[tuple[int, Motion], ...]
    duration: float
    pacing: Pacing = field(default_factory=Pacing)
    put_back: tuple[int, ...] = ()
    gentle: bool = False

    @property
    def driven(self) -> tuple[int, ...]:
        return tuple(row for row, _ in self.drives)


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """One run: `(k, n, 7)` poses of all rows, one a sample, the first at the beginning of the action.

    `start` and `end` are what touches at these instants; `acting` how many samples belong to the action.
    """

    poses: FloatArray
    start: Touching
    end: Touching
    acting: int
    rested: bool


class Rollouts(Protocol):
    """An engine that runs a setup many times."""

    @property
    def name(self) -> str: ...

    def run(self, setup: Setup, draws: Sequence[Draw]) -> tuple[Trace, ...]:
        """A trace for each draw, in order. The same draw gives the same bits, whatever else runs."""
        ...


def at_rest(poses: FloatArray) -> bool:
    """Whether nothing moved over some samples `(k, n, 7)`."""
    away = np.abs(poses[:, :, :3] - poses[-1, :, :3]).max(initial=0.0)
    turned = 2 * np.sqrt(np.clip(1 - np.sum(poses[:, :, 3:] * poses[-1, :, 3:], axis=2) ** 2, 0, 1)).max(initial=0.0)
    return bool(away < REST_M and turned < REST_RAD)


def driven_poses(start: FloatArray, motion: Motion, seconds: FloatArray) -> FloatArray:
    """Where a driven body is at some instants `(k, 7)`, from where it starts."""
    offsets, angles = motion.at(seconds)
    half = angles[:, None] / 2
    turn = np.concatenate([np.sin(half) * np.asarray(motion.axis), np.cos(half)], axis=1)
    return np.concatenate(
        [start[:3] + offsets, normalised(multiply(turn, np.broadcast_to(start[3:], turn.shape)))], axis=1
    )
