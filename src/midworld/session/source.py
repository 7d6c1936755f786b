"""Where observations come from: a log, standard input, a file that grows, or anything that gives them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias, cast

from ..errors import BadInput, Problem
from .intake import Given
from .lines import growing_lines, numbered_lines
from .progress import Counter

Source: TypeAlias = str | Path | Iterable[Given | None]
Wakes: TypeAlias = Iterator[tuple[int, Given] | None]


def name_of(source: Source) -> str:
    """What a source is called where something is wrong with it."""
    return str(source) if isinstance(source, str | Path) else "observations"


def entries(source: Source, *, grows: bool, counter: Counter) -> Wakes:
    """What a source gives, each with its number; None where it says that there is nothing new."""
    what = cast(object, source)
    if isinstance(source, str | Path):
        lines = growing_lines if grows else numbered_lines
        return iter(lines(str(source), counter=counter))
    if isinstance(what, Iterable) and not isinstance(what, bytes):
        return _counted(source)
    reason = f"observations come from the path of a log or from something to iterate over, not {type(what).__name__}"
    raise BadInput([Problem("run", None, reason)])


def _counted(source: Iterable[Given | None]) -> Wakes:
    number = 0
    for given in source:
        if given is None:
            yield None
        else:
            number += 1
            yield number, given
