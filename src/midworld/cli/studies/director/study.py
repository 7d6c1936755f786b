"""The task from raw observations to the mug before Ann: what she cannot see is in none of what is said with her."""

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
from ....dialogue import Utterance
from ....errors import CannotDo
from ....execution import SKILLS, Desire, Driver, Hands, Outcome, Responder, until
from ....geometry import Pose
from ....planning import Fact
from ....runtime import run_virtually
from ....session import Live
from ....session import open as open_scene
from ....world import EntityId
from ..conversing import Listener, conversation_on, persisted
from ..living import lived
from ..placing import within_reach

SCENE = Path(str(files("midworld"))) / "cli" / "studies" / "director" / "scene.yaml"
ANN, HIDDEN, SHOWN, BLOCK = EntityId("ann"), EntityId("blue_mug"), EntityId("green_mug"), EntityId("red_block")
# Both mugs are mugs; only one of them Ann sees.
WORDS = ("Give me the mug.", "Where is the red block?")
TOP_M = 0.75
# So long Ann has to take what is put before her.
TAKES_S = 20.0


@dataclass(frozen=True, slots=True)
class Variant:
    """Where things stand in their compartments, how Ann is and how well cameras see."""

    hidden: tuple[float, float] = (0.51, 0.24)
    shown: tuple[float, float] = (0.50, 0.0)
    block: tuple[float, float] = (0.50, -0.24)
    character: Character = field(default_factory=Character)
    optics: Optics = field(default_factory=Optics)
    seed: int = 0


def drawn(seed: int) -> Variant:
    """A variant of chance: places, Ann's pace, and noise."""
    random = np.random.Generator(np.random.Philox(seed))
    spots = [
        (float(x + random.uniform(-0.015, 0.02)), float(y + random.uniform(-0.03, 0.03)))
        for x, y in ((0.51, 0.24), (0.50, 0.0), (0.50, -0.24))
    ]
    character = Character(pace_m_s=float(random.uniform(0.4, 1.0)), reaction_s=float(random.uniform(0.3, 1.5)))
    noise = float(random.uniform(0.0005, 0.004))
    optics = Optics(noise, 2 * noise, float(random.uniform(0, 0.05)))
    return Variant(spots[0], spots[1], spots[2], character, optics, seed)


@dataclass(slots=True)
class Directed:
    """What came of it: what the robot claims and understood, what was said, what is in Ann's mind, and the truth."""

    outcome: Outcome
    room: Room
    live: Live
    heard: list[Utterance]
    in_her_mind: frozenset[Fact]

    @property
    def seconds(self) -> float:
        return self.room.now

    @property
    def kept(self) -> bool:
        """Whether what Ann cannot see is neither in her mind nor in anything that was said."""
        known = any(HIDDEN in fact[1:] for fact in self.in_her_mind)
        return not known and not any("blue" in said.text.lower() for said in self.room.said)

    @property
    def true(self) -> bool:
        """Whether Ann really has the mug she saw, was asked nothing, and heard of no other."""
        return self.kept and self.room.holder(SHOWN) == ANN and not any(each.ask for each in self.heard)


def played(
    variant: Variant | None = None,
    *,
    wrap: Callable[[Driver], Driver] = lambda driver: driver,
    meanwhile: Callable[[Room], None] = lambda room: None,
    begun: Callable[[Live], None] = lambda live: None,
    speed: float | None = None,
) -> Directed:
    """Ann asks for *the* mug and where the block is; there is a mug she cannot see."""
    laid = variant or Variant()
    session = open_scene(SCENE, history=30.0)
    spots = {HIDDEN: (*laid.hidden, 0.046), SHOWN: (*laid.shown, 0.046), BLOCK: (*laid.block, 0.031)}
    places = {str(name): Pose((x, y, TOP_M + up)) for name, (x, y, up) in spots.items()}
    script = tuple(step for text in WORDS for step in (waiting(3.0), saying(text)))
    ann = Person(ANN, (1.55, 0.0), (0.6, 0.0), character=laid.character, script=script)
    room = Room(session.scene, MujocoEngine(), places=places, people=[ann], optics=laid.optics, seed=laid.seed)
    live, heard = Live(session), list[Utterance]()
    begun(live)

    async def main() -> Outcome:
        driver = wrap(RoomDriver(room))
        hands = Hands(driver, live, within_reach(session.scene))

        async def act() -> Outcome:
            await driver.look((0.75, 0.0, TOP_M))
            async with Responder() as responder:

                @responder.on_desire("Give")
                async def _give(desire: Desire) -> None:
                    await _given(hands, desire)

                listener = Listener(live, driver, responder, heard)
                return await listener.listen(conversation_on(session), frozenset({ANN}), len(WORDS))

        return await lived(room, live, act(), meanwhile=meanwhile)

    outcome = run_virtually(main(), speed=speed)
    return Directed(outcome, room, live, heard, live.facts(ANN))


async def _given(hands: Hands, desire: Desire) -> None:
    """Takes a thing and puts it where whoever desires it sees and reaches it; done once they are seen to have it."""
    thing, receiver = desire.role("actsOnObject"), desire.role("receivedBy") or desire.owner
    assert thing is not None
    live = hands.surroundings

    async def taken() -> None:
        if thing not in hands.holding.values():
            await SKILLS["take"](hands, ("take", "robot", thing))
        if not await until(live, lambda: ("isHeldBy", thing, "robot") in live.facts(), 4.0):
            raise CannotDo("give", f"{thing} is not seen in my hand")

    async def put() -> None:
        if thing in hands.holding.values():
            await SKILLS["put"](hands, ("put", "robot", thing, "table", receiver))

    await persisted(hands, taken)
    await persisted(hands, put)
    label = live.world().entity(thing).labels[0]
    await hands.driver.say(f"Here is the {label}.", to=receiver)
    if not await until(live, lambda: ("isHeldBy", thing, receiver) in live.facts(), TAKES_S):
        raise CannotDo("give", f"{receiver} did not take {thing}")
