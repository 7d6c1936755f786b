"""Minds that follow the worlds of a board."""

from .present import present
from .rooms import Board, Commit, Conclusion, Minds


class Following:
    """Tells minds what worlds hold and come to hold, until `end` is called.

    `found` is what the newest commit made begin and cease to follow: nothing, but for the last of a tick.
    """

    def __init__(self, minds: Minds, board: Board) -> None:
        self.minds = minds
        self.found: tuple[Conclusion, ...] = ()
        for commit in present(board):
            self._take(commit)
        self.end = board.subscribe(self._take)

    def _take(self, commit: Commit) -> None:
        self.found = self.minds.conclude(commit)
