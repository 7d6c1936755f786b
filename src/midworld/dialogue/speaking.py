"""Sentences out: how a thing is called so that the listener knows which one, and what is said of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .facts import LABELS, TYPE, Facts, PlainModels
from .grounding import Grounding
from .lexicon import Lexicon
from .outcomes import Attention
from .tree import Phrase
from .words import NUMBERS, PAIRED, is_plural, plural, spaced, with_article

PLACES = (
    "isHeldBy",
    "isIn",
    "isOn",
    "isUnder",
    "behind",
    "inFrontOf",
    "leftOf",
    "rightOf",
    "isNextTo",
    "near",
    "isAt",
    "isAbove",
    "isBelow",
)
SAID = {
    "isHeldBy": "held by",
    "isIn": "in",
    "isOn": "on",
    "isUnder": "under",
    "isNextTo": "next to",
    "near": "near",
    "isAt": "at",
    "isAbove": "above",
    "isBelow": "below",
    "behind": "behind",
    "inFrontOf": "in front of",
    "leftOf": "left of",
    "rightOf": "right of",
}
VERBS = {
    "sees": "sees",
    "hasInHand": "holds",
    "belongsTo": "belongs to",
    "canReach": "can reach",
    "looksAt": "looks at",
    "pointsAt": "points at",
    "owns": "owns",
    "contains": "contains",
    "hasColor": "is",
    "hasSize": "is",
    "hasShape": "is",
    "hasFeature": "is",
    "hasMaterial": "is made of",
}
# Qualities before others: what people see first. Of the rest any word that is no thing will do.
QUALITIES = ("hasColor", "hasSize", "hasShape", "hasMaterial", "hasFeature")
TOLD_APART_BY = ("isIn", "isOn", "isNextTo", "isHeldBy", "isUnder", "behind", "inFrontOf", "leftOf", "rightOf", "near")
# Of what a thing stands beside this many are named.
BESIDE = 2
VAGUEST = frozenset({"object", "thing", "agent", "embodied agent", "active concept"})
VAGUE = frozenset({"object", "thing", "agent", "human", "person", "robot", "artifact"})


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    plain = text.strip()
    if not plain:
        return ""
    return plain[0].upper() + plain[1:] + ("" if plain[-1] in ".?!" else ".")


def paired(name: str) -> bool:
    """Whether what is called so is spoken of as several: the scissors, the red trousers."""
    noun = name.partition(" in ")[0].partition(" on ")[0].rpartition(" ")[2].casefold()
    return name.startswith("the ") and (noun in PAIRED or is_plural(noun))


def _telling(kind: str) -> bool:
    """Whether a class says more than that something is there."""
    return not kind.startswith(("cyc:", "owl:")) and kind != "ActiveConcept"


def _several(name: str, count: int) -> str:
    """`two plates` for a plate and a plate."""
    if count == 1:
        return name
    noun = name.removeprefix("an ").removeprefix("a ")
    words = {number: word for word, number in NUMBERS.items()}
    return f"{words.get(count, str(count))} {plural(noun)}"


@dataclass(slots=True)
class Wording:
    """Says things to one listener."""

    models: PlainModels
    lexicon: Lexicon
    listener: str

    def _grounding(self) -> Grounding:
        return Grounding(self.models, self.lexicon, self.listener, Attention())

    def known(self, thing: str) -> Facts:
        """Where the listener's knowledge of a thing is; the robot's where the listener has none."""
        mine = self.models.facts(self.listener)
        named = any(_telling(kind) and kind in self.models.said_as for kind in mine.objects(thing, TYPE))
        if named:
            return mine
        robots = self.models.facts(self.models.robot)
        if robots.objects(thing, TYPE):
            return robots
        others = (self.models.facts(name) for name in self.models.names)
        return next((each for each in others if each.objects(thing, TYPE)), robots)

    def name(self, thing: str, *, subject: bool = False) -> str:
        """The shortest words that tell a thing from all others the listener knows; its kind if none do."""
        if thing == self.listener:
            return "you"
        if thing == self.models.robot:
            return "I" if subject else "me"
        if thing in self.models.common or thing in self.models.said_as:
            return self.models.noun(thing)
        return next(self.expressions(thing), None) or self._vaguely(thing)

    def names(self, things: Sequence[str], *, subject: bool = False) -> str:
        """Several things; those that nothing tells apart are counted."""
        said = Counter(self.name(each, subject=subject) for each in things)
        return listed([_several(name, count) for name, count in said.items()])

    def be(self, thing: str) -> str:
        """The form of `be` that goes with a thing: scissors are."""
        if thing == self.listener:
            return "are"
        if thing == self.models.robot:
            return "am"
        name = self.name(thing)
        return "are" if paired(name) else "is"

    def _vaguely(self, thing: str) -> str:
        """`a red cup` for one of several that nothing tells apart."""
        facts = self.known(thing)
        if self._grounding().is_person(thing):
            return self.title(thing)
        return self.kind(thing, facts) or f"the {spaced(thing).rstrip('0123456789 ') or 'thing'}"

    def title(self, thing: str) -> str:
        """What somebody is called after their identifier: `user_a` is User A."""
        if not self._grounding().is_person(thing):
            return thing
        return " ".join(word[:1].upper() + word[1:] for word in thing.replace("_", " ").split())

    def expressions(self, thing: str) -> Iterator[str]:
        """Unique expressions for a thing, the shortest first."""
        facts, grounding = self.known(thing), self._grounding()
        if not facts.objects(thing, TYPE) and not any(facts.objects(thing, name) for name in LABELS):
            return
        for label in (value for name in LABELS for value in facts.objects(thing, name)):
            owners = [each for each in self.models.vocabulary.names.get(label.casefold(), []) if each in facts]
            if len(owners) == 1 and not grounding.candidates(Phrase("", head=label.casefold()), facts)[1:]:
                yield label if label[:1].isupper() else f"the {label}"
        if grounding.is_person(thing):
            yield self.title(thing)
            return
        if self.nouns(thing, facts)[:1] in ([], ["object"], ["thing"]) and thing.replace("_", "").isalpha():
            yield f"the {spaced(thing)}"
        found = sorted(self._options(thing, facts), key=lambda option: len(option[0].split()))
        for text, phrase in found:
            if grounding.candidates(phrase, facts) == [thing]:
                yield text
        for text, phrase in sorted(self._placed(thing, facts, found), key=lambda option: len(option[0].split())):
            if grounding.candidates(phrase, facts) == [thing]:
                yield text

    def _options(self, thing: str, facts: Facts) -> Iterator[tuple[str, Phrase]]:
        """A noun with none, one, two or three adjectives."""
        nouns, words = self.nouns(thing, facts), self.qualities(thing, facts)
        for count in range(min(len(words), 3) + 1):
            for chosen in combinations(words, count):
                for noun in nouns:
                    text = " ".join(("the", *chosen, noun))
                    yield text, Phrase("", head=noun, words=noun, determiner="the", adjectives=chosen)

    def _placed(self, thing: str, facts: Facts, options: Sequence[tuple[str, Phrase]]) -> Iterator[tuple[str, Phrase]]:
        """With where it is."""
        for predicate in TOLD_APART_BY:
            for other in facts.objects(thing, predicate):
                inner = self._plain(other, facts)
                if inner is None:
                    continue
                text, phrase = inner
                for said, core in options[:6]:
                    relation = (SAID[predicate], phrase)
                    whole = Phrase(
                        "", head=core.head, words=core.words, adjectives=core.adjectives, relations=(relation,)
                    )
                    if phrase.pronoun and predicate in {"leftOf", "rightOf"}:
                        yield f"{said} on {text} {predicate.removesuffix('Of')}", whole
                    else:
                        yield f"{said} {SAID[predicate]} {text}", whole

    def _plain(self, thing: str, facts: Facts) -> tuple[str, Phrase] | None:
        if thing == self.listener:
            return "your", Phrase("", pronoun="i")
        grounding = self._grounding()
        if grounding.is_person(thing):
            return self.title(thing), Phrase("", name=thing.casefold())
        for text, phrase in self._options(thing, facts):
            if grounding.candidates(phrase, facts) == [thing]:
                return text, phrase
        return None

    def nouns(self, thing: str, facts: Facts) -> list[str]:
        """What a thing is called, the most specific class first."""
        kinds = [each for each in facts.objects(thing, TYPE) if not each.startswith("owl:")]
        said = [each for each in kinds if each in self.models.said_as and _telling(each)]
        size = {each: len(facts.subjects(TYPE, each)) for each in said}
        depth = {each: self._depth(each) for each in said}
        ordered = sorted(said, key=lambda each: (self.models.said_as[each] in VAGUEST, -depth[each], size[each]))
        found = list(dict.fromkeys(self.models.said_as[each] for each in ordered))
        # A wider class tells less: it is worth its while only where its name is shorter.
        return [each for place, each in enumerate(found) if place == 0 or len(each.split()) < len(found[0].split())][:3]

    def _depth(self, kind: str) -> int:
        """How many classes are above."""
        return len(self.models.above(kind))

    def qualities(self, thing: str, facts: Facts) -> list[str]:
        """Words for what a thing is like."""
        known = [value for name in QUALITIES for value in facts.objects(thing, name)]
        others = [
            value
            for name, value in facts.of(thing)
            if name.startswith("has")
            and name not in {*QUALITIES, "hasName", "hasInHand"}
            and not facts.objects(value, TYPE)
        ]
        words = [each for each in (*known, *others) if each.replace("_", "").isalpha() and len(each) < 20]
        return list(dict.fromkeys(spaced(each) for each in words))[:6]

    def kind(self, thing: str, facts: Facts) -> str:
        """`a red cup`."""
        nouns = self.nouns(thing, facts)
        colours = [spaced(each) for each in facts.objects(thing, "hasColor")]
        return with_article(" ".join((*colours[:1], nouns[0]))) if nouns else ""

    def place(self, thing: str, facts: Facts) -> str:
        """`in the box`, `on the table and next to the toolbox`; empty where nothing is known."""
        parts: list[str] = []
        told: set[str] = set()
        for predicate in PLACES:
            targets = facts.objects(thing, predicate)
            near = [each for each in targets if each not in told and each != thing]
            near = [
                each for each in near if not any(facts.holds(other, "isIn", each) for other in near if other != each)
            ]
            beside = predicate not in {"isHeldBy", "isIn", "isOn", "isUnder"}
            if beside and parts and (predicate != "isNextTo" or len(near) > BESIDE):
                continue
            for target in near[: BESIDE if beside else 3]:
                told.add(target)
                if predicate in {"leftOf", "rightOf"} and target in {self.listener, self.models.robot}:
                    whose = "your" if target == self.listener else "my"
                    parts.append(f"on {whose} {predicate.removesuffix('Of')}")
                else:
                    parts.append(f"{SAID[predicate]} {self.name(target)}")
        return listed(parts)

    def fact(self, subject: str, predicate: str, target: str) -> str:
        """A fact as a sentence without its full stop."""
        one = self.name(subject, subject=True)
        be = self.be(subject) if one != "you" else "are"
        if predicate == TYPE:
            return f"{one} {be} {with_article(self.models.noun(target))}"
        if predicate in SAID:
            return f"{one} {be} {SAID[predicate]} {self.name(target)}"
        if predicate in {"hasColor", "hasSize", "hasShape", "hasFeature"}:
            return f"{one} {be} {spaced(target)}"
        verb = VERBS.get(predicate, spaced(predicate))
        if one in {"I", "you"} and verb.endswith("s"):
            verb = verb.removesuffix("s")
        return f"{one} {verb} {self.name(target) if target else ''}".strip()
