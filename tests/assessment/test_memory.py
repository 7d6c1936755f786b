"""What a run holds stops growing."""

import gc
from itertools import islice

from benchmarks.busy import EVERYTHING, observations, scene, table

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment
from midworld.runtime import Retention

THINGS, PEOPLE = 6, 2
RETENTION = Retention(seconds=2.0, megabytes=64.0, entries=100)


def objects() -> int:
    gc.collect()
    return len(gc.get_objects())


def test_a_run_that_goes_on_holds_no_more_than_one_that_has_just_filled_its_past() -> None:
    bodies, poses = table(THINGS)
    known = scene(bodies, poses, PEOPLE)
    assessment = Assessment(known, engine=MujocoEngine(), sight=EmbreeSight, retention=RETENTION)
    stream = observations(bodies, poses, PEOPLE, what=EVERYTHING)
    # Things are carried and put down with a period of 150 ticks: whole periods are compared.
    counts: list[int] = []
    for _ in range(5):
        for observation in islice(stream, 150):
            assessment.feed(observation)
        counts.append(objects())
        for name in assessment.board.names:
            assert len(assessment.board[name].timeline.entries) <= 2 * RETENTION.entries + 100
    assert counts[-1] < 1.02 * max(counts[1:3])
