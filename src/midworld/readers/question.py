"""A clause that asks something of worlds, and what its phrases stand for there."""

from dataclasses import dataclass, replace

from ..dialogue import SAID, Clause, Ground, Lexicon, Phrase, Unknown, Unresolved
from ..errors import UnknownName
from ..world import Agent, EntityId, Object
from .answers import REACHES, SEES
from .asked import Asked
from .past import EVERYTHING, PEOPLE
from .predicates import Wording, told_in
from .worldmodels import WorldModels

# Of these nothing is asked otherwise.
TRIVIAL = frozenset(["now", "right now", "at the moment", "currently", "up", "down", "away", "last", "there"])
PARTS = ("object", "recipient", "places", "adjectives", "kind", "than", "complement", "condition")


@dataclass(frozen=True, slots=True)
class Question:
    """A clause that asks something of worlds; `ground` tells what its phrases stand for."""

    clause: Clause
    asked: Asked
    ground: Ground
    lexicon: Lexicon
    models: WorldModels

    def is_plain(self, *kept: str) -> bool:
        """Whether a clause says nothing but what is named: what is not understood must not be passed over."""
        said = [name for name in PARTS if getattr(self.clause, name)]
        timed = set(self.clause.adverbs) - TRIVIAL and "adverbs" not in kept
        return set(said) <= set(kept) and not timed and ("negated" in kept or not self.clause.negated)

    def is_open(self) -> bool:
        """Whether the subject is what is asked for."""
        return self.clause.subject is not None and self.clause.subject.pronoun == "gap"

    def things(self, phrase: Phrase | None) -> tuple[EntityId, ...]:
        return () if phrase is None or phrase.pronoun == "gap" else tuple(map(EntityId, self.ground(phrase)))

    def thing(self, phrase: Phrase | None) -> EntityId | None:
        """The one thing a phrase stands for."""
        found = self.things(phrase)
        return found[0] if len(found) == 1 else None

    def agent(self, phrase: Phrase | None) -> EntityId | None:
        """The one who does or knows something. Raises UnknownName for what is no agent."""
        people = [str(each.id) for each in self.asked.vocabulary if isinstance(each.role, Agent)]
        try:
            found = self.thing(phrase)
        except Unresolved as problem:
            if isinstance(problem.outcome, Unknown):
                raise UnknownName("agent", problem.phrase.text, people) from problem
            raise
        if found is not None and found not in people:
            raise UnknownName("agent", found, people)
        return found

    def kinds(self, phrase: Phrase) -> list[EntityId]:
        """Everything a noun with adjectives fits; `object` and `person` are everything of either sort."""
        any_kind = phrase.head in EVERYTHING | PEOPLE
        bare = replace(phrase, determiner="all", head="", words="") if any_kind else replace(phrase, determiner="all")
        found = self.ground(bare) if bare.head or bare.adjectives or bare.relations else self.asked.world.structure.ids
        wanted = Agent if phrase.head in PEOPLE else Object if phrase.head in EVERYTHING else (Object, Agent)
        roles = {each.id: each.role for each in self.asked.vocabulary}
        fitting = [EntityId(each) for each in found if isinstance(roles.get(EntityId(each)), wanted)]
        human = [each for each in fitting if getattr(roles[each], "kind", "") == "human"]
        return human if phrase.head in PEOPLE else fitting

    def place(self) -> tuple[str, tuple[str, ...], EntityId] | None:
        """A relation in words and as it is called among facts, and what to."""
        if len(self.clause.places) != 1:
            return None
        words, phrase = self.clause.places[0]
        name = self.lexicon.prepositions.get(words, "")
        other = self.thing(phrase) if name in SAID else None
        if other is None:
            return None
        also = {"near": ("near", "isNextTo"), "isUnder": ("isUnder", "isBelow")}
        return (words if name == "near" else SAID[name]), also.get(name, (name,)), other

    def told(self) -> tuple[Wording, Phrase | None] | None:
        """What somebody's own predicate is called where a clause uses it, and the phrase it relates to."""
        clause, words = self.clause, self.lexicon
        if clause.verb == "be" and len(clause.adjectives) == 1 and not clause.places:
            found, other = words.adjectives.get(clause.adjectives[0], ""), None
        elif clause.verb == "be" and len(clause.places) == 1 and not clause.adjectives:
            found, other = words.prepositions.get(clause.places[0][0], ""), clause.places[0][1]
        else:
            found, other = words.states.get(clause.verb, ""), clause.object
        known = found in told_in([self.asked.world]) and found not in {*SAID, SEES, REACHES, "hasColor"}
        return (Wording.of(found), other) if known else None
