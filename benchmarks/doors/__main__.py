"""`python -m benchmarks.doors --seconds 60`: strange input at every door; what breaks one is kept as a test."""

import argparse
import sys
import time
from pathlib import Path

from benchmarks.doors.doors import DOORS
from benchmarks.doors.fuzz import fuzz

FOUND = Path(__file__).parents[2] / "tests" / "found"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for all doors together")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="to try the same input again")
    parser.add_argument("--keep", type=Path, default=FOUND, help="the folder for what breaks a door")
    parser.add_argument("doors", nargs="*", help=f"some of {', '.join(DOORS)}; all if left out")
    said = parser.parse_args()
    unknown = [name for name in said.doors if name not in DOORS]
    if unknown:
        sys.exit(f"no door named {', '.join(unknown)}; there are {', '.join(DOORS)}")
    print(f"--seed {said.seed}", flush=True)
    if fuzz(said.doors or list(DOORS), seconds=said.seconds, seed=said.seed, keep=said.keep):
        sys.exit("some input breaks a door")


main()
