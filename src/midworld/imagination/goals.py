"""How the actions Midworld brings should end."""

from dataclasses import dataclass

import numpy as np

from ..geometry import Vector3
from .ending import Ending

# A thing that was put somewhere and is within this distance stayed there.
PLACE_M = 0.02


@dataclass(frozen=True, slots=True)
class Stands:
    """Something still stands on a support: not toppled, and not on a floor it was not on."""

    row: int

    def missed(self, ending: Ending) -> str | None:
        name = ending.name(self.row)
        if ending.toppled[self.row]:
            return f"{name} toppled"
        if ending.fell(self.row):
            return f"{name} fell"
        if not ending.on[self.row] | ending.within[self.row]:
            return f"{name} is on nothing"
        floor = ending.stage.floor
        if floor in ending.on[self.row] and floor not in ending.was_on[self.row]:
            return f"{name} is on the floor"
        return None


@dataclass(frozen=True, slots=True)
class StaysPut:
    """Something stayed where it was put, and as upright as it was put."""

    row: int
    position: Vector3

    def missed(self, ending: Ending) -> str | None:
        name, after = ending.name(self.row), ending.after[self.row]
        if ending.toppled[self.row]:
            return f"{name} toppled"
        away = float(np.linalg.norm(after[:3] - np.asarray(self.position)))
        return f"{name} moved away" if away > PLACE_M else None


@dataclass(frozen=True, slots=True)
class NothingLost:
    """What was on or in the carrier still is, and nothing that is not driven toppled or fell.

    What stays in its container is not lost, and has not toppled, however it rolls about inside.
    """

    carrier: int
    load: tuple[int, ...]

    def missed(self, ending: Ending) -> str | None:
        for row in self.load:
            if not ending.carried(row, self.carrier):
                return f"{ending.name(row)} was lost"
        for row in np.flatnonzero(ending.stage.movable).tolist():
            if row in ending.driven:
                continue
            if ending.toppled[row] and not ending.kept(row):
                return f"{ending.name(row)} toppled"
            if row not in self.load and ending.fell(row):
                return f"{ending.name(row)} fell"
        return None


@dataclass(frozen=True, slots=True)
class EndsIn:
    """What was in one container is in another."""

    load: tuple[int, ...]
    container: int

    def missed(self, ending: Ending) -> str | None:
        outside = [ending.name(row) for row in self.load if self.container not in ending.within[row]]
        return f"{' and '.join(outside)} missed {ending.name(self.container)}" if outside else None


@dataclass(frozen=True, slots=True)
class NothingTouched:
    """Nothing but what is meant moved by more than a centimetre or toppled."""

    meant: frozenset[int]
    limit_m: float = 0.01

    def missed(self, ending: Ending) -> str | None:
        moved = np.linalg.norm(ending.after[:, :3] - ending.before[:, :3], axis=1) > self.limit_m
        struck = ending.stage.movable & (moved | ending.toppled)
        names = [ending.name(row) for row in np.flatnonzero(struck).tolist() if row not in self.meant]
        return f"{' and '.join(names)} was struck" if names else None


@dataclass(frozen=True, slots=True)
class Both:
    """Two goals at once; the first that is missed is told."""

    one: "Stands | StaysPut | NothingLost | EndsIn | NothingTouched"
    other: "Stands | StaysPut | NothingLost | EndsIn | NothingTouched"

    def missed(self, ending: Ending) -> str | None:
        return self.one.missed(ending) or self.other.missed(ending)
