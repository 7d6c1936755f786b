"""Social rules: for each, two plans of which its weight, and nothing else, decides."""

from collections.abc import Iterator
from random import Random

import pytest

from midworld.errors import BadInput
from midworld.planning import (
    Domain,
    Network,
    Plan,
    Preferences,
    PreferredPlan,
    Problem,
    TracedState,
    fitted_weights,
    next_pair,
    preferences,
    solve,
    unordered,
    weighed,
)

Steps = list[tuple[str, ...]]
EFFORT = {"heavy": 9.0}
LEGIBILITY = {"odd": 5.0}


def _last(*words: str) -> float:
    return float(words[-1])


def _effort(who: str, what: str, seconds: str) -> float:
    return EFFORT.get(what, float(seconds))


def _legibility(who: str, what: str, seconds: str) -> float:
    return LEGIBILITY.get(what, 0.0)


def either(*options: Steps) -> Problem:
    """Something that can be done in one of some ways."""
    domain = Domain("either")

    @domain.action(
        _last,
        by=("who",),
        effort=_effort,
        legibility=_legibility,
    )
    def do(state: TracedState, who: str, what: str, seconds: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("done", what)

    @domain.action(_last, by=("who",))
    def use(state: TracedState, who: str, what: str, needed: str, seconds: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("done", needed)
        state.add("done", what)

    @domain.action(_last)
    def both(state: TracedState, one: str, other: str, what: str, seconds: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("done", what)

    @domain.method("side_by_side")
    def one_of_them(state: TracedState) -> Iterator[Network]:  # pyright: ignore[reportUnusedFunction]
        for option in options:
            yield unordered(*option)

    return domain.problem((), [("side_by_side",)], agents={"pr2": "robot", "ann": "human"})


CASES: dict[str, tuple[Steps, Steps, Preferences]] = {
    "wasted_time": (
        [("do", "ann", "x", "1"), ("do", "pr2", "y", "5"), ("use", "ann", "z", "y", "1")],
        [("do", "ann", "x", "5"), ("do", "pr2", "y", "5"), ("use", "ann", "z", "y", "2")],
        Preferences(),
    ),
    "human_effort": ([("do", "ann", "x", "2")], [("do", "pr2", "x", "4")], Preferences()),
    "effort_balance": (
        [("do", "pr2", "x", "2"), ("do", "pr2", "y", "2")],
        [("do", "pr2", "x", "2"), ("do", "ann", "y", "5")],
        Preferences(shares={"ann": 0.5}),
    ),
    "simplicity": (
        [("do", "pr2", "x", "1"), ("use", "ann", "y", "x", "1")],
        [("do", "ann", "x", "2"), ("use", "ann", "y", "x", "1")],
        Preferences(),
    ),
    "undesirable_sequences": (
        [("do", "ann", "a", "1"), ("use", "ann", "b", "a", "1")],
        [("do", "ann", "b", "1"), ("use", "ann", "a", "b", "2")],
        Preferences(sequences=((("do", "ann", "a"), ("use", "ann", "b")),)),
    ),
    "undesirable_states": (
        [("do", "pr2", "spill", "1")],
        [("do", "pr2", "pour", "2")],
        Preferences(states=((("done", "spill"),),)),
    ),
    "initiative": ([("both", "pr2", "ann", "x", "1")], [("both", "ann", "pr2", "x", "2")], Preferences(starter="ann")),
    "effort": ([("do", "pr2", "heavy", "1")], [("do", "pr2", "light", "3")], Preferences()),
    "legibility": ([("do", "pr2", "odd", "1")], [("do", "pr2", "plain", "2")], Preferences()),
    "actions": ([("do", "pr2", "x", "1"), ("do", "ann", "y", "1")], [("do", "pr2", "x", "2")], Preferences()),
}


def chosen(problem: Problem, liked: Preferences) -> Plan:
    found = solve(problem, liked, rounds=12)
    assert isinstance(found, Plan)
    return found


def steps(plan: Plan) -> set[tuple[str, ...]]:
    return {each.task for each in plan.actions}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("rule", CASES)
def test_the_weight_of_a_rule_and_only_it_changes_the_plan(rule: str, order: int) -> None:
    quick, liked, known = CASES[rule]
    problem = either(*(quick, liked)[::order])
    without = chosen(problem, known.weighing(makespan=1.0))
    assert steps(without) == set(quick)
    others = {name: 0.01 for name in CASES if name != rule}
    assert steps(chosen(problem, known.weighing(makespan=1.0, **others))) == set(quick)
    found = chosen(problem, known.weighing(makespan=1.0, **{rule: 10.0}))
    assert steps(found) == set(liked)
    assert found.costs["makespan"] == found.makespan
    assert found.cost == pytest.approx(sum(found.costs.values()))
    assert found.costs[rule] == pytest.approx(10.0 * found.counts[rule])


def test_makespan_is_a_rule_like_the_others() -> None:
    one, two = [("do", "pr2", "x", "9")], [("do", "pr2", "x", "1"), ("do", "ann", "y", "1")]
    assert steps(chosen(either(two, one), Preferences({"actions": 1.0}))) == set(one)
    assert steps(chosen(either(two, one), Preferences({"actions": 1.0, "makespan": 1.0}))) == set(two)


def test_thirty_answers_order_unseen_pairs() -> None:
    rules = ["makespan", "wasted_time", "human_effort", "effort_balance", "simplicity"]
    right = asked = 0
    for seed in range(6):
        chance = Random(seed)
        hidden = {
            rule: chance.choice((0.0, 0.3, 1.0, 2.0)) / scale
            for rule, scale in zip(rules, (10, 8, 10, 6, 3), strict=True)
        }
        plans = [
            {
                "makespan": chance.gauss(80, 10),
                "wasted_time": abs(chance.gauss(0, 8)),
                "human_effort": chance.gauss(30, 10),
                "effort_balance": abs(chance.gauss(0, 6)),
                "simplicity": float(chance.randrange(10)),
            }
            for _ in range(60)
        ]
        shown, answers, seen = plans[:16], list[PreferredPlan](), set[tuple[int, int]]()
        for _ in range(30):
            pair = next_pair(shown, answers, rules, seen)
            assert pair is not None
            seen.add(pair)
            one, other = sorted((shown[pair[0]], shown[pair[1]]), key=lambda each: weighed(each, hidden))
            answers.append(PreferredPlan(one, other))
        learned = fitted_weights(answers, rules)
        for one, other in zip(plans[16:38], plans[38:60], strict=True):
            gap = weighed(one, hidden) - weighed(other, hidden)
            if gap:
                asked += 1
                right += (weighed(one, learned) < weighed(other, learned)) is (gap < 0)
    assert right / asked >= 0.85


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"wasted_tim": 1}, "did you mean wasted_time?"),
        ({"makespan": -1}, "should be a number from 0"),
        ({"makespan": "much"}, "should be a number"),
        ({"effort_balance": {"weight": 1, "shares": {"ann": 2}}}, "from 0 to 1"),
        ({"undesirable_sequences": {"sequences": [[3]]}}, "list of lists of texts"),
        ({"simplicity": {"wieght": 1}}, "did you mean weight?"),
        ([], "should hold rules"),
    ],
)
def test_wishes_nobody_knows_are_refused(data: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        preferences(data)
