"""Names that would be mistaken for something else are refused, in scenes and in logs, with file and line."""

from pathlib import Path

import pytest

from clikit import SCENE, Command

TAKEN = "is the name of a world that is there anyway"
SPELLING = "must be an identifier of letters, digits, _ . - /"
# As YAML has them; what JSON has is the same but for the quotes.
NAMES = {
    "stable": TAKEN,
    "merged": TAKEN,
    "filtered": TAKEN,
    "divergences": TAKEN,
    "minds": TAKEN,
    "source/camera": TAKEN,
    "source/anything": TAKEN,
    "told/ann": TAKEN,
    "ann/head": "is the head of 'ann', which is there anyway",
    "robot/left_hand": "is the left hand of 'robot', which is there anyway",
    "ann/robot": "is the name of what one agent thinks of another",
    "/": SPELLING,
    "a//b": SPELLING,
    "a/": SPELLING,
    "..": "must be an identifier that does not read as a folder",
    "a/../b": "must be an identifier that does not read as a folder",
    "null": "is the word for nothing",
    "true": "is the word for a truth value",
    '""': SPELLING,
    '"a b"': SPELLING,
    '"\\u001b[31mred"': SPELLING,
    '"cafe\\u0301"': SPELLING,
    '"caf\\u00e9"': SPELLING,
    f'"{"a" * 250}"': "must be an identifier of at most 200 characters",
}
SECTIONS = {
    "objects": "{shape: {sphere: 0.1}, position: [0, 0, 1]}",
    "agents": "{kind: human}",
    "sensors": "{agent: robot}",
}


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize(("name", "sentence"), NAMES.items())
def test_check_refuses_a_name_of_a_scene_with_its_line(
    midworld: Command, tmp_path: Path, section: str, name: str, sentence: str
) -> None:
    path = tmp_path / "scene.yaml"
    before, after = SCENE.split(f"{section}:\n")
    path.write_text(f"{before}{section}:\n  {name}: {SECTIONS[section]}\n{after}")
    number = before.count("\n") + 2
    result = midworld("check", path)
    assert result.status == 2
    told = result.out.decode()
    assert f"{path}:{number}: {section}." in told
    assert sentence in told
    assert "\x1b" not in told


@pytest.mark.parametrize(("name", "sentence"), NAMES.items())
def test_check_refuses_a_name_of_a_log_with_its_line(
    midworld: Command, scene: Path, tmp_path: Path, name: str, sentence: str
) -> None:
    log, written = tmp_path / "log.jsonl", name if name.startswith('"') else f'"{name}"'
    thing = f'"objects": [{{"id": {written}, "position": [0, 0, 1], "shape": {{"sphere": 0.1}}}}]'
    somebody = f'"agents": [{{"id": {written}, "head": {{"position": [0, 0, 1]}}}}]'
    log.write_text("".join(f'{{"stamp": 0.1, "source": "camera", {each}}}\n' for each in (thing, somebody)))
    result = midworld("check", scene, log)
    told = result.out.decode()
    assert result.status == 2
    assert f"{log}:1: objects[0].id " in told
    assert f"{log}:2: agents[0].id " in told
    assert told.count(sentence) == 2
    assert "\x1b" not in told


def test_a_thing_cannot_have_the_name_of_a_link(midworld: Command, tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    joint = '<joint name="j" type="prismatic"><parent link="body"/><child link="drawer"/></joint>'
    (tmp_path / "cabinet.urdf").write_text(f'<robot><link name="body"/><link name="drawer"/>{joint}</robot>')
    path.write_text("objects:\n  cabinet: {urdf: cabinet.urdf}\n  cabinet/drawer: {shape: {sphere: 0.1}}\n")
    result = midworld("check", path)
    assert result.status == 2
    assert f"{path}:3: objects.cabinet/drawer is also the name of a link of a model" in result.out.decode()


@pytest.mark.parametrize(
    "name", ["cup_7", "v1.2", "kitchen/cup", "7", "stable_box", "sources/x", "ann/hat", "nullable"]
)
def test_other_names_are_good(midworld: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE.replace("  ball:", f"  {name}:"))
    assert midworld("check", path).status == 0
