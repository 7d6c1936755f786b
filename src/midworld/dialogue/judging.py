"""Yes, no, and why."""

from dataclasses import dataclass, replace

from .deeds import put_there, situations, told, why_done
from .describing import Describing, being
from .facts import Statement
from .minds import mistaken, others
from .speaking import listed, sentence
from .standing import where_of
from .tellers import tellers
from .tree import Clause, Phrase
from .truth import LOCATIONS, NONE, Truth
from .words import spaced

WRONG = frozenset({"wrong", "mistaken"})


@dataclass(slots=True)
class Judging(Describing):
    """Answers whether something is so."""

    def answer(self, clause: Clause) -> str:
        """The answer to any question; read where answers are."""
        raise NotImplementedError

    def _whether(self, clause: Clause, truth: Truth) -> str:
        facts = self._facts
        if clause.verb == "be" and clause.adjectives and clause.adjectives[0] in WRONG and clause.subject is not None:
            return self._wrong(clause, self._things(clause.subject))
        if clause.verb == "tell" and clause.subject is not None and (clause.complement or clause.object):
            found = self._tellers(clause)
            if found:
                return "Yes." if set(self._things(clause.subject)) <= set(found) else "No."
        none = self._nothing_there(clause, truth)
        if none:
            return none
        either = self._either(clause, truth)
        if either:
            return either
        judged = truth.holds(clause, facts)
        if judged is None and self.grounding.speaker != self._robot and clause.verb in {"be", "exist"}:
            own = truth.holds(clause, self.grounding.mine)
            if own is not None:
                return f"As far as you know, {'yes' if own else 'no'}."
        if judged is None:
            return "I do not know."
        inner = clause.complement
        you = clause.subject is not None and clause.subject.pronoun == "you"
        if you and inner is not None and inner.mood == "question" and inner.asked not in {"where", "yesno"}:
            return self.answer(inner)
        if judged and inner is not None and inner.asked == "where" and inner.subject is not None:
            things = self._things(inner.subject)
            return f"Yes, {listed([self._place(inner.subject, each, facts, '') for each in things])}."
        if judged and clause.verb == "be" and clause.places and clause.subject is not None and _choice(clause):
            things = self._things(clause.subject)
            return sentence("; ".join(self._place(clause.subject, each, facts, "") for each in things))
        if judged:
            return "Yes."
        return self._correction(clause, truth)

    def _either(self, clause: Clause, truth: Truth) -> str:
        """`is the red or the blue cup on the table`: which of them is; empty for other questions."""
        subject = clause.subject
        if subject is None or not subject.either or clause.verb != "be" or clause.negated:
            return ""
        fitting = [
            thing
            for part in subject.parts
            if truth.holds(replace(clause, subject=part), self._facts)
            for thing in self._things(part)
        ]
        return sentence(self.wording.names(fitting, subject=True)) if fitting else ""

    def _nothing_there(self, clause: Clause, truth: Truth) -> str:
        """`is there nothing in the box`: what there is instead; empty for other questions."""
        subject = clause.subject
        if subject is None or subject.pronoun not in NONE or clause.verb not in {"be", "exist"} or clause.negated:
            return ""
        places = (*clause.places, *subject.relations)
        if not places:
            return ""
        who = "who" if subject.pronoun == "nobody" else "what"
        gap = Clause("question", "be", Phrase("", pronoun="gap"), places=places, asked=who)
        found = truth.answers(gap, self._facts)
        if not found:
            return "Yes, as far as I know."
        self.grounding.mentioned.append(tuple(found))
        be = "are" if len(found) > 1 else self.wording.be(found[0])
        return sentence(f"no, there {be} {self.wording.names(found)}")

    def _correction(self, clause: Clause, truth: Truth) -> str:
        """No, and what is so instead."""
        if clause.verb != "be" or clause.subject is None or clause.negated:
            inner = clause.complement
            if (
                inner is not None
                and inner.asked == "where"
                and clause.subject is not None
                and inner.subject is not None
            ):
                who = self._things(clause.subject)[0]
                place = self._place(
                    inner.subject, self._things(inner.subject)[0], self.grounding.models.facts(who), who
                )
                return f"No, {place}."
            return "No."
        things = self._things(clause.subject)
        gap = replace(clause, subject=Phrase("", pronoun="gap"))
        thing = next((each for each in things if truth.holds(gap, self._facts, each) is not True), things[0])
        said = self.said(clause.subject, thing)
        be = being(said)
        if clause.places:
            place = self.wording.place(thing, self._facts)
            return f"No, {said} {be} {place}." if place else "No."
        if clause.adjectives:
            name = self.grounding.lexicon.property_of(clause.adjectives[0])
            values = [spaced(each) for each in self._facts.objects(thing, name)]
            return f"No, {said} {be} {listed(values)}." if values else "No."
        kind = self.wording.kind(thing, self._facts)
        return f"No, {said} {be} {kind}." if kind and clause.kind is not None else "No."

    def _why(self, clause: Clause, truth: Truth) -> str:
        inner = clause.complement or clause
        if inner.subject is None:
            return "I do not know why."
        if inner.verb == "be" and inner.adjectives and inner.adjectives[0] in WRONG:
            return self._wrong(clause, () if inner.subject.pronoun == "gap" else self._things(inner.subject))
        for name in self.noted(inner, truth) if inner.verb == "be" else self.deeds_told(inner):
            words = why_done(self._facts, name, self.grounding.lexicon, self.wording)
            if words:
                return f"Because {words}."
        if inner.verb != "be" and inner.object is not None and not inner.passive:
            return "I do not know why."
        for thing in self._things(inner.subject):
            for name in (
                LOCATIONS
                if inner.places or not inner.adjectives
                else (self.grounding.lexicon.property_of(inner.adjectives[0]),)
            ):
                for target in self._facts.objects(thing, name):
                    fact = (thing, name, target)
                    done = put_there(self._facts, thing, target)
                    if done and clause.complement is None:
                        # Why it is there is who put it there; why we think so is who said so.
                        return f"Because {told(self._facts, done, self.grounding.lexicon, self.wording)}."
                    teller = self.sources.get(fact)
                    if teller == self.grounding.speaker:
                        return "Because you told me so."
                    if teller:
                        return f"Because {self.wording.name(teller, subject=True)} told me so."
                    if done:
                        return f"Because {told(self._facts, done, self.grounding.lexicon, self.wording)}."
                    reason = self.explained(fact) if self.explained is not None else ""
                    return f"Because {reason}." if reason else self._witnessed(fact)
        return "I do not know why."

    def deeds_told(self, clause: Clause) -> list[str]:
        """Situations with the verb, the doer and the things of a clause."""
        facts, subject = self._facts, clause.subject
        given = subject is not None and subject.pronoun not in {"gap", "who", "somebody", "someone"}
        subjects = self._things(subject) if subject is not None and given else ()
        things = self._things(clause.object) if clause.object is not None else ()
        future = clause.tense == "future" or clause.modal in {"will", "shall", "should", "must"}
        names = situations(facts, clause.verb, self.grounding.lexicon, future=future) if clause.verb else ()
        return [
            name
            for name in names
            if all(facts.holds(name, "performedBy", who) for who in subjects)
            and all(facts.holds(name, "actsOnObject", thing) for thing in things)
        ]

    def noted(self, clause: Clause, truth: Truth) -> list[str]:
        """What was told of a thing with its time or its reason."""
        facts, targets = self._facts, [*clause.adjectives]
        for _, other in clause.places:
            targets += self._things(other)
        names = (
            [name for thing in self._things(clause.subject) for name in facts.subjects("rdf:subject", thing)]
            if (clause.subject is not None)
            else []
        )
        return [each for each in names if not targets or set(targets) & set(facts.objects(each, "rdf:object"))]

    def _witnessed(self, fact: Statement) -> str:
        """How the robot comes to know what follows from nothing."""
        models, said = self.grounding.models, self.wording.fact(*fact)
        if not models.watched:
            return f"Because I was told that {said}."
        seen = self._facts.holds(fact[0], "isSeenBy", models.robot) or self._facts.holds(models.robot, "sees", fact[0])
        return f"Because I see that {said}." if seen else "Because that is where I last knew it to be."

    def _tellers(self, clause: Clause) -> list[str]:
        """Whoever said what a clause has as said."""
        inner = clause.complement
        if inner is None or inner.subject is None:
            phrase = clause.object
            things = self._things(phrase) if phrase is not None else ()
            return tellers(self._facts, self.sources, things, (), ())
        names: list[str] = list(LOCATIONS) if inner.asked == "where" else []
        targets: list[str] = []
        for words, other in inner.places:
            names += self.grounding.predicates(words)
            targets += self._things(other)
        names += [self.grounding.lexicon.property_of(word) for word in inner.adjectives]
        targets += inner.adjectives
        return tellers(self._facts, self.sources, self._things(inner.subject), names, targets)

    def _held(self, who: str, about: Phrase | None) -> str:
        """What somebody believes of a thing, or of where all things are."""
        theirs = self.grounding.models.facts(who)
        one = Phrase("", determiner="this")
        if about is None:
            placed = [each for each in theirs.things() if where_of(each, theirs)]
            said = [self._place(one, each, theirs, who) for each in placed[:5]]
            return sentence("; ".join(said)) or "Nothing that I know of."
        said: list[str] = []
        name = self.wording.name(who, subject=True)
        for thing in self._things(about):
            if where_of(thing, theirs):
                said.append(self._place(one, thing, theirs, who))
            elif thing in theirs:
                said.append(f"{name} {'know' if name == 'you' else 'knows'} of {self.wording.name(thing)}")
            else:
                said.append(f"{name} {'know' if name == 'you' else 'knows'} nothing of {self.wording.name(thing)}")
        return sentence("; ".join(said))

    def _wrong(self, clause: Clause, people: tuple[str, ...]) -> str:
        """Who has a thing elsewhere than it is, and why that is wrong."""
        about = [thing for words, each in clause.places if words == "about" for thing in self._things(each)]
        models, said = self.grounding.models, list[str]()
        for who in people or others(models):
            for thing in mistaken(models, who, tuple(about)):
                name = Phrase("", determiner="this")
                theirs = self._place(name, thing, models.facts(who), who)
                said.append(f"{theirs}, but it is {self.wording.place(thing, self._facts)}")
        if not said:
            return "No." if clause.asked == "yesno" else "Nobody that I know of."
        return sentence(("yes, " if clause.asked == "yesno" else "") + "; ".join(said))


def _choice(clause: Clause) -> bool:
    """Whether a question offers several places to choose from."""
    return "or" in clause.adverbs or any(each.either for _, each in clause.places)
