"""What a phrase stands for, in the mind of whoever says it and from where they stand."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .closed import INDEFINITE
from .degrees import comparative
from .facts import LABELS, TYPE, Facts
from .measures import compared, extreme
from .outcomes import Ambiguous, Contradictory, Resolution, Resolved, Unknown
from .pointing import BOTH, FIRST, SECOND, Pointing
from .tree import OWN_SIDE, Phrase
from .words import spaced

# Situations, qualities and classes are spoken of, but nobody is asked to pass one.
NO_THINGS = frozenset({"cyc:Situation", "Situation", "cyc:TemporalThing", "owl:Class", "Quality", "owl:ObjectProperty"})
NO_THING = "\0"
ALTERNATIVES = {
    "near": ("near", "isNextTo"),
    "isNextTo": ("isNextTo", "near"),
    "isUnder": ("isUnder", "isBelow"),
    "isAt": ("isAt", "isIn", "isOn", "isNextTo", "near"),
    "isBelow": ("isBelow", "isUnder"),
    "isIn": ("isIn",),
    "isAbove": ("isAbove", "isOn"),
}
OWNED = ("belongsTo", "isOwnedBy", "hasOwner")
SIDES = {"leftOf": "left", "rightOf": "right"}


@dataclass(slots=True)
class Grounding(Pointing):
    """Grounds the phrases of one sentence of one speaker."""

    def ground(self, phrase: Phrase, *, several: bool = False) -> Resolution:
        """What a phrase stands for; with `several` a plain plural is all there is of it."""
        found = self._ground(phrase, several)
        if isinstance(found, Resolved):
            quiet = phrase.pronoun in FIRST | SECOND | BOTH | {"gap"}
            if not quiet and found.things and phrase.text:
                self.resolved[phrase.text] = found.things[0] if len(found.things) == 1 else list(found.things)
            for _, other in phrase.relations if not quiet else ():
                who = self._any(other, self.robots) if other.name and not other.head else []
                if who and all(map(self.is_person, who)):
                    # Whoever is named in passing may be spoken of next.
                    self.mentioned.append(tuple(who))
            if not quiet and found.things:
                self.mentioned.append(found.things)
                self.reasons[phrase.text] = ", ".join(found.reasons)
            if not found.shared and phrase.determiner in {"the", "this", "that"}:
                self.notes.append(phrase.text)
        return found

    def _ground(self, phrase: Phrase, several: bool) -> Resolution:
        if phrase.text in self.forced:
            return Resolved(self.forced[phrase.text], ("asked",))
        if phrase.parts:
            return self._all(phrase, several)
        fixed = self._pronoun(phrase)
        if fixed is not None:
            return fixed
        own = sorted(self.candidates(phrase, self.mine))
        shared = bool(own)
        reasons = ("known to the speaker",) if shared else ("known to the robot alone",)
        found = own or sorted(self.candidates(phrase, self.robots))
        if not found:
            found = self._elsewhere(phrase)
            reasons = ("known to somebody else",)
        if not found and phrase.owner is not None:
            found, shared = self._unowned(phrase)
            reasons = ("nobody is known to own it",)
        if not found:
            return self._missing(phrase)
        if self.speaker == self.models.robot:
            shared = True
        return self._chosen(phrase, found, several, shared, reasons)

    def _unowned(self, phrase: Phrase) -> tuple[list[str], bool]:
        """What `my cup` may be where nobody is known to own one, and whether the speaker knows of it."""
        free = replace(phrase, owner=None)
        people = phrase.owner is not None and all(map(self.is_person, self._any(phrase.owner, self.robots)))
        for facts in (self.mine, self.robots) if people else ():
            things = (each for each in self.candidates(free, facts) if not self.is_person(each))
            found = [each for each in things if not self._belongs(each)]
            if found:
                return sorted(found), facts is self.mine
        return [], False

    def _belongs(self, thing: str) -> bool:
        """Whether anybody is known to own a thing."""
        minds = (self.mine, self.robots)
        return any(facts.objects(thing, name) for facts in minds for name in OWNED) or any(
            any(True for _ in facts.subjects("owns", thing)) for facts in minds
        )

    def _elsewhere(self, phrase: Phrase) -> list[str]:
        """What only others know of."""
        for name in self.models.names:
            if name not in {self.speaker, self.models.robot, "default"}:
                found = sorted(self.candidates(phrase, self.models.facts(name)))
                if found:
                    return found
        return []

    def _all(self, phrase: Phrase, several: bool) -> Resolution:
        things: list[str] = []
        shared = True
        for part in phrase.parts:
            found = self.ground(part, several=several)
            if not isinstance(found, Resolved):
                return found
            shared = shared and found.shared
            things += [each for each in found.things if each not in things]
            if phrase.either:
                break
        return Resolved(tuple(things), (), shared)

    # Candidates.

    def candidates(self, phrase: Phrase, facts: Facts) -> list[str]:
        """Everything a phrase fits in one mind."""
        found = self._named(phrase, facts)
        if self.among:
            found = [each for each in found if each in self.among]
        for adjective in phrase.adjectives:
            found = self.with_adjective(found, adjective, facts)
        for words, other in phrase.relations:
            found = self.related(found, words, other, facts)
        if phrase.owner is not None:
            found = self._owned(found, phrase.owner, facts)
        if phrase.name and phrase.head:
            names = self.models.vocabulary.names.get(phrase.name.casefold(), [])
            found = [each for each in found if each in names or phrase.name in facts.objects(each, "hasName")]
        for clause in phrase.clauses:
            found = [each for each in found if self.true_of is not None and self.true_of(clause, each, facts)]
        if phrase.than is not None:
            others = self.candidates(phrase.than[1], facts)
            found = [each for each in found if others and compared(facts, each, others[0], phrase.than[0])]
        if phrase.other:
            found = self._other(found, phrase)
        if phrase.superlative and found:
            found = self._extreme(found, phrase.superlative, facts)
        return found

    def _named(self, phrase: Phrase, facts: Facts) -> list[str]:
        vocabulary = self.models.vocabulary
        if phrase.name and not phrase.head:
            named = [
                each for each in vocabulary.names.get(phrase.name, []) if each in facts or each in self.models.names
            ]
            kinds = vocabulary.classes(phrase.name) if phrase.determiner else []
            others = [each for kind in kinds for each in self._instances(kind, facts)]
            if named:
                # What goes by a name of its own is not meant by the name of another.
                others = [each for each in others if not any(facts.objects(each, label) for label in LABELS)]
            return list(dict.fromkeys((*named, *others)))
        if not phrase.head:
            things = [each for each in facts.things() if self.is_thing(each, facts)]
            if phrase.pronoun == "one" and self.attention.heads and not self.among:
                of_kind = self._named(Phrase("", head=self.attention.heads[0]), facts)
                return of_kind or things
            if phrase.pronoun in INDEFINITE:
                wants = phrase.pronoun.endswith(("one", "body"))
                return [each for each in things if self.is_person(each) == wants]
            return things
        found: dict[str, None] = {}
        for kind in vocabulary.classes(phrase.head):
            found.update(dict.fromkeys(self._instances(kind, facts)))
        for name in (phrase.head, phrase.words):
            found.update(dict.fromkeys(each for each in vocabulary.names.get(name, []) if each in facts))
        kinds, named = vocabulary.compounds(phrase.head)
        for kind in kinds:
            found.update(dict.fromkeys(self._instances(kind, facts)))
        found.update(dict.fromkeys(each for each in named if each in facts and self.is_thing(each, facts)))
        return list(found)

    def _instances(self, kind: str, facts: Facts) -> list[str]:
        return [each for each in facts.individuals(kind) if self.is_thing(each, facts)]

    def is_thing(self, thing: str, facts: Facts) -> bool:
        return NO_THING not in self.words(thing, facts)

    def words(self, thing: str, facts: Facts) -> frozenset[str]:
        """Every word that fits a thing: its values, its classes and the parts of its names."""
        found = facts.noted.get(thing)
        if found is not None:
            return found
        held, value_of = set(spaced(thing).split()), self.lexicon.value
        if thing in self.models.common or thing in self.models.said_as:
            held.add(NO_THING)
        for predicate, value in facts.of(thing):
            if predicate == TYPE:
                held.add(self.models.noun(value))
                if value in NO_THINGS:
                    held.add(NO_THING)
            elif predicate in LABELS:
                held.update(value.casefold().split())
            else:
                held.update((value.casefold(), value_of(value.casefold())))
        facts.noted[thing] = kept = frozenset(held)
        return kept

    def fits(self, thing: str, adjective: str, facts: Facts) -> bool:
        """Whether a word is a value, a class or part of the name of a thing."""
        held = self.words(thing, facts)
        return adjective in held or self.lexicon.value(adjective) in held

    def with_adjective(self, found: list[str], adjective: str, facts: Facts) -> list[str]:
        kept = [each for each in found if self.fits(each, adjective, facts)]
        if not kept and len(found) > 1 and comparative(adjective):
            return extreme(facts, found, comparative(adjective))
        if kept or adjective not in {"left", "right", "first", "second", "third", "last"}:
            return kept
        if adjective in {"left", "right"}:
            return self._sided(found, adjective, facts)
        place = {"first": 0, "second": 1, "third": 2, "last": -1}[adjective]
        ordered = [each for each in self.among or found if each in found]
        return [ordered[place]] if ordered and -len(ordered) <= place < len(ordered) else []

    def _sided(self, found: list[str], side: str, facts: Facts) -> list[str]:
        """On the speaker's left; else left of all the others."""
        mine = [each for each in found if self._holds(each, (f"{side}Of",), self.speaker, facts)]
        if mine:
            return mine
        beyond = {each: sum(self._holds(each, (f"{side}Of",), other, facts) for other in found) for each in found}
        most = max(beyond.values(), default=0)
        return [each for each in found if most and beyond[each] == most]

    def related(self, found: list[str], words: str, other: Phrase, facts: Facts) -> list[str]:
        predicates = self.predicates(words)
        if words == "with":
            return [each for each in found if other.head and self.fits(each, other.head, facts)] or [
                each
                for each in found
                if any(
                    facts.holds(each, name, o)
                    for o in self._any(other, facts)
                    for name in ("isHeldBy", "contains", "hasFeature")
                )
            ]
        others = self._any(other, facts)
        if other.determiner == OWN_SIDE:
            own = [each for who in others for each in self._beside(found, SIDES[predicates[0]], who)]
            if own:
                return own
        kept = [each for each in found if any(self._holds(each, predicates, target, facts) for target in others)]
        if not kept and predicates[0] in SIDES and self.speaker in others:
            return self._sided(found, SIDES[predicates[0]], facts)
        return kept

    def _beside(self, found: list[str], side: str, who: str) -> list[str]:
        """What is on somebody's left or right from where they are."""
        if who == self.speaker or who not in self.models.names:
            return []
        theirs = self.models.facts(who)
        return replace(self, speaker=who)._sided(found, side, theirs)

    def _any(self, other: Phrase, facts: Facts) -> list[str]:
        """What a phrase inside another may stand for; it need not be among what was asked about."""
        if self.among:
            free = replace(self, among=())
            return free._any(other, facts)
        if other.parts:
            return [thing for part in other.parts for thing in self._any(part, facts)]
        fixed = self._pronoun(other)
        if isinstance(fixed, Resolved):
            return list(fixed.things)
        return self.candidates(other, facts) or (self._unowned(other)[0] if other.owner is not None else [])

    def predicates(self, words: str) -> tuple[str, ...]:
        """The properties a preposition stands for."""
        name = self.lexicon.prepositions.get(words, words)
        return ALTERNATIVES.get(name, (name,))

    def _holds(self, thing: str, predicates: Iterable[str], target: str, facts: Facts) -> bool:
        return any(facts.holds(thing, name, target) for name in predicates)

    def _owned(self, found: list[str], owner: Phrase, facts: Facts) -> list[str]:
        kept: list[str] = []
        for target in self._any(owner, facts):
            for names in (OWNED, ("isHeldBy",), ("isPartOf", "isIn", "isOn", "isAt")):
                owned = [each for each in found if self._holds(each, names, target, facts)]
                owned += [each for each in found if names[0] == "belongsTo" and facts.holds(target, "owns", each)]
                if owned:
                    kept += owned
                    break
        return list(dict.fromkeys(kept))

    def _other(self, found: list[str], phrase: Phrase) -> list[str]:
        fitting = {*found, *self.candidates(replace(phrase, other=False), self.robots)}
        last = [each for each in self.attention.recent if each in fitting]
        if phrase.plural and self.attention.groups and set(self.attention.groups[0]) & set(found):
            return [each for each in found if each not in self.attention.groups[0]]
        return [each for each in found if each != last[0]] if last else found

    def _extreme(self, found: list[str], word: str, facts: Facts) -> list[str]:
        if word in {"leftmost", "rightmost"}:
            return self._sided(found, word.removesuffix("most"), facts)
        if word == "near":
            near = [each for each in found if self._holds(each, ("near", "isNextTo"), self.speaker, facts)]
            return near or found
        return extreme(facts, found, word)

    # Choosing.

    def _chosen(
        self, phrase: Phrase, found: list[str], several: bool, shared: bool, reasons: tuple[str, ...]
    ) -> Resolution:
        determiner, number = phrase.determiner, phrase.number
        if determiner in {"this", "that", "these", "those"}:
            pointed = [each for each in self.pointed(phrase) if each in found]
            if self.models.watched and len(found) > 1 and not phrase.plural and len(pointed) != 1:
                if pointed or determiner == "this":
                    return Ambiguous(phrase, tuple(pointed or found), ("not one of them is pointed at",))
            elif pointed:
                return Resolved(tuple(pointed if phrase.plural else pointed[:1]), (*reasons, "pointed at"), shared)
        if (
            phrase.pronoun == "everything"
            or determiner in {"all", "every", "each", "both", "which"}
            or (several and phrase.plural and number is None)
        ):
            return Resolved(tuple(found), reasons, shared)
        if number is not None and number != 1:
            if len(found) == number or (len(found) > number and determiner not in {"the", "these", "those"}):
                return Resolved(tuple(found[:number]), reasons, shared)
            if len(found) < number:
                return Contradictory(phrase, (f"I know of only {len(found)}",))
            return Ambiguous(phrase, tuple(found), reasons)
        if phrase.plural:
            return Resolved(tuple(found), reasons, shared)
        if len(found) == 1:
            return Resolved((found[0],), reasons, shared)
        any_will_do = {"a", "an", "any", "some", "another", "no", "either"}
        if determiner in any_will_do or phrase.pronoun in INDEFINITE or number == 1:
            seen = self._seen(found)
            return Resolved(((seen or found)[0],), (*reasons, "any will do"), shared)
        shown = [each for each in self.pointed(phrase, looking=False) if each in found]
        if determiner == "the" and len(shown) == 1:
            return Resolved((shown[0],), (*reasons, "pointed at"), shared)
        recent = [each for each in self.attention.recent if each in found]
        if recent and not phrase.other and not self.among:
            return Resolved((recent[0],), (*reasons, "spoken of last"), shared)
        seen = self._seen(found)
        if len(seen) == 1:
            return Resolved((seen[0],), (*reasons, "the only one the speaker sees"), shared)
        return Ambiguous(phrase, tuple(seen or found), reasons)

    def _seen(self, found: Sequence[str]) -> list[str]:
        def sees(thing: str) -> bool:
            return any(
                facts.holds(self.speaker, name, thing)
                for facts in (self.mine, self.robots)
                for name in ("sees", "looksAt")
            )

        return [each for each in found if sees(each)]

    def _missing(self, phrase: Phrase) -> Resolution:
        """Why nothing fits: a word nobody knows, or what is said is not so."""
        vocabulary, head = self.models.vocabulary, phrase.head
        if head and not vocabulary.knows(head) and not vocabulary.knows(phrase.words):
            known = [*vocabulary.names, *vocabulary.nouns]
            near = difflib.get_close_matches(head, known, n=2, cutoff=0.75)
            return Unknown(phrase, head, tuple(near), (f"'{head}' is a word I do not know",))
        for word in phrase.adjectives:
            near = difflib.get_close_matches(word, list(self.lexicon.adjectives), n=1, cutoff=0.7)
            if word not in self.lexicon.adjectives and near:
                return Unknown(phrase, word, tuple(near), (f"'{word}' is a word I do not know",))
        bare = replace(phrase, adjectives=(), relations=(), clauses=(), owner=None, superlative="", than=None)
        without = self.candidates(bare, self.mine) or self.candidates(bare, self.robots)
        if without and bare != phrase:
            return Contradictory(phrase, tuple(without))
        return Unknown(phrase, reasons=("I know of none",))
