"""From clauses to statements: what somebody says is so or is to be forgotten, with everything grounded."""

from dataclasses import dataclass, replace

from .effects import PLACED, effects
from .facts import SUBCLASS, is_situation
from .measures import more_than
from .orders import Orders, Undefined, Understood, Unresolved
from .outcomes import Resolved, Unknown
from .tree import Clause, Phrase
from .truth import NONE

SOMEBODY = frozenset({"somebody", "someone", "something"})
AGO = frozenset(["yesterday", "earlier", "before", "this", "last", "recently", "at", "in", "on", "the", "long", "once"])
BELIEFS = {
    "think": "believes",
    "believe": "believes",
    "know": "knows",
    "say": "says",
    "see": "sees",
    "hope": "hopes",
    "guess": "believes",
    "suppose": "believes",
    "remember": "remembers",
    "hear": "hears",
    "wish": "wishes",
    "mean": "means",
}


@dataclass(slots=True)
class Understanding(Orders):
    """Makes statements of the clauses of one speaker."""

    # Things that are so.

    def told(self, clause: Clause) -> Understood:
        """What a statement says is so, or is not."""
        made = Understood()
        if clause.subject is not None and clause.subject.determiner in {"no", "none", "neither"}:
            clause = replace(clause, subject=none_of_them(clause.subject), negated=True)
        if clause.subject is not None and clause.subject.pronoun in NONE:
            if clause.verb == "be":
                self._emptied(clause, made)
                return made
            clause = replace(clause, subject=None, negated=True)
        if clause.verb not in {"be", "exist"} and clause.subject is not None and clause.subject.pronoun in SOMEBODY:
            # Somebody did it, nobody knows who.
            clause = replace(clause, subject=None)
        if clause.verb == "exist" and clause.subject is not None:
            self._existence(clause, made)
        elif clause.verb == "be":
            self._being(clause, made)
        else:
            self._doing(clause, made)
        if clause.verb == "be" and (clause.reason is not None or _long_ago(clause)):
            self._noted(clause, made)
        if clause.negated and made.added:
            denied = [each for each in made.added if each[1] != "hasPolarity"]
            situation = len(denied) < len(made.added) or any(each[1] == "performedBy" for each in denied)
            if situation:
                made.added.append((denied[0][0], "hasPolarity", "negative")) if ("hasPolarity") not in {
                    each[1] for each in made.added
                } else None
            elif not any(each[1] in {"owl:disjointWith"} for each in denied):
                made.added, made.removed = [], [*made.removed, *denied]
        return made

    def _noted(self, clause: Clause, made: Understood) -> None:
        """What is so for a reason, and what was so at a time: of the past nothing is so now."""
        past = _long_ago(clause)
        facts = [each for each in made.added if not is_situation(each[0])]
        if past:
            made.added.clear()
        for subject, predicate, value in facts:
            name = self.number()
            made.added += [
                (name, "rdf:subject", subject),
                (name, "rdf:predicate", predicate),
                (name, "rdf:object", value),
            ]
            made.added += [(name, "hasTime", word.replace(" ", "_")) for word in past]
            if clause.reason is not None:
                self.reason(name, *clause.reason, made)

    def _emptied(self, clause: Clause, made: Understood) -> None:
        """`nothing is in the box`: what was there no longer is."""
        for words, other in clause.places:
            for place in self.things(other):
                for name in self.grounding.predicates(words):
                    made.removed += [(each, name, place) for each in self.grounding.robots.subjects(name, place)]

    def _existence(self, clause: Clause, made: Understood) -> None:
        phrase = clause.subject
        if phrase is None:
            return
        for part in _spread(phrase):
            if clause.negated:
                plain = replace(part, determiner="all", relations=())
                found = self.grounding.ground(plain, several=True)
                for thing in found.things if isinstance(found, Resolved) else ():
                    where = Phrase("", head=part.head, relations=part.relations)
                    made.added += self._properties(where, thing)[1:] or self._properties(part, thing)
                continue
            things = self._new_or_known(part, made)
            if "here" in clause.adverbs:
                made.added += [(thing, "near", self.grounding.speaker) for thing in things]

    def _new_or_known(self, phrase: Phrase, made: Understood) -> tuple[str, ...]:
        found = self.grounding.ground(phrase)
        if isinstance(found, Resolved) and not phrase.other and phrase.relations:
            for thing in found.things:
                made.added += self._properties(phrase, thing)
            return found.things
        return self._new(phrase, made)

    def _being(self, clause: Clause, made: Understood) -> None:
        subject = clause.subject
        if subject is None:
            raise Unresolved(Phrase(""), Unknown(Phrase("")))
        if clause.kind is not None and self._class_said(subject, clause.kind):
            self._definition(subject, clause.kind, clause, made)
            return
        attribute = self.grounding.lexicon.attributes.get(subject.head)
        if attribute and subject.owner is not None:
            value = clause.adjectives[0] if clause.adjectives else clause.kind.text if clause.kind is not None else ""
            made.added += [(each, attribute, value) for each in self.things(subject.owner) if value]
            return
        things = self._subjects(self._meant(subject, clause.kind), made)
        for thing in things:
            self._said_of(thing, clause, made)

    def _meant(self, subject: Phrase, kind: Phrase | None) -> Phrase:
        """`that is my spoon` is of the spoon where nothing is pointed at."""
        if subject.pronoun not in {"this", "that", "it"} or kind is None or not kind.head:
            return subject
        if isinstance(self.grounding.ground(subject), Resolved):
            return subject
        return replace(kind, owner=None, determiner="the", text=f"the {kind.head}", adjectives=())

    def _subjects(self, subject: Phrase, made: Understood) -> tuple[str, ...]:
        found = self.grounding.ground(subject, several=True)
        if isinstance(found, Resolved) and not (subject.determiner in {"a", "an"} and "any will do" in found.reasons):
            return found.things
        if subject.determiner in {"a", "an", "another"} and subject.head:
            return self._new(subject, made)
        if isinstance(found, Resolved):
            return found.things
        if subject.plural and not subject.determiner and subject.head and not subject.relations:
            # Of all there is of a kind, though nobody knows one.
            kind = self.grounding.models.class_of(subject.head)
            if self.grounding.models.vocabulary.classes(subject.head):
                return (kind,)
        raise Unresolved(subject, found)

    def _said_of(self, thing: str, clause: Clause, made: Understood) -> None:
        lexicon, add = self.grounding.lexicon, made.added.append
        for word in clause.adjectives:
            colour = lexicon.adjectives.get(word, "")
            if word in lexicon.feelings and not colour and self.grounding.is_person(thing):
                state = self._state(thing, word) if clause.negated else ""
                state = state or self.number()
                made.added += [(thing, "experiences", state), (state, "hasFeature", word)]
            else:
                add((thing, lexicon.property_of(word), word))
        for words, other in clause.places:
            name = lexicon.prepositions.get(words, lexicon.ways.get(words, words))
            name = "belongsTo" if name == "of" else "comesFrom" if name == "from" else name
            for target in self._somewhere(other, made):
                add((thing, name, target))
        for word in clause.adverbs:
            if word in {"here", "there"} and not clause.places:
                pointed = self.grounding.pointed(Phrase(word))
                place = pointed[0] if pointed else self.grounding.speaker
                add((thing, "isAt" if pointed else "near", place))
        if clause.than is not None:
            for target in self.things(clause.than[1]):
                add((thing, more_than(clause.than[0]), target))
        if clause.kind is not None:
            self._is_kind(thing, clause.kind, made)

    def _state(self, who: str, word: str) -> str:
        """What somebody is known to feel, by its word; empty where that is not known."""
        facts = self.grounding.robots
        return next((each for each in facts.objects(who, "experiences") if facts.holds(each, "hasFeature", word)), "")

    def _somewhere(self, phrase: Phrase, made: Understood) -> tuple[str, ...]:
        """A place; one of a known kind that nobody has spoken of is taken to be there."""
        found = self.grounding.ground(phrase, several=True)
        known = self.grounding.models.vocabulary.classes(phrase.head) if phrase.head else []
        plain = not (phrase.adjectives or phrase.relations or phrase.clauses or phrase.owner or phrase.parts)
        if isinstance(found, Unknown) and not found.word and known and plain:
            return self._new(phrase, made)
        return self.things(phrase)

    def _is_kind(self, thing: str, kind: Phrase, made: Understood) -> None:
        for part in kind.parts or (kind,):
            if part.name and not part.head and not self.grounding.models.vocabulary.classes(part.name):
                others = self.things(part)
                made.added += [(thing, "owl:sameAs", other) for other in others if other != thing]
            elif part.determiner in {"the", "this", "that"} and part.owner is None:
                found = self.grounding.ground(part)
                if isinstance(found, Resolved) and thing not in found.things:
                    made.added += [(thing, "owl:sameAs", other) for other in found.things]
                else:
                    made.added += self._properties(part, thing)
            else:
                noun = part.head or part.name
                if noun:
                    self._known_class(noun)
                    made.added += self._properties(part, thing)
                else:
                    made.added += self._properties(part, thing)[1:]

    def _class_said(self, subject: Phrase, kind: Phrase) -> bool:
        """Whether a sentence tells what a word means rather than what a thing is."""
        if (
            not subject.head
            or subject.owner is not None
            or subject.relations
            or kind.determiner == "the"
            or kind.pronoun
            or not kind.head
        ):
            return False
        return subject.determiner in {"a", "an", "every", "each", "any", "all"} or (
            not subject.determiner and subject.name == "" and subject.number is None
        )

    def _definition(self, subject: Phrase, kind: Phrase, clause: Clause, made: Understood) -> None:
        models = self.grounding.models
        wider = whole_noun(kind)
        if not models.vocabulary.classes(wider):
            self._known_class(kind.head)
        one, other = models.class_of(whole_noun(subject)), models.class_of(wider)
        if one == other:
            raise Undefined(wider)
        made.added.append((one, "owl:disjointWith" if clause.negated else SUBCLASS, other))

    def _known_class(self, noun: str) -> None:
        """Raises Undefined where a word that should explain another is itself not known."""
        models = self.grounding.models
        if not models.vocabulary.classes(noun):
            raise Undefined(noun)

    def _doing(self, clause: Clause, made: Understood) -> None:
        lexicon, subject = self.grounding.lexicon, clause.subject
        inner = clause.complement
        if inner is not None and clause.verb in BELIEFS and subject is not None:
            self._believed(clause, inner, made)
            return
        wants = clause.verb in {"want", "desire"}
        wants = wants or (clause.verb in {"like", "love", "prefer"} and clause.modal == "would")
        if wants and subject is not None and not clause.negated:
            for who in self._subjects(subject, made):
                wish = self.wished(clause, who=who)
                made.added += wish.added
            return
        relation = lexicon.states.get(clause.verb)
        ability = clause.modal in {"can", "could"}
        present = clause.tense == "present" and (not clause.modal or ability)
        target = clause.object or (clause.places[0][1] if len(clause.places) == 1 and relation else None)
        if relation and present and subject is not None and target is not None:
            for who in self._subjects(subject, made):
                for thing in self._existing(target, replace(clause, mood="statement"), made):
                    made.added.append((who, relation, thing))
            return
        if clause.modal == "must" or ability:
            relation = "must" if clause.modal == "must" else "can"
        who = self._subjects(subject, made) if subject is not None else ()
        name = self.number()
        if clause.modal in {"must", "can", "could", "should", "may", "might"} and who:
            made.added.append(
                (
                    who[0],
                    "hasAbility" if ability else "hasObligation" if clause.modal in {"must", "should"} else "mayDo",
                    name,
                )
            )
        self.situation(name, clause, who, made)
        if clause.tense == "past" and clause.verb in {"see", "find", "notice"} and not clause.negated:
            self._found(clause, made)
        if clause.verb == "tell" and not clause.negated and not clause.modal and inner is not None:
            self._passed_on(who, clause, inner, made)
        if clause.tense == "past" and not clause.negated and not clause.modal:
            self._effects(name, made)

    def _effects(self, name: str, made: Understood) -> None:
        """What was put somewhere is there, what was taken no longer is where it was."""
        roles: dict[str, list[str]] = {}
        for subject, role, value in made.added:
            if subject == name:
                roles.setdefault(role, []).append(value)
        grounding = self.grounding
        added, removed = effects(roles, grounding.robots, grounding.lexicon.property_of, self.grounding.models.asserted)
        made.added += added
        made.removed += removed

    def _found(self, clause: Clause, made: Understood) -> None:
        """What somebody saw somewhere is there."""
        for words, other in clause.places:
            relation = self.grounding.lexicon.prepositions.get(words, "")
            if relation in PLACED and clause.object is not None:
                made.added += [(t, relation, o) for t in self.things(clause.object) for o in self.things(other)]

    def _passed_on(self, who: tuple[str, ...], clause: Clause, inner: Clause, made: Understood) -> None:
        """What somebody told somebody else both of them believe."""
        if inner.mood != "statement" or inner.verb not in {"be", "exist"}:
            return
        hearers = self.things(clause.recipient) if clause.recipient is not None else ()
        said = self.told(inner).added
        made.about += [(mind, each) for mind in (*who, *hearers) for each in said]

    def _believed(self, clause: Clause, inner: Clause, made: Understood) -> None:
        """`Ann thinks that ...`: noted, and entered in Ann's mind."""
        if clause.subject is None:
            return
        name = self.number()
        for who in self.things(clause.subject):
            made.added.append((who, BELIEFS[clause.verb], name))
            if inner.mood == "question":
                if inner.subject is not None and inner.subject.pronoun not in {"gap", "who", "what"}:
                    made.added += [(name, "about", each) for each in self.things(inner.subject)]
                continue
            part = self.told(inner)
            if clause.negated and who == self.grounding.speaker and clause.verb in {"think", "believe"}:
                # `I do not think that it is in the box`: for the speaker it is not.
                denied = self.told(replace(inner, negated=not inner.negated))
                made.added += denied.added
                made.removed += denied.removed
            if not clause.negated and (clause.verb in {"know", "see"} or who == self.grounding.speaker):
                # What somebody knows is so; what a speaker thinks is what the speaker says.
                made.added += part.added
                made.removed += part.removed
            for each in (*part.added, *part.removed):
                made.added += [
                    (name, "rdf:subject", each[0]),
                    (name, "rdf:predicate", each[1]),
                    (name, "rdf:object", each[2]),
                ]
            if part.removed:
                made.added.append((name, "hasPolarity", "negative"))
            if not clause.negated and clause.verb in {
                "think",
                "believe",
                "know",
                "guess",
                "suppose",
                "see",
                "remember",
                "say",
                "hear",
            }:
                made.about += [(who, each) for each in part.added]
        if clause.negated:
            made.added.append((name, "hasPolarity", "negative"))

    # Forgetting.

    def forgotten(self, clause: Clause) -> Understood:
        made = Understood()
        if clause.verb == "forget":
            target = clause.object or next((each for words, each in clause.places if words == "about"), None)
            for thing in self.things(target) if target is not None else ():
                made.removed += [(thing, name, value) for name, value in self.grounding.models.asserted(thing)]
            return made
        part = self.told(replace(clause, mood="statement", negated=False))
        made.removed = part.added
        return made


def whole_noun(phrase: Phrase) -> str:
    """A noun with what is said before it: `garden chair`."""
    return " ".join((*phrase.adjectives, phrase.head))


def _long_ago(clause: Clause) -> tuple[str, ...]:
    """When something was so that need not be so any more."""
    if clause.tense != "past" or clause.negated:
        return ()
    return tuple(each for each in clause.adverbs if each in AGO or each.split()[0] in AGO or each.endswith(" ago"))


def none_of_them(phrase: Phrase) -> Phrase:
    """`no apple`, `neither of the apples`: all of them, of which something is denied."""
    return replace(phrase, determiner="every" if not phrase.plural else "all", number=None)


def _spread(phrase: Phrase) -> tuple[Phrase, ...]:
    """The parts of a phrase; a place said after the last of them goes for all."""
    parts = phrase.parts or (phrase,)
    last = parts[-1].relations
    alone = all(not each.relations for each in parts[:-1])
    return tuple(replace(each, relations=last) for each in parts) if alone else parts
