"""What one update changed, consequences included, and what a revision is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from .clash import Clash
from .core import Net
from .terms import Atom

Method = OneOf["add", "safe_add", "retract", "update", "safe_update", "revision"]
Models = str | Sequence[str] | None
"""The models a caller means: none is `default`, "all" is every one."""


@dataclass(frozen=True, slots=True)
class Revised:
    """What a revision did to one model: the net difference and the statements that were not there to retract."""

    model: str
    net: Net
    still_hold: tuple[Atom, ...] = ()
    clashes: tuple[Clash, ...] = ()


def everybody(models: Models) -> bool:
    """Whether a caller means every model."""
    return models == "all" or (models is not None and not isinstance(models, str) and "all" in models)


def joined(first: Net, second: Net) -> Net:
    """Two changes, one after the other, as one."""
    if not first:
        return second
    if not second:
        return first
    added = dict.fromkeys(first.added)
    removed = dict.fromkeys(first.removed)
    for atom in second.removed:
        if atom in added:
            del added[atom]
        else:
            removed[atom] = None
    for atom in second.added:
        if atom in removed:
            del removed[atom]
        else:
            added[atom] = None
    return Net(added, removed)
