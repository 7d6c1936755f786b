"""Bad input gets a sentence that names file, line, culprit and what would be valid; what was written stays valid."""

import json
from pathlib import Path

import pytest

from clikit import SCENE, Command, line

GOOD = line(0.1, cup=[0.5, 0.0, 0.8])

BAD_LINES = {
    "truncated": ('{"stamp": 0.2, "source": "camera", "objects": [{"id": "cu', ["is not JSON", "breaks off"]),
    "nan": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [NaN, 0, 0]}]}',
        ["position[0] is nan"],
    ),
    "infinity": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [0, -Infinity, 0]}]}',
        ["objects[0].position[1] is -inf", "finite"],
    ),
    "too large": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [0, 1e999, 0]}]}',
        ["objects[0].position[1]", "finite"],
    ),
    "zero quaternion": (
        '{"stamp": 0.2, "source": "camera", "objects": '
        '[{"id": "cup", "position": [0, 0, 0], "orientation": [0, 0, 0, 0]}]}',
        ["objects[0].orientation", "zero quaternion", "[0, 0, 0, 1]"],
    ),
    "non-unit quaternion": (
        '{"stamp": 0.2, "source": "camera", "objects": '
        '[{"id": "cup", "position": [0, 0, 0], "orientation": [0, 0, 1, 1]}]}',
        ["objects[0].orientation", "1.41", "length 1"],
    ),
    "unknown key": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "positon": [0, 0, 0]}]}',
        ["'positon'", "did you mean position"],
    ),
    "unknown class of shape": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "new", "position": [0, 0, 0], "shape": {"cone": 1}}]}',
        ["'cone'", "box, sphere, cylinder, capsule, parts"],
    ),
    "duplicate identifier": (
        '{"stamp": 0.2, "source": "camera", "objects": '
        '[{"id": "cup", "position": [0, 0, 0]}, {"id": "cup", "position": [1, 0, 0]}]}',
        ["'cup'", "second time"],
    ),
    "an object nobody declared": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cupp", "position": [0, 0, 0]}]}',
        ["'cupp'", "no shape", "did you mean cup"],
    ),
    "binary garbage": ("\x80\x81\xfe\x00\x01", ["UTF-8", "JSON"]),
    "not an object": ("[1, 2, 3]", ["an observation in braces"]),
    "no stamp": ('{"source": "camera", "objects": []}', ["'stamp'"]),
    "position of two": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [0, 0]}]}',
        ["objects[0].position", "3 numbers"],
    ),
    "agent that is a thing": (
        '{"stamp": 0.2, "source": "camera", "agents": [{"id": "cup", "head": {"position": [0, 0, 0]}}]}',
        ["'cup' as an agent"],
    ),
    "unknown frame": (
        '{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [0, 0, 0], "frame": "tabel"}]}',
        ["'tabel'", "did you mean table"],
    ),
}


