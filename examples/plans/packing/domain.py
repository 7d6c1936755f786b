"""Packing for a home move with two people: boxes have to be folded, filled in any order, and closed."""

from collections.abc import Iterator

from midworld.planning import Domain, Network, TracedState, ordered, unordered

domain = Domain("packing")


@domain.action((4.0, 6.0))
def fold(state: TracedState, agent: str, box: str) -> None:
    """A flat box is made ready."""
    state.require("flat", box)
    state.remove("flat", box)
    state.add("ready", box)


@domain.action((2.0, 4.0))
def pack(state: TracedState, agent: str, thing: str, box: str) -> None:
    """A thing goes into a box that is open."""
    state.require("ready", box)
    place = state.the("isOn", thing)
    state.require("canReach", agent, place)
    state.remove("isOn", thing, place)
    state.add("isIn", thing, box)


@domain.action((5.0, 9.0), effort=3.0)
def carry(state: TracedState, one: str, other: str, box: str) -> None:
    """Full boxes are heavy: two carry them."""
    state.require("closed", box)
    state.add("isAt", box, "van")


@domain.action(2.0)
def close(state: TracedState, agent: str, box: str) -> None:
    """Nothing goes in any more."""
    state.require("ready", box)
    state.remove("ready", box)
    state.add("closed", box)


@domain.method("move_out")
def box_by_box(state: TracedState, box: str) -> Network:
    """Folded, then filled, then closed and carried."""
    things = [thing for thing, _ in state.find("belongsIn", None, box)]
    fill = unordered(*(("stow", thing, box) for thing in things))
    return ordered(("somebody_folds", box), fill, ("somebody_closes", box), ("two_carry", box))


@domain.method("stow")
def whoever_reaches(state: TracedState, thing: str, box: str) -> Iterator[list[tuple[str, ...]]]:
    """Any agent who reaches it."""
    for agent, _ in state.find("canReach", None, state.the("isOn", thing)):
        yield [("pack", agent, thing, box)]


@domain.method("somebody_folds")
def anybody_folds(state: TracedState, box: str) -> Iterator[list[tuple[str, ...]]]:
    """Anybody with two hands."""
    for (agent,) in state.find("handy", None):
        yield [("fold", agent, box)]


@domain.method("somebody_closes")
def anybody_closes(state: TracedState, box: str) -> Iterator[list[tuple[str, ...]]]:
    """Anybody with two hands."""
    for (agent,) in state.find("handy", None):
        yield [("close", agent, box)]


@domain.method("two_carry")
def both(state: TracedState, box: str) -> Iterator[list[tuple[str, ...]]]:
    """Any two of the strong."""
    strong = [agent for (agent,) in state.find("strong", None)]
    for place, one in enumerate(strong):
        for other in strong[place + 1 :]:
            yield [("carry", one, other, box)]
