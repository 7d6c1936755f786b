"""The board a command is about: the one that is named, or the only one there is."""

from contextlib import suppress
from pathlib import Path

from ..errors import BadInput, Problem, TimedOut, UnknownName
from ..runtime import SharedBoard
from ..world import World

# A world that is named may take so long to be told, in seconds.
PATIENCE_S = 2.0


def joined(board: str | None, name: str, access: Path | None, *, timeout: float = 5.0) -> SharedBoard:
    """A board, opened for a command, which may take so many seconds to appear.

    Raises BadInput where it is not clear which one is meant.
    """
    from ..adapters.boards import boards, connect

    if board is None:
        known = boards()
        if len(known) != 1:
            which = f"there are {', '.join(known)}" if known else "no board is shared on this machine"
            raise BadInput([Problem("--board", None, f"say which one; {which}")])
        board = known[0]
    return connect(board, name=name, access=access, timeout=timeout)


def awaited(shared: SharedBoard, world: str) -> World:
    """A world of a board, which may be about to be told. Raises UnknownName, or BadInput where its writer left."""
    with suppress(TimedOut):
        return shared[world] if world in shared else shared.wait(world, timeout=PATIENCE_S).world
    if world in (left := shared.abandoned()):
        raise BadInput([Problem(world, None, f"was written by '{left[world]}', who is gone")])
    raise UnknownName("world", world, shared.names)
