"""Talking while a log grows, over a recording, and what is kept of it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from midworld.adapters.oxigraph import knowledge_base
from midworld.cli import talkscene
from midworld.cli.demo import SCENES
from midworld.cli.main import app
from midworld.cli.talkscene import staged
from midworld.dialogue import read_exchanges, read_lexicon
from midworld.knowledge import ontology_files

FOLDER = SCENES / "7_false_belief"
LINES = (FOLDER / "observations.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
STAMPS = [json.loads(line)["stamp"] for line in LINES]


def test_what_is_asked_while_a_log_grows_is_of_what_it_has_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is.
    monkeypatch.setattr(talkscene, "AHEAD_S", 120.0)
    log = tmp_path / "growing.jsonl"
    half = next(place for place, stamp in enumerate(STAMPS) if stamp >= 5.0)
    log.write_text("".join(LINES[:half]), encoding="utf-8")
    base, words = knowledge_base(ontology_files()), read_lexicon()
    with staged(base, words, FOLDER / "scene.yaml", str(log), follow=True) as shown:
        before = shown.conversation.say("sally", "Where is the ball?", STAMPS[half - 2])
        with log.open("a", encoding="utf-8") as file:
            file.writelines(LINES[half:])
        after = shown.conversation.say("anne", "Where is the ball?", STAMPS[-2])
        told = shown.conversation.say("anne", "Does Sally know where it is?", STAMPS[-2])
        said = shown.newest()
    assert "basket" in before.answer
    assert "box" in after.answer
    assert told.answer.startswith("No")
    assert [each.stamp for each in said] == [STAMPS[half - 2], STAMPS[-2], STAMPS[-2]]


def test_a_recording_is_talked_about_at_any_instant_and_the_talk_is_kept(tmp_path: Path) -> None:
    recording, kept = tmp_path / "run.mwlog", tmp_path / "talk.jsonl"
    run = ["run", str(FOLDER / "scene.yaml"), str(FOLDER / "observations.jsonl"), "--record", str(recording)]
    runner = CliRunner()
    assert runner.invoke(app, [*run, "-o", str(tmp_path / "out.jsonl")]).exit_code == 0
    lines = [
        {"speaker": "anne", "say": "where is the ball?", "stamp": 1.0},
        {"speaker": "anne", "say": "where is the ball?"},
        {"speaker": "anne", "say": "who moved it?"},
    ]
    text = "\n".join(map(json.dumps, lines))
    talk = ["talk", str(recording), "--json", "--transcript", str(kept)]
    done = runner.invoke(app, talk, input=text)
    assert done.exit_code == 0, done.output
    answers = [json.loads(line)["answer"] for line in done.stdout.splitlines()]
    assert "basket" in answers[0]
    assert "box" in answers[1]
    assert "you" in answers[2]
    first, _, last = read_exchanges(kept.read_bytes().splitlines())
    assert [(each.words, each.taken) for each in first.words] == [("the ball", "ball")]
    assert [(each.words, each.taken, each.why) for each in last.words if each.role == "thing"] == [
        ("it", "ball", "spoken of last")
    ]
    assert last.stamp is not None
    assert last.stamp > 10.0


def test_following_needs_a_scene() -> None:
    done = CliRunner().invoke(app, ["talk", "--follow"], input="")
    assert done.exit_code != 0
    assert "needs a scene and its log" in str(done.exception or done.output)
