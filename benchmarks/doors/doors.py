"""Whatever takes in what strangers write: each door is handed bytes, and takes them or refuses by a sentence."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from midworld.errors import BadInput, MidworldError, Problem

Take = Callable[[bytes], None]

SCENE = """\
objects:
  table: {class: Table, shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}
  cup: {class: Cup, colour: orange, label: [cup, mug], shape: {cylinder: [0.04, 0.10]}, mass: 0.15}
  bin: {class: Box, urdf: models/bin.urdf, position: [0.6, 0.3, 0.75], points_of_interest: {tag_1: [[0, 0, 0.1]]}}
  cube: {mesh: models/cube.obj, scale: 1.0, container: false, position: [0, 0.1, 0.05], frame: table}
  tray: {shape: {parts: [{box: [0.2, 0.2, 0.01]}, {sphere: 0.02, at: [0, 0, 0.1], orientation: [0, 0, 0, 1]}]}}
agents:
  robot: {kind: robot, position: [-0.9, 0, 0]}
  ann: {kind: human, height: 1.62, arm_length: 0.68}
  bob: {kind: human}
sensors:
  camera: {agent: robot, position: [-0.9, 0, 1.35], looks_at: [0.6, 0, 0.75], fov: [75, 60], range: [0.2, 5.0]}
reasoner: {belief_depth: 1, hand_reach: 0.3}
timing: {max_lateness: 0.2, tick_hz: 10, skew: {camera: -0.03}}
"""
LINES = """\
{"stamp": 0.1, "source": "camera", "objects": [{"id": "cup", "position": [0.6, -0.2, 0.8], "orientation": [0, 0, 0, 1]\
}, {"id": "mug_7", "class": "Mug", "shape": {"box": [0.1, 0.1, 0.1]}, "mass": 0.2, "position": [0.4, 0, 0.8]}], \
"agents": [{"id": "ann", "head": {"position": [1.5, -0.5, 1.55], "looks_at": [0.6, 0, 0.75]}, \
"right_hand": {"position": [1.3, -0.3, 1.0], "orientation": [0, 0, 0, 1]}}]}
{"stamp": 0.2, "source": "camera", "objects": [{"id": "cup", "position": [0, 0, 0.07], "frame": "table", \
"covariance": [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, \
 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]}], \
"sensor": {"position": [-0.9, 0, 1.4], "looks_at": [0.6, 0, 0.75]}}
"""
URDF = """\
<robot name="bin">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0.1" rpy="0 0.1 0"/><mass value="0.6"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="cube.obj" scale="1 1 1"/></geometry><material name="grey"/></visual>
    <collision><origin xyz="0 0 0.005"/><geometry><box size="0.24 0.24 0.01"/></geometry></collision>
    <collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
  </link>
  <link name="lid">
    <inertial><mass value="0.1"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <link name="knob"><collision><geometry><capsule radius="0.01" length="0.03"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="lid"/><origin xyz="0 0 0.2" rpy="0 0 1.57"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><parent link="lid"/><child link="knob"/>
    <limit lower="0" upper="0.1"/><mimic joint="hinge" multiplier="2" offset="0.1"/></joint>
