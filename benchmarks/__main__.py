"""`make bench`: every benchmark, or those named."""

import sys

from benchmarks import (
    absence,
    beliefs,
    clevr,
    dialogue,
    dirty,
    engines,
    hitom,
    imagination,
    knowledge,
    loop,
    memory,
    planning,
    reach,
    scenarios,
    sharing,
    sight,
    size,
    tick,
    tosses,
    tracking,
    viewer,
    worlds,
)

BENCHMARKS = {
    "worlds": worlds.main,
    "engines": engines.main,
    "tick": tick.main,
    "loop": loop.main,
    "sight": sight.main,
    "tosses": tosses.main,
    "tracking": tracking.main,
    "knowledge": knowledge.main,
    "scenarios": scenarios.main,
    "clevr": clevr.main,
    "hitom": hitom.main,
    "beliefs": beliefs.main,
    "absence": absence.main,
    "viewer": viewer.main,
    "reach": reach.main,
    "sharing": sharing.main,
    "memory": memory.main,
    "size": size.main,
    "planning": planning.main,
    "dialogue": dialogue.main,
    "dirty": dirty.main,
    "imagination": imagination.main,
}


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark named {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in chosen:
        BENCHMARKS[name]()


main()
