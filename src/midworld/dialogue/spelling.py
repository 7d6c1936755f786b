"""Words nobody knows that are nearly ones everybody does."""

import difflib
import re

from .closed import ADVERBS, NOT_NOUNS, SAYING, WH
from .lexicon import Lexicon, Vocabulary
from .words import singular, tokens

SHORTEST = 3
NEAR = 0.78


def correction(text: str, lexicon: Lexicon, vocabulary: Vocabulary) -> tuple[str, list[str]]:
    """The first word of a sentence that is not known, and the words it is near to."""
    plain = {*NOT_NOUNS, *ADVERBS, *SAYING, *WH, *lexicon.verbs, *lexicon.adjectives, *lexicon.attributes}
    plain |= {word for phrase in (*lexicon.prepositions, *lexicon.ways) for word in phrase.split()}
    named = {word for phrase in (*vocabulary.nouns, *vocabulary.names) for word in phrase.split()}
    for said in tokens(text):
        word = said.casefold()
        if len(word) < SHORTEST or not word.isalpha() or word in plain or singular(word) in named or word in named:
            continue
        if lexicon.verb(word) is not None:
            continue
        # Letters that changed places, then letters too many, too few or wrong.
        near = [each for each in sorted(plain | named) if sorted(each) == sorted(word)]
        near = near or difflib.get_close_matches(
            word, sorted(plain | named), n=5, cutoff=NEAR if len(word) > SHORTEST else 0.8
        )
        if near:
            return word, near
    return "", []


def corrected(text: str, word: str, near: str) -> str:
    """A sentence with a word put right."""
    return re.sub(rf"\b{re.escape(word)}\b", near, text, flags=re.IGNORECASE)
