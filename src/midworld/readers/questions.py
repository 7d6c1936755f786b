"""The questions that are understood, as a table of patterns, each with the function that answers it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from ..errors import BadStatement
from ..world import Agent, EntityId
from . import answers
from .answers import HELD_BY, REACHES, SEES
from .asked import Answer, Asked
from .naming import Several, listed, meant

# What a question says of two things, and what that is called among facts.
RELATIONS: Mapping[str, tuple[str, ...]] = {
    "in": ("isIn",),
    "inside": ("isIn",),
    "on": ("isOn",),
    "on top of": ("isOn",),
    "held by": (HELD_BY,),
    "left of": ("leftOf",),
    "right of": ("rightOf",),
    "in front of": ("inFrontOf",),
    "behind": ("behind",),
    "near": ("near", "isNextTo"),
    "next to": ("isNextTo",),
    "beside": ("isNextTo",),
    "above": ("isAbove",),
    "below": ("isBelow",),
    "under": ("isBelow",),
}
PLAIN = {"inside": "in", "on top of": "on"}
# Longer ones first: "in front of" begins with "in".
WORD = "|".join(sorted(RELATIONS, key=len, reverse=True))
BE = r"(?:'s| is| are| was| were)"
ACTS = {"see": ("sees", SEES), "reach": ("can reach", REACHES), "hold": ("has", HELD_BY), "have": ("has", HELD_BY)}

Slots = Mapping[str, str]
Named = Mapping[str, EntityId]


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question: how people ask it, and who answers. Slots are `agent`, `thing`, `other` and `word`."""

    example: str
    pattern: str
    answer: Callable[[Asked, Named, str], Answer]


def _within(asked: Asked, named: Named, word: str) -> Answer:
    word = PLAIN.get(word, word)
    if word in ("in", "on"):
        return answers.within(asked, RELATIONS[word][0], named["thing"])
    return answers.beside(asked, word, RELATIONS[word], named["thing"])


def _whether(asked: Asked, named: Named, word: str) -> Answer:
    return answers.whether(asked, named["thing"], PLAIN.get(word, word), RELATIONS[word], named["other"])


def _does(asked: Asked, named: Named, word: str) -> Answer:
    return answers.does(asked, named["agent"], *ACTS[word])


def _who(asked: Asked, named: Named, word: str) -> Answer:
    return answers.whoever(asked, *ACTS[word], named["thing"])


FORMS: tuple[Form, ...] = (
    Form("where is X", rf"where{BE} (?P<thing>.+)", lambda asked, named, _: answers.where(asked, named["thing"])),
    Form(
        "what is in (on, left of, right of, in front of, behind, near, above, below) X",
        rf"what{BE} (?:(?:to |on )?the (?=left|right))?(?P<word>{WORD}) (?P<thing>.+)",
        _within,
    ),
    Form(
        "who has (holds) X",
        rf"who(?: has| had| holds| held|{BE} holding) (?P<thing>.+)",
        lambda asked, named, _: answers.holders(asked, named["thing"]),
    ),
    Form(
        "who sees (can reach) X",
        r"who(?: can| could)? (?P<word>see|reach)(?:s|es)? (?P<thing>.+)",
        _who,
    ),
    Form(
        "what does A see (reach, hold)",
        r"what (?:does|do|did|can|could) (?P<agent>.+) (?P<word>see|reach|hold|have)",
        _does,
    ),
    Form(
        "can A see (reach) X",
        r"(?:can|could|does|did) (?P<agent>.+?) (?P<word>see|reach) (?P<thing>.+)",
        lambda asked, named, word: answers.can(asked, named["agent"], ACTS[word][1], named["thing"]),
    ),
    Form(
        "is X in (on, left of, ...) Y",
        rf"(?:is|are|was|were) (?P<thing>.+?) (?:(?:to |on )?the (?=left|right))?(?P<word>{WORD}) (?P<other>.+)",
        _whether,
    ),
    Form(
        "who is wrong (about X)",
        rf"who{BE} wrong(?: about (?P<thing>.+))?",
        lambda asked, named, _: answers.wrong(asked, named.get("thing")),
    ),
    Form(
        "why is X not seen",
        r"why (?:is|are|was|were)(?:n't)? (?P<thing>.+?) (?:(?:not )?(?:seen|visible|perceived)|missing|hidden|unseen)",
        lambda asked, named, _: answers.why_unseen(asked, named["thing"]),
    ),
    Form(
        "what happened (to X)",
        r"what (?:has )?happened(?: (?:to|with) (?P<thing>.+))?",
        lambda asked, named, _: answers.happened(asked, named.get("thing")),
    ),
    Form(
        "what is known of X",
        r"what(?: is|'s) (?:known|true) (?:of|about) (?P<thing>.+)",
        lambda asked, named, _: answers.known(asked, named["thing"]),
    ),
    Form(
        "when did A last see X",
        r"when did (?P<agent>.+?) (?:last )?see (?P<thing>.+?)(?: last)?",
        lambda asked, named, _: answers.last_seen(asked, named["agent"], named["thing"]),
    ),
    Form(
        "when was X last seen",
        r"when (?:is|are|was|were) (?P<thing>.+?) (?:last )?seen(?: last)?",
        lambda asked, named, _: answers.last_seen(asked, EntityId(asked.me), named["thing"]),
    ),
)


def answered(question: str, asked: Asked) -> Answer:
    """The answer, or which of several things was meant.

    Raises BadStatement for what is no such question, and UnknownName.
    """
    text = re.sub(r"\s+", " ", question).strip(" ?!.")
    for form in FORMS:
        if (match := re.fullmatch(form.pattern, text, re.IGNORECASE)) is not None:
            slots = {slot: phrase for slot, phrase in match.groupdict().items() if phrase is not None}
            answer = _answered(form, slots, asked)
            return msgspec.structs.replace(answer, text=asked.readable(answer.text))
    raise BadStatement(question, f"is not a question that is understood; ask{forms()}")


def forms() -> str:
    """The questions that are understood, each on a line of its own."""
    return "".join(f"\n  {form.example}" for form in FORMS)


def _answered(form: Form, slots: Slots, asked: Asked) -> Answer:
    word = slots.get("word", "").casefold()
    named: dict[str, EntityId] = {}
    for slot, phrase in slots.items():
        if slot == "word":
            continue
        people = slot == "agent"
        known = [each for each in asked.vocabulary if not people or isinstance(each.role, Agent)]
        found = meant(phrase, known, kind="agent" if people else "thing")
        if isinstance(found, Several):
            names = listed(found.candidates, "or")
            return Answer(f"which {found.phrase} is meant: {names}?", candidates=found.candidates)
        named[slot] = found
    return form.answer(asked, named, word)
