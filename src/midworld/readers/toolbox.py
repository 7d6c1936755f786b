"""What a language model may ask of worlds, as small typed answers: no protocol, no server."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, cast

from ..adapters.oxigraph import knowledge_base
from ..dialogue import Models
from ..errors import BadInput, Problem, UnknownName
from ..knowledge import KnowledgeBase, Verbs, ontology_files
from ..world import DIVERGENCES, MERGED, SOURCE_PREFIX, STABLE, Agent, Event, Object, Pattern, Scene, Value, World
from .answers import wrong
from .asked import Asked, entry_fact
from .asking import asked_of
from .questions import forms
from .staging import Stage
from .talking import answered

# A language model pays for every word: of more than so many rows only the newest are given, and how many there are.
ROWS = 60
# Models of knowledge are made from worlds on demand: so many instants are kept.
INSTANTS = 4

Row = dict[str, Any]


class Source(Protocol):
    """All worlds at an instant, the newest if none is said, the scene they are of, and when they begin."""

    @property
    def scene(self) -> Scene | None: ...

    @property
    def start(self) -> float: ...

    def worlds(self, at: float | None) -> Mapping[str, World]: ...


@dataclass(frozen=True)
class Rows:
    """Rows of an answer; `total` is how many there are where not all are given."""

    rows: list[Row]
    total: int

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Rows":
        """The last of them, where they are many."""
        found = list(rows)
        return cls(found[-ROWS:], len(found))


@dataclass(frozen=True)
class Reply:
    """A sentence, whether it is so where the question was yes or no, and what it rests on."""

    text: str
    holds: bool | None
    facts: list[Row]
    candidates: list[str]


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The tools, each a question to the worlds of a source. `agent` is whose picture: the robot's, ann's, ann/bob's."""

    source: Source

    def overview(self) -> Row:
        """Start here: what there is, who is there, whose minds can be asked, the times covered, who is wrong now."""
        worlds = self.source.worlds(None)
        asked = self._asked(None, None)
        things = [each for each in asked.world.structure.entities if isinstance(each.role, Object)]
        minds = [name for name in worlds if not _internal(name)]
        return {
            "start": self.source.start,
            "end": asked.world.stamp,
            "robot": asked.robot,
            "people": [
                each.id
                for each in asked.world.structure.entities
                if isinstance(each.role, Agent) and each.id != asked.robot
            ],
            "minds": minds,
            "objects": [{"id": each.id, "class": each.category, "labels": list(each.labels)} for each in things[:ROWS]],
            "object_count": len(things),
            "wrong": wrong(asked).text,
            "questions": forms().split("\n  ")[1:],
        }

    def ask(self, question: str, agent: str | None = None, at: float | None = None) -> Reply:
        """Answer a question in plain English: "where is the cup", "who moved it", "does ann know where it is"."""
        answer = answered(question, self._asked(agent, at))
        facts = [_plain(entry) for entry in answer.facts[-ROWS:]]
        return Reply(answer.text, answer.holds, facts, list(answer.candidates))

    def where(self, objects: Sequence[str] = (), agent: str | None = None, at: float | None = None) -> Rows:
        """Poses in metres and how each is known: perceived, inferred while hidden, held, or unknown."""
        world = self._asked(agent, at).world
        for name in objects:
            if name not in world:
                raise UnknownName("object", name, world.ids)
        wanted = [
            each
            for each in world.structure.entities
            if each.id in objects or (not objects and isinstance(each.role, Object))
        ]
        return Rows.of(
            {
                "id": each.id,
                "class": each.category,
                "position": [round(float(x), 4) for x in world.pose(each.id).position],
                "status": world.status(each.id).name.lower(),
            }
            for each in wanted
        )

    def facts(
        self,
        agent: str | None = None,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,  # noqa: A002
        at: float | None = None,
    ) -> Rows:
        """What holds in somebody's picture: isOn, isIn, isHeldBy, sees, canReach and more, newest last."""
        world = self._asked(agent, at).world
        pattern = Pattern(subject, predicate, _value(object))
        held = sorted(world.timeline.open.values(), key=lambda each: each.start)
        return Rows.of(_plain(entry_fact(each)) for each in held if pattern.matches(each))

    def events(self, since: float = float("-inf"), agent: str | None = None, object: str | None = None) -> Rows:  # noqa: A002
        """What was done: Pick, Place, Release, Handover and more, by whom, when, how sure, newest last."""
        happened = self._asked(None, None).world.timeline.events(start=since)
        return Rows.of(
            _event(each) for each in happened if agent in (None, each.subject) and object in (None, each.object)
        )

    def beliefs(self, at: float | None = None) -> Row:
        """Who believes otherwise than the robot, about what and why; ask with `agent` for what they believe instead."""
        told = wrong(self._asked(None, at))
        return {"text": told.text, "wrong": [_plain(each) for each in told.facts]}

    def find(self, patterns: list[str], agent: str | None = None, at: float | None = None) -> Rows:
        """Everything that fits patterns of knowledge, also what is inferred: ["?x isIn box", "?x type Cup"]."""
        asked = self._asked(agent, at)
        found = self._known(at).find(patterns, models=[asked.me])
        rows = [
            {key: str(value) for key, value in cast("Row", row).items()}
            if isinstance(row, Mapping)
            else {"value": str(row)}
            for row in cast("Iterable[object]", found)
        ]
        return Rows.of(rows)

    def explain(self, statement: str, agent: str | None = None, at: float | None = None) -> Row:
        """Why a statement such as "cup isIn box" holds in somebody's model, or what is missing for it."""
        asked = self._asked(agent, at)
        verbs = Verbs(self._known(at))
        proof: object = verbs.call("why", (statement, [asked.me]))
        if proof is not None:
            return {"holds": True, "because": proof}
        return {"holds": False, "missing": verbs.call("why_not", (statement, [asked.me]))}

    def _asked(self, agent: str | None, at: float | None) -> Asked:
        worlds = self.source.worlds(at)
        if not worlds:
            raise BadInput([Problem("at", None, "nothing has been perceived by then")])
        return asked_of(worlds, self.source.scene, agent, start=self.source.start)

    def _known(self, at: float | None) -> KnowledgeBase:
        asked = self._asked(None, at)
        return _base(tuple(sorted(asked.worlds.items())), asked.robot)


