"""What was said, word by word, with what each was taken for and why."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from .lexicon import Lexicon
from .tree import Clause, Phrase
from .turns import Turn, Utterance

# What a word can be: a thing or somebody, what is done, how things stand, what something is like.
THING, DEED, RELATION, QUALITY, UNKNOWN = "thing", "deed", "relation", "quality", "unknown"


class Taken(msgspec.Struct, frozen=True):
    """Words of a sentence, from and to which letter, with what they were taken for; `why` where there was a choice."""

    words: str
    start: int
    end: int
    role: str
    taken: str
    why: str = ""


class Exchange(msgspec.Struct, frozen=True):
    """One thing said, when, what became of it, and what each of its words was taken for."""

    stamp: float | None
    utterance: Utterance
    words: tuple[Taken, ...]


def exchange(utterance: Utterance, stamp: float | None, turns: Sequence[Turn], lexicon: Lexicon) -> Exchange:
    """The words of something said with what its sentences took them for; whoever is named twice is shown twice."""
    found: list[Taken] = []
    for turn in turns:
        for words, role, taken, why in _meanings(turn, lexicon):
            span = _span(words, utterance.heard, found)
            if span is not None:
                found.append(Taken(utterance.heard[slice(*span)], *span, role, taken, why))
    for match in re.finditer(r"\b(?:I|me|my|mine|myself)\b", utterance.heard, re.IGNORECASE):
        if not any(each.start <= match.start() and match.end() <= each.end for each in found):
            found.append(Taken(match[0], *match.span(), THING, utterance.speaker, "whoever speaks"))
    return Exchange(stamp, utterance, tuple(sorted(found, key=lambda each: (each.start, each.end))))


def _meanings(turn: Turn, lexicon: Lexicon) -> Iterator[tuple[str, str, str, str]]:
    """Phrases and verbs of a sentence: their words, what they are, what they were taken for, and why."""
    if turn.missing:
        yield turn.missing, UNKNOWN, "", turn.ask or turn.answer
    for phrase, things in turn.resolved.items():
        yield phrase, THING, things if isinstance(things, str) else " ".join(things), turn.reasons.get(phrase, "")
    for clause in turn.reading.clauses if turn.reading is not None else ():
        yield from _of_clause(clause, lexicon)


def _of_clause(clause: Clause, lexicon: Lexicon) -> Iterator[tuple[str, str, str, str]]:
    if clause.verb and clause.verb not in {"be", "exist", "about"}:
        state = lexicon.states.get(clause.verb)
        deed = clause.mood in {"command", "wish"} or state is None
        yield clause.verb, DEED if deed else RELATION, lexicon.action(clause.verb) if deed else str(state), ""
    for words, other in clause.places:
        yield words, RELATION, lexicon.prepositions.get(words) or lexicon.ways.get(words, words), ""
        yield from _of_phrase(other, lexicon)
    for word in clause.adjectives:
        yield word, QUALITY, f"{lexicon.property_of(word)} {lexicon.value(word)}", ""
    for phrase in (clause.subject, clause.object, clause.recipient, clause.kind):
        if phrase is not None:
            yield from _of_phrase(phrase, lexicon)
    for inner in (clause.complement, clause.condition[1] if clause.condition is not None else None):
        if inner is not None:
            yield from _of_clause(inner, lexicon)


def _of_phrase(phrase: Phrase, lexicon: Lexicon) -> Iterator[tuple[str, str, str, str]]:
    for word in phrase.adjectives:
        yield word, QUALITY, f"{lexicon.property_of(word)} {lexicon.value(word)}", ""
    for words, other in phrase.relations:
        yield words, RELATION, lexicon.prepositions.get(words, words), ""
        yield from _of_phrase(other, lexicon)
    for part in phrase.parts:
        yield from _of_phrase(part, lexicon)
    for inner in phrase.clauses:
        yield from _of_clause(inner, lexicon)


def _span(words: str, heard: str, taken: Sequence[Taken]) -> tuple[int, int] | None:
    """Where words stand in what was heard, in whatever form, at a place that is not taken for the same yet."""
    first, *rest = words.split() or [""]
    if not first:
        return None
    form = rf"\b{re.escape(first)}" + "".join(rf"\W+{re.escape(word)}" for word in rest)
    stem = re.escape(first[: max(3, len(first) - 2)])
    irregular = _forms(first)
    looser = rf"\b(?:{stem}\w*|{irregular})" + "".join(rf"\W+(?:\w+\W+)?{re.escape(word)}" for word in rest)
    before = {(each.start, each.end) for each in taken}
    for pattern in (rf"{form}\b", rf"{looser}\b"):
        for match in re.finditer(pattern, heard, re.IGNORECASE):
            if match.span() not in before:
                return match.span()
    return None


def _forms(verb: str) -> str:
    """A verb in the forms people say it in, as alternatives."""
    from .words import past, third

    return "|".join(re.escape(each) for each in (past(verb), third(verb)))


def recorded(exchanges: Sequence[Exchange]) -> Iterator[bytes]:
    """Exchanges as JSON lines, to be kept beside a recording."""
    for each in exchanges:
        yield msgspec.json.encode(each) + b"\n"


def read_exchanges(lines: Sequence[bytes]) -> tuple[Exchange, ...]:
    """Exchanges of JSON lines. Raises msgspec.DecodeError."""
    return tuple(msgspec.json.decode(line, type=Exchange) for line in lines if line.strip())


def explained(one: Exchange) -> Mapping[str, str]:
    """What each word was taken for, in words for people."""
    return {each.words: f"{each.taken}{f' ({each.why})' if each.why else ''}" for each in one.words if each.taken}
