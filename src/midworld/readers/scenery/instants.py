"""Instants in sentences."""

import re

_SECONDS = re.compile(r"\d+(?:\.\d+)?(?= s\b)")


def relative(text: str, start: float, stop: float) -> str:
    """A sentence whose instants, stamps of the run, count from its beginning as everything on a page does."""

    def moved(found: re.Match[str]) -> str:
        stamp = float(found[0])
        return f"{stamp - start:.1f}" if start - 1.0 <= stamp <= stop + 1.0 else found[0]

    return text if abs(start) < 1.0 else _SECONDS.sub(moved, text)
