"""How a session is doing: what was taken in, what came too late, what was skipped to keep up."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import msgspec

from ..errors import BadInput, Problem


class Late(msgspec.Struct, frozen=True):
    """Observations of one source that came too late: how many, and by how many seconds at worst."""

    count: int
    worst_s: float


class Tempo(msgspec.Struct, frozen=True):
    """A tick that stands for `skipped` more, as there was no time for each."""

    stamp: float
    skipped: int


@dataclass(frozen=True, slots=True)
class Health:
    """What a session has taken in so far; `str()` is a sentence.

    `late` has what was dropped by source, `skipped` the ticks that were joined with others, `bad` the lines that were
    passed over with `lenient`, of which `first_bad` is the first, `first_problem` where.
    """

    ticks: int = 0
    observations: int = 0
    start: float = 0.0
    end: float = 0.0
    late: Mapping[str, Late] = field(default_factory=lambda: MappingProxyType({}))
    skipped: int = 0
    bad: int = 0
    first_bad: str | None = None
    first_problem: Problem | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each thing that is not as it should be."""
        told = [
            f"{_counted(late.count, 'observation')} of {source} came up to {late.worst_s:.2g} s late"
            " and " + ("was" if late.count == 1 else "were") + " dropped"
            for source, late in sorted(self.late.items())
        ]
        if self.skipped:
            told.append(f"{_counted(self.skipped, 'tick')} joined with others, as there was no time for each")
        if self.bad:
            told.append(f"skipped {_counted(self.bad, 'bad line')}; the first: {self.first_bad}")
        return tuple(told)

    def __str__(self) -> str:
        seconds = f" from {self.start:g} to {self.end:g} s" if self.ticks else ""
        taken = f"{_counted(self.observations, 'observation')} in {_counted(self.ticks, 'tick')}{seconds}"
        return "; ".join((taken, *self.notes))

    def ticked(self, stamp: float, observations: int) -> "Health":
        """One tick more."""
        return replace(
            self,
            ticks=self.ticks + 1,
            observations=self.observations + observations,
            start=self.start if self.ticks else stamp,
            end=max(self.end, stamp),
        )

    def dropped(self, source: str, seconds: float) -> "Health":
        """One observation more that came too late."""
        known = self.late.get(source, Late(0, 0.0))
        late = {**self.late, source: Late(known.count + 1, max(known.worst_s, seconds))}
        return replace(self, late=MappingProxyType(late))

    def without_time(self, ticks: int) -> "Health":
        """Some ticks more that became part of another."""
        return replace(self, skipped=self.skipped + ticks)

    def passed_over(self, why: BadInput) -> "Health":
        """One bad line more; some faults are seen before those of lines that come earlier."""
        first, here = self.first_problem, why.problems[0]
        if first is None or (first.file == here.file and (here.line or 0) < (first.line or 0)):
            return replace(self, bad=self.bad + 1, first_bad=str(why), first_problem=here)
        return replace(self, bad=self.bad + 1)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
