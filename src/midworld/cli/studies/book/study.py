"""The walkthrough from what Ann says to the book in her hand: dialogue, desire, actions, all on what is perceived."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ....adapters.mujoco import MujocoEngine
from ....adapters.room.driver import RoomDriver
from ....adapters.room.manners import saying, waiting
from ....adapters.room.person import Person
from ....adapters.room.room import Room
from ....execution import (
    SKILLS,
    Actor,
    Change,
    Desire,
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
from ..conversing import Listener, conversation_on
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


def played(
    *,
    words: tuple[str, ...] = ("The red book is old.", "Give me another book."),
    meanwhile: Callable[[Room], None] = lambda room: None,
    speed: float | None = None,
) -> Played:
    """Ann says some sentences; the robot answers, and does what is desired."""
    session = open_scene(SCENE, history=30.0)
    script = tuple(step for text in words for step in (waiting(2.0), saying(text)))
    person = Person("ann", (0.15, 1.15), (0.5, 0.1), script=script)
    places = {"book1": Pose((0.62, 0.5, 0.772)), "book2": Pose((0.48, 0.12, 0.772))}
    room = Room(session.scene, MujocoEngine(), places=places, people=[person])
    live, changes, wanted = Live(session), list[Change](), list[Desire]()

    async def main() -> Outcome:
        driver = RoomDriver(room)
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
                    await take(actor, hands, thing)
                    await give(actor, hands, thing, receiver)

                listener = Listener(live, driver, responder)
                return await listener.listen(conversation_on(session), frozenset({"ann"}), len(words))

        return await lived(room, live, act(), meanwhile=meanwhile)

    outcome = run_virtually(main(), speed=speed)
    return Played(outcome, room.now, room, live, changes, wanted)
