"""The deep check against what our own watch says."""

import importlib.util
import shutil

import pytest

from kbfactory import empty, household
from midworld.adapters.hermit import deep_check, deep_check_later

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("owlready2") is None or shutil.which("java") is None,
    reason="HermiT needs owlready2 (midworld[hermit]) and java",
)


def test_hermit_agrees_that_no_car_can_be_a_bottle() -> None:
    kb = household()
    kb.revise(["CarBottle subClassOf Car", "CarBottle subClassOf Bottle"], method="add")
    later = deep_check_later(kb.model())
    kb.revise(["thing type CarBottle"], method="add")
    found = later.result(timeout=120.0)
    assert found.consistent
    assert [each.rpartition(".")[2] for each in found.unsatisfiable] == ["CarBottle"]


def test_hermit_agrees_that_nobody_is_a_human_and_a_robot() -> None:
    kb = empty()
    kb.revise(["Human disjointWith Robot", "ann type Human", "ann type Robot"])
    assert kb.model().watch.clashes
    assert not deep_check(kb.model()).consistent
