"""What is wrong with a URDF, every place with its line, before anything is made of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import Problem, one_of, shortened
from ..limits import (
    ANGLES,
    EDGE,
    GROUND_EDGE,
    JOINT_LIMIT,
    LONGEST_NAME,
    MODEL_MASS,
    MOMENT,
    MOST_JOINTS,
    MOST_LINKS,
    MOST_PARTS,
    POSITION,
    PRODUCT,
    Range,
)
from .packages import FileNotLocated
from .xmlfile import Element

JOINT_KINDS = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
GEOMETRIES = ("box", "sphere", "cylinder", "capsule", "mesh")
MOMENTS = ("ixx", "iyy", "izz")
PRODUCTS = ("ixy", "ixz", "iyz")
# Some write shares, some bytes.
PAINT = Range(0.0, 255.0)
# The height of what is no more than a ground, as a share of its width; chosen.
FLAT = 0.01
AXIS = Range(-1e6, 1e6)
FACTOR = Range(-1e6, 1e6)


@dataclass(slots=True)
class Examination:
    """The problems found so far in one file."""

    path: Path
    locate: Callable[[str], Path | FileNotLocated]
    problems: list[Problem] = field(default_factory=list[Problem])

    def complain(self, element: Element, message: str) -> None:
        self.problems.append(Problem(str(self.path), element.line, message))

    def numbers(self, element: Element, name: str, counts: tuple[int, ...], within: Range) -> list[float]:
        """The numbers of an attribute; none after complaining, and none where it is absent."""
        written = element.attributes.get(name)
        if written is None:
            return []
        try:
            found = [float(word) for word in written.split()]
        except ValueError:
            found = []
        if len(found) in counts and all(number in within for number in found):
            return found
        many = "a number" if counts == (1,) else f"{' or '.join(map(str, counts))} numbers"
        self.complain(element, f'<{element.tag}> has {name}="{shortened(written)}"; it must be {many} {within}')
        return []

    def needed(self, element: Element, name: str) -> bool:
        if element.attributes.get(name, "").strip():
            return True
        self.complain(element, f"<{element.tag}> has no {name}")
        return False


def problems_of(root: Element, path: Path, locate: Callable[[str], Path | FileNotLocated]) -> list[Problem]:
    """Everything that would keep the model from being read."""
    exam = Examination(path, locate)
    if root.tag != "robot":
        exam.complain(root, f"begins with <{root.tag}>; a URDF begins with <robot>")
        return exam.problems
    macro = next((element for element in root.within() if element.tag.startswith("xacro:")), None)
    if macro is not None:
        exam.complain(macro, f"<{macro.tag}> is xacro; expand the file first: xacro model.urdf.xacro > model.urdf")
        return exam.problems
    links = _named(exam, root, "link")
    if not links:
        exam.complain(root, "has no <link>; a model has at least one")
    elif len(links) > MOST_LINKS:
        exam.complain(root, f"has {len(links)} links; a model has at most {MOST_LINKS}")
        return exam.problems
    joints = _named(exam, root, "joint")
    movable = sum(1 for joint in root.all("joint") if joint.attributes.get("type") != "fixed")
    if movable > MOST_JOINTS:
        exam.complain(root, f"has {movable} joints that move; a model has at most {MOST_JOINTS}")
        return exam.problems
    for link in root.all("link"):
        _check_link(exam, link)
    for joint in root.all("joint"):
        _check_joint(exam, joint, links)
    for material in root.all("material"):
        _check_colour(exam, material)
    if not exam.problems:
        _check_tree(exam, links, joints)
    return exam.problems


def _named(exam: Examination, root: Element, tag: str) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in root.all(tag):
        name = element.attributes.get("name", "")
        if not exam.needed(element, "name"):
            continue
        if not name.isprintable() or len(name) > LONGEST_NAME:
            exam.complain(
                element, f"has the name '{shortened(name)}'; names are words of at most {LONGEST_NAME} letters"
            )
        if name in found:
            exam.complain(element, f"there is already a {tag} named '{name}', on line {found[name].line}")
        found.setdefault(name, element)
    return found


def _check_link(exam: Examination, link: Element) -> None:
    for inertial in link.all("inertial"):
        _check_origin(exam, inertial)
        for mass in inertial.all("mass"):
            if exam.needed(mass, "value"):
                exam.numbers(mass, "value", (1,), MODEL_MASS)
        for inertia in inertial.all("inertia"):
            for moment in MOMENTS:
                exam.numbers(inertia, moment, (1,), MOMENT)
            for product in PRODUCTS:
                exam.numbers(inertia, product, (1,), PRODUCT)
            missing = [moment for moment in MOMENTS if moment not in inertia.attributes]
            if missing:
                exam.complain(inertia, f"<inertia> has no {', '.join(missing)}")
    for tag in ("visual", "collision"):
        many = sum(1 for _ in link.all(tag))
        if many > MOST_PARTS:
            exam.complain(link, f"has {many} of <{tag}>; a link has at most {MOST_PARTS}, and more of them are a mesh")
            return
    for body in (*link.all("visual"), *link.all("collision")):
        _check_origin(exam, body)
        _check_geometry(exam, body)
        for material in body.all("material"):
            _check_colour(exam, material)


def _check_geometry(exam: Examination, body: Element) -> None:
    geometry = body.first("geometry")
    if geometry is None:
        exam.complain(body, f"<{body.tag}> has no <geometry>")
        return
    shapes = geometry.children
    if len(shapes) != 1 or shapes[0].tag not in GEOMETRIES:
        found = ", ".join(f"<{shape.tag}>" for shape in shapes) or "nothing"
        exam.complain(geometry, f"<geometry> holds {found}; it must hold one of {', '.join(GEOMETRIES)}")
        return
    shape = shapes[0]
    match shape.tag:
        case "box":
            if exam.needed(shape, "size"):
                exam.numbers(shape, "size", (3,), GROUND_EDGE if is_ground(shape) else EDGE)
        case "mesh":
            _check_mesh(exam, shape)
        case _:
            for name in ("radius",) if shape.tag == "sphere" else ("radius", "length"):
                if exam.needed(shape, name):
                    exam.numbers(shape, name, (1,), EDGE)


def is_ground(box: Element) -> bool:
    """Whether a box is wider and longer than things are, and flat."""
    try:
        wide, long, high = map(float, box.attributes["size"].split())
    except ValueError:
        return False
    return EDGE.most < min(wide, long) and high <= FLAT * min(wide, long)


def _check_mesh(exam: Examination, mesh: Element) -> None:
    scale = exam.numbers(mesh, "scale", (1, 3), FACTOR)
    if 0.0 in scale:
        exam.complain(mesh, f'<mesh> has scale="{mesh.attributes["scale"]}"; a scale must not be 0')
    if exam.needed(mesh, "filename"):
        place = exam.locate(mesh.attributes["filename"])
        if isinstance(place, FileNotLocated):
            exam.complain(mesh, f"mesh {place.reason}")


def _check_origin(exam: Examination, element: Element) -> None:
    for origin in element.all("origin"):
        exam.numbers(origin, "xyz", (3,), POSITION)
        exam.numbers(origin, "rpy", (3,), ANGLES)


def _check_colour(exam: Examination, material: Element) -> None:
    for colour in material.all("color"):
        exam.numbers(colour, "rgba", (3, 4), PAINT)


def _check_joint(exam: Examination, joint: Element, links: Mapping[str, Element]) -> None:
    name, kind = joint.attributes.get("name", ""), joint.attributes.get("type", "")
    if kind not in JOINT_KINDS:
        exam.complain(joint, f"joint '{name}' is of type '{kind}'; valid: {', '.join(JOINT_KINDS)}")
    _check_origin(exam, joint)
    for end in ("parent", "child"):
        element = joint.first(end)
        if element is None:
            exam.complain(joint, f"joint '{name}' has no <{end}>")
        elif exam.needed(element, "link") and element.attributes["link"] not in links:
            unknown = element.attributes["link"]
            exam.complain(element, f"joint '{name}' names the link '{unknown}'; {one_of(links, near=unknown)}")
    for axis in joint.all("axis"):
        if exam.numbers(axis, "xyz", (3,), AXIS) == [0, 0, 0] and kind not in ("fixed", "floating"):
            exam.complain(axis, f"joint '{name}' has an axis of length 0")
    for limit in joint.all("limit"):
        lower, upper = (exam.numbers(limit, end, (1,), JOINT_LIMIT) for end in ("lower", "upper"))
        if lower and upper and lower > upper:
            exam.complain(limit, f"joint '{name}' has its lower limit {lower[0]:g} above the upper {upper[0]:g}")
    for mimic in joint.all("mimic"):
        exam.needed(mimic, "joint")
        exam.numbers(mimic, "multiplier", (1,), FACTOR)
        exam.numbers(mimic, "offset", (1,), FACTOR)


def _check_tree(exam: Examination, links: Mapping[str, Element], joints: Mapping[str, Element]) -> None:
    """One root, from which every link is reached by one way."""
    parents: dict[str, str] = {}
    by: dict[str, Element] = {}
    for name, joint in joints.items():
        parent, child = ends(joint)
        if child in parents:
            other = by[child].attributes["name"]
            exam.complain(joint, f"joint '{name}' gives the link '{child}' a second parent, after joint '{other}'")
        parents[child], by[child] = parent, joint
    cycle = _cycle(parents)
    if cycle:
        exam.complain(by[cycle[0]], f"joints form a cycle: {' <- '.join([*cycle, cycle[0]])}; a URDF is a tree")
        return
    roots = [name for name in links if name not in parents]
    if len(roots) > 1:
        shown = ", ".join(roots[:6])
        exam.complain(links[roots[1]], f"has several roots: {shown}; join them, a URDF is one tree")


def _cycle(parents: Mapping[str, str]) -> list[str]:
    """Names that lead up to one another for ever; none in a tree."""
    settled: set[str] = set()
    for name in parents:
        path: dict[str, None] = {}
        while name in parents and name not in path and name not in settled:
            path[name] = None
            name = parents[name]
        if name in path:
            return [*path][[*path].index(name) :]
        settled.update(path)
    return []


def ends(joint: Element) -> tuple[str, str]:
    """The parent and the child a valid joint names."""
    parent, child = joint.first("parent"), joint.first("child")
    assert parent is not None
    assert child is not None
    return parent.attributes["link"], child.attributes["link"]
