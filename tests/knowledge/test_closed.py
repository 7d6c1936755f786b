"""What is decided by what is known alone, where a question asks for it; inherited exclusions; how sure one is."""

from pathlib import Path

import pytest

from kbfactory import empty, household
from midworld.errors import BadStatement
from midworld.knowledge import Journal, KnowledgeBase, Verbs

RESTRICTIONS = {
    "owl:allValuesFrom Cup": {"ann", "eve", "cup1", "cup2", "plate"},
    "owl:maxCardinality 1": {"ann", "eve", "cup1", "cup2", "plate"},
    "owl:cardinality 2": {"bob"},
    "owl:minCardinality 2": {"bob"},
    "owl:cardinality 0": {"eve", "cup1", "cup2", "plate"},
}


def hands(restriction: str) -> KnowledgeBase:
    kb = empty()
    kb.revise(["Wanted equivalentClass _:r", "_:r owl:onProperty holds", f"_:r {restriction}"])
    kb.revise(["ann holds cup1", "bob holds cup2", "bob holds plate", "cup1 type Cup", "cup2 type Cup"])
    kb.revise(["plate type Plate", "eve type Human"])
    return kb


def members(kb: KnowledgeBase, kind: str, *, closed: bool) -> set[object]:
    return {row["x"] for row in kb.find(f"?x type {kind}", closed=closed) if isinstance(row, dict)}


@pytest.mark.parametrize("restriction", RESTRICTIONS)
def test_only_at_most_and_exactly_are_decided_when_asked_for(restriction: str) -> None:
    kb = hands(restriction)
    assert members(kb, "Wanted", closed=False) == set()
    assert members(kb, "Wanted", closed=True) == RESTRICTIONS[restriction]
    assert kb.exist(["bob type Wanted"], closed=True) == ("bob" in RESTRICTIONS[restriction])


def test_what_is_counted_may_be_of_a_class_and_two_names_are_one_value() -> None:
    kb = hands("owl:qualifiedCardinality 1")
    kb.revise(["_:r owl:onClass Cup"])
    assert members(kb, "Wanted", closed=True) == {"ann", "bob"}
    kb.revise(["bob holds mug", "mug type Cup"])
    assert members(kb, "Wanted", closed=True) == {"ann"}
    kb.revise(["mug owl:sameAs cup2"])
    assert members(kb, "Wanted", closed=True) == {"ann", "bob"}


def test_not_is_what_is_not_known_to_be() -> None:
    kb = empty()
    kb.revise(["Other owl:complementOf Cup", "cup1 type Cup", "plate type Plate"])
    assert members(kb, "Other", closed=True) == {"plate"}


def test_a_closed_question_goes_over_the_table_of_verbs() -> None:
    verbs = Verbs(hands("owl:cardinality 2"))
    assert verbs.call("find", [["?x type Wanted"]], {"closed": True}) == [{"x": "bob"}]
    assert verbs.call("find", [["?x type Wanted"]]) == []


def test_classes_below_classes_apart_are_apart() -> None:
    kb = empty()
    kb.revise(
        ["Animal disjointWith Artifact", "Dog subClassOf Animal", "Cup subClassOf Artifact", "Mug subClassOf Cup"]
    )
    assert kb.exist(["Dog disjointWith Mug"])
    assert kb.exist(["Mug disjointWith Dog"])
    assert not kb.exist(["Mug disjointWith Cup"])
    apart = {row["x"] for row in kb.find("Dog disjointWith ?x") if isinstance(row, dict)}
    assert apart == {"Artifact", "Cup", "Mug"}
    assert {"x": "Cup", "y": "Animal"} in kb.find("?x disjointWith ?y")


def test_a_question_can_ask_for_confidence() -> None:
    kb = empty()
    kb.revise(["Cup subClassOf Vessel", "isIn a owl:TransitiveProperty"])
    kb.revise(["a type Cup"], confidence=0.4)
    kb.revise(["b type Cup"])
    assert kb.find("?x type Vessel", confidence=0.5) == [{"x": "b"}]
    assert {row["x"] for row in kb.find("?x type Vessel", confidence=0.4) if isinstance(row, dict)} == {"a", "b"}
    assert not kb.exist(["a type Vessel"], confidence=0.5)
    assert kb.confidence("a type Vessel") == 0.4
    assert kb.confidence("a type Table") == 0.0


def test_a_conclusion_is_as_sure_as_the_weakest_premise_of_its_best_proof() -> None:
    kb = empty()
    kb.revise(["isIn a owl:TransitiveProperty"])
    kb.revise(["a isIn b"], confidence=0.9)
    kb.revise(["b isIn d"], confidence=0.3)
    assert kb.confidence("a isIn d") == 0.3
    kb.revise(["b isIn c"], confidence=0.8)
    kb.revise(["c isIn d"], confidence=0.7)
    assert kb.confidence("a isIn d") == 0.7
    kb.revise(["a isIn d"], confidence=0.6)
    assert kb.confidence("a isIn d") == 0.7


def test_the_surest_of_several_sources_counts_until_it_takes_its_word_back() -> None:
    kb = empty()
    kb.revise(["a isOn b"], source="eyes", confidence=0.5)
    kb.revise(["a isOn b"], source="ann", confidence=0.9)
    assert kb.confidence("a isOn b") == 0.9
    kb.revise(["a isOn b"], source="ann", method="retract")
    assert kb.confidence("a isOn b") == 0.5
    kb.revise(["a isOn b"], source="eyes")
    assert kb.confidence("a isOn b") == 1.0


def test_confidence_is_told_through_the_verbs_and_kept_on_disk(tmp_path: Path) -> None:
    kb = household()
    journal = Journal(tmp_path, kb)
    verbs = Verbs(kb, record=journal)
    verbs.call("add", [["cup isOn table"]], {"confidence": 0.6})
    verbs.call("revise", [["cup isIn box"], {"method": "add", "confidence": 0.2}])
    assert verbs.call("confidence", ["table isBelow cup"]) == 0.6
    journal.close()
    for _ in range(2):
        again = household()
        Journal(tmp_path, again).close()
        assert again.confidence("table isBelow cup") == 0.6
        assert again.find("cup isOn ?y", confidence=0.5) == [{"y": "table"}]
        assert again.find("cup isIn ?y", confidence=0.5) == []
        assert again.find("cup isIn ?y", confidence=0.2) == [{"y": "box"}]
    for wrong in (0.0, 1.5, -1.0):
        with pytest.raises(BadStatement, match="confidence"):
            verbs.call("add", [["a isOn b"]], {"confidence": wrong})


def test_the_confidence_of_the_past_is_not_known() -> None:
    with pytest.raises(BadStatement, match="holds now"):
        empty().find("?x isOn ?y", at=1.0, confidence=0.5)
