"""What a page has to be told besides its pictures: only what it does not know, and not too often."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

import numpy as np

from ...world import DIVERGENCES, STABLE, Agent, Entry, Situation, Structure, World
from ..scenery import (
    Difference,
    Mistake,
    colour_of_figure,
    differences,
    divergences,
    eyes_of,
    hexed,
    is_divergence,
    mistaken,
    sees,
)
from .card import Card, card, said
from .chapter import Chapter
from .facts import Held, marks
from .message import FactNews, MarkNews, Mind, View
from .panels import Panel
from .tape import TickSnapshot

# Entries of a timeline that are told at once: the rest follows, so that a long run does not keep a slow page waiting.
MARKS_AT_ONCE = 2000
# How often each part is looked at again while time goes on, in seconds.
OFTEN_S, CROWD_S, SELDOM_S = 0.2, 0.8, 1.0

Row = tuple[str, str, str, str]
T = TypeVar("T")


class News:
    """Remembers what one page knows. `fresh` forgets when things were last looked at, `forget` all."""

    def __init__(self) -> None:
        self._held = Held()
        self._model: str | None = None
        self._marks: dict[str, int] = {}
        self._marked: str | None = None
        self._due: dict[str, float] = {}
        self._last: dict[str, object] = {}
        # Whether there is more of the timeline to tell.
        self.owing = False

    def fresh(self) -> None:
        self._due.clear()

    def due(self, what: str, wall: float, every: float) -> bool:
        if wall < self._due.get(what, -np.inf):
            return False
        self._due[what] = wall + every
        return True

    def facts(self, chapter: Chapter, moment: TickSnapshot, model: str) -> FactNews | None:
        """The rows of the table that changed."""
        whole = model != self._model
        if whole:
            self._held, self._model = Held(), model
        world = moment.worlds.get(model) or World()
        rows, gone = self._held.at(world, moment, start=chapter.tape.start)
        return FactNews(whole, rows, gone) if whole or rows or gone else None

    def marks(self, chapter: Chapter, model: str) -> MarkNews | None:
        """What the timeline has to add; to the robot's belongs who is wrong about what."""
        whole = self._marked != model
        if whole:
            self._marks, self._marked = {}, model
        self.owing = False
        shown: list[tuple[object, ...]] = []
        for name in (model, DIVERGENCES) if model == STABLE else (model,):
            shown += marks(self._entries(chapter, name), start=chapter.tape.start, stop=chapter.tape.stop)
        left_out = chapter.tape.forgotten.get(model, 0)
        return MarkNews(whole, tuple(shown), left_out) if whole or shown else None

    def _entries(self, chapter: Chapter, name: str) -> list[Entry]:
        """What is new in a journal, which may have forgotten its beginning."""
        journal, gone = chapter.tape.journals.get(name, []), chapter.tape.forgotten.get(name, 0)
        begin = max(self._marks.get(name, 0) - gone, 0)
        found = journal[begin : begin + MARKS_AT_ONCE]
        self._marks[name] = gone + begin + len(found)
        self.owing |= begin + len(found) < len(journal)
        return found

    def mind(self, chapter: Chapter, moment: TickSnapshot, agent: str) -> Mind | None:
        """Where an agent's mind differs from the robot's."""
        robot, mind, tape = moment.worlds.get(STABLE), moment.worlds.get(agent), chapter.tape
        if robot is None:
            return None
        journal = [
            entry
            for name in (agent, STABLE, DIVERGENCES)
            for entry in tape.journals.get(name, ())
            # A disagreement among people names with whom; here the robot is the other.
            if is_divergence(entry.predicate) and "/" not in entry.predicate and begun(entry) <= moment.stamp
        ]
        wrong: tuple[Difference, ...] = ()
        if mind is not None and agent != STABLE:
            wrong = tuple(differences(robot, mind, agent=agent, journal=journal, start=tape.start))
        noted = divergences(journal, agent, until=moment.stamp)
        told = tuple(
            (round(begun(each) - tape.start, 3), said(each, start=tape.start, stop=moment.stamp)) for each in noted[:20]
        )
        seen = sees(robot, agent)
        looked = None if seen is None else tuple(sorted(seen))
        return self._new("mind", Mind(agent, mind is not None, looked, wrong, told))

    def cards(
        self, chapter: Chapter, moment: TickSnapshot, chosen: Iterable[str], model: str
    ) -> tuple[Card, ...] | None:
        found = (card(name, moment, chapter.tape, world=model) for name in chosen)
        return self._new("cards", tuple(each for each in found if each is not None))

    def wrong(self, chapter: Chapter, moment: TickSnapshot) -> tuple[Mistake, ...] | None:
        """Who is wrong about what just now, whoever one looks at."""
        return self._new("wrong", mistaken(moment.worlds, start=chapter.tape.start))

    def panels(
        self, panels: Iterable[Panel], chapter: Chapter, moment: TickSnapshot, view: View, wall: float
    ) -> dict[str, object] | None:
        """What the panels that are due have to say, as far as it is new."""
        found = {
            panel.name: self._new(panel.name, panel.news(chapter, moment, view))
            for panel in panels
            if self.due(panel.name, wall, panel.every_s)
        }
        return {name: value for name, value in found.items() if value is not None} or None

    def worlds(self, moment: TickSnapshot) -> tuple[str, ...] | None:
        """The worlds that hold anything to be seen."""
        return self._new("worlds", tuple(name for name, world in moment.worlds.items() if len(world.structure)))

    def models(self, chapter: Chapter, moment: TickSnapshot) -> tuple[tuple[str, str], ...] | None:
        """The worlds that have facts of their own, each with the name of whose they are."""
        told = (STABLE, *(name for name in chapter.tape.journals if name not in (STABLE, DIVERGENCES)))
        return self._new("models", tuple((name, whose(name, moment)) for name in told if name in moment.worlds))

    def agents(self, moment: TickSnapshot) -> tuple[Row, ...] | None:
        """Everybody there is: name, kind, the colour of their figure, and what is drawn where they look from."""
        world = moment.base
        found = [entity for entity in world.structure.entities if isinstance(entity.role, Agent)]
        rows = tuple(
            (
                entity.id,
                entity.role.kind,
                hexed(colour_of_figure(entity.id, world.structure)),
                eyes_of(entity.id, world.structure),
            )
            for entity in found
            if isinstance(entity.role, Agent)
        )
        return self._new("agents", rows)

    def _new(self, what: str, value: T) -> T | None:
        if self._last.get(what) == value:
            return None
        self._last[what] = value
        return value


def whose(name: str, moment: TickSnapshot) -> str:
    """Whose facts a world holds: the agent's it is named after, or else the robot's."""
    kinds = _kinds((moment.worlds.get(name) or World()).structure)
    return name if name in kinds else next((each for each, kind in kinds.items() if kind == "robot"), "robot")


@lru_cache(maxsize=64)
def _kinds(structure: Structure) -> Mapping[str, str]:
    """The agents of a structure and what they are."""
    return {entity.id: entity.role.kind for entity in structure.entities if isinstance(entity.role, Agent)}


def begun(entry: Entry) -> float:
    return entry.start if isinstance(entry, Situation) else entry.stamp
