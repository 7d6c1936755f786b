"""English by construction: ways to name a thing, to order, to forbid, to ask and to tell."""

from itertools import cycle
from pathlib import Path

import pytest

from midworld.dialogue import Utterance
from talkkit import furnished

TABLE = (Path(__file__).with_name("constructions.txt")).read_text(encoding="utf-8")
# With what a phrase is said, and what is to come of it.
FRAMES = (
    ("give me {}", "Give", "receivedBy ann"),
    ("put {} in the drawer", "Put", "hasDestination drawer1; destinationRelation isIn"),
    ("could you please bring {} to Bob", "Bring", "receivedBy bob"),
    ("take {}", "Take", ""),
    ("don't touch {}", "Touch", "hasPolarity negative"),
    ("I want {}", "Give", "receivedBy ann"),
    ("pick {} up", "Pick", ""),
)
# An order in three forms, and what is to come of it.
ORDERED = (
    ("put the ball on the shelf", "putting the ball on the shelf", "Put", "ball1", "shelf1"),
    ("open the door", "opening the door", "Open", "door1", ""),
    ("place the knife on the shelf", "placing the knife on the shelf", "Place", "knife1", "shelf1"),
)
PASSING = ("hasTime", "hasManner", "receivedBy")
PART = 40


def section(name: str) -> list[str]:
    found = next(each for each in TABLE.split("# ") if each.startswith(f"{name}\n"))
    return found.strip().splitlines()[1:]


def parts(name: str) -> list[list[str]]:
    """A section in pieces, so that they can be tested side by side."""
    lines = section(name)
    return [lines[place : place + PART] for place in range(0, len(lines), PART)]


def said(text: str) -> Utterance:
    return furnished().say("ann", text)


def wanted(kind: str, *more: str) -> set[str]:
    return {"ann desires s1", f"s1 rdf:type {kind}", "s1 performedBy robot", *(f"s1 {each}" for each in more if each)}


@pytest.mark.parametrize("lines", parts("phrases"))
def test_a_thing_is_found_by_every_way_to_name_it(lines: list[str]) -> None:
    wrong: list[str] = []
    for line, (frame, kind, rest) in zip(lines, cycle(FRAMES), strict=False):
        phrase, things = (each.strip() for each in line.split("|"))
        roles = [f"actsOnObject {each}" for each in things.split()] + [each.strip() for each in rest.split(";")]
        if set(said(frame.format(phrase)).statements) != wanted(kind, *roles):
            wrong.append(frame.format(phrase))
    assert not wrong


@pytest.mark.parametrize("lines", parts("orders"))
def test_an_order_is_one_however_polite(lines: list[str]) -> None:
    assert not _unlike(lines, {"command", "wish"}, "")


@pytest.mark.parametrize("lines", parts("prohibitions"))
def test_a_prohibition_is_one_in_every_form(lines: list[str]) -> None:
    assert not _unlike(lines, {"prohibition", "wish"}, "hasPolarity negative")


def _unlike(lines: list[str], acts: set[str], polarity: str) -> list[str]:
    """Sentences that are not taken for the order they have in them."""
    wrong: list[str] = []
    for frame, (base, doing, kind, thing, place) in zip(lines, cycle(ORDERED), strict=False):
        text = frame.format(
            b=base, g=doing, p={"Open": "opened the door", "Place": "placed the knife on the shelf"}.get(kind, base)
        )
        heard = said(text)
        roles = [f"actsOnObject {thing}", polarity]
        roles += [f"hasDestination {place}", "destinationRelation isOn"] if place else []
        told = {each for each in heard.statements if each.split()[1] not in PASSING}
        if heard.act not in acts or told != wanted(kind, *roles):
            wrong.append(text)
    return wrong


@pytest.mark.parametrize("lines", parts("questions"))
def test_a_question_is_answered_in_every_form(lines: list[str]) -> None:
    wrong: list[str] = []
    for line in lines:
        text, answer = (each.strip() for each in line.split("|"))
        heard = said(text)
        told = heard.answer.casefold()
        right = told.startswith(answer) if answer in {"yes", "no"} else answer in told
        if heard.act != "question" or not right or heard.statements:
            wrong.append(f"{text} {heard.answer} {heard.ask}")
    assert not wrong


@pytest.mark.parametrize("lines", parts("statements"))
def test_a_statement_says_the_same_in_every_form(lines: list[str]) -> None:
    wrong: list[str] = []
    for line in lines:
        text, expected = (each.strip() for each in line.split("|"))
        heard = said(text)
        facts = {each.strip() for each in expected.split(";")}
        gone = {each for each in heard.statements if each.startswith("- ")}
        moved = set[str]() if any(each.startswith("- ") for each in facts) else gone
        if set(heard.statements) - moved != facts or heard.ask is not None:
            wrong.append(f"{text} {heard.statements} {heard.ask}")
    assert not wrong


@pytest.mark.parametrize("lines", parts("deeds"))
def test_a_deed_told_has_its_roles(lines: list[str]) -> None:
    wrong: list[str] = []
    for line in lines:
        text, expected = (each.strip() for each in line.split("|"))
        told = {each for each in said(text).statements if not each.startswith("- ")}
        if told - {"s1 hasTime past", "s1 hasTime future"} != {each.strip() for each in expected.split(";")}:
            wrong.append(f"{text} {told}")
    assert not wrong


@pytest.mark.parametrize("lines", parts("dialogues"))
def test_what_was_said_before_counts(lines: list[str]) -> None:
    wrong: list[str] = []
    for line in lines:
        facts, sentences, expected = (each.strip() for each in line.split("|"))
        talk = furnished()
        talk.tell("robot", ["ann sees cup2", *(each.strip() for each in facts.split(";") if each.strip())])
        *_, heard = [talk.say("ann", each.strip()) for each in sentences.split("/")]
        all_of_it = f"{'; '.join(heard.statements)} | {heard.answer} | ask:{heard.ask or ''}".casefold()
        if expected.casefold() not in all_of_it:
            wrong.append(f"{sentences}: {all_of_it}")
    assert not wrong
