"""Several good plans that differ in what they cost by rule, to choose between."""

from collections.abc import Sequence
from random import Random

from .model import Problem
from .plan import Plan
from .preferences import RULES, Preferences
from .search import solve

# Some hardly improved: people choose between plans that differ.
_ROUNDS = (0, 2, 12)
_WEIGHTS = (0.0, 0.0, 0.5, 1.0, 3.0, 10.0)


def varied_plans(problem: Problem, liked: Preferences, *, count: int = 12, seed: int = 0) -> list[Plan]:
    """Plans that are good under weights of chance, no two of which count the same."""
    random = Random(seed)
    found: dict[tuple[float, ...], Plan] = {}
    for _ in range(count * 2):
        weights = {rule: random.choice(_WEIGHTS) for rule in RULES} | {"makespan": random.choice((0.1, 0.5, 1.0))}
        plan = solve(
            problem, liked.weighing(**weights), rounds=random.choice(_ROUNDS), within=1.0, seed=random.randrange(2**30)
        )
        if not isinstance(plan, Plan):
            return []
        found.setdefault(tuple(round(each, 6) for each in plan.counts.values()), plan)
        if len(found) == count:
            break
    return list(found.values())


def telling_rules(plans: Sequence[Plan]) -> list[str]:
    """The rules in which plans differ at all."""
    return [rule for rule in RULES if len({round(each.counts[rule], 6) for each in plans}) > 1]
