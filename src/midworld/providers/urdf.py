"""Models of things and robots from URDF files."""

import logging
import math
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import msgspec

from ..adapters.coacd import decomposed
from ..errors import BadInput, Problem, shortened
from ..geometry import (
    IDENTITY,
    Compound,
    Inertial,
    Mesh,
    Part,
    Pose,
    Shape,
    Sphere,
    Triangles,
    Vector3,
    inertial_of,
    is_convex,
    repaired,
)
from ..world import Joint
from .meshfile import MeshFile, read_mesh
from .packages import FileNotLocated, located
from .urdfcheck import is_ground, problems_of
from .urdfparse import JointRow, LinkRow, MeshRef, Stroke, parsed
from .xmlfile import read_xml

NO_PACKAGES: Mapping[str, Path] = MappingProxyType({})
WATER_KG_M3 = 1000.0
_log = logging.getLogger(__name__)

Decompose = Callable[[Triangles], Sequence[Triangles]]


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid piece of a model; `pose` is against its parent with every joint at zero.

    `inertial` lacks where the file gives no mass, or a mass of 0.
    """

    name: str
    parent: str | None
    joint: Joint | None
    pose: Pose
    collision: Shape | None
    visual: Shape | None
    colour: Vector3 | None
    inertial: Inertial | None


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Links, parents before children, and the triangles of every mesh they name.

    `frames` tells of every link of the file which of these it belongs to, and where on it.
    """

    links: tuple[Link, ...]
    meshes: Mapping[str, Triangles]
    frames: Mapping[str, tuple[str, Pose]]


def read_model(path: Path, *, packages: Mapping[str, Path] = NO_PACKAGES, decompose: Decompose | None = None) -> Model:
    """The model in a URDF file, links on fixed joints merged into their parents.

    Hollow collision meshes are cut by `decompose` (CoACD unless told otherwise); a link without collisions collides
    as it looks; an inertia that cannot be is computed from the shape. Raises BadInput with every fault and its line.
    """
    root = read_xml(path)
    problems = problems_of(root, path, lambda reference: located(reference, path, packages))
    if problems:
        raise BadInput(problems)
    for box in root.within():
        if box.tag == "box" and is_ground(box):
            size = shortened(box.attributes["size"])
            _log.warning("midworld: %s:%d: a ground of %s m is kept to 1 km", path, box.line, size)
    links, joints = parsed(root)
    lines = {each.attributes.get("filename", ""): each.line for each in root.within() if each.tag == "mesh"}
    builder = _Builder(path, packages, decompose, lines)
    frames = {name: (piece, pose) for name, (piece, pose, _) in _anchored(links, joints).items()}
    return Model(tuple(builder.links(links, joints)), MappingProxyType(builder.meshes), MappingProxyType(frames))


@dataclass(slots=True, eq=False)
class _Gathered:
    """What the merged links of one rigid piece bring, in the frame of the first."""

    parent: str | None
    joint: Joint | None
    pose: Pose
    collisions: list[Part] = field(default_factory=list[Part])
    visuals: list[Part] = field(default_factory=list[Part])
    colours: list[Vector3] = field(default_factory=list[Vector3])
    inertials: list[Inertial] = field(default_factory=list[Inertial])


