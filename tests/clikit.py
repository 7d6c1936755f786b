"""What the tests of the command line share."""

from collections.abc import Callable
from dataclasses import dataclass

SCENE = """\
objects:
  table: {class: Table, shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}
  cup: {class: Cup, shape: {cylinder: [0.04, 0.10]}, mass: 0.15}
  ball: {class: Ball, shape: {sphere: 0.03}, mass: 0.05}
agents:
  robot: {kind: robot}
  ann: {kind: human}
sensors:
  camera: {agent: robot, position: [-0.9, 0, 1.35], looks_at: [0.55, 0, 0.75], fov: [75, 60], range: [0.2, 5.0]}
"""


@dataclass(frozen=True)
class Result:
    status: int
    out: bytes
    err: str


Command = Callable[..., Result]


def line(stamp: float, **positions: list[float]) -> str:
    objects = [f'{{"id": "{name}", "position": {position}}}' for name, position in positions.items()]
    return f'{{"stamp": {stamp}, "source": "camera", "objects": [{", ".join(objects)}]}}\n'
