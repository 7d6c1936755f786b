"""Answers to questions from what minds hold, in a sentence."""

from dataclasses import dataclass, replace

from .deeds import moment, situations, told
from .judging import WRONG, Judging
from .measures import amount, told_by
from .speaking import PLACES, SAID, listed, sentence
from .tree import Clause, Phrase
from .truth import Truth
from .words import plural, spaced

# Where a thing was: rather where it lay than who held it.
WAS_AT = ("isIn", "isOn", *PLACES)
# Of many things this many are named.
NAMED = 10
ABLE = (
    "I can tell you where things are, who did what, and what somebody knows or thinks; "
    "you can tell me what is so, and ask me to give, bring or put things."
)


@dataclass(slots=True)
class Answering(Judging):
    """Answers one speaker."""

    def answer(self, clause: Clause) -> str:
        """The answer in a sentence. Raises Unresolved for what cannot be grounded."""
        truth = Truth(self.grounding)
        asked = clause.asked
        if asked == "purpose" and clause.subject is not None:
            return self._purpose(clause.subject)
        if asked == "where":
            return self._where(clause, truth)
        if asked.startswith("attribute ") or (asked.startswith("how ") and asked != "how many"):
            return self._attribute(clause, truth)
        if asked == "how many":
            return self._count(clause, truth)
        if asked == "whose":
            return self._whose(clause, truth)
        if asked == "how" and clause.verb in {"be", "feel", "do"} and clause.subject is not None:
            return self._how(clause.subject)
        if asked in {"why", "how"}:
            return self._why(clause, truth)
        if asked == "what if":
            return self._supposed(clause)
        if asked == "when":
            return self._when(clause, truth)
        if asked == "kind" and clause.subject is not None and clause.subject.determiner in {"a", "an"}:
            return self._meaning(clause.subject)
        if asked in {"about", "kind"} and clause.subject is not None:
            return self._about(self._things(clause.subject), self._facts)
        if asked in {"who", "what", "which"}:
            return self._open(clause, truth)
        return self._whether(clause, truth)

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
        if clause.tense == "past" and not who:
            found = self._put(clause, truth) or self._then(clause, target) or self._was(target)
            if found:
                return found
        parts = [self._place(target, thing, facts, who) for thing in self._things(target)]
        return sentence("; ".join(parts))

    def _put(self, clause: Clause, truth: Truth) -> str:
        """Where somebody put something, as it was told."""
        if clause.verb in {"be", "exist", ""}:
            return ""
        doers = self._things(clause.subject) if clause.subject is not None else ()
        things = self._things(clause.object) if clause.object is not None else ()
        for name in reversed(list(situations(self._facts, clause.verb, self.grounding.lexicon))):
            if (
                all(self._facts.holds(name, "performedBy", who) for who in doers)
                and all(self._facts.holds(name, "actsOnObject", thing) for thing in things)
                and self._facts.objects(name, "hasDestination")
            ):
                return sentence(told(self._facts, name, self.grounding.lexicon, self.wording))
        return ""

    def _then(self, clause: Clause, target: Phrase) -> str:
        """Where a thing was at a time somebody spoke of."""
        said: list[str] = []
        for thing in self._things(target):
            for name in self._facts.subjects("rdf:subject", thing):
                relation = next(iter(self._facts.objects(name, "rdf:predicate")), "")
                when = moment(self._facts, name)
                asked = [each for each in clause.adverbs if each.casefold() == when.casefold()]
                for place in self._facts.objects(name, "rdf:object") if when and relation in SAID else ():
                    if asked or not clause.adverbs:
                        where = f"{SAID[relation]} {self.wording.name(place)}"
                        said.append(f"{when}, {self.said(target, thing)} was {where}")
        return sentence("; ".join(said))

    def _was(self, target: Phrase) -> str:
        """Where a thing was before."""
        said: list[str] = []
        for thing in self._things(target):
            before = [(name, place) for name in WAS_AT for place in self._facts.once(thing, name)[:1]]
            if before:
                name, place = before[0]
                said.append(f"{self.said(target, thing)} was {SAID[name]} {self.wording.name(place)}")
        return sentence("; ".join(said))

    def _when(self, clause: Clause, truth: Truth) -> str:
        """When something was done, as it was told or seen."""
        names = self.deeds_told(clause)
        if clause.verb == "be":
            names = self.noted(clause, truth)
        found = [each for name in names if (each := moment(self._facts, name))]
        if found:
            return sentence(listed(found[-4:]))
        return "I do not know when."

    def _attribute(self, clause: Clause, truth: Truth) -> str:
        word = clause.asked.split(" ", 1)[1]
        lexicon = self.grounding.lexicon
        name = lexicon.attributes.get(word) or lexicon.property_of(word)
        names = dict.fromkeys((name, *told_by(word, name), f"has{word.capitalize()}"))
        target = clause.subject if clause.subject is not None and clause.subject.pronoun != "gap" else clause.kind
        if target is None:
            return f"I do not know the {word} of what you mean."
        if name == "hasName":
            return self._called(self._things(target))
        minds = (self._facts, self.grounding.mine)
        found = [
            (thing, next(filter(None, (mind.objects(thing, each) for each in names for mind in minds)), list[str]()))
            for thing in self._things(target)
        ]
        parts: list[str] = []
        for thing, values in found:
            said = self.said(target, thing)
            if values:
                parts.append(f"{said} {amount(word, [spaced(each) for each in values], self.wording.be(thing))}")
            elif clause.asked.startswith("how "):
                parts.append(f"I do not know how {word} {said} {self.wording.be(thing)}")
            else:
                parts.append(f"I do not know the {word} of {said}")
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
        you = clause.subject is not None and clause.subject.pronoun == "you"
        blind = clause.verb == "see" and not facts.objects(self._robot, "sees")
        if you and (clause.verb == "know" or blind) and not clause.places:
            phrase = clause.object or phrase
            found = self.grounding.candidates(replace(phrase, determiner="all"), facts)
        elif clause.verb in {"", "exist"} and not clause.places:
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

    def _open(self, clause: Clause, truth: Truth) -> str:
        kind = clause.kind
        if clause.verb == "be" and clause.subject is not None and clause.subject.pronoun == "gap" and kind is not None:
            return self._what(kind, clause)
        if (
            clause.verb in {"know", "think", "believe"}
            and clause.subject is not None
            and clause.subject.pronoun == "you"
            and clause.places
        ):
            return self._about(self._things(clause.places[0][1]), self._facts)
        if clause.verb in {"tell", "say"} and clause.subject is not None and clause.subject.pronoun == "gap":
            found = self._tellers(clause)
            self._note(found)
            return sentence(self.wording.names(found, subject=True) if found else self._nothing(clause))
        if clause.verb in {"know", "think", "believe"} and clause.complement is None and clause.subject is not None:
            about = next((each for words, each in clause.places if words in {"about", "of"}), None)
            if clause.subject.pronoun != "gap" and (about is not None or clause.object is None):
                return self._held(self._things(clause.subject)[0], about)
        aim = clause.complement
        if aim is not None and aim.verb == "do" and clause.verb in {"want", "ask", "tell", "need", "order"}:
            doer = aim.subject or clause.recipient or clause.object
            who = self._things(clause.subject)[0] if clause.subject is not None else ""
            return self._wishes(who, self._things(doer)[0] if doer is not None else "")
        facts, prefix = self._facts, ""
        if clause.complement is not None and clause.subject is not None and clause.subject.pronoun != "gap":
            who = self._things(clause.subject)[0]
            if who != self._robot:
                facts, prefix = self.grounding.models.facts(who), f"{self.wording.name(who, subject=True)} thinks: "
            clause = clause.complement
        if clause.verb == "happen":
            return self._happened()
        if clause.verb == "be" and clause.adjectives and clause.adjectives[0] in WRONG:
            return self._wrong(clause, ())
        able = clause.verb == "do" and clause.modal in {"can", "could"}
        if able and clause.subject is not None and clause.subject.pronoun == "you":
            return ABLE
        if clause.verb == "do" and clause.subject is not None and clause.subject.pronoun != "gap":
            who = self._things(clause.subject)[0]
            if clause.modal in {"will", "shall", "should", "must"} or clause.tense == "future":
                return self._wishes("", who)
            return self._deeds(who)
        found = truth.answers(clause, facts)
        if clause.asked == "what" and clause.verb in {"be", "exist"}:
            found = [each for each in found if not self.grounding.is_person(each)] or found
        if "else" in clause.adverbs:
            found = [each for each in found if each not in self.grounding.attention.recent]
        self._note(found)
        if not found:
            return sentence(f"{prefix}{self._nothing(clause)}")
        more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
        return sentence(f"{prefix}{self.wording.names(found[:NAMED], subject=True)}{more}")

    def _nothing(self, clause: Clause) -> str:
        if clause.asked == "who":
            return "nobody that I know of"
        noun = clause.subject.head if clause.subject is not None and clause.subject.head else ""
        return f"no {noun} that I know of" if noun else "nothing that I know of"

    def _what(self, phrase: Phrase, clause: Clause) -> str:
        """`what is this`, `who is Bob`, `what is a cup`, `what is the colour of the cup`."""
        attribute = self.grounding.lexicon.attributes.get(phrase.head)
        if attribute == "where" and phrase.owner is not None:
            return self._where(Clause("question", "be", phrase.owner, asked="where"), Truth(self.grounding))
        if attribute == "belongsTo" and phrase.owner is not None:
            return self._whose(Clause("question", "be", phrase.owner, asked="whose"), Truth(self.grounding))
        if attribute and phrase.owner is not None:
            return self._attribute(
                Clause("question", "be", phrase.owner, asked=f"attribute {phrase.head}"), Truth(self.grounding)
            )
        if phrase.determiner in {"a", "an"} or (phrase.head and not phrase.determiner and not phrase.name):
            return self._meaning(phrase)
        return self._about(self._things(phrase), self._facts, phrase)
