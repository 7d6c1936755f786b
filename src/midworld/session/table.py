"""Rows that show themselves as a table, in a notebook and as text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Generic, TypeVar, cast, overload

T = TypeVar("T")


class Table(Sequence[T], Generic[T]):
    """A sequence that never changes; `str()` is a line a row, a notebook shows a table."""

    def __init__(self, rows: Iterable[T], columns: Sequence[str], cells: Callable[[T], Sequence[object]]) -> None:
        self._rows = tuple(rows)
        self._columns, self._cells = tuple(columns), cells

    def where(self, test: Callable[[T], bool]) -> "Table[T]":
        """Only the rows of which something is true."""
        return Table((row for row in self._rows if test(row)), self._columns, self._cells)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> "Table[T]": ...
    def __getitem__(self, index: int | slice) -> "T | Table[T]":
        if isinstance(index, slice):
            return Table(self._rows[index], self._columns, self._cells)
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[T]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table | tuple | list):
            return NotImplemented
        return self._rows == tuple(cast("Sequence[object]", other))

    def __hash__(self) -> int:
        return hash(self._rows)

    def __str__(self) -> str:
        return "\n".join(str(row) for row in self._rows)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        head = "".join(f"<th>{escape(column)}</th>" for column in self._columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(cell))}</td>" for cell in self._cells(row)) + "</tr>"
            for row in self._rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)