@pytest.mark.parametrize(("bad", "words"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_told_and_the_lines_before_it_are_written(
    midworld: Command, scene: Path, tmp_path: Path, bad: str, words: list[str]
) -> None:
    log, out = tmp_path / "log.jsonl", tmp_path / "out.jsonl"
    log.write_bytes(GOOD.encode() + bad.encode("latin-1") + b"\n")
    result = midworld("run", scene, log, "--output", out)
    assert result.status == 2
    assert f"{log}:2: " in result.err
    for word in words:
        assert word in result.err
    written = out.read_text().splitlines()
    assert [json.loads(each)["stamp"] for each in written if json.loads(each)["type"] == "world"] == [0.1]


@pytest.mark.parametrize(("bad", "words"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_lenient_skips_a_bad_line_and_says_so(
    midworld: Command, scene: Path, tmp_path: Path, bad: str, words: list[str]
) -> None:
    log, out = tmp_path / "log.jsonl", tmp_path / "out.jsonl"
    log.write_bytes(GOOD.encode() + bad.encode("latin-1") + b"\n" + line(0.3, cup=[0.6, 0.0, 0.8]).encode())
    result = midworld("run", scene, log, "--output", out, "--lenient")
    assert result.status == 0
    assert "skipped 1 bad line;" in result.err
    stamps = [json.loads(each)["stamp"] for each in out.read_text().splitlines()]
    assert sorted(set(stamps)) == [0.1, 0.3]


BAD_SCENES = {
    "negative mass": (
        "objects:\n  cup: {shape: {sphere: 0.1}, mass: -1}",
        2,
        ["objects.cup.mass", "-1", "more than 0"],
    ),
    "not a number": ("objects:\n  cup: {shape: {sphere: .nan}}", 2, ["objects.cup.shape.sphere", "nan", "finite"]),
    "infinite": ("objects:\n  cup:\n    shape: {box: [1, .inf, 1]}", 3, ["objects.cup.shape.box[1]", "inf"]),
    "zero quaternion": (
        "objects:\n  cup: {shape: {sphere: 0.1}, position: [0, 0, 0], orientation: [0, 0, 0, 0]}",
        2,
        ["orientation", "zero quaternion"],
    ),
    "non-unit quaternion": (
        "objects:\n  cup: {shape: {sphere: 0.1}, position: [0, 0, 0], orientation: [0, 0, 2, 0]}",
        2,
        ["orientation", "length 2"],
    ),
    "unknown key": ("objects:\n  cup:\n    shap: {sphere: 0.1}", 3, ["'shap'", "did you mean shape"]),
    "a lateness below nothing": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\ntiming:\n  max_lateness: -1",
        4,
        ["timing.max_lateness is -1", "from 0 to 3600 s"],
    ),
    "a rate of nothing": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\ntiming: {tick_hz: 0}",
        3,
        ["timing.tick_hz is 0", "more than 0"],
    ),
    "a skew that is no number": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\ntiming:\n  skew:\n    camera2: soon",
        5,
        ["timing.skew.camera2 must be a number", "'soon'"],
    ),
    "unknown key of timing": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\ntiming: {lateness: 0.2}",
        3,
        ["unknown key 'lateness' in timing", "did you mean max_lateness"],
    ),
    "unknown section": ("objcts: {}", 1, ["'objcts'", "did you mean objects"]),
    "unknown class of shape": ("objects:\n  cup: {shape: {cone: [1, 2]}}", 2, ["'cone'", "cylinder"]),
    "duplicate identifier": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\n  cup: {shape: {sphere: 0.2}}",
        3,
        ["'cup' appears twice"],
    ),
    "duplicate across sections": (
        "objects:\n  ann: {shape: {sphere: 0.1}}\nagents:\n  ann: {kind: human}",
        4,
        ["'ann' is already used in objects"],
    ),
    "missing mesh file": ("objects:\n  cup: {mesh: models/none.stl}", 2, ["none.stl"]),
    "missing urdf": ("objects:\n  cup: {urdf: models/none.urdf}", 2, ["none.urdf"]),
    "empty": ("", 1, ["is empty"]),
    "only a comment": ("# nothing\n", 1, ["is empty"]),
    "not yaml": ("objects: [", 1, ["not valid YAML"]),
    "a list": ("- a\n- b", 1, ["must be a mapping"]),
    "unknown parameter": ("objects: {}\nreasoner: {horizon: 1}", 2, ["'horizon'", "prediction_horizon"]),
    "sensor of nobody": (
        "objects:\n  cup: {shape: {sphere: 0.1}}\nsensors:\n  eye: {agent: pepper}",
        4,
        ["'pepper'", "does not declare"],
    ),
    "kind of agent": ("agents:\n  ann: {kind: dog}", 2, ["'dog'", "human, robot"]),
    "two shapes": ("objects:\n  cup: {shape: {sphere: 0.1, box: [1, 1, 1]}}", 2, ["exactly one of"]),
    "no shape": ("objects:\n  cup: {mass: 1}", 2, ["exactly one of shape, urdf, mesh"]),
    "looking at itself": (
        "sensors:\n  eye: {position: [0, 0, 1], looks_at: [0, 0, 1]}",
        2,
        ["looks_at", "the position itself"],
    ),
    "frame of itself": ("objects:\n  cup: {shape: {sphere: 0.1}, frame: cup}", 2, ["is the thing itself"]),
}


