"""The compiled reasoning core: what it does not put up with, and what is said where it was not built."""

import ast
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from midworld.knowledge import Terms
from midworld.knowledge import vocabulary as v
from midworld.knowledge.reasoner import IncrementalReasoner
from midworld.knowledge.rules import Rule, Variable
from midworld.knowledge.rules import Test as Condition
from midworld.knowledge.tbox import TBox

HIDDEN = "import sys; sys.modules['midworld.knowledge._core'] = None; from midworld"


def test_without_the_compiled_core_a_sentence_says_what_to_install() -> None:
    command = [sys.executable, "-c", f"{HIDDEN}.knowledge import KnowledgeBase"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    said = done.stderr.splitlines()[-1]
    assert said.startswith("midworld.errors.NotBuilt: ")
    assert "install a wheel" in said
    assert "apt-get install g++ python3-dev" in said


def test_commands_say_it_without_a_traceback() -> None:
    command = [sys.executable, "-c", f"{HIDDEN}.cli import main; main()", "kb", "-e", "models"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "g++" in done.stdout + done.stderr


def test_the_core_is_no_longer_optional_when_midworld_is_built() -> None:
    script = ast.parse((Path(__file__).parents[2] / "setup.py").read_text())
    built = {ast.unparse(each.targets[0]): each.value for each in script.body if isinstance(each, ast.Assign)}
    core = built["core"]
    assert isinstance(core, ast.Call)
    assert "optional" not in {keyword.arg for keyword in core.keywords}


@pytest.mark.parametrize("wrong", [("cup", 2, 3), (1, 2), [1, 2, 3], (1, 2, 1 << 40)])
def test_what_is_no_atom_is_refused_and_changes_nothing(wrong: object) -> None:
    reasoner = IncrementalReasoner(TBox(Terms()))
    reasoner.update([(101, 102, 103)])
    with pytest.raises((TypeError, ValueError, OverflowError)):
        reasoner.update([(104, 102, 103), wrong])  # pyright: ignore[reportArgumentType]
    assert list(reasoner.index) == [(101, 102, 103)]


def test_a_model_is_not_read_while_it_changes() -> None:
    x, y = Variable("x"), Variable("y")
    reasoners: list[IncrementalReasoner] = []

    def holds(_: Sequence[int]) -> bool:
        return bool(list(reasoners[0].index))

    rule = Rule("curious", (0, 0, 0), ((x, 102, y),), (x, v.TYPE, 104), (Condition("asks", (x,), holds),))
    reasoners.append(IncrementalReasoner(TBox(Terms(), rules=(rule,))))
    with pytest.raises(RuntimeError, match="being changed"):
        reasoners[0].update([(101, 102, 103)])


def test_a_copy_goes_its_own_way() -> None:
    first = IncrementalReasoner(TBox(Terms()))
    first.update([(101, 102, 103), (104, 102, 103)])
    second = first.copy()
    second.update([(101, 105, 106)], [(101, 102, 103)])
    first.update((), [(104, 102, 103)])
    assert set(first.index) == {(101, 102, 103)}
    assert set(second.index) == {(104, 102, 103), (101, 105, 106)}
