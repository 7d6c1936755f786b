"""Mesh files of every kind give the same triangles, and bad ones are told apart."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import trimesh

from midworld.errors import BadInput
from midworld.geometry import Vector3
from midworld.providers.meshfile import is_convex, read_mesh, read_triangles

WEDGE = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])

COLLADA = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="centimeter" meter="{unit}"/>{axis}</asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 2 0</float_array><technique_common>
      <accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
      <param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><translate>0 0 1</translate>
    <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>"""


def written(body: trimesh.Trimesh | trimesh.Scene, path: Path) -> Path:
    if path.suffix == ".gltf":
        parts = cast(dict[str, bytes], body.export(file_type="gltf"))  # pyright: ignore[reportUnknownMemberType]
        for name, content in parts.items():
            path.with_name(path.name if name.endswith(".gltf") else name).write_bytes(content)
    else:
        body.export(str(path))  # pyright: ignore[reportUnknownMemberType]
    return path


def collada(folder: Path, *, unit: str = "0.01", axis: str = "Z_UP") -> Path:
    path = folder / "part.dae"
    path.write_text(COLLADA.format(unit=unit, axis=f"<up_axis>{axis}</up_axis>" if axis else ""))
    return path


def extent(path: Path, scale: float | Vector3 = 1.0) -> list[float]:
    corners = read_triangles(path, scale).vertices
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)]).tolist()


@pytest.mark.parametrize("kind", ["stl", "obj", "glb", "gltf"])
def test_every_format_gives_the_same_triangles(kind: str, tmp_path: Path):
    found = read_triangles(written(WEDGE, tmp_path / f"wedge.{kind}"))
    assert (len(found.vertices), len(found.faces)) == (4, 4)
    assert found.digest == read_triangles(written(WEDGE, tmp_path / "wedge.stl")).digest
    assert is_convex(found)


def test_upper_case_extension_is_read(tmp_path: Path):
    assert len(read_triangles(written(WEDGE, tmp_path / "a.stl").rename(tmp_path / "A.STL")).faces) == 4


def test_digest_is_the_same_in_another_process(tmp_path: Path):
    scene = trimesh.Scene()
    for number in range(5):
        place = np.eye(4)
        place[0, 3] = number
        scene.add_geometry(WEDGE.copy(), transform=place)  # pyright: ignore[reportUnknownMemberType]
    path = written(scene, tmp_path / "several.glb")
    script = (
        "import sys, pathlib; from midworld.providers.meshfile import read_triangles;"
        "print(read_triangles(pathlib.Path(sys.argv[1])).digest)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    other = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True, env=environment
    )
    assert other.stdout.strip() == read_triangles(path).digest


def test_pieces_stand_where_the_scene_puts_them(tmp_path: Path):
    scene = trimesh.Scene()
    for x in (0.0, 10.0):
        place = np.eye(4)
        place[0, 3] = x
        scene.add_geometry(WEDGE.copy(), transform=place)  # pyright: ignore[reportUnknownMemberType]
    assert extent(written(scene, tmp_path / "two.glb")) == pytest.approx([0, 0, 0, 11, 2, 3])


def test_gltf_of_other_programs_has_y_up(tmp_path: Path):
    path = written(WEDGE, tmp_path / "wedge.gltf")
    content = json.loads(path.read_text())
    content["asset"]["generator"] = "Khronos glTF Blender I/O v4.2.57"
    path.write_text(json.dumps(content))
    assert extent(path) == pytest.approx([0, -3, 0, 1, 0, 2])
    assert read_triangles(path, up="z").vertices.max() == pytest.approx(3)


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ("Z_UP", [0, 0, 0.01, 0.01, 0.02, 0.01]),
        ("", [0, 0, 0.01, 0.01, 0.02, 0.01]),
        ("Y_UP", [0, -0.01, 0, 0.01, -0.01, 0.02]),
        ("X_UP", [-0.02, -0.01, 0, 0, -0.01, 0.01]),
    ],
)
def test_collada_unit_node_and_upward_axis_count(axis: str, expected: list[float], tmp_path: Path):
    assert extent(collada(tmp_path, axis=axis)) == pytest.approx(expected)


