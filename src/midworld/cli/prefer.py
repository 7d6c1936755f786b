"""`midworld prefer`: learns what people like about plans from which of two they choose."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput, Problem
from ..planning import (
    Plan,
    Preferences,
    PreferredPlan,
    fitted_weights,
    gantt_text,
    load,
    next_pair,
    preferences_text,
    read_preferences,
    telling_rules,
    varied_plans,
)

Prefer = Annotated[
    Path | None, typer.Option("--prefer", help="Where to start: weights, shares, sequences, states", metavar="FILE")
]


def prefer(
    domain: Annotated[Path, typer.Argument(help="What can be done, .hddl or .py", metavar="DOMAIN")],
    problem: Annotated[Path, typer.Argument(help="What is to be done, .hddl or .py", metavar="PROBLEM")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write what was learned", metavar="FILE")],
    prefer: Prefer = None,
    questions: Annotated[int, typer.Option("--questions", "-n", help="How many pairs to show", min=1, max=500)] = 30,
    seed: Annotated[int, typer.Option("--seed", help="Chance, made repeatable")] = 0,
) -> None:
    """Show two plans, take which is liked, and learn the weights of the rules."""
    liked = Preferences() if prefer is None else read_preferences(prefer)
    plans = varied_plans(load(domain, problem).problem, liked, seed=seed)
    rules = telling_rules(plans)
    if len(plans) < 2 or not rules:
        raise BadInput([Problem(str(problem), None, "there are no two plans that differ in any rule")])
    answers, asked = list[PreferredPlan](), set[tuple[int, int]]()
    counts = [each.counts for each in plans]
    while len(asked) < questions:
        pair = next_pair(counts, answers, rules, asked)
        choice = None if pair is None else _asked(plans[pair[0]], plans[pair[1]], rules, len(asked) + 1)
        if pair is None or choice is None:
            break
        asked.add(pair)
        if choice != "=":
            first, second = pair if choice == "1" else pair[::-1]
            answers.append(PreferredPlan(counts[first], counts[second]))
    if not answers:
        raise BadInput([Problem("standard input", None, "no answer was given; answer 1, 2, or = for neither")])
    weights = fitted_weights(answers, rules)
    try:
        output.write_text(preferences_text(liked, weights), encoding="utf-8")
    except OSError as error:
        raise BadInput([Problem(str(output), None, f"cannot be written: {error.strerror}")]) from error
    print(f"{output}: {len(answers)} answers; use it with midworld plan --prefer {output}")


def _asked(one: Plan, other: Plan, rules: list[str], number: int) -> str | None:
    """What somebody answers: 1, 2, or = for neither; None at the end of input or q."""
    for name, plan in (("1", one), ("2", other)):
        print(f"--- plan {name} of question {number}")
        print(*gantt_text(plan), sep="\n")
        print("   ", ", ".join(f"{rule.replace('_', ' ')} {plan.counts[rule]:g}" for rule in rules))
    while True:
        print(end="Which do you like better: 1, 2, = or q? ", flush=True)
        line = sys.stdin.readline()
        answer = line.strip().lower()
        if not line or answer == "q":
            print()
            return None
        if answer in ("1", "2", "="):
            return answer
