"""URDF models: what is read, how it is merged, and how bad files are told."""

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from midworld.errors import BadInput
from midworld.geometry import (
    IDENTITY,
    Box,
    Capsule,
    Compound,
    Cylinder,
    Mesh,
    Pose,
    Sphere,
    Triangles,
    cavities,
    hull,
    inertial_of,
)
from midworld.providers.urdf import Link, Model, read_model
from midworld.world import JointKind

LAAS = Path(__file__).parents[3] / "shared" / "data" / "laas_objects" / "res" / "urdf"

CUBE = '<geometry><box size="1 1 1"/></geometry>'
WEDGE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
OPEN_WEDGE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"


def as_hull(triangles: Triangles) -> Sequence[Triangles]:
    """A decomposition that takes no time."""
    found = hull(triangles.vertices)
    assert found is not None
    return (found,)


def urdf(folder: Path, body: str, *, name: str = "model.urdf") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<?xml version="1.0"?>\n<robot name="m">\n{body}\n</robot>\n')
    return path


def model(folder: Path, body: str) -> Model:
    return read_model(urdf(folder, body), decompose=as_hull)


def only(found: Model) -> Link:
    (link,) = found.links
    return link


def link(name: str, inside: str = "") -> str:
    return f'<link name="{name}">{inside}</link>'


def joint(parent: str, child: str, kind: str = "fixed", inside: str = "") -> str:
    return (
        f'<joint name="{parent}-{child}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>'
    )


def test_primitives_are_read_with_their_places(tmp_path: Path):
    shapes = '<box size="1 2 3"/>', '<sphere radius="2"/>', '<cylinder radius="1" length="4"/>'
    inside = "".join(
        f'<collision><origin xyz="0 0 {place}"/><geometry>{shape}</geometry></collision>'
        for place, shape in enumerate((*shapes, '<capsule radius="1" length="4"/>'))
    )
    collision = only(model(tmp_path, link("a", inside))).collision
    assert isinstance(collision, Compound)
    assert [part.shape for part in collision.parts] == [
        Box((1, 2, 3)),
        Sphere(2),
        Cylinder(1, 4),
        Capsule(1, 4),
    ]
    assert [part.pose.position[2] for part in collision.parts] == [0, 1, 2, 3]


def test_single_shape_in_the_middle_stays_bare_and_a_turned_one_is_placed(tmp_path: Path):
    assert only(model(tmp_path, link("a", f"<collision>{CUBE}</collision>"))).collision == Box((1, 1, 1))
    turned = f'<collision><origin rpy="0 0 {math.pi / 2}"/>{CUBE}</collision>'
    collision = only(model(tmp_path, link("a", turned))).collision
    assert isinstance(collision, Compound)
    assert np.allclose(collision.parts[0].pose.apply([1, 0, 0]), [0, 1, 0])


def test_looks_are_kept_apart_from_collisions_and_stand_in_for_them(tmp_path: Path):
    visual = '<visual><geometry><sphere radius="2"/></geometry></visual>'
    both = only(model(tmp_path, link("a", f"{visual}<collision>{CUBE}</collision>")))
    assert (both.collision, both.visual) == (Box((1, 1, 1)), Sphere(2))
    looks = only(model(tmp_path, link("a", visual)))
    assert (looks.collision, looks.visual) == (Sphere(2), Sphere(2))
    assert only(model(tmp_path, link("a"))).collision is None


