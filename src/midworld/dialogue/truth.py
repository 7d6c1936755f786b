"""Whether a clause holds in a mind: yes, no, or nobody knows."""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from .deeds import denied, holder, situations
from .facts import Facts, PlainModels
from .grounding import Grounding
from .lexicon import Lexicon
from .measures import compared
from .orders import Unresolved
from .outcomes import Attention
from .standing import Standing, all_of, any_of, where_of
from .tree import Clause, Phrase

LOCATIONS = ("isIn", "isOn", "isHeldBy", "isAt", "isUnder", "isNextTo")
# What a situation may have to do with a place.
ENDS = ("hasDestination", "hasLocation", "isIn", "isOn")
ANY = frozenset({"anything", "something", "anyone", "someone", "anybody", "somebody"})
STATES = frozenset({"have", "hold", "see", "own", "like", "want", "reach", "contain", "carry"})
BOUNDED: "dict[str, Callable[[int, int], bool]]" = {
    "": operator.ge,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
NONE = frozenset({"nothing", "nobody", "none"})
BELIEVING = frozenset({"think", "believe", "know", "guess", "suppose", "remember", "see", "say"})


def grounding_for(
    models: PlainModels,
    lexicon: Lexicon,
    speaker: str,
    attention: Attention | None = None,
    *,
    forced: Mapping[str, tuple[str, ...]] | None = None,
    among: tuple[str, ...] = (),
) -> Grounding:
    """The grounding of a sentence of somebody's, relative clauses judged as others are."""
    free = Grounding(models, lexicon, speaker, attention or Attention(), dict(forced or {}))
    grounding = replace(free, among=among) if among else free
    grounding.true_of = lambda clause, thing, facts: Truth(free).holds(clause, facts, thing) is True
    return grounding


@dataclass(slots=True)
class Truth(Standing):
    """Judges clauses of one sentence; phrases are grounded once, in the speaker's mind."""

    def holds(self, clause: Clause, facts: Facts, gap: str = "") -> bool | None:
        """True, False or None, what `gap` stands for put where the question leaves a thing open."""
        found = self._plain(clause, facts, gap)
        return found if found is None or not clause.negated else not found

    def _plain(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        subject = clause.subject
        kind = clause.kind
        if not gap and subject is not None and kind is not None and _all_of_a_kind(subject) and not kind.determiner:
            return self._class_of(subject, kind, facts)
        if not gap and subject is not None and clause.verb != "exist" and _indefinite(subject):
            return self._some(clause, subject, facts)
        if not gap and clause.object is not None and _indefinite(clause.object) and clause.verb in STATES:
            found = self.grounding.candidates(replace(clause.object, determiner=""), facts)
            you = clause.subject is not None and clause.subject.pronoun == "you" and clause.verb == "see"
            if you and not facts.objects(self.grounding.models.robot, "sees"):
                # Nobody told what we see: all we know of.
                return bool(found)
            hole = replace(clause, object=Phrase("", pronoun="gap"))
            one = any(self.holds(replace(hole, negated=False), facts, each) is True for each in found)
            return not one if clause.object.pronoun in NONE or clause.object.determiner == "no" else one
        if clause.verb == "be":
            return self._is(clause, facts, gap)
        if clause.verb == "exist":
            return self._exists(clause, facts, gap)
        if clause.complement is not None and clause.verb in BELIEVING and clause.subject is not None:
            return all_of([self._believes(who, clause, gap) for who in self.things(clause.subject, gap)])
        return self._does(clause, facts, gap)

    def _is(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        if clause.subject is None:
            return None
        each = [self._so(thing, clause, facts, gap) for thing in self.things(clause.subject, gap)]
        return all_of(each)

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
        wider = models.vocabulary.classes(kind.head)
        narrow = models.vocabulary.classes(subject.head)
        return any(models.above(name) & set(wider) for name in narrow) if wider else None

    def _so(self, thing: str, clause: Clause, facts: Facts, gap: str) -> bool | None:
        judged: list[bool | None] = []
        past = clause.tense == "past"
        for word in clause.adjectives:
            was = past and facts.was(thing, self.grounding.lexicon.property_of(word), word)
            judged.append(was or self.is_like(thing, word, facts))
        for words, other in clause.places:
            targets = self.things(other, gap)
            names = self.grounding.predicates(words)
            was = past and any(
                facts.was(thing, name, target) or _noted(facts, thing, name, target)
                for name in names
                for target in targets
            )
            judged.append(
                was or any_of([self.related(thing, words, target, facts, direct=bool(gap)) for target in targets])
            )
        if clause.than is not None and clause.than[1].pronoun == "others":
            judged.append(self._most(thing, clause, facts))
        elif clause.than is not None:
            judged += [compared(facts, thing, other, clause.than[0]) for other in self.things(clause.than[1], gap)]
        if clause.kind is not None:
            judged.append(self._kind(thing, clause.kind, facts, gap))
        for word in clause.adverbs:
            if word in {"here", "there"}:
                place, _ = self.grounding.spot(word)
                judged.append(self.related(thing, "at", place, facts) if place else thing in facts or None)
                if place:
                    self.grounding.resolved[word] = place
        if "or" in clause.adverbs:
            return any_of(judged)
        return all_of(judged) if judged else None

    def _most(self, thing: str, clause: Clause, facts: Facts) -> bool | None:
        """Whether a thing has more of a quality than the others there are."""
        assert clause.than is not None
        rest = [each for each in self.open_things(clause, facts) if each != thing]
        judged = [compared(facts, thing, each, clause.than[0]) for each in rest]
        return all_of([each for each in judged if each is not None])

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
            return all_of(judged)
        if inner.asked == "yesno":
            return self.holds(inner, theirs, gap) is not None and self.holds(inner, theirs, gap) == self.holds(
                inner, robots, gap
            )
        if inner.asked.startswith("attribute ") and inner.subject is not None:
            name = self.grounding.lexicon.attributes.get(inner.asked.split(" ", 1)[1], "")
            things = self.things(inner.subject, gap)
            return all(theirs.objects(each, name) == robots.objects(each, name) != [] for each in things)
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
            people = [each for each in self.grounding.models.names if each not in {"default"}]
            things = list(dict.fromkeys((*things, *people)))
        return [each for each in things if not wants_people or self.grounding.is_person(each)]

    def _does(self, clause: Clause, facts: Facts, gap: str) -> bool | None:
        lexicon = self.grounding.lexicon
        subjects = self.things(clause.subject, gap) if clause.subject is not None else ()
        target = clause.object or (clause.places[0][1] if clause.places and clause.verb in lexicon.states else None)
        objects = self.things(target, gap) if target is not None else ()
        placed = any(each.pronoun == "gap" or each.determiner == "which" for _, each in clause.places)
        if target is None and gap and clause.asked in {"what", "who", "which"} and subjects != (gap,) and not placed:
            objects = (gap,)
        elif (
            target is None
            and gap
            and clause.subject is not None
            and clause.subject.pronoun not in {"gap", "who", "what"}
            and not placed
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
        elsewhere = any(gap in self.things(other, gap) for _, other in clause.places) if gap else False
        if (
            gap
            and not open_subject
            and not elsewhere
            and gap not in (*objects, *receivers)
            and (clause.subject is None or gap not in subjects or clause.object is not None)
        ):
            receivers = (*receivers, gap)
        places = [(words, self.things(other, gap)) for words, other in clause.places]

        def told(name: str) -> bool:
            return (
                (all(facts.holds(name, "performedBy", who) for who in subjects) or _by_nobody(facts, name))
                and all(facts.holds(name, "actsOnObject", thing) for thing in objects)
                and all(facts.holds(name, "receivedBy", who) for who in receivers)
                and all(self._there(name, words, things, facts) for words, things in places)
            )

        if any(map(told, situations(facts, clause.verb, self.grounding.lexicon))):
            return True
        return False if any(map(told, denied(facts, clause.verb, self.grounding.lexicon))) else None

    def _there(self, name: str, words: str, things: Sequence[str], facts: Facts) -> bool:
        """Whether a situation goes to, comes from or is at a place."""
        if self.grounding.lexicon.ways.get(words) == "from":
            return all(facts.holds(name, "hasSource", thing) for thing in things)
        return all(any(facts.holds(name, role, thing) for role in ENDS) for thing in things)


def _noted(facts: Facts, thing: str, name: str, target: str) -> bool:
    """Whether somebody said that a thing stood in a relation at some time."""
    return any(
        facts.holds(each, "rdf:predicate", name) and facts.holds(each, "rdf:object", target)
        for each in facts.subjects("rdf:subject", thing)
        if facts.objects(each, "hasTime")
    )


def _by_nobody(facts: Facts, name: str) -> bool:
    """Whether a situation is said to have had nobody to bring it about."""
    return facts.holds(name, "hasPolarity", "negative") and not facts.objects(name, "performedBy")


def _relation(facts: Facts, who: str, relation: str, thing: str) -> bool:
    if relation in {"desires", "needs"}:
        wishes = (*facts.objects(who, "desires"), *facts.objects(who, "needs"))
        return thing in wishes or any(facts.holds(wish, "actsOnObject", thing) for wish in wishes)
    if relation == "hasInHand":
        return (
            any(facts.holds(who, name, thing) for name in ("hasInHand", "holds", "has", "owns"))
            or any(facts.holds(thing, name, who) for name in ("isHeldBy", "belongsTo", "isIn"))
            or holder(facts, thing) == who
        )
    if relation == "contains":
        return facts.holds(who, relation, thing) or facts.holds(thing, "isIn", who)
    return facts.holds(who, relation, thing)


def _indefinite(phrase: Phrase) -> bool:
    """Whether a phrase is of something, anything or nothing."""
    return phrase.pronoun in ANY | NONE or (phrase.determiner in {"any", "some", "a", "an", "no"} and not phrase.parts)


def _all_of_a_kind(phrase: Phrase) -> bool:
    """Whether a phrase is of all there are: `hamsters`."""
    plain = not (phrase.determiner or phrase.adjectives or phrase.relations or phrase.owner or phrase.parts)
    return phrase.plural and bool(phrase.head) and plain and phrase.number is None and not phrase.pronoun
