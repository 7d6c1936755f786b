"""How people talk at home: belongings, afterthoughts, reasons, chat, and what is known of things."""

import re
from pathlib import Path

import pytest

from midworld.dialogue import Conversation, Utterance
from talkkit import empty

TABLE = Path(__file__).with_name("everyday.txt").read_text(encoding="utf-8")
SECTIONS = dict(part.split("\n", 1) for part in TABLE.split("# ") if part)
KINDS = (
    *("Ball", "Box", "Cup", "Jar", "Keys", "Milk", "Pan", "Scarf", "Scissors", "Sink"),
    *("Sofa", "Stove", "Table", "Tablet", "Toy", "Water", "Book"),
)
HOME = [
    *(f"{each.lower()}1 rdf:type {each}" for each in KINDS),
    *("book2 rdf:type Book", "bob rdf:type Human", "tom rdf:type Human", "cup1 isIn sink1", "ball1 isIn box1"),
    *("box1 hasWeight 4", "box1 hasHeight 30"),
]


def at_home() -> Conversation:
    talk = empty()
    for who in ("robot", "ann"):
        talk.tell(who, HOME)
    return talk


def talked(text: str) -> Utterance:
    talk = at_home()
    return [talk.say("ann", each) for each in text.split(" // ")][-1]


def roles(told: str, number: int) -> set[str]:
    """Statements as they are written, or a situation by its class and its roles."""
    if not re.fullmatch(r"[A-Z]\w+(?: \w+:\w+)+", told):
        return {told}
    kind, *others = told.split()
    plain = {f"s{number} {each.replace(':', ' ', 1)}" for each in others}
    doer = set[str]() if "performedBy" in told else {f"s{number} performedBy robot"}
    return {f"ann desires s{number}", f"s{number} rdf:type {kind}", *plain, *doer}


@pytest.mark.parametrize("section", SECTIONS)
def test_everyday_sentences_are_understood(section: str) -> None:
    wrong: list[str] = []
    for line in SECTIONS[section].strip().splitlines():
        text, told, answer = (each.strip() for each in line.split("|"))
        said = talked(text)
        parts = told.split("; ") if told else []
        first = 2 if parts and parts[0].startswith("bob experiences") else 1
        orders = [each for each in parts if re.match(r"[A-Z]", each)]
        wanted = set[str]().union(*(roles(each, first + orders.index(each) if each in orders else 0) for each in parts))
        fits = told == "*" or set(said.statements) == wanted
        if not fits or (answer and answer not in f"{said.answer}"):
            wrong.append(f"{text}: {said.statements} {said.answer} {said.ask}")
    assert not wrong


def test_left_and_right_are_of_whoever_is_named() -> None:
    talk = empty()
    both = ["mug1 rdf:type Mug", "mug2 rdf:type Mug", "mug1 hasColor blue", "mug2 hasColor pink", "bob rdf:type Human"]
    for who in ("robot", "ann", "bob"):
        talk.tell(who, both)
    talk.tell("bob", ["mug1 leftOf bob", "mug2 rightOf bob"])
    assert talk.say("ann", "take the mug on Bob's left").resolved["the mug on Bob's left"] == "mug1"
    assert talk.say("ann", "give him the mug on his right").resolved["the mug on his right"] == "mug2"


def test_what_only_the_robot_knows_of_is_said_once() -> None:
    talk = empty()
    talk.tell("robot", ["cup1 rdf:type Cup"])
    assert "you may not" in talk.say("ann", "give me the cup").answer
    assert "you may not" not in talk.say("ann", "wash the cup").answer


def test_a_place_of_a_known_kind_is_there_once_it_is_spoken_of() -> None:
    talk = empty()
    said = talk.say("ann", "there are three plates in the kitchen")
    assert {"kitchen1 rdf:type Kitchen", "plate3 isIn kitchen1"} <= set(said.statements)


def test_order_counts_before_what_is_told_beside_it() -> None:
    assert talked("Bob is thirsty, bring him the water").act == "command"
    assert talked("I lost my scarf, is it here?").act == "question"
