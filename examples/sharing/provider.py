"""A provider in a program of its own: what a tracker perceives, told to the run that shares the board `lab`.

midworld run examples/kitchen/scene.yaml --share lab &
python examples/sharing/provider.py lab examples/kitchen/observations.jsonl
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from midworld import sharing
from midworld.modules import provider


@provider
def camera(*, log: str) -> Iterator[dict[str, object]]:
    """What was perceived, a line at a time; a real one would ask its tracker here."""
    for line in Path(log).read_text().splitlines():
        yield json.loads(line)


if __name__ == "__main__":
    sharing.serve(camera, sys.argv[1], log=sys.argv[2])
