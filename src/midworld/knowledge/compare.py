"""What things share, what sets them apart, and which question tells them apart best."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from . import vocabulary as v
from .describe import classes_of, most_specific, superclasses
from .model import Model

# Marked in the ontology: what changes by the second.
VOLATILE = "volatileProperty"
# More properties than these are no description anybody listens to; chosen.
MOST_WORDS = 4
CLASS_PROPERTY = v.TYPE


@dataclass(frozen=True, slots=True)
class Discriminant:
    """A property whose values separate candidates; `groups` maps each value to those that have it."""

    predicate: int
    groups: Mapping[int, frozenset[int]]
    total: bool
    perceivable: bool = True

    @property
    def expected_left(self) -> float:
        """How many candidates remain on average once the value is known."""
        count = sum(len(group) for group in self.groups.values())
        return sum(len(group) ** 2 for group in self.groups.values()) / count


@dataclass(frozen=True, slots=True)
class Indistinguishable:
    """Nothing known separates these candidates."""

    candidates: frozenset[int]


@dataclass(frozen=True, slots=True)
class Identified:
    """One candidate fits the answers."""

    candidate: int


@dataclass(frozen=True, slots=True)
class NoCandidate:
    """Nothing fits the answers."""


Outcome: TypeAlias = Identified | Indistinguishable | NoCandidate
Answer: TypeAlias = Callable[[int], bool] | None


def common_ancestors(model: Model, things: Iterable[int]) -> list[int]:
    """The most specific classes that hold all the things, individuals or classes."""
    shared: set[int] | None = None
    for each in things:
        above = set(_ancestors(model, each))
        shared = above if shared is None else shared & above
    return most_specific(model, sorted(shared or ()))


def _ancestors(model: Model, thing: int) -> list[int]:
    found = classes_of(model, thing) or [thing, *superclasses(model, thing)]
    return [kind for kind in found if kind not in model.tbox.internal]


def different_ancestors(model: Model, first: int, second: int) -> tuple[list[int], list[int]]:
    """The most general classes on each side that the other does not have."""
    one, other = set(_ancestors(model, first)), set(_ancestors(model, second))
    return _most_general(model, one - other), _most_general(model, other - one)


def _most_general(model: Model, kinds: set[int]) -> list[int]:
    wider = model.tbox.expansion.classes
    return sorted(each for each in kinds if not any(other != each and other in wider(each) for other in kinds))


Similarities: TypeAlias = tuple[list[int], list[tuple[int, int]]]


def similarities(model: Model, first: int, second: int) -> Similarities:
    """Shared ancestors, and the property values both have."""
    one, other = _values(model, first), _values(model, second)
    shared = [(name, each) for name in sorted(one.keys() & other.keys()) for each in sorted(one[name] & other[name])]
    return common_ancestors(model, (first, second)), shared


def differences(
    model: Model, first: int, second: int
) -> tuple[tuple[list[int], list[int]], list[tuple[int, frozenset[int], frozenset[int]]]]:
    """Ancestors of one side only, and properties both have with different values."""
    one, other = _values(model, first), _values(model, second)
    apart = [(name, one[name], other[name]) for name in sorted(one.keys() & other.keys()) if one[name] != other[name]]
    return different_ancestors(model, first, second), apart


def _values(model: Model, thing: int) -> dict[int, frozenset[int]]:
    """What a thing has, by property, as far as people have words for it."""
    index, left_out = model.reasoner.index, {v.TYPE, v.SAME_AS, v.DIFFERENT_FROM, *v.ANNOTATIONS, *model.tbox.internal}
    values = {name: frozenset(index.objects(thing, name)) for name in index.predicates() if name not in left_out}
    return {name: held for name, held in values.items() if held}


def discriminate(model: Model, candidates: Iterable[int], *, listener: Model | None = None) -> list[Discriminant]:
    """Properties that separate the candidates, best first: total ones, then by expected rest, then by what is seen."""
    things = sorted(set(candidates))
    names = _without_synonyms(model, {name for each in things for name in _values(model, each)})
    found = [_by_class(model, things)]
    found += [_by_property(model, name, things, listener) for name in names]
    kept = [each for each in found if each is not None]
    worth = _worth(model, things)
    return sorted(
        kept, key=lambda each: (not each.total, each.expected_left, not each.perceivable, worth(each.predicate))
    )


def _worth(model: Model, things: Iterable[int]) -> Callable[[int], tuple[bool, bool, bool, str]]:
    """What to speak of first: what lasts, the class, what somebody said; then by name."""
    terms = model.tbox.terms
    marked = model.tbox.schema.match(None, terms.parse(VOLATILE), terms.parse("true"))
    volatile = {name for name, _, _ in marked}
    stated = {name for each in things for name in _values(model, each) if _is_stated(model, each, name)}
    return lambda name: (name in volatile, name != CLASS_PROPERTY, name not in stated, terms.show(name))


def _is_stated(model: Model, thing: int, name: int) -> bool:
    return any((thing, name, value) in model.supports for value in model.reasoner.index.objects(thing, name))


def _without_synonyms(model: Model, names: set[int]) -> list[int]:
    """One property of each group that means the same."""
    kept: list[int] = []
    show = model.tbox.terms.show
    for name in sorted(names, key=lambda each: (":" in show(each), show(each))):
        same = set(model.tbox.schema.objects(name, v.EQUIVALENT_PROPERTY))
        if not same & set(kept):
            kept.append(name)
    return kept


def _by_class(model: Model, things: Sequence[int]) -> Discriminant | None:
    groups: defaultdict[int, set[int]] = defaultdict(set)
    kinds = {each: set(_ancestors(model, each)) for each in things}
    shared = set[int].intersection(*kinds.values()) if things else set[int]()
    for each, held in kinds.items():
        own = most_specific(model, sorted(held - shared)) or most_specific(model, sorted(held))
        groups[own[0] if own else v.THING].add(each)
    return _separating(CLASS_PROPERTY, groups, len(things))


def _by_property(model: Model, name: int, things: Sequence[int], listener: Model | None) -> Discriminant | None:
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for each in things:
        for value in model.reasoner.index.objects(each, name):
            groups[value].add(each)
    perceivable = listener is None or any(listener.reasoner.index.objects(each, name) for each in things)
    found = _separating(name, groups, len(things))
    return None if found is None else Discriminant(name, found.groups, found.total, perceivable)


def _separating(name: int, groups: Mapping[int, set[int]], count: int) -> Discriminant | None:
    """A discriminant when every candidate has a value and at least two groups differ."""
    members = {frozenset(group) for group in groups.values()}
    covered = set[int]().union(*members) if members else set[int]()
    if len(covered) < count or len(members) < 2:
        return None
    total = all(len(group) == 1 for group in members)
    return Discriminant(name, {value: frozenset(group) for value, group in sorted(groups.items())}, total)


def clarify(
    model: Model, candidates: Iterable[int], told: Mapping[int, Answer], *, listener: Model | None = None
) -> Discriminant | Outcome:
    """The best next question, or the outcome; every answer is given again with the next question.

    `told` says by property which values fit what was answered, or None for what the listener could not tell.
    """
    index = model.reasoner.index

    def fits(thing: int) -> bool:
        held = {name: index.objects(thing, name) for name in told}
        return all(answer is None or any(map(answer, held[name])) for name, answer in told.items())

    left = frozenset(filter(fits, candidates))
    if len(left) < 2:
        return Identified(next(iter(left))) if left else NoCandidate()
    asked = (each for each in discriminate(model, left, listener=listener) if each.predicate not in told)
    return next(asked, Indistinguishable(left))


Expression: TypeAlias = tuple[tuple[int, int], ...]
"""Properties with the values that tell which one is meant."""


def referring(
    model: Model, target: int, others: Iterable[int], *, listener: Model | None = None
) -> Expression | Indistinguishable:
    """The shortest expression that fits a thing and none of the others (full brevity: Dale, 1989).

    Only what the listener knows of the thing as well is used; its most specific class comes first.
    """
    rivals = frozenset(others) - {target}
    pairs = _describing(model, target, rivals, listener)
    fitting = {pair: frozenset(each for each in rivals if _has(model, each, pair)) for pair in pairs}
    for length in range(1, MOST_WORDS + 1):
        for chosen in combinations(pairs, length):
            if not frozenset[int].intersection(*(fitting[pair] for pair in chosen)):
                return chosen
    left = frozenset[int].intersection(rivals, *fitting.values())
    return Indistinguishable(left | {target}) if left else tuple(pair for pair in pairs if fitting[pair] != rivals)


def _describing(model: Model, target: int, rivals: Iterable[int], listener: Model | None) -> list[tuple[int, int]]:
    """What can be said of a thing, what is worth most first."""
    worth, values = _worth(model, (target, *rivals)), _values(model, target)
    kinds = most_specific(model, _ancestors(model, target))
    pairs = [(CLASS_PROPERTY, kind) for kind in kinds]
    pairs += [(name, each) for name in _without_synonyms(model, set(values)) for each in sorted(values[name])]
    known = [pair for pair in pairs if listener is None or _has(listener, target, pair)]
    return sorted(known, key=lambda pair: (worth(pair[0]), pair[1]))


def _has(model: Model, thing: int, pair: tuple[int, int]) -> bool:
    return (thing, *pair) in model.reasoner.index
