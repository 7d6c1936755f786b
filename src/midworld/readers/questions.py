"""The questions that are understood, as a table of patterns, each with the function that answers it."""

import contextlib
import difflib
import re
from collections.abc import Callable, Mapping

import msgspec

from ..errors import BadStatement, UnknownName
from ..world import Agent, EntityId
from . import answers, past, predicates
from .answers import HELD_BY, REACHES, SEES
from .asked import Answer, Asked, Form, Named, Slots
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

Otherwise = Callable[[str, Asked], Answer | None]


def _within(asked: Asked, named: Named, said: Slots) -> Answer:
    word = PLAIN.get(said["word"], said["word"])
    if word in ("in", "on"):
        return answers.within(asked, RELATIONS[word][0], named["thing"])
    return answers.beside(asked, word, RELATIONS[word], named["thing"])


def _whether(asked: Asked, named: Named, said: Slots) -> Answer:
    word = said["word"]
    return answers.whether(asked, named["thing"], PLAIN.get(word, word), RELATIONS[word], named["other"])


def _does(asked: Asked, named: Named, said: Slots) -> Answer:
    return answers.does(asked, named["agent"], *ACTS[said["word"]])


def _who(asked: Asked, named: Named, said: Slots) -> Answer:
    return answers.whoever(asked, *ACTS[said["word"]], named["thing"])


def _where_all(asked: Asked, named: Named, _: Slots) -> Answer:
    found = [answers.where(asked, named[slot]) for slot in ("thing", "other")]
    return Answer(" ".join(each.text for each in found), tuple(fact for each in found for fact in each.facts))


def _done_after(asked: Asked, named: Named, said: Slots) -> Answer:
    left = past.left_at(asked, named["other"])
    if left is None:
        return Answer(asked.so(f"{named['other']} has not left"))
    return past.deeds(asked, named["agent"], said["word"], after=left)


def _counted(asked: Asked, named: Named, said: Slots) -> Answer:
    return _listed(asked, named, said, past.how_many)


def _which(asked: Asked, named: Named, said: Slots) -> Answer:
    return _listed(asked, named, said, past.which)


def _listed(asked: Asked, named: Named, said: Slots, answer: Callable[..., Answer]) -> Answer:
    if "thing" in named:
        word = said["word"]
        return answer(
            asked, said["kind"], past.related(asked, RELATIONS[word], named["thing"]), f" {word} {named['thing']}"
        )
    return answer(asked, said["kind"])


def _which_like(asked: Asked, _: Named, said: Slots) -> Answer:
    return past.which(asked, f"{said['word']} {said['kind']}", where=f" {said['word']}")


