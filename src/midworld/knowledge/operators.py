"""The knowledge base as people use it in Python: `kb += "cup isOn table"`, `kb["* isOn table"]`, `"cup" in kb`."""

import queue
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from .kb import KnowledgeBase
from .statement import Written, listed
from .store import Store
from .verbs import Verbs

Call = Callable[[str, Sequence[object], Mapping[str, object]], object]
Callback = Callable[[object], None]


class Operators:
    """Operators over verbs, wherever they are served; every verb is also a method."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.events: queue.Queue[tuple[str, object]] = queue.Queue()
        self._callbacks: dict[str, list[Callback]] = {}

    def verb(self, name: str, *args: object, **kwargs: object) -> object:
        """Call a verb by its name."""
        return self._call(name, args, kwargs)

    def __getattr__(self, name: str) -> Callable[..., object]:
        if name.startswith("_"):
            raise AttributeError(name)

        def verb(*args: object, **kwargs: object) -> object:
            return self._call(name, args, kwargs)

        return verb

    def __enter__(self) -> "Operators":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._call("close", (), {})

    def __iadd__(self, statements: str | Sequence[Written]) -> "Operators":
        self._call("update", (listed(statements),), {})
        return self

    def __isub__(self, statements: str | Sequence[Written]) -> "Operators":
        self._call("remove", (listed(statements),), {})
        return self

    def __contains__(self, what: str) -> bool:
        """A statement or pattern that holds, or a term or label that is known."""
        if len(what.split()) >= 3:
            return bool(self._call("exist", ([what],), {}))
        return bool(self._call("lookup", (what,), {"search": "exact"}))

    def __getitem__(self, key: "str | tuple[str | list[str], ...]") -> list[object]:
        """Answers to patterns; the models in a list at the end; the names of a label."""
        parts: list[str | list[str]] = [key] if isinstance(key, str) else list(key)
        models = parts.pop() if isinstance(parts[-1], list) else None
        patterns = [part for part in parts if isinstance(part, str)]
        if len(patterns) == 1 and len(patterns[0].split()) < 3:
            rows = cast("list[list[str]]", self._call("lookup", (patterns[0], models), {}))
            return [row[0] for row in rows]
        found = cast("list[object]", self._call("find", (patterns, None, models), {}))
        return [_alone(each) for each in found]

    def subscribe(
        self,
        patterns: str | Sequence[Written],
        callback: Callback | None = None,
        one_shot: bool = False,
        models: Sequence[str] | None = None,
    ) -> str:
        """Hear what begins to match: by callback, and always in `events`."""
        event = str(self._call("subscribe", (listed(patterns), one_shot, models), {}))
        if callback is not None:
            self._callbacks.setdefault(event, []).append(callback)
        return event

    def deliver(self, event: str, content: object) -> None:
        self.events.put((event, content))
        for callback in list(self._callbacks.get(event, ())):
            callback(content)


def _alone(answer: object) -> object:
    """With one variable the value itself is the answer, except where its name matters."""
    if isinstance(answer, dict):
        row = cast("dict[str, object]", answer)
        return next(iter(row.values())) if len(row) == 1 and next(iter(row)).startswith("var") else row
    return answer


class Embedded(Operators):
    """The operators over a knowledge base in this process."""

    def __init__(self, kb: KnowledgeBase, store: Store | None = None) -> None:
        verbs = Verbs(kb, store, listener=self.deliver)
        super().__init__(verbs.call)
        self.kb = kb
