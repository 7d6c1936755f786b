"""What one page wonders: imagined beside everything else, shown while the page stays at that instant."""

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from ...errors import MidworldError
from ...imagination import Pacing, Share, said, set_down, staged
from ...world import Agent, Entity, EntityId, World
from ..scenery import Ghost, Picture, imagined
from ..whatif import Histogram, WhatIf, what_if
from .chapter import Chapter
from .tape import TickSnapshot

if TYPE_CHECKING:
    from .message import Imagine, View

# Somebody waits: fewer runs, and steps twice as long (docs/imagination.md says what that costs).
RUNS, PACING = 24, Pacing(steps=12)


class Answer(msgspec.Struct, frozen=True):
    """What the page is told: what was asked when and of whose world, and what came of it or why nothing did."""

    asked: str
    at: float
    whose: str
    busy: bool
    trouble: str = ""
    words: str = ""
    runs: int = 0
    success: Share | None = None
    endings: tuple[tuple[str, int], ...] = ()
    moved: tuple[Histogram, ...] = ()


class Imagining:
    """A panel, and what it draws. The world it starts from is a value: neither run nor tape notice."""

    name: str = "whatif"
    every_s: float = 0.0

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None
        self._asked: tuple[TickSnapshot, World, Answer] | None = None
        self._future: Future[WhatIf] | None = None

    @property
    def answers(self) -> object:
        """Another one whenever there is something new to show."""
        return self._future, self._future is not None and self._future.done()

    def ask(self, wish: "Imagine", chapter: Chapter, moment: TickSnapshot | None, view: "View") -> None:
        """Begins to imagine; what was asked before is forgotten."""
        if self._future is not None:
            self._future.cancel()
        self._asked = self._future = None
        if moment is None or not (wish.words or wish.move):
            return
        whose = view.agent if view.agent in moment.worlds else None
        world = moment.base if whose is None else moment.worlds[whose]
        asked = wish.words or f"put {wish.move} there"
        self._asked = moment, world, Answer(asked, moment.stamp - chapter.tape.start, whose or "", True)
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="what-if")
        self._future = self._thread.submit(_found, world, chapter, wish)

    def news(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> object | None:
        """What was found, as long as the page is where it was asked; then nothing."""
        if self._thread is None:
            return None
        if self._asked is None or self._asked[0] is not moment or self._future is None:
            return {}
        answer = self._asked[2]
        if not self._future.done():
            return answer
        trouble = self._future.exception()
        if trouble is not None:
            said_so = str(trouble) if isinstance(trouble, MidworldError) else f"it could not be imagined: {trouble}"
            return msgspec.structs.replace(answer, busy=False, trouble=said_so)
        found = self._future.result()
        return msgspec.structs.replace(
            answer,
            busy=False,
            words=found.words,
            runs=found.runs,
            success=found.success,
            endings=found.endings,
            moved=found.moved,
        )

    def picture(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> Picture:
        """The ghosts, as long as the page is where it was asked."""
        if self._asked is None or self._asked[0] is not moment or self._future is None or not self._future.done():
            return Picture()
        if self._future.exception() is not None:
            return Picture()
        ghosts = [Ghost(each.thing, each.pose.array, each.success) for each in self._future.result().ghosts]
        return imagined(chapter.meshes, self._asked[1], ghosts)

    def finish(self) -> None:
        """Waits for what is being imagined: the next frame shows it."""
        if self._future is not None:
            self._future.exception()

    def close(self) -> None:
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


def _found(world: World, chapter: Chapter, wish: "Imagine") -> WhatIf:
    # Whoever only looks needs no engine.
    from ...adapters.mujoco_rollouts import MujocoRollouts

    robot = next((each.id for each in world.structure.entities if _is_robot(each)), EntityId("robot"))
    document = said(wish.words, world, robot) if wish.words else _moved(world, chapter, wish)
    return what_if(
        world,
        document,
        rollouts=MujocoRollouts(),
        viewer=robot,
        meshes=chapter.meshes,
        doubt=chapter.doubt,
        runs=RUNS,
        pacing=PACING,
    )


def _moved(world: World, chapter: Chapter, wish: "Imagine") -> Mapping[str, object]:
    """A thing put down so far from where it is, on whatever is there."""
    stage = staged(world, meshes=chapter.meshes)
    row = stage.row(wish.move)
    x, y, _ = stage.bounds(row).centre
    place = set_down(stage, row, (x + wish.by[0], y + wish.by[1]))
    return {"action": "place", "object": wish.move, "position": list(place)}


def _is_robot(entity: Entity) -> bool:
    return isinstance(entity.role, Agent) and entity.role.kind == "robot"
