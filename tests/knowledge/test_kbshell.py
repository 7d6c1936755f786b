"""The shell for people: what is typed and what is read."""

from io import StringIO

import pytest
from rich.console import Console

from kbfactory import household
from midworld.adapters.oxigraph import Files
from midworld.cli.kbshell import Shell, shell
from midworld.knowledge import Verbs


def typed(*lines: str) -> str:
    kb = household()
    text = StringIO()
    session = Shell(Verbs(kb, Files(kb)), Console(file=text, width=200))
    for line in lines:
        assert session.run(line)
    return text.getvalue()


def test_a_statement_is_told_and_a_pattern_asked() -> None:
    assert "table" in typed("cup isOn table", "cup isOn ?where")
    assert "table" in typed("add cup isOn table, cup hasColor red", "find ?x hasColor red, ?x isOn ?y")
    assert "nothing" in typed("cup isOn table", "- cup isOn table", "?x isOn ?y")
    assert "nothing" in typed("cup isOn table", "@ann", "?x isOn ?y")


def test_reasons_read_as_sentences() -> None:
    told = typed("cup type Cup", "why cup type Artifact", "why_not box_1 type Cup", "why cup isOn table")
    assert "cup is an Artifact  every Cup is a Container; every Container is an Artifact" in told
    assert "'box_1 is a Cup' would follow if: box_1 is a Mug (every Mug is a Cup)" in told
    assert "it does not hold; try: why_not cup isOn table" in told
    focus = typed("ann looksAt cup", "ann pointsAt cup", "why ann focusesOn cup")
    assert "?who looksAt ?what, ?who pointsAt ?what -> ?who focusesOn ?what" in focus
    assert "it does hold" in typed("cup isOn table", "why_not cup isOn table")


@pytest.mark.parametrize("line", ['commit "a', "nonsense here", "add a b", "! cup type Cup, cup isOn", "load", "[/] b"])
def test_what_is_not_understood_is_answered_and_the_shell_goes_on(line: str) -> None:
    verbs = Verbs(household())
    assert shell(verbs, lines=[line, "cup isOn table"], interactive=False) is False
    assert verbs.kb.exist(["cup isOn table"])


@pytest.mark.parametrize("line", ["stats", "details cup", "label Cup", "models", "discriminate cup table", "help"])
def test_tables_are_shown_for_what_is_one(line: str) -> None:
    assert typed("cup type Cup", "table type Table", line).strip()


def test_sparqls_answers_are_a_table() -> None:
    assert "cup" in typed("cup isOn table", "sparql SELECT ?x WHERE { ?x :isOn ?y }")
