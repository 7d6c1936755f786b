"""Models, questions, memory, events and contradictions."""

import pytest

from kbfactory import Clock, atom, empty, household, values
from midworld.errors import BadStatement, Forgotten, Inconsistent
from midworld.knowledge import KnowledgeBase, Verbs, Versions
from midworld.knowledge.events import When
from midworld.knowledge.proof import prove
from midworld.knowledge.whynot import why_not


def test_what_one_agent_believes_never_leaks_into_another() -> None:
    kb = empty()
    kb.revise(["book isVisible true"], models=["robot"])
    kb.revise(["book isVisible false"], models=["ann"])
    assert kb.find("book isVisible ?v", models=["robot"]) == [{"v": True}]
    assert kb.find("book isVisible ?v", models=["ann"]) == [{"v": False}]
    assert kb.find("book isVisible ?v") == []


def test_a_copied_model_and_its_original_go_separate_ways() -> None:
    kb = empty()
    kb.revise(["cup isOn table", "Cup subClassOf Object", "cup type Cup"])
    branch = kb.model().copy("what if")
    kb.models["what if"] = branch
    kb.revise(["cup isOn floor"], models=["what if"])
    kb.revise(["cup isOn table"], method="retract", models=["what if"])
    assert values(kb, "cup isOn ?x") == {"table"}
    assert values(kb, "cup isOn ?x", models=["what if"]) == {"floor"}
    assert kb.exist(["cup type Object"], models="all")


def test_a_private_axiom_stays_private() -> None:
    kb = empty()
    kb.revise(["tom type Cat"], models=["ann", "default"])
    kb.revise(["Cat subClassOf Animal"], models=["ann"])
    assert kb.exist(["tom type Animal"], models=["ann"])
    assert not kb.exist(["tom type Animal"])


def test_answers_are_shaped_by_the_variables_asked() -> None:
    kb = empty()
    kb.revise(["cup isOn table", "book isOn table", "cup near ann"])
    assert kb.find(["cup isOn table"]) == ["cup isOn table"]
    assert kb.find(["cup isOn floor"]) == []
    assert sorted(str(row) for row in kb.find("* isOn table")) == ["{'var1': 'book'}", "{'var1': 'cup'}"]
    assert kb.find(["?x isOn *", "?x near *"]) == [{"x": "cup"}]
    assert kb.find(["?x isOn ?y", "?x near ?z"], ["z"]) == [{"z": "ann"}]
    with pytest.raises(BadStatement):
        kb.find(["?x isOn ?y"], ["nobody"])


def test_the_other_book_is_found_by_being_different() -> None:
    kb = empty()
    kb.revise(["BOOK1 type Book", "BOOK2 type Book"])
    assert kb.find(["?obj type Book", "?obj differentFrom BOOK1"]) == [{"obj": "BOOK2"}]


def test_absence_is_asked_for_explicitly() -> None:
    kb = empty()
    kb.revise(["a type Cup", "b type Cup", "a isOn table"])
    assert kb.find(["?x type Cup"], absent=["?x isOn table"]) == [{"x": "b"}]


def test_a_variable_cannot_be_stated() -> None:
    with pytest.raises(BadStatement, match="variable"):
        empty().revise(["?x isOn table"])


def test_retract_takes_wildcards() -> None:
    kb = empty()
    kb.revise(["cup isOn table", "book isOn table", "cup near ann"])
    kb.revise(["* isOn table", "cup near *"], method="retract")
    assert kb.find("?x ?p ?y") == []


def test_update_replaces_the_value_of_a_functional_property_in_one_step() -> None:
    kb = empty()
    kb.revise(["isAtFloor a owl:FunctionalProperty", "ann isAtFloor 1"])
    (revised,) = kb.revise(["ann isAtFloor 2"], method="update")
    assert kb.find("ann isAtFloor ?f") == [{"f": 2}]
    assert len(revised.net.added) == len(revised.net.removed) == 1


def test_memory_profiles_forget_on_time_and_reasserting_extends() -> None:
    clock = Clock()
    kb = empty(clock)
    verbs = Verbs(kb)
    verbs.call("add", [["cup near ann"], None, "SHORTTERM"])
    verbs.call("add", [["cup near bob"], None, "EPISODIC"])
    verbs.call("add", [["cup near eve"], None, "LONGTERM"])
    clock.now = 9.0
    verbs.call("add", [["cup near ann"], None, "SHORTTERM"])
    clock.now = 11.0
    assert values(kb, "cup near ?x") == {"ann", "bob", "eve"}
    clock.now = 19.0
    assert values(kb, "cup near ?x") == {"bob", "eve"}
    clock.now = 1e6
    assert values(kb, "cup near ?x") == {"eve"}


