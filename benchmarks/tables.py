"""Tables of figures that are not times, and where data shared between checkouts lies."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measure import RESULTS

SHARED = Path(__file__).parents[2] / "shared" / "data"


def table(name: str, title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table and leaves it in `benchmarks/results/`."""
    shown = Table(*head, title=title)
    lines = [f"# {title}", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for row in rows:
        shown.add_row(*row)
        lines.append(f"| {' | '.join(row)} |")
    Console().print(shown)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text("\n".join(lines) + "\n")
