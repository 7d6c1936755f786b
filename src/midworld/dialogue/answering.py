"""Answers to questions from what minds hold, in a sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .facts import LABELS, TYPE, Facts, Statement
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Resolved
from .speaking import Wording, listed, sentence
from .tree import Clause, Phrase
from .truth import LOCATIONS, Truth
from .words import plural, spaced, with_article

INTERNAL = frozenset(
    {"rdf:type", "isAt", "isAbove", "isLocated", "isOnTop", "isOnTopOf", "isInContainer", "isContainedIn", "owl:sameAs"}
)

# Of many things this many are named.
NAMED = 10


@dataclass(slots=True)
class Answering:
    """Answers one speaker; `sources` tells who said what."""

    grounding: Grounding
    wording: Wording
    sources: Mapping[Statement, str] = field(default_factory=dict[Statement, str])
    explained: "Callable[[Statement], str] | None" = None

    @property
    def _robot(self) -> str:
        return self.grounding.models.robot

    @property
    def _facts(self) -> Facts:
        return self.grounding.robots

    def answer(self, clause: Clause) -> str:
        """The answer in a sentence. Raises Unresolved for what cannot be grounded."""
        truth = Truth(self.grounding)
        asked = clause.asked
        if asked == "where":
            return self._where(clause, truth)
        if asked.startswith("attribute ") or (asked.startswith("how ") and asked != "how many"):
            return self._attribute(clause, truth)
        if asked == "how many":
            return self._count(clause, truth)
        if asked == "whose":
            return self._whose(clause, truth)
        if asked in {"why", "how"}:
            return self._why(clause, truth)
        if asked == "what if":
            return "I cannot imagine what would happen; ask me what is, or what was."
        if asked == "when":
            return "I do not know when."
        if asked in {"about", "kind"} and clause.subject is not None:
            return self._about(self._things(clause.subject), self._facts)
        if asked in {"who", "what", "which"}:
            return self._open(clause, truth)
        return self._whether(clause, truth)

    def _things(self, phrase: Phrase) -> tuple[str, ...]:
        found = self.grounding.ground(phrase, several=True)
        if not isinstance(found, Resolved):
            raise Unresolved(phrase, found)
        return found.things

    def said(self, phrase: Phrase, thing: str) -> str:
        """A thing in the words of whoever asked, where these are words."""
        if thing in {self.grounding.speaker, self._robot}:
            return self.wording.name(thing, subject=True)
        if phrase.pronoun in {"it", "he", "she", "they"}:
            return phrase.pronoun
        if phrase.parts or phrase.pronoun or phrase.plural or not phrase.text or phrase.owner is not None:
            return self.wording.name(thing, subject=True)
        if phrase.determiner in {"this", "that"}:
            return self.wording.name(thing, subject=True)
        return phrase.text

    # Where.

    def _where(self, clause: Clause, truth: Truth) -> str:
        inner, facts, who = clause.complement, self._facts, ""
        if inner is not None and clause.subject is not None:
            who = self._things(clause.subject)[0]
            facts, clause = self.grounding.models.facts(who), inner
        target = (
            clause.object if clause.verb not in {"be", "exist", ""} and clause.object is not None else clause.subject
        )
        if target is None:
            return "I do not know where."
        parts = [self._place(target, thing, facts, who) for thing in self._things(target)]
        return sentence("; ".join(parts))

    def _place(self, phrase: Phrase, thing: str, facts: Facts, who: str) -> str:
        place = self.wording.place(thing, facts)
        said = self.said(phrase, thing)
        be = "am" if said == "I" else "are" if said == "you" else "is"
        if who and who != self._robot:
            name = self.wording.name(who, subject=True)
            thinks = "think" if name == "you" else "thinks"
            if not place:
                return f"{name} {'do' if name == 'you' else 'does'} not know where {said} {be}"
            return f"{name} {thinks} {said} {be} {place}"
        if not place:
            mine = self.wording.place(thing, self.grounding.mine)
            if mine and self.grounding.speaker != self._robot:
                return f"as far as you know, {said} {be} {mine}"
            return f"I do not know where {said} {be}"
        return f"{said} {be} {place}"

    # Attributes and numbers.

    def _attribute(self, clause: Clause, truth: Truth) -> str:
        word = clause.asked.split(" ", 1)[1]
        lexicon = self.grounding.lexicon
        name = lexicon.attributes.get(word) or {
            "big": "hasSize",
            "large": "hasSize",
            "tall": "hasHeight",
            "heavy": "hasMass",
            "old": "hasAge",
            "long": "hasLength",
        }.get(word, lexicon.property_of(word))
        target = clause.subject if clause.subject is not None and clause.subject.pronoun != "gap" else clause.kind
        if target is None:
            return f"I do not know the {word} of what you mean."
        found = [
            (thing, self._facts.objects(thing, name) or self.grounding.mine.objects(thing, name))
            for thing in self._things(target)
        ]
        parts: list[str] = []
        for thing, values in found:
            said = self.said(target, thing)
            if values:
                parts.append(f"{said} is {listed([spaced(each) for each in values])}")
            else:
                parts.append(f"I do not know the {word} of {self.said(target, thing)}")
        return sentence("; ".join(parts))

    def _count(self, clause: Clause, truth: Truth) -> str:
        phrase = (
            clause.subject
            if clause.subject is not None and clause.subject.determiner == "which"
            else clause.object or clause.subject
        )
        if phrase is None:
            return "I do not know how many."
        facts = self._facts
        if clause.verb in {"", "exist"} and not clause.places:
            found = self.grounding.candidates(replace(phrase, determiner="all"), facts)
        else:
            found = truth.answers(clause, facts)
        noun = phrase.head or "thing"
        self._note(found)
        count = len(found)
        words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        number = "no" if count == 0 else words[count - 1] if count <= len(words) else str(count)
        be = "is" if count == 1 else "are"
        return (
            f"There {be} {number} {noun if count == 1 else plural(noun)} ({count})."
            if count
            else f"There are no {plural(noun)} (0)."
        )

    def _note(self, found: list[str] | tuple[str, ...]) -> None:
        if found:
            self.grounding.mentioned.append(tuple(found))

    def _whose(self, clause: Clause, truth: Truth) -> str:
        if clause.subject is None:
            return "I do not know whose."
        target = clause.subject if clause.subject.pronoun != "gap" else clause.kind
        if target is None:
            return "I do not know whose."
        if target.pronoun in {"this", "that"} and clause.kind is not None and clause.kind.head:
            target = replace(clause.kind, determiner=target.pronoun, text=f"{target.pronoun} {clause.kind.head}")
        for thing in self._things(target):
            owners = [*self._facts.objects(thing, "belongsTo"), *self._facts.subjects("owns", thing)]
            if owners:
                names = listed([self.wording.name(each) for each in dict.fromkeys(owners)])
                return sentence(f"{self.said(target, thing)} belongs to {names}")
        return "I do not know whose it is."

    # Open questions.

    def _open(self, clause: Clause, truth: Truth) -> str:
        kind = clause.kind
        if clause.verb == "be" and clause.subject is not None and clause.subject.pronoun == "gap" and kind is not None:
            return self._what(kind, clause)
        if (
            clause.verb in {"know", "think"}
            and clause.subject is not None
            and clause.subject.pronoun == "you"
            and clause.places
        ):
            return self._about(self._things(clause.places[0][1]), self._facts)
        facts, prefix = self._facts, ""
        if clause.complement is not None and clause.subject is not None and clause.subject.pronoun != "gap":
            who = self._things(clause.subject)[0]
            if who != self._robot:
                facts, prefix = self.grounding.models.facts(who), f"{self.wording.name(who, subject=True)} thinks: "
            clause = clause.complement
        if clause.verb == "do" and clause.subject is not None and clause.subject.pronoun != "gap":
            return self._deeds(self._things(clause.subject)[0])
        found = truth.answers(clause, facts)
        if clause.asked == "what" and clause.verb in {"be", "exist"}:
            found = [each for each in found if not self.grounding.is_person(each)] or found
        self._note(found)
        if not found:
            return sentence(f"{prefix}{self._nothing(clause)}")
        names = [self.wording.name(each, subject=True) for each in found[:NAMED]]
        names += [f"{len(found) - NAMED} more"] if len(found) > NAMED else []
        return sentence(f"{prefix}{listed(names)}")

    def _nothing(self, clause: Clause) -> str:
        if clause.asked == "who":
            return "nobody that I know of"
        noun = clause.subject.head if clause.subject is not None and clause.subject.head else ""
        return f"no {noun} that I know of" if noun else "nothing that I know of"

    def _deeds(self, who: str) -> str:
        names = [each for each in self._facts.subjects("performedBy", who) if not self._facts.subjects("desires", each)]
        said: list[str] = []
        for name in names:
            kinds = [each for each in self._facts.objects(name, TYPE) if each in self.grounding.models.said_as]
            things = [self.wording.name(each) for each in self._facts.objects(name, "actsOnObject")]
            if kinds:
                said.append(" ".join((spaced(kinds[0]), listed(things))).strip())
        return (
            sentence(f"{self.wording.name(who, subject=True)}: {'; '.join(said)}")
            if said
            else "I do not know of anything done."
        )

    def _what(self, phrase: Phrase, clause: Clause) -> str:
        """`what is this`, `who is Bob`, `what is a cup`, `what is the colour of the cup`."""
        attribute = self.grounding.lexicon.attributes.get(phrase.head)
        if attribute and phrase.owner is not None:
            return self._attribute(
                Clause("question", "be", phrase.owner, asked=f"attribute {phrase.head}"), Truth(self.grounding)
            )
        if phrase.determiner in {"a", "an"} or (phrase.head and not phrase.determiner and not phrase.name):
            return self._meaning(phrase)
        return self._about(self._things(phrase), self._facts, phrase)

    def _meaning(self, phrase: Phrase) -> str:
        models = self.grounding.models
        classes = models.vocabulary.classes(phrase.head)
        if not classes:
            found = self.grounding.ground(phrase)
            if not isinstance(found, Resolved):
                raise Unresolved(phrase, found)
            return self._about(found.things, self._facts, phrase)
        kb = models.kb
        term = kb.terms.known(classes[0])
        above = kb.model(self._robot).tbox.expansion.classes(term) if term is not None else ()
        names = [models.said_as[kb.terms.show(each)] for each in above if kb.terms.show(each) in models.said_as]
        names = [each for each in dict.fromkeys(names) if each != phrase.head and "thing" not in each]
        return (
            sentence(f"{with_article(phrase.head)} is {with_article(names[0])}")
            if names
            else f"I know the word {phrase.head}, and no more."
        )

    def _about(self, things: tuple[str, ...], facts: Facts, phrase: Phrase | None = None) -> str:
        said: list[str] = []
        for thing in things:
            one = self.wording.name(thing, subject=True)
            kind = self.wording.kind(thing, facts) if thing != self._robot else "a robot"
            be = "am" if one == "I" else "are" if one == "you" else "is"
            parts = [kind] if kind else []
            place = self.wording.place(thing, facts)
            parts += [place] if place else []
            parts += [value for name in ("hasSize", "hasFeature") for value in facts.objects(thing, name)][:3]
            labels = [value for name in LABELS for value in facts.objects(thing, name)]
            if labels and phrase is not None and phrase.pronoun:
                parts.insert(0, labels[0])
            said.append(f"{one} {be} {', '.join(parts)}" if parts else f"I know nothing more of {one}")
        return sentence("; ".join(said))

    # Yes, no and why.

    def _whether(self, clause: Clause, truth: Truth) -> str:
        facts = self._facts
        judged = truth.holds(clause, facts)
        if judged is None and self.grounding.speaker != self._robot and clause.verb in {"be", "exist"}:
            own = truth.holds(clause, self.grounding.mine)
            if own is not None:
                return f"As far as you know, {'yes' if own else 'no'}."
        if judged is None:
            return "I do not know."
        if judged:
            return "Yes."
        return self._correction(clause, truth)

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
        be = "am" if said == "I" else "are" if said == "you" else "is"
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
        for thing in self._things(inner.subject):
            for name in (
                LOCATIONS
                if inner.places or not inner.adjectives
                else (self.grounding.lexicon.property_of(inner.adjectives[0]),)
            ):
                for target in self._facts.objects(thing, name):
                    fact = (thing, name, target)
                    teller = self.sources.get(fact)
                    if teller == self.grounding.speaker:
                        return "Because you told me so."
                    if teller:
                        return f"Because {self.wording.name(teller, subject=True)} told me so."
                    reason = self.explained(fact) if self.explained is not None else ""
                    return f"Because {reason}." if reason else f"Because I know that {self.wording.fact(*fact)}."
        return "I do not know why."
