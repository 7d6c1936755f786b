"""How a run is doing: rates, late ticks, silent sources, and what each stage costs."""

from statistics import median

import msgspec
import numpy as np

from ...perception import noise_of
from ...world import SOURCE_PREFIX, Object, World
from .tape import Tape, TickSnapshot

WINDOW = 100
# A tick that comes after this many usual intervals is late; a source silent for as long is stale.
LATE = 1.8
STALE = 3.0
LOST_S = 1.0


class Source(msgspec.Struct, frozen=True):
    """A source lately: its rate, how long it has been silent, the noise of its positions, what share it loses."""

    name: str
    hertz: float
    age_s: float
    stale: bool
    noise_mm: float = 0.0
    lost: float = 0.0


class StageCost(msgspec.Struct, frozen=True):
    name: str
    median_ms: float
    worst_ms: float


class Health(msgspec.Struct, frozen=True):
    ticks: int
    hertz: float
    interval_ms: float
    late: int
    late_of: int
    tick_ms: float
    stages: tuple[StageCost, ...]
    sources: tuple[Source, ...]
    worlds: tuple[str, ...]
    notes: tuple[str, ...]


def health(tape: Tape, moment: TickSnapshot) -> Health:
    """The state of the run around an instant: of the last hundred ticks up to it."""
    last = tape.index(moment.stamp)
    recent = tape.moments[max(0, last - WINDOW + 1) : last + 1]
    intervals = np.diff([each.stamp for each in recent])
    usual = float(np.median(intervals)) if len(intervals) else 0.0
    costs = [each.costs for each in recent if each.costs]
    # Late is what comes late, and what takes longer than there is time until the next.
    slow = np.array([sum(each.costs.values()) for each in recent[1:]]) > usual
    late = int(((intervals > LATE * usual) | slow).sum()) if usual > 0 else 0
    names = tuple(costs[-1]) if costs else ()
    stages = tuple(
        StageCost(
            name, _ms([cost.get(name, 0.0) for cost in costs]), _ms([c.get(name, 0.0) for c in costs], worst=True)
        )
        for name in names
    )
    return Health(
        last + 1,
        round(1 / usual, 1) if usual > 0 else 0.0,
        round(1000 * usual, 1),
        late,
        len(intervals),
        _ms([sum(cost.values()) for cost in costs]),
        stages,
        _sources(recent, moment, usual),
        tuple(moment.worlds),
        _notes(tape, bool(costs)),
    )


def _sources(recent: list[TickSnapshot], moment: TickSnapshot, usual: float) -> tuple[Source, ...]:
    found: list[Source] = []
    for name, world in moment.worlds.items():
        if not name.startswith(SOURCE_PREFIX):
            continue
        stamps = sorted({each.worlds[name].stamp for each in recent if name in each.worlds})
        gaps = np.diff(stamps)
        period = float(np.median(gaps)) if len(gaps) else usual
        age = moment.stamp - world.stamp
        stale = period > 0 and age > STALE * period
        hertz = round(1 / period, 1) if period > 0 and len(gaps) else 0.0
        worlds = {each.worlds[name].stamp: each.worlds[name] for each in recent if name in each.worlds}
        noise, lost = _quality([worlds[stamp] for stamp in stamps])
        short = name.removeprefix(SOURCE_PREFIX)
        found.append(Source(short, hertz, round(age, 2), stale, round(1000 * noise, 1), round(lost, 2)))
    return tuple(found)


def _quality(worlds: list[World]) -> tuple[float, float]:
    """The noise in metres of what a source reports of things, and the share of it that it loses."""
    if len(worlds) < 3:
        return 0.0, 0.0
    newest = worlds[-1].structure
    names = [entity.id for entity in newest.entities if isinstance(entity.role, Object) and entity.parent is None]
    places = np.full((len(worlds), len(names), 3), np.nan)
    for index, world in enumerate(worlds):
        for column, name in enumerate(names):
            row = world.structure.rows.get(name)
            if row is not None and world.state.seen[row] == world.stamp:
                places[index, column] = world.state.pose[row, :3]
    bends = places[2:] - 2 * places[1:-1] + places[:-2]
    squares = np.einsum("tij,tij->ti", bends, bends)
    stamps, count, lost = np.array([world.stamp for world in worlds]), 0, 0
    for column in range(len(names)):
        seen = np.flatnonzero(~np.isnan(places[:, column, 0]))
        # What is away for longer is hidden, not lost.
        shortly = np.diff(stamps[seen]) < LOST_S
        lost += int((np.diff(seen)[shortly] - 1).sum())
        count += len(seen)
    return noise_of(squares[np.isfinite(squares)].tolist()), lost / max(count + lost, 1)


def _notes(tape: Tape, costed: bool) -> tuple[str, ...]:
    notes: list[str] = []
    if not costed:
        notes.append("A recording does not keep what each stage cost; run it live to see that.")
    if tape.thinned > 1:
        notes.append(f"The run is long: older ticks are thinned out to one in {tape.thinned}.")
    if any(tape.forgotten.values()):
        notes.append(f"The oldest {sum(tape.forgotten.values())} entries of the timelines are no longer shown.")
    notes += tape.notes
    if tape.trouble:
        notes.append(tape.trouble)
    return tuple(notes)


def _ms(seconds: list[float], *, worst: bool = False) -> float:
    if not seconds:
        return 0.0
    # Lists of a hundred: numpy takes ten times as long.
    return round(1000 * (max(seconds) if worst else median(seconds)), 2)
