"""The walkthrough from what Ann says to the book in her hand: dialogue, desire, actions, all on what is perceived."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import numpy as np

from ....adapters.mujoco import MujocoEngine
from ....adapters.room.driver import RoomDriver
from ....adapters.room.figure import Character
from ....adapters.room.manners import saying, waiting
from ....adapters.room.person import Person
from ....adapters.room.room import Optics, Room
from ....execution import (
    SKILLS,
    Actor,
    Change,
    Desire,
    Driver,
    Hands,
    Outcome,
    Resource,
    Responder,
    Surroundings,
    action,
    needs,
)
from ....geometry import Pose
from ....runtime import run_virtually
from ....session import Live
from ....session import open as open_scene
from ....world import EntityId
from ..conversing import Listener, conversation_on, persisted
from ..living import lived
from ..meeting import meeting_point
from ..placing import within_reach

SCENE = Path(str(files("midworld"))) / "cli" / "studies" / "book" / "scene.yaml"
ARMS = Resource("arms")


@dataclass(slots=True)
class Played:
    """What came of it: what the robot claims, what was said, and who really has the book."""

    outcome: Outcome
    seconds: float
    room: Room
    live: Live
    changes: list[Change]
    desires: list[Desire]

    @property
    def true(self) -> bool:
        """Whether Ann really has the book she wanted."""
        return self.room.holder(EntityId("book2")) == "ann"


def _held_by_robot(around: Surroundings, hands: Hands, thing: str) -> bool:
    return ("isHeldBy", thing, "robot") in around.facts()


def _held_by(around: Surroundings, hands: Hands, thing: str, person: str) -> bool:
    return ("isHeldBy", thing, person) in around.facts()


@action(after=_held_by_robot)
@needs(ARMS)
async def take(actor: Actor, hands: Hands, thing: str) -> None:
    """Gets hold of a thing."""
    await SKILLS["take"](hands, ("take", "robot", thing))


@action(after=_held_by)
@needs(ARMS)
async def give(actor: Actor, hands: Hands, thing: str, person: str) -> None:
    """Hands a thing over."""
    await SKILLS["give"](hands, ("give", "robot", thing, person))


async def _taken(actor: Actor, hands: Hands, thing: str) -> None:
    if thing not in hands.holding.values():
        await take(actor, hands, thing)


async def _given(actor: Actor, hands: Hands, thing: str, person: str) -> None:
    if not _held_by(hands.surroundings, hands, thing, person):
        await give(actor, hands, thing, person)


@dataclass(frozen=True, slots=True)
class Variant:
    """What Ann says, where the books lie, how she is and how well cameras see."""

    words: tuple[str, ...] = ("The red book is old.", "Give me another book.")
    book: tuple[float, float] = (0.48, 0.12)
    stands: tuple[float, float] = (0.15, 1.15)
    character: Character = field(default_factory=Character)
    optics: Optics = field(default_factory=Optics)
    seed: int = 0


def drawn(seed: int) -> Variant:
    """A variant of chance: places, Ann's pace, and noise."""
    random = np.random.Generator(np.random.Philox(seed))
    book = (float(random.uniform(0.43, 0.52)), float(random.uniform(0.0, 0.25)))
    stands = (float(random.uniform(0.05, 0.25)), float(random.uniform(1.1, 1.2)))
    character = Character(pace_m_s=float(random.uniform(0.4, 1.0)), reaction_s=float(random.uniform(0.3, 1.5)))
    noise = float(random.uniform(0.0005, 0.004))
    optics = Optics(noise, 2 * noise, float(random.uniform(0, 0.05)))
    return Variant(book=book, stands=stands, character=character, optics=optics, seed=seed)


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    begun: Callable[[Live], None] = lambda live: None,
    speed: float | None = None,
) -> Played:
    """Ann says some sentences; the robot answers, and does what is desired."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=30.0)
    script = tuple(step for text in laid.words for step in (waiting(2.0), saying(text)))
    person = Person("ann", laid.stands, (0.5, 0.1), character=laid.character, script=script)
    places = {"book1": Pose((0.62, 0.5, 0.772)), "book2": Pose((*laid.book, 0.772))}
    room = Room(session.scene, MujocoEngine(), places=places, people=[person], optics=laid.optics, seed=laid.seed)
    live, changes, wanted = Live(session), list[Change](), list[Desire]()
    begun(live)

    async def main() -> Outcome:
        driver = wrap(RoomDriver(room))
        hands = Hands(driver, live, within_reach(session.scene), meeting_point(session.scene))

        async def act() -> Outcome:
            await driver.look((0.8, 0.0, 0.75))
            await live.changed()
            async with Actor(live, changes.append) as actor, Responder() as responder:

                @responder.on_desire("Give")
                async def _give(desire: Desire) -> None:
                    wanted.append(desire)
                    thing, receiver = desire.role("actsOnObject"), desire.role("receivedBy") or desire.owner
                    assert thing is not None
                    await persisted(hands, lambda: _taken(actor, hands, thing))
                    await persisted(hands, lambda: _given(actor, hands, thing, receiver))

                listener = Listener(live, driver, responder)
                return await listener.listen(conversation_on(session), frozenset({"ann"}), len(laid.words))

        return await lived(room, live, act(), meanwhile=meanwhile)

    outcome = run_virtually(main(), speed=speed)
    return Played(outcome, room.now, room, live, changes, wanted)
