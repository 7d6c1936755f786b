"""Declared names of HDDL, found whatever their case."""

from collections.abc import Iterable, Iterator

from ...errors import one_of
from .expressions import Word, refuse


class Names:
    """Names of one kind as they are declared; found whatever their case, unless case alone tells two apart."""

    def __init__(self, kind: str, file: str, names: Iterable[str] = ()) -> None:
        self.kind, self._file = kind, file
        self._spelt: dict[str, str] = {}
        self._folded: dict[str, str | None] = {}
        for name in names:
            self.declare(name)

    def declare(self, name: str) -> None:
        self._spelt[name] = name
        folded = name.lower()
        self._folded[folded] = None if folded in self._folded and self._folded[folded] != name else name

    def __contains__(self, name: str) -> bool:
        return name in self._spelt or self._folded.get(name.lower()) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._spelt)

    def of(self, word: Word) -> str:
        found = self._spelt.get(word.text) or self._folded.get(word.text.lower())
        if found is None:
            refuse(self._file, word.line, f"no {self.kind} is named '{word}'; {one_of(self._spelt, near=word.text)}")
        return found
