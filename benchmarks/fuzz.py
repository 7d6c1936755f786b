"""Every group of rules against an independent naive oracle, over many seeds, with both reasoning cores."""

import sys
from pathlib import Path

from benchmarks.tables import table
from midworld.knowledge.purecore import PureCore
from midworld.knowledge.reasoner import compiled_core

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kbfuzz import GROUPS, run

SEEDS = 1_000
SLICE = 100


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    cores = {"compiled": compiled_core(), "pure Python": PureCore}
    rows: list[tuple[str, ...]] = []
    for group in GROUPS:
        found = [group, str(seeds)]
        for name, core in cores.items():
            differences: list[str] = []
            for start in range(0, seeds, SLICE) if core is not None else ():
                assert core is not None
                differences += run(group, range(start, min(start + SLICE, seeds)), core)
                print(f"{group}, {name}: {start + SLICE} seeds, {len(differences)} differences", flush=True)
            for each in differences[:5]:
                print(each)
            found.append(str(len(differences)) if core is not None else "not built here")
        rows.append(tuple(found))
    head = ("rules", "seeds", *(f"differences, {name}" for name in cores))
    table("fuzz", "Incremental reasoning against an oracle that starts over after every change", head, rows)


if __name__ == "__main__":
    main()
