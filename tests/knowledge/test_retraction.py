"""Axioms that are made of several statements, taken back."""

import gc

import pytest

from kbfactory import empty
from midworld.knowledge import KnowledgeBase, Verbs
from midworld.knowledge.tbox import TBox

LIST = ["_:l1 rdf:first {0}", "_:l1 rdf:rest _:l2", "_:l2 rdf:first {1}", "_:l2 rdf:rest rdf:nil"]


def listed(one: str, other: str) -> list[str]:
    return [each.format(one, other) for each in LIST]


AXIOMS: dict[str, tuple[list[str], list[str], str, str]] = {
    # What is said, the facts, what follows, and what is taken back.
    "union": (["Seat owl:unionOf _:l1", *listed("Chair", "Sofa")], ["x type Sofa"], "x type Seat", "* owl:unionOf *"),
    "intersection": (
        ["Both owl:intersectionOf _:l1", *listed("Red", "Cup")], ["x type Red", "x type Cup"], "x type Both",
        "Both owl:intersectionOf *",
    ),
    "list": (["Seat owl:unionOf _:l1", *listed("Chair", "Sofa")], ["x type Sofa"], "x type Seat", "* rdf:first Sofa"),
    "oneOf": (["Colour owl:oneOf _:l1", *listed("red", "blue")], [], "red type Colour", "Colour owl:oneOf *"),
    "restriction": (
        ["Holder subClassOf _:r", "_:r subClassOf Holder", "_:r owl:onProperty holds", "_:r owl:someValuesFrom Cup"],
        ["ann holds c", "c type Cup"], "ann type Holder", "* owl:someValuesFrom Cup",
    ),
    "chain": (
        ["isIn owl:propertyChainAxiom _:l1", *listed("isOn", "isIn")], ["a isOn b", "b isIn c"], "a isIn c",
        "isIn owl:propertyChainAxiom *",
    ),
    "key": (
        ["Cup owl:hasKey _:l1", *listed("tag", "owner")],
        ["a type Cup", "b type Cup", "a tag t", "b tag t", "a owner o", "b owner o"],
        "a owl:sameAs b", "Cup owl:hasKey *",
    ),
    "AllDifferent": (
        ["_:d a owl:AllDifferent", "_:d owl:distinctMembers _:l1", *listed("ann", "bob")], [],
        "ann owl:differentFrom bob", "* a owl:AllDifferent",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AXIOMS)
def test_what_an_axiom_implies_goes_with_it(name: str) -> None:
    axioms, facts, implied, taken = AXIOMS[name]
    kb = KnowledgeBase(unique_names=False)
    kb.revise([*axioms, *facts])
    assert kb.exist([implied])
    kb.revise([taken], method="retract")
    assert not kb.exist([implied])


@pytest.mark.parametrize(
    ("axioms", "facts", "taken"),
    [
        (["Cup owl:complementOf Table"], ["x type Cup", "x type Table"], "Cup owl:complementOf Table"),
        (
            ["_:n owl:sourceIndividual ann", "_:n owl:assertionProperty likes", "_:n owl:targetIndividual bob"],
            ["ann likes bob"],
            "* owl:sourceIndividual ann",
        ),
        (
            ["_:d a owl:AllDisjointClasses", "_:d owl:members _:l1", *listed("Cup", "Table")],
            ["x type Cup", "x type Table"],
            "* a owl:AllDisjointClasses",
        ),
    ],
)
def test_a_contradiction_is_over_when_its_axiom_is_taken_back(axioms: list[str], facts: list[str], taken: str) -> None:
    verbs = Verbs(empty())
    verbs.call("add", [[*axioms, *facts]])
    assert verbs.call("check")
    verbs.call("remove", [[taken]])
    assert verbs.call("check") == []


def test_the_parts_of_an_axiom_go_with_it_unless_another_needs_them() -> None:
    kb = empty()
    kb.revise(["Seat owl:unionOf _:l1", "Thing2 owl:unionOf _:l1", *listed("Chair", "Stool")])
    kb.revise(["Seat owl:unionOf *"], method="retract")
    kb.revise(["x type Stool"])
    assert kb.exist(["x type Thing2"])
    kb.revise(["Thing2 owl:unionOf *"], method="retract")
    assert not kb.model().tbox.axioms


def test_an_axiom_that_still_follows_is_told() -> None:
    verbs = Verbs(empty())
    verbs.call("add", [["Cup subClassOf Vessel", "Vessel subClassOf Object"]])
    assert verbs.call("remove", [["Cup subClassOf Object"]]) == {"still_inferred": ["Cup rdfs:subClassOf Object"]}


def test_what_everybody_unlearns_those_met_later_do_not_know() -> None:
    kb = empty()
    kb.revise(["Cup subClassOf Vessel"], models="all")
    kb.revise(["Cup subClassOf Vessel"], models="all", method="retract")
    kb.revise(["c type Cup"], models=["ann"])
    assert not kb.exist(["c type Vessel"], models=["ann"])


def test_terminologies_nobody_believes_any_more_are_forgotten() -> None:
    kb = empty()
    gc.collect()
    before = sum(isinstance(each, TBox) for each in gc.get_objects())
    for number in range(60):
        kb.revise([f"Cup{number} subClassOf Vessel"])
        kb.revise([f"Cup{number} subClassOf Vessel"], method="retract")
    gc.collect()
    assert sum(isinstance(each, TBox) for each in gc.get_objects()) <= before + 2


def test_the_past_is_asked_with_the_words_of_then() -> None:
    now = [0.0]
    kb = KnowledgeBase(clock=lambda: now[0])
    kb.revise(["Cup subClassOf Vessel"])
    now[0] = 1.0
    kb.revise(["Cup subClassOf Vessel"], method="retract")
    now[0] = 2.0
    kb.revise(["Mug subClassOf Cup"])
    assert kb.find("?x subClassOf Vessel", at=0.5) == [{"x": "Cup"}]
    assert kb.find("?x subClassOf Vessel") == []
    assert kb.find("?x subClassOf Cup", at=1.5) == []
