"""What is asked of worlds: sentences the dialogue reads, each kind with the function that answers it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from ..dialogue import Clause, parsed
from ..world import EntityId
from . import answers, past
from .answers import HELD_BY, REACHES, SEES
from .asked import Answer
from .predicates import Told, Wording, told_in
from .question import TRIVIAL, Question

ROOMS = frozenset({"room", "table", "scene", "kitchen", "house", "place", "door", "building"})
AWAY = frozenset({"away", "off", "out", "outside"})
ACTS = {"see": ("sees", SEES), "reach": ("can reach", REACHES), "hold": ("has", HELD_BY), "have": ("has", HELD_BY)}
UNSEEN = frozenset(["seen", "visible", "perceived", "missing", "hidden", "unseen"])
THINKING = frozenset(["think", "believe", "expect", "guess", "suppose"])


def _believed(ask: Question) -> Answer | None:
    inner = ask.clause.complement
    if (
        ask.clause.asked != "where"
        or ask.clause.verb not in THINKING
        or inner is None
        or not ask.is_plain("complement")
    ):
        return None
    agent, things = ask.agent(ask.clause.subject), ask.things(inner.subject)
    return None if agent is None or not things else _all([past.believed(ask.asked, agent, each) for each in things])


def _knows_where(ask: Question) -> Answer | None:
    inner = ask.clause.complement
    if ask.clause.verb != "know" or inner is None or inner.asked != "where" or not ask.is_plain("complement"):
        return None
    agent, thing = ask.agent(ask.clause.subject), ask.thing(inner.subject)
    return None if agent is None or thing is None else past.knows_where(ask.asked, agent, thing)


def _where(ask: Question) -> Answer | None:
    clause = ask.clause
    if clause.asked != "where" or clause.verb != "be" or not ask.is_plain("adverbs"):
        return None
    at = [_number(each) for each in clause.adverbs if each not in TRIVIAL]
    if any(each is None for each in at) or any(each.startswith(("in ", "for ")) for each in clause.adverbs):
        return None
    things = ask.things(clause.subject)
    found = [
        answers.where(ask.asked, each) if not at else past.was_where(ask.asked, each, float(at[0] or 0.0))
        for each in things
    ]
    return _all(found) if found else None


def _changed(ask: Question) -> Answer | None:
    clause = ask.clause
    if clause.verb not in {"change", "happen"} or clause.asked != "what" or not ask.is_plain("adverbs", "places"):
        return None
    lately = [each for each in clause.adverbs if re.search(r"\b(?:last|past) ", each)]
    if lately and not clause.places:
        return past.changed(ask.asked, _number(lately[0]) or 0.0)
    if clause.adverbs or clause.verb == "change":
        return None
    if not clause.places:
        return answers.happened(ask.asked)
    words, phrase = clause.places[0]
    thing = ask.thing(phrase) if words in {"to", "with"} and len(clause.places) == 1 else None
    return None if thing is None else answers.happened(ask.asked, thing)


def _done(ask: Question) -> Answer | None:
    """What somebody did, who did something, when, and whether."""
    clause = ask.clause
    verb = clause.verb
    if verb.partition(" ")[0] not in past.DEEDS or not ask.is_plain("object", "adverbs"):
        return None
    after = [each for each in clause.adverbs if each not in TRIVIAL]
    if clause.tense != "past" and not clause.passive:
        return None
    if clause.asked == "what" and clause.object is None and not clause.passive and not ask.is_open():
        agent = ask.agent(clause.subject)
        left = ask.asked.start if not after else _left(ask, after)
        if agent is None or left is None:
            return None
        return left if isinstance(left, Answer) else past.deeds(ask.asked, agent, verb, after=left if after else None)
    thing = None if after else ask.thing(clause.object)
    if thing is None:
        return None
    if clause.asked == "who" and ask.is_open():
        return past.doers(ask.asked, verb, thing)
    agent = ask.agent(clause.subject)
    if clause.asked == "when":
        return past.when(ask.asked, verb, thing, agent)
    return past.whether_done(ask.asked, agent, verb, thing) if clause.asked == "yesno" and agent is not None else None


def _left(ask: Question, adverbs: Sequence[str]) -> float | Answer | None:
    """When somebody left, where that is what is said of time."""
    if len(adverbs) != 1 or not adverbs[0].startswith("after "):
        return None
    told = parsed(adverbs[0].removeprefix("after "), ask.lexicon, ask.models.vocabulary)
    clause = next((each.clauses[0] for each in told if _leaves(each.clauses[0])), None)
    agent = None if clause is None else ask.agent(clause.subject)
    if agent is None:
        return None
    left = past.left_at(ask.asked, agent)
    return Answer(ask.asked.so(f"{agent} has not left")) if left is None else left


def _leaves(clause: Clause) -> bool:
    """Whether a clause says that somebody goes away: `Ann went out`, `Ann left the room`, `Ann was gone`."""
    verb, _, way = clause.verb.partition(" ")
    where = [clause.object, *(each for _, each in clause.places)]
    if any(each is not None and each.head not in ROOMS for each in where):
        return False
    if clause.verb == "be" or clause.passive:
        return verb == "go" or clause.adjectives in {("gone",), ("away",), ("absent",)} or "away" in clause.adverbs
    if verb in {"leave", "disappear", "vanish", "depart", "exit"}:
        return way in {"", "away"}
    off = way in AWAY or bool(AWAY & {*clause.adverbs}) or any(words == "out of" for words, _ in clause.places)
    return verb in {"go", "walk", "run", "step", "wander", "move"} and (off or clause.verb == "go")


def _departed(ask: Question) -> Answer | None:
    clause = ask.clause
    if clause.asked != "when" or not _leaves(clause) or not ask.is_plain("object", "adverbs", "places"):
        return None
    agent = ask.agent(clause.subject)
    return None if agent is None else past.departure(ask.asked, agent)


def _seen(ask: Question) -> Answer | None:
    """When a thing was seen last, by somebody or by whoever is asked."""
    if ask.clause.asked != "when" or ask.clause.verb != "see" or not ask.is_plain("object"):
        return None
    thing = ask.thing(ask.clause.object)
    agent = EntityId(ask.asked.me) if ask.clause.passive else ask.agent(ask.clause.subject)
    return None if thing is None or agent is None else answers.last_seen(ask.asked, agent, thing)


def _unseen(ask: Question) -> Answer | None:
    clause = ask.clause
    if clause.asked != "why" or not ask.is_plain("negated", "object", "adjectives"):
        return None
    if clause.passive and clause.verb in {"see", "perceive"}:
        thing = ask.thing(clause.object)
    else:
        told = clause.verb == "be" and len(clause.adjectives) == 1 and clause.adjectives[0] in UNSEEN
        thing = ask.thing(clause.subject) if told else None
    return None if thing is None else answers.why_unseen(ask.asked, thing)


def _kinds(ask: Question) -> Answer | None:
    """How many, or which, of a kind there are, are somewhere, or have a colour."""
    clause, phrase = ask.clause, ask.clause.subject
    counted = clause.asked == "how many"
    if phrase is None or phrase.determiner != "which" or phrase.parts or not ask.is_plain("places", "adjectives"):
        return None
    if clause.verb not in {"be", "exist", ""} or not (counted or clause.asked == "which"):
        return None
    if clause.adjectives and not all(ask.lexicon.property_of(each) == "hasColor" for each in clause.adjectives):
        return None
    noun = re.sub(r"^(?:how many|which|what) ", "", phrase.text)
    where = ""
    if clause.places:
        if (place := ask.place()) is None:
            return None
        word, predicates, other = place
        where, near = f" {word} {other}", set(past.related(ask.asked, predicates, other))
        things = [each for each in ask.kinds(phrase) if each in near]
    else:
        things = ask.kinds(replace(phrase, adjectives=(*phrase.adjectives, *clause.adjectives)))
        where = "".join(f" {each}" for each in clause.adjectives)
    if counted:
        return past.how_many(ask.asked, noun, things, where)
    return past.which(ask.asked, things, where.strip() or noun)


def _beside(ask: Question) -> Answer | None:
    """What is in, on or next to a thing."""
    if ask.clause.asked != "what" or ask.clause.verb != "be" or not ask.is_open() or not ask.is_plain("places"):
        return None
    if (place := ask.place()) is None:
        return None
    word, predicates, other = place
    if word in {"in", "on"}:
        return answers.within(ask.asked, predicates[0], other)
    return answers.beside(ask.asked, word, predicates, other)


def _whether(ask: Question) -> Answer | None:
    if ask.clause.asked != "yesno" or ask.clause.verb != "be" or not ask.is_plain("places"):
        return None
    thing, place = ask.thing(ask.clause.subject), ask.place()
    if thing is None or place is None:
        return None
    word, predicates, other = place
    return answers.whether(ask.asked, thing, word, predicates, other)


def _senses(ask: Question) -> Answer | None:
    """Who sees, reaches or has a thing, what somebody does, and whether."""
    clause = ask.clause
    if clause.verb not in ACTS or clause.passive or not ask.is_plain("object"):
        return None
    word, predicate = ACTS[clause.verb]
    if clause.asked == "who" and ask.is_open():
        thing = ask.thing(clause.object)
        if thing is None:
            return None
        if predicate == HELD_BY:
            return answers.holders(ask.asked, thing)
        return answers.whoever(ask.asked, word, predicate, thing)
    agent = None if ask.is_open() else ask.agent(clause.subject)
    if agent is None:
        return None
    if clause.asked == "what" and clause.object is None:
        return answers.does(ask.asked, agent, word, predicate)
    thing = ask.thing(clause.object)
    if clause.asked != "yesno" or thing is None or predicate == HELD_BY:
        return None
    return answers.can(ask.asked, agent, predicate, thing)


def _wrong(ask: Question) -> Answer | None:
    clause = ask.clause
    if clause.asked not in {"who", "why"} or clause.adjectives not in {("wrong",), ("mistaken",)}:
        return None
    if not ask.is_open() or not ask.is_plain("adjectives", "places"):
        return None
    about = [ask.thing(phrase) for words, phrase in clause.places if words == "about"]
    if len(about) != len(clause.places) or None in about:
        return None
    return answers.wrong(ask.asked, about[0] if about else None)


def _known(ask: Question) -> Answer | None:
    clause = ask.clause
    asked = clause.verb == "know" if clause.passive else clause.adjectives in {("known",), ("true",)}
    if clause.asked != "what" or not asked or not ask.is_plain("adjectives", "places", "object"):
        return None
    if len(clause.places) != 1 or clause.places[0][0] not in {"of", "about"}:
        return None
    thing = ask.thing(clause.places[0][1])
    return None if thing is None else answers.known(ask.asked, thing)


def _own_words(ask: Question) -> Answer | None:
    """What only a plug-in tells, in the words of its predicate."""
    clause = ask.clause
    if (named := clause.kind) is not None and named.owner is not None and ask.is_open() and ask.is_plain("kind"):
        found = ask.lexicon.attributes.get(named.head, "")
        thing = ask.thing(named.owner) if found in told_in([ask.asked.world]) else None
        return None if thing is None else Told(ask.asked, Wording.of(found), thing).whom()
    if (told := ask.told()) is None or not ask.is_plain("adjectives", "places", "object"):
        return None
    wording, phrase = told
    other = ask.thing(phrase)
    subject = clause.subject
    if clause.asked in {"what", "who", "which"} and subject is not None and ask.is_open():
        return Told(ask.asked, wording, None, other).which()
    if clause.asked == "which" and subject is not None and subject.determiner == "which":
        return Told(ask.asked, wording, None, other).which(ask.kinds(subject))
    about = Told(ask.asked, wording, ask.thing(subject), other)
    if about.thing is None:
        return None
    if clause.asked == "what" and phrase is None:
        return about.whom()
    if clause.asked in {"when", "how long"}:
        return about.when()
    return about.whether() if clause.asked == "yesno" else None


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question: how people ask it, and who answers; None where a clause is not of the kind."""

    example: str
    answer: Callable[[Question], Answer | None]


