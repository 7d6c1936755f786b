"""Words as they are written: sentences, tokens, and the plain form of nouns and verbs."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import cast

NUMBERS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
# What comes in pairs and is always several.
_PAIRS = "scissors glasses trousers pants jeans shorts tongs pliers tweezers pyjamas pajamas binoculars goggles tights"
PAIRED = frozenset((*_PAIRS.split(), "headphones", "clothes", "sunglasses", "scales"))
_NO_PLURAL = PAIRED - {"glasses", "scales", "shorts"} | {
    *("this", "us", "is", "was", "its", "his", "as", "lens", "left", "yes", "gas", "bus", "glass", "dress", "news")
}
# How plurals end in English, men and mice, data and cacti included: the dictionary is slow to open.
_MAYBE_PLURAL = re.compile(r"(?:s|en|ople|eet|eeth|eese|ice|i|a|ae)$")
_BE = {"is": "present", "are": "present", "am": "present", "was": "past", "were": "past", "been": "past"}

# After these `'s` is `has`.
_PERFECT = (
    "given|taken|put|moved|gone|seen|been|done|made|said|told|come|brought|found|eaten|drunk|"
    "thrown|opened|picked|placed"
)
_SHORT = (
    # Typed without its apostrophe.
    (r"\b(what|where|who|when|how|that|there|he|she)s(?= (?!name\b))", r"\1's"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|ai)nt\b", r"\1n't"),
    (r"\b(ca|wo)nt\b", r"\1n't"),
    (r"\bim\b", "i'm"),
    (r"\b(i|you|we|they)ve\b", r"\1've"),
    (r"\b(you|they)re\b", r"\1're"),
    (r"\b(it|that|there|they|you)ll\b", r"\1'll"),
    (r"\blets(?= )", "let's"),
    (r"\blemme\b", "let me"),
    (r"\bdunno\b", "do not know"),
    (r"(\w)'s got\b", r"\1 has"),
    (rf"(\w)'s(?= (?:just |already |never )?(?:{_PERFECT})\b)", r"\1 has"),
    (r"\b(is|are|was|were) (?:colou?red|painted) (?=\w+\W*$)", r"\1 "),
    (r"\b(\w+)[- ]colou?red\b", r"\1"),
    (r"\b(can)not\b", r"\1 not"),
    (r"\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\bshan't\b", "shall not"),
    (r"\bain't\b", "is not"),
    (r"(\w)n't\b", r"\1 not"),
    (r"\blet's\b", "let us"),
    (r"(\w)'re\b", r"\1 are"),
    (r"(\w)'ve\b", r"\1 have"),
    (r"(\w)'ll\b", r"\1 will"),
    (r"\bi'm\b", "i am"),
    (r"(\w)'d\b", r"\1 would"),
    (r"\b(what|where|who|when|why|how|it|that|there|here|he|she|this|which|everything|something)'s\b", r"\1 is"),
    (r"\bgimme\b", "give me"),
    (r"\bu\b", "you"),
    (r"\bur\b", "your"),
    (r"\br(?= (?:you|u|we|they|the|my)\b)", "are"),
    (r"\bgotta\b", "have to"),
    (r"\bkinda\b", "rather"),
    (r"\b(?:pls|plz|plse)\b", "please"),
    (r"\bteh\b", "the"),
    (r"\b(?:thx|thanx|ty)\b", "thanks"),
    (r"\bwanna\b", "want to"),
    (r"\bgonna\b", "going to"),
    (r"\bin to\b", "into"),
    (r"\bon to (?=the|my|your|a|this|that)", "onto "),
    (r"\bany more\b", "anymore"),
    (r"\bno longer\b", "not"),
    (r"\b(?:over|right|up|down) (t?here)\b(?! (?:is|are|was|were)\b)", r"\1"),
    (r"\b(?:has|have) not got\b", "does not have"),
    (r"\b(has|have) got\b", "has"),
)
_TOKEN = re.compile(r"[^\W_][\w.:/-]*[\w]|[^\W_]|'s\b|s'(?=\s)|,|\w")
_COPULA = re.compile(
    r"(\w)'s(?= (?:on|in|at|next|under|behind|near|not|red|green|blue|a|an|the|my|your|there|here|very|inside|above|"
    r"below|empty|full|holding|looking)\b)"
)


def sentences(text: str) -> list[tuple[str, str]]:
    """The sentences of a text, each with the mark at its end."""
    plain = text.replace("’", "'").replace("‘", "'")
    parts = re.split(r"(?<!\d)([.?!;])+(?=\s|$)|([?!;])+", plain)
    found: list[tuple[str, str]] = []
    pending = ""
    for part in parts:
        if part is None:
            continue
        if part in {".", "?", "!", ";"}:
            if pending.strip():
                found.append((pending.strip(), part))
            elif found and part == "?":
                found[-1] = (found[-1][0], "?")
            pending = ""
        else:
            pending += part
    if pending.strip():
        found.append((pending.strip(), ""))
    return found


def tokens(sentence: str) -> list[str]:
    """The words of a sentence as they are said, short forms written out."""
    text = re.sub(r"\s+", " ", sentence)
    for pattern, full in _SHORT:
        text = re.sub(pattern, full, text, flags=re.IGNORECASE)
    text = _COPULA.sub(r"\1 is", text)
    return [word for word in _TOKEN.findall(text) if word]


@cache
def _lemma(word: str, kind: str) -> str:
    """The plain form of a word; itself where none is known."""
    import lemminflect

    lemma = cast("Callable[[str, str], Sequence[str]]", lemminflect.getLemma)  # pyright: ignore[reportUnknownMemberType]
    return next((each for each in lemma(word, kind) if each != word), word)


@cache
def _inflected(word: str, tag: str) -> str:
    import lemminflect

    inflection = cast("Callable[[str, str], Sequence[str]]", lemminflect.getInflection)  # pyright: ignore[reportUnknownMemberType]
    return next(iter(inflection(word, tag)), word)


def singular(noun: str) -> str:
    """The plain form of a noun, in small letters."""
    word = noun.casefold()
    if len(word) < 3 or word in _NO_PLURAL or not _MAYBE_PLURAL.search(word):
        return word
    return _lemma(word, "NOUN")


def is_plural(noun: str) -> bool:
    return singular(noun) != noun.casefold()


def plural(noun: str) -> str:
    """A noun for several; of several words the last changes."""
    before, space, last = noun.rpartition(" ")
    return f"{before}{space}{_inflected(last, 'NNS')}"


def with_article(noun: str) -> str:
    """`a cup`, `an apple`."""
    if noun.casefold().rpartition(" ")[2] in PAIRED:
        return noun
    return f"{'an' if noun[:1].casefold() in 'aeiou' else 'a'} {noun}"


def verb_form(word: str, verbs: Collection[str]) -> tuple[str, str] | None:
    """The verb and its form (base, present, past, ing) where a word is one of those known."""
    if word in verbs:
        return word, "base"
    if word in _BE:
        return "be", _BE[word]
    base = _regular(word, verbs) or _lemma(word, "VERB")
    if (base not in verbs and base not in {"have", "do"}) or (base == "be" and word != "being"):
        return None
    if word.endswith("ing"):
        return base, "ing"
    return base, "present" if word.endswith("s") else "past"


def _regular(word: str, verbs: Collection[str]) -> str:
    """The known verb a word is a regular form of: `moved`, `picks`, `holding`; for others a dictionary is opened."""
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        for base in (stem, f"{stem}e") if stem != word else ():
            if len(base) > 2 and base in verbs:
                return base
    return ""


@cache
def dictionary_verb(word: str) -> tuple[str, str] | None:
    """The verb and its form where a dictionary has the word as one, known here or not."""
    if not word.isalpha():
        return None
    import lemminflect

    lemmas = cast("Callable[[str], Mapping[str, Sequence[str]]]", lemminflect.getAllLemmas)  # pyright: ignore[reportUnknownMemberType]
    found = lemmas(word).get("VERB")
    return verb_form(word, frozenset(found)) if found else None


def plain_verb(word: str) -> str:
    """A verb in its plain form: `gave` is give."""
    return _lemma(word.casefold(), "VERB")


def past(verb: str) -> str:
    """A verb in the past, with whatever belongs to it."""
    first, space, rest = verb.partition(" ")
    return f"{_inflected(first, 'VBD')}{space}{rest}"


def third(verb: str) -> str:
    """A verb as others do it: `takes`."""
    first, space, rest = verb.partition(" ")
    return f"{_inflected(first, 'VBZ')}{space}{rest}"


def camel(words: str) -> str:
    """`cardboard box` as a class is called: CardboardBox."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[\s_-]+", words) if part)


def spaced(name: str) -> str:
    """A class or an identifier as people say it: `CardboardBox` is cardboard box, `cup_1` is cup 1."""
    local = name.rpartition(":")[2]
    local = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", local)
    return re.sub(r"[_\s]+", " ", local).strip().casefold()
