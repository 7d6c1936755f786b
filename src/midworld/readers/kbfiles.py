"""Files for clients of a server: in one folder, or none at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import NotAllowed
from ..knowledge import KnowledgeBase, QueryLimits, Question, Store


@dataclass(frozen=True, slots=True)
class Confined:
    """A store that reads and writes only in a folder; without one it has no files."""

    store: Store
    folder: Path | None = None

    def load(self, kb: KnowledgeBase, path: Path, models: Sequence[str]) -> int:
        return self.store.load(kb, self._inside(path), models)

    def save(self, kb: KnowledgeBase, path: Path, model: str) -> None:
        self.store.save(kb, self._inside(path), model)

    def question(self, query: str, model: str, limits: QueryLimits) -> Question:
        return self.store.question(query, model, limits)

    def sparql(self, query: str, model: str, limits: QueryLimits) -> Mapping[str, object]:
        return self.store.sparql(query, model, limits)

    def _inside(self, path: Path) -> Path:
        """Where a path leads, links followed. Raises NotAllowed when that is not in the folder."""
        if self.folder is None:
            raise NotAllowed(f"'{path}'", "is not for clients: no folder was opened to them; start with --files FOLDER")
        try:
            folder = self.folder.resolve()
            found = (folder / path).resolve()
        except (OSError, RuntimeError) as error:
            raise NotAllowed(f"'{path}'", "leads nowhere") from error
        if folder not in found.parents:
            raise NotAllowed(f"'{path}'", "is outside the folder that is open to clients; name a file in it")
        if found.exists() and not found.is_file():
            raise NotAllowed(f"'{path}'", "is there already, and is not a file")
        return found
