"""Runs gathered to an outcome: shares with intervals, spreads, and where everything ended."""

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from ..geometry import Vector3
from ..world import EntityId
from .actions import Action
from .counting import confidence
from .outcome import Final, Outcome, Place, Run, Share, Spread
from .script import Script


def gathered(action: Action, script: Script, runs: Sequence[Run]) -> Outcome:
    """What some runs of an action say together."""
    events: Counter[str] = Counter()
    for run in runs:
        events.update(run.events)
    succeeded = sum(run.success for run in runs)
    events["success"], events["failure"] = succeeded, len(runs) - succeeded
    return Outcome(
        action,
        parameters_of(action),
        Share.of(succeeded, len(runs)),
        confidence(events) if runs else 0.0,
        dict(events),
        _spread([run.duration for run in runs] or [script.duration]),
        _final(runs),
        tuple(runs),
        script.impossible,
        dict(Counter(run.reason for run in runs if run.reason is not None).most_common()),
    )


def parameters_of(action: Action) -> dict[str, object]:
    """All an action is made of, by name, as plain values."""
    found = msgspec.to_builtins(action)
    return {name: value for name, value in found.items() if name != "action"}


def _spread(numbers: Sequence[float]) -> Spread:
    low, middle, high = np.quantile(numbers, (0.05, 0.5, 0.95))
    return Spread(float(middle), float(low), float(high))


def _final(runs: Sequence[Run]) -> dict[str, Final]:
    if not runs:
        return {}
    return {name: _final_of(name, runs) for name in sorted(runs[0].poses)}


def _final_of(name: str, runs: Sequence[Run]) -> Final:
    places = np.array([run.poses[name].position for run in runs])
    on = Counter(below for run in runs for below in run.is_on.get(EntityId(name), ()))
    within = Counter(around for run in runs for around in run.is_in.get(EntityId(name), ()))
    count = len(runs)
    return Final(
        Place(_vector(np.median(places, axis=0)), _vector(places.std(axis=0))),
        {other: number / count for other, number in sorted(on.items())},
        {other: number / count for other, number in sorted(within.items())},
        sum(name in run.toppled for run in runs) / count,
    )


def _vector(numbers: np.ndarray) -> Vector3:
    x, y, z = (float(number) for number in numbers)
    return (x, y, z)
