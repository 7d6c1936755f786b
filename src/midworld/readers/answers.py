"""Answers to simple questions about one world: what holds in it, said in a sentence and listed as facts."""

from collections.abc import Collection, Iterator, Sequence

import msgspec
import numpy as np

from ..dialogue import listed, paired
from ..world import (
    DIVERGENCES,
    FALSE_BELIEF,
    IGNORANCE,
    MISSING,
    PLACES,
    STABLE,
    WORDS,
    Divergence,
    EntityId,
    Event,
    Pattern,
    Situation,
    Status,
    World,
    divergences,
    places,
)
from .asked import Answer, Asked, Fact, entry_fact, instant

# Of what happened, this much is said; all of it is among the facts.
EVENTS_SAID = 10
VERBS = {"Pick": "picked up", "Place": "put down", "Release": "let go of", "Told": "said where to find"}
SEES, TURNING, REACHES, HELD_BY = "sees", "seesWithHeadMovement", "canReach", "isHeldBy"


def where(asked: Asked, thing: EntityId) -> Answer:
    """Where a thing is, and what that is on or in."""
    world = asked.world
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    if world.status(thing) is Status.UNKNOWN:
        return Answer(asked.knows_not(f"where {thing} is{_last_seen(world, thing)}"), _absence(world, thing))
    steps = list(_steps(world, thing))
    clauses = [f"{step.subject} {_be(step.subject)} {WORDS[step.predicate]} {step.object}" for step in steps]
    if steps:
        clauses[0] += f" since {instant(steps[0].start)}"
    else:
        x, y, z = world.pose(thing).position
        clauses = [f"{thing} {_be(thing)} at ({x:.2f}, {y:.2f}, {z:.2f}) m"]
    absence = _absence(world, thing)
    clauses += [f"{thing} is {absence[0].reason or absence[0].object}"] if absence else []
    unseen = "" if absence else _last_seen(world, thing)
    return Answer(asked.so("; ".join(clauses) + unseen), (*map(entry_fact, steps), *absence))


def _be(thing: str) -> str:
    """The form of `be` that goes with a thing: shoes are."""
    return "are" if thing.isalpha() and paired(f"the {thing}") else "is"


def within(asked: Asked, predicate: str, thing: EntityId) -> Answer:
    """What is in or on a thing."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    found = _holding(asked.world, [predicate], target=thing)
    names = [fact.subject for fact in found]
    verb = "are" if len(names) > 1 else "is"
    return Answer(asked.so(f"{listed(names) or 'nothing'} {verb} {WORDS[predicate]} {thing}"), _facts(found))


def beside(asked: Asked, word: str, predicates: Sequence[str], thing: EntityId) -> Answer:
    """What stands in a spatial relation to a thing, as the owner sees it."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    found = _holding(asked.world, predicates, target=thing)
    names = list(dict.fromkeys(fact.subject for fact in found))
    verb = "are" if len(names) > 1 else "is"
    return Answer(asked.so(f"{listed(names) or 'nothing'} {verb} {word} {thing}"), _facts(found))


def whether(asked: Asked, thing: EntityId, word: str, predicates: Sequence[str], other: EntityId) -> Answer:
    """Whether a relation holds between two things; in and on also by way of others."""
    for name in (thing, other):
        if (unknown := _unknown(asked, name)) is not None:
            return unknown
    world = asked.world
    found = _holding(world, predicates, subject=thing, target=other)
    if found:
        return Answer(f"yes: {asked.so(f'{thing} {_be(thing)} {word} {other}')}", _facts(found), holds=True)
    if not set(predicates) <= set(PLACES):
        return Answer(f"no: {asked.so(f'{thing} {_be(thing)} not {word} {other}')}", holds=False)
    if world.status(thing) is Status.UNKNOWN:
        return where(asked, thing)
    steps = list(_steps(world, thing))
    reached = next((end for end, step in enumerate(steps) if step.object == other), None)
    way = steps[: reached + 1] if reached is not None else steps
    # What is on something in a box is in the box, what is in a box on the table is on the table.
    holds = reached is not None and way[-1].predicate in predicates
    there = where(asked, thing)
    return Answer(f"{'yes' if holds else 'no'}: {there.text}", tuple(map(entry_fact, way)), holds=holds)


def holders(asked: Asked, thing: EntityId) -> Answer:
    """Who has a thing in hand."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    found = _holding(asked.world, [HELD_BY], subject=thing)
    if not found:
        return Answer(asked.so(f"nobody has {thing}"))
    return Answer(
        asked.so(f"{listed([str(fact.object) for fact in found])} has {thing} since {instant(found[0].start)}"),
        _facts(found),
    )


def whoever(asked: Asked, word: str, predicate: str, thing: EntityId) -> Answer:
    """Who sees or can reach a thing."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    found = _holding(asked.world, [predicate], target=thing)
    names = [fact.subject for fact in found]
    if len(names) > 1:
        word = word.replace("sees", "see")
    return Answer(asked.so(f"{listed(names) or 'nobody'} {word} {thing}"), _facts(found))


