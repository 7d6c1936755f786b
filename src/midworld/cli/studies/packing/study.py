"""Three questions of the study, from what is perceived to the last word; the robot asks Bob to do what it does not."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import numpy as np

from ....adapters.mujoco import MujocoEngine
from ....adapters.room.driver import RoomDriver
from ....adapters.room.figure import Character
from ....adapters.room.manners import (
    looking,
    pointing,
    putting,
    saying,
    throwing,
    until_told,
    waiting,
    walking,
)
from ....adapters.room.person import Person
from ....adapters.room.room import Optics, Room
from ....dialogue import Utterance
from ....errors import CannotDo
from ....execution import Desire, Driver, Outcome, Responder, until
from ....geometry import Pose
from ....runtime import run_virtually
from ....session import Live
from ....session import open as open_scene
from ....world import EntityId
from ..conversing import Listener, conversation_on
from ..living import lived

SCENE = Path(str(files("midworld"))) / "cli" / "studies" / "packing" / "scene.yaml"
ANN, BOB = EntityId("ann"), EntityId("bob")
BOX, TOOLBOX = EntityId("cardboard_box"), EntityId("toolbox")
WHITE, BLACK = EntityId("white_tape"), EntityId("black_tape")
TOP_M = 0.75
# Where the box, the toolbox and the black tape are.
SPOTS = ((0.70, 0.40), (0.75, -0.35), (0.95, 0.05))
# Ann's sentences, each as the paper has it.
WANTED, ASKED, MEANT, OTHER = (
    "Can you give me the video tape?",
    "What's in the box?",
    "This box.",
    "And where is the other tape?",
)
# A person asked by the robot gets this long.
HELP_S = 30.0


@dataclass(frozen=True, slots=True)
class Variant:
    """Where things lie, how the people are and how well cameras see."""

    box: tuple[float, float] = SPOTS[0]
    toolbox: tuple[float, float] = SPOTS[1]
    tape: tuple[float, float] = SPOTS[2]
    character: Character = field(default_factory=Character)
    optics: Optics = field(default_factory=Optics)
    seed: int = 0


def drawn(seed: int) -> Variant:
    """A variant of chance: places, the people's pace, and noise."""
    random = np.random.Generator(np.random.Philox(seed))
    jitter = random.uniform(-0.04, 0.04, (3, 2))
    spots = [(float(x + dx), float(y + dy)) for (x, y), (dx, dy) in zip(SPOTS, jitter, strict=True)]
    character = Character(pace_m_s=float(random.uniform(0.4, 1.0)), reaction_s=float(random.uniform(0.3, 1.5)))
    noise = float(random.uniform(0.0005, 0.004))
    optics = Optics(noise, 2 * noise, float(random.uniform(0, 0.05)))
    return Variant(spots[0], spots[1], spots[2], character, optics, seed)


@dataclass(slots=True)
class Packed:
    """What came of it: what the robot claims and understood, what was said, and how things really are."""

    outcome: Outcome
    room: Room
    live: Live
    heard: list[Utterance]

    @property
    def seconds(self) -> float:
        return self.room.now

    @property
    def true(self) -> bool:
        """Whether every answer is right, and Ann got the tape she saw without being asked which."""
        wanted, asked, meant, other = (*self.heard, *[None] * 4)[:4]
        return (
            wanted is not None
            and not wanted.ask
            and wanted.resolved.get("the video tape") == BLACK
            and asked is not None
            and bool(asked.ask)
            and meant is not None
            and meant.answer == "Wall-E."
            and self.room.is_in(WHITE, BOX)
            and other is not None
            and other.answer == "The other tape is on the table and next to the toolbox."
        )


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    begun: Callable[[Live], None] = lambda live: None,
    speed: float | None = None,
) -> Packed:
    """Bob has packed one tape when Ann comes; she asks, and the robot knows what she means and what is where."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=60.0)
    half = {BOX: 0.131, TOOLBOX: 0.071, WHITE: 0.014, BLACK: 0.014}
    spots = {BOX: laid.box, TOOLBOX: laid.toolbox, WHITE: (1.08, 0.55), BLACK: laid.tape}
    places = {str(name): Pose((*spot, TOP_M + half[name])) for name, spot in spots.items()}
    room = Room(session.scene, MujocoEngine(), places=places, people=_people(laid), optics=laid.optics, seed=laid.seed)
    live, heard = Live(session), list[Utterance]()
    begun(live)

    async def main() -> Outcome:
        driver = wrap(RoomDriver(room))

        async def act() -> Outcome:
            await driver.look((0.85, 0.1, TOP_M))
            async with Responder() as responder:

                @responder.on_desire("Give")
                async def _give(desire: Desire) -> None:
                    await _helped(driver, live, desire)

                listener = Listener(live, driver, responder, heard)
                return await listener.listen(conversation_on(session), frozenset({ANN}), 4)

        return await lived(room, live, act(), meanwhile=meanwhile)

    return Packed(run_virtually(main(), speed=speed), room, live, heard)


def _people(laid: Variant) -> list[Person]:
    """Ann, who comes later and has not seen what Bob did; and Bob, beside the table."""
    beside = (laid.toolbox[0] + 0.17, laid.toolbox[1])
    script = (
        waiting(7.0),
        walking((1.55, 0.0)),
        looking((0.8, 0.0, TOP_M)),
        waiting(1.5),
        saying(WANTED),
        until_told("here is"),
        putting(BLACK, np.array([*beside, TOP_M + 0.02])),
        waiting(1.5),
        saying(ASKED),
        until_told("Which box"),
        pointing(BOX, MEANT),
        until_told("Wall-E"),
        waiting(0.5),
        saying(OTHER),
    )
    ann = Person(ANN, (3.2, 0.0), (0.8, 0.0), character=laid.character, script=script)
    packs = (waiting(1.5), throwing(WHITE, BOX))
    return [ann, Person(BOB, (1.5, 0.8), (0.8, 0.2), character=laid.character, script=packs)]


async def _helped(driver: Driver, live: Live, desire: Desire) -> None:
    """Asks somebody else who reaches a thing to give it to whoever desires it."""
    thing, receiver = desire.role("actsOnObject"), desire.role("receivedBy") or desire.owner
    assert thing is not None
    await driver.look(live.world().pose(thing).position)
    world, facts = live.world(), live.facts()
    others = sorted(each[1] for each in facts if each[0] == "canReach" and each[2] == thing and each[1] != receiver)
    helper = next((name for name in others if name in world and name != "robot"), None)
    if helper is None:
        raise CannotDo("give", f"nobody else reaches {thing}")
    names = [world.entity(name).labels[0] for name in (helper, thing, receiver)]
    await driver.say(f"{names[0]}, please give the {names[1]} to {names[2]}.", to=helper)
    if not await until(live, lambda: ("isHeldBy", thing, receiver) in live.facts(), HELP_S):
        raise CannotDo("give", f"{helper} did not give {thing} to {receiver}")
