"""`make bench`: every benchmark, or those named."""

import sys

from benchmarks import worlds

BENCHMARKS = {"worlds": worlds.main}


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark named {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        BENCHMARKS[name]()


main()