def test_cabinet_keeps_its_drawer_and_its_door(tmp_path: Path):
    solid = f"<collision>{CUBE}</collision>"
    body = f"""
    {link("cabinet", solid)} {link("drawer")} {link("knob", solid)} {link("door")}
    <joint name="slide" type="prismatic"><parent link="cabinet"/><child link="drawer"/>
      <origin xyz="0.1 0 0.2"/><axis xyz="2 0 0"/><limit lower="0" upper="0.4" effort="1" velocity="1"/>
      <mimic joint="nowhere"/><dynamics damping="soft"/></joint>
    <joint name="hinge" type="revolute"><parent link="knob"/><child link="door"/>
      <origin xyz="0 1 0"/><axis xyz="0 0 1"/><limit upper="1.57" effort="1" velocity="1"/></joint>
    {joint("cabinet", "knob", inside='<origin xyz="0 0 1"/>')}
    <transmission name="t"><joint name="slide"/></transmission>"""
    cabinet, drawer, door = model(tmp_path, body).links
    assert isinstance(cabinet.collision, Compound)
    assert [part.pose.position for part in cabinet.collision.parts] == [(0, 0, 0), (0, 0, 1)]
    assert (cabinet.parent, drawer.parent, door.parent) == (None, "cabinet", "cabinet")
    assert cabinet.joint is None
    assert drawer.joint is not None
    assert (drawer.joint.kind, drawer.joint.axis) == (JointKind.PRISMATIC, (1, 0, 0))
    assert (drawer.joint.lower, drawer.joint.upper) == (0.0, 0.4)
    assert door.joint is not None
    assert (door.joint.lower, door.joint.upper) == (0.0, 1.57)
    assert door.pose == door.joint.origin == Pose((0.0, 1.0, 1.0))
    assert drawer.pose.position == (0.1, 0.0, 0.2)


def test_fixed_links_are_placed_turned_and_weighed_together(tmp_path: Path):
    mass = '<inertial><mass value="1"/><inertia ixx="0.2" iyy="0.2" izz="0.2" ixy="0" ixz="0" iyz="0"/></inertial>'
    solid = f"<collision>{CUBE}</collision>{mass}"
    turn = f'<origin xyz="2 0 0" rpy="0 0 {math.pi / 2}"/>'
    further = '<origin xyz="0 1 0"/>'
    body = (
        link("a", solid) + link("b") + link("c", solid) + joint("a", "b", inside=turn) + joint("b", "c", inside=further)
    )
    merged = only(model(tmp_path, body))
    assert isinstance(merged.collision, Compound)
    assert merged.collision.parts[1].pose.position == pytest.approx((1, 0, 0))
    assert merged.inertial is not None
    assert merged.inertial.mass == 2
    assert merged.inertial.centre == pytest.approx((0.5, 0, 0))
    assert merged.inertial.diagonal == pytest.approx((0.4, 0.9, 0.9))


def test_chain_of_thousands_of_joints_is_read(tmp_path: Path):
    names = [f"l{number}" for number in range(1500)]
    chain = "".join(map(link, names)) + "".join(joint(a, b) for a, b in pairwise(names))
    assert only(model(tmp_path, chain)).name == "l0"


def test_missing_and_absurd_inertia_is_computed_and_a_good_one_kept(tmp_path: Path):
    def inertial(numbers: str) -> str:
        return f'<collision>{CUBE}</collision><inertial><mass value="2"/>{numbers}</inertial>'

    computed = inertial_of(Box((1, 1, 1)), 2.0, {})
    assert only(model(tmp_path, link("a", inertial("")))).inertial == computed
    zero = '<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>'
    assert only(model(tmp_path, link("a", inertial(zero)))).inertial == computed
    good = '<origin xyz="0 0 0.1"/><inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="0.02" iyz="0.03"/>'
    kept = only(model(tmp_path, link("a", inertial(good)))).inertial
    assert kept is not None
    assert (kept.centre, kept.diagonal, kept.products) == ((0, 0, 0.1), (0.3, 0.4, 0.5), (0.01, 0.02, 0.03))
    without_shape = only(model(tmp_path, link("a", f'<inertial><mass value="2"/>{zero}</inertial>'))).inertial
    assert without_shape is not None
    assert min(without_shape.diagonal) > 0
    weightless = '<inertial><mass value="0"/></inertial>'
    assert only(model(tmp_path, link("a", weightless))).inertial is None
    assert only(model(tmp_path, link("a"))).inertial is None