def does(asked: Asked, agent: EntityId, word: str, predicate: str) -> Answer:
    """What an agent sees, can reach or has."""
    if predicate == HELD_BY:
        found = _holding(asked.world, [predicate], target=agent)
        names = [fact.subject for fact in found]
    else:
        found = _holding(asked.world, [predicate], subject=agent)
        names = [str(fact.object) for fact in found]
    return Answer(asked.so(f"{agent} {word} {listed(names) or 'nothing'}{_caveat(asked, agent)}"), _facts(found))


def can(asked: Asked, agent: EntityId, predicate: str, thing: EntityId) -> Answer:
    """Whether an agent sees or can reach a thing."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    caveat = _caveat(asked, agent)
    found = _holding(asked.world, [predicate], subject=agent, target=thing)
    verb = "sees" if predicate == SEES else "can reach"
    if found:
        since = instant(found[0].start)
        return Answer(f"yes: {asked.so(f'{agent} {verb} {thing} since {since}{caveat}')}", _facts(found), holds=True)
    turning = _holding(asked.world, [TURNING], subject=agent, target=thing) if predicate == SEES else ()
    if turning:
        sentence = f"{agent} does not see {thing} now, but would by turning the head{caveat}"
        return Answer(f"no: {asked.so(sentence)}", _facts(turning), holds=False)
    not_so = "does not see" if predicate == SEES else "cannot reach"
    return Answer(f"no: {asked.so(f'{agent} {not_so} {thing}{caveat}')}", holds=False)


def wrong(asked: Asked, thing: EntityId | None = None) -> Answer:
    """Who believes otherwise than the owner, about what, and why."""
    if asked.owner == asked.robot:
        told = asked.worlds.get(DIVERGENCES, World()).timeline.open.values()
        # What was told when it began may have gone on: the thing was in a hand then, and is in a box now.
        now = {(str(each.agent), each.kind, str(each.object)): each.reason for each in _all_differing(asked)}
        known = [entry_fact(each) for each in told if each.predicate in (FALSE_BELIEF, IGNORANCE)]
        found = [
            msgspec.structs.replace(
                fact, reason=now.get((str(fact.subject), fact.predicate, str(fact.object)), fact.reason)
            )
            for fact in known
        ]
    elif asked.minds:
        found = [_differs(asked, each) for each in _all_differing(asked)]
    else:
        return Answer(asked.knows_not("what others believe: no world goes that deep"))
    found = [fact for fact in found if thing is None or fact.object == thing]
    about = "" if thing is None else f" about {thing}"
    text = "; ".join(fact.reason or f"{fact.subject} is wrong about {fact.object}" for fact in found)
    return Answer(asked.so(text or f"nobody is wrong{about}"), tuple(found))


def why_unseen(asked: Asked, thing: EntityId) -> Answer:
    """Why a thing is not perceived."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    world = asked.world
    robots = asked.owner == asked.robot
    if _perceived(world, thing):
        return Answer(asked.of_me(f"{thing} is seen" if robots else f"{asked.me} sees {thing}"))
    absence = _absence(world, thing)
    unseen = f"{thing} is not seen" if robots else f"{asked.me} does not see {thing}"
    if absence:
        return Answer(asked.of_me(f"{unseen}: it is {absence[0].reason or absence[0].object}"), absence)
    return Answer(asked.of_me(f"{unseen}, and nothing is known to hide it{_last_seen(world, thing)}"))


def happened(asked: Asked, thing: EntityId | None = None) -> Answer:
    """What was done, to one thing or at all; of one thing also where it has been."""
    timeline = asked.world.timeline
    events = [event for event in timeline.events() if thing is None or thing in (event.subject, event.object)]
    been = [each for each in timeline.situations(Pattern(thing)) if thing is not None and each.predicate in PLACES]
    entries = sorted([*events, *been], key=lambda entry: entry.stamp if isinstance(entry, Event) else entry.start)
    if not entries:
        return Answer(asked.so(f"nothing is known to have happened{f' to {thing}' if thing else ''}"))
    said = [entry_text(entry) for entry in entries[-EVENTS_SAID:]]
    before = f"({len(entries) - len(said)} more before); " if len(entries) > len(said) else ""
    return Answer(asked.so(before + "; ".join(said)), tuple(map(entry_fact, entries)))


