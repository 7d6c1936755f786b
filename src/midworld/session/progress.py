"""How far a run is: a bar on a terminal, nothing in a pipe."""

import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress


class Counter(Protocol):
    """What is told how far the reading has come."""

    def advance(self, amount: int) -> None: ...


class Silent:
    """Told, and says nothing."""

    def advance(self, amount: int) -> None:
        pass


class _Bar:
    def __init__(self, progress: "Progress", total: int | None, name: str) -> None:
        self._progress = progress
        self._task = progress.add_task(name, total=total)

    def advance(self, amount: int) -> None:
        self._progress.advance(self._task, amount)


@contextmanager
def progress(file: str, *, printing: bool) -> Generator[Counter]:
    """A bar on a terminal, nothing in a pipe; `printing` says that standard output is written to meanwhile."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    # Lines on the same terminal would tear the bar.
    if not console.is_terminal or (printing and sys.stdout.isatty()):
        yield Silent()
        return
    total = Path(file).stat().st_size if file != "-" and Path(file).is_file() else None
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield _Bar(bar, total, Path(file).name)


def progress_of(source: object) -> AbstractContextManager[Counter]:
    """How far one is with a file; of anything else nobody knows."""
    return progress(str(source), printing=False) if isinstance(source, str | Path) else nullcontext(Silent())
