"""ORO's verbs with the arguments its manual gives them."""

from pathlib import Path
from typing import cast

import pytest

from midworld.adapters.oxigraph import Files, knowledge_base
from midworld.knowledge import KnowledgeBase, Verbs


@pytest.fixture
def kb() -> KnowledgeBase:
    return knowledge_base()


@pytest.fixture
def oro(kb: KnowledgeBase) -> Verbs:
    found = Verbs(kb, Files(kb))
    found.call("add", [["cup1 type Cup"]])
    found.call("addForAgent", ["ann", ["cup1 isOn table1"]])
    return found


def test_no_argument_is_taken_for_the_name_of_an_agent(oro: Verbs, kb: KnowledgeBase, tmp_path: Path) -> None:
    details = cast("dict[str, object]", oro.call("getResourceDetails", ["Cup", "fr"]))
    assert details["label"] == "tasse"
    assert oro.call("lookup", ["cup", "INSTANCE"]) == [["cup1", "instance"]]
    assert ["Cup", "class"] in cast("list[list[str]]", oro.call("lookupForAgent", ["ann", "cup", "CLASS"]))
    oro.call("save", ["ann", str(tmp_path / "ann.ttl")])
    assert "isOn" in (tmp_path / "ann.ttl").read_text()
    oro.call("save", [str(tmp_path / "mine.ttl")])
    assert "isOn :table1" not in (tmp_path / "mine.ttl").read_text()
    oro.call("registerEvent", ["FACT_CHECKING", "ON_TRUE", ["cup1 isOn table1"], "somebody"])
    assert set(kb.models) == {"default", "ann"}


@pytest.mark.parametrize(
    "words",
    [
        ["NEW_INSTANCE", "ON_TRUE", "x", ["?x type Cup"], "me"],
        ["NEW_INSTANCE", "ON_TRUE", "x", ["?x type Cup"]],
        ["NEW_CLASS_INSTANCE", "ON_TRUE", "Cup", "me"],
    ],
)
def test_events_are_registered_in_every_form(kb: KnowledgeBase, words: list[object]) -> None:
    heard: list[object] = []
    oro = Verbs(kb, listener=lambda event, content: heard.extend(content))
    oro.call("registerEvent", words)
    oro.call("add", [["cup7 type Cup"]])
    assert heard == [{"x": "cup7"}]


def test_answers_come_as_xml_when_asked_for(oro: Verbs) -> None:
    text = oro.call("queryAsXML", ["x", "SELECT ?x WHERE { ?x a oro:Cup }"])
    assert '<binding name="x"><uri>http://kb.openrobots.org#cup1</uri></binding>' in str(text)
    assert "<boolean>true</boolean>" in str(oro.call("queryAsXML", ["x", "ASK { oro:cup1 a oro:Cup }"]))
