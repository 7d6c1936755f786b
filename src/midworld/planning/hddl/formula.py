"""Conditions and effects as written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Terms: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """`?x - location`; `types` has more than one with `either`."""

    name: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Atom:
    """`(at ?x home)`: the predicate first; `=` is one."""

    terms: Terms
    line: int = 0


@dataclass(frozen=True, slots=True)
class Not:
    part: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class Or:
    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class Forall:
    variables: tuple[Variable, ...]
    part: "Formula"


@dataclass(frozen=True, slots=True)
class Exists:
    variables: tuple[Variable, ...]
    part: "Formula"


Formula: TypeAlias = Atom | Not | And | Or | Forall | Exists
TRUE = And(())
FALSE = Or(())


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact that is added or deleted, for all values of `variables`, where `condition` holds."""

    atom: Atom
    adds: bool
    variables: tuple[Variable, ...] = ()
    condition: Formula = TRUE


def text(formula: Formula) -> str:
    """A formula as it is written."""
    match formula:
        case Atom(terms):
            return f"({' '.join(terms)})"
        case Not(part):
            return f"(not {text(part)})"
        case And(parts):
            return f"(and{''.join(f' {text(each)}' for each in parts)})"
        case Or(parts):
            return f"(or{''.join(f' {text(each)}' for each in parts)})"
        case Forall(variables, part):
            return f"(forall ({_declared(variables)}) {text(part)})"
        case Exists(variables, part):
            return f"(exists ({_declared(variables)}) {text(part)})"


def _declared(variables: tuple[Variable, ...]) -> str:
    return " ".join(f"{each.name} - {type_text(each.types)}" for each in variables)


def type_text(types: tuple[str, ...]) -> str:
    """A type, or several with `either`."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def flat(formula: Formula) -> Formula:
    """Without and inside and."""
    if not isinstance(formula, And):
        return formula
    parts: list[Formula] = []
    for each in map(flat, formula.parts):
        parts += each.parts if isinstance(each, And) else (each,)
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def bound(formula: Formula, values: Mapping[str, str]) -> Formula:
    """A formula with its open variables replaced."""
    match formula:
        case Atom(terms):
            return Atom(tuple(values.get(each, each) for each in terms))
        case Not(part):
            return Not(bound(part, values))
        case And(parts):
            return And(tuple(bound(each, values) for each in parts))
        case Or(parts):
            return Or(tuple(bound(each, values) for each in parts))
        case Forall(variables, part) | Exists(variables, part):
            own = {each.name for each in variables}
            inner = bound(part, {name: value for name, value in values.items() if name not in own})
            return Forall(variables, inner) if isinstance(formula, Forall) else Exists(variables, inner)
