"""Answers about deeds, minds, numbers and earlier instants, from the same worlds as the simple ones."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..agents import PLACES, WORDS, divergences, places
from ..dialogue import singular
from ..errors import UnknownName
from ..world import STABLE, Agent, Entity, EntityId, Event, Object, Pattern, Situation, Status, World
from . import answers
from .asked import Answer, Asked, Fact, entry_fact
from .naming import listed

# What people call a deed, and what it is among events; moving is any of them.
DEEDS = {
    "pick": ("Pick",),
    "take": ("Pick",),
    "grab": ("Pick",),
    "lift": ("Pick",),
    "get": ("Pick",),
    "put": ("Place", "Release"),
    "place": ("Place",),
    "release": ("Release",),
    "drop": ("Release", "Place"),
    "let go": ("Release",),
    "set": ("Place", "Release"),
    "move": ("Pick", "Place", "Release", "Push"),
    "touch": ("Pick", "Place", "Release", "Push"),
    "push": ("Push",),
    "do": (),
}
FORMS_OF = {
    "moved": "move",
    "took": "take",
    "taken": "take",
    "picked": "pick",
    "grabbed": "grab",
    "lifted": "lift",
    "got": "get",
    "put": "put",
    "placed": "place",
    "released": "release",
    "dropped": "drop",
    "set": "set",
    "touched": "touch",
    "pushed": "push",
    "did": "do",
    "done": "do",
}
DEED = "|".join(sorted({*DEEDS, *FORMS_OF}, key=len, reverse=True))
DONE = "|".join(sorted(FORMS_OF, key=len, reverse=True))
EVERYTHING = frozenset({"object", "thing", "item", "entity"})


# What is known of somebody only while they are there, and how long that is missing before they are said to be away.
PRESENCE = frozenset({"sees", "looksAt", "canReach"})
AWAY_S = 1.0


def deed(word: str) -> tuple[str, ...]:
    """The events a verb in any form stands for; none means all."""
    plain = word.casefold().split()[0]
    return DEEDS[FORMS_OF.get(plain, plain)]


def doers(asked: Asked, word: str, thing: EntityId) -> Answer:
    """Who did something to a thing, and when."""
    found = _events(asked, deed(word), thing=thing)
    if not found:
        return Answer(asked.so(f"nobody is known to have {_participle(word)} {thing}"))
    said = [answers.entry_text(event) for event in found[-answers.EVENTS_SAID :]]
    return Answer(asked.so("; ".join(said)), tuple(map(entry_fact, found)))


def deeds(asked: Asked, agent: EntityId, word: str, *, after: float | None = None) -> Answer:
    """What somebody did, took, put or moved."""
    found = [event for event in _events(asked, deed(word), agent=agent) if after is None or event.stamp > after]
    if not found:
        return Answer(asked.so(f"{agent} is not known to have {_participle(word)} anything"))
    said = [answers.entry_text(event) for event in found[-answers.EVENTS_SAID :]]
    return Answer(asked.so("; ".join(said)), tuple(map(entry_fact, found)))


def whether_done(asked: Asked, agent: EntityId, word: str, thing: EntityId) -> Answer:
    """Whether somebody did something to a thing."""
    found = _events(asked, deed(word), agent=agent, thing=thing)
    if not found:
        return Answer(f"no: {asked.so(f'{agent} is not known to have {_participle(word)} {thing}')}", holds=False)
    return Answer(f"yes: {asked.so(answers.entry_text(found[-1]))}", tuple(map(entry_fact, found)), holds=True)


def when(asked: Asked, word: str, thing: EntityId, agent: EntityId | None = None) -> Answer:
    """When something was done to a thing, the last time first."""
    found = _events(asked, deed(word), agent=agent, thing=thing)
    if not found:
        return Answer(asked.so(f"{thing} is not known to have been {_participle(word)}"))
    times = [f"at {event.stamp:.1f} s by {event.subject or 'somebody'}" for event in found]
    return Answer(asked.so(f"{thing} was {_participle(word)} {listed(times)}"), tuple(map(entry_fact, found)))


def _participle(word: str) -> str:
    past = {
        "take": "taken",
        "took": "taken",
        "get": "taken",
        "got": "taken",
        "do": "done",
        "did": "done",
        "pick": "picked up",
        "picked": "picked up",
        "put": "put",
        "set": "set down",
        "drop": "dropped",
        "grab": "grabbed",
        "move": "moved",
        "place": "placed",
        "touch": "touched",
        "release": "released",
        "push": "pushed",
        "lift": "lifted",
    }
    return past.get(word.casefold().split()[0], word)


def _events(
    asked: Asked, kinds: Collection[str], *, agent: EntityId | None = None, thing: EntityId | None = None
) -> list[Event]:
    return [
        event
        for event in asked.world.timeline.events()
        if (not kinds or event.predicate in kinds) and agent in (None, event.subject) and thing in (None, event.object)
    ]


def believed(asked: Asked, agent: EntityId, thing: EntityId) -> Answer:
    """Where somebody thinks a thing is."""
    if agent == asked.me:
        return answers.where(asked, thing)
    owner = agent if asked.owner == asked.robot else f"{asked.owner}/{agent}"
    if owner not in asked.worlds:
        return Answer(asked.knows_not(f"what {agent} thinks"))
    return answers.where(replace(asked, owner=owner), thing)


def knows_where(asked: Asked, agent: EntityId, thing: EntityId) -> Answer:
    """Whether somebody knows where a thing is: what they believe agrees with the owner."""
    world = asked.of(agent)
    if world is None:
        return Answer(asked.knows_not(f"what {agent} knows"))
    if asked.world.status(thing) is Status.UNKNOWN if thing in asked.world else True:
        return Answer(asked.knows_not(f"where {thing} is"))
    if thing not in world or world.status(thing) is Status.UNKNOWN:
        return Answer(f"no: {asked.so(f'{agent} does not know where {thing} is')}", holds=False)
    me = EntityId(asked.me)
    wrong = [each for each in divergences(world, asked.world, agent=agent, other=me, robot=me) if each.object == thing]
    if wrong:
        fact = Fact(agent, wrong[0].kind, thing, asked.world.stamp, reason=wrong[0].reason)
        return Answer(f"no: {asked.so(wrong[0].reason)}", (fact,), holds=False)
    place = places(world).get(thing)
    where = "" if place is None else f": it is {WORDS[place.predicate]} {place.object}"
    return Answer(f"yes: {asked.so(f'{agent} knows where {thing} is{where}')}", holds=True)


def was_where(asked: Asked, thing: EntityId, stamp: float) -> Answer:
    """Where a thing was at an instant."""
    world = asked.world
    if thing not in world:
        return answers.where(asked, thing)
    instant = stamp if stamp >= asked.start else asked.start + stamp
    if instant > world.stamp:
        return Answer(asked.so(f"it is only {world.stamp:.1f} s, not yet {instant:.1f} s"))
    found = [
        each
        for each in world.timeline.situations(Pattern(thing))
        if each.predicate in PLACES and each.start <= instant and (each.end is None or each.end > instant)
    ]
    if not found:
        return Answer(asked.so(f"nothing is known of where {thing} was at {instant:.1f} s"))
    said = listed([f"{WORDS[each.predicate]} {each.object}" for each in found])
    return Answer(asked.so(f"at {instant:.1f} s, {thing} was {said}"), tuple(map(entry_fact, found)))


def changed(asked: Asked, seconds: float) -> Answer:
    """What was done, began and ended in the last seconds, places only."""
    world = asked.world
    since = world.stamp - seconds
    entries: list[tuple[float, str, Event | Situation]] = [
        (event.stamp, answers.entry_text(event), event) for event in world.timeline.events() if event.stamp >= since
    ]
    for each in world.timeline.situations():
        if each.predicate not in PLACES:
            continue
        place = f"{each.subject} {{}} {WORDS[each.predicate]} {each.object}"
        if each.start >= since:
            entries.append((each.start, f"{place.format('came to be')} at {each.start:.1f} s", each))
        if each.end is not None and each.end >= since:
            entries.append((each.end, f"{place.format('was no longer')} at {each.end:.1f} s", each))
    entries.sort(key=lambda entry: entry[0])
    if not entries:
        return Answer(asked.so(f"nothing is known to have changed in the last {seconds:g} s"))
    before = len(entries) - answers.EVENTS_SAID
    more = f"({before} more before); " if before > 0 else ""
    return Answer(
        asked.so(more + "; ".join(entry[1] for entry in entries[-answers.EVENTS_SAID :])),
        tuple(entry_fact(entry[2]) for entry in entries),
    )


def of_kind(asked: Asked, phrase: str) -> list[Entity]:
    """Things a noun with adjectives fits. Raises UnknownName for words that fit nothing there is."""
    words = [singular(word) for word in phrase.casefold().split() if word not in {"the", "a", "an", "all", "of"}]
    things = [each for each in asked.world.structure.entities if isinstance(each.role, Object | Agent)]
    if not words:
        return things
    people = {"person", "people", "human", "agent"}
    if words[-1] in people:
        return [each for each in things if isinstance(each.role, Agent) and each.role.kind == "human"]
    if words[-1] in EVERYTHING:
        things = [each for each in things if isinstance(each.role, Object)]
        words = words[:-1]
    known = {word for each in things for word in _words(each)}
    for word in words:
        if word not in known and word not in _COLOURS:
            raise UnknownName("word", word, sorted(known))
    return [each for each in things if all(word in _words(each) for word in words)]


_COLOURS = frozenset(
    ["red", "green", "blue", "yellow", "orange", "white", "black", "gray", "grey", "pink", "violet", "purple", "brown"]
)


def _words(entity: Entity) -> set[str]:
    names = [entity.id, entity.category, *entity.labels, *([entity.colour] if isinstance(entity.colour, str) else [])]
    return {singular(part) for name in names for part in _parted(name)}


def _parted(name: str) -> list[str]:
    spaced = "".join(f" {letter}" if letter.isupper() else letter for letter in name)
    return spaced.replace("_", " ").replace("-", " ").replace("/", " ").casefold().split()


def how_many(asked: Asked, phrase: str, found: Sequence[str] | None = None, where: str = "") -> Answer:
    """How many things of a kind there are, or stand in a relation."""
    things = [each.id for each in of_kind(asked, phrase)]
    kept = things if found is None else [each for each in things if each in found]
    noun = phrase.strip()
    said = f": {listed(kept)}" if kept else ""
    return Answer(asked.so(f"there {'is' if len(kept) == 1 else 'are'} {len(kept)} {noun}{where}{said}"), candidates=())


def which(asked: Asked, phrase: str, found: Sequence[str] | None = None, where: str = "") -> Answer:
    """Which things of a kind there are, or stand in a relation."""
    things = [each.id for each in of_kind(asked, phrase)]
    kept = things if found is None else [each for each in things if each in found]
    return Answer(asked.so(f"{listed(kept) or 'none'} {'is' if len(kept) == 1 else 'are'}{where or f' {phrase}'}"))


def related(asked: Asked, predicates: Collection[str], thing: EntityId) -> list[str]:
    """What stands in a relation to a thing."""
    held = asked.world.timeline.open.values()
    return [each.subject for each in held if each.predicate in predicates and each.object == thing]


def left_at(asked: Asked, agent: EntityId) -> float | None:
    """When somebody went away the last time, whether they came back or not; None if they never did."""
    world: World = asked.worlds[STABLE]
    if agent not in world:
        return None
    if not bool(world.state.perceived[world.structure.row(agent)]):
        return float(world.state.seen[world.structure.row(agent)])
    there = sorted(
        (each.start, each.end if each.end is not None else world.stamp)
        for each in world.timeline.situations(Pattern(agent))
        if each.predicate in PRESENCE
    )
    left, until = None, there[0][1] if there else world.stamp
    for start, end in there:
        if start - until >= AWAY_S:
            left = until
        until = max(until, end)
    return left


def departure(asked: Asked, agent: EntityId) -> Answer:
    """When somebody went away."""
    left = left_at(asked, agent)
    return Answer(asked.so(f"{agent} has not left" if left is None else f"{agent} left at {left:.1f} s"))