def test_an_active_concept_is_forgotten_after_five_seconds() -> None:
    clock = Clock()
    kb = empty(clock)
    heard: list[object] = []
    kb.subscribe(["?x type ActiveConcept"], lambda _, content: heard.append(content))
    kb.revise(["cup type ActiveConcept", "cup type Cup"])
    assert heard == [[{"x": "cup"}]]
    clock.now = 4.9
    assert kb.exist(["cup type ActiveConcept"])
    clock.now = 5.0
    assert not kb.exist(["cup type ActiveConcept"])
    assert kb.exist(["cup type Cup"])


def test_the_past_can_be_asked_until_it_is_forgotten() -> None:
    clock = Clock()
    kb = KnowledgeBase(clock=clock, history_s=100.0)
    clock.now = 10.0
    kb.revise(["cup isOn table"])
    clock.now = 20.0
    kb.revise(["cup isOn table"], method="retract")
    kb.revise(["cup isOn floor"])
    assert values(kb, "cup isOn ?x", at=5.0) == set()
    assert values(kb, "cup isOn ?x", at=10.0) == {"table"}
    assert values(kb, "cup isOn ?x", at=15.0) == {"table"}
    assert values(kb, "cup isOn ?x", at=20.0) == {"floor"}
    clock.now = 200.0
    kb.revise(["cup isOn bed"])
    with pytest.raises(Forgotten):
        kb.find("cup isOn ?x", at=15.0)


def test_events_tell_only_what_is_new_and_inferred_facts_count() -> None:
    kb = empty()
    kb.revise(["isOn owl:inverseOf isUnder", "a isOn t"])
    heard: list[object] = []
    event = kb.subscribe(["t isUnder ?x"], lambda _, content: heard.append(content))
    kb.revise(["b isOn t", "c isOn u"])
    kb.revise(["b isOn t"])
    assert heard == [[{"x": "b"}]]
    kb.revise(["b isOn t"], method="retract")
    kb.revise(["b isOn t"])
    assert heard == [[{"x": "b"}], [{"x": "b"}]]
    assert kb.subscribe(["t isUnder ?x"], print) == event


def test_an_anonymous_witness_that_changes_is_not_news() -> None:
    kb = empty()
    heard: list[object] = []
    kb.subscribe(["?x isOn *"], lambda _, content: heard.append(content))
    kb.revise(["cup isOn table"])
    kb.revise(["cup isOn tray"])
    assert heard == [[{"x": "cup"}]]
    kb.assert_atoms(
        [atom(kb, "cup isOn bed")], [kb.model()], removed=[atom(kb, "cup isOn table"), atom(kb, "cup isOn tray")]
    )
    assert heard == [[{"x": "cup"}]]


def test_a_one_shot_event_waits_for_a_match() -> None:
    kb = empty()
    heard: list[object] = []
    kb.subscribe(["?x type Cup", "?x isOn table"], lambda _, content: heard.append(content), one_shot=True)
    kb.revise(["cup isOn table"])
    assert heard == []
    kb.revise(["cup type Cup"])
    kb.revise(["mug type Cup", "mug isOn table"])
    assert heard == [[{"x": "cup"}]]


def test_a_condition_that_ends_can_be_heard() -> None:
    kb = empty()
    heard: list[object] = []
    kb.subscribe(["cup isOn table"], lambda _, content: heard.append(content), when=When.TOGGLE)
    kb.revise(["cup isOn table"])
    kb.revise(["cup isOn table"], method="retract")
    assert heard == [[{"holds": True}], [{"holds": False}]]


def test_a_listener_that_fails_harms_nobody() -> None:
    kb = empty()
    heard: list[object] = []

    def broken(event: str, content: object) -> None:
        raise RuntimeError("mine")

    kb.subscribe(["?x isOn ?y"], broken)
    kb.subscribe(["?x isOn ?y"], lambda _, content: heard.append(content))
    kb.revise(["cup isOn table"])
    assert len(heard) == 1
    assert "mine" in kb.subscriptions.failures[0]