@pytest.mark.parametrize(("text", "number", "words"), BAD_SCENES.values(), ids=BAD_SCENES.keys())
def test_a_bad_scene_is_told_with_its_line(
    midworld: Command, tmp_path: Path, text: str, number: int, words: list[str]
) -> None:
    scene, log, out = tmp_path / "scene.yaml", tmp_path / "log.jsonl", tmp_path / "out.jsonl"
    scene.write_text(text)
    log.write_text(GOOD)
    for command in (("run", scene, log, "-o", out), ("check", scene)):
        result = midworld(*command)
        said = result.err + result.out.decode()
        assert result.status == 2
        assert f"{scene}:{number}: " in said
        for word in words:
            assert word in said
    assert not out.exists()


def test_a_urdf_with_a_cycle_is_told(midworld: Command, tmp_path: Path) -> None:
    links = "".join(f'<link name="{name}"/>' for name in "abc")
    joints = "".join(
        f'<joint name="{p}{c}" type="fixed"><parent link="{p}"/><child link="{c}"/></joint>'
        for p, c in ("ab", "bc", "ca")
    )
    (tmp_path / "loop.urdf").write_text(f'<robot name="loop">{links}{joints}</robot>')
    scene = tmp_path / "scene.yaml"
    scene.write_text("objects:\n  thing: {urdf: loop.urdf}\n")
    result = midworld("check", scene)
    assert result.status == 2
    assert "loop.urdf" in result.out.decode()
    assert "cycle" in result.out.decode()


@pytest.mark.parametrize("content", [b"\x00\x01\x02\xff\xfe" * 40, b"\x89PNG\r\n\x1a\n" + bytes(range(256))])
def test_binary_garbage_is_told_whatever_it_pretends_to_be(
    midworld: Command, scene: Path, tmp_path: Path, content: bytes
) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(content)
    for command in (("run", garbage, garbage), ("run", scene, garbage), ("check", garbage), ("check", scene, garbage)):
        result = midworld(*command)
        assert result.status == 2
        assert str(garbage) in result.err + result.out.decode()
    for model in ("urdf", "mesh"):
        named = tmp_path / f"thing.{'urdf' if model == 'urdf' else 'stl'}"
        named.write_bytes(content)
        odd = tmp_path / "odd.yaml"
        odd.write_text(f"objects:\n  thing: {{{model}: {named.name}}}\n")
        result = midworld("check", odd)
        assert result.status == 2
        assert named.name in result.out.decode()


def test_an_empty_log_is_told(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.touch()
    result = midworld("run", scene, log)
    assert result.status == 2
    assert f"{log}:1: is empty" in result.err


def test_a_missing_file_is_told(midworld: Command, scene: Path, tmp_path: Path) -> None:
    for command in (
        ("run", scene, tmp_path / "none"),
        ("run", tmp_path / "none", scene),
        ("replay", tmp_path / "none"),
    ):
        result = midworld(*command)
        assert result.status == 2
        assert "none" in result.err


def test_check_lists_every_problem_of_both_files(midworld: Command, tmp_path: Path) -> None:
    scene, log = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    scene.write_text("objects:\n  cup: {shape: {sphere: -1}, mass: -1}\n  ball: {shape: {sphere: 0.1}, mas: 1}\n")
    log.write_text(
        line(0.5, cup=[0, 0, 0]) + line(0.05, ball=[0, 0, 0]) + '{"stamp": 0.6}\n' + line(0.7, mug=[0, 0, 0])
    )
    result = midworld("check", scene, log)
    assert result.status == 2
    told = result.out.decode().splitlines()
    assert len(told) == 6
    assert "stamp is 0.05, 0.45 s before what came already; time runs forwards" in told[3]
    assert [each.split(": ")[0] for each in told] == [
        *(f"{scene}:2", f"{scene}:2", f"{scene}:3"),
        *(f"{log}:2", f"{log}:3", f"{log}:4"),
    ]


def test_check_is_content_with_good_files(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(GOOD)
    result = midworld("check", scene, log)
    assert result.status == 0
    assert b"good" in result.out


def test_the_scene_of_these_tests_is_good(midworld: Command, scene: Path) -> None:
    assert scene.read_text() == SCENE
    assert midworld("check", scene).status == 0
