"""A ball that Bob moves from the basket to the box while Ann is out, as a scene and a log."""

import json
from pathlib import Path

from midworld.geometry import Vector3

TOP = 0.75
BASKET, BOX = (0.0, -0.3, TOP), (0.0, 0.3, TOP)
CENTRE = (0.0, 0.0, TOP)
ANN, BOB = (0.0, -1.1, 1.5), (0.0, 1.1, 1.5)
# Ann leaves, the ball is elsewhere, the end: in seconds.
LEAVES, MOVED, END = 1.0, 2.0, 3.5
RATE = 10.0
CRATE = """parts:
        - {box: [0.2, 0.2, 0.008], at: [0, 0, 0.004]}
        - {box: [0.008, 0.2, 0.07], at: [0.096, 0, 0.035]}
        - {box: [0.008, 0.2, 0.07], at: [-0.096, 0, 0.035]}
        - {box: [0.2, 0.008, 0.07], at: [0, 0.096, 0.035]}
        - {box: [0.2, 0.008, 0.07], at: [0, -0.096, 0.035]}"""
SCENE = f"""\
objects:
  floor: {{shape: {{box: [6, 6, 0.2]}}, position: [0, 0, -0.1], static: true}}
  table: {{class: Table, shape: {{box: [1.0, 1.4, 0.04]}}, position: [0, 0, {TOP - 0.02}], static: true}}
  ball: {{class: Ball, label: red ball, colour: red, shape: {{sphere: 0.03}}, mass: 0.05}}
  cup_1: {{class: Cup, label: blue cup, colour: blue, shape: {{cylinder: [0.03, 0.08]}}, mass: 0.1}}
  cup_2: {{class: Cup, label: green cup, colour: green, shape: {{cylinder: [0.03, 0.08]}}, mass: 0.1}}
  key: {{class: Key, shape: {{box: [0.05, 0.02, 0.01]}}, mass: 0.02}}
  basket:
    class: Basket
    mass: 0.3
    shape:
      {CRATE}
  box:
    class: Box
    mass: 0.3
    shape:
      {CRATE}
agents:
  robot: {{kind: robot}}
  ann: {{kind: human}}
  bob: {{kind: human}}
sensors:
  camera: {{agent: robot, position: [-1.5, 0, 1.6], looks_at: [0, 0, {TOP}], fov: [80, 70], range: [0.2, 5]}}
"""


def written(folder: Path) -> tuple[Path, Path]:
    """The scene file and the log."""
    scene, log = folder / "scene.yaml", folder / "log.jsonl"
    scene.write_text(SCENE)
    log.write_text("".join(f"{json.dumps(_line(tick / RATE))}\n" for tick in range(1, round(END * RATE) + 1)))
    return scene, log


def _line(stamp: float) -> dict[str, object]:
    x, y, z = BASKET if stamp < MOVED else BOX
    places: dict[str, Vector3] = {
        "basket": BASKET,
        "box": BOX,
        "ball": (x, y, z + 0.04),
        "cup_1": (0.2, -0.05, TOP + 0.04),
        "cup_2": (0.2, 0.05, TOP + 0.04),
    }
    heads = {"bob": BOB} if stamp > LEAVES else {"ann": ANN, "bob": BOB}
    return {
        "stamp": stamp,
        "source": "camera",
        "objects": [{"id": name, "position": place} for name, place in places.items()],
        "agents": [{"id": name, "head": {"position": head, "looks_at": CENTRE}} for name, head in heads.items()],
    }
