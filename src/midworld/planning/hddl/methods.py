"""Methods of HDDL: a join of their preconditions with what holds gives every way to do a task."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..model import Way
from ..network import Network, Shape, shaped
from ..state import Fact, State
from .formula import And, Atom, Formula, Not, Variable, bound, text, type_text
from .ground import Getter, Reading, Slots, Universe, Values, conjuncts, simplified, truth
from .texts import MethodText, NetworkText

# So many rows are looked at between two signs of life.
ROWS = 2000
# So many bindings and signs of life are looked at to tell what is in the way.
_LOOKED = 50


class _Checks(NamedTuple):
    """What can be decided as soon as the variables of a level are bound."""

    holding: tuple[Getter, ...]
    absent: tuple[Getter, ...]
    # Places of two values, and whether they have to be the same.
    compared: tuple[tuple[int, int, bool], ...]
    others: tuple[Formula, ...]


class _Level(NamedTuple):
    """Binds variables from facts of a predicate, or, without one, a variable from its type."""

    predicate: str
    bound: tuple[tuple[int, int], ...]
    free: tuple[tuple[int, int, frozenset[str]], ...]
    same: tuple[tuple[int, int], ...]
    objects: tuple[str, ...]
    checks: _Checks
    terms: tuple[str, ...]


class HddlMethod:
    """A method of HDDL. `hints` are facts its first steps will need, looked at to choose well."""

    def __init__(
        self,
        method: MethodText,
        universe: Universe,
        dynamic: frozenset[str],
        *,
        types: Iterable[tuple[str, tuple[str, ...]]] = (),
        hints: Sequence[Formula] = (),
    ) -> None:
        self._method, self._universe = method, universe
        self._slots = Slots(method.variables)
        self._allowed = {each.name: universe.set(each.types) for each in method.variables}
        self._types = {each.name: each.types for each in method.variables}
        for name, kinds in types:
            if name in self._allowed:
                self._allowed[name] &= universe.set(kinds)
        parts = tuple(conjuncts(method.condition))
        self._tasks = tuple(self._slots.getter(each.terms) for each in method.network.tasks)
        self._shape = shape_of(method.network)
        self._needs = self._getters(each for each in parts if isinstance(each, Atom) and each.terms[0] in dynamic)
        self._denies = self._getters(
            each.part for each in parts if isinstance(each, Not) and _named(each.part) and _of(each.part) in dynamic
        )
        self._others = tuple(each for each in parts if not _simple(each))
        self._open = tuple(sorted(set[str]().union(*(_free(each) for each in self._others))))
        self._simplified: dict[tuple[str, ...], Formula] = {}
        self._head = tuple(method.task.terms[1:])
        bound = {each for each in self._head if each.startswith("?")}
        self._first, self._levels = self._planned([*parts, *hints], bound)
        self._size = len(method.variables)

    @property
    def name(self) -> str:
        return self._method.name

    def _getters(self, atoms: Iterable[Formula]) -> tuple[Getter, ...]:
        return tuple(self._slots.getter(each.terms) for each in atoms if isinstance(each, Atom))

    def ways(self, state: State, args: tuple[str, ...]) -> Iterator[Way | None]:
        """Every binding of the variables with which the precondition holds."""
        for values in self._bindings(state, args):
            if values is None:
                yield None
                continue
            needs = tuple([each(values) for each in self._needs])
            denies = tuple([each(values) for each in self._denies])
            if self._others:
                reading = Reading()
                if not truth(self._other(values), {}, state.facts, self._universe, reading):
                    continue
                needs += tuple(reading.present)
                denies += tuple(reading.absent)
            network = Network(tuple([each(values) for each in self._tasks]), self._shape)
            yield Way(self._method.name, tuple(values[: self._size]), network, needs, denies)

    def _other(self, values: Values) -> Formula:
        """What is neither a fact nor its absence, for these values."""
        binding = {name: values[self._slots.place(name)] for name in self._open}
        key = tuple(binding.values())
        found = self._simplified.get(key)
        if found is None:
            found = self._simplified[key] = simplified(And(self._others), binding, self._universe)
        return found

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        """The precondition that stops the most promising choice of variables."""
        for term, value in zip(self._head, args, strict=True):
            if term.startswith("?") and value not in self._allowed[term]:
                return f"({value} - {type_text(self._types[term])})"
            if not term.startswith("?") and term != value:
                return f"(= {value} {term})"
        deepest: list[str] = []
        for _ in islice(self._bindings(state, args, deepest), _LOOKED):
            pass
        known = {term: value for term, value in zip(self._head, args, strict=True) if term.startswith("?")}
        return deepest[-1] if deepest else text(bound(self._method.condition, known))

    def _start(self, args: tuple[str, ...]) -> Values | None:
        values = self._slots.values(())
        for term, value in zip(self._head, args, strict=True):
            if not term.startswith("?"):
                if term != value:
                    return None
                continue
            place = self._slots.place(term)
            if (values[place] and values[place] != value) or value not in self._allowed[term]:
                return None
            values[place] = value
        return values

    def _bindings(
        self, state: State, args: tuple[str, ...], deepest: list[str] | None = None
    ) -> Iterator[Values | None]:
        values = self._start(args)
        if values is None:
            return
        if not self._passes(self._first, values, state):
            if deepest is not None:
                deepest.append(self._failing(self._first, values, state))
            return
        levels = self._levels
        if not levels:
            yield values
            return
        rows: list[Iterator[Fact | str]] = [iter(self._rows(levels[0], values, state))]
        looked, furthest = 0, -1
        while rows:
            level = levels[len(rows) - 1]
            for row in rows[-1]:
                looked += 1
                if looked % ROWS == 0:
                    yield None
                if not self._bind(level, row, values):
                    continue
                if self._passes(level.checks, values, state):
                    break
                if deepest is not None and len(rows) > furthest:
                    furthest = len(rows)
                    deepest.append(self._failing(level.checks, values, state))
            else:
                if deepest is not None and len(rows) > furthest:
                    furthest = len(rows)
                    deepest.append(self._partly(level, values))
                rows.pop()
                continue
            if len(rows) == len(levels):
                yield values
            else:
                rows.append(iter(self._rows(levels[len(rows)], values, state)))

    def _rows(self, level: _Level, values: Values, state: State) -> Sequence[Fact | str]:
        if not level.predicate:
            return level.objects
        best = state.rows(level.predicate)
        for at, place in level.bound:
            found = state.having(level.predicate, at, values[place])
            if len(found) < len(best):
                best = found
        return list(best)

    @staticmethod
    def _bind(level: _Level, row: Fact | str, values: Values) -> bool:
        if isinstance(row, str):
            values[level.free[0][1]] = row
            return True
        for at, place in level.bound:
            if row[at] != values[place]:
                return False
        for at, place, allowed in level.free:
            if row[at] not in allowed:
                return False
            values[place] = row[at]
        return all(row[at] == values[place] for at, place in level.same)

    def _passes(self, checks: _Checks, values: Values, state: State) -> bool:
        facts = state.facts
        for one, other, same in checks.compared:
            if (values[one] == values[other]) is not same:
                return False
        for each in checks.holding:
            if each(values) not in facts:
                return False
        for each in checks.absent:
            if each(values) in facts:
                return False
        return not checks.others or all(
            truth(each, self._slots.binding(values), facts, self._universe, Reading()) for each in checks.others
        )

    def _failing(self, checks: _Checks, values: Values, state: State) -> str:
        for each in checks.holding:
            if each(values) not in state.facts:
                return f"({' '.join(each(values))})"
        for each in checks.absent:
            if each(values) in state.facts:
                return f"(not ({' '.join(each(values))}))"
        for one, other, same in checks.compared:
            if (values[one] == values[other]) is not same:
                equal = f"(= {values[one]} {values[other]})"
                return equal if same else f"(not {equal})"
        return text(bound(checks.others[0], self._slots.binding(values)))

    def _partly(self, level: _Level, values: Values) -> str:
        if not level.predicate:
            return " ".join(level.terms)
        known = {at: values[place] for at, place in level.bound}
        return f"({' '.join(known.get(at, term) for at, term in enumerate(level.terms))})"

    def _planned(self, parts: Sequence[Formula], bound: set[str]) -> tuple[_Checks, tuple[_Level, ...]]:
        """An order in which facts bind variables, the most bound first."""
        waiting = list(dict.fromkeys(parts))
        first = self._decided(waiting, bound)
        levels: list[_Level] = []
        types = {each.name: each for each in self._method.variables}
        while len(bound) < len(self._slots.names):
            atoms = [each for each in waiting if isinstance(each, Atom) and each.terms[0] != "="]
            if atoms:
                best = min(atoms, key=lambda atom: _unbound(atom, bound))
                waiting.remove(best)
                levels.append(self._matching(best, waiting, bound))
            else:
                name = next(each for each in self._slots.names if each not in bound)
                levels.append(self._choosing(types[name], waiting, bound))
        return first, tuple(levels)

    def _matching(self, atom: Atom, waiting: list[Formula], bound: set[str]) -> _Level:
        known: list[tuple[int, int]] = []
        free: list[tuple[int, int, frozenset[str]]] = []
        same: list[tuple[int, int]] = []
        for at, term in enumerate(atom.terms[1:], 1):
            place = self._slots.place(term)
            if not term.startswith("?") or term in bound:
                known.append((at, place))
            elif any(place == other for _, other, _ in free):
                same.append((at, place))
            else:
                free.append((at, place, self._allowed[term]))
        bound |= {each for each in atom.terms if each.startswith("?")}
        checks = self._decided(waiting, bound)
        return _Level(atom.terms[0], tuple(known), tuple(free), tuple(same), (), checks, atom.terms)

    def _choosing(self, variable: Variable, waiting: list[Formula], bound: set[str]) -> _Level:
        allowed = self._allowed[variable.name]
        objects = tuple(each for each in self._universe.of(variable.types) if each in allowed)
        bound.add(variable.name)
        free = ((0, self._slots.place(variable.name), allowed),)
        terms = (variable.name, "-", *variable.types)
        return _Level("", (), free, (), objects, self._decided(waiting, bound), terms)

    def _decided(self, waiting: list[Formula], bound: set[str]) -> _Checks:
        """Takes out of `waiting` what needs no other variables."""
        now = [each for each in waiting if _free(each) <= bound]
        waiting[:] = [each for each in waiting if each not in now]
        holding = tuple(self._slots.getter(each.terms) for each in now if _named(each) and isinstance(each, Atom))
        absent = tuple(
            self._slots.getter(each.part.terms)
            for each in now
            if isinstance(each, Not) and isinstance(each.part, Atom) and each.part.terms[0] != "="
        )
        compared: list[tuple[int, int, bool]] = []
        for each in now:
            atom = each.part if isinstance(each, Not) else each
            if isinstance(atom, Atom) and atom.terms[0] == "=":
                one, other = (self._slots.place(term) for term in atom.terms[1:])
                compared.append((one, other, atom is each))
        # What is neither is decided once all is bound, together with what it rests on.
        others = tuple(each for each in now if not _simple(each)) if bound < set(self._slots.names) else ()
        return _Checks(holding, absent, tuple(compared), others)


def shape_of(network: NetworkText) -> Shape:
    """The order of a network as written."""
    before: list[list[int]] = [[] for _ in network.tasks]
    for first, second in network.order:
        before[second].append(first)
    return shaped(tuple(map(tuple, before)))


def _named(formula: Formula) -> bool:
    return isinstance(formula, Atom) and formula.terms[0] != "="


def _of(formula: Formula) -> str:
    return formula.terms[0] if isinstance(formula, Atom) else ""


def _simple(formula: Formula) -> bool:
    return isinstance(formula, Atom) or (isinstance(formula, Not) and isinstance(formula.part, Atom))


def _unbound(atom: Atom, bound: set[str]) -> tuple[int, int]:
    free = len({each for each in atom.terms[1:] if each.startswith("?")} - bound)
    return free, -len(atom.terms)


def _free(formula: Formula) -> set[str]:
    """The variables a formula leaves open."""
    match formula:
        case Atom(terms):
            return {each for each in terms[1:] if each.startswith("?")}
        case Not(part):
            return _free(part)
        case _ if hasattr(formula, "parts"):
            return set[str]().union(*(_free(each) for each in formula.parts))  # pyright: ignore
        case _:
            return _free(formula.part) - {each.name for each in formula.variables}  # pyright: ignore
