"""Words before deeds: where somebody's belief would make what they are to do fail, they are told or shown first."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from .model import HUMAN, Happening, Way
from .network import chain
from .state import Fact, State, Task

if TYPE_CHECKING:
    from .progress import Progress

KNOWS, TELL, SHOW = "knows", "tell", "show"
# Chosen: a short sentence, a gesture. Plans of minutes do not change between 1 and 5 s.
SECONDS = 2.0
_SEEING = ("sees", "canSee")
# About these, people can be wrong and be told; the rest each perceives from where they are.
TOLD = frozenset(("isOn", "isIn", "isAt", "isHeldBy"))


class Telling:
    """The operators `tell` and `show`: who does it, to whom, and the fact, after which that one knows it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """What is told holds, or is said not to."""
        speaker, hearer, *fact = args
        return Happening(
            (), (), (), (), ((KNOWS, hearer, *fact),), (), (speaker, hearer), SECONDS, (SECONDS / 2, SECONDS * 2)
        )

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        return "somebody to tell it"


OPERATORS = {name: Telling(name) for name in (TELL, SHOW)}


def informed(progress: "Progress", task: Task, happening: Happening) -> Iterator[Happening | Way]:
    """The action as it is, or after what its people have to be told; nothing where nobody can tell them."""
    problem, state = progress.problem, progress.state
    needs = list(happening.needs)
    missing: list[Task] = []
    people = {each.name for each in problem.agents if each.kind == HUMAN}
    speaker = next((each.name for each in problem.agents if each.kind != HUMAN), None)
    for agent in happening.agents:
        wrong = progress.beliefs.get(agent)
        if agent not in people or wrong is None:
            continue
        for fact in (*happening.needs, *happening.fixed, *happening.denies):
            known = (KNOWS, agent, *fact)
            if fact in wrong:
                missing.append((SHOW if _shown(state, agent, fact) else TELL, speaker or "", agent, *fact))
            elif known in state.facts:
                needs.append(known)
    if not missing:
        yield happening._replace(needs=tuple(needs)) if len(needs) > len(happening.needs) else happening
    elif speaker is not None:
        yield Way("inform", tuple(word for each in missing for word in each), chain((*missing, task)))


def _shown(state: State, agent: str, fact: Fact) -> bool:
    return len(fact) > 1 and any((seeing, agent, fact[1]) in state.facts for seeing in _SEEING)


def differences(known: Iterable[Fact], believed: Mapping[str, Iterable[Fact]]) -> dict[str, dict[Fact, bool]]:
    """By person, what they take for true that is not known to be, and what is known and they do not take for true."""
    truth = {each for each in known if each[0] in TOLD}
    found: dict[str, dict[Fact, bool]] = {}
    for person, facts in believed.items():
        own = {each for each in facts if each[0] in TOLD}
        wrong = dict.fromkeys(sorted(own - truth), True) | dict.fromkeys(sorted(truth - own), False)
        found[person] = wrong
    return found