</robot>
"""
CUBE = """\
o cube
v 0 0 0
v 0.1 0 0
v 0 0.1 0
v 0 0 0.1
f 1 3 2
f 1 2 4
f 2 3 4
f 1 4 3
"""


@dataclass(frozen=True, slots=True)
class Door:
    """How a file that comes in there is called, and what takes its bytes, given a folder of its own to work in."""

    suffix: str
    opened: Callable[[Path], Take]


def _furnished(folder: Path) -> Path:
    """A scene with its models."""
    models = folder / "models"
    models.mkdir(exist_ok=True)
    (models / "bin.urdf").write_text(URDF)
    (models / "cube.obj").write_text(CUBE)
    (folder / "scene.yaml").write_text(SCENE)
    return folder / "scene.yaml"


def _scene(folder: Path) -> Take:
    import midworld

    file = _furnished(folder)

    def take(content: bytes) -> None:
        file.write_bytes(content)
        with midworld.open(file) as session:
            session.feed({"stamp": 0.1, "source": "camera", "objects": []})

    return take


def _observation(folder: Path) -> Take:
    import midworld

    session, log = midworld.open(_furnished(folder)), folder / "log.jsonl"

    def take(content: bytes) -> None:
        log.write_bytes(content)
        with session.fork() as other:
            other.run(str(log))

    return take


def _urdf(folder: Path) -> Take:
    from midworld.geometry import Triangles, hull
    from midworld.providers.urdf import read_model

    _furnished(folder)
    file = folder / "models" / "model.urdf"

    def around(triangles: Triangles) -> tuple[Triangles, ...]:
        whole = hull(triangles.vertices)
        return () if whole is None else (whole,)

    def take(content: bytes) -> None:
        file.write_bytes(content)
        read_model(file, decompose=around)

    return take


def _mesh(suffix: str) -> Callable[[Path], Take]:
    def opened(folder: Path) -> Take:
        from midworld.geometry import cavities, inertial_of, is_convex
        from midworld.providers.meshfile import read_triangles

        file = folder / f"mesh{suffix}"

        def take(content: bytes) -> None:
            file.write_bytes(content)
            triangles = read_triangles(file)
            mesh = triangles.mesh(convex=is_convex(triangles))
            inertial_of(mesh, 1.0, {mesh.digest: triangles})
            cavities(mesh, {mesh.digest: triangles})

        return take

    return opened


def _recording(folder: Path) -> Take:
    from midworld.readers.asking import asked_of
    from midworld.readers.charts import timeline_chart
    from midworld.readers.pictures import read_story
    from midworld.readers.talking import answered
    from midworld.runtime import replayed
    from midworld.world import World

    file = folder / "run.mwlog"

    def take(content: bytes) -> None:
        file.write_bytes(content)
        worlds: dict[str, World] = {}
        try:
            worlds |= {commit.name: commit.world for commit in replayed(file)}
        finally:
            if worlds:
                answered("where is the cup", asked_of(worlds, None, None))
        timeline_chart(read_story(file))

    return take


def _knowledge(suffix: str) -> Callable[[Path], Take]:
    def opened(folder: Path) -> Take:
        from midworld.adapters.oxigraph import knowledge_base

        file = folder / f"facts{suffix}"

        def take(content: bytes) -> None:
            file.write_bytes(content)
            knowledge_base([file])

        return take

    return opened


class Unanswered(Exception):
    """A server that is alive does not answer, or says that it broke."""


def _socket(folder: Path) -> Take:
    """The real server in a process of its own, asked after every case whether it still listens."""
    command = [sys.executable, "-m", "midworld", "kb", "--bare", "--serve", "--port", "0"]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdout is not None
    port = int(server.stdout.readline().rsplit(b":", 1)[1])

    def said(content: bytes, *, until: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=5.0) as line:
            line.sendall(content)
            line.shutdown(socket.SHUT_WR)
            heard = b""
            while not (until and until in heard) and (more := line.recv(1 << 16)):
                heard += more
            return heard

    def take(content: bytes) -> None:
        try:
            broken = said(content, until=b"") if content else b""
        except (ConnectionError, TimeoutError):
            broken = b""
        if b"could not answer:" in broken:
            raise Unanswered(broken[broken.find(b"could not answer:") :][:120].decode(errors="replace"))
        try:
            alive = b"ok" in said(b"hello\n#end#\n", until=b"#end#")
        except OSError:
            alive = False
        if not alive:
            raise Unanswered(f"the server is silent, its status is {server.poll()}")

    return take


def _page(folder: Path) -> Take:
    import midworld
    from midworld.readers.viewer import Chapter, Tape
    from midworld.readers.viewer.message import asked
    from midworld.readers.viewer.page import Page

    tape = Tape()
    with midworld.open(_furnished(folder)) as session:
        session.assessment.board.subscribe(tape.feed)
        (folder / "log.jsonl").write_text(LINES)
        session.run(str(folder / "log.jsonl"))
    tape.end()
    while tape.drain():
        pass
    page = Page([Chapter("story", tape, "A cup.")])

    def take(content: bytes) -> None:
        page.ask(asked(content))
        page.frame(0.1)

    return take


DOORS = {
    "scene": Door(".yaml", _scene),
    "observation": Door(".jsonl", _observation),
    "urdf": Door(".urdf", _urdf),
    "obj": Door(".obj", _mesh(".obj")),
    "stl": Door(".stl", _mesh(".stl")),
    "dae": Door(".dae", _mesh(".dae")),
    "glb": Door(".glb", _mesh(".glb")),
    "recording": Door(".mwlog", _recording),
    "turtle": Door(".ttl", _knowledge(".ttl")),
    "rdf": Door(".rdf", _knowledge(".rdf")),
    "socket": Door(".txt", _socket),
    "page": Door(".json", _page),
}
REFUSALS = (MidworldError,)


def _faulty(folder: Path) -> Take:
    def take(content: bytes) -> None:
        match content:
            case b"raise":
                raise KeyError("what")
            case b"spin":
                while True:
                    pass
            case b"swell":
                len(b"x" * (450 << 20))
            case b"die":
                os.abort()
            case _:
                raise BadInput([Problem("door", None, "is not to be used")])

    return take


# Does what none of them should, to see that it is seen.
FAULTY = Door(".txt", _faulty)