@dataclass(slots=True, eq=False)
class _Builder:
    path: Path
    packages: Mapping[str, Path]
    decompose: Decompose | None
    lines: Mapping[str, int]
    meshes: dict[str, Triangles] = field(default_factory=dict[str, Triangles])
    files: dict[MeshRef, MeshFile] = field(default_factory=dict[MeshRef, MeshFile])
    cut: dict[str, tuple[Mesh, ...]] = field(default_factory=dict[str, tuple[Mesh, ...]])

    def links(self, rows: Mapping[str, LinkRow], joints: Sequence[JointRow]) -> list[Link]:
        pieces: dict[str, _Gathered] = {}
        looks: dict[str, list[Stroke]] = {}
        for name, (piece, pose, joint) in _anchored(rows, joints).items():
            if piece == name:
                parent = None if joint is None else joint.parent
                motion = None if joint is None else joint.motion
                pieces[name] = _Gathered(parent, motion, IDENTITY if joint is None else joint.origin)
                looks[name] = []
            row = rows[name]
            looks[piece].extend(Stroke(drawn.shape, pose @ drawn.pose) for drawn in row.visuals)
            self._gather(pieces[piece], row, pose)
        return [self._link(name, piece, looks[name]) for name, piece in pieces.items()]

    def _gather(self, piece: _Gathered, row: LinkRow, pose: Pose) -> None:
        solids = self._solids(row.collisions)
        looks = [Part(self._look(drawn), drawn.pose) for drawn in row.visuals]
        piece.collisions.extend(Part(part.shape, pose @ part.pose) for part in solids)
        piece.visuals.extend(Part(part.shape, pose @ part.pose) for part in looks)
        piece.colours.extend(colour for drawn in row.visuals if (colour := self._colour(drawn)) is not None)
        inertial = self._inertial(row, _shape(solids or looks))
        if inertial is not None:
            piece.inertials.append(inertial.placed(pose))

    def _link(self, name: str, piece: _Gathered, looks: Sequence[Stroke]) -> Link:
        collisions = piece.collisions or self._solids(looks)
        return Link(
            name,
            piece.parent,
            piece.joint,
            piece.pose,
            _shape(collisions),
            _shape(piece.visuals),
            piece.colours[0] if piece.colours else None,
            Inertial.combined(piece.inertials) if piece.inertials else None,
        )

    def _inertial(self, row: LinkRow, shape: Shape | None) -> Inertial | None:
        if row.mass is None:
            return None
        if shape is not None:
            return repaired(row.stated, shape, row.mass, self.meshes)
        if row.stated is not None and row.stated.is_plausible(None, self.meshes):
            return row.stated
        # Nothing to measure: a ball of water of that mass.
        radius = (3 * row.mass / (4 * math.pi * WATER_KG_M3)) ** (1 / 3)
        return inertial_of(Sphere(radius), row.mass, self.meshes)

    def _solids(self, strokes: Sequence[Stroke]) -> list[Part]:
        """Parts an engine can collide with: no mesh among them is hollow."""
        return [
            Part(shape, stroke.pose)
            for stroke in strokes
            for shape in (self._convex(stroke.shape) if isinstance(stroke.shape, MeshRef) else (stroke.shape,))
        ]

    def _convex(self, reference: MeshRef) -> tuple[Mesh, ...]:
        triangles = self._file(reference).triangles
        digest = triangles.digest
        if digest not in self.cut:
            with self._blaming(reference):
                pieces = (triangles,) if is_convex(triangles) else self._decomposed(triangles, reference)
            self.cut[digest] = tuple(self._kept(piece, convex=True) for piece in pieces)
        return self.cut[digest]

    def _decomposed(self, triangles: Triangles, reference: MeshRef) -> Sequence[Triangles]:
        if self.decompose is not None:
            return self.decompose(triangles)
        return decomposed(triangles, name=Path(reference.reference).name)

    def _look(self, stroke: Stroke) -> Shape:
        if not isinstance(stroke.shape, MeshRef):
            return stroke.shape
        return self._kept(self._file(stroke.shape).triangles, convex=False)

    def _colour(self, stroke: Stroke) -> Vector3 | None:
        if stroke.colour is None and isinstance(stroke.shape, MeshRef):
            return self._file(stroke.shape).colour
        return stroke.colour

    def _kept(self, triangles: Triangles, *, convex: bool) -> Mesh:
        mesh = triangles.mesh(convex=convex)
        self.meshes[mesh.digest] = triangles
        return mesh

    def _file(self, reference: MeshRef) -> MeshFile:
        if reference not in self.files:
            place = located(reference.reference, self.path, self.packages)
            assert not isinstance(place, FileNotLocated)
            # ROS tools ignore the axis a mesh file calls up; models are drawn for them.
            with self._blaming(reference):
                self.files[reference] = read_mesh(place, reference.scale, up="z")
        return self.files[reference]

    @contextmanager
    def _blaming(self, reference: MeshRef) -> Generator[None]:
        """What is wrong with a mesh is told with the line of the model that names it."""
        try:
            yield
        except BadInput as bad:
            line, name = self.lines.get(reference.reference), shortened(reference.reference)
            reasons = [f"mesh '{name}' cannot be used: {problem}" for problem in bad.problems]
            raise BadInput([Problem(str(self.path), line, reason) for reason in reasons]) from bad


def _shape(parts: Sequence[Part]) -> Shape | None:
    if not parts:
        return None
    return parts[0].shape if len(parts) == 1 and parts[0].pose == IDENTITY else Compound(tuple(parts))


def _anchored(rows: Mapping[str, LinkRow], joints: Sequence[JointRow]) -> dict[str, tuple[str, Pose, JointRow | None]]:
    """For every link, parents first: the rigid piece it belongs to, its pose there, and that piece's joint.

    A movable joint's origin and parent are told against the piece it hangs on.
    """
    children: dict[str, list[JointRow]] = defaultdict(list)
    for joint in joints:
        children[joint.parent].append(joint)
    (root,) = rows.keys() - {joint.child for joint in joints}
    found: dict[str, tuple[str, Pose, JointRow | None]] = {root: (root, IDENTITY, None)}
    pending = [root]
    for name in pending:
        piece, pose, joint = found[name]
        for below in children[name]:
            origin = pose @ below.origin
            found[below.child] = (piece, origin, joint) if below.motion is None else _own(piece, origin, below)
            pending.append(below.child)
    return found


def _own(piece: str, origin: Pose, joint: JointRow) -> tuple[str, Pose, JointRow]:
    assert joint.motion is not None
    motion = msgspec.structs.replace(joint.motion, origin=origin)
    return joint.child, IDENTITY, JointRow(piece, joint.child, origin, motion)
