"""The study from raw observations to the last word, in virtual time."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ....adapters.mujoco import MujocoEngine
from ....adapters.room.driver import RoomDriver
from ....adapters.room.figure import Character
from ....adapters.room.person import Person
from ....adapters.room.room import Optics, Room
from ....execution import Driver, Outcome, Run, Together
from ....geometry import Pose
from ....runtime import run_virtually
from ....session import Live
from ....session import open as open_scene
from ..living import lived
from ..placing import within_reach
from .domain import problem

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


@dataclass(slots=True)
class Played:
    """What came of it: the outcome as the robot claims it, what was said, and how things really are."""

    outcome: Outcome
    seconds: float
    room: Room
    live: Live
    run: Run | None

    @property
    def true(self) -> bool:
        """Whether every tape really is in the box."""
        return all(self.room.is_in(thing, BIN) for thing in self.things)

    things: tuple[str, ...] = ()


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


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    watch: Callable[[Run], None] = lambda run: None,
    speed: float | None = None,
) -> Played:
    """Cleans the table; `wrap` puts something between the controller and the body, `meanwhile` is called each tick."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=30.0)
    places = {name: Pose((x, y, TOP_M + 0.026)) for name, (x, y) in laid.tapes.items()}
    places[BIN] = Pose((*laid.box, TOP_M + 0.081))
    person = Person("ann", laid.stands, (0.8, 0.0), character=laid.character)
    room = Room(session.scene, MujocoEngine(), places=places, people=[person], optics=laid.optics, seed=laid.seed)
    live, last = Live(session), list[Run]()

    def seen(run: Run) -> None:
        last[:] = [run]
        watch(run)

    async def main() -> Outcome:
        controller = Together(wrap(RoomDriver(room)), live, within_reach(session.scene), watch=seen)

        async def act() -> Outcome:
            await controller.driver.look((0.85, 0.0, 0.75))
            await asyncio.sleep(1.0)
            return await controller.achieve(lambda facts: problem(facts, laid.tapes, BIN, ["ann"]))

        return await lived(room, live, act(), meanwhile=meanwhile)

    outcome = run_virtually(main(), speed=speed)
    return Played(outcome, room.now, room, live, last[0] if last else None, tuple(laid.tapes))
