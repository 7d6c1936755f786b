"""From orders and wishes to situations: what is to be done, by whom, to what, for whom, where to."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .closed import INDEFINITE, TIMES
from .facts import TYPE, Statement, is_situation
from .grounding import Grounding
from .outcomes import Resolution, Resolved, Unknown
from .tree import Clause, Phrase

DIRECTIONS = frozenset(
    ["left", "right", "forward", "backward", "forwards", "backwards", "straight", "ahead", "back", "up", "down", "away"]
)
_WEATHER = ("hot", "cold", "warm", "sunny", "windy", "cloudy", "foggy", "stuffy")
WEATHER = frozenset([*_WEATHER, "dark", "bright", "late", "early", "noisy", "quiet"])
PLACE_PROPERTIES = ("isIn", "isOn", "isHeldBy", "isUnder", "isAt")


class Unresolved(Exception):
    """A phrase that could not be grounded."""

    def __init__(self, phrase: Phrase, outcome: Resolution) -> None:
        self.phrase, self.outcome = phrase, outcome
        super().__init__(phrase.text)


class Undefined(Exception):
    """A class whose name nobody knows stands where it should explain another."""

    def __init__(self, word: str) -> None:
        self.word = word
        super().__init__(word)


@dataclass(slots=True)
class Understood:
    """What a clause says: statements to believe, statements to take back."""

    added: list[Statement] = field(default_factory=list[Statement])
    removed: list[Statement] = field(default_factory=list[Statement])
    about: list[tuple[str, Statement]] = field(default_factory=list[tuple[str, Statement]])


def _is_weather(clause: Clause) -> bool:
    """Whether `it` in a clause stands for nothing: it rains, it is late."""
    return clause.verb in {"rain", "snow"} or (clause.verb == "be" and bool(WEATHER & {*clause.adjectives}))


def refers_back(condition: Clause) -> bool:
    """Whether a condition speaks of what the order does: `give me the ball if it is in the box`."""
    return condition.subject is not None and condition.subject.pronoun in {"it", "they", "this", "that"}


@dataclass(slots=True)
class Orders:
    """Makes situations of what one speaker wants; `number` gives the next one's name, `fresh` that of a new thing."""

    grounding: Grounding
    number: Callable[[], str]
    fresh: Callable[[str], str]

    @property
    def _robot(self) -> str:
        return self.grounding.models.robot

    def things(self, phrase: Phrase, *, several: bool = True) -> tuple[str, ...]:
        found = self.grounding.ground(phrase, several=several)
        if not isinstance(found, Resolved):
            raise Unresolved(phrase, found)
        return found.things

    # Things to do.

    def desired(self, clause: Clause, *, performer: tuple[str, ...] = (), who: str = "") -> Understood:
        """A situation somebody wants: its class, who is to do it, to what, for whom, where to."""
        made = Understood()
        wish = self.number()
        made.added.append((who or self.grounding.speaker, "desires", wish))
        self.situation(wish, clause, performer or (self._robot,), made)
        return made

    def situation(self, name: str, clause: Clause, performer: tuple[str, ...], made: Understood) -> None:
        lexicon, add = self.grounding.lexicon, made.added.append
        kind = lexicon.action(clause.verb)
        # A word for a thing and a deed: to book is not to be a book.
        add((name, TYPE, f"{kind}Action" if self.grounding.models.is_of_things(kind) else kind))
        for who in performer:
            add((name, "performedBy", who))
        if clause.object is not None:
            for thing in self._acted_on(clause.object, clause, made):
                add((name, "actsOnObject", thing))
        if clause.recipient is not None:
            for who in self.things(clause.recipient):
                add((name, "receivedBy", who))
        for words, other in clause.places:
            self._way(name, clause, words, other, made)
        self._adverbs(name, clause, made)
        if clause.complement is not None:
            self._goal(name, clause.complement, made)
        if clause.negated:
            add((name, "hasPolarity", "negative"))
        if clause.reason is not None:
            self.reason(name, *clause.reason, made)
        if clause.condition is not None:
            self._condition(name, *clause.condition, made)

    def _condition(self, name: str, word: str, held: Clause, made: Understood) -> None:
        """What has to hold before something is done."""
        if refers_back(held):
            self.grounding.attention.mention([o for s, p, o in made.added if (s, p) == (name, "actsOnObject")])
        part = self.told(replace(held, negated=False))
        for each in part.added:
            self._reified(name, "hasCondition", each, made)
        if held.negated != (word == "unless"):
            made.added += [(o, "hasPolarity", "negative") for s, p, o in made.added if (s, p) == (name, "hasCondition")]

    def reason(self, name: str, text: str, held: Clause | None, made: Understood) -> None:
        """Why something is so or is done: a situation, a fact, or only the words."""
        attention = self.grounding.attention
        kept = attention.copy()
        for role in ("performedBy", "actsOnObject", "rdf:subject"):
            attention.mention([o for s, p, o in made.added if (s, p) == (name, role)])
        try:
            part = self.told(held) if held is not None else Understood()
        except (Unresolved, Undefined):
            part = Understood()
        attention.recent[:], attention.groups[:] = kept.recent, kept.groups
        if held is not None and held.subject is not None and held.subject.pronoun == "it" and _is_weather(held):
            part = Understood()
        deed = next((s for s, p, _ in part.added if p == TYPE and is_situation(s)), "")
        felt = next((o for _, p, o in part.added if p == "experiences"), "")
        if deed or felt:
            made.added += [(name, "hasReason", deed or felt), *part.added]
            made.removed += part.removed
        elif part.added:
            for each in part.added:
                self._reified(name, "hasReason", each, made)
        else:
            made.added.append((name, "hasReason", text.replace(" ", "_")))

    def _acted_on(self, phrase: Phrase, clause: Clause, made: Understood) -> tuple[str, ...]:
        """The things acted on: where a phrase fits several, those that are where they are to be taken from."""
        sources = [other for words, other in clause.places if self.grounding.lexicon.ways.get(words) == "from"]
        if (sources and not phrase.pronoun and not phrase.parts) or (phrase.pronoun in INDEFINITE and sources):
            there = replace(phrase, relations=(*phrase.relations, ("at", sources[0])))
            found = self.grounding.ground(there, several=True)
            if isinstance(found, Resolved):
                self._settle(sources[0], found.things)
                return found.things
        found = self._existing(phrase, clause, made)
        targets = [other for words, other in clause.places if words in self.grounding.lexicon.prepositions]
        if phrase.pronoun in {"this", "that"} and targets:
            found = self._apart(found, targets[0])
        if phrase.pronoun == "it" and len(found) == 1:
            found = self._elsewhere(found, clause, targets)
        return found

    def _elsewhere(self, found: tuple[str, ...], clause: Clause, targets: list[Phrase]) -> tuple[str, ...]:
        """`it` is not what it is put in: where that was spoken of last, what was before."""
        grounding = self.grounding
        places = [
            thing for each in targets if not each.pronoun or each.pronoun == "there" for thing in self.things(each)
        ]
        places += [grounding.spot("there")[0]] if "there" in clause.adverbs else []
        if found[0] not in places:
            return found
        others = [each for each in grounding.attention.recent if each not in places and not grounding.is_person(each)]
        return (others[0],) if others else found

    def _settle(self, source: Phrase, things: tuple[str, ...]) -> None:
        """Of several places that fit, the one where the things are."""
        grounding = self.grounding
        for facts in (grounding.mine, grounding.robots):
            places = [
                place
                for place in grounding.candidates(source, facts)
                if all(any(facts.holds(each, name, place) for name in PLACE_PROPERTIES) for each in things)
            ]
            if len(places) == 1 and not source.pronoun:
                grounding.forced[source.text] = (places[0],)
                grounding.resolved[source.text] = places[0]
                return

    def _apart(self, found: tuple[str, ...], target: Phrase) -> tuple[str, ...]:
        """`this` is not what it is put in: where both are pointed at, the other one."""
        if target.determiner not in {"this", "that"} or found != self.things(target):
            return found
        others = [each for each in self.grounding.pointed_all() if each not in found]
        return (others[0],) if others else found

    def _existing(self, phrase: Phrase, clause: Clause, made: Understood) -> tuple[str, ...]:
        """The things acted on; what a statement tells of for the first time is new."""
        found = self.grounding.ground(phrase, several=True)
        if isinstance(found, Resolved):
            return found.things
        if clause.mood == "statement" and phrase.determiner in {"a", "an", "some", ""} and isinstance(found, Unknown):
            return self._new(phrase, made)
        raise Unresolved(phrase, found)

    def _way(self, name: str, clause: Clause, words: str, other: Phrase, made: Understood) -> None:
        lexicon = self.grounding.lexicon
        way, base = lexicon.ways.get(words, ""), clause.verb.split()[0]
        if words in {"left of", "right of"} and other.pronoun and clause.object is None and base in lexicon.going:
            made.added.append((name, "hasDirection", words.split()[0]))
            return
        if words in {"about", "instead of"}:
            role = "about" if words == "about" else "insteadOf"
        elif way == "from":
            role = "hasSource"
        elif way == "with":
            role = "hasInstrument" if not self._person(other) else "involves"
        elif way == "through":
            role = "hasPath"
        elif way == "for":
            role = "receivedBy" if self._person(other) else "hasGoal"
        elif way == "to" or base in lexicon.places | lexicon.going | {
            "give",
            "pour",
            "hand",
            "pass",
            "show",
            "fetch",
            "get",
        }:
            role = "hasDestination"
        else:
            role = "hasLocation"
        for thing in self.things(other):
            made.added.append((name, role, thing))
        if role == "hasDestination" and way != "to":
            made.added.append((name, "destinationRelation", lexicon.prepositions.get(words, "isAt")))

    def _person(self, phrase: Phrase) -> bool:
        found = self.grounding.ground(phrase)
        return isinstance(found, Resolved) and all(map(self.grounding.is_person, found.things))

    def _adverbs(self, name: str, clause: Clause, made: Understood) -> None:
        going = clause.verb.split()[0] in self.grounding.lexicon.places | self.grounding.lexicon.going
        particle = clause.verb.split()[-1]
        if going and clause.object is None and particle in DIRECTIONS and particle != clause.verb:
            made.added.append((name, "hasDirection", particle))
        for word in clause.adverbs:
            if word in {"here", "there"} and going:
                place, relation = self.grounding.spot(word)
                place = place or (self.grounding.speaker if word == "here" else "")
                if not place:
                    unclear = Phrase(word, pronoun=word)
                    raise Unresolved(unclear, Unknown(unclear))
                self.grounding.resolved[word] = place
                made.added.append((name, "hasDestination", place))
                if relation:
                    made.added.append((name, "destinationRelation", relation))
            elif word in DIRECTIONS and going | (clause.verb in {"look", "turn"}):
                made.added.append((name, "hasDirection", word))
            elif word in TIMES or " " in word:
                made.added.append((name, "hasTime", word.replace(" ", "_")))
            elif word.endswith("ly") or word == "fast":
                made.added.append((name, "hasManner", word))
        if clause.mood == "statement" and clause.tense in {"past", "future"}:
            made.added.append((name, "hasTime", clause.tense))

    def _goal(self, name: str, inner: Clause, made: Understood) -> None:
        """What a situation is to bring about or is about."""
        if inner.mood == "question" or inner.verb in {"be", "exist"}:
            part = Understood()
            if inner.mood == "statement":
                part = self.told(inner)
            for each in part.added:
                self._reified(name, "about", each, made)
            if (
                inner.mood == "question"
                and inner.subject is not None
                and inner.subject.pronoun not in {"gap", "who", "what"}
            ):
                made.added += [(name, "about", each) for each in self.things(inner.subject)]
            return
        other = self.number()
        made.added.append((name, "hasGoal", other))
        doer = self.things(inner.subject) if inner.subject is not None else (self._robot,)
        self.situation(other, inner, doer, made)

    def _reified(self, name: str, role: str, fact: Statement, made: Understood) -> None:
        other = self.number()
        made.added += [
            (name, role, other),
            (other, "rdf:subject", fact[0]),
            (other, "rdf:predicate", fact[1]),
            (other, "rdf:object", fact[2]),
        ]

    def wished(self, clause: Clause, *, who: str = "") -> Understood:
        """`I want ...`: to have something, to do something, or that somebody does; `who` if others want it."""
        aim = clause.complement
        if aim is not None and aim.verb not in {"be", "exist"}:
            doer = self.things(aim.subject) if aim.subject is not None else (who or self.grounding.speaker,)
            return self.desired(replace(aim, negated=aim.negated or clause.negated), performer=doer, who=who)
        if aim is not None:
            made = Understood()
            wish = self.number()
            made.added.append((who or self.grounding.speaker, "desires", wish))
            for each in self.told(replace(aim, negated=False)).added:
                made.added += [
                    (wish, "rdf:subject", each[0]),
                    (wish, "rdf:predicate", each[1]),
                    (wish, "rdf:object", each[2]),
                ]
            return made
        having = Clause("command", "give", object=clause.object, places=clause.places, adverbs=clause.adverbs)
        if not who:
            return self.desired(replace(having, recipient=Phrase("me", pronoun="i")))
        made = self.desired(having, who=who)
        wish = next(o for _, p, o in made.added if p == "desires")
        made.added = [each for each in made.added if each[:2] != (wish, "performedBy")]
        made.added.append((wish, "receivedBy", who))
        return made

    def _new(self, phrase: Phrase, made: Understood) -> tuple[str, ...]:
        """Things told of for the first time."""
        noun = phrase.head or phrase.name
        if not noun:
            raise Unresolved(phrase, Unknown(phrase))
        self._new_places(phrase, made)
        kind = self.grounding.models.class_of(noun)
        names: list[str] = []
        for _ in range(min(phrase.number or 1, 20)):
            thing = self.fresh(noun)
            names.append(thing)
            made.added.append((thing, TYPE, kind))
            made.added += self._properties(phrase, thing)[1:]
        self.grounding.resolved[phrase.text] = names[0] if len(names) == 1 else names
        self.grounding.mentioned.append(tuple(names))
        return tuple(names)

    def _new_places(self, phrase: Phrase, made: Understood) -> None:
        """Places of a known kind that nobody has spoken of are there from now on: `three plates in the kitchen`."""
        for _, other in phrase.relations:
            known = bool(other.head) and bool(self.grounding.models.vocabulary.classes(other.head))
            if known and not other.owner and other.determiner != "which":
                found = self.grounding.ground(other, several=True)
                if isinstance(found, Unknown) and not found.word:
                    self.grounding.forced[other.text] = self._new(other, made)

    def _properties(self, phrase: Phrase, thing: str) -> list[Statement]:
        """What a phrase says of the thing it stands for, its class first."""
        lexicon = self.grounding.lexicon
        found: list[Statement] = [(thing, TYPE, self.grounding.models.class_of(phrase.head or "object"))]
        found += [(thing, lexicon.property_of(word), word) for word in phrase.adjectives]
        for words, other in phrase.relations:
            name = lexicon.prepositions.get(words, words)
            found += [(thing, name, target) for target in self.things(other)]
        if phrase.owner is not None:
            found += [(thing, "belongsTo", who) for who in self.things(phrase.owner)]
        if phrase.name and phrase.head:
            found.append((thing, "hasName", phrase.name))
        return found

    def told(self, clause: Clause) -> Understood:
        """What a statement says is so; read where statements are."""
        raise NotImplementedError
