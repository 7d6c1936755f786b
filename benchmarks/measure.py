"""How long things take, side by side in one run: machines are noisy, ratios less so."""
# pyright: reportUnknownMemberType=false

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Row:
    """One task at one size: ours and the peer's median, in seconds."""

    task: str
    size: int
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.peer / self.ours


def interleaved(ours: Callable[[], object], peer: Callable[[], object], *, seconds: float = 0.6) -> tuple[float, float]:
    """Medians of both, taken in turns so that a busy moment hits both alike."""
    times: tuple[list[float], list[float]] = ([], [])
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(times[0]) < 5:
        for each, task in zip(times, (ours, peer), strict=True):
            start = time.perf_counter()
            task()
            each.append(time.perf_counter() - start)
    return median(times[0]), median(times[1])


def median(numbers: Sequence[float]) -> float:
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


def readable(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1.0:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def report(name: str, title: str, peer: str, rows: Sequence[Row]) -> None:
    """Prints a table and leaves it, with a plot, in `benchmarks/results/`."""
    table = Table("task", "size", "Midworld", peer, "times faster", title=title)
    lines = [f"# {title}", "", f"| task | size | Midworld | {peer} | times faster |", "|---|---|---|---|---|"]
    for row in rows:
        cells = (row.task, str(row.size), readable(row.ours), readable(row.peer), f"{row.ratio:.1f}")
        table.add_row(*cells)
        lines.append(f"| {' | '.join(cells)} |")
    Console().print(table)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text("\n".join(lines) + "\n")
    _plot(RESULTS / f"{name}.svg", title, peer, rows)


def _plot(path: Path, title: str, peer: str, rows: Sequence[Row]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "midworld"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for task in dict.fromkeys(row.task for row in rows):
        some = [row for row in rows if row.task == task]
        axes.plot([row.size for row in some], [row.ratio for row in some], marker="o", label=task)
    axes.axhline(1.0, color="grey", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="size", ylabel=f"times faster than {peer}", title=title)
    axes.legend()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
