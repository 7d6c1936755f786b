"""`midworld run --inferred`: what follows from the facts."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clikit import Command, line


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(line(0.1 * i, cup=[0.5, 0.0, 0.80]) for i in range(1, 12)))
    return path


def parsed(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(each) for each in text.splitlines()]


def test_conclusions_are_marked_and_change_no_other_line(midworld: Command, scene: Path, log: Path) -> None:
    plain, more = midworld("run", scene, log), midworld("run", scene, log, "--inferred")
    assert more.status == 0
    assert midworld("run", scene, log, "--inferred").out == more.out
    rest = [each for each in more.out.splitlines(keepends=True) if b'"inferred":true' not in each]
    assert b"".join(rest) == plain.out
    told = [each for each in parsed(more.out) if each.get("inferred") and each["model"] == "robot"]
    facts = {(each["subject"], each["predicate"], each["object"]) for each in told if each["holds"]}
    assert ("table", "isUnder", "cup") in facts
    assert ("cup", "rdf:type", "GraspableObject") in facts
    assert ("cup", "isOn", "table") not in facts


def test_stamps_never_go_back(midworld: Command, scene: Path, log: Path) -> None:
    stamps = [each["stamp"] for each in parsed(midworld("run", scene, log, "--inferred").out)]
    assert stamps == sorted(stamps)


def test_a_broken_document_is_refused_without_assertions_as_well(scene: Path, log: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttl"
    broken.write_text("this is no turtle")
    command = [sys.executable, "-O", "-m", "midworld", "run", str(scene), str(log), "--knowledge", str(broken)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "broken.ttl" in done.stderr


def test_without_an_ontology_clear_empties_a_model(midworld: Command) -> None:
    lines = ("Cat subClassOf Animal", "tom type Cat", "clear", "stats")
    told = midworld("kb", "--bare", *(word for each in lines for word in ("-e", each)))
    assert told.status == 0
    assert [cell for cell in told.out.decode().split() if cell.isdecimal()] == ["0", "0", "0"]
