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
    "memory",
    "size",
    "planning",
    "imagination",
    "peppermill",
    "dialogue",
    "dirty",
)


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark named {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        # One at a time: what one of them imports is no part of what another measures.
        import_module(f"benchmarks.{name}").main()


main()
