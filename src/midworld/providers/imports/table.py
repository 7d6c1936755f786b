"""CSV files as rows and as numbers; an empty cell is NaN."""

import csv
from pathlib import Path

import numpy as np

from ...errors import BadInput, Problem
from ...geometry import FloatArray

MOST_BYTES = 2 * 2**30


def rows_of(path: Path) -> list[list[str]]:
    """All rows, blank ones included. Raises BadInput."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error.strerror}")]) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput([Problem(str(path), None, f"is not a CSV file: {error}")]) from error
    if not rows:
        raise BadInput([Problem(str(path), None, "is empty")])
    return rows


def column_floats(path: Path, rows: list[list[str]], start: int) -> FloatArray:
    """The rows from `start` on as numbers; a shorter row is filled with NaN. Raises BadInput with the line."""
    body = rows[start:]
    while body and not any(cell.strip() for cell in body[-1]):
        body = body[:-1]
    if not body:
        raise BadInput([Problem(str(path), start + 1, "has no rows of numbers")])
    width = max(map(len, body))
    data = np.full((len(body), width), np.nan)
    for at, row in enumerate(body):
        try:
            data[at, : len(row)] = [float(cell) if cell.strip() else np.nan for cell in row]
        except ValueError as error:
            raise BadInput([Problem(str(path), start + at + 1, f"{error}")]) from error
    return data
