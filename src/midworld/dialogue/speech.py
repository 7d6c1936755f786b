"""Ears and a mouth: what hears and what speaks, and the sentences an ear is to expect."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from .facts import LABELS, Models
from .grounding import Grounding
from .lexicon import Lexicon
from .outcomes import Attention
from .speaking import Wording


class Word(NamedTuple):
    """A word that was heard, and when it began, in seconds from the beginning."""

    text: str
    start: float


class Ears(Protocol):
    """Hears what is said in a recording."""

    def hear(self, sound: Path) -> Sequence[Word]: ...


class Mouth(Protocol):
    """Says a sentence into a file."""

    def speak(self, text: str, sound: Path) -> None: ...


def sentence_of(heard: Iterable[Word]) -> str:
    """What was heard as a sentence."""
    return " ".join(word.text for word in heard)


def grammar(models: Models, lexicon: Lexicon, known: Iterable[str]) -> str:
    """The sentences to expect about what is there, as a grammar (JSGF), of words only whose sound is known."""
    heard = frozenset(known)
    names, qualities = _words(models, lexicon)
    rules = {
        "noun": _spoken(names, heard) or ["thing"],
        "adjective": _spoken(qualities, heard) or ["other"],
        "preposition": _spoken(lexicon.prepositions, heard),
        "way": _spoken(lexicon.ways, heard),
        "giving": _spoken(lexicon.gifts, heard),
        "placing": _spoken(lexicon.places, heard),
        "doing": _spoken(lexicon.actions, heard),
    }
    lines = ["#JSGF V1.0;", "grammar talk;"]
    lines += [f"<{name}> = {' | '.join(words)};" for name, words in rules.items()]
    lines += [
        "<article> = the | a | an | this | that | my | your | another | the other;",
        "<phrase> = <article> [ <adjective> ] ( <noun> | one ) | me | it | this | that;",
        "<place> = ( <preposition> | <way> ) <phrase>;",
        "<order> = <giving> ( me <phrase> | <phrase> to <phrase> ) | <placing> <phrase> <place> | <doing> <phrase>;",
        "<asked> = where is <phrase> | what is <phrase> | what is <place> | who has <phrase> | is <phrase> <place>;",
        "<said> = <phrase> is ( <adjective> | <place> );",
        "<polite> = please | can you | could you;",
        "public <sentence> = [ <polite> ] <order> | <asked> | <said> | hello | thank you | yes | no;",
    ]
    return "\n".join(lines) + "\n"


def _words(models: Models, lexicon: Lexicon) -> tuple[list[str], list[str]]:
    """What the things there are are called, and what they are like."""
    facts = models.facts(models.robot)
    wording = Wording(models, lexicon, models.robot)
    grounding = Grounding(models, lexicon, models.robot, Attention())
    names, qualities = list[str](), list[str]()
    for thing in facts.things():
        if not grounding.is_thing(thing, facts) or thing == models.robot:
            continue
        names += wording.nouns(thing, facts)
        names += [value for name in LABELS for value in facts.objects(thing, name)]
        names += [thing] if grounding.is_person(thing) else []
        qualities += wording.qualities(thing, facts)
    return names, qualities


def _spoken(phrases: Iterable[str], heard: frozenset[str]) -> list[str]:
    """Phrases all of whose words have a known sound, each once."""
    plain = (" ".join(phrase.casefold().replace("_", " ").split()) for phrase in phrases)
    return sorted({each for each in plain if each and all(word in heard for word in each.split())})
