"""A monitor in a program of its own: which things are high up, as facts in a world of its own, `lifted`.

python examples/sharing/monitor.py lab
"""

import sys

from midworld import sharing
from midworld.modules import monitor
from midworld.world import World


@monitor
def lifted(world: World, memory: object, *, limit: float = 0.9) -> list[tuple[str, str, bool]]:
    """Things higher than a limit, in metres."""
    return [(name, "isLifted", True) for name in world.ids if world.pose(name).position[2] > limit]


if __name__ == "__main__":
    sharing.serve(lifted, sys.argv[1], on="stable", once="--once" in sys.argv)