FORMS: tuple[Form, ...] = (
    Form(
        "where does A think X is",
        r"where (?:does|do|did) (?P<agent>.+?) (?:think|believe|expect)s?(?: that)? "
        r"(?P<thing>.+?)(?: to be| is| are| was)",
        lambda asked, named, _: past.believed(asked, named["agent"], named["thing"]),
    ),
    Form(
        "does A know where X is",
        r"(?:does|do|did) (?P<agent>.+?) know where (?P<thing>.+?) (?:is|are|was|were)",
        lambda asked, named, _: past.knows_where(asked, named["agent"], named["thing"]),
    ),
    Form(
        "where was X at 8 seconds",
        r"where (?:is|are|was|were) (?P<thing>.+?) (?:at|after) \+?(?P<word>\d+(?:\.\d+)?) ?(?:s|secs?|seconds?)?",
        lambda asked, named, said: past.was_where(asked, named["thing"], float(said["word"])),
    ),
    Form("where are X and Y", r"where (?:are|were) (?P<thing>.+?) and (?P<other>.+)", _where_all),
    Form(
        "what changed in the last 10 seconds",
        r"what (?:has )?(?:changed|happened)(?: (?:in|during|within))? the (?:last|past) "
        r"(?P<word>\d+(?:\.\d+)?) ?(?:s|secs?|seconds?)",
        lambda asked, _, said: past.changed(asked, float(said["word"])),
    ),
    Form(
        "what did A do (move, take, put) after B left",
        rf"what did (?P<agent>.+?) (?P<word>{past.DEED}) after (?P<other>.+?) left",
        _done_after,
    ),
    Form(
        "what did A do (move, take, put)",
        rf"what (?:did|has) (?P<agent>.+?) (?P<word>{past.DEED})(?: up| down)?",
        lambda asked, named, said: past.deeds(asked, named["agent"], said["word"]),
    ),
    Form(
        "who moved (took, put, picked) X",
        rf"who (?:has )?(?P<word>{past.DONE})(?: up| down)? (?P<thing>.+?)(?: up| down| away)?",
        lambda asked, named, said: past.doers(asked, said["word"], named["thing"]),
    ),
    Form(
        "when was X picked (put, moved)",
        rf"when (?:was|were|has) (?P<thing>.+?)(?: been)? (?P<word>{past.DONE})(?: up| down| away)?",
        lambda asked, named, said: past.when(asked, said["word"], named["thing"]),
    ),
    Form(
        "when did A pick (put, move) X",
        rf"when did (?P<agent>.+?) (?P<word>{past.DEED})(?: up| down)? (?P<thing>.+?)(?: up| down| away)?",
        lambda asked, named, said: past.when(asked, said["word"], named["thing"], named["agent"]),
    ),
    Form(
        "did A move (take, put) X",
        rf"(?:did|has) (?P<agent>.+?) (?P<word>{past.DEED})(?: up| down)? (?P<thing>.+?)(?: up| down| away)?",
        lambda asked, named, said: past.whether_done(asked, named["agent"], said["word"], named["thing"]),
    ),
    Form(
        "how many KIND are in (on, ...) X",
        rf"how many (?P<kind>.+?)(?: are| is| were)?(?: there)? (?P<word>{WORD}) (?P<thing>.+)",
        _counted,
    ),
    Form(
        "how many KIND are there",
        r"how many (?P<kind>.+?)(?: are there| are visible| do you know(?: of)?| exist)?",
        _counted,
    ),
    Form(
        "which KIND are in (on, ...) X",
        rf"(?:which|what) (?P<kind>\w+(?: \w+)??) (?:are|is|were|was) (?P<word>{WORD}) (?P<thing>.+)",
        _which,
    ),
    Form(
        "which KIND are red",
        r"(?:which|what) (?P<kind>\w+) (?:are|is) "
        r"(?P<word>red|green|blue|yellow|orange|white|black|gr[ae]y|pink|violet|brown)",
        _which_like,
    ),
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
        lambda asked, named, said: answers.can(asked, named["agent"], ACTS[said["word"]][1], named["thing"]),
    ),
    Form(
        "is X in (on, left of, ...) Y",
        rf"(?:is|are|was|were) (?P<thing>.+?) (?:(?:to |on )?the (?=left|right))?(?P<word>{WORD}) (?P<other>.+)",
        _whether,
    ),
    Form(
        "who is wrong (about X)",
        rf"who{BE} wrong(?: about (?P<thing>.+?))?(?:,? and why)?",
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
        "when did A leave",
        r"when did (?P<agent>.+?) (?:leave|go away|go)(?: the (?:room|table|scene))?",
        lambda asked, named, _: past.departure(asked, named["agent"]),
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


def answered(question: str, asked: Asked, *, otherwise: Otherwise = lambda text, asked: None) -> Answer:
    """The answer, or which of several things was meant; `otherwise` is asked what no form fits.

    Raises BadStatement for what is no such question, and UnknownName.
    """
    text = re.sub(r"\s+", " ", question).strip(" ?!.")
    for form in FORMS:
        if (answer := _if_fits(form, text, asked)) is not None:
            return answer
    for form in predicates.forms(asked.world):
        with contextlib.suppress(UnknownName):
            if (answer := _if_fits(form, text, asked)) is not None:
                return answer
    if (told := otherwise(text, asked)) is not None:
        return told
    near = max(FORMS, key=lambda form: difflib.SequenceMatcher(None, text.casefold(), form.example.casefold()).ratio())
    raise BadStatement(question, f"is not a question that is understood; the nearest that is: '{near.example}'")


def forms() -> str:
    """The questions that are understood, each on a line of its own."""
    return "".join(f"\n  {form.example}" for form in FORMS)


def _if_fits(form: Form, text: str, asked: Asked) -> Answer | None:
    if (match := re.fullmatch(form.pattern, text, re.IGNORECASE)) is None:
        return None
    slots = {slot: phrase for slot, phrase in match.groupdict().items() if phrase is not None}
    answer = _answered(form, slots, asked)
    return msgspec.structs.replace(answer, text=asked.readable(answer.text))


def _answered(form: Form, slots: Slots, asked: Asked) -> Answer:
    said = {slot: phrase.casefold() for slot, phrase in slots.items()}
    named: dict[str, EntityId] = {}
    for slot, phrase in slots.items():
        if slot in {"word", "kind"}:
            continue
        people = slot == "agent"
        known = [each for each in asked.vocabulary if not people or isinstance(each.role, Agent)]
        found = meant(phrase, known, kind="agent" if people else "thing")
        if isinstance(found, Several):
            names = listed(found.candidates, "or")
            return Answer(f"which {found.phrase} is meant: {names}?", candidates=found.candidates)
        named[slot] = found
    return form.answer(asked, named, said)
