"""Bringing things into containers and hands, together: what one cannot do alone, another goes on with."""

from collections.abc import Iterable, Iterator

from ....errors import UnknownName
from ....planning import Domain, Fact, Problem, TracedState

domain = Domain("cleaning")
ROBOT = "robot"
# Things somebody may put others on: what anything stands on, but for the floor.
SURFACE = "surface"


def _pace(agent: str, *_: str) -> tuple[float, float]:
    return (3.0, 8.0) if agent == "robot" else (2.0, 6.0)


def _can(state: TracedState, agent: str) -> None:
    state.forbid("away", agent)
    state.forbid("unwilling", agent)


@domain.action(_pace, by=("agent",))
def take(state: TracedState, agent: str, thing: str, place: str) -> None:
    """Somebody takes a thing that lies within reach."""
    _can(state, agent)
    state.require("isOn", thing, place)
    state.require("canReach", agent, thing)
    state.forbid("busy", agent)
    state.remove("isOn", thing, place)
    state.add("isHeldBy", thing, agent)
    state.add("busy", agent)


@domain.action(_pace, by=("agent",))
def put(state: TracedState, agent: str, thing: str, place: str, other: str) -> None:
    """What is in the hand is put where another reaches it."""
    _can(state, agent)
    state.require("isHeldBy", thing, agent)
    state.remove("isHeldBy", thing, agent)
    state.remove("busy", agent)
    state.add("isOn", thing, place)
    state.add("canReach", other, thing)


@domain.action(_pace, by=("agent",))
def throw(state: TracedState, agent: str, thing: str, container: str) -> None:
    """What is in the hand is thrown away."""
    _can(state, agent)
    state.require("isHeldBy", thing, agent)
    state.require("canReach", agent, container)
    state.remove("isHeldBy", thing, agent)
    state.remove("busy", agent)
    state.add("isIn", thing, container)


@domain.method("clean")
def nothing(state: TracedState, thing: str, container: str) -> list[tuple[str, ...]]:
    """It is there already."""
    state.require("isIn", thing, container)
    return []


@domain.method("clean")
def in_hand(state: TracedState, thing: str, container: str) -> Iterator[list[tuple[str, ...]]]:
    """Whoever has it and reaches the container throws it; who does not, puts it down for somebody who does."""
    for _, holder in state.find("isHeldBy", thing, None):
        if state.holds("canReach", holder, container):
            yield [("throw", holder, thing, container)]
        else:
            for taker, _ in state.find("canReach", None, container):
                for (place,) in state.find(SURFACE, None) if taker != holder else ():
                    yield [("put", holder, thing, place, taker), ("clean_from", taker, thing, place, container)]


@domain.method("clean")
def lying(state: TracedState, thing: str, container: str) -> Iterator[list[tuple[str, ...]]]:
    """Whoever reaches both does it; otherwise one brings it to where the other reaches it."""
    place = state.the("isOn", thing)
    reaching = [agent for agent, _ in state.find("canReach", None, thing)]
    for agent in reaching:
        if state.holds("canReach", agent, container):
            yield [("take", agent, thing, place), ("throw", agent, thing, container)]
    for giver in reaching:
        for taker, _ in state.find("canReach", None, container):
            if taker != giver:
                put_down = ("put", giver, thing, place, taker)
                yield [("take", giver, thing, place), put_down, ("clean_from", taker, thing, place, container)]


@domain.method("clean_from")
def from_there(state: TracedState, taker: str, thing: str, place: str, container: str) -> list[tuple[str, ...]]:
    """The second half of a hand-on."""
    return [("take", taker, thing, place), ("throw", taker, thing, container)]


@domain.action((4.0, 24.0), by=("robot",))
def give(state: TracedState, robot: str, thing: str, person: str) -> None:
    """What is in the robot's hand is held out until a person has taken it."""
    state.forbid("away", person)
    state.forbid("unwilling", person)
    state.require("isHeldBy", thing, robot)
    state.remove("isHeldBy", thing, robot)
    state.remove("busy", robot)
    state.add("isHeldBy", thing, person)


@domain.method("bring")
def has_it(state: TracedState, thing: str, person: str) -> list[tuple[str, ...]]:
    """The person has it already."""
    state.require("isHeldBy", thing, person)
    return []


@domain.method("bring")
def from_hand(state: TracedState, thing: str, person: str) -> list[tuple[str, ...]]:
    """The robot has it in its hand."""
    state.require("isHeldBy", thing, ROBOT)
    return [("give", ROBOT, thing, person)]


@domain.method("bring")
def from_place(state: TracedState, thing: str, person: str) -> list[tuple[str, ...]]:
    """The robot takes it from where it stands."""
    return [("take", ROBOT, thing, state.the("isOn", thing)), ("give", ROBOT, thing, person)]


# The task that brings a fact about.
TASKS = {"isIn": "clean", "isHeldBy": "bring"}


def problem(facts: Iterable[Fact], goal: Iterable[Fact], people: Iterable[str]) -> Problem:
    """What brings some facts about, `isIn` a container or `isHeldBy` a person, from what holds."""
    wanted = tuple(goal)
    for each in wanted:
        if each[0] not in TASKS:
            raise UnknownName("goal", each[0], TASKS)
    known = list(facts)
    known += [("busy", each[2]) for each in known if each[0] == "isHeldBy"]
    known += [(SURFACE, each) for each in sorted({each[2] for each in known if each[0] == "isOn"} - {"floor"})]
    agents = {ROBOT: "robot", **dict.fromkeys(people, "human")}
    return domain.problem(known, [(TASKS[fact], *rest) for fact, *rest in wanted], agents=agents, goal=wanted)
