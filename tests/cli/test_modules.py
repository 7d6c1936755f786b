"""Plug-ins from the command line: listed, checked at the door, written, recorded and asked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clikit import Command, line
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment
from midworld.providers import provided_observations, read_scene
from modulekit import install, scene_with

EXAMPLE = Path(__file__).parents[2] / "examples" / "22_provider"
LOG = "".join(line(tick / 10, cup=[0.6, 0.0, z]) for tick, z in enumerate((0.8, 0.8, 1.2, 1.2, 1.2)))


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder, monkeypatch)


def test_installed_plug_ins_are_listed_with_their_parameters(midworld: Command) -> None:
    result = midworld("modules")
    assert result.status == 0
    rows = [row.split("\t") for row in result.out.decode().splitlines()]
    found = {row[0]: row[1:] for row in rows}
    assert found["lifted"] == ["monitor", "limit: float = 0.9", "Things that are higher than a limit."]
    assert found["broken"] == ["monitor", "at: float", "Raises at an instant."]
    assert found["raised"][0] == "filter"
    assert found["fork"][:2] == ["provider", "at: list[float] = [0.5, 0.0, 0.8], ticks: int = 5"]
    assert found["notes"][:2] == ["reader", "file: str"]
    assert found["untyped"][0] == "unusable"
    assert "parameter 'limit' of plug-in 'untyped' has no type" in found["untyped"][2]
    assert "a monitor takes (world, memory)" in found["neither"][2]
    assert "plug-in 'missing' of test_plugins does not load: AttributeError" in found["missing"][2]


@pytest.mark.parametrize(
    ("module", "problem"),
    [
        (
            "low: {use: liftet}",
            "modules.low.use names a plug-in that is not installed: no plug-in named 'liftet'; did you",
        ),
        ("low: {use: lifted, limt: 1}", "unknown key 'limt' in modules.low; did you mean limit?"),
        ("low: {use: lifted, limit: high}", "modules.low.limit must be a number, not 'high'"),
        ("low: {use: lifted, limit: .nan}", "modules.low.limit is nan; a finite number is needed"),
        ("low: {use: lifted, limit: true}", "modules.low.limit must be a number, not True"),
        ("low: {use: fork, at: [1, x, 2]}", "modules.low.at must be a list of numbers, not ['1', 'x', '2']"),
        ("low: {use: lifted, on: stabel}", "modules.low.on names 'stabel', which is no world; did you mean stable?"),
        ("low: {use: lifted, time_limit: 0}", "modules.low.time_limit is 0; it must be more than 0"),
        ("low: {use: broken}", "modules.low needs 'at', a number: plug-in 'broken' has no default for it"),
        ("low: {use: raised, writes: merged}", "modules.low.writes 'merged' is a world that is there anyway"),
        ("low: {use: raised, feeds: ann}", "modules.low.feeds must be stable, from merged"),
        ("low: {use: untyped}", "modules.low.use cannot be used: parameter 'limit' of plug-in 'untyped' has no type"),
        ("low: {limit: 3}", "modules.low needs 'use': the name of a plug-in"),
        ("low: lifted", "modules.low must be a mapping, such as {use: NAME}"),
    ],
)
def test_what_is_wrong_with_a_module_is_told_with_its_line(
    midworld: Command, tmp_path: Path, module: str, problem: str
) -> None:
    scene = scene_with(tmp_path, module)
    result = midworld("check", scene)
    assert result.status == 2
    number = len(scene.read_text().splitlines())
    assert result.out.decode().startswith(f"{scene}:{number}: {problem}")


def test_facts_events_and_worlds_of_plug_ins_are_written_recorded_and_asked(midworld: Command, tmp_path: Path) -> None:
    scene = scene_with(
        tmp_path, "low: {use: lifted}\nhigher: {use: raised}\nhigh: {use: lifted, on: higher, limit: 5.0}"
    )
    (tmp_path / "log.jsonl").write_text(LOG)
    run = midworld(
        "run", scene, tmp_path / "log.jsonl", "--record", tmp_path / "run.mwlog", "-w", "stable", "-w", "higher"
    )
    assert run.status == 0, run.err
    lines = [json.loads(each) for each in run.out.splitlines()]
    assert {"stamp": 0.3, "type": "event", "event": "Lift", "agent": None, "object": "cup"} in lines
    facts = [(each["stamp"], each["subject"], each["predicate"]) for each in lines if each["type"] == "fact"]
    assert (0.3, "cup", "isLifted") in facts
    assert (0.0, "cup", "isRaised") in facts
    raised = [each for each in lines if each["type"] == "world" and each["world"] == "higher"]
    assert len(raised) == 5
    cup = next(node for node in raised[-1]["nodes"] if node["id"] == "cup")
    assert cup["position"][2] == pytest.approx(2.2, abs=0.05)  # pyright: ignore[reportUnknownMemberType]
    again = midworld("run", scene, tmp_path / "log.jsonl", "-w", "stable", "-w", "higher")
    assert again.out == run.out
    known = midworld("ask", tmp_path / "run.mwlog", "what is known of the cup")
    assert b"cup isLifted since 0.3 s" in known.out
    assert b"Lift cup at 0.3 s" in midworld("ask", scene, tmp_path / "log.jsonl", "what happened to the cup").out
    other = midworld("ask", tmp_path / "run.mwlog", "--agent", "higher", "what is known of the cup")
    assert b"cup isRaised since 0.0 s" in other.out


def test_a_plug_in_that_fails_is_a_line_of_the_output_and_a_sentence(midworld: Command, tmp_path: Path) -> None:
    scene = scene_with(tmp_path, "shaky: {use: broken, at: 0.2}\nlow: {use: lifted}")
    (tmp_path / "log.jsonl").write_text(LOG)
    run = midworld("run", scene, tmp_path / "log.jsonl", "--record", tmp_path / "run.mwlog")
    assert run.status == 0
    lines = [json.loads(each) for each in run.out.splitlines()]
    assert [each for each in lines if each["type"] == "module"] == [
        {
            "stamp": 0.2,
            "type": "module",
            "module": "shaky",
            "problem": "raised RuntimeError: broken at 0.2",
            "world": "stable",
        }
    ]
    fine = [(each["stamp"], each["holds"]) for each in lines if each.get("predicate") == "isFine"]
    assert fine == [(0.0, True), (0.2, False)]
    assert any(each.get("predicate") == "isLifted" for each in lines)
    assert midworld("replay", tmp_path / "run.mwlog").out == run.out


def test_a_reader_named_in_a_scene_is_told_of_every_commit(midworld: Command, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    scene = scene_with(tmp_path, f"paper: {{use: notes, file: {notes}}}")
    (tmp_path / "log.jsonl").write_text(LOG)
    assert midworld("run", scene, tmp_path / "log.jsonl").status == 0
    assert notes.read_text().splitlines()[:3] == ["0 source/camera", "0 merged", "0 stable"]
    assert len(notes.read_text().splitlines()) == 15


def test_examples_of_plug_ins_are_short() -> None:
    for path in (EXAMPLE.parent / "20_monitor.py", EXAMPLE.parent / "21_filter.py", EXAMPLE / "toy_car.py"):
        assert len(path.read_text().splitlines()) < 40


def test_the_example_package_installs_and_is_put_to_work(
    tmp_path: Path, midworld: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, package = tmp_path / "installed", tmp_path / "package"
    package.mkdir()
    # A build leaves files behind.
    for file in EXAMPLE.glob("*.*"):
        (package / file.name).write_bytes(file.read_bytes())
    offline = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *offline, "--target", where, package],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    monkeypatch.syspath_prepend(str(where))  # pyright: ignore[reportUnknownMemberType]
    assert b"toy_car\tprovider\tperiod: float = 2.0" in midworld("modules").out
    scene = scene_with(tmp_path, "car: {use: toy_car, seconds: 1}\nsafety: {use: spill_risk, limit: 0.5}")
    assert midworld("check", scene).out.decode() == f"{scene}: good\n"
    assessment = Assessment(read_scene(scene), engine=MujocoEngine())
    ((name, stream),) = provided_observations(assessment)
    for observation in stream:
        assessment.feed(observation)
    assert (name, assessment.board["source/car"].stamp) == ("car", 0.9)
    stable = assessment.board["stable"]
    assert stable.timeline.holds("car", "isOn", "table")
    assert stable.timeline.holds("car", "atRisk", True)
    assert not assessment.pipeline.guests.health