def known(asked: Asked, thing: EntityId) -> Answer:
    """All that holds of a thing, whoever says so: also what no other question asks for."""
    if (unknown := _unknown(asked, thing)) is not None:
        return unknown
    held = _holding(asked.world)
    found = [each for each in held if thing in (each.subject, each.object) and each.predicate != MISSING]
    said = [
        f"{each.subject} {each.predicate}{'' if each.object in (None, True) else f' {each.object}'} since "
        f"{instant(each.start)}"
        for each in found
    ]
    return Answer(asked.so("; ".join(said) or f"nothing is known to hold of {thing}"), _facts(found))


def last_seen(asked: Asked, agent: EntityId, thing: EntityId) -> Answer:
    """When an agent last saw a thing."""
    world = asked.of(agent)
    if world is None:
        return Answer(asked.knows_not(f"what {agent} saw"))
    so = asked.of_me if agent == asked.me else asked.so
    seen = float(world.state.seen[world.structure.row(thing)]) if thing in world else float("-inf")
    if not np.isfinite(seen):
        return Answer(so(f"{agent} has never seen {thing}"))
    fact = Fact(agent, SEES, thing, seen, until=seen)
    if seen == world.stamp:
        return Answer(so(f"{agent} sees {thing} now, at {instant(seen)}"), (fact,))
    return Answer(so(f"{agent} last saw {thing} at {instant(seen)}, {world.stamp - seen:.1f} s before this"), (fact,))


def _unknown(asked: Asked, thing: EntityId) -> Answer | None:
    if thing in asked.world:
        return None
    if thing in asked.worlds[STABLE]:
        return Answer(asked.knows_not(f"of {thing}"))
    return Answer(f"{thing} has not been perceived by {instant(asked.world.stamp)}.")


def _steps(world: World, thing: EntityId) -> Iterator[Situation]:
    """From a thing to what it is in, on or held by, and on from there."""
    known, passed = places(world), set[str]()
    step = known.get(thing)
    while step is not None and step.subject not in passed:
        passed.add(step.subject)
        yield step
        step = known.get(EntityId(str(step.object)))


def _holding(
    world: World,
    predicates: Collection[str] | None = None,
    *,
    subject: str | None = None,
    target: str | None = None,
) -> list[Situation]:
    found = [
        situation
        for situation in world.timeline.open.values()
        if (predicates is None or situation.predicate in predicates)
        and subject in (None, situation.subject)
        and target in (None, situation.object)
    ]
    return sorted(found, key=lambda situation: (situation.subject, str(situation.object)))


def _all_differing(asked: Asked) -> list[Divergence]:
    """What the owner believes others to be wrong about."""
    me = EntityId(asked.me)
    return [
        each
        for agent, believed in asked.minds.items()
        for each in divergences(believed, asked.world, agent=agent, other=me, robot=me)
    ]


def _differs(asked: Asked, each: Divergence) -> Fact:
    return Fact(each.agent, each.kind, each.object, asked.world.stamp, reason=each.reason)


def _caveat(asked: Asked, agent: EntityId) -> str:
    """What is known of somebody who is out of sight may be old."""
    world = asked.world
    if agent not in world or agent == asked.me or agent == asked.robot:
        return ""
    if _perceived(world, agent):
        return ""
    seen = float(world.state.seen[world.structure.row(agent)])
    return f" ({agent} was last seen at {instant(seen)})" if np.isfinite(seen) else f" ({agent} has not been seen)"


def _absence(world: World, thing: EntityId) -> tuple[Fact, ...]:
    return _facts(_holding(world, [MISSING], subject=thing))


def _perceived(world: World, name: EntityId) -> bool:
    return bool(world.state.perceived[world.structure.row(name)])


def _last_seen(world: World, thing: EntityId) -> str:
    """When something unseen was seen last, as the end of a sentence."""
    seen = float(world.state.seen[world.structure.row(thing)])
    return f"; {thing} was last seen at {instant(seen)}" if np.isfinite(seen) and not _perceived(world, thing) else ""


def entry_text(entry: Event | Situation) -> str:
    """What happened or was so, and when."""
    if isinstance(entry, Situation):
        until = "" if entry.end is None else f" until {instant(entry.end)}"
        return f"{entry.subject} was {WORDS[entry.predicate]} {entry.object} from {instant(entry.start)}{until}"
    verb = VERBS.get(entry.predicate, entry.predicate)
    target = "" if entry.object is None else f" {entry.object}"
    return f"{entry.subject or 'somebody'} {verb}{target} at {instant(entry.stamp)}"


def _facts(found: Sequence[Situation]) -> tuple[Fact, ...]:
    return tuple(map(entry_fact, found))
