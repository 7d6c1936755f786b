"""Things nobody declared, completed from what is known of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clikit import Command, line

TABLE_TOP = 0.75
KNOWN = """\
@prefix : <http://kb.openrobots.org#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:tin_1 a :Can ; :hasTag 24 ; :hasColor :red ; rdfs:label "the red tin" .
:cup :hasTag 7 .
:Gadget rdfs:subClassOf :Tool ; :usualShape :boxShape ; :usualDimensions "0.1 0.06 0.05" ; :usualColor :blue .
:gizmo a :Gadget .
:isOn rdfs:subPropertyOf :restsUpon .
"""


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    path = tmp_path / "known.ttl"
    path.write_text(KNOWN)
    return path


def percepts(stamp: float, *objects: Mapping[str, object]) -> str:
    return json.dumps({"stamp": stamp, "source": "camera", "objects": objects}) + "\n"


def logged(folder: Path, *lines: str) -> Path:
    path = folder / "log.jsonl"
    path.write_text("".join(lines))
    return path


def last_nodes(text: bytes) -> dict[str, dict[str, Any]]:
    lines = [json.loads(each) for each in text.splitlines()]
    worlds = [each for each in lines if each["type"] == "world"]
    return {node["id"]: node for node in worlds[-1]["nodes"]}


def height(node: dict[str, Any]) -> float:
    return node["position"][2] - TABLE_TOP


def test_a_class_is_enough_to_be_simulated_and_what_is_assumed_is_marked(
    midworld: Command, scene: Path, tmp_path: Path
) -> None:
    first = percepts(0.1, {"id": "mug_7", "class": "Mug", "position": [0.5, 0.0, 0.81]})
    log = logged(tmp_path, first, *(line(0.1 * i, mug_7=[0.5, 0.0, 0.81]) for i in range(2, 8)))
    result = midworld("run", scene, log)
    assert result.status == 0
    mug = last_nodes(result.out)["mug_7"]
    # It stands on the table: half of a mug's usual height above it.
    assert height(mug) == pytest.approx(0.05, abs=0.003)
    assert mug["assumed"] == ["mass", "shape"]
    assert b'"subject":"mug_7","predicate":"isOn","object":"table"' in result.out


def test_what_a_percept_brings_itself_is_left_alone(midworld: Command, scene: Path, tmp_path: Path) -> None:
    own = {"id": "mug_7", "class": "Mug", "shape": {"box": [0.1, 0.1, 0.2]}, "position": [0.5, 0.0, 0.85]}
    log = logged(tmp_path, percepts(0.1, own), line(0.2, mug_7=[0.5, 0.0, 0.85], cup=[0.5, 0.3, 0.80]))
    nodes = last_nodes(midworld("run", scene, log).out)
    assert height(nodes["mug_7"]) == pytest.approx(0.1, abs=0.003)
    assert all("assumed" not in node for node in nodes.values())


def test_names_and_tags_mean_what_a_document_says(
    midworld: Command, scene: Path, knowledge: Path, tmp_path: Path
) -> None:
    seen = [percepts(0.1 * i, *(
        {"id": name, "position": [0.5, y, 0.80]} for name, y in (("24", 0.0), ("gizmo", 0.3), ("7", -0.3))
    )) for i in range(1, 9)]  # fmt: skip
    log = logged(tmp_path, *seen)
    result = midworld("run", scene, log, "--knowledge", knowledge, "--inferred")
    nodes = last_nodes(result.out)
    assert set(nodes) == {"table", "tin_1", "gizmo", "cup"}
    assert nodes["tin_1"]["assumed"] == ["class", "label", "colour", "mass", "shape"]
    assert nodes["gizmo"]["assumed"] == ["class", "colour", "shape"]
    assert height(nodes["gizmo"]) == pytest.approx(0.025, abs=0.003)
    # A tag of something the scene declares: all of that is the scene's.
    assert "assumed" not in nodes["cup"]
    told = [json.loads(each) for each in result.out.splitlines() if b'"inferred":true' in each]
    assert ("gizmo", "restsUpon", "table") in {(each["subject"], each["predicate"], each["object"]) for each in told}
    for command in ("check", "run"):
        assert midworld(command, scene, log, "--knowledge", knowledge).status == 0
    answer = midworld("ask", scene, log, "where is the gizmo", "--knowledge", knowledge)
    assert b"table" in answer.out


def test_names_of_another_namespace_do_not_reach_the_world(midworld: Command, scene: Path, tmp_path: Path) -> None:
    document = tmp_path / "foreign.ttl"
    document.write_text(
        "@prefix : <http://kb.openrobots.org#> .\n@prefix my: <http://example.org/my#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'my:Beaker rdfs:subClassOf :Glass . my:b1 a my:Beaker ; :hasTag 31 ; :hasDimensions "0.03 0.2" .\n'
    )
    log = logged(tmp_path, *(line(0.1 * i, **{"31": [0.5, 0.0, 0.86]}) for i in range(1, 5)))
    result = midworld("run", scene, log, "--knowledge", document, "--inferred")
    beaker = last_nodes(result.out)["31"]
    assert beaker["assumed"] == ["class", "mass", "shape"]
    assert height(beaker) == pytest.approx(0.1, abs=0.003)
    assert b"example.org" not in result.out


def test_a_document_also_tells_the_class_of_what_has_a_shape(
    midworld: Command, scene: Path, knowledge: Path, tmp_path: Path
) -> None:
    own = {"id": "gizmo", "shape": {"box": [0.1, 0.1, 0.2]}, "colour": "green", "position": [0.5, 0.0, 0.85]}
    log = logged(tmp_path, percepts(0.1, own), line(0.2, gizmo=[0.5, 0.0, 0.85]))
    gizmo = last_nodes(midworld("run", scene, log, "--knowledge", knowledge).out)["gizmo"]
    assert gizmo["assumed"] == ["class"]
    assert height(gizmo) == pytest.approx(0.1, abs=0.003)


def test_what_nobody_knows_is_refused_by_name(midworld: Command, scene: Path, knowledge: Path, tmp_path: Path) -> None:
    log = logged(tmp_path, percepts(0.1, {"id": "blob", "class": "Gadgets", "position": [0.5, 0.0, 0.8]}))
    result = midworld("run", scene, log, "--knowledge", knowledge)
    assert result.status == 2
    assert "'blob'" in result.err
    assert "nor is one known of it or its class" in result.err


def test_a_tag_and_its_thing_in_one_line_are_told_to_be_the_same(
    midworld: Command, scene: Path, knowledge: Path, tmp_path: Path
) -> None:
    both = [{"id": name, "position": [0.5, y, 0.8]} for name, y in (("24", 0.0), ("tin_1", 0.3))]
    result = midworld(
        "run", scene, logged(tmp_path, percepts(0.1, both[0]), percepts(0.2, *both)), "--knowledge", knowledge
    )
    assert result.status == 2
    assert "'tin_1' a second time" in result.err


def test_a_document_that_cannot_be_read_is_a_sentence(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log = logged(tmp_path, line(0.1, cup=[0.5, 0.0, 0.8]))
    result = midworld("run", scene, log, "--knowledge", tmp_path / "nowhere.ttl")
    assert result.status == 2
    assert "nowhere.ttl" in result.err
