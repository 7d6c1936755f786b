"""`midworld talk`: JSON lines in, JSON lines out."""

import json
import subprocess
import sys

from benchmarks.dialogue import fuzz

from midworld.cli.demo import SCENES


def talked(*lines: object, args: tuple[str, ...] = ()) -> tuple[list[dict[str, object]], int]:
    text = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines)
    command = [sys.executable, "-m", "midworld", "talk", *args, "--json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_told_facts_alone_are_enough() -> None:
    said, status = talked(
        {"tell": {"model": "myself", "add": ["cup1 rdf:type Cup", "cup1 isOn table1", "table1 rdf:type Table"]}},
        {"speaker": "ann", "say": "where is the cup?", "stamp": 1.5},
        {"tell": {"model": "robot", "add": [], "remove": ["cup1 isOn table1"]}},
        {"speaker": "ann", "say": "where is the cup?"},
    )
    assert status == 0
    assert list(said[0]) == ["speaker", "heard", "act", "statements", "resolved", "answer", "ask"]
    assert "on the table" in str(said[0]["answer"])
    assert "do not know where" in str(said[1]["answer"])


def test_a_bad_line_is_told_and_the_rest_is_heard() -> None:
    said, status = talked("{", {"speaker": "ann", "say": "hello"})
    assert (len(said), said[0]["act"], status) == (1, "social", 2)


def test_sally_and_anne_are_asked_about_aloud() -> None:
    folder = SCENES / "7_false_belief"
    said, status = talked(
        {"speaker": "anne", "say": "does Sally know where the ball is?"},
        {"speaker": "anne", "say": "where does she think it is?"},
        {"speaker": "sally", "say": "who took the ball?"},
        args=(str(folder / "scene.yaml"), str(folder / "observations.jsonl")),
    )
    assert status == 0
    assert str(said[0]["answer"]).startswith("No")
    assert "basket" in str(said[1]["answer"])
    assert "Anne" in str(said[2]["answer"])


def test_strange_sentences_all_get_an_answer() -> None:
    assert sum(fuzz(400).values()) == 400
