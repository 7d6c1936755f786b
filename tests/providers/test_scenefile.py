"""The scene of the format's own description, and things people write."""
# pyright: reportUnknownMemberType=false

from pathlib import Path

import numpy as np
import pytest
import trimesh

from midworld.errors import BadInput
from midworld.geometry import Box, Compound, Cylinder, Mesh, Pose, Sphere
from midworld.providers import read_scene
from midworld.world import Agent, EntityId, Link, Mount, Object, Sensor

DOCUMENTED = """\
objects:
  table:                                   # identifier: letters, digits, _ . - /
    class: Table                           # an ontology class
    shape: {box: [1.0, 1.2, 0.04]}         # full edge lengths
    position: [0.6, 0.0, 0.73]
    orientation: [0, 0, 0, 1]
    static: true                           # never moves, needs no mass
  cup:
    class: Cup
    label: orange cup                      # what people call it (or a list)
    colour: orange                         # a name or [r, g, b] in 0..1
    shape: {cylinder: [0.04, 0.10]}        # radius, height; the axis is z
    mass: 0.15
  ball:   {class: Ball, shape: {sphere: 0.03}, mass: 0.05}
  bin:    {urdf: models/bin.urdf}          # class defaults to Object
  bowl:   {mesh: models/bowl.stl, scale: 1.0, mass: 0.3, container: true}
  box:
    class: Box
    container: true
    mass: 0.5
    shape:
      parts:
        - {box: [0.26, 0.26, 0.012], at: [0, 0, -0.084]}
        - {box: [0.012, 0.26, 0.18], at: [-0.124, 0, 0]}
agents:
  robot: {kind: robot, urdf: models/pr2.urdf}
  ann:   {kind: human}
sensors:
  camera:
    agent: robot
    position: [-0.9, 0.0, 1.35]
    looks_at: [0.55, 0.0, 0.75]
    fov: [75, 60]
    range: [0.2, 5.0]
reasoner: {}
"""

BIN = """<robot name="bin"><link name="bin"><inertial><mass value="0.7"/></inertial>
  <collision><origin xyz="0 0 0.005"/><geometry><box size="0.3 0.3 0.01"/></geometry></collision>
  <collision><origin xyz="-0.145 0 0.15"/><geometry><box size="0.01 0.3 0.3"/></geometry></collision>
  <collision><origin xyz="0.145 0 0.15"/><geometry><box size="0.01 0.3 0.3"/></geometry></collision>
  <collision><origin xyz="0 -0.145 0.15"/><geometry><box size="0.3 0.01 0.3"/></geometry></collision>
  <collision><origin xyz="0 0.145 0.15"/><geometry><box size="0.3 0.01 0.3"/></geometry></collision>
</link></robot>"""

ROBOT = """<robot name="pr2"><link name="base"/><link name="torso"/><link name="arm">
  <visual><geometry><box size="0.1 0.1 0.5"/></geometry></visual></link>
  <joint name="lift" type="prismatic"><parent link="base"/><child link="torso"/><origin xyz="0 0 0.8"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="0.3" effort="1" velocity="1"/></joint>
  <joint name="mount" type="fixed"><parent link="torso"/><child link="arm"/><origin xyz="0.2 0 0"/></joint></robot>"""


@pytest.fixture
def documented(tmp_path: Path) -> Path:
    models = tmp_path / "models"
    models.mkdir()
    (models / "bin.urdf").write_text(BIN)
    (models / "pr2.urdf").write_text(ROBOT)
    trimesh.creation.box((0.2, 0.2, 0.1)).export(models / "bowl.stl")
    path = tmp_path / "scene.yaml"
    path.write_text(DOCUMENTED)
    return path


def test_the_documented_scene_is_read_to_the_letter(documented: Path) -> None:
    scene = read_scene(documented)
    table = scene.world.entity("table")
    assert table.category == "Table"
    assert table.collision == Box((1.0, 1.2, 0.04))
    assert scene.world.pose("table") == Pose((0.6, 0.0, 0.73))
    assert isinstance(table.role, Object)
    assert table.role.static
    assert set(scene.awaited) == {"cup", "ball", "bin", "bowl", "box"}
    cup = scene.awaited[next(name for name in scene.awaited if name == "cup")][0][0]
    assert (cup.labels, cup.colour, cup.collision) == (("orange cup",), "orange", Cylinder(0.04, 0.10))
    assert isinstance(cup.role, Object)
    assert cup.role.inertial is not None
    assert cup.role.inertial.mass == 0.15
    by_name = {str(name): placed[0][0] for name, placed in scene.awaited.items()}
    assert by_name["ball"].collision == Sphere(0.03)
    assert isinstance(by_name["bowl"].visual, Mesh)
    for container in ("bin", "box", "bowl"):
        role = by_name[container].role
        assert isinstance(role, Object)
        assert role.cavities, f"{container} holds things"
    assert by_name["bin"].category == "Object"
    assert isinstance(by_name["box"].collision, Compound)


