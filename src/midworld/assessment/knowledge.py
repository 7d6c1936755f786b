"""The worlds on a board told to a knowledge base: one model per agent, kept in step tick by tick."""

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from ..knowledge import (
    LIFESPANS,
    Atom,
    KnowledgeBase,
    Net,
    completed_observation,
    entity_atoms,
    fact_atom,
    feed,
    inferred,
    joined,
    spoken,
    with_myself,
)
from ..perception import Observation
from ..runtime import Commit
from ..world import MISSING, Agent, Ended, Event, Object, Situation, Statement, Structure, Value, World
from .names import STABLE

# What is seen all the time is noted again this often, well before it would be forgotten.
RENEW_S = 1.0
View = Callable[[str, World], Iterable[Statement]]
"""Facts computed on demand: given whose mind it is and the newest world of that mind."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A fact nobody said that began or ceased to hold in a mind."""

    stamp: float
    model: str
    statement: Statement
    holds: bool


@dataclass(slots=True)
class _Followed:
    """What one world has told one mind so far, and what it tells in this tick."""

    model: str
    world: World
    described: Structure | None = None
    looked: tuple[float, bytes] = (float("-inf"), b"")
    entities: dict[str, tuple[Atom, ...]] = field(default_factory=dict[str, tuple[Atom, ...]])
    noted: dict[str, float] = field(default_factory=dict[str, float])
    started: dict[Statement, None] = field(default_factory=dict[Statement, None])
    ended: dict[Statement, None] = field(default_factory=dict[Statement, None])
    events: list[Event] = field(default_factory=list[Event])

    def copy(self) -> "_Followed":
        """The same, between two ticks."""
        return replace(self, entities=dict(self.entities), noted=dict(self.noted), started={}, ended={}, events=[])