@lru_cache(maxsize=INSTANTS)
def _base(worlds: tuple[tuple[str, World], ...], robot: str) -> KnowledgeBase:
    """What follows from worlds; they are known again by identity."""
    models = Models(knowledge_base(ontology_files()), robot=robot)
    Stage(models, lambda _: dict(worlds))
    return models.kb


def tools(toolbox: Toolbox) -> Sequence[Callable[..., Any]]:
    """What only looks, in the order in which a newcomer would try it."""
    box = toolbox
    return (box.overview, box.ask, box.where, box.facts, box.events, box.beliefs, box.find, box.explain)


def _internal(name: str) -> bool:
    return name in (MERGED, STABLE, DIVERGENCES) or name.startswith(SOURCE_PREFIX)


def _plain(fact: Any) -> Row:
    row = {key: getattr(fact, key) for key in ("subject", "predicate", "object", "since", "until", "reason")}
    return {key: value for key, value in row.items() if value is not None}


def _event(event: Event) -> Row:
    row: Row = {"stamp": event.stamp, "event": event.predicate, "agent": event.subject, "object": event.object}
    more = {"hand": event.hand, "from": event.giver, "confidence": round(event.confidence, 3), "reason": event.reason}
    return row | {key: value for key, value in more.items() if value is not None}


def _value(text: str | None) -> Value | None:
    return {"true": True, "false": False}.get(text, text) if text is not None else None
