"""Answers about deeds, minds, numbers and earlier instants, from the same worlds as the simple ones."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import dist

from ..dialogue import listed, singular
from ..world import (
    PLACES,
    STABLE,
    WORDS,
    EntityId,
    Event,
    Object,
    Pattern,
    Situation,
    Status,
    World,
    divergences,
    places,
)
from . import answers
from .asked import Answer, Asked, Fact, entry_fact

# What people call a deed, and what it is among events; moving is any of them, doing is everything.
_ANY = ("Pick", "Place", "Release", "Push")
DEEDS = {
    **dict.fromkeys(("pick", "take", "grab", "lift", "get"), ("Pick",)),
    **dict.fromkeys(("put", "set"), ("Place", "Release")),
    **dict.fromkeys(("move", "touch"), _ANY),
    "place": ("Place",),
    "release": ("Release",),
    "let": ("Release",),
    "drop": ("Release", "Place"),
    "push": ("Push",),
    "do": (),
}
DONE = {
    "pick": "picked up",
    "take": "taken",
    "get": "taken",
    "put": "put",
    "set": "set down",
    "let": "let go of",
    "do": "done",
    "grab": "grabbed",
    "drop": "dropped",
}
EVERYTHING = frozenset({"object", "thing", "item", "entity"})
PEOPLE = frozenset({"person", "people", "human", "agent"})


# What is known of somebody only while they are there, and how long that is missing before they are said to be away.
PRESENCE = frozenset({"sees", "looksAt", "canReach"})
AWAY_S = 1.0
# Nobody reaches so far, standing or leaning: chosen, between two steps and the length of a room.
FAR_M = 2.0


def deed(verb: str) -> tuple[str, ...]:
    """The events a verb stands for; none means all."""
    return DEEDS[verb.split()[0]]


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


def _participle(verb: str) -> str:
    return DONE.get(verb.split()[0]) or f"{verb.removesuffix('e')}ed"


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


def how_many(asked: Asked, noun: str, things: Sequence[str], where: str = "") -> Answer:
    """How many things of a kind there are, or stand in a relation."""
    said = f": {listed(things)}" if things else ""
    be = "is" if len(things) == 1 else "are"
    *before, last = noun.split()
    one = " ".join((*before, singular(last))) if len(things) == 1 else noun
    return Answer(asked.so(f"there {be} {len(things)} {one}{where}{said}"))


def which(asked: Asked, things: Sequence[str], what: str) -> Answer:
    """Which things of a kind there are, or stand in a relation."""
    return Answer(asked.so(f"{listed(things) or 'none'} {'is' if len(things) == 1 else 'are'} {what}"))


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
    still = {each.id for each in world.structure.entities if isinstance(each.role, Object) and each.role.static}
    around = [
        each
        for each in world.timeline.situations(Pattern(agent))
        if each.predicate in PRESENCE and each.object not in still
    ]
    left, until = _last_gap(around, world.stamp)
    if around and _is_far(world, agent):
        # Still tracked, but far from everything: gone since nothing was within reach, or else in sight.
        near = [each for each in around if each.predicate == "canReach"]
        if all(each.end is not None for each in near or around):
            left = _last_gap(near, world.stamp)[1] if near else until
    return left


def _last_gap(held: Sequence[Situation], now: float) -> tuple[float | None, float]:
    """When nothing held the last time before something did again, and until when something holds."""
    there = sorted((each.start, each.end if each.end is not None else now) for each in held)
    left, until = None, there[0][1] if there else now
    for start, end in there:
        if start - until >= AWAY_S:
            left = until
        until = max(until, end)
    return left, until


def _is_far(world: World, agent: EntityId) -> bool:
    """Whether somebody is too far from every thing that can be moved to take part."""
    where = world.pose(agent).position[:2]
    things = [each.id for each in world.structure.entities if isinstance(each.role, Object) and not each.role.static]
    return bool(things) and all(dist(world.pose(each).position[:2], where) > FAR_M for each in things)


def departure(asked: Asked, agent: EntityId) -> Answer:
    """When somebody went away."""
    left = left_at(asked, agent)
    return Answer(asked.so(f"{agent} has not left" if left is None else f"{agent} left at {left:.1f} s"))
