"""Mappings and sets that share all but what has changed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.world.layers import LAYER, Group, Layered

keys = st.integers(0, 40)
steps = st.lists(st.tuples(st.sets(keys, max_size=6), st.lists(keys, max_size=6)), max_size=120)


@settings(deadline=None, max_examples=60)
@given(begin=st.integers(0, 40), steps=steps, looks=st.sets(st.integers(0, 119)))
def test_a_mapping_in_layers_says_what_a_plain_one_does(
    begin: int, steps: list[tuple[set[int], list[int]]], looks: set[int]
) -> None:
    plain = dict.fromkeys(range(begin), "old")
    layered = Layered(dict(plain))
    for number, (gone, new) in enumerate(steps):
        before, was = layered, dict(plain)
        leaving = [key for key in gone if key in plain]
        coming = {key: f"{number}" for key in new if key in leaving or key not in plain}
        layered = layered.changed(leaving, coming)
        for key in leaving:
            del plain[key]
        plain.update(coming)
        assert len(layered) == len(plain)
        assert all((key in layered) == (key in plain) and layered.get(key) == plain.get(key) for key in range(41))
        assert len(before) == len(was)
        if number in looks:
            assert list(before.items()) == list(was.items())
    assert list(layered.items()) == list(plain.items())


@settings(deadline=None, max_examples=60)
@given(steps=st.lists(st.frozensets(keys, max_size=8), max_size=120), looks=st.sets(st.integers(0, 119)))
def test_a_group_in_layers_says_what_a_plain_set_does(steps: list[frozenset[int]], looks: set[int]) -> None:
    plain, group = frozenset(range(30)), Group(frozenset(range(30)))
    for number, flipped in enumerate(steps):
        plain, group = plain ^ flipped, group.flip(flipped)
        if number in looks:
            assert group.members == plain
    assert group.members == plain


def test_a_small_change_of_a_large_mapping_takes_little() -> None:
    before, taken = Layered(dict.fromkeys(range(5000), "")), list[int]()
    for number in range(500):
        after = before.changed([number], {5000 + number: ""})
        taken.append(after.own(before))
        before = after
    # Now and then all is written anew.
    assert sum(each > 2 * LAYER for each in taken) <= 2
