"""Absurd input is a sentence with file and line, by every door: never a traceback, a hang or a crash."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import midworld as mw
from clikit import SCENE, Command
from midworld.errors import BadInput
from midworld.limits import MOST_NEW, MOST_PARTS

HUGE = "9" * 400
ENDLESS = "9" * 5000
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def percept(more: str = "", *, name: str = '"new"', position: str = "[0.5, 0, 0.8]") -> str:
    return f'{{"stamp": 0.1, "source": "camera", "objects": [{{"id": {name}, "position": {position}{more}}}]}}'


def report(what: str) -> str:
    return f'{{"stamp": 0.1, "source": "camera", {what}}}'


def shaped(shape: str) -> str:
    return percept(f', "shape": {shape}')


def covariance(**numbers: float) -> str:
    matrix = [0.01 if row == column else 0.0 for row in range(6) for column in range(6)]
    for place, number in numbers.items():
        matrix[int(place[1:])] = number
    return percept(f', "covariance": {json.dumps(matrix)}', name='"cup"')


LINES = {
    "stamp of 400 digits": (f'{{"stamp": {HUGE}, "source": "camera"}}', "stamp is inf; a finite number"),
    "position of 400 digits": (
        percept(name='"cup"', position=f"[{HUGE}, 0, 0]"),
        "position[0] is inf; a finite number",
    ),
    "position of 5000 digits": (percept(name='"cup"', position=f"[{ENDLESS}, 0, 0]"), "position[0] is inf"),
    "orientation of 400 digits": (
        percept(f', "orientation": [{HUGE}, 0, 0, 1]', name='"cup"'),
        "orientation[0] is inf",
    ),
    "covariance of 400 digits": (
        percept(f', "covariance": [{", ".join([HUGE] * 36)}]', name='"cup"'),
        "covariance[0] is inf",
    ),
    "id of 5000 digits": (percept(name=ENDLESS), "id must be an identifier"),
    "source of 400 digits": (f'{{"stamp": 1, "source": {HUGE}}}', "source must be an identifier"),
    "mass of 400 digits": (percept(f', "shape": {{"sphere": 0.1}}, "mass": {HUGE}'), "mass is inf"),
    "shape of 400 digits": (shaped(f'{{"box": [1, 1, {HUGE}]}}'), "shape.box[2] is inf"),
    "head of 400 digits": (report(f'"agents": [{{"id": "ann", "head": {{"position": [{HUGE}, 0, 1]}}}}]'), "is inf"),
    "look of 400 digits": (
        report(f'"agents": [{{"id": "ann", "head": {{"position": [0, 0, 1], "looks_at": [{HUGE}, 0, 1]}}}}]'),
        "looks_at[0] is inf",
    ),
    "joint of 400 digits": (report(f'"agents": [{{"id": "robot", "joints": {{"a": {HUGE}}}}}]'), "joints.a is inf"),
    "sensor of 400 digits": (report(f'"sensor": {{"position": [{HUGE}, 0, 0]}}'), "sensor.position[0] is inf"),
    "colour of 400 digits": (percept(f', "shape": {{"sphere": 1}}, "colour": [{HUGE}, 0, 0]'), "colour[0] is inf"),
    "sphere of 1e308": (shaped('{"sphere": 1e308}'), "sphere is 1e+308; it must be from 0.0001 to 1000 m"),
    "sphere of 1e-308": (shaped('{"sphere": 1e-308}'), "sphere is 1e-308; it must be from 0.0001 to 1000 m"),
    "5000 parts": (
        shaped(f'{{"parts": [{", ".join(["{}"] * 5000).replace("{}", json.dumps({"sphere": 1}))}]}}'),
        f"has 5000 parts; a body has at most {MOST_PARTS}",
    ),
    "800 new things": (
        report(
            '"objects": ['
            + ", ".join(f'{{"id": "n{i}", "position": [{i}, 0, 0], "shape": {{"sphere": 0.1}}}}' for i in range(800))
            + "]"
        ),
        f"brings more than {MOST_NEW} new things at once",
    ),
    "2000 unknown things": (
        report('"objects": [' + ", ".join(f'{{"id": "q{i}", "position": [0, 0, 0]}}' for i in range(2000)) + "]"),
        "there may be more: the first 100 problems are told",
    ),
    "nested 100000 deep": ('{"a": ' * 100_000 + "1" + "}" * 100_000, "is nested too deeply"),
    "a key twice": ('{"stamp": 0.1, "stamp": 0.2, "source": "camera"}', "has the key 'stamp' twice"),
    "an id twice": (
        report('"objects": [{"id": "cup", "id": "ball", "position": [0, 0, 0]}]'),
        "has the key 'id' twice",
    ),
    "a long line of keys twice": (
        report(", ".join(f'"k{i // 2}": 1' for i in range(100_000))),
        "has the key 'k0' twice",
    ),
    "stamp of 1e300": ('{"stamp": 1e300, "source": "camera"}', "stamp is 1e+300; it must be from -100000000000"),
    "stamp in nanoseconds": ('{"stamp": 1700000000000000000, "source": "camera"}', "stamp is 1.7e+18; it must be"),
    "11 km away": (percept(name='"cup"', position="[0, 11000, 0]"), "position[1] is 11000; it must be from -10000"),
    "head 11 km away": (
        report('"agents": [{"id": "ann", "head": {"position": [0, 0, 11000]}}]'),
        "head.position[2] is 11000; it must be",
    ),
    "looking at a point 1e-300 away": (
        report('"agents": [{"id": "ann", "head": {"position": [0, 0, 1], "looks_at": [1e-300, 0, 1]}}]'),
        "looks_at is the position itself",
    ),
    "negative variance": (covariance(c0=-1.0), "covariance is not positive semi-definite"),
    "correlation above 1": (covariance(c1=0.5, c6=0.5), "covariance is not positive semi-definite"),
    "one-sided covariance": (covariance(c1=0.005), "covariance is not symmetric"),
    "covariance of NaN": (covariance(c7=float("nan")), "covariance[7] is nan"),
    "quaternion of 1e200": (percept(', "orientation": [1e200, 0, 0, 1]', name='"cup"'), "orientation[0] is 1e+200"),
    "half a character": (percept(name='"\\ud800"'), "id must be an identifier"),
    "mass of a million and one": (
        percept(', "shape": {"sphere": 1}, "mass": 1000001'),
        "mass is 1000001; it must be more than 0 and at most 1000000 kg",
    ),
}


@pytest.mark.parametrize(("line", "sentence"), LINES.values(), ids=LINES.keys())
def test_an_absurd_line_is_a_sentence_by_every_door(
    midworld: Command, scene: Path, tmp_path: Path, line: str, sentence: str
) -> None:
    log, out = tmp_path / "log.jsonl", tmp_path / "out.jsonl"
    log.write_text(line + "\n")
    for command in (("check", scene, log), ("run", scene, log, "-o", out)):
        result = midworld(*command)
        assert result.status == 2
        told = result.err + result.out.decode()
        assert f"{log}:1: " in told
        assert sentence in told
        assert "Traceback" not in told
    with pytest.raises(BadInput) as caught, mw.open(scene) as session:
        session.feed(line)
    assert sentence in str(caught.value)


def thing(description: str) -> str:
    return f"objects:\n  cup: {{{description}}}\n"


def bomb(depth: int) -> str:
    """Nine aliases of nine aliases of nine aliases."""
    steps = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, depth)]
    return "\n".join(["a0: &a0 [x]", *steps])


def chain(count: int) -> str:
    links = (f"  a{i}: {{shape: {{sphere: 0.1}}, position: [0, 0, 1], frame: a{i - 1}}}\n" for i in range(1, count))
    return "objects:\n  a0: {shape: {sphere: 0.1}, position: [0, 0, 0]}\n" + "".join(links)


SCENES = {
    "sphere of 1e308": (thing("shape: {sphere: 1e308}"), 2, "sphere is 1e+308; it must be from 0.0001 to 1000 m"),
    "box of 1e308": (thing("shape: {box: [1, 1, 1e308]}"), 2, "box[2] is 1e+308; it must be"),
    "scale of 1e308": (thing("mesh: a.obj, scale: 1e308"), 2, "scale is 1e+308; it must be from 1e-09 to 1000000"),
    "a mesh 2 km across": (thing("mesh: a.obj, scale: 2000"), 2, "is 2000 m across at scale 2000; it must be"),
    "a mesh of micrometres": (thing("mesh: a.obj, scale: 1e-6"), 2, "is 1e-06 m across at scale 1e-06; it must be"),
    "lists 2000 deep": ("objects: " + "[" * 2000 + "]" * 2000, 1, "is nested more than 64 deep"),
    "lists 100000 deep": ("objects: " + "[" * 100_000, 1, "is nested more than 64 deep"),
    "mappings 2000 deep": ("objects: " + "{a: " * 2000 + "1" + "}" * 2000, 1, "is nested more than 64 deep"),
    "blocks 2000 deep": ("objects:\n" + "".join(" " * i + "a:\n" for i in range(1, 2000)), 65, "is nested more than"),
    "aliases that multiply": (bomb(10), 1, "holds more than 100000 values once its aliases are written out"),
    "an endless urdf": (thing("urdf: /dev/zero"), 2, "/dev/zero: is a device or a pipe; a model is an XML file"),
    "a pipe as urdf": (thing("urdf: pipe.urdf"), 2, "pipe.urdf: is a device or a pipe"),
    "a pipe as mesh": (thing("mesh: pipe.stl"), 2, "pipe.stl: is a device or a pipe"),
    "a link to itself": (thing("urdf: loop.urdf"), 2, "loop.urdf: cannot be read"),
    "a file of nobody's": (thing("urdf: ~nobody.knows/a.urdf"), 2, "there is no such file"),
    "a name with a zero byte": (thing('urdf: "a\\0b.urdf"'), 2, "urdf holds characters nobody can see"),
    "belief_depth of a million": (
        SCENE + "reasoner: {belief_depth: 1000000}\n",
        10,
        "belief_depth is 1000000; it must",
    ),
    "more minds than can be kept": (
        "agents:\n" + "".join(f"  p{i}: {{kind: human}}\n" for i in range(9)) + "reasoner: {belief_depth: 3}\n",
        11,
        "belief_depth is 3, which makes 657 minds of 9 people; at most 200 are kept",
    ),
    "a frame chain of 1500": (chain(1500), 53, "a51 hangs on things that hang on things, more than 50 deep"),
    "a frame circle": (
        "objects:\n  a: {shape: {sphere: 0.1}, frame: b}\n  b: {shape: {sphere: 0.1}, frame: a}\n",
        2,
        "a hangs on itself: a -> b -> a",
    ),
    "5000 parts": (
        thing(f"shape: {{parts: [{', '.join(['{sphere: 1}'] * 5000)}]}}"),
        2,
        f"has 5000 parts; a body has at most {MOST_PARTS}",
    ),
    "11 km away": (thing("shape: {sphere: 1}, position: [11000, 0, 0]"), 2, "position[0] is 11000; it must be from"),
    "2 tonnes of a thousand tonnes": (thing("shape: {sphere: 1}, mass: 2e9"), 2, "mass is 2000000000; it must be more"),
    "a part 2 km off": (thing("shape: {parts: [{sphere: 1, at: [2000, 0, 0]}]}"), 2, "at[0] is 2000; it must be from"),
    "a field of view of nothing": ("sensors:\n  eye: {fov: [0.001, 60]}", 2, "fov[0] is 0.001; it must be from 0.1"),
    "a view for ever": ("sensors:\n  eye: {range: [0, 1e300]}", 2, "range[1] is 1e+300; it must be from 0 to 10000 m"),
    "a share of 2": (
        SCENE + "reasoner: {plain_view: 2}\n",
        10,
        "plain_view is 2; it must be more than 0 and at most 1",
    ),
    "steps of a nanosecond": (
        SCENE + "reasoner: {simulation_step: 1e-9}\n",
        10,
        "simulation_step is 1e-09; it must be",
    ),
    "a horizon of years": (SCENE + "reasoner: {prediction_horizon: 1e9}\n", 10, "prediction_horizon is 1000000000; it"),
    "half a sector": (SCENE + "reasoner: {agent_regions: 2.5}\n", 10, "it must be a whole number from 1 to 1000"),
    "sight that ends before it begins": (
        SCENE + "reasoner: {human_range_far: 0.01}\n",
        10,
        "more than human_range_near",
    ),
    "late by a year": (
        SCENE + "timing: {max_lateness: 3e7}\n",
        10,
        "max_lateness is 30000000; it must be from 0 to 3600",
    ),
    "a clock off by ages": (SCENE + "timing: {skew: {camera: 1e300}}\n", 10, "skew.camera is 1e+300; it must be from"),
    "a key that is a list": ("objects:\n  ? [a, b]\n  : {shape: {sphere: 1}}\n", 2, "a key is a word"),
}


@pytest.mark.parametrize(("text", "number", "sentence"), SCENES.values(), ids=SCENES.keys())
def test_an_absurd_scene_is_a_sentence_by_every_door(
    midworld: Command, tmp_path: Path, text: str, number: int, sentence: str
) -> None:
    path, log = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    path.write_text(text)
    log.write_text('{"stamp": 0.1, "source": "camera", "objects": []}\n')
    (tmp_path / "a.obj").write_text(TETRAHEDRON)
    (tmp_path / "loop.urdf").symlink_to("loop.urdf")
    for pipe in ("pipe.urdf", "pipe.stl"):
        os.mkfifo(tmp_path / pipe)
    for command in (("check", path, log), ("run", path, log, "-o", tmp_path / "out.jsonl")):
        result = midworld(*command)
        assert result.status == 2
        told = result.err + result.out.decode()
        assert f"{path}:{number}: " in told
        assert sentence in told
    with pytest.raises(BadInput) as caught:
        mw.open(path)
    assert sentence in str(caught.value)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (Path.mkdir, "is a folder; a scene is a YAML file"),
    "a pipe": (os.mkfifo, "is a device or a pipe; a scene is a YAML file"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "cannot be read"),
    "20 MB": (lambda path: path.write_bytes(b"#" * (20 << 20)), "has 20 MiB; at most 16 are read"),
    "another encoding": (lambda path: path.write_text(SCENE, encoding="utf-16"), "is not text: byte 0 is not UTF-8"),
}


@pytest.mark.parametrize(("make", "sentence"), FILES.values(), ids=FILES.keys())
def test_what_is_no_scene_file_is_told(
    midworld: Command, tmp_path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    path = tmp_path / "scene.yaml"
    make(path)
    result = midworld("check", path)
    assert result.status == 2
    assert f"{path}" in result.out.decode()
    assert sentence in result.out.decode()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_nobody_may_read_is_told(midworld: Command, scene: Path) -> None:
    scene.chmod(0)
    assert "cannot be read: Permission denied" in midworld("check", scene).out.decode()


def test_a_log_without_an_end_of_line_is_told(midworld: Command, scene: Path) -> None:
    for command in (("check", scene, "/dev/zero"), ("run", scene, "/dev/zero")):
        result = midworld(*command)
        assert result.status == 2
        assert "/dev/zero:1: is longer than 16 MiB" in result.err + result.out.decode()


def test_a_mark_of_the_byte_order_is_no_part_of_a_file(midworld: Command, tmp_path: Path) -> None:
    path, log = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    path.write_text(SCENE, encoding="utf-8-sig")
    log.write_text('{"stamp": 0.1, "source": "camera", "objects": []}\n', encoding="utf-8-sig")
    assert midworld("check", path, log).status == 0


def test_what_is_at_the_limits_works_without_a_warning(midworld: Command, tmp_path: Path) -> None:
    path, log, out = tmp_path / "scene.yaml", tmp_path / "log.jsonl", tmp_path / "out.jsonl"
    path.write_text(
        "objects:\n"
        "  plate: {shape: {box: [1000, 1000, 0.0001]}, static: true}\n"
        "  crumb: {shape: {box: [0.0001, 0.0001, 0.0001]}, mass: 1000000}\n"
        "  block: {shape: {box: [1000, 1000, 1000]}, mass: 1e-300}\n"
        "reasoner: {belief_depth: 4}\n"
    )
    places = [{"id": "crumb", "position": [0, 0, 0.01]}, {"id": "block", "position": [10000, -10000, 10000]}]
    lines = [{"stamp": -0.3 + i / 10, "source": "camera", "objects": places if i < 3 else []} for i in range(8)]
    log.write_text("".join(json.dumps(each) + "\n" for each in lines))
    result = midworld("run", path, log, "-o", out)
    assert (result.status, result.err) == (0, "")
    worlds = [each for each in map(json.loads, out.read_text().splitlines()) if each["type"] == "world"]
    assert len(worlds) == 8
    assert all(None not in [*node["position"], *node["orientation"]] for world in worlds for node in world["nodes"])
