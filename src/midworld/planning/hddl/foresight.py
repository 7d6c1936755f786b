"""What tasks will need for certain, told before they are begun: so variables are chosen well."""

from collections.abc import Iterable, Iterator

from .formula import Atom, Formula, Not
from .ground import conjuncts, filled
from .texts import DomainText, MethodText

# A predicate and the types of its arguments, as an action may add it.
Signature = tuple[str, tuple[tuple[str, ...], ...]]


class Foresight:
    """Conditions that hold at the start of a task in every plan for it, in the words of its own parameters.

    In a total order, what no earlier subtask can bring about has to hold before; else only what never changes.
    """

    def __init__(self, domain: DomainText, dynamic: frozenset[str], *, total: bool) -> None:
        self._domain, self._dynamic, self._total = domain, dynamic, total
        self._variables = {name: tuple(each.name for each in variables) for name, variables in domain.tasks.items()}
        self._variables |= {name: tuple(v.name for v in action.variables) for name, action in domain.actions.items()}
        self._kinds = {
            each: frozenset(domain.kinds(each)) for each in (*domain.types, *domain.types.values(), "object")
        }
        self._adds = self._added()
        self._needs: dict[str, frozenset[Formula]] = {
            name: frozenset(_simple(action.condition)) for name, action in domain.actions.items()
        }
        # From everything down to what all methods share; recursions end where nothing changes any more.
        waiting = dict.fromkeys(domain.tasks)
        for _ in range(len(waiting) + 1):
            found = {name: self._shared(name) for name in waiting}
            if all(self._needs.get(name) == needs for name, needs in found.items() if needs is not None):
                break
            self._needs |= {name: needs for name, needs in found.items() if needs is not None}
        else:
            # What has not settled is not relied on.
            self._needs = {name: self._needs[name] for name in domain.actions}

    def hints(self, method: MethodText) -> Iterator[Formula]:
        """What the subtasks of a method will need, in the variables of the method."""
        later = _closure(method)
        everywhere = range(len(method.network.tasks))
        for place, task in enumerate(method.network.tasks):
            name = task.terms[0]
            names = dict(zip(self._variables[name], task.terms[1:], strict=True))
            others = [each for each in everywhere if each != place and (place, each) not in later]
            earlier = set[Signature]().union(*(self._adds[method.network.tasks[each].terms[0]] for each in others))
            for part in self._needs.get(name, ()):
                atom = part.part if isinstance(part, Not) else part
                assert isinstance(atom, Atom)
                if not all(term in names for term in atom.terms if term.startswith("?")):
                    continue
                fixed = atom.terms[0] == "=" or atom.terms[0] not in self._dynamic
                kept = isinstance(part, Atom) and not self._may_add(earlier, part, name)
                if fixed or (self._total and (kept or not others)):
                    renamed = Atom(filled(atom, names))
                    yield Not(renamed) if isinstance(part, Not) else renamed

    def _shared(self, name: str) -> frozenset[Formula] | None:
        """What all methods of a task need; None where nothing is known of one of them yet."""
        found: frozenset[Formula] | None = None
        for method in self._domain.methods:
            if method.task.terms[0] != name:
                continue
            if any(each.terms[0] not in self._needs and each.terms[0] != name for each in method.network.tasks):
                return None
            own = dict(zip(method.task.terms[1:], self._variables[name], strict=True))
            parts = [*_simple(method.condition), *self.hints(method)]
            needs = frozenset(_told(parts, own))
            found = needs if found is None else found & needs
        return found or frozenset()

    def _added(self) -> dict[str, set[Signature]]:
        """For every task and action, what may be added while it is done."""
        adds: dict[str, set[Signature]] = {name: set() for name in self._domain.tasks}
        for name, action in self._domain.actions.items():
            adds[name] = set()
            for effect in action.effects:
                types = {each.name: each.types for each in (*action.variables, *effect.variables)}
                if effect.adds:
                    terms = effect.atom.terms
                    adds[name].add((terms[0], tuple(types.get(term, ("object",)) for term in terms[1:])))
        changed = True
        while changed:
            changed = False
            for method in self._domain.methods:
                mine = adds[method.task.terms[0]]
                more = set[Signature]().union(*(adds[each.terms[0]] for each in method.network.tasks))
                if not more <= mine:
                    mine |= more
                    changed = True
        return adds

    def _may_add(self, added: Iterable[Signature], atom: Atom, name: str) -> bool:
        """Whether one of these could be the atom: same predicate, and types that can have objects in common."""
        domain = self._domain
        variables = domain.actions[name].variables if name in domain.actions else domain.tasks[name]
        types = {each.name: each.types for each in variables}
        return any(
            predicate == atom.terms[0]
            and all(
                self._overlap(one, types.get(term, ("object",)))
                for one, term in zip(given, atom.terms[1:], strict=True)
            )
            for predicate, given in added
        )

    def _overlap(self, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        return any(a in self._kinds.get(b, {b}) or b in self._kinds.get(a, {a}) for a in one for b in other)


def _closure(method: MethodText) -> set[tuple[int, int]]:
    """Pairs of subtasks of which the first comes before the second, directly or not."""
    found = set(method.network.order)
    waiting = list(found)
    while waiting:
        one, other = waiting.pop()
        for pair in [(one, last) for first, last in method.network.order if first == other]:
            if pair not in found:
                found.add(pair)
                waiting.append(pair)
    return found


def _simple(condition: Formula) -> Iterator[Formula]:
    for part in conjuncts(condition):
        atom = part.part if isinstance(part, Not) else part
        if isinstance(atom, Atom):
            yield Not(Atom(atom.terms)) if isinstance(part, Not) else Atom(atom.terms)


def _told(parts: Iterable[Formula], own: dict[str, str]) -> Iterator[Formula]:
    """Those that speak only of the parameters of the task."""
    for part in parts:
        atom = part.part if isinstance(part, Not) else part
        assert isinstance(atom, Atom)
        if all(term in own for term in atom.terms[1:] if term.startswith("?")):
            renamed = Atom(tuple(own.get(term, term) for term in atom.terms))
            yield Not(renamed) if isinstance(part, Not) else renamed
