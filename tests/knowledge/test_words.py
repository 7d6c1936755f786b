"""Labels, descriptions, comparisons, completion, ORO's verbs and the ontology itself."""

from itertools import pairwise
from typing import cast

import pytest

from kbfactory import atom, empty, household, values
from midworld.errors import MidworldError, UnknownName
from midworld.knowledge import Embedded, KnowledgeBase, Verbs
from midworld.knowledge.compare import Discriminant, Identified, Indistinguishable, NoCandidate, clarify, discriminate
from midworld.knowledge.completion import completed
from midworld.knowledge.describe import label, lookup
from midworld.knowledge.feed import feed

FORMAT_PREDICATES = (
    "isOn",
    "isIn",
    "isNextTo",
    "isAbove",
    "isBelow",
    "isHeldBy",
    "isMoving",
    "sees",
    "looksAt",
    "pointsAt",
    "focusesOn",
    "seesWithHeadMovement",
    "isPerceiving",
    "hasHandMovingToward",
    "canReach",
    "leftOf",
    "rightOf",
    "inFrontOf",
    "behind",
    "near",
    "farFrom",
)


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return household()


def table() -> KnowledgeBase:
    """Three cups and a book on a table."""
    kb = household()
    kb.revise(["c1 type Cup", "c2 type Cup", "c3 type Cup", "b type Book", "c1 hasColor red", "c2 hasColor blue"])
    kb.revise(["c3 hasColor blue", "c1 isOn table", "c2 isOn table", "c3 isOn shelf", "b isOn table", "b hasColor red"])
    return kb


@pytest.mark.parametrize("predicate", FORMAT_PREDICATES)
def test_every_predicate_of_the_formats_is_in_the_ontology_with_two_labels(kb: KnowledgeBase, predicate: str) -> None:
    found = label(kb.model(), kb.terms.parse(predicate))
    assert {"en", "fr"} <= set(found)


def test_no_class_of_the_ontology_is_impossible(kb: KnowledgeBase) -> None:
    assert not kb.model().tbox.unsatisfiable
    assert not kb.model().watch.clashes


def test_people_mean_artifact_by_object(kb: KnowledgeBase) -> None:
    assert lookup(kb.model(), "object")[0] == ("Artifact", "class")


def test_lookup_is_exact_before_near_and_forgives_spelling(kb: KnowledgeBase) -> None:
    model = kb.model()
    assert lookup(model, "tasse", search="exact") == [("Cup", "class")]
    assert ("Cupboard", "class") in lookup(model, "cup")
    assert lookup(model, "cup")[0] == ("Cup", "class")
    assert lookup(model, "botle") == []
    assert lookup(model, "botle", search="fuzzy")[0] == ("Bottle", "class")
    assert lookup(model, "tasse", search="exact", language="en") == []


SPATIAL = {
    "cup isOn table": ["cup isAbove table", "cup isAt table", "table isBelow cup", "table isUnder cup"],
    "cup isIn box": ["box contains cup", "cup isAt box"],
    "cup isNextTo bowl": ["bowl isNextTo cup"],
    "cup leftOf bowl": ["bowl rightOf cup", "cup hasRelativePosition bowl"],
    "cup behind bowl": ["bowl inFrontOf cup"],
    "ann looksAt cup": ["ann sees cup", "ann seesWithHeadMovement cup", "cup isSeenBy ann"],
    "ann focusesOn cup": ["ann looksAt cup", "ann pointsAt cup"],
    "myself sees cup": ["cup isInFieldOfView true", "cup isVisible true"],
    "cup isInFieldOfView true": ["myself sees cup"],
    "myself canReach cup": ["cup isReachable true"],
    "ann hasInHand cup": ["cup isHeldBy ann"],
    "cup isOnTopOf table": ["cup isOn table"],
    "cup isInContainer box": ["cup isIn box"],
    "act actsOn cup": ["act actsOnObject cup"],
}


