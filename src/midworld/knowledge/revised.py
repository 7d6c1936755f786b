"""What a revision is about, and what it did."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from . import vocabulary as v
from .clash import Clash
from .net import Net
from .terms import Atom

Method = OneOf["add", "safe_add", "retract", "update", "safe_update", "revision"]
Models = str | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Revised:
    """What a revision did to one model: the net difference and the statements that were not there to retract."""

    model: str
    net: Net
    still_hold: tuple[Atom, ...] = ()
    clashes: tuple[Clash, ...] = ()


def is_axiom(atom: Atom) -> bool:
    """Whether a statement is about classes and properties."""
    p = atom[1]
    return p in v.AXIOM_PREDICATES or (p == v.TYPE and atom[2] in v.AXIOM_TYPES)


def everybody(models: Models) -> bool:
    """Whether a caller means every model."""
    return models == "all" or (models is not None and not isinstance(models, str) and "all" in models)
