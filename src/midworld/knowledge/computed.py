"""Facts computed when somebody asks for their predicate, at most once per period."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from .model import Model
from .statement import Slot, Triple
from .terms import Atom

Compute = Callable[[str], Iterable[Atom]]
"""Gives all atoms of its predicates for the model of this name."""


@dataclass(slots=True)
class Computable:
    """One source of on-demand facts."""

    predicates: frozenset[int]
    compute: Compute
    period_s: float
    done: dict[str, float] = field(default_factory=dict[str, float])
    held: dict[str, frozenset[Atom]] = field(default_factory=dict[str, frozenset[Atom]])


class Computables:
    """What is known how to compute."""

    def __init__(self) -> None:
        self._known: list[Computable] = []

    def __bool__(self) -> bool:
        return bool(self._known)

    def register(self, predicates: Iterable[int], compute: Compute, *, period_s: float = 0.0) -> None:
        self._known.append(Computable(frozenset(predicates), compute, period_s))

    def forget(self, model: str) -> None:
        """A model holds nothing computed any more."""
        for each in self._known:
            each.done.pop(model, None)
            each.held.pop(model, None)

    def refresh(self, model: Model, patterns: Sequence[Triple], now: float) -> tuple[list[Atom], list[Atom]]:
        """What to assert and to withdraw before these patterns are asked."""
        asked = {pattern[1] for pattern in patterns}
        anything = any(isinstance(place, Slot) for place in asked)
        added: list[Atom] = []
        removed: list[Atom] = []
        for each in self._known:
            fresh = now - each.done.get(model.name, -math.inf) < each.period_s
            if fresh or not (anything or self._wanted(model, each, asked)):
                continue
            new, old = frozenset(each.compute(model.name)), each.held.get(model.name, frozenset())
            each.done[model.name], each.held[model.name] = now, new
            added += sorted(new - old)
            removed += sorted(old - new)
        return added, removed

    def _wanted(self, model: Model, computable: Computable, asked: "set[int | Slot]") -> bool:
        """Whether a computed predicate is asked for, itself or through what it implies."""
        expansion = model.tbox.expansion
        return any(wide in asked for name in computable.predicates for wide, _ in expansion.properties(name))
