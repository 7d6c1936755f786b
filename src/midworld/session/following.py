"""Minds that follow the worlds of a board, also those that come late."""

from ..assessment import Conclusion, Minds
from ..runtime import Board, Commit
from ..world import Delta


class Following:
    """Tells minds what worlds hold and come to hold, until `end` is called.

    `found` is what the newest commit made begin and cease to follow: nothing, but for the last of a tick. Minds that
    were `told` what holds already hear only what is new.
    """

    def __init__(self, minds: Minds, board: Board, *, told: bool = False) -> None:
        self.minds = minds
        self.found: tuple[Conclusion, ...] = ()
        for commit in () if told else present(board):
            self.take(commit)
        self.end = board.subscribe(self.take)

    def take(self, commit: Commit) -> None:
        """One commit, of the board or of what was recorded of it."""
        self.found = self.minds.conclude(commit)


def present(board: Board) -> tuple[Commit, ...]:
    """One commit for every world that has begun, as one tick."""
    root = board.root
    worlds = [(name, world) for name, world in root.worlds.items() if len(world.structure) or world.timeline.open]
    first = root.sequence - len(worlds) + 1
    return tuple(
        Commit(first + place, name, world.stamp, Delta(), world, None, place + 1 == len(worlds))
        for place, (name, world) in enumerate(worlds)
    )