@pytest.mark.parametrize("said", SPATIAL)
def test_relations_of_table_two_imply_each_other(said: str) -> None:
    kb = household()
    kb.revise([said])
    for each in SPATIAL[said]:
        assert kb.exist([each]), each


def test_looking_and_pointing_is_focusing_and_neither_alone_is() -> None:
    kb = household()
    kb.revise(["ann looksAt cup", "ann pointsAt bowl"])
    assert values(kb, "ann focusesOn ?x") == set()
    kb.revise(["ann pointsAt cup"])
    assert values(kb, "ann focusesOn ?x") == {"cup"}


def test_a_bottle_is_recognised_by_shape_and_size() -> None:
    kb = household()
    kb.revise(["x type Container", "x type GraspableObject", "x hasShape cylinderShape", "x hasMainDimension 0.25"])
    assert kb.exist(["x type Bottle"])
    kb.revise(["x hasMainDimension 0.25"], method="retract")
    assert not kb.exist(["x type Bottle"])
    kb.revise(["y type Bottle"])
    assert kb.exist(["y hasShape cylinderShape"])


def test_the_best_question_separates_most_and_internal_notes_are_not_asked() -> None:
    kb = table()
    kb.revise(["c1 hasTag 1", "c2 hasTag 2", "c3 hasTag 3"])
    terms = kb.terms
    found = discriminate(kb.model(), [terms.parse(name) for name in ("c1", "c2", "c3")])
    assert [terms.show(each.predicate) for each in found[:1]] == ["hasColor"]
    assert "hasTag" not in {terms.show(each.predicate) for each in found}
    assert all(first.expected_left <= second.expected_left for first, second in pairwise(found) if not first.total)
    (by_class, *_) = discriminate(kb.model(), [terms.parse("c1"), terms.parse("b")])
    assert terms.show(by_class.predicate) == "rdf:type"
    assert by_class.total


def test_clarifying_ends_in_one_thing_or_says_it_cannot() -> None:
    kb = table()
    c1, c2, c3 = (kb.terms.parse(name) for name in ("c1", "c2", "c3"))
    question = clarify(kb.model(), [c1, c2, c3], {})
    assert isinstance(question, Discriminant)
    assert kb.terms.show(question.predicate) == "hasColor"
    red = kb.terms.parse("red")
    assert clarify(kb.model(), [c1, c2, c3], {question.predicate: lambda held: held == red}) == Identified(c1)
    twins = household()
    twins.revise(["a type Cup", "b type Cup"])
    a, b = twins.terms.parse("a"), twins.terms.parse("b")
    assert clarify(twins.model(), [a, b], {}) == Indistinguishable(frozenset((a, b)))
    assert clarify(kb.model(), [], {}) == NoCandidate()


def test_ancestors_similarities_and_differences() -> None:
    kb = table()
    verbs = Verbs(kb)
    assert verbs.call("commonAncestors", [["c1", "b"]]) == ["GraspableObject"]
    assert verbs.call("differentAncestors", ["c1", "b"]) == [["Container", "Tableware"], ["Book"]] or verbs.call(
        "differentAncestors", ["c1", "b"]
    ) == [["Tableware", "Container"], ["Book"]]
    alike = verbs.call("similarities", ["c1", "b"])
    assert isinstance(alike, dict)
    assert ["hasColor", "red"] in alike["values"]
    apart = verbs.call("differences", ["c1", "c2"])
    assert isinstance(apart, dict)
    assert ["hasColor", ["red"], ["blue"]] in apart["values"]


