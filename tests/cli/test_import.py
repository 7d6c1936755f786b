"""From a recording of another tool to marks, by commands alone."""

import json
from pathlib import Path

import recordings
from clikit import Command


def test_a_take_is_imported_checked_run_and_scored(midworld: Command, tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv")
    (tmp_path / "map.yaml").write_text("names: {Cup: cup, 'Ann:RHand': ann/right_hand, 'Ann:Head': ann/head}\n")
    done = midworld("import", tmp_path / "take.csv", "--map", tmp_path / "map.yaml", "-o", tmp_path / "take")
    assert done.status == 0, done.err
    assert b"the table's top is at 0.75" in done.out
    assert b"objects: table, cup; people: ann" in done.out
    scene, log, out = (tmp_path / "take" / name for name in ("scene.yaml", "observations.jsonl", "out.jsonl"))
    assert midworld("check", scene, log).status == 0
    assert midworld("run", scene, log, "-o", out).status == 0
    (tmp_path / "labels.csv").write_text(
        "stamp,event,agent,object,hand\n2.1,Pick,ann,cup,right\n4.0,Place,ann,cup,right\n5.0,Pick,ann,cup,right\n"
    )
    marks = json.loads(midworld("score", out, tmp_path / "labels.csv", "--json").out)
    assert marks["events"]["Place"]["recall"] == 1.0
    assert marks["events"]["Pick"]["recall"] == 0.5
    assert marks["people"]["ann"]["precision"] == 1.0
    assert abs(marks["events"]["Pick"]["latency_median"]) < 0.4
    table = midworld("score", out, tmp_path / "labels.csv").out.decode()
    assert "precision" in table
    assert "50.0%" in table


def test_a_map_with_an_unknown_key_is_refused(midworld: Command, tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv")
    (tmp_path / "map.yaml").write_text("namse: {}\n")
    done = midworld("import", tmp_path / "take.csv", "--map", tmp_path / "map.yaml", "-o", tmp_path / "take")
    assert done.status == 2
    assert "unknown key 'namse'; did you mean names?" in done.err
    assert not (tmp_path / "take").exists()
