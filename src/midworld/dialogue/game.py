"""The spy game: guess a thing somebody thinks of, with as few closed questions as what is known allows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .clarifying import NOT_ASKED
from .facts import Facts
from .speaking import SAID, Wording, listed, sentence
from .words import spaced, with_article

GAME = re.compile(
    r"\bplay (the |a )?(spy( ?game)?|guessing game|i spy|twenty questions|game)\b|"
    r"^i spy\b|^guess (what|which|the) .*|(i am|i'm|i) think(ing)? of (an?|some|one|something)\b.*|spy game",
    re.IGNORECASE,
)
FEW = 4


def wants_game(text: str) -> bool:
    return GAME.search(text.strip()) is not None


@dataclass(slots=True)
class SpyGame:
    """What may still be meant, and what was asked."""

    facts: Facts
    left: tuple[str, ...]
    wording: Wording
    asked: str = ""
    groups: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    over: bool = False

    def question(self) -> str | None:
        """The next question; None where the game is over."""
        if len(self.left) <= 1 or self.over:
            return None
        predicate, groups = best_question(self.facts, self.left, self.wording)
        if not groups:
            return None
        self.asked, self.groups = predicate, groups
        values = [self._said(value) for value in groups]
        if len(groups) == 2 and "" in groups:
            value = next(each for each in groups if each)
            return f"Is it {self._said(value)}?"
        return f"Is it {listed(values, 'or')}?"

    def _said(self, value: str) -> str:
        if self.asked == "rdf:type":
            return with_article(self.wording.models.noun(value))
        if self.asked in SAID:
            return f"{SAID[self.asked]} {self.wording.name(value)}"
        return spaced(value)

    def hear(self, text: str, social: str) -> bool:
        """Takes an answer in; whether it was one."""
        if "" in self.groups and social in {"yes", "no"}:
            value = next(each for each in self.groups if each)
            self.left = tuple(sorted(self.groups[value if social == "yes" else ""]))
            return True
        said = text.casefold()
        named = [
            value
            for value in self.groups
            if value
            and re.search(
                rf"\b{re.escape(self._said(value).removeprefix('a ').removeprefix('an ').removeprefix('the '))}\b", said
            )
        ]
        named = named or [
            value for value in self.groups if value and re.search(rf"\b{re.escape(spaced(value))}\b", said)
        ]
        if len(named) != 1:
            if social == "unsure":
                self.over = True
                return True
            return False
        self.left = tuple(sorted(self.groups[named[0]]))
        return True

    def outcome(self) -> str:
        if len(self.left) == 1:
            return sentence(f"it is {self.wording.name(self.left[0])}")
        if not self.left:
            return "I know of nothing like that."
        return sentence(f"I cannot tell further; it is {listed([self.wording.name(each) for each in self.left], 'or')}")


def best_question(facts: Facts, things: Sequence[str], wording: Wording) -> tuple[str, dict[str, frozenset[str]]]:
    """The property and its values, by how many questions are still needed afterwards at worst, then on average."""
    found = _questions(facts, things, wording)
    if not found:
        return "", {}
    shown = things if len(things) <= 16 else ()

    def cost(entry: tuple[str, dict[str, frozenset[str]]]) -> tuple[float, float, str]:
        groups = entry[1].values()
        if shown:
            rest = [_needed(facts, tuple(sorted(group)), wording, 2) for group in groups]
            return (
                max(each[0] for each in rest),
                sum(each[1] * len(group) for each, group in zip(rest, groups, strict=True)),
                entry[0],
            )
        return max(map(len, groups)), sum(len(group) ** 2 for group in groups), entry[0]

    return min(found, key=cost)


def _needed(facts: Facts, things: tuple[str, ...], wording: Wording, depth: int) -> tuple[float, float]:
    """Questions needed from here, at worst and on average; a bound where it is not looked into any further."""
    if len(things) <= 1:
        return 0.0, 0.0
    if depth == 0:
        return 1.0 + len(things) / 8, 1.0 + len(things) / 8
    best = (float("inf"), float("inf"))
    for _, groups in _questions(facts, things, wording):
        rest = [(_needed(facts, tuple(sorted(group)), wording, depth - 1), len(group)) for group in groups.values()]
        worst = 1 + max(each[0][0] for each in rest)
        mean = 1 + sum(each[0][1] * each[1] for each in rest) / len(things)
        best = min(best, (worst, mean))
    return best if best[0] < float("inf") else (1.0, 1.0)


def _questions(facts: Facts, things: Sequence[str], wording: Wording) -> list[tuple[str, dict[str, frozenset[str]]]]:
    """Closed questions: a property everything has one value of, few values; or whether a thing has a value."""
    table: dict[str, dict[str, set[str]]] = {}
    for thing in things:
        for name, value in facts.of(thing):
            if (
                name in NOT_ASKED
                or name.startswith(("rdfs:", "owl:"))
                or (name == "rdf:type" and value not in wording.models.said_as)
            ):
                continue
            table.setdefault(name, {}).setdefault(value, set()).add(thing)
    found: dict[frozenset[frozenset[str]], tuple[str, dict[str, frozenset[str]]]] = {}
    for name, values in table.items():
        groups = {value: frozenset(group) for value, group in values.items()}
        if (
            name != "rdf:type"
            and 1 < len(groups) <= FEW
            and sum(map(len, groups.values())) == len(things) == len(frozenset[str]().union(*groups.values()))
        ):
            found.setdefault(frozenset(groups.values()), (name, groups))
        for value, group in groups.items():
            rest = frozenset(things) - group
            if rest:
                found.setdefault(frozenset({group, rest}), (name, {value: group, "": rest}))
    return list(found.values())


def fewest(facts: Facts, things: tuple[str, ...], wording: Wording) -> int:
    """The fewest questions that do at worst, by trying all: for few things."""
    if len(things) <= 1:
        return 0
    found = _questions(facts, things, wording)
    return min(
        (1 + max(fewest(facts, tuple(sorted(each)), wording) for each in groups.values()) for _, groups in found),
        default=0,
    )
