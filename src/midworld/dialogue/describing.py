"""What a thing is: descriptions of things and words, and who did what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .deeds import deeds_of, happened, holder, in_order, told, wanted, wishes_of
from .facts import LABELS, Facts, Statement
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Resolved
from .speaking import Wording, listed, sentence
from .tree import Clause, Phrase
from .turns import Supposed
from .words import spaced, with_article


@dataclass(slots=True)
class Describing:
    """Describes to one listener; `sources` tells who said what."""

    grounding: Grounding
    wording: Wording
    sources: Mapping[Statement, str] = field(default_factory=dict[Statement, str])
    explained: "Callable[[Statement], str] | None" = None
    imagined: "Callable[[Supposed], str] | None" = None

    @property
    def _robot(self) -> str:
        return self.grounding.models.robot

    @property
    def _facts(self) -> Facts:
        return self.grounding.robots

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

    def _meaning(self, phrase: Phrase) -> str:
        models = self.grounding.models
        classes = models.vocabulary.classes(phrase.head)
        if not classes:
            found = self.grounding.ground(phrase)
            if not isinstance(found, Resolved):
                raise Unresolved(phrase, found)
            return self._about(found.things, self._facts, phrase)
        said = [each for each in sorted(models.above(classes[0])) if each != classes[0] and each in models.said_as]
        # Of all that is above a class, what is next to it.
        near = [each for each in said if not any(each in models.above(other) for other in said if other != each)]
        names = [models.said_as[each] for each in near]
        names = [each for each in dict.fromkeys(names) if each != phrase.head and "thing" not in each]
        kinds = listed([with_article(each) for each in names[:3]])
        return (
            sentence(f"{with_article(phrase.head)} is {kinds}")
            if names
            else f"I know the word {phrase.head}, and no more."
        )

    def _place(self, phrase: Phrase, thing: str, facts: Facts, who: str) -> str:
        """Where a thing is, for the robot or for somebody else."""
        place = self.wording.place(thing, facts)
        said = self.said(phrase, thing)
        be = being(said)
        if who and who != self._robot:
            name = self.wording.name(who, subject=True)
            thinks = "think" if name == "you" else "thinks"
            if not place:
                return f"{name} {'do' if name == 'you' else 'does'} not know where {said} {be}"
            return f"{name} {thinks} {said} {be} {place}"
        rests = any(facts.objects(thing, name) for name in ("isHeldBy", "isIn", "isOn", "isUnder"))
        if not rests and holder(facts, thing):
            name = self.wording.name(holder(facts, thing), subject=True)
            return f"{name} {'have' if name in {'I', 'you'} else 'has'} {said}"
        if not place:
            mine = self.wording.place(thing, self.grounding.mine)
            if mine and self.grounding.speaker != self._robot:
                return f"as far as you know, {said} {be} {mine}"
            return f"I do not know where {said} {be}"
        return f"{said} {be} {place}"

    def _about(self, things: tuple[str, ...], facts: Facts, phrase: Phrase | None = None) -> str:
        said: list[str] = []
        for thing in things:
            one = self.wording.name(thing, subject=True)
            kind = self.wording.kind(thing, facts) if thing != self._robot else "a robot"
            be = being(one)
            parts = [kind] if kind else []
            place = self.wording.place(thing, facts)
            parts += [place] if place else []
            parts += [value for name in ("hasSize", "hasFeature") for value in facts.objects(thing, name)][:3]
            labels = [value for name in LABELS for value in facts.objects(thing, name)]
            if labels and phrase is not None and phrase.pronoun:
                parts.insert(0, labels[0])
            said.append(f"{one} {be} {', '.join(parts)}" if parts else f"I know nothing more of {one}")
        return sentence("; ".join(said))

    # Deeds and feelings.

    def _deeds(self, who: str) -> str:
        """What somebody did."""
        said = [told(self._facts, each, self.grounding.lexicon, self.wording) for each in deeds_of(self._facts, who)]
        return sentence("; ".join(each for each in said if each)) or "I do not know of anything done."

    def _wishes(self, who: str, doer: str) -> str:
        """What somebody wants somebody to do."""
        names = wishes_of(self._facts, who, doer)
        said = [wanted(self._facts, each, self.grounding.lexicon, self.wording) for each in names]
        return sentence(listed(list(dict.fromkeys(filter(None, said))))) or "Nothing that I know of."

    def _happened(self) -> str:
        """All that was done."""
        names = [name for name, _ in self._facts.all_of("performedBy") if happened(self._facts, name)]
        ordered = in_order(self._facts, dict.fromkeys(names))
        said = [told(self._facts, each, self.grounding.lexicon, self.wording) for each in ordered]
        return sentence("; ".join(each for each in said if each)) or "I do not know of anything that happened."

    def _supposed(self, clause: Clause) -> str:
        """What would happen if somebody did something."""
        deed = clause.complement
        if deed is None or self.imagined is None or deed.subject is None:
            return "I cannot imagine what would happen; ask me what is, or what was."
        doers, things = self._things(deed.subject), self._things(deed.object) if deed.object is not None else ("",)
        about = self._things(clause.subject)[0] if clause.subject is not None else ""
        return self.imagined(Supposed(deed.verb.split()[0], things[0], doers[0], " ".join(deed.adverbs), about))

    def _how(self, phrase: Phrase) -> str:
        """How somebody feels, what something is like."""
        said: list[str] = []
        for thing in self._things(phrase):
            one = self.wording.name(thing, subject=True)
            states = self._facts.objects(thing, "experiences")
            felt = [value for state in states for value in self._facts.objects(state, "hasFeature")]
            felt += self._facts.objects(thing, "hasFeature")
            if felt:
                said.append(f"{one} {being(one)} {listed([spaced(each) for each in dict.fromkeys(felt)])}")
            else:
                said.append(f"I do not know how {one} {being(one)}")
        return sentence("; ".join(said))

    def _called(self, things: tuple[str, ...]) -> str:
        """What somebody or something is called."""
        said: list[str] = []
        for thing in things:
            labels = [value for name in LABELS for value in self._facts.objects(thing, name)]
            own = {self._robot: "my", self.grounding.speaker: "your"}.get(thing, "its")
            name = labels[0] if labels else self.wording.title(thing) if self.grounding.is_person(thing) else ""
            said.append(
                f"{own} name is {name}" if name else f"I do not know that {self.wording.name(thing)} has a name"
            )
        return sentence("; ".join(said))


def being(subject: str) -> str:
    """The form of `be` that goes with a subject."""
    return "am" if subject == "I" else "are" if subject in {"you", "we", "they"} else "is"
