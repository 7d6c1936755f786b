"""A filter in a program of its own: `stable` without what nobody sees, as the world `seen`.

python examples/sharing/filter.py lab
"""

import sys

from midworld import sharing
from midworld.modules import filter  # noqa: A004
from midworld.world import Status, World, remove


@filter
def seen(world: World, memory: object, stamp: float) -> World:
    """Only what is perceived, and what is always there."""
    hidden = [name for name in world.ids if world.status(name) in (Status.UNKNOWN, Status.INFERRED)]
    return world.apply(remove(world, hidden))


if __name__ == "__main__":
    sharing.serve(seen, sys.argv[1], on="stable", once="--once" in sys.argv)
