"""The study from raw observations to the last word, in virtual time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ....adapters.mujoco import MujocoEngine
from ....adapters.room.figure import Character
from ....adapters.room.person import Person
from ....adapters.room.room import Optics, Room
from ....execution import Driver, Run
from ....geometry import Pose
from ....session import Live
from ....session import open as open_scene
from ..acting import Acted, Onlooker, acted

SCENE = Path(str(files("midworld"))) / "cli" / "studies" / "cleaning" / "scene.yaml"
BIN = "pink_box"
TOP_M = 0.75


@dataclass(frozen=True, slots=True)
class Variant:
    """How the table is laid and how the person is."""

    tapes: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: MappingProxyType({"grey_tape": (0.47, 0.15), "black_tape": (0.5, -0.25)})
    )
    box: tuple[float, float] = (1.05, -0.5)
    stands: tuple[float, float] = (1.55, 0.0)
    character: Character = field(default_factory=Character)
    optics: Optics = field(default_factory=Optics)
    seed: int = 0


def drawn(seed: int) -> Variant:
    """A variant of chance: places, the person's pace, and noise."""
    random = np.random.Generator(np.random.Philox(seed))
    count = int(random.integers(1, 4))
    names = random.permutation(["grey_tape", "black_tape", "white_tape"])[:count]
    sides = random.permutation([-0.3, 0.0, 0.3])[:count]
    tapes = {
        str(name): (float(random.uniform(0.43, 0.52)), float(side + random.uniform(-0.08, 0.08)))
        for name, side in zip(names, sides, strict=True)
    }
    box = (float(random.uniform(1.0, 1.08)), float(random.choice([-0.5, 0.5]) + random.uniform(-0.08, 0.08)))
    stands = (float(random.uniform(1.52, 1.58)), float(random.uniform(-0.1, 0.1)))
    character = Character(pace_m_s=float(random.uniform(0.4, 1.0)), reaction_s=float(random.uniform(0.3, 1.5)))
    noise = float(random.uniform(0.0005, 0.004))
    return Variant(tapes, box, stands, character, Optics(noise, 2 * noise, float(random.uniform(0, 0.05))), seed)


def places(laid: Variant) -> dict[str, Pose]:
    """Where the things of a variant are."""
    found = {name: Pose((x, y, TOP_M + 0.026)) for name, (x, y) in laid.tapes.items()}
    return found | {BIN: Pose((*laid.box, TOP_M + 0.081))}


def person(laid: Variant) -> Person:
    """Ann, before the table."""
    return Person("ann", laid.stands, (0.8, 0.0), character=laid.character)


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    watch: Callable[[Run], None] = lambda run: None,
    begun: Callable[[Live], None] = lambda live: None,
    speed: float | None = None,
) -> Acted:
    """Cleans the table; `wrap` puts something between the controller and the body, `meanwhile` is called each tick."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=30.0)
    room = Room(
        session.scene, MujocoEngine(), places=places(laid), people=[person(laid)], optics=laid.optics, seed=laid.seed
    )
    goal = [("isIn", thing, BIN) for thing in laid.tapes]
    return acted(session, room, goal, wrap=wrap, onlooker=Onlooker(watch, meanwhile, begun), speed=speed)
