"""Which guests are put out, told in a world of its own: so it is recorded, written and shown as everything else."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..world import Delta, Ended, Entry, Situation, Statement
from .board import Board, Writer
from .draft import Draft
from .guests import Health

MODULES = "modules"
OUT = "isPutOut"


@dataclass(frozen=True, slots=True)
class Out:
    """Who is out, and until when."""

    until: tuple[tuple[Statement, float], ...] = ()


class Outages:
    """Writes that world; there is none before the first trouble."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._writer: Writer | None = None

    def tell(self, draft: Draft, news: Iterable[Health], stamp: float) -> None:
        """Who is put out and who is back, at the end of a tick."""
        found = {(each.module, OUT, each.world): each for each in news}
        known = draft.memory(MODULES)
        out = dict(known.until) if isinstance(known, Out) else {}
        back = [each for each, until in out.items() if stamp >= until or each in found]
        if not found and not back:
            return
        writer = self._claimed(draft)
        held = draft[MODULES].timeline.open
        entries: list[Entry] = [Ended(stamp, OUT, each[0], each[2]) for each in back if each in held]
        entries += [
            Situation(stamp, OUT, module, world, reason=each.problem) for (module, _, world), each in found.items()
        ]
        left = {each: until for each, until in out.items() if each not in back}
        left.update({statement: each.until for statement, each in found.items()})
        draft.put(writer, Delta(stamp, entries=tuple(entries)), Out(tuple(left.items())))

    def _claimed(self, draft: Draft) -> Writer:
        if self._writer is None:
            self._writer = self._board.claim(MODULES, MODULES)
            draft.include(MODULES, self._board[MODULES])
        return self._writer
