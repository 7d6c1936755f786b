"""From what a run did to what it means: events, how it ended, and whether as it should."""

from collections.abc import Mapping

import numpy as np

from ..geometry import FloatArray, Pose
from ..world import EntityId
from .counting import NOTOPPLE, SHAKING, TOPPLE, event
from .doubt import Draw
from .ending import Ending, containers, supports, tilts
from .outcome import Run
from .rollouts import Pacing, Trace
from .script import Script
from .stage import Stage

# What is not meant and moves further than this was struck.
STRUCK_M = 0.01


def judged(
    stage: Stage, script: Script, draw: Draw, trace: Trace, number: int, *, pacing: Pacing, put_back: bool
) -> Run:
    """One run as it is told."""
    count = len(stage.bodies)
    before, after = trace.poses[0, :count], trace.poses[-1, :count]
    was_in, within = containers(stage, before), containers(stage, after)
    ending = Ending(
        stage,
        before,
        after,
        supports(stage, trace.start, was_in),
        supports(stage, trace.end, within),
        was_in,
        within,
        frozenset(drive.row for drive in script.drives),
    )
    return Run(
        number,
        script.goal.missed(ending),
        script.duration / draw.pace,
        (len(trace.poses) - 1) * pacing.sample,
        {**_samples(stage, script, trace, put_back), **_happened(ending, script)},
        _poses(stage, after),
        _names(stage, ending.on, ending.within),
        _names(stage, ending.within),
        tuple(stage.ids[row] for row in np.flatnonzero(ending.toppled & stage.movable)),
        draw.friction,
    )


def _samples(stage: Stage, script: Script, trace: Trace, put_back: bool) -> dict[str, int]:
    """Each sample is what its most leaning thing does; once something toppled and stays so, counting is over."""
    driven = {drive.row for drive in script.drives}
    watched = [row for row in script.load or np.flatnonzero(stage.movable).tolist() if row not in driven]
    watched = [row for row in watched if not stage.balls[row]]
    counts = {NOTOPPLE: 0, SHAKING: 0, TOPPLE: 0}
    poses = trace.poses[1 : trace.acting + 1] if put_back else trace.poses[1:]
    if not watched or not len(poses):
        return {**counts, NOTOPPLE: max(len(poses), 1)}
    angles = tilts(trace.poses[0, watched], poses[:, watched]).max(axis=1)
    for angle in angles.tolist():
        found = event(angle)
        counts[found] += 1
        if found == TOPPLE and not put_back:
            break
    return counts


def _happened(ending: Ending, script: Script) -> dict[str, int]:
    """How many things fell, were lost by what carries them, left a container, or were struck."""
    free = [row for row in np.flatnonzero(ending.stage.movable).tolist() if row not in ending.driven]
    away = np.linalg.norm(ending.after[:, :3] - ending.before[:, :3], axis=1)
    meant = {*script.load, script.doer}
    carriers = [drive.row for drive in script.drives]
    return {
        "fall": sum(ending.fell(row) for row in free),
        "drop": sum(not any(ending.carried(row, each) for each in carriers) for row in script.load) if carriers else 0,
        "spill": sum(bool(ending.was_in[row] - ending.within[row]) for row in free),
        "collision": sum(row not in meant and bool(away[row] > STRUCK_M) for row in free),
    }


def _poses(stage: Stage, poses: FloatArray) -> dict[str, Pose]:
    """Where every entity is that can move or is held, parts of bodies included."""
    return {
        name: Pose.of(poses[row]) @ inside
        for row in sorted({*np.flatnonzero(stage.movable).tolist(), *stage.held})
        for name, inside in stage.members[row]
    }


def _names(
    stage: Stage, found: Mapping[int, frozenset[int]], without: Mapping[int, frozenset[int]] | None = None
) -> dict[EntityId, tuple[EntityId, ...]]:
    """By name, for what can move; what something is in, it is not also on."""
    return {
        stage.ids[row]: tuple(
            stage.ids[other] for other in sorted(others) if without is None or other not in without[row]
        )
        for row, others in found.items()
        if stage.movable[row]
    }
