"""A domain and a problem as written in HDDL, checked for names."""

from collections.abc import Mapping
from dataclasses import dataclass

from .formula import TRUE, Atom, Effect, Formula, Variable

OBJECT = "object"


@dataclass(frozen=True, slots=True)
class NetworkText:
    """Subtasks, and pairs of places of which the first comes before the second."""

    tasks: tuple[Atom, ...] = ()
    order: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MethodText:
    name: str
    variables: tuple[Variable, ...]
    task: Atom
    condition: Formula
    network: NetworkText
    line: int = 0


@dataclass(frozen=True, slots=True)
class ActionText:
    name: str
    variables: tuple[Variable, ...]
    condition: Formula
    effects: tuple[Effect, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class DomainText:
    name: str
    # Each type and what it is a kind of.
    types: Mapping[str, str]
    constants: Mapping[str, tuple[str, ...]]
    predicates: Mapping[str, tuple[Variable, ...]]
    tasks: Mapping[str, tuple[Variable, ...]]
    methods: tuple[MethodText, ...]
    actions: Mapping[str, ActionText]

    def kinds(self, name: str) -> tuple[str, ...]:
        """A type and all it is a kind of."""
        return kinds_of(name, self.types)


@dataclass(frozen=True, slots=True)
class ProblemText:
    name: str
    # Constants of the domain among them.
    objects: Mapping[str, tuple[str, ...]]
    facts: tuple[tuple[str, ...], ...]
    network: NetworkText
    variables: tuple[Variable, ...] = ()
    condition: Formula = TRUE
    goal: Formula = TRUE


def kinds_of(name: str, types: Mapping[str, str]) -> tuple[str, ...]:
    """A type and all it is a kind of, by what each is a kind of."""
    found = [name]
    while found[-1] in types and types[found[-1]] not in found:
        found.append(types[found[-1]])
    return tuple(found) if OBJECT in found else (*found, OBJECT)
