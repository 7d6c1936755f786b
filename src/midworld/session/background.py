"""What is known before a run."""

import copy
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from ..adapters.oxigraph import knowledge_base
from ..assessment import Minds, robot_of
from ..knowledge import completed, description, ontology_files
from ..providers import Known
from ..world import Scene


class Background:
    """What the robot of a scene knows: Midworld's ontology and documents of one's own.

    The ontology is read when somebody first asks, so that a run whose percepts lack nothing does not pay for it.
    """

    def __init__(self, scene: Scene, documents: Sequence[Path] | None = None, *, history_s: float = 0.0) -> None:
        self._documents = tuple(documents or ())
        self._history_s = history_s
        self._robot = robot_of(scene.world) or "robot"
        self._asked: dict[tuple[str, str], Known | None] = {}
        if self._documents:
            # A document that cannot be read is told at once.
            self.minds = self._minds()

    @cached_property
    def minds(self) -> Minds:
        return self._minds()

    def _minds(self) -> Minds:
        return Minds(knowledge_base([*ontology_files(), *self._documents], history_s=self._history_s))

    def fork(self) -> "Background":
        """The same, to learn otherwise from now on."""
        other = copy.copy(self)
        other._asked = dict(self._asked)
        if "minds" in self.__dict__:
            other.__dict__["minds"] = self.minds.fork()
        return other

    def knows(self, name: str, category: str, shaped: bool) -> Known | None:
        """What is known of a thing; one with a shape of its own lacks nothing the ontology alone could tell."""
        if shaped and not self._documents:
            return None
        key = (name, category)
        if key not in self._asked:
            found = completed(self.minds.kb.model(self._robot), name, category)
            self._asked[key] = None if found is None else Known(found.id, description(found))
        return self._asked[key]
