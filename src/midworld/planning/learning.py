"""Weights of the rules from what people like: of two plans, the one they prefer costs less."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from typing import TypeAlias

# What each rule counts in a plan.
Counts: TypeAlias = Mapping[str, float]
_STEPS = 600
# Chosen: keeps weights finite where all answers agree.
_RESTRAINT = 0.02


@dataclass(frozen=True, slots=True)
class PreferredPlan:
    """What a plan counts that is liked better, and what the other one does."""

    liked: Counts
    other: Counts


def fitted_weights(answers: Sequence[PreferredPlan], rules: Sequence[str]) -> dict[str, float]:
    """Weights under which the plans that were liked cost less: logistic regression over differences, none below 0."""
    scales = _scales(answers, rules)
    rows = [
        [(each.other.get(rule, 0.0) - each.liked.get(rule, 0.0)) / scales[rule] for rule in rules] for each in answers
    ]
    weights = [1.0 / len(rules)] * len(rules)
    rate = 4.0 / max(1.0, max((sum(value * value for value in row) for row in rows), default=1.0))
    for _ in range(_STEPS):
        slope = [-_RESTRAINT * weight for weight in weights]
        for row in rows:
            margin = sum(weight * value for weight, value in zip(weights, row, strict=True))
            wrong = 1.0 / (1.0 + exp(min(max(margin, -30.0), 30.0)))
            for place, value in enumerate(row):
                slope[place] += wrong * value / len(rows)
        weights = [max(0.0, weight + rate * part) for weight, part in zip(weights, slope, strict=True)]
    found = {rule: weight / scales[rule] for rule, weight in zip(rules, weights, strict=True)}
    most = max(found.values(), default=0.0)
    return {rule: weight / most if most else 1.0 for rule, weight in found.items()}


def _scales(answers: Sequence[PreferredPlan], rules: Sequence[str]) -> dict[str, float]:
    """How far plans differ in each rule, so that seconds and counts weigh alike at first."""
    scales: dict[str, float] = {}
    for rule in rules:
        squares = [(each.liked.get(rule, 0.0) - each.other.get(rule, 0.0)) ** 2 for each in answers]
        scales[rule] = sqrt(sum(squares) / len(squares)) if squares and any(squares) else 1.0
    return scales


def weighed(counts: Counts, weights: Mapping[str, float]) -> float:
    """What a plan costs under weights."""
    return sum(weight * counts.get(rule, 0.0) for rule, weight in weights.items())


def next_pair(
    plans: Sequence[Counts], answers: Sequence[PreferredPlan], rules: Sequence[str], asked: set[tuple[int, int]]
) -> tuple[int, int] | None:
    """The two plans whose order is least known and that differ most: most is learned from these."""
    weights = fitted_weights(answers, rules) if answers else dict.fromkeys(rules, 1.0)
    spread = {
        rule: max(each.get(rule, 0.0) for each in plans) - min(each.get(rule, 0.0) for each in plans) for rule in rules
    }
    best, found = -1.0, None
    for one, other in combinations(range(len(plans)), 2):
        if (one, other) in asked:
            continue
        parts = [(plans[one].get(rule, 0.0) - plans[other].get(rule, 0.0)) / (spread[rule] or 1.0) for rule in rules]
        far = sum(abs(part) for part in parts)
        gap = abs(sum(weights[rule] * (spread[rule] or 1.0) * part for rule, part in zip(rules, parts, strict=True)))
        scale = sum(weights[rule] * (spread[rule] or 1.0) * abs(part) for rule, part in zip(rules, parts, strict=True))
        worth = far * (1.0 - gap / scale if scale else 1.0)
        if worth > best:
            best, found = worth, (one, other)
    return found
