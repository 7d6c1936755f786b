"""What a thing is: descriptions of things and words, and who did what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .deeds import deeds_of, happened, holder, in_order, told, wanted, wishes_of
from .facts import LABELS, TYPE, Facts, Statement, is_situation
from .grounding import Grounding
from .orders import Unresolved
from .outcomes import Resolved
from .speaking import QUALITIES, Wording, listed, paired, sentence
from .tree import Clause, Phrase
from .turns import Supposed
from .words import spaced, with_article

UNSAID = frozenset({"hasName", "hasInHand", "hasTime", "hasMainDimension", "hasReason"})
PURPOSES = ("hasPurpose", "isUsedFor", "usedFor", "isFor")


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

    def _purpose(self, phrase: Phrase) -> str:
        """What a thing, or what is called so, is for."""
        models, word = self.grounding.models, phrase.head or phrase.name or phrase.text
        found = self.grounding.ground(phrase, several=True)
        things = [*models.vocabulary.classes(word), *(found.things if isinstance(found, Resolved) else ())]
        purposes = [value for each in things for name in PURPOSES for value in self._facts.objects(each, name)]
        if purposes:
            return sentence(f"{phrase.text} is for {listed([spaced(each) for each in dict.fromkeys(purposes)])}")
        if not things:
            raise Unresolved(phrase, found)
        what = self._meaning(phrase).rstrip(".") if models.vocabulary.classes(word) else ""
        unknown = f"I do not know what {phrase.text} {'are' if phrase.plural else 'is'} for"
        return f"{unknown}; all I know is: {what[:1].lower()}{what[1:]}." if " is " in what else f"{unknown}."

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
            be = self.wording.be(thing)
            if thing not in facts or not (kind or facts.of(thing)):
                facts = self.grounding.mine
                kind = kind or self.wording.kind(thing, facts)
            parts = [kind] if kind and kind.partition(" ")[2] != one.removeprefix("the ") else []
            place = self.wording.place(thing, facts)
            parts += [place] if place else []
            like, its = self._properties(thing, facts, kind)
            parts += like
            parts = parts or ([kind] if kind and not its else [])
            labels = [value for name in LABELS for value in facts.objects(thing, name)]
            if labels and phrase is not None and phrase.pronoun:
                parts.insert(0, labels[0])
            if parts:
                said.append(f"{one} {be} {', '.join(parts)}")
            if its:
                said.append(listed(its) if parts else f"of {one} I know that {listed(its)}")
            if not parts and not its:
                said.append(f"I know nothing more of {one}")
        return sentence("; ".join(said))

    def _properties(self, thing: str, facts: Facts, kind: str) -> tuple[list[str], list[str]]:
        """What a thing is like, and what its weight and the like are."""
        values = [value for name in QUALITIES for value in facts.objects(thing, name)]
        plain = [spaced(value) for value in values if not value[:1].isupper()]
        said = [each for each in dict.fromkeys(plain) if each not in kind.split()]
        its: list[str] = []
        for name, value in facts.of(thing):
            if name in {"belongsTo", "isOwnedBy"}:
                said.append(f"belongs to {self.wording.name(value)}")
            elif name.startswith("has") and name not in (*QUALITIES, *UNSAID) and not self._is_named(value, facts):
                its.append(f"its {spaced(name.removeprefix('has'))} is {spaced(value)}")
        felt = [value for state in facts.objects(thing, "experiences") for value in facts.objects(state, "hasFeature")]
        return list(dict.fromkeys((*said, *map(spaced, felt))))[:8], its[:8]

    def _is_named(self, value: str, facts: Facts) -> bool:
        """Whether a value is a thing or a situation, which nobody wants to hear of as a number or a word."""
        return is_situation(value) or bool(facts.objects(value, TYPE))

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
    return "am" if subject == "I" else "are" if subject in {"you", "we", "they"} or paired(subject) else "is"