def test_the_documented_agents_and_sensors_are_there(documented: Path) -> None:
    world = read_scene(documented).world
    assert world.entity("robot").role == Agent("robot", (Mount("torso", EntityId("robot/torso_link")),))
    assert world.entity("ann").role == Agent("human")
    camera = world.entity("camera")
    assert isinstance(camera.role, Sensor)
    assert camera.role.owner == "robot"
    assert camera.role.frustum is not None
    assert camera.role.frustum.horizontal_fov == pytest.approx(np.radians(75))
    ahead = np.array(world.pose("camera").apply([1, 0, 0])) - world.pose("camera").position
    assert ahead @ np.array([1.45, 0, -0.6]) / np.linalg.norm([1.45, 0, -0.6]) == pytest.approx(1.0)
    links = [entity for entity in world.structure.entities if isinstance(entity.role, Link)]
    assert {str(link.id) for link in links} == {"robot/base_link", "robot/torso_link"}
    torso = world.entity("robot/torso_link")
    assert torso.joint is not None
    assert (torso.joint.lower, torso.joint.upper) == (0.0, 0.3)
    np.testing.assert_allclose(world.pose("robot/torso_link").position, (0, 0, 0.8))


def test_people_are_as_tall_and_their_arms_as_long_as_the_scene_says(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(
        "agents:\n  ann: {kind: human, height: 1.62, arm_length: 0.68}\n  bob: {kind: human, height: 1.1}\n"
        "  eve: {kind: human}\n"
    )
    world = read_scene(path).world
    assert world.entity("ann").role == Agent("human", height=1.62, arm_length=0.68)
    assert world.entity("bob").role == Agent("human", height=1.1)
    assert world.entity("eve").role == Agent("human")


def test_sizes_nobody_has_are_refused_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(
        "agents:\n"
        "  ann:\n    kind: human\n    height: 162\n    arm_length: 0.05\n"
        "  bob: {kind: human, height: tall}\n"
        "  pr2: {kind: robot, height: 1.4}\n"
    )
    with pytest.raises(BadInput) as caught:
        read_scene(path)
    assert [(problem.line, problem.message) for problem in caught.value.problems] == [
        (4, "agents.ann.height is 162; it must be from 0.5 to 2.6 m"),
        (5, "agents.ann.arm_length is 0.05; it must be from 0.2 to 1.2 m"),
        (6, "agents.bob.height must be a number, not 'tall'"),
        (7, "agents.pr2.height is for people; the sizes of a robot are those of its urdf"),
    ]
    assert all(problem.file == str(path) for problem in caught.value.problems)


def test_a_solid_primitive_that_is_a_container_becomes_hollow(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text("objects:\n  mug: {shape: {cylinder: [0.04, 0.1]}, container: true}\n")
    ((mug, _),) = next(iter(read_scene(path).awaited.values()))
    assert isinstance(mug.collision, Compound)
    assert mug.visual == Cylinder(0.04, 0.1)
    assert isinstance(mug.role, Object)
    (cavity,) = mug.role.cavities
    assert 0.06 < cavity.inner.size[0] < 0.08


def test_container_false_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(
        "objects:\n  tray:\n    container: false\n    shape:\n      parts:\n"
        "        - {box: [0.3, 0.3, 0.01], at: [0, 0, 0]}\n"
        + "".join(
            f"        - {{box: [{a}, {b}, 0.1], at: [{x}, {y}, 0.05]}}\n"
            for a, b, x, y in (
                (0.01, 0.3, -0.145, 0),
                (0.01, 0.3, 0.145, 0),
                (0.3, 0.01, 0, -0.145),
                (0.3, 0.01, 0, 0.145),
            )
        )
    )
    role = next(iter(read_scene(path).awaited.values()))[0][0].role
    assert isinstance(role, Object)
    assert role.cavities == ()
    path.write_text(path.read_text().replace("    container: false\n", ""))
    role = next(iter(read_scene(path).awaited.values()))[0][0].role
    assert isinstance(role, Object)
    assert len(role.cavities) == 1


def test_a_thing_in_a_frame_hangs_on_it(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(
        "objects:\n"
        "  table: {shape: {box: [1, 1, 0.1]}, position: [2, 0, 0.7], static: true}\n"
        "  lamp: {shape: {sphere: 0.1}, position: [0.1, 0, 0.5], frame: table, static: true}\n"
    )
    world = read_scene(path).world
    assert world.entity("lamp").parent == "table"
    np.testing.assert_allclose(world.pose("lamp").position, (2.1, 0, 1.2))


def test_numbers_as_people_write_them(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text("objects:\n  dot: {shape: {sphere: 1e-2}, mass: 5e-3, static: yes}\n")
    assert read_scene(path).world.entity("dot").collision == Sphere(0.01)