FORMS: tuple[Form, ...] = (
    Form("where does A think X is", _believed),
    Form("does A know where X is", _knows_where),
    Form("where is X", _where),
    Form("where are X and Y", _where),
    Form("where was X at 8 seconds", _where),
    Form("what happened (to X)", _changed),
    Form("what changed in the last 10 seconds", _changed),
    Form("what did A do (move, take, put)", _done),
    Form("what did A do (move, take, put) after B left", _done),
    Form("who moved (took, put, picked) X", _done),
    Form("when was X picked (put, moved)", _done),
    Form("when did A pick (put, move) X", _done),
    Form("did A move (take, put) X", _done),
    Form("when did A leave", _departed),
    Form("when did A last see X", _seen),
    Form("when was X last seen", _seen),
    Form("why is X not seen", _unseen),
    Form("how many KIND are there", _kinds),
    Form("how many KIND are in (on, ...) X", _kinds),
    Form("which KIND are in (on, ...) X", _kinds),
    Form("which KIND are red", _kinds),
    Form("what is in (on, left of, right of, in front of, behind, near, above, below) X", _beside),
    Form("is X in (on, left of, ...) Y", _whether),
    Form("who has (holds) X", _senses),
    Form("who sees (can reach) X", _senses),
    Form("what does A see (reach, hold)", _senses),
    Form("can A see (reach) X", _senses),
    Form("who is wrong (about X)", _wrong),
    Form("what is known of X", _known),
    Form("is X PREDICATE", _own_words),
)


def answer_of(question: Question) -> Answer | None:
    """What worlds answer to a clause; None where it is no question of theirs.

    Raises Unresolved for a phrase that names nothing or several things, and UnknownName.
    """
    for answer in dict.fromkeys(form.answer for form in FORMS):
        if (found := answer(question)) is not None:
            return msgspec.structs.replace(found, text=question.asked.readable(found.text))
    return None


def forms() -> str:
    """The questions that are understood, each on a line of its own."""
    return "".join(f"\n  {form.example}" for form in FORMS)


def _all(found: Sequence[Answer]) -> Answer:
    if len(found) == 1:
        return found[0]
    return Answer(" ".join(each.text for each in found), tuple(fact for each in found for fact in each.facts))


def _number(words: str) -> float | None:
    found = re.search(r"\d+(?:\.\d+)?", words)
    return float(found[0]) if found else None
