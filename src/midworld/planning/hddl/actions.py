"""Actions of HDDL as operators."""

from collections.abc import Mapping
from typing import NamedTuple

from ..imagining import IMAGINES
from ..model import ROBOT, Happening
from ..state import Fact, State
from .formula import FALSE, TRUE, Atom, Formula, Not, bound, text
from .ground import Reading, Universe, conjuncts, filled, simplified, truth
from .texts import ActionText

# HDDL says nothing of durations.
SECONDS = 1.0


class _Change(NamedTuple):
    condition: Formula
    fact: Fact
    adds: bool


class _Ground(NamedTuple):
    """An action with its arguments: what can be said of it in any state."""

    possible: bool
    happening: Happening
    others: tuple[Formula, ...]
    changes: tuple[_Change, ...]


class HddlOperator:
    """An action of HDDL. What is known of it whatever the state is worked out once for every choice of arguments."""

    def __init__(
        self, action: ActionText, universe: Universe, dynamic: frozenset[str], agents: frozenset[str] | None
    ) -> None:
        self._action, self._universe, self._dynamic, self._agents = action, universe, dynamic, agents
        self._parts = tuple(conjuncts(action.condition))
        self._imagines = action.name.lower() in IMAGINES
        self._seconds = 0.0 if self._imagines else SECONDS
        self._grounded: dict[tuple[str, ...], _Ground] = {}

    @property
    def name(self) -> str:
        return self._action.name

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """What happens if it is done; None where a precondition does not hold."""
        ground = self._grounded.get(args)
        if ground is None:
            ground = self._grounded[args] = self._ground(args)
        happening, facts = ground.happening, state.facts
        if not (
            ground.possible
            and facts.issuperset(happening.needs)
            and facts.issuperset(happening.fixed)
            and facts.isdisjoint(happening.denies)
        ):
            return None
        if not ground.others and not ground.changes:
            return happening
        reading = Reading()
        if not all(truth(each, {}, facts, self._universe, reading) for each in ground.others):
            return None
        adds, deletes, seen = list(happening.adds), list(happening.deletes), Reading()
        for change in ground.changes:
            if truth(change.condition, {}, facts, self._universe, seen):
                (adds if change.adds else deletes).append(change.fact)
            else:
                truth(change.condition, {}, facts, self._universe, seen, wanted=False)
        needs = happening.needs + tuple(each for each in reading.present if each[0] in self._dynamic)
        fixed = happening.fixed + tuple(each for each in reading.present if each[0] not in self._dynamic)
        return happening._replace(
            needs=tuple(dict.fromkeys(needs)),
            fixed=tuple(dict.fromkeys(fixed)),
            denies=happening.denies + self._moving(reading.absent),
            reads=self._moving(seen.present + seen.absent),
            adds=tuple(dict.fromkeys(adds)),
            deletes=tuple(each for each in dict.fromkeys(deletes) if each not in adds),
        )

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """The first precondition that does not hold."""
        binding = self._binding(args)
        for part in self._parts:
            if not truth(part, binding, state.facts, self._universe, Reading()):
                return text(bound(part, binding))
        return f"the types of {' '.join(args)}"

    def _binding(self, args: tuple[str, ...]) -> dict[str, str]:
        return {each.name: value for each, value in zip(self._action.variables, args, strict=True)}

    def _doers(self, args: tuple[str, ...]) -> tuple[str, ...]:
        if self._imagines:
            return ()
        if self._agents is None:
            return (ROBOT,)
        return tuple(dict.fromkeys(each for each in args if each in self._agents))

    def _moving(self, facts: list[Fact]) -> tuple[Fact, ...]:
        return tuple(dict.fromkeys(each for each in facts if each[0] in self._dynamic))

    def _ground(self, args: tuple[str, ...]) -> _Ground:
        binding = self._binding(args)
        possible = all(binding[each.name] in self._universe.set(each.types) for each in self._action.variables)
        needs: dict[Fact, None] = {}
        denies: dict[Fact, None] = {}
        others: list[Formula] = []
        for part in self._parts:
            match part:
                case Atom(terms) | Not(Atom(terms)) if terms[0] == "=":
                    same = binding.get(terms[1], terms[1]) == binding.get(terms[2], terms[2])
                    possible = possible and same is isinstance(part, Atom)
                case Atom():
                    needs[filled(part, binding)] = None
                case Not(Atom() as atom):
                    denies[filled(atom, binding)] = None
                case _:
                    for each in conjuncts(simplified(part, binding, self._universe)):
                        if isinstance(each, Atom):
                            needs[each.terms] = None
                        elif isinstance(each, Not) and isinstance(each.part, Atom):
                            denies[each.part.terms] = None
                        else:
                            others.append(each)
        adds, deletes, changes = self._effects(binding)
        happening = Happening(
            tuple(each for each in needs if each[0] in self._dynamic),
            tuple(each for each in needs if each[0] not in self._dynamic),
            tuple(denies),
            (),
            tuple(adds),
            tuple(each for each in deletes if each not in adds),
            self._doers(args),
            self._seconds,
            (self._seconds, self._seconds),
        )
        return _Ground(possible, happening, tuple(others), tuple(changes))

    def _effects(self, binding: Mapping[str, str]) -> tuple[dict[Fact, None], dict[Fact, None], list[_Change]]:
        adds: dict[Fact, None] = {}
        deletes: dict[Fact, None] = {}
        changes: list[_Change] = []
        for effect in self._action.effects:
            for more in self._universe.every(effect.variables):
                inner = {**binding, **more}
                fact = filled(effect.atom, inner)
                condition = TRUE if effect.condition is TRUE else simplified(effect.condition, inner, self._universe)
                if condition == TRUE:
                    (adds if effect.adds else deletes)[fact] = None
                elif condition != FALSE:
                    changes.append(_Change(condition, fact, effect.adds))
        return adds, deletes, changes