def test_colours_come_from_materials_by_name_and_from_mesh_files(tmp_path: Path):
    def painted(material: str) -> str:
        return f"<visual>{CUBE}{material}</visual>"

    blue = '<material name="blue"><color rgba="0 0 1 1"/></material>'
    by_name = blue + link("a", painted('<material name="blue"/>'))
    assert only(model(tmp_path, by_name)).colour == (0, 0, 1)
    elsewhere = link("a", painted('<material name="blue"/>')) + link("b", painted(blue)) + joint("a", "b")
    assert only(model(tmp_path, elsewhere)).colour == (0, 0, 1)
    assert only(model(tmp_path, link("a", painted('<material name="grey"/>')))).colour is None
    (tmp_path / "red.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (tmp_path / "red.obj").write_text(f"mtllib red.mtl\nusemtl red\n{WEDGE}")
    drawn = '<visual><geometry><mesh filename="red.obj"/></geometry></visual>'
    assert only(model(tmp_path, link("a", drawn))).colour == (1, 0, 0)


def mesh_link(reference: str, scale: str = "") -> str:
    return link("a", f'<collision><geometry><mesh filename="{reference}"{scale}/></geometry></collision>')


def test_mesh_is_scaled_and_only_a_hollow_one_is_cut_and_only_once(tmp_path: Path):
    (tmp_path / "solid.obj").write_text(WEDGE)
    (tmp_path / "open.obj").write_text(OPEN_WEDGE)
    cut: list[Triangles] = []

    def decompose(triangles: Triangles) -> Sequence[Triangles]:
        cut.append(triangles)
        return as_hull(triangles)

    solid = read_model(urdf(tmp_path, mesh_link("solid.obj", ' scale="1 2 3"')), decompose=decompose)
    shape = only(solid).collision
    assert isinstance(shape, Mesh)
    assert shape.convex
    assert (shape.high, shape.digest in solid.meshes, cut) == ((1, 2, 3), True, [])
    twice = mesh_link("open.obj") + mesh_link("open.obj").replace('"a"', '"b"') + joint("a", "b")
    collision = only(read_model(urdf(tmp_path, twice), decompose=decompose)).collision
    assert isinstance(collision, Compound)
    assert len(cut) == 1
    looks = mesh_link("open.obj").replace("collision", "visual") + mesh_link("solid.obj").replace('"a"', '"b"')
    visual = only(read_model(urdf(tmp_path, looks + joint("a", "b")), decompose=decompose)).visual
    assert visual is not None
    assert len(cut) == 1


@pytest.mark.parametrize(
    ("place", "reference"),
    [
        ("pkg/meshes/w.obj", "package://pkg/meshes/w.obj"),
        ("other/meshes/w.obj", "package://other/meshes/w.obj"),
        ("pkg/urdf/w.obj", "w.obj"),
        ("pkg/meshes/w.obj", "../meshes/w.obj"),
        ("pkg/a b.obj", "file://{folder}/pkg/a%20b.obj"),
        ("pkg/w.obj", "{folder}/pkg/w.obj"),
        ("pkg/meshes/w.obj", "package://said/meshes/w.obj"),
        ("far/given/w.obj", "package://given/w.obj"),
        ("far/one/w.obj", "package://one/w.obj"),
        ("far/share/two/w.obj", "package://two/w.obj"),
    ],
)
def test_files_are_found_wherever_models_put_them(
    place: str, reference: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{tmp_path / 'far'}")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "far"))
    mesh = tmp_path / place
    mesh.parent.mkdir(parents=True)
    mesh.write_text(WEDGE)
    path = urdf(tmp_path, mesh_link(reference.format(folder=tmp_path)), name="pkg/urdf/model.urdf")
    (tmp_path / "pkg" / "package.xml").write_text("<package><name>said</name></package>")
    found = read_model(path, packages={"given": tmp_path / "far" / "given"})
    assert isinstance(only(found).collision, Mesh)


def test_missing_mesh_tells_its_line_and_where_it_was_looked_for(tmp_path: Path):
    path = urdf(tmp_path, "\n" + mesh_link("package://pkg/w.obj"), name="pkg/model.urdf")
    with pytest.raises(BadInput) as caught:
        read_model(path, packages={"pkg": Path("/given")})
    (problem,) = caught.value.problems
    assert problem.line == 4
    assert f"{tmp_path}/pkg/w.obj" in problem.message
    assert "/given/w.obj" in problem.message
    assert "ROS_PACKAGE_PATH" in problem.message


BAD = [
    ("", r":2: has no <link>"),
    (link("a") + link("a"), "already a link named 'a', on line 3"),
    ("<link/>", "<link> has no name"),
    (link("a") + link("b"), "several roots: a, b"),
    (link("a") + joint("a", "bb"), r"names the link 'bb'; known: a"),
    (link("arm") + joint("amr", "arm"), r"did you mean arm\?"),
    (link("a") + link("b") + joint("a", "b") + joint("b", "a"), "cycle: b <- a <- b|cycle: a <- b <- a"),
    (link("a") + joint("a", "a"), "cycle: a <- a"),
    (link("r") + link("a") + link("b") + joint("a", "b") + joint("b", "a"), "cycle"),
    (link("a") + link("b") + link("c") + joint("a", "c") + joint("b", "c"), "a second parent, after joint 'a-c'"),
    (link("a") + link("b") + joint("a", "b") * 2, "already a joint named 'a-b'"),
    (link("a") + link("b") + joint("a", "b", "welded"), "of type 'welded'; valid: revolute"),
    (link("a") + '<joint name="j" type="fixed"><child link="a"/></joint>', "joint 'j' has no <parent>"),
    (link("a", '<inertial><mass value="-1"/></inertial>'), 'value="-1"; it must be a number from 0 to 1000000 kg'),
    (link("a", '<inertial><mass value="nan"/></inertial>'), 'value="nan"; it must be a number'),
    (link("a", '<inertial><mass value="heavy"/></inertial>'), 'value="heavy"'),
    (link("a", '<inertial><mass value="1"/><inertia ixx="nan" iyy="1" izz="1"/></inertial>'), 'ixx="nan"'),
    (link("a", '<inertial><mass value="1"/><inertia ixx="1" iyy="1"/></inertial>'), "has no izz"),
    (link("a", f'<collision><origin xyz="0 nan 0"/>{CUBE}</collision>'), 'xyz="0 nan 0"; it must be 3 numbers'),
    (link("a", f'<visual><origin rpy="0 0"/>{CUBE}</visual>'), 'rpy="0 0"'),
    (link("a", "<collision/>"), "<collision> has no <geometry>"),
    (link("a", "<collision><geometry/></collision>"), "holds nothing; it must hold one of box, sphere"),
    (link("a", "<collision><geometry><cone/></geometry></collision>"), "<geometry> holds <cone>"),
    (link("a", '<visual><geometry><box size="1 -1 1"/></geometry></visual>'), "from 0.0001 to 1000 m"),
    (link("a", '<visual><geometry><box size="1 1 1e300"/></geometry></visual>'), 'size="1 1 1e300"'),
    (link("a", '<visual><geometry><box size="1 1"/></geometry></visual>'), "3 numbers"),
    (link("a", '<visual><geometry><sphere radius="0"/></geometry></visual>'), "from 0.0001 to 1000 m"),
    (link("a", '<visual><geometry><cylinder radius="1"/></geometry></visual>'), "<cylinder> has no length"),
    (link("a", '<visual><geometry><mesh scale="1 1 1"/></geometry></visual>'), "<mesh> has no filename"),
    (link("a", '<visual><geometry><mesh filename="model.urdf" scale="0 1 1"/></geometry></visual>'), "must not be 0"),
    (link("a", '<visual><geometry><mesh filename="https://x.org/a.stl"/></geometry></visual>'), "only package://"),
    (link("a", f'<visual>{CUBE}<material name="x"><color rgba="red"/></material></visual>'), 'rgba="red"'),
    (link("a") + link("b") + joint("a", "b", "revolute", '<axis xyz="0 0 0"/>'), "axis of length 0"),
    (link("a") + link("b") + joint("a", "b", "revolute", '<limit lower="2" upper="1"/>'), "lower limit 2 above"),
    ('<xacro:include filename="x"/>' + link("a"), "is xacro; expand"),
]


@pytest.mark.parametrize(("body", "message"), BAD)
def test_bad_models_are_told_with_file_and_line(body: str, message: str, tmp_path: Path):
    with pytest.raises(BadInput, match=message) as caught:
        model(tmp_path, body)
    assert all(problem.file.endswith("model.urdf") and problem.line for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (bytes(range(256)), "not valid XML"),
        (b"solid cube\n", "not valid XML"),
        (b"<robot><link name='a'>", "not valid XML"),
        (b"<sdf><model/></sdf>", "begins with <sdf>; a URDF begins with <robot>"),
    ],
)
def test_files_that_are_no_urdf_are_told(content: bytes, message: str, tmp_path: Path):
    path = tmp_path / "model.urdf"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=message):
        read_model(path)