CONTRADICTIONS = {
    "Car subClassOf Bottle": "Car cannot be both: a Bottle has some hasMainDimension in [0.1, 0.3], "
    "but a Car has only hasMainDimension in [2, 8]",
    "x type Bottle; x type Car": "x cannot be both: a Bottle has some hasMainDimension in [0.1, 0.3], "
    "but a Car has only hasMainDimension in [2, 8]",
    "x type Human; x type Robot": "nothing is both Human and Robot",
    "e type cyc:Event; e type Table": "nothing is both cyc:SpatialThing and cyc:TemporalThing",
    "cup isOn cup": "isOn never relates a thing to itself",
    "cup near ann; cup farFrom ann": "near and farFrom exclude each other",
    'cup hasMass "heavy"': "does not fit its datatype",
    "cup isMoving true; cup isMoving false": "isMoving has one value at most",
}


@pytest.mark.parametrize("statements", CONTRADICTIONS)
def test_a_contradiction_is_refused_in_a_sentence_and_leaves_nothing(statements: str) -> None:
    kb = household()
    before = set(kb.model().reasoner.index)
    with pytest.raises(Inconsistent) as refused:
        kb.revise(statements.split("; "), method="safe_add")
    assert CONTRADICTIONS[statements] in str(refused.value)
    assert set(kb.model().reasoner.index) == before
    assert not kb.model().watch.clashes
    assert kb.exist(["myself type Robot"])


def test_an_inconsistent_model_stays_queryable_and_recovers() -> None:
    kb = household()
    kb.revise(["x type Human", "x type Robot"], method="add")
    assert Verbs(kb).call("check")
    assert kb.exist(["x type Agent"])
    kb.revise(["x type Robot"], method="retract")
    assert Verbs(kb).call("check") == []


def test_a_refusal_in_one_of_several_models_changes_none() -> None:
    kb = household()
    kb.revise(["x type Human"], models=["ann"])
    with pytest.raises(Inconsistent):
        kb.revise(["x type Robot"], method="safe_add", models=["bob", "ann"])
    assert not kb.exist(["x type Robot"], models=["bob"])


def test_a_proof_goes_down_to_what_was_said() -> None:
    kb = household()
    kb.revise(["ann looksAt cup", "ann pointsAt cup", "cup isOn table"])
    reasoner = kb.model().reasoner
    proof = prove(reasoner, atom(kb, "ann focusesOn cup"))
    assert proof is not None
    assert set(proof.leaves()) == {atom(kb, "ann looksAt cup"), atom(kb, "ann pointsAt cup")}
    below = prove(reasoner, atom(kb, "table isBelow cup"))
    assert below is not None
    assert list(below.leaves()) == [atom(kb, "cup isOn table")]
    assert prove(reasoner, atom(kb, "table isOn cup")) is None


def test_what_is_missing_is_named() -> None:
    kb = household()
    kb.revise(["b type Container", "b type GraspableObject", "b hasShape cylinderShape", "b hasMainDimension 0.5"])
    missing = why_not(kb.model().reasoner, atom(kb, "b type Bottle"))
    assert missing is not None
    assert missing.conditions == ("b needs some hasMainDimension in [0.1, 0.3], but hasMainDimension is 0.5",)


def test_versions_are_kept_compared_and_returned_to() -> None:
    kb = empty()
    versions = Versions()
    kb.revise(["cup isOn table"])
    versions.commit(kb.model(), "before")
    kb.revise(["cup isOn table"], method="retract")
    kb.revise(["cup isOn floor"])
    versions.commit(kb.model(), "after")
    net = versions.difference("before", "after")
    assert net.added == (atom(kb, "cup isOn floor"),)
    assert net.removed == (atom(kb, "cup isOn table"),)
    kb.replace(versions.checkout("before"))
    assert values(kb, "cup isOn ?x") == {"table"}


def test_computed_facts_are_made_when_asked_and_once_a_period() -> None:
    clock = Clock()
    kb = household(clock)
    calls: list[str] = []

    def left_of(model: str) -> list[tuple[int, int, int]]:
        calls.append(model)
        return [atom(kb, "cup leftOf bowl")] if clock.now < 5 else []

    kb.computables.register([kb.terms.parse("leftOf")], left_of, period_s=1.0)
    kb.find("?x isOn ?y")
    assert calls == []
    assert kb.find("bowl rightOf ?x") == [{"x": "cup"}]
    assert kb.find("cup leftOf ?x") == [{"x": "bowl"}]
    assert len(calls) == 1
    clock.now = 10.0
    assert kb.find("bowl rightOf ?x") == []
