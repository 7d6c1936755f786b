"""What a single thing is like, where it is and what it is: yes, no, or nobody knows."""

from collections.abc import Sequence
from dataclasses import dataclass

from .facts import TYPE, Facts
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Resolved
from .tree import Phrase

# A thing is at one of these at a time.
EXCLUSIVE = frozenset({"isIn", "isOn", "isHeldBy"})
OPPOSITE = {
    "leftOf": "rightOf",
    "rightOf": "leftOf",
    "behind": "inFrontOf",
    "inFrontOf": "behind",
    "isAbove": "isBelow",
    "isBelow": "isAbove",
    "near": "farFrom",
    "farFrom": "near",
}
_PAIRS = (
    ("open", "closed"),
    ("full", "empty"),
    ("hot", "cold"),
    ("dirty", "clean"),
    ("heavy", "light"),
    ("wet", "dry"),
)
AGAINST = {one: other for pair in (*_PAIRS, ("on", "off")) for one, other in (pair, pair[::-1])}


@dataclass(slots=True)
class Standing:
    """Judges things by themselves; phrases are grounded once, in the speaker's mind."""

    grounding: Grounding
    _grounded: "dict[Phrase, tuple[str, ...]] | None" = None

    def things(self, phrase: Phrase, gap: str) -> tuple[str, ...]:
        if phrase.pronoun in {"gap", "who", "what"} or (phrase.determiner == "which" and gap):
            return (gap,) if gap else ()
        if self._grounded is None:
            self._grounded = {}
        if phrase not in self._grounded:
            found = self.grounding.ground(phrase, several=True)
            if not isinstance(found, Resolved):
                raise Unresolved(phrase, found)
            self._grounded[phrase] = found.things
        return self._grounded[phrase]

    def is_like(self, thing: str, word: str, facts: Facts) -> bool | None:
        """Whether an adjective fits; not where another value of the same property does."""
        if self.grounding.fits(thing, word, facts):
            return True
        if word == "empty" and facts.subjects("isIn", thing):
            return False
        if word in {"visible", "hidden"}:
            seen = bool(facts.subjects("sees", thing)) or facts.holds(thing, "isInFieldOfView", "True")
            return seen if word == "visible" else not seen
        for state in facts.objects(thing, "experiences"):
            if facts.holds(state, "hasFeature", word):
                return True
        name = self.grounding.lexicon.property_of(word)
        if name.startswith("is"):
            # What a plug-in tells holds or does not.
            return facts.holds(thing, name, "True")
        if name != "hasFeature" and facts.objects(thing, name):
            return False
        if word in AGAINST and self.grounding.fits(thing, AGAINST[word], facts):
            return False
        felt = any(facts.denies(state, "hasFeature", word) for state in facts.denied(thing, "experiences"))
        return False if felt or facts.denies(thing, name, word) else None

    def related(self, thing: str, words: str, target: str, facts: Facts, *, direct: bool = False) -> bool | None:
        """Whether a relation holds; unless it has to be `direct`, in and on also by way of others."""
        names = self.grounding.predicates(words)
        if words == "of":
            owned = facts.holds(thing, "belongsTo", target) or facts.holds(target, "owns", thing)
            return owned or (False if facts.objects(thing, "belongsTo") else None)
        if any(facts.holds(thing, name, target) for name in names):
            return True
        if not direct and names[0] in {"isIn", "isOn"} and self._by_way(thing, names[0], target, facts):
            return True
        if names[0] in EXCLUSIVE and any(facts.objects(thing, name) for name in EXCLUSIVE):
            return False
        if OPPOSITE.get(names[0]) and facts.holds(thing, OPPOSITE[names[0]], target):
            return False
        return False if any(facts.denies(thing, name, target) for name in names) else None

    def _by_way(self, thing: str, name: str, target: str, facts: Facts) -> bool:
        """What is on something in a box is in the box, what is in a box on the table is on the table."""
        passed, last = {thing}, [(thing, "")]
        while last:
            one, _ = last.pop()
            for step in ("isIn", "isOn"):
                for other in facts.objects(one, step):
                    if other == target and step == name:
                        return True
                    if other not in passed:
                        passed.add(other)
                        last.append((other, step))
        return False

    def _kind(self, thing: str, kind: Phrase, facts: Facts, gap: str) -> bool | None:
        is_one = kind.determiner in {"the", "this", "that"} or (kind.name and not kind.head) or kind.pronoun
        if is_one and (kind.owner is None or kind.head):
            return thing in self.things(kind, gap)
        if kind.head:
            classes = self.grounding.models.vocabulary.classes(kind.head)
            if not classes:
                return None
            held = set(facts.objects(thing, TYPE))
            if not held & set(classes):
                return False if held else None
        judged = [self.is_like(thing, word, facts) for word in kind.adjectives]
        judged += [
            any_of([self.related(thing, words, target, facts) for target in self.things(other, gap)])
            for words, other in kind.relations
        ]
        if kind.owner is not None:
            judged += [self.related(thing, "of", who, facts) for who in self.things(kind.owner, gap)]
        return all_of(judged) if judged else True


def where_of(thing: str, facts: Facts) -> frozenset[tuple[str, str]]:
    """Where a thing is in a mind, to compare."""
    found = {(name, target) for name in ("isIn", "isOn", "isHeldBy") for target in facts.objects(thing, name)}
    return frozenset(
        found or {(name, target) for name in ("isAt", "isUnder", "isNextTo") for target in facts.objects(thing, name)}
    )


def all_of(judged: Sequence[bool | None]) -> bool | None:
    if not judged:
        return None
    if any(each is False for each in judged):
        return False
    return None if any(each is None for each in judged) else True


def any_of(judged: Sequence[bool | None]) -> bool | None:
    if any(each is True for each in judged):
        return True
    return None if not judged or any(each is None for each in judged) else False
