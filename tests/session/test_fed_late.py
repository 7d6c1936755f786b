"""What is fed a little too late is as good as what came in time."""

import json
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import midworld
from midworld import Session
from midworld.runtime import replayed
from midworld.world import same

KITCHEN = Path(__file__).parents[2] / "examples" / "kitchen"
LINES = (KITCHEN / "observations.jsonl").read_text().splitlines()
# From before bob takes the cup until it lies in the bin.
TOLD = LINES[80:135]


def fed(lines: Iterable[str]) -> Session:
    session = midworld.open(KITCHEN / "scene.yaml")
    for line in lines:
        session.feed(line)
    return session


def shuffled(lines: list[str], seed: int, *, seconds: float) -> list[str]:
    """As they would come if each took up to so long."""
    delays = random.Random(seed)
    return sorted(lines, key=lambda line: json.loads(line)["stamp"] + delays.uniform(0.0, seconds))


@pytest.mark.parametrize("seed", [1, 2])
def test_lines_fed_late_end_in_the_same_worlds_as_lines_in_order(seed: int) -> None:
    late = shuffled(TOLD, seed, seconds=0.19)
    assert late != TOLD
    session, other = fed(TOLD), fed(late)
    assert other.health.late == {}
    for name in ("merged", "stable", "bob"):
        assert np.array_equal(session.world(name).poses(), other.world(name).poses()), name
        told, right = (each.world(name).timeline.open.keys() for each in (other, session))
        assert told == right
    deeds = [[(event.event, event.agent, event.object) for event in each.events()] for each in (session, other)]
    assert deeds[0] == deeds[1]
    assert deeds[0]


def test_what_came_late_is_recorded_as_it_was_told(tmp_path: Path) -> None:
    session = midworld.open(KITCHEN / "scene.yaml")
    with session.record(tmp_path / "run.mwlog"):
        for line in shuffled(TOLD, 3, seconds=0.19):
            session.feed(line)
    last = {commit.name: commit.world for commit in replayed(tmp_path / "run.mwlog")}
    assert all(same(last[name], session.world(name)) for name in ("merged", "stable", "bob"))


def test_a_recording_with_late_lines_is_gone_on_with(tmp_path: Path) -> None:
    lines = shuffled(TOLD, 3, seconds=0.19)
    session = midworld.open(KITCHEN / "scene.yaml")
    with session.record(tmp_path / "run.mwlog"):
        for line in lines[:40]:
            session.feed(line)
    again = midworld.open(KITCHEN / "scene.yaml", resume=tmp_path / "run.mwlog")
    assert same(again.world("stable"), session.world("stable"))
