"""Models of agents deleted, copied and compared; what is emptied; what is not asked and not shown."""

from typing import cast

import pytest

from kbfactory import empty, household
from midworld.adapters.oxigraph import Files
from midworld.errors import BadStatement, UnknownName
from midworld.knowledge import KnowledgeBase, Verbs


def test_a_deleted_agent_is_met_for_the_first_time_again() -> None:
    kb = household()
    verbs = Verbs(kb, Files(kb))
    verbs.call("add", [["cup isOn table"], ["ann"]])
    assert asked(verbs, "cup") == 1
    verbs.call("delete", ["ann"])
    assert "ann" not in kb.models
    assert verbs.call("find", [["cup isOn ?x"], None, ["ann"]]) == []
    assert asked(verbs, "cup") == 0
    assert asked(verbs, "Cup", "rdfs:subClassOf") > 0


def asked(verbs: Verbs, subject: str, predicate: str = ":isOn") -> int:
    found = verbs.call("sparql", [f"SELECT ?x WHERE {{ :{subject} {predicate} ?x }}", ["ann"]])
    return len(cast("dict[str, dict[str, list[object]]]", found)["results"]["bindings"])


def test_nobody_can_be_deleted_who_is_not_there_or_is_everybodys() -> None:
    verbs = Verbs(empty())
    with pytest.raises(UnknownName, match="nobody"):
        verbs.call("delete", ["nobody"])
    with pytest.raises(BadStatement, match="cleared"):
        verbs.call("delete", ["default"])
    with pytest.raises(UnknownName, match="nobody"):
        verbs.call("copy", ["nobody", "ann"])


def test_a_copy_knows_the_same_and_goes_its_own_way() -> None:
    verbs = Verbs(household())
    verbs.call("add", [["cup isOn table", "Bowl2 subClassOf Bowl", "b type Bowl2"], ["ann"]])
    verbs.call("copy", ["ann", "bob"])
    assert verbs.call("exist", [["table isBelow cup", "b type Bowl"], ["bob"]])
    assert verbs.call("compare", ["ann", "bob"]) == {"added": [], "removed": []}
    verbs.call("add", [["ball isIn box"], ["bob"]])
    verbs.call("remove", [["cup isOn table"], ["bob"]])
    told = cast("dict[str, list[str]]", verbs.call("compare", ["ann", "bob"]))
    assert "ball isIn box" in told["added"]
    assert {"cup isOn table", "table isBelow cup"} <= set(told["removed"])
    assert verbs.call("exist", [["cup isOn table"], ["ann"]])


def test_facts_computed_on_demand_come_back_after_a_model_was_cleared() -> None:
    kb = empty()
    atom = (kb.terms.parse("a"), kb.terms.parse("leftOf"), kb.terms.parse("b"))
    kb.computables.register([atom[1]], lambda model: [atom])
    assert kb.exist(["a leftOf b"])
    kb.reset("default")
    assert kb.exist(["a leftOf b"])


def test_clear_goes_back_to_the_ontology_and_empty_to_nothing() -> None:
    verbs = Verbs(household())
    verbs.call("add", [["cup isOn table"]])
    verbs.call("clear")
    assert verbs.call("exist", [["Cup subClassOf Object"]])
    assert not verbs.call("exist", [["cup isOn table"]])
    verbs.call("empty")
    assert verbs.call("find", [["?x subClassOf ?y"]]) == []
    verbs.call("clear")
    assert verbs.call("exist", [["Cup subClassOf Object"]])


def test_what_a_robot_notes_for_itself_is_no_question_and_no_difference() -> None:
    kb = household()
    kb.revise(["a type Cup", "b type Cup", "b type ActiveConcept"])
    verbs = Verbs(kb)
    assert verbs.call("clarify", [["a", "b"]]) == {"outcome": "indistinguishable", "things": ["a", "b"]}
    assert verbs.call("discriminate", [["a", "b"]]) == []
    assert verbs.call("differentAncestors", ["a", "b"]) == [[], []]
    assert verbs.call("differences", ["a", "b"]) == {"classes": [[], []], "values": []}
    kb.revise(["a type ActiveConcept"])
    assert verbs.call("commonAncestors", [["a", "b"]]) == ["Cup"]


