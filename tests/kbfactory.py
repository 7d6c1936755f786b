"""Small knowledge bases for tests; time is a list of one number."""

from midworld.adapters.oxigraph import knowledge_base
from midworld.knowledge import Atom, KnowledgeBase


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def empty(clock: Clock | None = None) -> KnowledgeBase:
    """A knowledge base that knows nothing."""
    return KnowledgeBase(clock=clock or Clock())


def household(clock: Clock | None = None) -> KnowledgeBase:
    """A knowledge base with Midworld's ontology."""
    return knowledge_base(clock=clock or Clock())


def atom(kb: KnowledgeBase, text: str) -> Atom:
    s, p, o = text.split()
    return (kb.terms.parse(s), kb.terms.parse(p, predicate=True), kb.terms.parse(o))


def values(kb: KnowledgeBase, pattern: str, **options: object) -> set[object]:
    """The answers to a pattern of one variable."""
    found = kb.find(pattern, **options)  # pyright: ignore[reportArgumentType]
    return {value for row in found if isinstance(row, dict) for value in row.values()}
