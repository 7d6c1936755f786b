"""The model of one mind, to ask and teach."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TypeAlias, cast

from ..assessment import Minds
from ..knowledge import KnowledgeBase, Verbs
from .following import Following

Bindings: TypeAlias = Mapping[str, object]
Callback: TypeAlias = Callable[[Bindings], None]


class Knowledge:
    """What somebody knows: statements are texts of three words, patterns have `?variables`.

    `knowledge["?x isOn table"]` asks, `"cup isOn table" in knowledge` checks, `knowledge += "Mug subClassOf Cup"`
    teaches and `-=` takes back; the same statements are `find`, `holds`, `teach` and `forget` as words.
    """

    def __init__(self, following: Following, agent: str) -> None:
        self.following, self.agent = following, agent

    def find(self, *patterns: str, at: float | None = None) -> list[dict[str, object]]:
        """Every binding of the variables under which all patterns hold, now or at an instant."""
        with self._base() as base:
            found = base.find(patterns, models=[self.agent], at=at)
        # Where nothing is left open, the statements themselves come back.
        return [each for each in found if isinstance(each, dict)]

    def holds(self, *statements: str, at: float | None = None) -> bool:
        """Whether all of it holds together."""
        with self._base() as base:
            return base.exist(statements, models=[self.agent], at=at)

    def teach(self, *statements: str, lifespan: float = 0.0) -> None:
        """Makes it known, for some seconds or for ever; raises Inconsistent where it contradicts what is known."""
        with self._base() as base:
            base.revise(statements, method="safe_update", models=[self.agent], lifespan=lifespan)

    def forget(self, *statements: str) -> None:
        """Takes it back; what follows from something else stays."""
        with self._base() as base:
            base.revise(statements, method="retract", models=[self.agent])

    def rule(self, text: str) -> None:
        """Teaches a rule: `?x isOn ?y, ?y isIn ?z -> ?x isIn ?z`."""
        with self._base() as base:
            base.rule(text, models=[self.agent])

    def why(self, statement: str) -> Mapping[str, object] | None:
        """The proof of a statement as nested tables; None where it does not hold."""
        with self._base() as base:
            return cast("Mapping[str, object] | None", Verbs(base).call("why", (statement, [self.agent])))

    def why_not(self, statement: str) -> str | None:
        """What is missing for a statement to hold; None where nothing would make it."""
        with self._base() as base:
            return cast("str | None", Verbs(base).call("why_not", (statement, [self.agent])))

    def __getitem__(self, patterns: str | tuple[str, ...]) -> list[dict[str, object]]:
        return self.find(*((patterns,) if isinstance(patterns, str) else patterns))

    def __contains__(self, statement: str) -> bool:
        return self.holds(statement)

    def __iadd__(self, statements: str | tuple[str, ...] | list[str]) -> "Knowledge":
        self.teach(*((statements,) if isinstance(statements, str) else statements))
        return self

    def __isub__(self, statements: str | tuple[str, ...] | list[str]) -> "Knowledge":
        self.forget(*((statements,) if isinstance(statements, str) else statements))
        return self

    def __repr__(self) -> str:
        return f"<what {self.agent} knows>"

    @contextmanager
    def _base(self) -> Generator[KnowledgeBase]:
        with self.following.minds.lock:
            yield self.following.minds.kb


def heard(
    minds: Minds, patterns: tuple[str, ...], callback: Callback, agent: str, failed: Callable[[Exception], None]
) -> Callable[[], None]:
    """Calls back with every match that begins in a mind; what it returns ends that. Whoever raises is dropped."""

    def listener(event: str, found: list[dict[str, object]]) -> None:
        for bindings in found:
            try:
                callback(bindings)
            except Exception as error:
                end()
                failed(error)
                return

    def end() -> None:
        with minds.lock:
            minds.kb.unsubscribe(listener, event)

    with minds.lock:
        event = minds.kb.subscribe(patterns, listener, models=[agent])
    return end
