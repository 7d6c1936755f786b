"""Every group of rules against an independent naive oracle, over many seeds."""

import sys
from pathlib import Path

from benchmarks.tables import table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kbfuzz import GROUPS, run

SEEDS = 1_000
SLICE = 100


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    rows: list[tuple[str, ...]] = []
    for group in GROUPS:
        differences: list[str] = []
        for start in range(0, seeds, SLICE):
            differences += run(group, range(start, min(start + SLICE, seeds)))
            print(f"{group}: {start + SLICE} seeds, {len(differences)} differences", flush=True)
        for each in differences[:5]:
            print(each)
        rows.append((group, str(seeds), str(len(differences))))
    head = ("rules", "seeds", "differences")
    table("fuzz", "Incremental reasoning against an oracle that starts over after every change", head, rows)


if __name__ == "__main__":
    main()