def test_every_fault_is_told_at_once_and_a_missing_file_too(tmp_path: Path):
    with pytest.raises(BadInput) as caught:
        model(tmp_path, link("a", '<inertial><mass value="-1"/></inertial>') + "\n" + link("a", "<visual/>"))
    assert [problem.line for problem in caught.value.problems] == [4, 3, 4]
    with pytest.raises(BadInput, match="there is no such file"):
        read_model(tmp_path / "none.urdf")
    with pytest.raises(BadInput, match="is a folder"):
        read_model(tmp_path)


def test_root_stands_in_its_own_frame_and_bad_meshes_name_their_file(tmp_path: Path):
    assert only(model(tmp_path, link("a"))).pose == IDENTITY
    (tmp_path / "bad.stl").write_bytes(b"noise")
    with pytest.raises(BadInput, match=r"bad\.stl: holds no triangles"):
        model(tmp_path, mesh_link("bad.stl"))


needs_laas = pytest.mark.skipif(not LAAS.is_dir(), reason=f"the LAAS models are not at {LAAS}")
HOLLOW = {"blue_bin": 0.3, "green_bin": 0.3, "orange_cup": 0.11}


@needs_laas
@pytest.mark.parametrize("name", sorted(path.stem for path in LAAS.glob("*.urdf")) if LAAS.is_dir() else ["none"])
def test_laas_models_load_and_what_is_hollow_stays_so(name: str):
    """Most of their cups stand upside down, as in the experiment."""
    found = read_model(LAAS / f"{name}.urdf", decompose=as_hull)
    body = only(found)
    assert body.collision is not None
    assert body.colour is not None
    assert (body.inertial is None) == (name in ("floor", "plane"))
    shape = body.visual if name.endswith(("cup", "cylinder")) else body.collision
    assert shape is not None
    depths = [cavity.inner.size[2] for cavity in cavities(shape, found.meshes)]
    assert depths == pytest.approx([HOLLOW[name]] if name in HOLLOW else [], abs=1e-3)


