"""What follows from the facts of a run."""

from collections.abc import Callable, Iterable, Sequence

from ..adapters.oxigraph import knowledge_base
from ..readers.kblines import inferred_lines
from ..runtime import Commit
from ..runtime.minds import Minds


def conclusions(worlds: Sequence[str]) -> Callable[[Commit], Iterable[bytes]]:
    """The lines to write after a commit: at the end of a tick, what follows in the minds these worlds belong to."""
    minds = Minds(knowledge_base(history_s=0.0))
    chosen = frozenset(worlds)

    def lines(commit: Commit) -> Iterable[bytes]:
        found = minds.conclude(commit)
        shown = minds.models(chosen)
        return inferred_lines(each for each in found if each.model in shown)

    return lines
