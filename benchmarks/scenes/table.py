"""Scores as a table people read: one line a scenario, one for all."""

from collections.abc import Mapping, Sequence

import numpy as np

from .score import KINDS, Score

_HEADER = ("scenario", "scenes", "facts", "scripted", "actions", "actor?", "spur/min", "seen", "hidden", "p90", "z std")


def table(scores: Mapping[str, Sequence[Score]]) -> str:
    """Facts and actions in per cent, poses in millimetres (median, and the 90th percentile of hidden ones)."""
    rows: list[tuple[str, ...]] = [_HEADER]
    everything = Score()
    for name, several in scores.items():
        total = Score()
        for one in several:
            total.add(one)
        everything.add(total)
        rows.append(_row(name, len(several), total))
    rows.append(_row("all", sum(len(several) for several in scores.values()), everything))
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    kinds = "hidden, median mm: " + ", ".join(
        f"{kind} {_millimetres(everything.hidden.get(kind, []), 50)}" for kind in KINDS if kind in everything.hidden
    )
    return "\n".join([*lines, kinds])


def _row(name: str, count: int, total: Score) -> tuple[str, ...]:
    return (
        name,
        str(count),
        _percent(total.facts_right, total.facts),
        _percent(total.scripted_right, total.scripted),
        _percent(total.found, total.actions),
        str(total.wrong_actor),
        f"{total.spurious_per_minute:.1f}",
        _millimetres(total.seen, 50),
        _millimetres(total.all_hidden, 50),
        _millimetres(total.all_hidden, 90),
        f"{1000 * float(np.median(total.rest_std)):.2f}" if total.rest_std else "-",
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _millimetres(errors: Sequence[float], percentile: float) -> str:
    """`lost` when so many objects had no place that the percentile is among them."""
    if not errors:
        return "-"
    value = float(np.percentile(errors, percentile, method="lower"))
    return f"{1000 * value:.1f}" if np.isfinite(value) else "lost"
