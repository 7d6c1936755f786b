"""Tables as raw observations: things, people who look, point and take, and a conversation over them."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import yaml

import midworld
from midworld.adapters.oxigraph import knowledge_base
from midworld.cli.instants import Instants
from midworld.dialogue import Conversation, Models
from midworld.knowledge import ontology_files
from midworld.readers.staging import Stage

Point = tuple[float, float, float]
Person = Mapping[str, object]
TOP = 0.75
HZ = 8


def open_box(length: float, width: float, height: float) -> dict[str, object]:
    """A box without a lid, its origin in the middle."""
    wall = 0.01
    sides = [((wall, width, height), (x, 0.0, 0.0)) for x in (-length / 2, length / 2)]
    sides += [((length, wall, height), (0.0, y, 0.0)) for y in (-width / 2, width / 2)]
    floor = ((length, width, wall), (0.0, 0.0, -height / 2))
    return {"parts": [{"box": list(size), "at": list(at)} for size, at in (floor, *sides)]}


def person(
    name: str, head: Point, *, looks_at: Point, hand: Point | None = None, points_at: Point | None = None
) -> Person:
    """Somebody as a tracker has them; without a hand it hangs at the side."""
    reach: dict[str, object] = {"position": list(hand or (head[0], head[1] - 0.3, head[2] - 0.6))}
    if points_at is not None:
        reach["looks_at"] = list(points_at)
    return {"id": name, "head": {"position": list(head), "looks_at": list(looks_at)}, "right_hand": reach}


Frame = tuple[Mapping[str, Point], Sequence[Person]]


def written(
    folder: Path,
    objects: Mapping[str, Mapping[str, object]],
    people: Sequence[str],
    seconds: float,
    frame: Callable[[float], Frame],
    *,
    camera: Point = (-0.75, 0.0, 1.75),
) -> tuple[Path, Path]:
    """A scene and a log in a folder."""
    flat: dict[str, object] = {"class": "Table", "shape": {"box": [1.1, 1.4, 0.04]}, "static": True}
    flat |= {"position": [0.5, 0.0, TOP - 0.02], "label": "table"}
    eyes = {
        "agent": "robot",
        "position": list(camera),
        "looks_at": [0.5, 0.0, TOP],
        "fov": [100, 80],
        "range": [0.1, 6],
    }
    scene = {
        "objects": {"table": flat, **objects},
        "agents": {"robot": {"kind": "robot"}, **{name: {"kind": "human"} for name in people}},
        "sensors": {"camera": eyes},
    }
    (folder / "scene.yaml").write_text(yaml.safe_dump(scene), encoding="utf-8")
    with (folder / "observations.jsonl").open("w", encoding="utf-8") as log:
        for tick in range(int(seconds * HZ)):
            stamp = round(tick / HZ, 3)
            things, agents = frame(stamp)
            seen = [{"id": name, "position": list(place)} for name, place in things.items()]
            line = {"stamp": stamp, "source": "camera", "objects": seen, "agents": list(agents)}
            log.write(json.dumps(line) + "\n")
    return folder / "scene.yaml", folder / "observations.jsonl"


def told(
    folder: Path,
    objects: Mapping[str, Mapping[str, object]],
    people: Sequence[str],
    seconds: float,
    frame: Callable[[float], Frame],
) -> Conversation:
    """A conversation over a scene and a log written to a folder."""
    scene, log = written(folder, objects, people, seconds, frame)
    session = midworld.open(scene, history=1.0)
    instants = Instants(session, str(log))
    models = Models(knowledge_base(ontology_files()))
    stage = Stage(models, instants.at, scene=session.scene, start=instants.start)
    return Conversation(models, scene=stage)
