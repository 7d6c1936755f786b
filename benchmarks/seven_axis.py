"""A robot arm of seven axes with a gripper of two fingers, written as a URDF; its links as primitives or as meshes."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from pathlib import Path

# Height of each joint above the one before, its axis and how far it turns either way.
JOINTS = (
    (0.30, "0 0 1", 2.9),
    (0.15, "0 1 0", 2.0),
    (0.20, "0 0 1", 2.9),
    (0.20, "0 1 0", 2.1),
    (0.20, "0 0 1", 2.9),
    (0.20, "0 1 0", 2.1),
    (0.08, "0 0 1", 3.0),
)
RADIUS = 0.055


def write_arm(folder: Path, *, meshes: bool = False) -> Path:
    """The URDF file, and the meshes beside it if asked for."""
    folder.mkdir(parents=True, exist_ok=True)
    links = [_link("base", _cylinder(folder, "base", 0.11, 0.26, meshes), 0.13)]
    joints: list[str] = []
    above = "base"
    for number, (height, axis, limit) in enumerate(JOINTS):
        name = f"link{number}"
        reach = JOINTS[number + 1][0] if number + 1 < len(JOINTS) else 0.06
        links.append(_link(name, _cylinder(folder, name, RADIUS, max(reach - 0.02, 0.05), meshes), reach / 2))
        limits = f'<limit lower="-{limit}" upper="{limit}" effort="100" velocity="2"/>'
        joints.append(_joint(f"joint{number}", "revolute", above, name, f"0 0 {height}", axis, limits))
        above = name
    links.append(_link("palm", '<box size="0.05 0.14 0.03"/>', 0.015))
    joints.append(_joint("wrist", "fixed", above, "palm", "0 0 0.06", "1 0 0", ""))
    for side, way in (("left", 1), ("right", -1)):
        links.append(_link(f"{side}_finger", '<box size="0.02 0.01 0.08"/>', 0.04))
        limits = '<limit lower="0" upper="0.03" effort="10" velocity="1"/>'
        place, axis = f"0 {0.045 * way} 0.03", f"0 {way} 0"
        joints.append(_joint(f"{side}_slide", "prismatic", "palm", f"{side}_finger", place, axis, limits))
    path = folder / "arm.urdf"
    path.write_text('<robot name="seven_axis">\n' + "\n".join([*links, *joints]) + "\n</robot>\n")
    return path


def _link(name: str, geometry: str, height: float) -> str:
    shape = f'<origin xyz="0 0 {height}"/><geometry>{geometry}</geometry>'
    return f'<link name="{name}"><visual>{shape}</visual><collision>{shape}</collision></link>'


def _joint(name: str, kind: str, parent: str, child: str, place: str, axis: str, limits: str) -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}"><origin xyz="{place}"/>{ends}<axis xyz="{axis}"/>{limits}</joint>'


def _cylinder(folder: Path, name: str, radius: float, height: float, meshes: bool) -> str:
    if not meshes:
        return f'<cylinder radius="{radius}" length="{height}"/>'
    import trimesh

    trimesh.creation.cylinder(radius=radius, height=height, sections=24).export(folder / f"{name}.stl")
    return f'<mesh filename="{name}.stl"/>'
