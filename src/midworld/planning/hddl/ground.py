"""Objects by type, and whether formulas hold of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import product
from operator import itemgetter
from typing import TypeAlias

from ..state import Fact
from .formula import FALSE, TRUE, And, Atom, Exists, Forall, Formula, Not, Or, Variable
from .texts import DomainText, ProblemText

Binding: TypeAlias = Mapping[str, str]
# Values of variables, then every constant: what a getter takes a fact from.
Values: TypeAlias = list[str]
Getter: TypeAlias = Callable[[Values], Fact]


class Universe:
    """The objects of a problem by their types."""

    def __init__(self, domain: DomainText, problem: ProblemText) -> None:
        # Predicates that some action changes, and what holds of all others for ever.
        self.dynamic = frozenset(each.atom.terms[0] for action in domain.actions.values() for each in action.effects)
        self.fixed = frozenset(each for each in problem.facts if each[0] not in self.dynamic)
        self._kinds = {
            name: frozenset(kind for each in types for kind in domain.kinds(each))
            for name, types in problem.objects.items()
        }
        self._found: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._sets: dict[tuple[str, ...], frozenset[str]] = {}

    def kinds(self, name: str) -> frozenset[str]:
        """All types of an object."""
        return self._kinds[name]

    def of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """All objects of one of these types, in the order they are declared."""
        found = self._found.get(types)
        if found is None:
            found = tuple(name for name, kinds in self._kinds.items() if any(each in kinds for each in types))
            self._found[types] = found
        return found

    def set(self, types: tuple[str, ...]) -> frozenset[str]:
        """The same, to look up."""
        found = self._sets.get(types)
        if found is None:
            found = self._sets[types] = frozenset(self.of(types))
        return found

    def every(self, variables: Sequence[Variable]) -> Iterator[dict[str, str]]:
        """Every choice of values."""
        for values in product(*(self.of(each.types) for each in variables)):
            yield {each.name: value for each, value in zip(variables, values, strict=True)}


def filled(atom: Atom, binding: Binding) -> Fact:
    """An atom with its variables replaced."""
    return tuple(binding.get(each, each) for each in atom.terms)


class Reading:
    """What a formula's truth rests on: facts that hold and facts that do not."""

    __slots__ = ("absent", "present")

    def __init__(self) -> None:
        self.present: list[Fact] = []
        self.absent: list[Fact] = []


def truth(
    formula: Formula, binding: Binding, facts: Set[Fact], universe: Universe, reading: Reading, *, wanted: bool = True
) -> bool:
    """Whether a formula is as wanted; if so, `reading` has grown by what this rests on."""
    match formula:
        case Atom(terms):
            if terms[0] == "=":
                return (binding.get(terms[1], terms[1]) == binding.get(terms[2], terms[2])) is wanted
            fact = filled(formula, binding)
            if (fact in facts) is not wanted:
                return False
            (reading.present if wanted else reading.absent).append(fact)
            return True
        case Not(part):
            return truth(part, binding, facts, universe, reading, wanted=not wanted)
        case And(parts) | Or(parts):
            cases = ((each, binding) for each in parts)
        case Forall(variables, part) | Exists(variables, part):
            cases = ((part, {**binding, **more}) for more in universe.every(variables))
    outcomes = (truth(part, more, facts, universe, reading, wanted=wanted) for part, more in cases)
    return all(outcomes) if isinstance(formula, And | Forall) is wanted else any(outcomes)


def simplified(formula: Formula, binding: Binding, universe: Universe, *, wanted: bool = True) -> Formula:
    """A formula with its variables replaced, quantifiers written out, and what never changes decided."""
    match formula:
        case Atom(terms):
            fact = filled(formula, binding)
            if terms[0] == "=":
                return TRUE if (fact[1] == fact[2]) is wanted else FALSE
            if terms[0] not in universe.dynamic:
                return TRUE if (fact in universe.fixed) is wanted else FALSE
            return Atom(fact) if wanted else Not(Atom(fact))
        case Not(part):
            return simplified(part, binding, universe, wanted=not wanted)
        case And(parts) | Or(parts):
            cases = [(each, binding) for each in parts]
        case Forall(variables, part) | Exists(variables, part):
            cases = [(part, {**binding, **more}) for more in universe.every(variables)]
    both = isinstance(formula, And | Forall) is wanted
    kept: dict[Formula, None] = {}
    for part, more in cases:
        inner = simplified(part, more, universe, wanted=wanted)
        if inner == (FALSE if both else TRUE):
            return inner
        if isinstance(inner, And if both else Or):
            kept |= dict.fromkeys(inner.parts)
        else:
            kept[inner] = None
    if len(kept) == 1:
        return next(iter(kept))
    return And(tuple(kept)) if both else Or(tuple(kept))


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts that all have to hold."""
    waiting = [formula]
    while waiting:
        part = waiting.pop()
        match part:
            case And(parts):
                waiting += reversed(parts)
            case Not(Not(inner)):
                waiting.append(inner)
            case Not(Or(parts)):
                waiting += [Not(each) for each in reversed(parts)]
            case Or((only,)):
                waiting.append(only)
            case _:
                yield part


class Slots:
    """Where the variables and constants of a schema stand in its list of values."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.names = tuple(each.name for each in variables)
        self._places = {name: place for place, name in enumerate(self.names)}
        self._constants: list[str] = []

    def place(self, term: str) -> int:
        """The place of a term; constants get one when they are first asked for."""
        if term not in self._places:
            self._places[term] = len(self.names) + len(self._constants)
            self._constants.append(term)
        return self._places[term]

    def getter(self, terms: Sequence[str]) -> Getter:
        """What makes a fact or task out of values."""
        places = [self.place(each) for each in terms]
        if len(places) == 1:
            only = (terms[0],)
            return lambda values: only
        return itemgetter(*places)

    def values(self, given: Sequence[str]) -> Values:
        """A list of values that begins with those given."""
        return [*given, *[""] * (len(self.names) - len(given)), *self._constants]

    def binding(self, values: Values) -> dict[str, str]:
        """Values by the names of their variables."""
        return dict(zip(self.names, values, strict=False))
