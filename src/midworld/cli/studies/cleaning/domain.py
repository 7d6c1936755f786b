"""Cleaning a table together: what one cannot bring away alone, another takes from where both reach it."""

from collections.abc import Iterable, Iterator

from ....planning import Domain, Fact, Problem, TracedState

domain = Domain("cleaning")
TABLE = "table"


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
                if taker != holder:
                    yield [("put", holder, thing, TABLE, taker), ("clean_from", taker, thing, container)]


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
                yield [("take", giver, thing, place), put_down, ("clean_from", taker, thing, container)]


@domain.method("clean_from")
def from_the_table(state: TracedState, taker: str, thing: str, container: str) -> list[tuple[str, ...]]:
    """The second half of a hand-on."""
    return [("take", taker, thing, TABLE), ("throw", taker, thing, container)]


def problem(facts: Iterable[Fact], things: Iterable[str], container: str, people: Iterable[str]) -> Problem:
    """Everything into the container, from what holds."""
    wanted = tuple(things)
    known = list(facts)
    known += [("busy", each[2]) for each in known if each[0] == "isHeldBy"]
    agents = {"robot": "robot", **dict.fromkeys(people, "human")}
    tasks = [("clean", thing, container) for thing in wanted]
    return domain.problem(known, tasks, agents=agents, goal=[("isIn", thing, container) for thing in wanted])
