"""Trying it in the head: runs of an action under doubt, gathered to outcomes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec

from ..geometry import Meshes
from ..world import World
from .actions import Action
from .choosing import Policy, ranked
from .doubt import Doubt
from .gathering import gathered
from .job import Job, done
from .outcome import Rehearsal, Run, Share
from .rollouts import Pacing, Rollouts
from .script import Script
from .stage import Stage, staged

# The paper's cap of an action.
LONGEST_S = 300.0
# Called with how many runs of how many are done.
Progress = Callable[[int, int], None]


class Workers(Protocol):
    """Who does the jobs: this process, a pool of them, or a cluster."""

    @property
    def share(self) -> int:
        """How many runs make a job worth handing out; 0 hands out all at once."""
        ...

    def work(self, jobs: Sequence[Job]) -> Iterator[tuple[Run, ...]]:
        """The runs of each job, in the order of the jobs, as soon as they are there."""
        ...


class Here:
    """Does the jobs in this process; the engine uses all cores."""

    share: int = 64

    def work(self, jobs: Sequence[Job]) -> Iterator[tuple[Run, ...]]:
        return (done(job) for job in jobs)


HERE = Here()


class Stop(msgspec.Struct, frozen=True):
    """When an answer is clear: after some runs, once the interval of success is on one side of every bound.

    Looked at after every `every` runs, so that the same seed stops at the same run wherever it runs.
    """

    bounds: tuple[float, ...] = (0.5,)
    every: int = 16
    narrow: float = 0.1

    def clear(self, share: Share) -> bool:
        beside = all(share.low > bound or share.high < bound for bound in self.bounds)
        return beside or share.high - share.low <= self.narrow


def rehearse(
    world: World,
    action: Action | Sequence[Action],
    *,
    rollouts: Rollouts,
    meshes: Meshes | None = None,
    runs: int = 64,
    seed: int = 0,
    doubt: Doubt = Doubt(),  # noqa: B008 - frozen
    workers: Workers = HERE,
    stop: Stop | None = None,
    policy: Policy = "success",
    pacing: Pacing = Pacing(),  # noqa: B008 - frozen
    put_back: bool = False,
    progress: Progress | None = None,
) -> Rehearsal:
    """What would happen, `runs` times under doubt, for an action or each of several alternatives.

    The world is untouched. Equal seeds give equal bits, whoever works; alternatives are tried under the same draws.
    `put_back` counts as the paper does: what topples is put back to where it began, and counting goes on.
    """
    some: tuple[Action, ...] = tuple(action) if isinstance(action, Sequence) else (action,)
    stage = staged(world, meshes=meshes)
    scripts = [_ending(each.script(stage)) for each in some]
    counted = _Counted(progress, runs * len(some))
    plan = _Plan(stage, rollouts, doubt, seed, pacing, put_back, workers, counted)
    found = [plan.imagined(script, runs, stop) for script in scripts]
    outcomes = tuple(gathered(each, script, kept) for each, script, kept in zip(some, scripts, found, strict=True))
    return Rehearsal(some, outcomes, ranked(outcomes, policy))


def _ending(script: Script) -> Script:
    """A script, but one that takes too long cannot be imagined."""
    if script.duration <= LONGEST_S:
        return script
    return replace(script, impossible=f"it takes {script.duration:.3g} s, and at most {LONGEST_S:g} s are imagined")


class _Counted:
    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def add(self, count: int) -> None:
        self._done += count
        if self._progress is not None:
            self._progress(min(self._done, self._total), self._total)


class _Plan(msgspec.Struct, frozen=True):
    stage: Stage
    rollouts: Rollouts
    doubt: Doubt
    seed: int
    pacing: Pacing
    put_back: bool
    workers: Workers
    counted: _Counted

    def imagined(self, script: Script, runs: int, stop: Stop | None) -> tuple[Run, ...]:
        """All runs of a script, or as many rounds of them as it takes to be clear."""
        if script.impossible is not None:
            self.counted.add(runs)
            return ()
        kept: list[Run] = []
        for numbers in _rounds(runs, stop):
            for some in self.workers.work([self._job(script, each) for each in self._shared(numbers)]):
                kept.extend(some)
                self.counted.add(len(some))
            if stop is not None and stop.clear(Share.of(sum(run.success for run in kept), len(kept))):
                self.counted.add(runs - len(kept))
                break
        return tuple(kept)

    def _job(self, script: Script, numbers: tuple[int, ...]) -> Job:
        return Job(self.rollouts, self.stage, script, self.doubt, self.seed, numbers, self.pacing, self.put_back)

    def _shared(self, numbers: range) -> Iterable[tuple[int, ...]]:
        share = self.workers.share or len(numbers)
        return [tuple(numbers[first : first + share]) for first in range(0, len(numbers), share)]


def _rounds(runs: int, stop: Stop | None) -> Iterator[range]:
    every = runs if stop is None else stop.every
    return (range(first, min(first + every, runs)) for first in range(0, runs, every))
