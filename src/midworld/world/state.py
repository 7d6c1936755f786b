"""The fast half of a world: read-only tables with one row an entity, in the order of the structure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from .entity import Status

Table = npt.NDArray[Any]
Field = Literal[
    "pose",
    "velocity",
    "acceleration",
    "pose_covariance",
    "velocity_covariance",
    "acceleration_covariance",
    "seen",
    "status",
    "perceived",
    "plausible",
]
FIELDS: tuple[Field, ...] = get_args(Field)

NEVER = -np.inf


def _row(value: npt.ArrayLike, dtype: npt.DTypeLike = np.float64) -> Table:
    row = np.array(value, dtype=dtype)
    row.setflags(write=False)
    return row


# What an entity nobody has said anything about starts with; zero covariance means "not stated".
DEFAULTS: Mapping[Field, Table] = {
    "pose": _row([0, 0, 0, 0, 0, 0, 1]),
    "velocity": _row(np.zeros(6)),
    "acceleration": _row(np.zeros(6)),
    "pose_covariance": _row(np.zeros((6, 6))),
    "velocity_covariance": _row(np.zeros((6, 6))),
    "acceleration_covariance": _row(np.zeros((6, 6))),
    "seen": _row(NEVER),
    "status": _row(Status.UNKNOWN.value, np.uint8),
    "perceived": _row(False, np.bool_),
    "plausible": _row(True, np.bool_),
}


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Where everything is and how well we know it.

    Poses are relative to the parent; velocities and accelerations are linear, then angular.
    """

    pose: npt.NDArray[np.float64]
    velocity: npt.NDArray[np.float64]
    acceleration: npt.NDArray[np.float64]
    pose_covariance: npt.NDArray[np.float64]
    velocity_covariance: npt.NDArray[np.float64]
    acceleration_covariance: npt.NDArray[np.float64]
    seen: npt.NDArray[np.float64]
    status: npt.NDArray[np.uint8]
    perceived: npt.NDArray[np.bool_]
    plausible: npt.NDArray[np.bool_]

    @classmethod
    def fresh(cls, count: int) -> "State":
        """Defaults for `count` entities; they take no memory until something is written."""
        return cls(**{name: _defaults(name, count) for name in FIELDS})

    def __post_init__(self) -> None:
        count = len(self.pose)
        for name in FIELDS:
            _check(name, self.table(name), count)

    def __len__(self) -> int:
        return len(self.pose)

    def table(self, name: Field) -> Table:
        return getattr(self, name)

    def with_tables(self, tables: Mapping[Field, Table]) -> "State":
        if not tables:
            return self
        after = object.__new__(State)
        count, write = len(self.pose), object.__setattr__
        for name in FIELDS:
            # What is as it was needs no check.
            write(after, name, tables[name] if name in tables else getattr(self, name))
        for name, table in tables.items():
            _check(name, table, count)
        return after

    def with_rows(self, rows: npt.NDArray[np.intp]) -> "State":
        """The same tables in another order; row -1 asks for a fresh one."""
        fresh = rows < 0
        tables: dict[Field, Table] = {}
        for name in FIELDS:
            table = self.table(name)
            if is_default(name, table):
                tables[name] = _defaults(name, len(rows))
                continue
            moved = np.empty((len(rows), *table.shape[1:]), table.dtype)
            moved[~fresh] = table[rows[~fresh]]
            moved[fresh] = DEFAULTS[name]
            tables[name] = moved
        return State(**tables)

    def nbytes(self, besides: "State | None" = None) -> int:
        """Memory held by the tables, not counting those shared with another state."""
        size = 0
        for name in FIELDS:
            table: Table = getattr(self, name)
            if (besides is None or table is not getattr(besides, name)) and not is_default(name, table):
                size += table.nbytes
        return size


def _check(name: Field, table: Table, count: int) -> None:
    """Read-only from now on, and of the right shape."""
    row = DEFAULTS[name].shape
    assert table.shape == (count, *row), f"{name} has shape {table.shape}, not {row} a row"
    table.setflags(write=False)


def is_default(name: Field, table: Table) -> bool:
    """Whether a table is nothing but its default row, repeated without being stored."""
    return table is _defaults(name, len(table))


@lru_cache(maxsize=4096)
def _defaults(name: Field, count: int) -> Table:
    return np.broadcast_to(DEFAULTS[name], (count, *DEFAULTS[name].shape))
