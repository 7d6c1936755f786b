"""Files in and out, SPARQL over the mirror, and ORO's own ontology."""

from pathlib import Path

import pytest

from kbfactory import household
from midworld.adapters.oxigraph import Files, knowledge_base, read, write
from midworld.errors import BadInput, BadStatement
from midworld.knowledge import KnowledgeBase, Terms

ORO = Path(__file__).parents[3] / "shared" / "data" / "ontologies" / "oro.owl"


@pytest.mark.parametrize("suffix", [".ttl", ".rdf", ".nq", ".nt", ".ofn"])
def test_a_saved_model_reads_back_and_infers_the_same(tmp_path: Path, suffix: str) -> None:
    if suffix == ".ofn":
        pytest.importorskip("pyhornedowl")
    kb = household()
    kb.revise(["ann looksAt cup", "ann pointsAt cup", "x type Container", "x type GraspableObject"])
    kb.revise(["x hasShape cylinderShape", "x hasMainDimension 0.2", 'x rdfs:label "une \\"bouteille\\""@fr'])
    path = tmp_path / f"model{suffix}"
    write(kb.model(), path)
    again = knowledge_base([path])
    assert again.exist(["x type Bottle"])
    assert again.find('x rdfs:label "une \\"bouteille\\""@fr')
    # horned-owl does not carry SWRL rules without a name of their own.
    assert suffix == ".ofn" or again.exist(["ann focusesOn cup"])


def named(kb: KnowledgeBase) -> set[str]:
    index, terms = kb.model().reasoner.index, kb.terms
    return {terms.sentence(atom) for atom in index if not any(terms.is_blank(term) for term in atom)}


def test_nothing_is_lost_on_the_way_through_turtle(tmp_path: Path) -> None:
    kb = household()
    kb.revise(["cup isOn table", "ann type Human"])
    write(kb.model(), tmp_path / "model.ttl")
    assert named(knowledge_base([tmp_path / "model.ttl"])) == named(kb)


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix : <http://x#> .\n:a :b\n")
    with pytest.raises(BadInput, match=r"broken\.ttl"):
        read(path, Terms())
    (tmp_path / "x.doc").write_text("")
    with pytest.raises(BadInput, match="extension"):
        read(tmp_path / "x.doc", Terms())
    with pytest.raises(BadInput, match="no such file"):
        read(tmp_path / "absent.ttl", Terms())


def test_sparql_sees_inferences_and_every_later_change() -> None:
    kb = household()
    files = Files(kb)
    query = "SELECT ?x WHERE { ?x oro:isBelow :cup }"

    def rows() -> list[object]:
        found = files.sparql(query, "default")
        assert found["query"] == query
        return found["results"]["bindings"]  # type: ignore[index]

    assert rows() == []
    kb.revise(["cup isOn table"])
    assert len(rows()) == 1
    kb.revise(["cup isOn table"], method="retract")
    assert rows() == []
    kb.revise(["restsOn rdfs:subPropertyOf isOn", "cup restsOn tray"])
    assert len(rows()) == 1
    assert files.sparql("ASK { ?x :isOn ?y }", "ann")["boolean"] is False
    with pytest.raises(BadStatement):
        files.sparql("SELECT nonsense", "default")


@pytest.mark.skipif(not ORO.is_file(), reason="OpenRobots' ontology is not on this machine")
def test_oros_ontology_loads_and_reasons() -> None:
    kb = knowledge_base([ORO])
    assert not kb.model().watch.clashes
    kb.revise(["cup isOn table"])
    assert kb.exist(["cup isAt table", "table placeOf cup"])
    kb.revise(["b type Bottle"])
    assert kb.exist(["b type Container"])
