"""Tidying up: what one cannot bring away alone, another takes from a place both can reach. For table, bins, kitchen."""

from collections.abc import Iterator

from midworld.planning import Domain, TracedState

domain = Domain("tidy")


def _pace(agent: str, *_: str) -> tuple[float, float]:
    return (3.0, 5.0) if agent == "robot" else (1.0, 3.0)


@domain.action(_pace)
def take(state: TracedState, agent: str, thing: str, place: str) -> None:
    """Somebody whose hand is free takes a thing from where it is."""
    state.require("isOn", thing, place)
    state.require("canReach", agent, place)
    state.forbid("busy", agent)
    state.remove("isOn", thing, place)
    state.add("hasInHand", agent, thing)
    state.add("busy", agent)


@domain.action(_pace)
def put(state: TracedState, agent: str, thing: str, place: str) -> None:
    """What is in the hand is put somewhere."""
    state.require("hasInHand", agent, thing)
    state.require("canReach", agent, place)
    state.remove("hasInHand", agent, thing)
    state.remove("busy", agent)
    state.add("isOn", thing, place)


@domain.action(2.0)
def throw(state: TracedState, agent: str, thing: str, container: str) -> None:
    """What is in the hand is thrown away."""
    state.require("hasInHand", agent, thing)
    state.require("canReach", agent, container)
    state.remove("hasInHand", agent, thing)
    state.remove("busy", agent)
    state.add("isIn", thing, container)


@domain.method("clean")
def alone(state: TracedState, thing: str, container: str) -> Iterator[list[tuple[str, ...]]]:
    """Whoever reaches both does it."""
    place = state.the("isOn", thing)
    for agent, _ in state.find("canReach", None, place):
        if state.holds("canReach", agent, container):
            yield [("take", agent, thing, place), ("throw", agent, thing, container)]


@domain.method("clean")
def hand_on(state: TracedState, thing: str, container: str) -> Iterator[list[tuple[str, ...]]]:
    """One brings it to where the other reaches it."""
    place = state.the("isOn", thing)
    for giver, _ in state.find("canReach", None, place):
        for _, middle in state.find("canReach", giver, None):
            if not state.holds("shared", middle) or middle == place:
                continue
            for taker, _ in state.find("canReach", None, middle):
                if taker != giver and state.holds("canReach", taker, container):
                    yield [
                        ("take", giver, thing, place),
                        ("put", giver, thing, middle),
                        ("take", taker, thing, middle),
                        ("throw", taker, thing, container),
                    ]
