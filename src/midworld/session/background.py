"""What is known before a run, and what follows from the facts of one."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path

from ..adapters.oxigraph import knowledge_base
from ..knowledge.completion import completed, description
from ..knowledge.ontology import ontology_files
from ..providers.strangers import Known
from ..readers.kblines import inferred_lines
from ..runtime import Commit
from ..runtime.assessment import robot_of
from ..runtime.minds import Minds
from ..world import Scene


class Background:
    """What the robot of a scene knows: Midworld's ontology and documents of one's own.

    The ontology is read when somebody first asks, so that a run whose percepts lack nothing does not pay for it.
    """

    def __init__(self, scene: Scene, documents: Sequence[Path] | None = None) -> None:
        self._documents = tuple(documents or ())
        self._robot = robot_of(scene.world) or "robot"
        self._asked: dict[tuple[str, str], Known | None] = {}
        if self._documents:
            # A document that cannot be read is told at once.
            assert self.minds

    @cached_property
    def minds(self) -> Minds:
        return Minds(knowledge_base([*ontology_files(), *self._documents], history_s=0.0))

    def knows(self, name: str, category: str, shaped: bool) -> Known | None:
        """What is known of a thing; one with a shape of its own lacks nothing the ontology alone could tell."""
        if shaped and not self._documents:
            return None
        key = (name, category)
        if key not in self._asked:
            found = completed(self.minds.kb.model(self._robot), name, category)
            self._asked[key] = None if found is None else Known(found.id, description(found))
        return self._asked[key]


def conclusions(minds: Minds, worlds: Sequence[str]) -> Callable[[Commit], Iterable[bytes]]:
    """The lines to write after a commit: at the end of a tick, what follows in the minds these worlds belong to."""
    chosen = frozenset(worlds)

    def lines(commit: Commit) -> Iterable[bytes]:
        found = minds.conclude(commit)
        shown = minds.models(chosen)
        return inferred_lines(each for each in found if each.model in shown)

    return lines
