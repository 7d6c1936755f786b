"""Files and SPARQL, which another room provides."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from .kb import KnowledgeBase
from .limits import QueryLimits


class Question(Protocol):
    """A question in SPARQL, refused already where it must be."""

    def ready(self) -> bool:
        """Bring what is asked a step nearer to what is known; whether it is there."""
        ...

    def answer(self) -> object:
        """Work it out, for as long as that takes."""
        ...


class Store(Protocol):
    """What the verbs for files and SPARQL need."""

    def load(self, kb: KnowledgeBase, path: Path, models: Sequence[str]) -> int: ...

    def save(self, kb: KnowledgeBase, path: Path, model: str) -> None: ...

    def question(self, query: str, model: str, limits: QueryLimits) -> Question: ...

    def sparql(self, query: str, model: str, limits: QueryLimits) -> Mapping[str, object]:
        """The answer to a question, worked out where it can be stopped."""
        ...
