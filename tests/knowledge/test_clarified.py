"""Which one is meant, asked over a connection that remembers nothing."""

import pytest

from kbfactory import household
from midworld.errors import BadStatement, UnknownName
from midworld.knowledge import Verbs


def verbs() -> Verbs:
    kb = household()
    kb.revise(["a type Cup", "b type Cup", "c type Cup", "a hasColor red", "b hasColor blue", "c hasColor blue"])
    kb.revise(["b isOn table", "c isOn shelf"])
    return Verbs(kb)


def test_each_answer_leaves_fewer_until_one_is_identified() -> None:
    table = verbs()
    asked = table.call("clarify", [["a", "b", "c"]])
    assert asked == {"outcome": "ask", "property": "hasColor", "values": {"red": ["a"], "blue": ["b", "c"]}}
    assert table.call("clarify", [["a", "b", "c"], {"hasColor": "red"}]) == {"outcome": "identified", "thing": "a"}
    then = table.call("clarify", [["a", "b", "c"], {"hasColor": "blue"}])
    assert isinstance(then, dict)
    assert then["outcome"] == "ask"
    assert then["property"] != "hasColor"
    assert table.call("clarify", [["a", "b", "c"], {"hasColor": "green"}]) == {"outcome": "nothing"}


def test_what_nobody_can_tell_is_not_asked_again() -> None:
    kb = household()
    kb.revise(["a type Cup", "b type Cup", "a hasColor red", "b hasColor blue"])
    found = Verbs(kb).call("clarify", [["a", "b"], {"hasColor": None}])
    assert found == {"outcome": "indistinguishable", "things": ["a", "b"]}


def test_a_wrong_profile_or_search_is_told_not_guessed() -> None:
    table = verbs()
    with pytest.raises(UnknownName, match="SHORTTERM"):
        table.call("add", [["a isOn b"]], {"lifespan": "SHORT"})
    with pytest.raises(BadStatement, match="no lifespan"):
        table.call("add", [["a isOn b"]], {"lifespan": -5})
    with pytest.raises(UnknownName, match="substring"):
        table.call("lookup", ["cup"], {"search": "regex"})
