"""Ways to ask politely that say no more than `please`."""

import re

from .words import plain_verb

# What stands before an order; those that end with `if you` have its verb in the past.
FRAMES = re.compile(
    r"^(?:(?:could|would|can|will) you (?:please )?be so (?:kind|good|nice) (?:as to|and)|"
    r"(?:would|is|could) it (?:be )?possible (?:for you )?to|"
    r"(?:do you think )?(?:that )?you could(?= )|do you think you can|"
    r"i (?:was wondering|am wondering|wonder) (?:if|whether) you (?:could|can|would|might)|"
    r"i (?:would|will) (?:appreciate it|be (?:happy|glad|grateful|thankful)) if you (?:could|can|would)|"
    r"it would be (?:nice|great|good|lovely|helpful|kind) if you (?:could|would)|"
    r"(?:would|could) you kindly|kindly|be so (?:kind|good|nice) (?:as to|and)|"
    r"(?:i )?(?:beg|request|order|urge|ask) you to|what about|how about)(?= )",
    re.IGNORECASE,
)
PAST = re.compile(
    r"^(?:it would be (?:nice|great|good|lovely|helpful|kind)|i would (?:appreciate it|be (?:happy|glad|grateful)))"
    r" if you (\w+)",
    re.IGNORECASE,
)
LINKS = re.compile(r"^(?:after that|after this|afterwards|by the way|in addition|next|meanwhile),? ", re.IGNORECASE)


def plainly(words: list[str]) -> list[str]:
    """The words of a sentence without what is only polite or leads over to it."""
    text = LINKS.sub("", " ".join(words))
    found = FRAMES.match(text)
    if found and found.group().casefold() in {"what about", "how about"} and not _doing(text[found.end() :]):
        return text.split()
    if found:
        rest = text[found.end() :].strip()
        first, space, more = rest.partition(" ")
        return f"please {plain_verb(first) if _doing(rest) else first}{space}{more}".split()
    past = PAST.match(text)
    if past:
        return f"please {plain_verb(past.group(1))} {text[past.end() :].strip()}".split()
    return text.split()


def _doing(text: str) -> bool:
    return text.split()[:1] != [] and text.split()[0].endswith("ing")