@needs_laas
def test_laas_bin_is_measured_by_its_boxes_and_the_table_gets_a_new_inertia():
    (cavity,) = cavities(only(read_model(LAAS / "blue_bin.urdf")).collision or Sphere(1), {})
    assert np.allclose(cavity.inner.low, (-0.12, -0.165, -0.12), atol=1e-3)
    assert np.allclose(cavity.inner.high, (0.12, 0.165, 0.18), atol=1e-3)
    table = only(read_model(LAAS / "table.urdf")).inertial
    assert table is not None
    assert table.mass == 60
    assert min(table.diagonal) > 1


def test_a_ground_of_kilometres_is_kept_to_one_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "plane.urdf"
    body = '<collision><geometry><box size="SIZE"/></geometry></collision>'
    text = f'<robot name="x">\n<link name="x">\n{body}</link></robot>'
    file.write_text(text.replace("SIZE", "2000 3000 0.001"))
    assert read_model(file).links[0].collision == Box((1000.0, 1000.0, 0.001))
    assert "plane.urdf:3: a ground of 2000 3000 0.001 m is kept to 1 km" in caplog.text
    for size in ("1 1 1001", "2000 1 0.001", "2000 2000 500", "20000 20000 0.001"):
        file.write_text(text.replace("SIZE", size))
        with pytest.raises(BadInput, match=f'size="{size}"; it must be 3 numbers from 0.0001 to'):
            read_model(file)
