"""Several sentences in one breath: `Bob is thirsty, bring him the water`, `put it away, it is late`."""

import re

from .lexicon import Lexicon, Vocabulary
from .parse import parsed
from .polite import plainly
from .social import social_act
from .tree import Reading
from .words import tokens

POLITE = frozenset({"greeting", "thanks", "apology", "praise", "farewell", "cancel"})
ORDERED = frozenset({"command", "wish"})
# After these a comma parts nothing.
BOUND = frozenset(
    {"if", "when", "unless", "once", "whenever", "after", "before", "until", "while", "suppose", "imagine"}
)
_ORDERS = "please |can |could |bring|give|fetch|get|close|open|put|take|do |don't |never |hand|pass|show"
JOINT = re.compile(
    rf"\s*(?:,(?: (?:and )?so(?= ))?|(?<=\w) so(?= (?:{_ORDERS}))|\s-+\s|:)\s*",
    re.IGNORECASE,
)
_WHO = r"it|that|there|he|she|they|we|you|i|this|the \w+|my \w+"
_IS = "is|are|am|was|were|will|have|has|do|does|need|needs|want|wants|can|might|may|must|could"
SAYS_WHY = re.compile(rf"(?:because |since |as )?(?:{_WHO})(?:'s|'re|'m|(?: (?:{_IS})))\b", re.IGNORECASE)
WARNS = re.compile(rf"(?:or |otherwise |else )*(?:{_WHO})(?:'ll| could| might| may| will| would)\b", re.IGNORECASE)
MEANS = re.compile(r"i (?:mean|meant|said|say)\b", re.IGNORECASE)


def parts(text: str, mark: str, lexicon: Lexicon, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """The sentences a text is, each with its mark; why something is to be done is left out."""
    before, comma, after = text.partition(",")
    if comma and after.strip() and social_act(tokens(before)) in POLITE and social_act(tokens(text)) == "":
        return [(before.strip(), "."), *parts(after.strip(), mark, lexicon, vocabulary)]
    if not JOINT.search(text):
        return [(text, mark)]
    last = text.rpartition(",")
    if last[1] and social_act(tokens(last[2])) == "any":
        return [(last[0].strip(), "."), (last[2].strip(), mark)]
    plain = " ".join(plainly(tokens(text))).casefold()
    if plain.partition(" ")[0] in BOUND or not (JOINT.search(plain) or "," in plain):
        return [(text, mark)]
    for joint in JOINT.finditer(text):
        one, other = text[: joint.start()].strip(), text[joint.end() :].strip()
        if one and other and not MEANS.match(other):
            found = _apart(one, other, mark, lexicon, vocabulary, text)
            if found:
                return [each for sentence, end in found for each in parts(sentence, end, lexicon, vocabulary)]
    return [(text, mark)]


def _apart(
    one: str, other: str, mark: str, lexicon: Lexicon, vocabulary: Vocabulary, text: str
) -> list[tuple[str, str]]:
    """Two sentences where a joint parts them; empty where it does not."""
    first, second = (_best(each, lexicon, vocabulary) for each in (one, other))
    if first is None:
        return []
    start = first.clauses[0]
    kind = start.mood
    if second is None:
        whole = _best(text, lexicon, vocabulary)
        why = kind in ORDERED and whole is None and SAYS_WHY.match(other)
        return [(one, mark)] if why else []
    after = second.clauses[0]
    if kind == "command" and start.negated and WARNS.match(other):
        return [(one, mark)]
    if kind in {"statement", "learn", "wish"} and after.mood == "question" and _asks(after.verb, other):
        return [(one, "."), (other, "?")]
    ordered = after.mood == "command" and first.cost < 4 and second.cost < 6
    if kind == "statement" and ordered and not (start.tense == "past" and after.verb in {"put", "set", "cut", "let"}):
        return [(one, "."), (other, mark)]
    if (kind in ORDERED or kind == "question") and after.mood in {"statement", "wish"} and SAYS_WHY.match(other):
        whole = _best(text, lexicon, vocabulary)
        return [(one, "?" if kind == "question" else mark)] if whole is None else []
    return []


def _asks(verb: str, text: str) -> bool:
    return bool(verb) and len(text.split()) > 2


def _best(text: str, lexicon: Lexicon, vocabulary: Vocabulary) -> Reading | None:
    """The likeliest reading that is more than a phrase."""
    found = parsed(text, lexicon, vocabulary)
    return next((each for each in found if each.clauses[0].mood not in {"fragment", "social"}), None)
