import pytest
from hypothesis import given
from hypothesis import strategies as st

from midworld.errors import Conflict, NotAnExtension
from midworld.world import Allen, Ended, Event, Pattern, Situation, Timeline, related, relation, relations


def morning() -> Timeline:
    return Timeline().append(
        Situation(1.0, "isOn", "cup", "table"),
        Event(2.0, "Pick", "ann", "cup"),
        Ended(2.0, "isOn", "cup", "table"),
        Situation(2.0, "isHeldBy", "cup", "ann"),
        Event(4.0, "Place", "ann", "cup"),
        Ended(4.0, "isHeldBy", "cup", "ann"),
        Situation(4.0, "isOn", "cup", "shelf"),
    )


def test_situations_hold_from_their_start_to_just_before_their_end() -> None:
    timeline = morning()
    assert [s.object for s in timeline.holding(1.5)] == ["table"]
    assert [s.object for s in timeline.holding(2.0)] == ["ann"]
    assert [s.object for s in timeline.holding(9.0)] == ["shelf"]
    assert timeline.holding(0.5) == ()
    assert timeline.holds("cup", "isOn", "shelf")
    assert not timeline.holds("cup", "isOn", "table")


def test_queries_by_time_and_pattern() -> None:
    timeline = morning()
    assert [e.predicate for e in timeline.events()] == ["Pick", "Place"]
    assert [e.predicate for e in timeline.events(start=2.5)] == ["Place"]
    assert [e.predicate for e in timeline.events(end=2.0)] == ["Pick"]
    assert timeline.events(Pattern(subject="bob")) == ()
    on = timeline.situations(Pattern(predicate="isOn", subject="cup"))
    assert [(s.object, s.start, s.end) for s in on] == [("table", 1.0, 2.0), ("shelf", 4.0, None)]
    assert [s.object for s in timeline.situations(Pattern(predicate="isOn"), start=2.5, end=3.0)] == []


def test_appending_leaves_the_shorter_timeline_as_it_was() -> None:
    first = morning()
    second = first.append(Event(5.0, "Pick", "bob", "cup"))
    third = first.append(Event(6.0, "Pick", "ann", "cup"))
    assert [e.subject for e in first.events()] == ["ann", "ann"]
    assert [e.subject for e in second.events()] == ["ann", "ann", "bob"]
    assert [e.subject for e in third.events()] == ["ann", "ann", "ann"]
    assert second.since(first) == (Event(5.0, "Pick", "bob", "cup"),)
    with pytest.raises(NotAnExtension):
        second.since(third)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Event(3.0, "Pick", "ann", "cup"), "comes after an entry at 4 s"),
        (Ended(5.0, "isOn", "cup", "table"), "'cup isOn table' cannot end: it does not hold"),
        (Situation(5.0, "isOn", "cup", "shelf"), "'cup isOn shelf' holds already"),
    ],
)
def test_an_entry_that_contradicts_the_record_is_refused(entry: Event | Situation | Ended, sentence: str) -> None:
    with pytest.raises(Conflict, match=sentence):
        morning().append(entry)


def test_forgetting_keeps_what_still_holds() -> None:
    later = morning().append(Event(9.0, "Pick", "bob", "cup"))
    short = later.forgetting(5.0)
    assert short.holds("cup", "isOn", "shelf")
    assert [e.stamp for e in short.events()] == [9.0]
    assert len(short.closed) == 0
    assert len(later.closed) == 2
    assert not short.append(Ended(9.5, "isOn", "cup", "shelf")).holds("cup", "isOn", "shelf")


_FORWARDS = {
    Allen.BEFORE: Allen.AFTER,
    Allen.MEETS: Allen.MET_BY,
    Allen.OVERLAPS: Allen.OVERLAPPED_BY,
    Allen.STARTS: Allen.STARTED_BY,
    Allen.DURING: Allen.CONTAINS,
    Allen.FINISHES: Allen.FINISHED_BY,
    Allen.EQUALS: Allen.EQUALS,
}
CONVERSE = _FORWARDS | {value: key for key, value in _FORWARDS.items()}
intervals = st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda i: i[0] < i[1])


@given(intervals, intervals)
def test_every_pair_of_intervals_has_one_relation_and_its_converse(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert relation(b, a) == CONVERSE[relation(a, b)]


def test_each_of_the_thirteen_relations_occurs() -> None:
    span = range(5)
    seen = {relation((a, b), (c, d)) for a in span for b in span for c in span for d in span if a < b and c < d}
    assert seen == set(Allen)


@given(intervals, intervals, st.integers(0, 12))
def test_what_is_possible_while_open_includes_what_comes_true(a: tuple[int, int], b: tuple[int, int], now: int) -> None:
    def known(interval: tuple[int, int]) -> Situation:
        return Situation(interval[0], "p", "s", end=interval[1] if interval[1] <= now else None)

    if now < max(a[0], b[0]):
        return
    possible = relations(known(a), known(b), now=now)
    assert relation(a, b) in possible
    if max(a[1], b[1]) <= now:
        assert len(possible) == 1


def test_situations_are_found_by_their_relation_to_another() -> None:
    timeline = morning()
    held = timeline.situations(Pattern(predicate="isHeldBy"))[0]
    assert [s.object for s in related(timeline, held, frozenset({Allen.MEETS, Allen.BEFORE}))] == ["table"]
    assert [s.object for s in related(timeline, held, frozenset({Allen.MET_BY}))] == ["shelf"]
    pick = timeline.events(Pattern(predicate="Pick"))[0]
    assert [s.object for s in related(timeline, pick, frozenset({Allen.STARTED_BY}))] == ["ann"]
