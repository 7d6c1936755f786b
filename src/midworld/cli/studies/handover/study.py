"""A book from the robot's side of the table to a person's hand, where they see and reach it with least effort."""

from collections.abc import Callable
from dataclasses import dataclass, field

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
from ..book.study import SCENE

BOOK = "book2"
TOP_M = 0.772


@dataclass(frozen=True, slots=True)
class Variant:
    """Where the book lies, where the person stands, how they are and how well cameras see."""

    book: tuple[float, float] = (0.48, 0.12)
    stands: tuple[float, float] = (0.15, 1.15)
    character: Character = field(default_factory=Character)
    optics: Optics = field(default_factory=Optics)
    seed: int = 0


def drawn(seed: int) -> Variant:
    """A variant of chance: places, the person's pace, and noise."""
    random = np.random.Generator(np.random.Philox(seed))
    book = (float(random.uniform(0.43, 0.52)), float(random.uniform(0.0, 0.25)))
    stands = (float(random.uniform(0.05, 0.25)), float(random.uniform(1.1, 1.2)))
    character = Character(pace_m_s=float(random.uniform(0.4, 1.0)), reaction_s=float(random.uniform(0.3, 1.5)))
    noise = float(random.uniform(0.0005, 0.004))
    return Variant(book, stands, character, Optics(noise, 2 * noise, float(random.uniform(0, 0.05))), seed)


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    watch: Callable[[Run], None] = lambda run: None,
    begun: Callable[[Live], None] = lambda live: None,
    speed: float | None = None,
) -> Acted:
    """Brings the book; `wrap` puts something between the controller and the body, `meanwhile` is called each tick."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=30.0)
    places = {"book1": Pose((0.62, 0.5, TOP_M)), BOOK: Pose((*laid.book, TOP_M))}
    person = Person("ann", laid.stands, (0.5, 0.1), character=laid.character)
    room = Room(session.scene, MujocoEngine(), places=places, people=[person], optics=laid.optics, seed=laid.seed)
    goal = [("isHeldBy", BOOK, "ann")]
    return acted(session, room, goal, wrap=wrap, onlooker=Onlooker(watch, meanwhile, begun), speed=speed)