def test_collada_axis_is_left_alone_on_request(tmp_path: Path):
    assert read_triangles(collada(tmp_path, axis="Y_UP"), up="z").vertices[:, 2].tolist() == [0.01] * 3


def test_scale_is_one_or_three_numbers_and_a_mirror_keeps_the_outside_out(tmp_path: Path):
    path = written(WEDGE, tmp_path / "wedge.stl")
    assert extent(path, 0.001) == pytest.approx([0, 0, 0, 0.001, 0.002, 0.003])
    assert extent(path, (1, 2, 3)) == pytest.approx([0, 0, 0, 1, 4, 9])
    mirrored = read_triangles(path, (-1, 1, 1))
    a, b, c = np.moveaxis(mirrored.vertices[mirrored.faces], 1, 0)
    assert float(np.einsum("ij,ij->", a, np.cross(b, c))) > 0


@pytest.mark.parametrize("scale", [0.0, float("nan"), (1.0, 0.0, 1.0), (1.0, float("inf"), 1.0)])
def test_scale_that_makes_no_sense_is_refused(scale: float | Vector3, tmp_path: Path):
    with pytest.raises(BadInput, match=r"wedge\.stl: cannot be scaled by"):
        read_triangles(written(WEDGE, tmp_path / "wedge.stl"), scale)


def test_single_colour_is_told_and_several_are_not(tmp_path: Path):
    (tmp_path / "paint.mtl").write_text("newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
    corners = "mtllib paint.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    plain, mixed, bare = tmp_path / "plain.obj", tmp_path / "mixed.obj", tmp_path / "bare.obj"
    plain.write_text(corners + "usemtl red\nf 1 2 3\nf 1 2 4\n")
    mixed.write_text(corners + "usemtl red\nf 1 2 3\nusemtl blue\nf 1 2 4\n")
    bare.write_text(corners + "f 1 2 3\n")
    assert [read_mesh(path).colour for path in (plain, mixed, bare)] == [(1.0, 0.0, 0.0), None, None]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.stl", None, "there is no such file"),
        ("shape.step", b"ISO-10303-21;", r"unknown kind '\.step'; valid: \.dae, \.glb, \.gltf, \.obj, \.stl"),
        ("bare", b"x", "unknown kind"),
        ("empty.stl", b"", "is empty"),
        ("noise.stl", bytes(range(256)) * 4, "no triangles"),
        ("noise.obj", b"hello\n", "no triangles"),
        ("noise.glb", b"hello", "not a readable GLB file"),
        ("cut.gltf", b'{"asset": {', "not a readable GLTF file"),
        ("noise.dae", b"\x00\x01", "not a readable DAE file"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "no triangles"),
        ("range.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "not a readable OBJ file"),
        ("nan.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not a finite number"),
        ("flat.obj", b"v 0 0\nv 1 0\nv 0 1\nf 1 2 3\n", "vertices it does not have|not a readable OBJ"),
        ("huge.obj", b"v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not a finite number"),
        ("dot.obj", b"v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", "no triangle larger than"),
    ],
)
def test_bad_files_are_named_with_what_is_wrong(name: str, content: bytes | None, message: str, tmp_path: Path):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput, match=message) as caught:
        read_triangles(path)
    assert caught.value.problems[0].file == str(path)


def test_glb_with_faces_beyond_its_vertices_is_refused(tmp_path: Path):
    path = written(WEDGE, tmp_path / "wedge.glb")
    content = path.read_bytes()
    faces = np.asarray(WEDGE.faces, dtype=np.uint32).tobytes()
    assert faces in content
    path.write_bytes(content.replace(faces, faces[:-4] + b"\x99\x00\x00\x00"))
    with pytest.raises(BadInput, match="vertices it does not have"):
        read_triangles(path)


def test_folder_and_bad_unit_are_refused(tmp_path: Path):
    (tmp_path / "folder.stl").mkdir()
    with pytest.raises(BadInput, match="is a folder"):
        read_triangles(tmp_path / "folder.stl")
    with pytest.raises(BadInput, match="unit of '-1' metres"):
        read_triangles(collada(tmp_path, unit="-1"))
