"""Conditions and effects as written."""

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
