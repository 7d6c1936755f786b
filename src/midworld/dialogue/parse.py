"""From a sentence to its readings: what kind of act it is, and what it says."""

from dataclasses import replace

from .closed import NOT_NOUNS
from .grammar import Sentences
from .lexicon import Lexicon, Vocabulary
from .nouns import TooLong
from .polite import plainly
from .social import social_act
from .tree import Clause, Phrase, Reading
from .words import tokens

MANY = 14
# Words before a phrase without a verb; some of them correct what was said before.
CORRECTING = frozenset(["no", "not", "sorry", "rather", "actually", "instead"])
_LEADING_IN = ("yes", ",", "ok", "okay", "and", "also", "then", "now", "plus", "well", "please", "oh", "but", "just")
LEADING_IN = CORRECTING | {*_LEADING_IN, "i", "mean", "meant", "said", "it", "is", "was"}


def parsed(sentence: str, lexicon: Lexicon, vocabulary: Vocabulary, *, question: bool = False) -> list[Reading]:
    """The readings of a sentence, the likeliest first; none where it is not understood."""
    heard = tokens(sentence)[:80]
    said = plainly(heard)
    social = social_act(heard) or social_act(said)
    if social:
        return [Reading((Clause("social", social=social),))]
    reader = Sentences(tuple(said), lexicon, vocabulary, question=question)
    found: dict[tuple[Clause, ...], Reading] = {}
    try:
        for reading in reader.readings():
            found.setdefault(reading.clauses, reading)
            if len(found) >= MANY:
                break
    except (TooLong, RecursionError):
        pass
    kept = list(found.values())
    if question:
        kept = [each for each in kept if each.clauses[0].mood != "statement"] or [_as_question(each) for each in kept]
    fragment = _fragment(said, lexicon, vocabulary)
    if fragment is not None:
        kept.append(fragment)
    # A question or an order that can be read as one is one: statements and fragments come after.
    return sorted(kept, key=lambda each: (each.clauses[0].mood == "fragment", each.cost))


def _as_question(reading: Reading) -> Reading:
    """A statement with a question mark asks whether it is so."""
    changed = tuple(
        replace(each, mood="question", asked="yesno") if each.mood == "statement" else each for each in reading.clauses
    )
    return Reading(changed, reading.cost)


def _led_in(reader: Sentences) -> tuple[int, bool, set[str]]:
    """Where a phrase without a verb begins, whether it corrects what was said, and what it is said with."""
    place, negated, adverbs = 0, False, set[str]()
    if reader.at(0) == "not" and "," in reader.low:
        # `not that one, the blue one`
        return reader.low.index(",") + 1, True, adverbs
    while reader.at(place) in LEADING_IN and not reader.ends(place + 1):
        word = reader.at(place)
        if word in {"i", "it"} and reader.at(place + 1) not in {"mean", "meant", "said", "is", "was"}:
            break
        negated = negated or word in CORRECTING
        adverbs |= {"and"} if word in {"and", "also", "then", "now", "plus"} else {word} & {"not"}
        place += 1
    return place, negated, adverbs


def _fragment(said: list[str], lexicon: Lexicon, vocabulary: Vocabulary) -> Reading | None:
    """A phrase without a verb: an answer to a question, a correction, a name."""
    reader = Sentences(tuple(said), lexicon, vocabulary)
    place, negated, with_it = _led_in(reader)
    adverbs = {*with_it, *({"and"} if reader.low[-1:] in {("too",), ("also",)} else set[str]())}
    instead = reader.low[-1:] == ("instead",)
    negated = negated or instead
    try:
        for phrase, end in reader.phrases(place):
            if reader.ends(reader.tail(end + instead)):
                said_with = tuple(sorted(adverbs))
                return Reading((Clause("fragment", subject=phrase, negated=negated, adverbs=said_with),), 0.0)
        for words, other, end in reader.placed(place):
            if reader.ends(reader.tail(end)):
                return Reading(
                    (Clause("fragment", places=((words, other),), negated=negated, adverbs=tuple(sorted(adverbs))),),
                    0.0,
                )
    except (TooLong, RecursionError):
        return None
    rest = [word for word in reader.low[place:] if word not in {"and", ",", "please"}]
    if rest and all(word in lexicon.adjectives or word in {"left", "right"} for word in rest):
        return Reading(
            (Clause("fragment", adjectives=tuple(rest), negated=negated, adverbs=tuple(sorted(adverbs))),), 0.0
        )
    if len(rest) == 1 and rest[0] not in NOT_NOUNS:
        return Reading((Clause("fragment", subject=Phrase(said[-1], head=rest[0]), negated=negated),), 1.0)
    return None
