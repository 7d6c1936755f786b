"""Bringing somebody another one of what they have: the book walkthrough (X11)."""

from collections.abc import Iterator

from midworld.planning import Domain, TracedState

domain = Domain("book", asks=("?what isAt ?where",))


@domain.action((4.0, 8.0))
def go(state: TracedState, agent: str, place: str) -> None:
    """Somebody goes to a place."""
    state.remove("isAt", agent, state.the("isAt", agent))
    state.add("isAt", agent, place)


@domain.action((2.0, 4.0))
def take(state: TracedState, agent: str, thing: str) -> None:
    """Somebody takes what lies where they are."""
    place = state.the("isAt", agent)
    state.require("isOn", thing, place)
    state.remove("isOn", thing, place)
    state.add("hasInHand", agent, thing)


@domain.action((2.0, 5.0), effort=1.0)
def give(state: TracedState, giver: str, receiver: str, thing: str) -> None:
    """Hand to hand, together."""
    state.require("hasInHand", giver, thing)
    if state.the("isAt", giver) != state.the("isAt", receiver):
        state.require("isAt", giver, state.the("isAt", receiver))
    state.remove("hasInHand", giver, thing)
    state.add("hasInHand", receiver, thing)


@domain.method("Give")
def fetch(state: TracedState, giver: str, receiver: str, thing: str) -> list[tuple[str, ...]]:
    """Go there, take it, come back and hand it over."""
    there = state.the("isOn", thing)
    here = state.the("isAt", receiver)
    return [("reach", giver, there), ("take", giver, thing), ("reach", giver, here), ("give", giver, receiver, thing)]


@domain.method("GiveAnother")
def another(state: TracedState, giver: str, receiver: str, thing: str) -> Iterator[list[tuple[str, ...]]]:
    """Anything of the same class that is not this one."""
    for other, _ in state.find("type", None, state.the("type", thing)):
        if other != thing:
            yield [("Give", giver, receiver, other)]


@domain.method("reach")
def stay(state: TracedState, agent: str, place: str) -> list[tuple[str, ...]]:
    """Whoever is there stays."""
    state.require("isAt", agent, place)
    return []


@domain.method("reach")
def walk(state: TracedState, agent: str, place: str) -> list[tuple[str, ...]]:
    """Whoever is not goes."""
    state.forbid("isAt", agent, place)
    return [("go", agent, place)]
