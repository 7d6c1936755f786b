"""Two reasoning cores, one behaviour: which one is used, and what the compiled one does not put up with."""

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from midworld.knowledge import Terms
from midworld.knowledge import vocabulary as v
from midworld.knowledge.purecore import PureCore
from midworld.knowledge.reasoner import PURE_PYTHON, MakeCore, Reasoner, compiled_core
from midworld.knowledge.rules import Rule, Variable
from midworld.knowledge.rules import Test as Condition
from midworld.knowledge.tbox import TBox

ASK = """
from midworld.knowledge import KnowledgeBase
kb = KnowledgeBase()
kb.revise(["Cup subClassOf Thing2", "cup type Cup"])
print(type(kb.model().reasoner.core).__name__, kb.exist(["cup type Thing2"]))
"""


@pytest.fixture
def compiled() -> MakeCore:
    core = compiled_core()
    if core is None:
        pytest.skip("the compiled core could not be built here")
    return core


def asked(**environment: str) -> str:
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout.strip()


def test_the_compiled_core_is_used_where_it_could_be_built(compiled: MakeCore) -> None:
    assert asked(**{PURE_PYTHON: ""}) == "NativeCore True"


def test_everything_works_without_the_compiled_core() -> None:
    assert asked(**{PURE_PYTHON: "1"}) == "PureCore True"


def test_without_a_compiler_there_is_no_compiled_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "midworld.knowledge._core", None)
    monkeypatch.delitem(sys.modules, "midworld.knowledge.nativecore", raising=False)
    assert compiled_core() is None


@pytest.mark.parametrize("wrong", [("cup", 2, 3), (1, 2), [1, 2, 3], (1, 2, 1 << 40)])
def test_what_is_no_atom_is_refused_and_changes_nothing(compiled: MakeCore, wrong: object) -> None:
    reasoner = Reasoner(TBox(Terms()), compiled)
    reasoner.update([(101, 102, 103)])
    with pytest.raises((TypeError, ValueError, OverflowError)):
        reasoner.update([(104, 102, 103), wrong])  # pyright: ignore[reportArgumentType]
    assert list(reasoner.index) == [(101, 102, 103)]


def test_a_model_is_not_read_while_it_changes(compiled: MakeCore) -> None:
    x, y = Variable("x"), Variable("y")
    reasoners: list[Reasoner] = []

    def holds(_: Sequence[int]) -> bool:
        return bool(list(reasoners[0].index))

    rule = Rule("curious", (0, 0, 0), ((x, 102, y),), (x, v.TYPE, 104), (Condition("asks", (x,), holds),))
    reasoners.append(Reasoner(TBox(Terms(), rules=(rule,)), compiled))
    with pytest.raises(RuntimeError, match="being changed"):
        reasoners[0].update([(101, 102, 103)])


@pytest.mark.parametrize("kind", ["compiled", "pure"])
def test_a_copy_goes_its_own_way(kind: str) -> None:
    core = PureCore if kind == "pure" else compiled_core()
    if core is None:
        pytest.skip("the compiled core could not be built here")
    first = Reasoner(TBox(Terms()), core)
    first.update([(101, 102, 103), (104, 102, 103)])
    second = first.copy()
    second.update([(101, 105, 106)], [(101, 102, 103)])
    first.update((), [(104, 102, 103)])
    assert set(first.index) == {(101, 102, 103)}
    assert set(second.index) == {(104, 102, 103), (101, 105, 106)}
