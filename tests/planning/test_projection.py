"""What holds after some actions is what doing them one by one gives, on thousands of random plans."""

from pathlib import Path
from random import Random

from midworld.planning import Fact, happening_of, projected_facts, union_projection
from randomplans import hddl_actions, python_actions

PLANS, HDDL_PLANS = 4000, 1000


def test_projected_state_equals_stepwise_progression_on_5000_random_plans(tmp_path: Path) -> None:
    equal = 0
    for seed in range(PLANS):
        made = python_actions(Random(seed))
        equal += projected_facts(made.problem, made.plan) == made.stepwise()
    for made in hddl_actions(Random(0), HDDL_PLANS, tmp_path):
        equal += projected_facts(made.problem, made.plan) == made.stepwise()
    assert equal == PLANS + HDDL_PLANS


def test_the_papers_formula_is_right_where_every_fact_changes_at_most_once_and_wrong_elsewhere() -> None:
    wrong = once = 0
    for seed in range(1000):
        made = python_actions(Random(seed))
        facts, effects, changed = frozenset(made.problem.facts), list[tuple[set[Fact], set[Fact]]](), list[Fact]()
        for task in made.plan:
            happening = happening_of(made.problem, facts, task)
            assert happening is not None
            after = projected_facts(made.problem, [task], facts)
            effects.append((set(after - facts), set(facts - after)))
            changed += after ^ facts
            facts = after
        formula = union_projection(frozenset(made.problem.facts), effects)
        if len(changed) == len(set(changed)):
            once += 1
            assert formula == facts
        else:
            wrong += formula != facts
    assert once > 50
    assert wrong > 50


def test_other_facts_than_the_problems_can_be_projected_from() -> None:
    made = python_actions(Random(7))
    facts = projected_facts(made.problem, made.plan[:1])
    assert facts != frozenset(made.problem.facts)
    assert projected_facts(made.problem, made.plan[1:], facts) == made.stepwise()