def test_a_truth_is_written_as_people_write_it() -> None:
    kb = household()
    kb.revise(["a type Cup", "b type Cup", "a isOpen true", "b isOpen false"])
    verbs = Verbs(kb)
    assert verbs.call("clarify", [["a", "b"]]) == {
        "outcome": "ask", "property": "isOpen", "values": {"true": ["a"], "false": ["b"]}
    }  # fmt: skip
    for answer in (True, "true", "True"):
        found = verbs.call("clarify", [["a", "b"], {"isOpen": answer}])
        assert found == {"outcome": "identified", "thing": "a"}


def test_variables_a_client_made_itself_are_not_told() -> None:
    verbs = Verbs(empty())
    verbs.call("add", [["cup isOn table", "ball isOn floor"]])
    rows = verbs.call("find", [["?x isOn ?__y"], ["?x", "?__y"]])
    assert rows == [{"x": "cup"}, {"x": "ball"}] or rows == [{"x": "ball"}, {"x": "cup"}]
    assert verbs.call("find", [["cup isOn ?__y"], ["?__y"]]) == [{"var1": "table"}]


def test_a_text_with_a_language_is_no_string() -> None:
    kb = empty()
    kb.revise(["name rdfs:range xsd:string", 'a name "cup"'])
    verbs = Verbs(kb)
    assert verbs.call("check") == []
    verbs.call("add", [['a name "tasse"@fr']])
    assert len(cast("list[str]", verbs.call("check"))) == 1


def test_a_plain_text_may_have_a_language() -> None:
    kb = empty()
    kb.revise(["name rdfs:range rdf:PlainLiteral", 'a name "cup"', 'a name "tasse"@fr', "Named equivalentClass _:r"])
    kb.revise(["_:r owl:onProperty name", "_:r owl:someValuesFrom rdf:langString", 'b name "cup"'])
    assert Verbs(kb).call("check") == []
    assert kb.find("?x type Named") == [{"x": "a"}]


def table() -> KnowledgeBase:
    kb = household()
    kb.revise(["a type Cup", "b type Cup", "c type Cup", "d type Plate"])
    kb.revise(["a hasColor red", "b hasColor red", "c hasColor blue", "d hasColor red"])
    kb.revise(["a isOn table", "b isOn shelf", "c isOn table", "d isOn table"])
    return kb


def test_an_expression_of_several_properties_singles_one_out() -> None:
    verbs = Verbs(table())
    found = cast("list[list[str]]", verbs.call("refer", ["a", ["b", "c", "d"]]))
    assert len(found) == 3
    assert {tuple(pair) for pair in found} >= {("rdf:type", "Cup"), ("hasColor", "red")}
    assert found[0] == ["rdf:type", "Cup"]
    assert verbs.call("refer", ["c", ["a", "b", "d"]]) == [["hasColor", "blue"]]
    assert verbs.call("refer", ["d", ["a", "b", "c"]]) == [["rdf:type", "Plate"]]


def test_an_expression_fits_its_object_and_no_other() -> None:
    verbs = Verbs(table())
    for name in "abcd":
        others = [each for each in "abcd" if each != name]
        pairs = cast("list[list[str]]", verbs.call("refer", [name, others]))
        asking = [[f"?x {one} {other}" for one, other in pairs]]
        fitting = cast("list[dict[str, str]]", verbs.call("find", asking))
        assert [row["x"] for row in fitting if row["x"] in "abcd"] == [name]


def test_twins_cannot_be_told_apart_and_the_listener_must_know_the_words() -> None:
    kb = table()
    kb.revise(["e type Cup", "e hasColor red", "e isOn shelf"])
    verbs = Verbs(kb)
    assert verbs.call("refer", ["b", ["e"]]) == {"outcome": "indistinguishable", "things": ["b", "e"]}
    kb.revise(["c type Cup", "c isOn table"], models=["ann"])
    told = cast("list[list[str]]", verbs.call("refer", ["c", ["b"]], {"listener": "ann"}))
    assert "hasColor" not in {name for name, _ in told}


def test_our_own_mistakes_are_not_blamed_on_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: KnowledgeBase, *_: object, **__: object) -> object:
        return None.nothing  # pyright: ignore

    verbs = Verbs(empty())
    monkeypatch.setattr(KnowledgeBase, "find", broken)
    with pytest.raises(AttributeError, match="nothing"):
        verbs.call("find", [["?x isOn ?y"]])
    with pytest.raises(BadStatement, match="cannot be called like this"):
        verbs.call("find", [["?x isOn ?y"]], {"nonsense": 1})
