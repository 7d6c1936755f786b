"""A piece of work anybody can do, here, in another process or on another machine: some runs of one script."""

from dataclasses import dataclass, field, replace

import msgspec
import numpy as np

from ..geometry import FloatArray, look_rotation
from .doubt import Doubt, Draw, drawn
from .judging import judged
from .motion import Motion
from .outcome import Run
from .rollouts import Pacing, Rollouts, Setup
from .script import Hand, Script
from .stage import Stage

# A hand begins this far from what it pushes: nothing, for the eye, and no overlap, for an engine.
GAP_M = 0.0002


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Runs of a script on a stage by their numbers. Everything in it can be sent."""

    rollouts: Rollouts
    stage: Stage
    script: Script
    doubt: Doubt
    seed: int
    numbers: tuple[int, ...]
    pacing: Pacing = field(default_factory=Pacing)
    put_back: bool = False


def done(job: Job) -> tuple[Run, ...]:
    """The runs, in order; the same bits wherever this is called."""
    stage, script = job.stage, job.script
    for row in script.free:
        stage = stage.freed(row)
    # What nobody drives is let go at once: nothing happens before.
    pacing = job.pacing if script.duration else msgspec.structs.replace(job.pacing, lead=0.0)
    setup = _setup(stage, script, job, pacing)
    draws = [_drawn(stage, script, job, number) for number in job.numbers]
    traces = job.rollouts.run(setup, draws)
    return tuple(
        judged(stage, script, draw, trace, number, pacing=job.pacing, put_back=job.put_back)
        for draw, trace, number in zip(draws, traces, job.numbers, strict=True)
    )


def _setup(stage: Stage, script: Script, job: Job, pacing: Pacing) -> Setup:
    stage = stage.placed(script.put)
    poses = stage.poses
    bodies = tuple(msgspec.structs.replace(body, carrier=None) for body in stage.bodies)
    drives: list[tuple[int, Motion]] = [(drive.row, drive.motion) for drive in script.drives]
    if script.hand is not None and script.hand_motion is not None:
        drives.append((len(bodies), script.hand_motion))
        bodies = (*bodies, script.hand.body)
        poses = np.concatenate([poses, hand_pose(stage, script.hand, poses, 0.0)[None]])
    put_back = tuple(row for row in script.load if not stage.balls[row]) if job.put_back else ()
    return Setup(bodies, poses, stage.meshes, tuple(drives), script.duration, pacing, put_back, script.gentle)


def _drawn(stage: Stage, script: Script, job: Job, number: int) -> Draw:
    stage = stage.placed(script.put)
    draw = drawn(stage.poses, stage.covariances, stage.movable.tolist(), job.doubt, seed=job.seed, run=number)
    if script.hand is None:
        return draw
    hand = hand_pose(stage, script.hand, draw.poses, draw.hand_height)
    return replace(draw, poses=np.concatenate([draw.poses, hand[None]]), masses=np.append(draw.masses, 1.0))


def hand_pose(stage: Stage, hand: Hand, poses: FloatArray, too_high: float) -> FloatArray:
    """Where a hand is that just touches what it pushes: its flat face across the direction, through the centre."""
    direction = np.asarray(hand.direction)
    if hand.pushes is None:
        return np.concatenate([hand.start, look_rotation(direction)])
    pose = poses[hand.pushes]
    box = stage.bounds(hand.pushes, pose)
    middle = np.array([*box.centre[:2], box.low[2] + hand.height + too_high])
    thick, wide, high = (edge / 2 for edge in _edges(hand))
    back = float(np.linalg.norm(box.size)) + thick
    from_here = middle - back * direction
    reach = stage.reach(hand.pushes, pose, direction, from_here, (wide, high))
    if not np.isfinite(reach):
        # Above or below the object: it passes by, from where it would have touched its bounds.
        reach = back - float(np.abs(direction) @ np.asarray(box.size)) / 2
    return np.concatenate([from_here + (reach - thick - GAP_M) * direction, look_rotation(direction)])


def _edges(hand: Hand) -> tuple[float, float, float]:
    size = getattr(hand.body.parts[0].shape, "size", (0.02, 0.06, 0.016))
    return (float(size[0]), float(size[1]), float(size[2]))
