"""A scene as minds to talk about: each told what its world holds at an instant and what was done until then."""

from collections.abc import Callable, Iterator, Mapping
from math import prod

from ..assessment import Minds
from ..dialogue import Clause, Ground, Lexicon, Models, Supposed, Unresolved
from ..errors import UnknownName
from ..geometry import local_bounds
from ..runtime import Commit
from ..world import PLACES, STABLE, Agent, Delta, Ended, Entry, Event, Scene, Situation, World
from .asked import EPOCH_S, Asked
from .asking import asked_of
from .inquiry import Inquiry

# What a place is to a deed if it began or ended at most this long from it: an action is told within half a second.
BESIDE_S = 1.0
PLACING = frozenset({"Place", "Release", "Push"})
DEEDS = frozenset({"Pick", "Handover"}) | PLACING
WorldsAt = Callable[[float | None], Mapping[str, World]]


class Stage:
    """Brings the minds of a conversation to instants of a scene, and answers what only the scene knows."""

    def __init__(self, models: Models, worlds_at: WorldsAt, *, scene: Scene | None = None, start: float = 0.0) -> None:
        self._models, self._worlds_at, self._scene, self._start = models, worlds_at, scene, start
        self._minds = Minds(models.kb)
        models.watched = True
        self._shown: dict[str, World] = {}
        self._told: dict[str, tuple[str, ...]] = {}
        self._commits = 0
        self._inquiry: Inquiry | None = None
        self.asked = Asked({STABLE: World()}, models.robot, models.robot)
        self.show(None)

    def show(self, stamp: float | None) -> None:
        """The minds as they are at an instant; at the newest without one."""
        worlds = self._worlds_at(stamp)
        if all(self._shown.get(name) is world for name, world in worlds.items()):
            return
        self.asked = asked_of(worlds, self._scene, None, start=self._start)
        self._models.sizes.update(_sizes(worlds[STABLE]))
        begun = [(name, world) for name, world in worlds.items() if len(world.structure) or world.timeline.open]
        for place, (name, world) in enumerate(begun):
            self._commits += 1
            entries = tuple(_between(self._shown[name], world)) if name in self._shown else ()
            last = place + 1 == len(begun)
            self._minds.follow(Commit(self._commits, name, world.stamp, Delta(entries=entries), world, None, last))
            self._shown[name] = world
        for name, world in begun:
            if name == STABLE or (name in world.structure and isinstance(world.structure[name].role, Agent)):
                self._tell_past(self.asked.robot if name == STABLE else name, world)
        for name in people_of(self.asked):
            self._models.know_person(name)

    def words(self, lexicon: Lexicon) -> Lexicon:
        """A lexicon that also has words for what only this scene tells."""
        if self._inquiry is None or self._inquiry.asked is not self.asked:
            self._inquiry = Inquiry(self.asked, lexicon)
        return self._inquiry.lexicon

    def answer(self, clause: Clause, ground: Ground) -> str:
        """What the worlds answer to a question; empty where it is none of theirs."""
        assert self._inquiry is not None
        try:
            answer = self._inquiry.answer([clause], ground)
        except (Unresolved, UnknownName):
            return ""
        return "" if answer is None else answer.text

    def imagine(self, deed: Supposed) -> str:
        """What would happen if somebody did that now."""
        from .imagining import imagined

        return imagined(deed, self.asked, self._scene)

    def _tell_past(self, mind: str, world: World) -> None:
        deeds = {name: tuple(facts) for name, facts in _deeds(world, self._start)}
        self._models.situations.update(deeds)
        facts = tuple(fact for each in deeds.values() for fact in each)
        before = self._told.get(mind, ())
        kept = frozenset(facts)
        gone = [fact for fact in before if fact not in kept]
        known = frozenset(before)
        new = [fact for fact in facts if fact not in known]
        held = self._models.facts(mind)
        if gone:
            self._models.kb.revise(gone, method="retract", models=[mind])
        if new:
            self._models.kb.revise(new, method="add", models=[mind], source=mind)
        self._told[mind] = facts
        held.recall([(each.subject, each.predicate, str(each.object)) for each in world.timeline.closed])


def people_of(asked: Asked) -> tuple[str, ...]:
    """Everybody there is but the robot."""
    agents = [each.id for each in asked.worlds[STABLE].structure.entities if isinstance(each.role, Agent)]
    return tuple(name for name in agents if name != asked.robot)


def _sizes(world: World) -> dict[str, Mapping[str, float]]:
    """How big things are, from their shapes as they stand upright."""
    found: dict[str, Mapping[str, float]] = {}
    for each in world.structure.entities:
        shape = each.collision or each.visual
        if shape is not None:
            across = local_bounds(shape).size
            found[each.id] = {"hasVolume": prod(across), "hasHeight": across[2], "hasLength": max(across[:2])}
    return found


def _between(old: World, new: World) -> Iterator[Entry]:
    """What ends and begins from one instant to another, whichever is earlier."""
    for statement, held in old.timeline.open.items():
        if statement not in new.timeline.open:
            yield Ended(new.stamp, held.predicate, held.subject, held.object)
    for statement, held in new.timeline.open.items():
        if statement not in old.timeline.open:
            yield held


def _deeds(world: World, start: float) -> Iterator[tuple[str, list[str]]]:
    """Every action with its roles: who, to what, when, where from and where to."""
    places = [each for each in world.timeline.situations() if each.predicate in PLACES and each.object is not None]
    for number, event in enumerate(world.timeline.events(), 1):
        if event.predicate not in DEEDS or not isinstance(event.object, str):
            continue
        name = f"deed{number}"
        stamp = event.stamp if start < EPOCH_S else event.stamp - start
        facts = [f"{name} actsOnObject {event.object}", f'{name} hasTime "{stamp:.1f}"']
        if event.predicate == "Handover":
            facts += [f"{name} rdf:type Give", f"{name} receivedBy {event.subject}"]
            facts += [f"{name} performedBy {event.giver}"] if event.giver else []
        else:
            facts += [f"{name} rdf:type {event.predicate}"]
            facts += [f"{name} performedBy {event.subject}"] if event.subject else []
            facts += _ends(name, event, places)
        yield name, facts


def _ends(name: str, event: Event, places: list[Situation]) -> list[str]:
    of_it = [each for each in places if each.subject == event.object and not each.predicate.endswith("HeldBy")]
    if event.predicate in PLACING:
        there = [each for each in of_it if abs(each.start - event.stamp) <= BESIDE_S]
        where = min(there, key=lambda each: abs(each.start - event.stamp), default=None)
        if where is not None:
            return [f"{name} hasDestination {where.object}", f"{name} destinationRelation {where.predicate}"]
        return []
    left = [each for each in of_it if each.end is not None and abs(each.end - event.stamp) <= BESIDE_S]
    return [f"{name} hasSource {each.object}" for each in left[-1:]]
