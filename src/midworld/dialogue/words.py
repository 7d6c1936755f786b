"""Words as they are written: sentences, tokens, and the plain form of nouns and verbs."""

import re
from collections.abc import Collection, Mapping

NUMBERS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
_PLURALS = {
    "people": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "mice": "mouse",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "knives": "knife",
    "shelves": "shelf",
    "leaves": "leaf",
    "loaves": "loaf",
    "wives": "wife",
    "halves": "half",
    "scarves": "scarf",
    "lives": "life",
    "boxes": "box",
    "shoes": "shoe",
    "movies": "movie",
    "cookies": "cookie",
    "bookcases": "bookcase",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "vases": "vase",
    "cases": "case",
    "glasses": "glass",
    "horses": "horse",
    "houses": "house",
    "noses": "nose",
    "dishes": "dish",
    "toes": "toe",
    "pieces": "piece",
    "phones": "phone",
}
_SAME = frozenset(
    [
        "keys",
        "scissors",
        "trousers",
        "sheep",
        "fish",
        "news",
        "glass",
        "bus",
        "gas",
        "lens",
        "pants",
        "jeans",
        "this",
        "us",
        "is",
        "was",
        "its",
    ]
)
_PAST = """be was were been|have had|do did done|give gave given|take took taken|put put put|bring brought|go went gone
|come came come|get got gotten|see saw seen|know knew known|think thought|say said|tell told|find found|leave left
|hold held|hide hid hidden|keep kept|let let|make made|mean meant|meet met|lay laid|lie lay lain|set set|shut shut
|cut cut|hit hit|catch caught|throw threw thrown|fall fell fallen|stand stood|sit sat|sleep slept|wake woke woken
|eat ate eaten|drink drank drunk|break broke broken|build built|buy bought|sell sold|send sent|lend lent|lose lost
|forget forgot forgotten|learn learnt|teach taught|read read|write wrote written|draw drew drawn|speak spoke spoken
|hear heard|feel felt|run ran run|drive drove driven|begin began begun|sing sang sung|swim swam swum|show showed shown
|hang hung|feed fed|understand understood|wear wore worn|win won|choose chose chosen
|steal stole stolen|ring rang rung"""
_IRREGULAR: dict[str, tuple[str, str]] = {
    "is": ("be", "present"),
    "are": ("be", "present"),
    "am": ("be", "present"),
    "has": ("have", "present"),
    "does": ("do", "present"),
    "goes": ("go", "present"),
    "lying": ("lie", "ing"),
    "dying": ("die", "ing"),
}
for _row in _PAST.replace("\n", "").split("|"):
    _base, *_forms = _row.split()
    for _place, _form in enumerate(_forms):
        if _form != _base:
            _IRREGULAR.setdefault(_form, (_base, "past"))

_SHORT = (
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
    (r"\bwanna\b", "want to"),
    (r"\bgonna\b", "going to"),
    (r"\bgotta\b", "have to"),
    (r"\bin to\b", "into"),
    (r"\bon to (?=the|my|your|a|this|that)", "onto "),
    (r"\bany more\b", "anymore"),
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


def singular(noun: str) -> str:
    """The plain form of a noun, in small letters."""
    word = noun.casefold()
    if word in _PLURALS:
        return _PLURALS[word]
    if word in _SAME or len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def is_plural(noun: str) -> bool:
    return singular(noun) != noun.casefold()


def plural(noun: str) -> str:
    """A noun for several."""
    back = {one: many for many, one in _PLURALS.items()}
    if noun in back:
        return back[noun]
    if noun.endswith("s") and noun in _SAME:
        return noun
    if noun.endswith(("s", "x", "ch", "sh", "z")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def with_article(noun: str) -> str:
    """`a cup`, `an apple`."""
    return f"{'an' if noun[:1].casefold() in 'aeiou' else 'a'} {noun}"


def verb_form(word: str, verbs: Collection[str]) -> tuple[str, str] | None:
    """The verb and its form (base, present, past, ing) where a word is one of those known."""
    if word in verbs:
        return word, "base"
    if word in _IRREGULAR:
        found = _IRREGULAR[word]
        return found if found[0] in verbs or found[0] in {"be", "have", "do"} else None
    for ending, form in (("ing", "ing"), ("ed", "past"), ("es", "present"), ("s", "present")):
        if not word.endswith(ending) or len(word) - len(ending) < 2:
            continue
        stem = word[: -len(ending)]
        doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else ""
        for base in (stem, stem + "e", doubled, stem[:-1] + "y" if stem.endswith("i") else ""):
            if base and base in verbs:
                return base, form
    return None


def past(verb: str) -> str:
    """A verb in the past."""
    for row in _PAST.replace("\n", "").split("|"):
        base, *forms = row.split()
        if base == verb and forms:
            return forms[0]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied"
    if verb in {"drop", "grab", "stop", "slip", "tap"}:
        return verb + verb[-1] + "ed"
    return verb + "ed"


def camel(words: str) -> str:
    """`cardboard box` as a class is called: CardboardBox."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[\s_-]+", words) if part)


def spaced(name: str) -> str:
    """A class or an identifier as people say it: `CardboardBox` is cardboard box, `cup_1` is cup 1."""
    local = name.rpartition(":")[2]
    local = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", local)
    return re.sub(r"[_\s]+", " ", local).strip().casefold()
