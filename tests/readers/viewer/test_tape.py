"""Keeping what happened, for looking at."""

from dataclasses import replace

import numpy as np

from midworld.assessment import STABLE
from midworld.readers.viewer import Tape
from midworld.readers.viewer.tape import Limits
from midworld.runtime import Commit
from midworld.world import DIVERGENCES, Delta
from viewerkit import ANN, START, STEP_S, chapter, story


def test_an_instant_shows_the_newest_tick_not_later_than_it() -> None:
    tape = chapter(ticks=20).tape
    moment = tape.at(START + 0.55)
    assert moment is not None
    assert np.isclose(moment.stamp, START + 0.5)
    assert set(moment.worlds) == {"source/camera", "merged", STABLE, ANN, DIVERGENCES}
    assert tape.at(START - 5) is tape.moments[0]
    assert tape.at(START + 1e6) is tape.moments[-1]


def test_worlds_of_one_tick_are_of_the_same_instant() -> None:
    for moment in chapter(ticks=15).tape.moments:
        assert {world.stamp for world in moment.worlds.values()} == {moment.stamp}


def test_feeding_does_no_work_until_it_is_drained() -> None:
    tape = Tape()
    story(tape, ticks=5)
    assert tape.moments == []
    assert tape.drain() == 5
    assert tape.drain() == 0


def test_a_run_that_is_too_long_is_thinned_out_but_stays_in_reach() -> None:
    tape = Tape(limits=Limits(megabytes=0.3))
    board_ticks = 400
    story(tape, ticks=board_ticks)
    while tape.drain(200):
        pass
    assert tape.thinned > 1
    assert len(tape.moments) < board_ticks
    assert np.isclose(tape.start, START)
    assert np.isclose(tape.stop, START + (board_ticks - 1) * STEP_S)
    assert np.diff([moment.stamp for moment in tape.moments][-50:]).max() < 1.5 * STEP_S


def test_a_long_journal_forgets_its_oldest_entries_and_counts_them() -> None:
    tape = Tape(limits=Limits(entries=4))
    story(tape, ticks=80)
    while tape.drain():
        pass
    whole = len(chapter(ticks=80).tape.journals[STABLE])
    assert len(tape.journals[STABLE]) + tape.forgotten[STABLE] == whole
    assert tape.forgotten[STABLE] > 0


def test_a_stretch_of_time_ends_with_its_newest_tick_and_keeps_its_choice() -> None:
    tape = chapter(ticks=100).tape
    some = tape.between(START, START + 9.0, at_most=10)
    assert len(some) <= 11
    assert some[-1] is tape.at(START + 9.0)
    later = tape.between(START, START + 9.1, at_most=10)
    assert set(map(id, some[:-1])) <= set(map(id, later))


def test_a_tape_is_complete_once_it_has_ended_and_all_is_worked_in() -> None:
    tape = Tape()
    story(tape, ticks=3)
    tape.end("the log breaks off")
    assert not tape.complete
    tape.drain()
    assert tape.complete
    tape.end()
    assert tape.trouble == "the log breaks off"


def test_a_tick_that_goes_back_in_time_is_left_out() -> None:
    tape = Tape()
    board = story(tape, ticks=3)
    tape.drain()
    seen = len(tape.moments)
    before = tape.start - 1
    tape.feed(Commit(99, STABLE, before, Delta(before), replace(board[STABLE], stamp=before)))
    tape.drain()
    assert len(tape.moments) == seen
