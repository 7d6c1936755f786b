"""What is told is true, names the culprit, and can be shown on any terminal."""

import importlib
import sys
from pathlib import Path

import pytest

from clikit import Command

BODY = '<robot name="a">\n<link name="b">\n{inside}\n</link></robot>'
SHAPE = "<collision><geometry>\n{shape}</geometry></collision>"


def told_of_urdf(midworld: Command, folder: Path, inside: str) -> str:
    (folder / "model.urdf").write_text(BODY.format(inside=inside))
    (folder / "scene.yaml").write_text("objects:\n  cup: {urdf: model.urdf}\n")
    result = midworld("check", folder / "scene.yaml")
    assert result.status == 2
    return result.out.decode()


def test_a_number_that_is_too_large_is_not_called_infinite(midworld: Command, tmp_path: Path) -> None:
    told = told_of_urdf(midworld, tmp_path, SHAPE.format(shape='<box size="1e9 1 1"/>'))
    assert 'model.urdf:4: <box> has size="1e9 1 1"; it must be 3 numbers from 0.0001 to 1000 m' in told
    assert "finite" not in told


def test_a_negative_moment_of_inertia_is_told(midworld: Command, tmp_path: Path) -> None:
    moments = '<inertial><mass value="1"/>\n<inertia ixx="-1" iyy="1" izz="1"/></inertial>'
    told = told_of_urdf(midworld, tmp_path, moments + SHAPE.format(shape='<sphere radius="1"/>'))
    assert 'model.urdf:4: <inertia> has ixx="-1"; it must be a number from 0 to' in told


def test_a_mesh_reached_through_a_urdf_is_told_with_the_line_that_names_it(midworld: Command, tmp_path: Path) -> None:
    (tmp_path / "cup.stl").touch()
    told = told_of_urdf(midworld, tmp_path, SHAPE.format(shape='<mesh filename="cup.stl"/>'))
    assert f"model.urdf:4: mesh 'cup.stl' cannot be used: {tmp_path / 'cup.stl'}: is empty" in told


def test_a_package_that_is_nowhere_is_told_without_an_empty_list(midworld: Command, tmp_path: Path) -> None:
    told = told_of_urdf(midworld, tmp_path, SHAPE.format(shape='<mesh filename="package://nowhere_at_all/cup.stl"/>'))
    assert "'package://nowhere_at_all/cup.stl' is not found, as no folder is a package of that name; name the" in told
    assert "looked at ;" not in told


def test_an_empty_recording_is_called_empty(midworld: Command, tmp_path: Path) -> None:
    recording = tmp_path / "run.mwlog"
    recording.touch()
    result = midworld("ask", recording, "where is the cup")
    assert result.status == 2
    assert result.err == f"midworld: {recording}: is empty; it is neither a scene nor a recording\n"


def test_a_question_without_a_log_is_told_what_is_missing(midworld: Command, scene: Path) -> None:
    result = midworld("ask", scene, "where is the cup")
    assert result.status == 2
    assert "with a scene, the log of observations comes before the question 'where is the cup'" in result.err


def test_a_colour_nobody_knows_is_told_with_those_that_are(midworld: Command, tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text("objects:\n  cup: {shape: {sphere: 0.1}, colour: blurple}\n")
    result = midworld("check", path)
    assert result.status == 2
    assert f"{path}:2: objects.cup.colour is 'blurple'" in result.out.decode()
    assert "did you mean purple or blue?" in result.out.decode()


@pytest.mark.parametrize("colour", ["orange", "light blue", "dark_red", "Violet", "'#ff8800'", "[1, 0.5, 0]"])
def test_colours_people_and_browsers_know_are_good(midworld: Command, tmp_path: Path, colour: str) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(f"objects:\n  cup: {{shape: {{sphere: 0.1}}, colour: {colour}}}\n")
    assert midworld("check", path).status == 0


def test_the_demo_names_the_extra_its_page_needs(midworld: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    demo = importlib.import_module("midworld.cli.demo")
    monkeypatch.setattr(demo, "STORIES", {})
    monkeypatch.setitem(sys.modules, "midworld.readers.viewer", None)
    result = midworld("demo", "--view")
    assert "pip install 'midworld[viewer]'" in " ".join(result.out.decode().split())


@pytest.mark.parametrize(
    "text",
    [
        'objects:\n  "\\e[2Jcup": {shape: {sphere: 0.1}}\n',
        'objects:\n  cup: {"\\e[2J": 1}\n',
        'objects:\n  cup: {shape: {"\\e[2J": 1}}\n',
        'objects:\n  cup: {shape: {sphere: 0.1}, label: "\\e[2J"}\n',
        'objects:\n  cup: {shape: {sphere: 0.1}, frame: "\\e[2J"}\n',
        'objects:\n  cup: {urdf: "\\e[2J.urdf"}\n',
        'sensors:\n  eye: {agent: "\\n\\e[2J"}\n',
        '"\\e[2J": {}\n',
    ],
)
def test_no_escape_of_a_terminal_comes_through(midworld: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(text)
    for command in (("check", path), ("run", path, path)):
        result = midworld(*command)
        assert result.status == 2
        told = result.out.decode() + result.err
        assert "\x1b[2J" not in told
        assert "\\x1b[2J" in told


def test_a_message_is_of_a_length_to_read(midworld: Command, tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(f'objects:\n  "{"a" * 10_000}": {{"{"b" * 10_000}": "{"c" * 10_000}"}}\n')
    result = midworld("check", path)
    assert result.status == 2
    assert all(len(line) < 500 + len(str(path)) for line in result.out.decode().splitlines())
