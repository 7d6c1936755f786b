"""Asking back: the question that best tells apart what may be meant, and never the same one twice."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .facts import LABELS, TYPE, Facts
from .speaking import SAID, Wording, listed
from .tree import Phrase
from .words import spaced, with_article

ALL_NAMED, MOST_NAMED = 3, 8
NOT_ASKED = frozenset(
    {*LABELS, "rdfs:comment", "isAt", "hasInHand", "owl:differentFrom", "owl:sameAs", "isSeenBy", "isAbove", "isBelow"}
)


@dataclass(frozen=True, slots=True)
class Splitting:
    """A property and who has which value of it."""

    predicate: str
    groups: dict[str, tuple[str, ...]]

    @property
    def left(self) -> float:
        """How many remain on average once the value is known."""
        count = sum(map(len, self.groups.values()))
        return sum(len(group) ** 2 for group in self.groups.values()) / count


def splittings(facts: Facts, things: Sequence[str], asked: Collection[str] = ()) -> list[Splitting]:
    """Properties every candidate has one value of and that set some apart, the best first."""
    names = dict.fromkeys(name for thing in things for name, _ in facts.of(thing))
    found: list[Splitting] = []
    for name in names:
        if name in NOT_ASKED or name in asked or ":" in name or not (name.startswith("has") or name in SAID):
            continue
        groups: dict[str, list[str]] = {}
        for thing in things:
            values = facts.objects(thing, name)
            groups.setdefault(values[0] if values else "", []).append(thing)
        if len(groups) > 1 and "" not in groups:
            found.append(Splitting(name, {value: tuple(group) for value, group in groups.items()}))
    by_class = _kinds(facts, things)
    if by_class is not None and TYPE not in asked:
        found.append(by_class)
    return sorted(found, key=lambda each: (each.left, not each.predicate.startswith("has"), each.predicate))


def _kinds(facts: Facts, things: Sequence[str]) -> Splitting | None:
    shared = set[str].intersection(*(set(facts.objects(each, TYPE)) for each in things)) if things else set[str]()
    groups: dict[str, list[str]] = {}
    for each in things:
        own = [
            kind for kind in facts.objects(each, TYPE) if kind not in shared and not kind.startswith(("cyc:", "owl:"))
        ]
        if not own:
            return None
        groups.setdefault(own[0], []).append(each)
    return Splitting(TYPE, {kind: tuple(group) for kind, group in groups.items()}) if len(groups) > 1 else None


def question(phrase: Phrase, things: Sequence[str], wording: Wording, asked: set[str], facts: Facts) -> str:
    """Which one is meant, in words; empty where nothing known tells them apart."""
    noun = phrase.head or "one"
    best = next(iter(splittings(facts, things, asked)), None)
    few = len(things) <= ALL_NAMED or (best is None and len(things) <= MOST_NAMED)
    names = [next(wording.expressions(each), "") for each in things] if few else [""]
    if len(things) <= ALL_NAMED and all(names) and "names" not in asked:
        asked.add("names")
        return f"Which {noun}, {listed(names, 'or')}?"
    if best is None:
        if all(names) and "names" not in asked:
            asked.add("names")
            return f"Which {noun}, {listed(names, 'or')}?"
        return ""
    asked.add(best.predicate)
    values = [
        wording.models.noun(value) if best.predicate == TYPE else _value(best.predicate, value, wording)
        for value in best.groups
    ]
    if best.predicate == TYPE:
        return f"Which {noun}, {listed([with_article(each) for each in values], 'or')}?"
    return f"Which {noun}, the {listed(values, 'or')} one?"


def _value(predicate: str, value: str, wording: Wording) -> str:
    if predicate.startswith("has"):
        return spaced(value)
    return f"{SAID.get(predicate, spaced(predicate))} {wording.name(value)}"
