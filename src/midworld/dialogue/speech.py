"""Ears and a mouth: what hears and what speaks, and the sentences an ear is to expect."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from .facts import LABELS, PlainModels
from .grounding import Grounding
from .lexicon import Lexicon
from .outcomes import Attention
from .speaking import Wording
from .words import plural


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


# What people say to a robot at a table, likeliest first: with all verbs of a lexicon an ear hears anything.
GIVING = ("give", "bring", "hand", "pass", "get", "fetch", "show", "take")
PLACING = ("put", "place", "move", "bring", "take", "push", "carry")
HANDLING = (
    *("take", "open", "close", "pick up", "put down", "grab", "touch", "move", "push", "pull", "find", "drop", "lift"),
    *("look at", "look for", "point at", "show", "hold", "turn on", "turn off", "switch on", "switch off", "count"),
)
PLACES = ("in", "on", "under", "next to", "behind", "in front of", "near", "left of", "right of", "above")
INTO = ("in", "on", "into", "onto", "to", "under", "next to", "behind", "in front of")
OUT = ("from", "out of", "off")
RULES = (
    "<the> = /40/ the | /2/ this | /4/ my | /1/ your | /3/ the other | /1/ another;",
    "<phrase> = /20/ <the> <thing> | /1/ <a> | /1/ <some> | /2/ it | /1/ this | /1/ that | /1/ <the> one;",
    "<somebody> = /4/ me | /3/ <person> | /1/ him | /1/ her;",
    "<who> = <person> | i | you | he | she;",
    "<give> = <giving> ( me <phrase> | <phrase> to <somebody> );",
    "<put> = <placing> <phrase> <into> <phrase> | <placing> <phrase> here | <placing> <phrase> there;",
    "<out> = ( take | remove | get ) <phrase> <outof> <phrase>;",
    "<go> = ( go | come ) ( to <phrase> | here | there ) | stop | wait | turn ( left | right ) | follow me;",
    "<aside> = move <phrase> to the ( left | right );",
    "<order> = /4/ <give> | /4/ <put> | /2/ <out> | /3/ <handling> <phrase> | /1/ <go> | /1/ <aside>;",
    "<polite> = please | can you | could you | would you | do not | don't | never | robot;",
    "<where> = where is <phrase> | where are <the> <things> | where does <person> think <phrase> is;",
    "<what> = what is ( <place> <phrase> | this | that | <phrase> ) | what colour is <phrase> | what happened;",
    "<whose> = who ( has | took | moved ) <phrase> | who ( is | was ) <place> <phrase> | who is wrong;",
    "<many> = how many <things> are ( there | <place> <phrase> );",
    "<whether> = is <phrase> ( <place> <phrase> | <adjective> ) | can <who> ( see | reach ) <phrase>;",
    "<knows> = does <person> know where <phrase> is | did <who> take <phrase>;",
    "<asked> = /4/ <where> | /4/ <what> | /2/ <whose> | /1/ <many> | /2/ <whether> | /1/ <knows>;",
    "<said> = <phrase> is ( <adjective> | <place> <phrase> ) | i want <phrase> | i am <adjective>;",
    "<short> = yes | no | hello | thank you | <the> one | <place> <phrase>;",
    "public <sentence> = /6/ [ <polite> ] <order> | /6/ <asked> | /2/ <said> | /1/ <short>;",
)


def grammar(models: PlainModels, lexicon: Lexicon, known: Iterable[str]) -> str:
    """The sentences to expect about what is there, as a grammar (JSGF), of words only whose sound is known."""
    heard = frozenset(known)
    things, kinds, people, qualities = _words(models, lexicon)
    named = _spoken(things, heard) or ["thing"]
    rules = {
        "thing": named,
        "a": [f"{'an' if each[0] in 'aeiou' else 'a'} {each}" for each in named],
        "some": [f"{word} {each}" for word in ("two", "all", "the") for each in _spoken(map(plural, kinds), heard)],
        "things": _spoken(map(plural, kinds), heard) or ["things"],
        "person": _spoken(people, heard) or ["somebody"],
        "adjective": _spoken(qualities, heard) or ["other"],
        "place": _weighed(PLACES, heard),
        "into": _weighed(INTO, heard),
        "outof": _weighed(OUT, heard),
        "giving": _weighed(GIVING, heard),
        "placing": _weighed(PLACING, heard),
        "handling": _weighed(HANDLING, heard),
    }
    lines = ["#JSGF V1.0;", "grammar talk;"]
    lines += [f"<{name}> = {' | '.join(words or ['the thing'])};" for name, words in rules.items()]
    return "\n".join((*lines, *RULES)) + "\n"


def _words(models: PlainModels, lexicon: Lexicon) -> tuple[list[str], list[str], list[str], list[str]]:
    """What things are called, with what tells them apart; their kinds; who is there; and what things are like."""
    facts = models.facts(models.robot)
    wording = Wording(models, lexicon, models.robot)
    grounding = Grounding(models, lexicon, models.robot, Attention())
    things, kinds, people, qualities = list[str](), list[str](), list[str](), list[str]()
    for thing in facts.things():
        if not grounding.is_thing(thing, facts) or thing == models.robot:
            continue
        names = [value for name in LABELS for value in facts.objects(thing, name)]
        if grounding.is_person(thing):
            people += [thing, *names]
            continue
        nouns, like = wording.nouns(thing, facts), wording.qualities(thing, facts)
        things += [*nouns, *names, *(f"{quality} {noun}" for quality in like for noun in nouns[:1])]
        kinds += nouns[:1]
        qualities += like
    return things, kinds, people, [*qualities, *lexicon.adjectives]


def _weighed(phrases: Sequence[str], heard: frozenset[str]) -> list[str]:
    """Phrases with known sounds, the first the likeliest."""
    spoken = [each for each in phrases if all(word in heard for word in each.split())]
    return [f"/{len(spoken) - place}/ {each}" for place, each in enumerate(spoken)]


def _spoken(phrases: Iterable[str], heard: frozenset[str]) -> list[str]:
    """Phrases all of whose words have a known sound, each once."""
    plain = (" ".join(phrase.casefold().replace("_", " ").split()) for phrase in phrases)
    return sorted({each for each in plain if each and all(word in heard for word in each.split())})
