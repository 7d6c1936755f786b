"""What everything rests on, lies in or is held by, read off a timeline once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ...world import BodyPart, Structure, Timeline

# The closest tie first: what is held is not said to lie on a table as well.
PLACES: Mapping[str, str] = {"isHeldBy": "held by", "isIn": "in", "isOn": "on"}
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Rows of things and of what they rest on, by the kind of tie."""

    on: tuple[Rows, Rows]
    inside: tuple[Rows, Rows]
    # Rows of things, each with the rows of the hands that may hold it.
    held: tuple[tuple[int, tuple[int, ...]], ...]


@lru_cache(maxsize=32)
def resting(timeline: Timeline) -> Mapping[str, Mapping[str, str]]:
    """By predicate, what each thing rests on at the end of a timeline."""
    found: dict[str, dict[str, str]] = {predicate: {} for predicate in PLACES}
    for subject, predicate, target in timeline.open:
        if predicate in found and isinstance(target, str):
            found[predicate].setdefault(subject, target)
    return found


@lru_cache(maxsize=32)
def ties(timeline: Timeline, structure: Structure) -> Ties:
    """The same as rows of a world's tables."""
    rows: Mapping[str, int] = {**structure.rows}
    said: dict[str, list[tuple[int, int, str]]] = {
        predicate: [(rows[a], rows[b], b) for a, b in places.items() if a in rows and b in rows]
        for predicate, places in resting(timeline).items()
    }
    hands: dict[str, list[int]] = {}
    for row, entity in enumerate(structure.entities):
        if isinstance(entity.role, BodyPart) and "hand" in entity.role.part:
            hands.setdefault(entity.role.owner, []).append(row)
    held = tuple((a, tuple(hands.get(holder, [b]))) for a, b, holder in said["isHeldBy"])
    return Ties(_pairs(said["isOn"]), _pairs(said["isIn"]), held)


def _pairs(said: list[tuple[int, int, str]]) -> tuple[Rows, Rows]:
    both = np.array([(a, b) for a, b, _ in said], np.intp).reshape(-1, 2)
    return both[:, 0], both[:, 1]
