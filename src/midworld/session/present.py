"""What a board holds, told as if it had just been committed: for those who come late."""

from ..world import Delta
from .rooms import Board, Commit


def present(board: Board) -> tuple[Commit, ...]:
    """One commit for every world that has begun, as one tick."""
    worlds = [(name, world) for name, world in board.snapshot().items() if len(world.structure) or world.timeline.open]
    first = board.sequence - len(worlds) + 1
    return tuple(
        Commit(first + place, name, world.stamp, Delta(), world, None, place + 1 == len(worlds))
        for place, (name, world) in enumerate(worlds)
    )