class Minds:
    """Subscribe `follow` to a board: worlds named after agents feed those agents' models, `stable` the robot's.

    The time of the knowledge base is from then on that of the worlds. Whoever asks it from another thread than the
    one that commits holds `lock` meanwhile.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.lock = threading.RLock()
        self.now = 0.0
        self._followed: dict[str, _Followed] = {}
        self._told: set[str] = set()
        self._nets: dict[str, Net] = {}
        self._unsaid: defaultdict[str, list[Atom]] = defaultdict(list)
        self._actions: defaultdict[str, int] = defaultdict(int)
        self._done: set[Value | None] = set()
        self._tick = 0
        kb.clock = lambda: self.now
        kb.observers.append(self._changed)

    def fork(self) -> "Minds":
        """Minds that know the same and have been told the same, to follow another board."""
        with self.lock:
            other = Minds(self.kb.fork())
            other.now, other._tick = self.now, self._tick
            other._followed = {name: each.copy() for name, each in self._followed.items()}
            other._actions = self._actions.copy()
            other._done = set(self._done)
            return other

    def follow(self, commit: Commit) -> None:
        """Take in one commit; with the last of a tick every model is brought up to date."""
        self.conclude(commit)

    def conclude(self, commit: Commit) -> tuple[Conclusion, ...]:
        """Follow a commit; with the last of a tick, what that makes begin and cease to follow."""
        with self.lock:
            model = self._whose(commit)
            if model is not None:
                self._take(commit, model)
            return self._settle(commit.stamp) if commit.ends_tick else ()

    def models(self, worlds: Collection[str]) -> frozenset[str]:
        """The minds that some worlds tell."""
        return frozenset(each.model for name, each in self._followed.items() if name in worlds)

    def complete(self, observation: Observation, *, model: str) -> Observation:
        """An observation with tags and gaps filled in from what a mind knows."""
        with self.lock:
            return completed_observation(observation, self.kb.model(model))

    def compute(self, predicates: Iterable[str], view: View) -> None:
        """Let a function compute facts when somebody asks for their predicates, at most once a tick."""
        terms, done = self.kb.terms, dict[str, tuple[int, tuple[Atom, ...]]]()

        def computed(model: str) -> tuple[Atom, ...]:
            found = done.get(model)
            if found is None or found[0] != self._tick:
                worlds = [each.world for each in self._followed.values() if each.model == model]
                facts = [fact_atom(fact, terms) for world in worlds for fact in view(model, world)]
                atoms = tuple(dict.fromkeys(with_myself(facts, terms.thing(model), terms)))
                found = done[model] = (self._tick, atoms)
            return found[1]

        self.kb.computables.register([terms.parse(name, predicate=True) for name in predicates], computed)

    def _whose(self, commit: Commit) -> str | None:
        """The mind a world belongs to; None for worlds that are nobody's picture."""
        structure = commit.world.structure
        if commit.name != STABLE:
            named = commit.name in structure and isinstance(structure[commit.name].role, Agent)
            return commit.name if named else None
        followed = self._followed.get(STABLE)
        if followed is not None and followed.world.structure is structure:
            return followed.model
        agents = ((entity.id, entity.role) for entity in structure.entities if isinstance(entity.role, Agent))
        return next((name for name, role in agents if role.kind == "robot"), "robot")

    def _take(self, commit: Commit, model: str) -> None:
        """Note what a commit adds to what is to be told."""
        followed = self._followed.get(commit.name)
        if followed is not None and followed.model != model:
            # The robot has a name after all: what was told to nobody in particular is told to it.
            self.kb.reset(followed.model)
            followed = None
        if followed is None:
            followed = self._followed[commit.name] = _Followed(model, commit.world)
            followed.started = dict.fromkeys(_open(commit.world))
            followed.events = [entry for entry in commit.delta.entries if isinstance(entry, Event)]
        else:
            for entry in commit.delta.entries:
                _note(entry, followed)
        followed.world = commit.world
        self._told.add(commit.name)

    def _settle(self, stamp: float) -> tuple[Conclusion, ...]:
        """Bring the models up to date with everything noted."""
        self.now = max(self.now, stamp)
        self._tick += 1
        self.kb.expire()
        for name in sorted(self._told):
            followed = self._followed[name]
            self._tell(name, followed)
            for event in followed.events:
                self._remember(name, followed.model, event)
            followed.started, followed.ended, followed.events = {}, {}, []
        self._told.clear()
        found: list[Conclusion] = []
        for model in sorted({*self._nets, *self._unsaid}):
            net, unsaid = self._nets.get(model, Net((), ())), self._unsaid.get(model, ())
            begun, ended = inferred(self.kb.models[model], net, unsaid)
            found += [Conclusion(stamp, model, each, False) for each in ended if self._news(each)]
            found += [Conclusion(stamp, model, each, True) for each in begun if self._news(each)]
        self._nets.clear()
        self._unsaid.clear()
        return tuple(found)

    def _tell(self, name: str, followed: _Followed) -> None:
        terms, model = self.kb.terms, followed.model
        known, unknown = self._entities(followed)
        seen = self._seen(followed)
        if not (known or unknown or seen or followed.started or followed.ended):
            return
        me = terms.thing(model)
        self._unsaid[model] += with_myself((fact_atom(each, terms) for each in followed.ended), me, terms)
        self._unsaid[model] += unknown
        feed(
            self.kb, model, followed.started, followed.ended, known=known, unknown=unknown, active=seen, source=name
        )  # fmt: skip

    def _entities(self, followed: _Followed) -> tuple[list[Atom], list[Atom]]:
        """What is new and what is no longer so about the things there are; an agent's first sight makes its model."""
        known: list[Atom] = []
        unknown: list[Atom] = []
        held, structure = followed.entities, followed.world.structure
        if structure is followed.described:
            return known, unknown
        followed.described = structure
        for entity in structure.entities:
            atoms = held.get(entity.id)
            if atoms is None and isinstance(entity.role, Agent):
                self.kb.model(entity.id)
            new = entity_atoms(entity, self.kb.terms)
            if atoms != new:
                known += [atom for atom in new if atom not in (atoms or ())]
                unknown += [atom for atom in atoms or () if atom not in new]
                held[entity.id] = new
        for name in [name for name in held if name not in structure]:
            unknown += held.pop(name)
        return known, unknown

    def _seen(self, followed: _Followed) -> list[str]:
        """Things perceived now, unless that was noted a moment ago."""
        world, noted = followed.world, followed.noted
        found: list[str] = []
        stamp, sights = followed.looked
        now_seen = world.state.perceived.tobytes()
        if now_seen == sights and self.now - stamp < RENEW_S:
            return found
        followed.looked = (self.now, now_seen)
        for row in np.flatnonzero(world.state.perceived).tolist():
            entity = world.structure.entities[row]
            if isinstance(entity.role, Object | Agent) and self.now - noted.get(entity.id, -RENEW_S) >= RENEW_S:
                noted[entity.id] = self.now
                found.append(entity.id)
        return found

    def _remember(self, world: str, model: str, event: Event) -> None:
        """An action that was seen, as an individual that is remembered for a while."""
        terms, kind = self.kb.terms, event.predicate
        self._actions[model] += 1
        action = terms.name(f"{terms.iri(terms.thing(kind.lower()))}_{self._actions[model]}")
        atoms = [(action, terms.parse("rdf:type"), terms.thing(kind))]
        if event.subject is not None:
            atoms.append((action, terms.parse("performedBy"), terms.thing(event.subject)))
        if isinstance(event.object, str):
            atoms.append((action, terms.parse("actsOnObject"), terms.thing(event.object)))
        self._done.add(spoken(action, terms))
        self.kb.assert_atoms(atoms, [self.kb.model(model)], lifespan=LIFESPANS["EPISODIC"], source=world)

    def _news(self, statement: Statement) -> bool:
        """What follows from an action is not told: the event says it all."""
        return statement[0] not in self._done and statement[2] not in self._done

    def _changed(self, model: str, net: Net) -> None:
        self._nets[model] = joined(self._nets[model], net) if model in self._nets else net


def _open(world: World) -> Iterable[Statement]:
    return (statement for statement in world.timeline.open if statement[1] != MISSING)


def _note(entry: Situation | Ended | Event, followed: _Followed) -> None:
    """Put an entry with what begins or with what ends; what does both in one tick is neither."""
    match entry:
        case Event():
            followed.events.append(entry)
        case Situation(_, predicate, subject, target, end) if predicate != MISSING and end is None:
            statement = (subject, predicate, target)
            if statement in followed.ended:
                del followed.ended[statement]
            else:
                followed.started[statement] = None
        case Ended(_, predicate, subject, target) if predicate != MISSING:
            statement = (subject, predicate, target)
            if statement in followed.started:
                del followed.started[statement]
            else:
                followed.ended[statement] = None
        case _:
            pass