def test_oros_verbs_answer_as_its_clients_expect() -> None:
    kb = table()
    oro = Verbs(kb)
    oro.call("addForAgent", ["ann", ["cup isOn table"]])
    assert oro.call("findForAgent", ["ann", ["?x"], ["?x isOn table"]]) == [{"x": "cup"}]
    assert oro.call("find", [["?x"], ["?x type Book"]]) == [{"x": "b"}]
    assert oro.call("getDirectClassesOf", ["c1"]) == {"Cup": "cup"}
    assert oro.call("checkConsistency", [["c1 type Robot", "c1 type Human"]]) is False
    assert oro.call("checkConsistency") is True
    assert "trial" not in kb.models
    oro.call("add", [["note type ActiveConcept"], "SHORTTERM"])
    assert set(cast("list[str]", oro.call("methods"))) > {"safeAdd", "getSimilarities", "registerEventForAgent"}
    with pytest.raises(UnknownName):
        oro.call("nonsense")


def test_worlds_feed_models_as_differences_and_what_is_seen_is_active() -> None:
    kb = household()
    feed(kb, "ann", [("cup", "isOn", "table"), ("cup", "isMoving", True), ("ann", "sees", "cup")])
    assert kb.exist(["cup isMoving true", "table isBelow cup"], models=["ann"])
    assert values(kb, "?x type ActiveConcept", models=["ann"]) == {"cup"}
    revised = feed(kb, "ann", [("cup", "isOn", "tray")], [("cup", "isOn", "table"), ("cup", "isMoving", True)])
    assert atom(kb, "table isBelow cup") in revised.net.removed
    assert not kb.exist(["cup isMoving true"], models=["ann"])
    assert not feed(kb, "ann", [], []).net


def test_an_identifier_that_looks_like_a_number_is_a_name() -> None:
    kb = household()
    feed(kb, "robot", [("24", "isOn", "true"), ("ann/right_hand", "isIn", "3.5")])
    assert kb.find("?x isOn ?y", models=["robot"]) == [{"x": "oro:24", "y": "oro:true"}]
    assert kb.exist(["oro:24 isOn oro:true", "ann/right_hand isIn oro:3.5"], models=["robot"])


def test_a_percept_is_completed_from_its_tag() -> None:
    kb = household()
    kb.revise(["table_1 hasTag 24", "table_1 type Table", "table_1 hasMass 12.5", "table_1 hasColor brown"])
    found = completed(kb.model(), 24)
    assert found is not None
    assert (found.id, found.mass_kg, found.colour) == ("table_1", 12.5, "brown")
    assert "PhysicalSupport" in found.classes
    assert completed(kb.model(), 25) is None


def test_operators_read_like_pykb() -> None:
    kb = Embedded(household())
    kb += "c1 type Cup"
    kb += ["c1 isOn table", "c1 hasColor red"]
    assert "c1 isOn table" in kb
    assert "nothing_such" not in kb
    assert kb["?x isOn table"] == [{"x": "c1"}]
    assert kb["* rdf:type Cup"] == ["c1"]
    assert kb["?x rdf:type Cup", "?x hasColor ?c"] == [{"x": "c1", "c": "red"}]
    assert kb["?x rdf:type Cup", ["ann"]] == []
    event = kb.subscribe("?x isOn floor")
    kb -= "c1 isOn table"
    kb += "c1 isOn floor"
    assert kb.events.get_nowait() == (event, [{"x": "c1"}])


GARBAGE: list[tuple[str, list[object]]] = [
    ("find", [1]), ("find", [[["a"]]]), ("add", [["a b"]]), ("add", [["a b c d"]]), ("add", [None]), ("label", []),
    ("add", [['x y "unclosed']]), ("add", [["x <http://bad iri> y"]]), ("add", [["1 2 3"]]), ("why", ["?x a b"]),
    ("subscribe", [[]]), ("revise", [["a b c"], {"method": "dance"}]), ("sparql", ["x"]),
    ("checkout", ["never"]), ("rule", ["x -> y"]), ("rule", ["?x p ?y -> ?z q ?y"]), ("nonsense", []),
    ("add", [["a pre:b c"]]),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "args"), GARBAGE)
def test_a_bad_call_is_answered_with_a_sentence(verb: str, args: list[object]) -> None:
    kb = empty()
    with pytest.raises(MidworldError):
        Verbs(kb).call(verb, args)
    assert len(kb.model().reasoner.index) == 0
