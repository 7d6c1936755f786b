"""A robot of a torso that lifts, a head that pans and tilts, an arm of four joints and a gripper, as a URDF."""

from pathlib import Path


def link(name: str, size: str = "0.05 0.05 0.05") -> str:
    return f'<link name="{name}"><collision><geometry><box size="{size}"/></geometry></collision></link>'


def joint(
    name: str, kind: str, parent: str, child: str, *, xyz: str, axis: str, limits: str = "", more: str = ""
) -> str:
    bounds = f"<limit {limits} effort='1' velocity='1'/>" if limits else ""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="0 0 0.1"/><axis xyz="{axis}"/>{bounds}{more}</joint>'
    )


SWING = "lower='-2' upper='2'"
MODEL = "".join(
    [
        '<robot name="butler">',
        link("base", "0.4 0.4 0.3"),
        *(link(name) for name in ("torso", "head_pan_link", "head_tilt_link", "shoulder", "upper", "elbow", "wrist")),
        *(link(name, "0.01 0.01 0.04") for name in ("left_finger", "right_finger")),
        *(f'<link name="{name}"/>' for name in ("camera_link", "camera_optical_frame", "gripper_tool_frame", "cap")),
        joint("lift", "prismatic", "base", "torso", xyz="0 0 0.6", axis="0 0 1", limits="lower='0' upper='0.4'"),
        joint("pan", "continuous", "torso", "head_pan_link", xyz="0 0 0.4", axis="0 0 1"),
        joint("tilt", "revolute", "head_pan_link", "head_tilt_link", xyz="0 0 0.1", axis="0 1 0", limits=SWING),
        joint("j1", "revolute", "torso", "shoulder", xyz="0 -0.2 0.2", axis="0 0 1", limits=SWING),
        joint("j2", "revolute", "shoulder", "upper", xyz="0.1 0 0", axis="0 1 0", limits=SWING),
        joint("j3", "revolute", "upper", "elbow", xyz="0.3 0 0", axis="0 1 1", limits=SWING),
        joint("j4", "revolute", "elbow", "wrist", xyz="0.3 0 0", axis="1 0 0", limits=SWING),
        joint(
            "grip", "prismatic", "wrist", "left_finger", xyz="0.1 0.02 0", axis="0 1 0", limits="lower='0' upper='0.04'"
        ),
        joint(
            *("follow", "prismatic", "wrist", "right_finger"),
            xyz="0.1 -0.02 0",
            axis="0 -1 0",
            limits="lower='0' upper='0.1'",
            more='<mimic joint="grip" multiplier="2" offset="0.005"/>',
        ),
        '<joint name="lens" type="fixed"><parent link="head_tilt_link"/><child link="camera_link"/>',
        '<origin xyz="0.05 0 0.02"/></joint>',
        '<joint name="optics" type="fixed"><parent link="camera_link"/><child link="camera_optical_frame"/>',
        '<origin rpy="-1.5707963267948966 0 -1.5707963267948966"/></joint>',
        '<joint name="tool" type="fixed"><parent link="wrist"/><child link="gripper_tool_frame"/>',
        '<origin xyz="0.14 0 0"/></joint>',
        '<joint name="loose" type="floating"><parent link="base"/><child link="cap"/></joint>',
        "</robot>",
    ]
)

TABLE = "objects:\n  table: {shape: {box: [1, 1, 0.04]}, position: [1.2, 0, 0.73], static: true}\n"
CUP = "  cup: {shape: {cylinder: [0.04, 0.1]}, mass: 0.2}\n"


def write_scene(folder: Path, *, parts: str = "", sensors: str = "", more: str = "") -> Path:
    """The scene file of a butler at a table with a cup, and Ann; its model beside it."""
    (folder / "butler.urdf").write_text(MODEL)
    agents = f"agents:\n  robot: {{kind: robot, urdf: butler.urdf{parts}}}\n  ann: {{kind: human}}\n"
    path = folder / "scene.yaml"
    path.write_text(TABLE + CUP + more + agents + sensors)
    return path
