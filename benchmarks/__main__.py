"""`make bench`: every benchmark, or those named."""

import sys
from importlib import import_module

BENCHMARKS = (
    "worlds",
    "engines",
    "tick",
    "loop",
    "sight",
    "tosses",
    "tracking",
    "knowledge",
    "scenarios",
    "clevr",
    "hitom",
    "beliefs",
    "absence",
    "viewer",
    "reach",
    "sharing",
    "network",
    "memory",
    "size",
    "planning",
    "imagination",
    "peppermill",
    "dialogue",
    "dirty",
    "families",
    "sensitivity",
    "sources",
    "motion",
    "acting",
)


def main() -> None:
    # What begins with a dash is for the benchmark itself: `python -m benchmarks dirty --all`.
    chosen = [name for name in sys.argv[1:] if not name.startswith("-")] or list(BENCHMARKS)
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark named {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        # One at a time: what one of them imports is no part of what another measures.
        import_module(f"benchmarks.{name}").main()


main()
