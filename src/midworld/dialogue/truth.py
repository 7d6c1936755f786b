"""Whether a clause holds in a mind: yes, no, or nobody knows."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .deeds import holder, situations
from .facts import TYPE, Facts
from .grounding import Grounding
from .measures import compared
from .orders import Unresolved
from .outcomes import Resolved
from .tree import Clause, Phrase

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
LOCATIONS = ("isIn", "isOn", "isHeldBy", "isAt", "isUnder", "isNextTo")
# What a situation may have to do with a place.
ENDS = ("hasDestination", "hasLocation", "isIn", "isOn")
ANY = frozenset({"anything", "something", "anyone", "someone", "anybody", "somebody"})
STATES = frozenset({"have", "hold", "see", "own", "like", "want", "reach"})
BOUNDED: "dict[str, Callable[[int, int], bool]]" = {
    "": operator.ge,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
NONE = frozenset({"nothing", "nobody", "none"})
BELIEVING = frozenset({"think", "believe", "know", "guess", "suppose", "remember", "see", "say"})


@dataclass(slots=True)
class Truth:
    """Judges clauses of one sentence; phrases are grounded once, in the speaker's mind."""

    grounding: Grounding
    happened: "Callable[[Clause, str], bool | None] | None" = None
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

    def holds(self, clause: Clause, facts: Facts, gap: str = "") -> bool | None:
        """True, False or None, what `gap` stands for put where the question leaves a thing open."""
        found = self._plain(clause, facts, gap)
        return found if found is None or not clause.negated else not found

    def _plain(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        subject = clause.subject
        if not gap and subject is not None and clause.verb != "exist" and _indefinite(subject):
            return self._some(clause, subject, facts)
        if not gap and clause.object is not None and _indefinite(clause.object) and clause.verb in STATES:
            found = self.grounding.candidates(replace(clause.object, determiner=""), facts)
            hole = replace(clause, object=Phrase("", pronoun="gap"))
            one = any(self.holds(replace(hole, negated=False), facts, each) is True for each in found)
            return not one if clause.object.pronoun in NONE or clause.object.determiner == "no" else one
        if clause.verb == "be":
            return self._is(clause, facts, gap)
        if clause.verb == "exist":
            return self._exists(clause, facts, gap)
        if clause.complement is not None and clause.verb in BELIEVING and clause.subject is not None:
            return _all([self._believes(who, clause, gap) for who in self.things(clause.subject, gap)])
        return self._does(clause, facts, gap)

    def _is(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        if clause.subject is None:
            return None
        each = [self._so(thing, clause, facts, gap) for thing in self.things(clause.subject, gap)]
        return _all(each)

    def _some(self, clause: Clause, subject: Phrase, facts: Facts) -> bool | None:
        """Whether there is one of which a clause is true; for `no` and `nothing` whether there is none."""
        if subject.head and not self.grounding.models.vocabulary.knows(subject.head):
            raise Unresolved(subject, self.grounding.ground(subject))
        if subject.determiner in {"a", "an"} and clause.kind is not None:
            return self._class_of(subject, clause.kind, facts)
        plain = replace(subject, determiner="", pronoun={"nobody": "anybody"}.get(subject.pronoun, subject.pronoun))
        found = self.grounding.candidates(plain, facts)
        hole = replace(clause, subject=Phrase("", pronoun="gap"), negated=False, asked=clause.asked or "yesno")
        bare = clause.verb == "be" and not (clause.adjectives or clause.places or clause.kind or clause.than)
        one = any(bare or self.holds(hole, facts, each) is True for each in found)
        return not one if subject.determiner == "no" or subject.pronoun in NONE else one

    def _class_of(self, subject: Phrase, kind: Phrase, facts: Facts) -> bool | None:
        """Whether a word means something that another does: `is a cup a container`."""
        models = self.grounding.models
        kb, wider = models.kb, models.vocabulary.classes(kind.head)
        if not wider:
            return None
        for name in models.vocabulary.classes(subject.head):
            term = kb.terms.known(name)
            above = kb.model(models.robot).tbox.expansion.classes(term) if term is not None else ()
            if {kb.terms.show(each) for each in above} & set(wider):
                return True
        return False

    def _so(self, thing: str, clause: Clause, facts: Facts, gap: str) -> bool | None:
        judged: list[bool | None] = []
        past = clause.tense == "past"
        for word in clause.adjectives:
            was = past and facts.was(thing, self.grounding.lexicon.property_of(word), word)
            judged.append(was or self.is_like(thing, word, facts))
        for words, other in clause.places:
            targets = self.things(other, gap)
            names = self.grounding.predicates(words)
            was = past and any(facts.was(thing, name, target) for name in names for target in targets)
            judged.append(
                was or _any([self.related(thing, words, target, facts, direct=bool(gap)) for target in targets])
            )
        if clause.than is not None and clause.than[1].pronoun == "others":
            judged.append(self._most(thing, clause, facts))
        elif clause.than is not None:
            judged += [compared(facts, thing, other, clause.than[0]) for other in self.things(clause.than[1], gap)]
        if clause.kind is not None:
            judged.append(self._kind(thing, clause.kind, facts, gap))
        for word in clause.adverbs:
            if word in {"here", "there"}:
                judged.append(thing in facts or None)
        if "or" in clause.adverbs:
            return _any(judged)
        return _all(judged) if judged else None

    def _most(self, thing: str, clause: Clause, facts: Facts) -> bool | None:
        """Whether a thing has more of a quality than the others there are."""
        assert clause.than is not None
        rest = [each for each in self.open_things(clause, facts) if each != thing]
        judged = [compared(facts, thing, each, clause.than[0]) for each in rest]
        return _all([each for each in judged if each is not None])

    def is_like(self, thing: str, word: str, facts: Facts) -> bool | None:
        """Whether an adjective fits; not where another value of the same property does."""
        if self.grounding.fits(thing, word, facts):
            return True
        if word in {"visible", "hidden"}:
            seen = bool(facts.subjects("sees", thing)) or facts.holds(thing, "isInFieldOfView", "True")
            return seen if word == "visible" else not seen
        for state in facts.objects(thing, "experiences"):
            if facts.holds(state, "hasFeature", word):
                return True
        name = self.grounding.lexicon.property_of(word)
        if name != "hasFeature" and facts.objects(thing, name):
            return False
        against = {
            "open": "closed",
            "closed": "open",
            "full": "empty",
            "empty": "full",
            "hot": "cold",
            "cold": "hot",
            "dirty": "clean",
            "clean": "dirty",
            "heavy": "light",
            "light": "heavy",
            "wet": "dry",
            "dry": "wet",
        }
        if word in against and self.grounding.fits(thing, against[word], facts):
            return False
        return None

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
        return None

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
            _any([self.related(thing, words, target, facts) for target in self.things(other, gap)])
            for words, other in kind.relations
        ]
        if kind.owner is not None:
            judged += [self.related(thing, "of", who, facts) for who in self.things(kind.owner, gap)]
        return _all(judged) if judged else True

    def _exists(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        if clause.subject is None:
            return None
        phrase = clause.subject
        if gap:
            return all(
                self.related(gap, words, t, facts) for words, other in clause.places for t in self.things(other, gap)
            )
        found = self.grounding.candidates(phrase, facts)
        if phrase.number is not None and (phrase.number > 1 or phrase.bound):
            return BOUNDED[phrase.bound](len(found), phrase.number)
        return bool(found)

    def _believes(self, who: str, clause: Clause, gap: str) -> bool | None:
        inner = clause.complement
        assert inner is not None
        models = self.grounding.models
        theirs, robots = models.facts(who), models.facts(models.robot)
        if inner.mood != "question":
            if clause.verb == "know":
                return self.holds(inner, theirs, gap) is True and self.holds(inner, robots, gap) is not False
            return self.holds(inner, theirs, gap)
        return self.knows(who, inner, theirs, robots, gap)

    def knows(self, who: str, inner: Clause, theirs: Facts, robots: Facts, gap: str) -> bool | None:
        """Whether somebody knows the answer to a question: their belief agrees with the robot's."""
        if inner.asked == "where" and inner.subject is not None:
            judged: list[bool | None] = []
            for thing in self.things(inner.subject, gap):
                ours, own = where_of(thing, robots), where_of(thing, theirs)
                judged.append(None if not ours and not own else bool(own) and own == ours)
            return _all(judged)
        if inner.asked == "yesno":
            return self.holds(inner, theirs, gap) is not None and self.holds(inner, theirs, gap) == self.holds(
                inner, robots, gap
            )
        own = self.answers(inner, theirs)
        return bool(own) and set(own) == set(self.answers(inner, robots))

    def answers(self, clause: Clause, facts: Facts) -> list[str]:
        """Everything that makes a clause true where it leaves a thing open."""
        return [each for each in self.open_things(clause, facts) if self.holds(clause, facts, each) is True]

    def open_things(self, clause: Clause, facts: Facts) -> Sequence[str]:
        """What may fill what a question leaves open."""
        for phrase in (clause.subject, clause.object, clause.recipient, *(each for _, each in clause.places)):
            if phrase is not None and phrase.determiner == "which" and phrase.parts:
                return [thing for part in phrase.parts for thing in self.things(part, "")]
            if phrase is not None and phrase.determiner == "which":
                return self.grounding.candidates(phrase, facts)
        wants_people = clause.asked in {"who", "whose"}
        things = [each for each in facts.things() if self.grounding.is_thing(each, facts)]
        if wants_people:
            people = [each for each in self.grounding.models.kb.models if each not in {"default"}]
            things = list(dict.fromkeys((*things, *people)))
        return [each for each in things if not wants_people or self.grounding.is_person(each)]

    def _does(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        lexicon = self.grounding.lexicon
        subjects = self.things(clause.subject, gap) if clause.subject is not None else ()
        target = clause.object or (clause.places[0][1] if clause.places and clause.verb in lexicon.states else None)
        objects = self.things(target, gap) if target is not None else ()
        if target is None and gap and clause.asked in {"what", "who", "which"} and subjects != (gap,):
            objects = (gap,)
        elif (
            target is None
            and gap
            and clause.subject is not None
            and clause.subject.pronoun not in {"gap", "who", "what"}
        ):
            return None
        relation = lexicon.states.get(clause.verb)
        if relation and subjects and objects:
            held = [_relation(facts, who, relation, thing) for who in subjects for thing in objects]
            if any(held):
                return all(held)
            if clause.verb not in {"take", "give"} and clause.tense == "present":
                return False
        return self._done(clause, subjects, objects, facts, gap)

    def _done(
        self, clause: Clause, subjects: Sequence[str], objects: Sequence[str], facts: Facts, gap: str
    ) -> bool | None:
        """Whether a situation of this kind is known."""
        if not clause.verb:
            return None
        receivers = self.things(clause.recipient, gap) if clause.recipient is not None else ()
        open_subject = clause.subject is not None and clause.subject.pronoun in {"gap", "who", "what"}
        if (
            gap
            and not open_subject
            and gap not in (*objects, *receivers)
            and (clause.subject is None or gap not in subjects or clause.object is not None)
        ):
            receivers = (*receivers, gap)
        places = [(words, self.things(other, gap)) for words, other in clause.places]
        for name in situations(facts, clause.verb, self.grounding.lexicon):
            ends = [
                all(facts.holds(name, "performedBy", who) for who in subjects),
                all(facts.holds(name, "actsOnObject", thing) for thing in objects),
                all(facts.holds(name, "receivedBy", who) for who in receivers),
                all(self._there(name, words, things, facts) for words, things in places),
            ]
            if all(ends):
                return True
        return None

    def _there(self, name: str, words: str, things: Sequence[str], facts: Facts) -> bool:
        """Whether a situation goes to, comes from or is at a place."""
        if self.grounding.lexicon.ways.get(words) == "from":
            return all(facts.holds(name, "hasSource", thing) for thing in things)
        return all(any(facts.holds(name, role, thing) for role in ENDS) for thing in things)


def _relation(facts: Facts, who: str, relation: str, thing: str) -> bool:
    if relation in {"desires", "needs"}:
        wishes = (*facts.objects(who, "desires"), *facts.objects(who, "needs"))
        return thing in wishes or any(facts.holds(wish, "actsOnObject", thing) for wish in wishes)
    if relation == "hasInHand":
        return (
            any(facts.holds(who, name, thing) for name in ("hasInHand", "holds", "has", "owns"))
            or any(facts.holds(thing, name, who) for name in ("isHeldBy", "belongsTo"))
            or holder(facts, thing) == who
        )
    if relation == "contains":
        return facts.holds(who, relation, thing) or facts.holds(thing, "isIn", who)
    return facts.holds(who, relation, thing)


def where_of(thing: str, facts: Facts) -> frozenset[tuple[str, str]]:
    """Where a thing is in a mind, to compare."""
    found = {(name, target) for name in ("isIn", "isOn", "isHeldBy") for target in facts.objects(thing, name)}
    return frozenset(
        found or {(name, target) for name in ("isAt", "isUnder", "isNextTo") for target in facts.objects(thing, name)}
    )


def _indefinite(phrase: Phrase) -> bool:
    """Whether a phrase is of something, anything or nothing."""
    return phrase.pronoun in ANY | NONE or (phrase.determiner in {"any", "some", "a", "an", "no"} and not phrase.parts)


def _all(judged: Sequence[bool | None]) -> bool | None:
    if not judged:
        return None
    if any(each is False for each in judged):
        return False
    return None if any(each is None for each in judged) else True


def _any(judged: Sequence[bool | None]) -> bool | None:
    if any(each is True for each in judged):
        return True
    return None if not judged or any(each is None for each in judged) else False
