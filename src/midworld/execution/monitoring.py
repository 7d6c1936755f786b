"""What an action needs before and brings about after, against what is seen."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..planning import Fact, Problem, Task, happening_of, hindrance_of, projected_facts


@dataclass(frozen=True, slots=True)
class Observed:
    """Facts that were seen to hold, and the predicates that were looked at: of these, all others do not hold."""

    facts: frozenset[Fact] = frozenset()
    about: frozenset[str] = frozenset()


NOTHING_SEEN = Observed()


def corrected(facts: Iterable[Fact], observed: Observed) -> frozenset[Fact]:
    """What is known, put right by what was seen."""
    return frozenset(each for each in facts if each[0] not in observed.about) | observed.facts


def hindered(problem: Problem, facts: Iterable[Fact], task: Task) -> str | None:
    """The precondition that does not hold; None where an action can be done."""
    known = frozenset(facts)
    return None if happening_of(problem, known, task) is not None else hindrance_of(problem, known, task)


def progressed(
    problem: Problem, facts: Iterable[Fact], task: Task, observed: Observed
) -> tuple[frozenset[Fact], tuple[str, ...]]:
    """What holds after an action that was seen, and what it should have brought about and did not."""
    before = frozenset(facts)
    if happening_of(problem, before, task) is None:
        return corrected(before, observed), (hindrance_of(problem, before, task),)
    expected = projected_facts(problem, [task], before)
    after = corrected(expected, observed)
    changed = expected ^ before
    missing = [each for each in changed & expected if each not in after]
    lasting = [each for each in changed - expected if each in after]
    texts = (*(f"({' '.join(each)})" for each in missing), *(f"(not ({' '.join(each)}))" for each in lasting))
    return after, tuple(sorted(texts))
