"""The files of a scene: `scene.yaml`, `observations.jsonl`, `truth.json` and the URDF models it needs."""

from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np
import yaml

from .draw import Value
from .pose import Array, Pose, roll_pitch_yaw
from .script import Script
from .shape import Part, Thing


def numbers(values: Array, digits: int = 5) -> list[Value]:
    return [round(float(value), digits) + 0.0 for value in values]


def scene_description(script: Script, world: Pose, starts: dict[str, Pose]) -> tuple[dict[str, Value], dict[str, str]]:
    """The content of `scene.yaml` and the model files beside it. `starts`: things whose place is known beforehand."""
    models: dict[str, str] = {}
    objects: dict[str, Value] = {}
    room = script.room
    for thing in (room.floor, room.table.thing, *script.things.values()):
        entry: dict[str, Value] = {"class": thing.class_name}
        if thing.label and not thing.static:
            entry |= {"label": thing.label, "colour": thing.colour}
        if thing.as_urdf:
            path = f"models/{thing.name}.urdf"
            models[path] = urdf(thing)
            entry["urdf"] = path
        else:
            entry["shape"] = _shape(thing)
            if not thing.static:
                entry["mass"] = round(thing.mass, 4)
        if thing.static:
            entry["static"] = True
        pose = thing.pose or starts.get(thing.name)
        if pose is not None:
            there = world.then(pose)
            entry |= {"position": numbers(there.position), "orientation": numbers(there.turn, 6)}
        objects[thing.name] = entry
    agents: dict[str, Value] = {"robot": {"kind": "robot"}}
    for person in room.people.values():
        agents[person.name] = {"kind": person.kind}
    camera: dict[str, Value] = {
        "agent": "robot",
        "position": numbers(world.apply(room.camera.position)),
        "looks_at": numbers(world.apply(room.camera.target)),
        "fov": [round(angle, 2) for angle in room.camera.fov],
        "range": list(room.camera.reach),
    }
    return {"objects": objects, "agents": agents, "sensors": {"camera": camera}}, models


def _shape(thing: Thing) -> Value:
    parts = thing.parts
    if len(parts) == 1 and not np.any(parts[0].at):
        return _primitive(parts[0])
    listed: list[Value] = [{**_primitive(part), "at": numbers(part.at)} for part in parts]
    return {"parts": listed}


def _primitive(part: Part) -> dict[str, Value]:
    if part.kind == "sphere":
        return {"sphere": round(part.size[0], 5)}
    return {part.kind: [round(edge, 5) for edge in part.size]}


def urdf(thing: Thing) -> str:
    """One link, one collision and one visual per part."""
    inertia = thing.inertia
    lines = ['<?xml version="1.0"?>', f"<robot name={quoteattr(thing.name)}>", '  <link name="body">', "    <inertial>"]
    lines.append(f'      <origin xyz="{_spaced(thing.centre_of_mass)}" rpy="0 0 0"/>')
    lines.append(f'      <mass value="{thing.mass:.5f}"/>')
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    cells = (inertia[0, 0], inertia[0, 1], inertia[0, 2], inertia[1, 1], inertia[1, 2], inertia[2, 2])
    moments = " ".join(f'{name}="{value:.9f}"' for name, value in zip(names, cells, strict=True))
    lines += [f"      <inertia {moments}/>", "    </inertial>"]
    for tag in ("visual", "collision"):
        for part in thing.parts:
            angles = " ".join(f"{angle:.6f}" for angle in roll_pitch_yaw(part.turn))
            lines.append(f'    <{tag}><origin xyz="{_spaced(part.at)}" rpy="{angles}"/>')
            lines.append(f"      <geometry>{_geometry(part)}</geometry></{tag}>")
    return "\n".join([*lines, "  </link>", "</robot>", ""])


def _geometry(part: Part) -> str:
    if part.kind == "box":
        return f'<box size="{_spaced(np.array(part.size))}"/>'
    if part.kind == "cylinder":
        return f'<cylinder radius="{part.size[0]:.6f}" length="{part.size[1]:.6f}"/>'
    return f'<sphere radius="{part.size[0]:.6f}"/>'


def _spaced(values: Array) -> str:
    return " ".join(f"{float(value):.6f}" for value in values)


def write(files: dict[str, str], directory: Path) -> None:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def yaml_text(content: dict[str, Value]) -> str:
    return yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=120)
