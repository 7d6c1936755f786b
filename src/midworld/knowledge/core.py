"""The compiled core: what a change brought and took (`Net`), and the atoms it holds to be read."""

from collections.abc import Iterable, Iterator

from ..errors import NotBuilt
from .terms import Atom
from .vocabulary import TYPE

try:
    from ._core import Change, Model, Tables
except ImportError as error:
    raise NotBuilt(str(error)) from error

Net = Change


class Facts:
    """Atoms of a compiled model; None in a pattern stands for anything."""

    __slots__ = ("_model",)

    def __init__(self, model: Model) -> None:
        self._model = model

    @staticmethod
    def of(atoms: Iterable[Atom]) -> "Facts":
        """Just these atoms: nothing follows from them."""
        model = Model(_PLAIN)
        model.update(atoms, ())
        return Facts(model)

    def __contains__(self, atom: Atom) -> bool:
        return self._model.holds(atom)

    def match(self, s: int | None, p: int | None, o: int | None) -> Iterator[Atom]:
        """Every atom that fits."""
        return iter(self._model.match(s or 0, p or 0, o or 0))

    def estimate(self, s: int | None, p: int | None, o: int | None) -> int:
        """About how many atoms fit."""
        return self._model.estimate(s or 0, p or 0, o or 0)

    def objects(self, subject: int, predicate: int) -> list[int]:
        return self._model.objects(subject, predicate)

    def subjects(self, predicate: int, obj: int) -> list[int]:
        return self._model.subjects(predicate, obj)

    def predicates(self) -> list[int]:
        return self._model.predicates()

    def mentions(self, term: int) -> bool:
        """Whether a term is the subject or object of anything."""
        return self._model.mentions(term)

    def __iter__(self) -> Iterator[Atom]:
        return self.match(None, None, None)

    def __len__(self) -> int:
        return len(self._model)


def _itself(
    name: int, typed: bool, _: bool
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    return ([], [], [(name, 1)], []) if typed else ([(name, 1)], [], [], [])


# No predicate is number 0: here equality is a relation like any other.
_PLAIN = Tables(TYPE, 0, 0, _itself, lambda s, p, o, asserted: [(s, p, o, 1)], lambda shelf, key: ())
