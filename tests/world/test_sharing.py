"""Mappings, sets and tuples that share with those they were made from, and say what a copy would."""

from hypothesis import given
from hypothesis import strategies as st

from midworld.world.growing import Growing
from midworld.world.layers import LAYER, Group, Layered

KEYS = st.integers(0, 200)
STEPS = st.lists(st.tuples(st.lists(KEYS, unique=True), st.lists(KEYS, unique=True), st.booleans()), max_size=30)


@given(STEPS)
def test_a_layered_mapping_is_a_dictionary_that_was_copied(steps: list[tuple[list[int], list[int], bool]]) -> None:
    layered, copied = Layered[int, str](), dict[int, str]()
    kept: list[tuple[Layered[int, str], dict[int, str]]] = []
    for number, (leave, come, read) in enumerate(steps):
        gone = {key: None for key in leave if key in copied}
        new = {key: f"{key} at {number}" for key in come if key in gone or key not in copied}
        layered = layered.changed(gone, new)
        copied = {key: value for key, value in copied.items() if key not in gone}
        copied.update(new)
        kept.append((layered, copied))
        if read:
            assert list(layered.items()) == list(copied.items())
    for one, other in kept:
        assert [one.get(key) for key in range(201)] == [other.get(key) for key in range(201)]
        assert [key in one for key in range(201)] == [key in other for key in range(201)]
        assert len(one) == len(other)
        assert list(one) == list(other)
        assert list(one.values()) == list(other.values())


@given(st.lists(st.frozensets(KEYS), max_size=20))
def test_a_group_is_the_set_of_what_was_flipped_an_odd_number_of_times(steps: list[frozenset[int]]) -> None:
    group, members = Group[int](), frozenset[int]()
    earlier = [(group, members)]
    for flipped in steps:
        group, members = group.flip(flipped), members ^ flipped
        earlier.append((group, members))
    assert all(one.members == other for one, other in earlier)
    assert group.members is group.members


@given(st.lists(st.tuples(st.integers(0, 9), st.lists(KEYS, max_size=3)), max_size=30))
def test_futures_of_one_past_do_not_see_each_other(steps: list[tuple[int, list[int]]]) -> None:
    known: list[tuple[Growing[int], tuple[int, ...]]] = [(Growing[int](), ())]
    for back, new in steps:
        log, items = known[max(len(known) - 1 - back, 0)]
        known.append((log.append(new), (*items, *new)))
    for log, items in known:
        assert tuple(log) == items
        assert len(log) == len(items)
        assert [log[place] for place in range(-len(items), len(items))] == [*items, *items]
        assert log.part(1, 3) == list(items[1:3])
        for other, before in known:
            assert log.continues(other) == (items[: len(before)] == before)


def test_a_line_that_is_gone_on_with_is_kept_in_one_place_however_often_something_was_tried() -> None:
    log = Growing[int]()
    first = log.append([0])
    for number in range(1, 5):
        first.append([-number])
        longer = first.append([number])
        assert longer.shares(first)
        first = longer


def test_a_small_change_of_a_large_mapping_takes_little() -> None:
    before, taken = Layered(dict.fromkeys(range(5000), "")), list[int]()
    for number in range(500):
        after = before.changed([number], {5000 + number: ""})
        taken.append(after.own(before))
        before = after
    # Now and then all is written anew.
    assert sum(each > 2 * LAYER for each in taken) <= 2
