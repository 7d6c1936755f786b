"""A busy table as files: the scene and the lines of a log, as somebody else's program would write them."""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from benchmarks.busy import edge
from midworld.geometry import Box, Cylinder, FloatArray, Part, Shape, Sphere
from midworld.perception import AgentPercept, Observation
from midworld.physics import Body


def write_scene(path: Path, bodies: list[Body], poses: FloatArray, people: int) -> None:
    """`scene.yaml`: every body at its place, a robot with a camera, people around the table."""
    objects = {body.id: _object(body, pose) for body, pose in zip(bodies, poses.tolist(), strict=True)}
    agents = {"robot": {"kind": "robot"}} | {f"p{number:02}": {"kind": "human"} for number in range(people)}
    camera = {
        "agent": "robot",
        "position": [-edge(poses) - 0.8, 0.0, 1.2],
        "looks_at": [0.0, 0.0, 0.0],
        "fov": [75.0, 60.0],
        "range": [0.2, 12.0],
    }
    path.write_text(yaml.safe_dump({"objects": objects, "agents": agents, "sensors": {"camera": camera}}))


def line(observation: Observation) -> bytes:
    """One line of `observations.jsonl`."""
    objects = [
        {"id": percept.id, "position": percept.position, "orientation": percept.orientation}
        for percept in observation.objects or ()
    ]
    agents = [_agent(person) for person in observation.agents or ()]
    said = {"stamp": observation.stamp, "source": observation.source, "objects": objects, "agents": agents}
    return msgspec.json.encode(said) + b"\n"


def _agent(person: AgentPercept) -> dict[str, object]:
    parts: dict[str, object] = {}
    for part in person.parts:
        turn = {} if part.orientation is None else {"orientation": part.orientation}
        parts[part.part] = {"position": part.position, **turn}
    return {"id": person.id, **parts}


def _object(body: Body, pose: list[float]) -> dict[str, Any]:
    shapes = [_shape(part) for part in body.parts]
    shape = shapes[0] if len(shapes) == 1 else {"parts": shapes}
    said: dict[str, Any] = {"shape": shape, "position": pose[:3], "orientation": pose[3:]}
    if body.static:
        return {**said, "static": True}
    return {**said, "mass": body.inertial.mass}


def _shape(part: Part) -> dict[str, Any]:
    at = {"at": list(part.pose.position)} if any(part.pose.position) else {}
    return {**_primitive(part.shape), **at}


def _primitive(shape: Shape) -> dict[str, Any]:
    match shape:
        case Box(size):
            return {"box": list(size)}
        case Sphere(radius):
            return {"sphere": radius}
        case Cylinder(radius, height):
            return {"cylinder": [radius, height]}
        case _:
            raise AssertionError(f"no busy table has a {type(shape).__name__}")
