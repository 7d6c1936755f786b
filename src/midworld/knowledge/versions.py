"""Versions of a model: commit, return, compare."""

from dataclasses import dataclass, field

from ..errors import DuplicateName, UnknownName
from .model import Model
from .net import Difference, Net


@dataclass(slots=True)
class Versions:
    """Named states of models; each shares what did not change since."""

    kept: dict[str, Model] = field(default_factory=dict[str, Model])

    def commit(self, model: Model, name: str) -> None:
        if name in self.kept:
            raise DuplicateName("version", name)
        self.kept[name] = model.copy(model.name)

    def checkout(self, name: str) -> Model:
        """A model as it was committed, free to change."""
        kept = self._kept(name)
        return kept.copy(kept.name)

    def difference(self, first: str, second: str) -> Net:
        """What came and what went from one version to another, consequences included."""
        return difference(self._kept(first), self._kept(second))

    def _kept(self, name: str) -> Model:
        if name not in self.kept:
            raise UnknownName("version", name, self.kept)
        return self.kept[name]


def difference(first: Model, second: Model) -> Net:
    """What the second model holds and the first does not, and the other way round."""
    one, other = first.reasoner.index, second.reasoner.index
    added = tuple(atom for atom in other if atom not in one)
    return Difference(added, tuple(atom for atom in one if atom not in other))
