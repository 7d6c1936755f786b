"""Late, mixed and fast data: put in order, gathered into ticks, joined when there is too much of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midworld.runtime.queue import StampQueue, Tempo, Windows

LATENESS = 0.2
Arrival = tuple[float, int]
stamps = st.lists(st.integers(0, 3_000).map(lambda thousandth: thousandth / 1000), max_size=60)
starts = st.sampled_from([0.0, 1.7e9])


def taken(arrivals: list[Arrival], max_lateness: float = LATENESS) -> tuple[list[Arrival], list[Arrival]]:
    """What comes out of a queue in which order, and what it refused."""
    queue = StampQueue[int](max_lateness=max_lateness)
    out: list[Arrival] = []
    refused: list[Arrival] = []
    for stamp, item in arrivals:
        if not queue.push(stamp, item):
            refused.append((stamp, item))
        out += queue.due()
    return [*out, *queue.rest()], refused


@given(stamps, st.lists(st.floats(0.0, LATENESS), min_size=60, max_size=60), starts)
def test_any_shuffle_within_the_bound_comes_out_sorted_nothing_lost_nor_twice(
    times: list[float], delays: list[float], start: float
) -> None:
    # Who is delayed by at most the bound is passed by nobody who is later by more than it.
    items = [(start + stamp, number) for number, stamp in enumerate(times)]
    arrivals = sorted(items, key=lambda item: item[0] + delays[item[1]])
    out, refused = taken(arrivals)
    assert refused == []
    assert sorted(out) == sorted(items)
    assert [stamp for stamp, _ in out] == sorted(stamp for stamp, _ in items)


@given(stamps)
def test_whatever_comes_is_given_back_in_order_or_refused_and_never_both(times: list[float]) -> None:
    arrivals = [(stamp, number) for number, stamp in enumerate(times)]
    out, refused = taken(arrivals)
    assert sorted([*out, *refused]) == sorted(arrivals)
    assert [stamp for stamp, _ in out] == sorted(stamp for stamp, _ in out)
    for stamp, number in refused:
        newest = max(earlier for earlier, _ in arrivals[: number + 1])
        assert newest - stamp > LATENESS


@given(st.lists(st.sampled_from([1.0, 1.1]), max_size=20))
def test_equal_stamps_keep_the_order_of_arrival(times: list[float]) -> None:
    out, _ = taken([(stamp, number) for number, stamp in enumerate(times)])
    assert out == sorted(out)


def test_without_lateness_everything_passes_at_once() -> None:
    queue = StampQueue[str](max_lateness=0.0)
    assert queue.push(1.0, "a")
    assert queue.due() == [(1.0, "a")]
    assert queue.push(1.0, "same instant")
    assert not queue.push(0.999, "earlier")
    assert queue.due() == [(1.0, "same instant")]


def test_what_waited_long_enough_is_let_go_though_nothing_later_came() -> None:
    queue = StampQueue[str](max_lateness=LATENESS)
    queue.push(5.0, "a", now=100.0)
    assert queue.due(now=100.1) == []
    assert queue.due(now=100.2) == [(5.0, "a")]
    # Too late by now, however little.
    assert not queue.push(4.95, "b", now=100.3)


def test_what_happened_before_the_queue_began_is_refused() -> None:
    queue = StampQueue[str](max_lateness=LATENESS, after=10.0)
    assert not queue.push(9.9, "a")
    assert queue.push(10.0, "b")


def ticks(times: list[float], hertz: float) -> list[list[float]]:
    windows = Windows[float](hertz)
    done = [windows.add(stamp, stamp) for stamp in times]
    return [each for each in [*done, windows.rest()] if each]


@pytest.mark.parametrize("start", [0.0, 1.7e9])
def test_a_sensor_of_twice_the_rate_makes_no_more_ticks(start: float) -> None:
    once = [start + 0.1 * step for step in range(1, 51)]
    twice = [start + 0.05 * step for step in range(1, 101)]
    assert len(ticks(once, 10.0)) == len(ticks(twice, 10.0)) == 50
    assert all(len(tick) == 2 for tick in ticks(twice, 10.0))


@given(stamps, st.sampled_from([1.0, 7.5, 10.0, 30.0]))
def test_windows_hold_everything_once_and_are_no_longer_than_a_tick(times: list[float], hertz: float) -> None:
    groups = ticks(sorted(times), hertz)
    assert [stamp for group in groups for stamp in group] == sorted(times)
    for group in groups:
        assert group[-1] - group[0] <= 1.0 / hertz + 1e-9


def test_a_window_is_over_once_all_of_it_has_come() -> None:
    windows = Windows[str](10.0)
    windows.add(0.93, "a", now=50.0)
    assert windows.over(1.0) == []
    assert windows.over(1.01) == ["a"]
    windows.add(1.03, "b", now=50.0)
    assert windows.over(1.03, now=50.05) == []
    assert windows.over(1.03, now=50.1) == ["b"]
    assert windows.over(9.0, now=99.0) == []


def test_who_takes_longer_than_the_source_falls_behind() -> None:
    tempo = Tempo(10.0)
    assert not tempo.behind(1.0, now=100.0, waited=False)
    assert not tempo.behind(1.1, now=100.15, waited=False)
    assert tempo.behind(1.2, now=100.35, waited=False)
    # Caught up.
    assert not tempo.behind(1.35, now=100.4, waited=False)


def test_who_waits_for_a_slow_source_is_not_behind() -> None:
    tempo = Tempo(10.0)
    # A simulation at half the speed of life.
    assert not any(tempo.behind(0.1 * step, now=0.2 * step, waited=True) for step in range(50))


def test_reading_what_was_written_before_is_not_behind() -> None:
    tempo = Tempo(10.0)
    assert not any(tempo.behind(0.1 * step, now=1_000.0 + 0.01 * step, waited=False) for step in range(50))
