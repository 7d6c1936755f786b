"""Whether times can be kept to whatever people do."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.planning import Action, Agent, Demand, Plan, TemporalNetwork, plan_network, uncontrollable


def network(*demands: Demand) -> TemporalNetwork:
    made = TemporalNetwork()
    made.add(demands)
    return made


def hers(first: str, then: str, least: float, most: float) -> Demand:
    return Demand(first, then, least, most, ours=False)


TEA = hers("boil", "boiled", 1, 10)


@pytest.mark.parametrize(
    ("demands", "kept"),
    [
        # What follows what somebody does can wait for it; what has to come before it cannot know when that is.
        ([TEA, Demand("boiled", "pour", 1, 2)], True),
        ([TEA, Demand("pour", "boiled", 1, 2)], False),
        ([TEA, Demand("pour", "boiled", 0, 10)], True),
        ([TEA, Demand("boil", "boiled", 0, 9)], False),
        ([TEA, Demand("boil", "pour", 0, 5), Demand("boiled", "pour", 0, inf)], False),
        ([TEA, Demand("boil", "pour", 0, 10), Demand("boiled", "pour", 0, inf)], True),
        # Two people are to end together: begun together, they are at most 3 s apart.
        ([hers("a", "A", 5, 8), hers("b", "B", 5, 8), Demand("A", "B", -3, 3)], True),
        ([hers("a", "A", 5, 8), hers("b", "B", 5, 8), Demand("A", "B", -2, 2)], False),
        # The second may be begun when the first has ended.
        ([hers("a", "A", 5, 8), hers("b", "B", 1, 2), Demand("A", "B", 1, 2)], True),
        ([hers("a", "A", 5, 8), hers("b", "B", 1, 2), Demand("A", "B", 0, 0.5)], False),
        # Either it is long over, or it is waited for: both ways there is time (the example of the waits).
        ([hers("a", "A", 1, 8), Demand("a", "c", 0, inf), Demand("c", "A", -4, 4), Demand("a", "c", 4, 4)], True),
    ],
)
def test_what_can_be_kept_to(demands: list[Demand], kept: bool) -> None:
    ring = uncontrollable(network(*demands))
    assert (not ring) is kept
    assert kept or any(not each.ours for each in ring)


def test_what_has_happened_is_no_chance_any_more() -> None:
    made = network(TEA, Demand("boil", "boiled", 0, 9))
    assert uncontrollable(made)
    made.observe("boil", 0.0)
    made.observe("boiled", 4.0)
    assert uncontrollable(made) == ()


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_plan_is_kept_to_if_people_may_take_their_longest(data: st.DataObject) -> None:
    actions: list[Action] = []
    for number in range(data.draw(st.integers(1, 9))):
        least = data.draw(st.integers(1, 6))
        interval = float(least), float(least + data.draw(st.integers(0, 5)))
        after = tuple(each for each in range(number) if data.draw(st.booleans()))
        actions.append(
            Action(number, ("do",), (data.draw(st.sampled_from(["ann", "pr2"])),), 0.0, 1.0, after, interval)
        )
    plan = Plan(tuple(actions), (), (), (), agents=(Agent("ann", "human"), Agent("pr2")))
    ends: dict[int, float] = {}
    for each in actions:
        slow = each.interval[1] if each.agents == ("ann",) else each.interval[0]
        ends[each.id] = max((ends[one] for one in each.after), default=0.0) + slow
    worst = max(ends.values())
    assert uncontrollable(plan_network(plan, deadline=worst)) == ()
    quickest = max(plan_network(plan).bounds(f"{each.id}.end")[0] for each in actions)
    if quickest <= worst - 0.5:
        assert uncontrollable(plan_network(plan, deadline=worst - 0.5)) != ()
