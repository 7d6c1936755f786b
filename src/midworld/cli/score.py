"""`midworld score`: what was told beside what somebody labelled."""

import statistics
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ..readers.labels import read_labels, read_output
from ..readers.scoring import Tally, event_tallies, fact_tallies, matched

OutPath = Annotated[Path, typer.Argument(help="What `midworld run -o` wrote", metavar="OUT")]
LabelPath = Annotated[
    Path,
    typer.Argument(
        help="Labels, JSON lines or CSV: start, end (or stamp), event, agent, object, hand", metavar="LABELS"
    ),
]
Within = Annotated[
    float, typer.Option("--within", help="Seconds an event may be told before or after its label", min=0.0)
]
AsJson = Annotated[bool, typer.Option("--json", help="Write the figures as one JSON object")]


def score(out: OutPath, labels: LabelPath, within: Within = 1.0, json: AsJson = False) -> None:
    """Compare what was told with labels: precision, recall, latency, by person and hand."""
    told, spans, robot = read_output(out)
    deeds, facts = read_labels(labels, robot=robot)
    kinds = {deed.event for deed in deeds}
    matches = matched([deed for deed in told if deed.event in kinds], deeds, within_s=within)
    parts = {
        "events": event_tallies(matches, lambda deed: deed.event),
        "people": event_tallies(matches, lambda deed: deed.agent),
        "hands": event_tallies(matches, lambda deed: deed.hand),
        "facts": fact_tallies(spans, facts),
    }
    if json:
        figures = {part: {name: _figures(tally) for name, tally in found.items()} for part, found in parts.items()}
        print(msgspec.json.encode(figures).decode())
        return
    for part, found in parts.items():
        if found:
            Console().print(_table(part, found))


def _figures(tally: Tally) -> dict[str, float | None]:
    return {
        "labelled": round(tally.labelled, 3),
        "told": round(tally.told, 3),
        "right": round(tally.right, 3),
        "precision": round(tally.precision, 4),
        "recall": round(tally.recall, 4),
        "latency_median": round(statistics.median(tally.latencies_s), 3) if tally.latencies_s else None,
    }


def _table(title: str, tallies: Mapping[str, Tally]) -> Table:
    unit = " (s)" if title == "facts" else ""
    table = Table(title=title, title_justify="left")
    table.add_column(title.rstrip("s"))
    for heading in (f"labelled{unit}", f"told{unit}", f"right{unit}", "precision", "recall", "latency"):
        table.add_column(heading, justify="right")
    for name, tally in tallies.items():
        late = f"{statistics.median(tally.latencies_s):+.2f} s" if tally.latencies_s else ""
        counts = [f"{each:.1f}" if unit else f"{each:.0f}" for each in (tally.labelled, tally.told, tally.right)]
        table.add_row(name, *counts, f"{tally.precision:.1%}", f"{tally.recall:.1%}", late)
    return table
