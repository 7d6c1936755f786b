"""A robot that brings a pepper mill on its tray: a small domain with `!imagine`."""

from midworld.planning import Domain, Plan, Problem, TracedState, solve


def _pace(robot: str, place: str, speed: str) -> tuple[float, float]:
    return (10.0, 12.0) if speed == "fast" else (20.0, 24.0)


def courier(ways: tuple[str, ...] = ("driving", "creeping")) -> Domain:
    """Drives fast unless told otherwise; creeps where driving is barred."""
    domain = Domain("courier")

    @domain.action((2.0, 4.0))
    def lift(state: TracedState, robot: str, thing: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.remove("on", thing, state.the("on", thing))
        state.add("holding", robot, thing)

    @domain.action((2.0, 4.0))
    def put(state: TracedState, robot: str, thing: str, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("holding", robot, thing)
        state.remove("holding", robot, thing)
        state.add("on", thing, place)

    @domain.action(_pace)
    def drive(state: TracedState, robot: str, place: str, speed: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.remove("at", robot, state.the("at", robot))
        state.add("at", robot, place)

    @domain.action(30.0)
    def creep(state: TracedState, robot: str, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.remove("at", robot, state.the("at", robot))
        state.add("at", robot, place)

    @domain.method("bring")
    def bring(state: TracedState, robot: str, thing: str, place: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [
            ("!imagine", "!drive", robot, place, "slow/fast"),
            ("load", robot, thing),
            ("ride", robot, place),
            ("lift", robot, thing),
            ("put", robot, thing, place),
        ]

    @domain.method("load")
    def on_tray(state: TracedState, robot: str, thing: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("lift", robot, thing), ("put", robot, thing, "tray")]

    def driving(state: TracedState, robot: str, place: str) -> list[tuple[str, ...]]:
        return [("drive", robot, place, "fast")]

    def creeping(state: TracedState, robot: str, place: str) -> list[tuple[str, ...]]:
        return [("creep", robot, place)]

    for way in (driving, creeping):
        if way.__name__ in ways:
            domain.method("ride")(way)
    return domain


def errand(ways: tuple[str, ...] = ("driving", "creeping")) -> tuple[Problem, Plan]:
    """The mill from the counter to the table."""
    facts = [("on", "mill", "counter"), ("at", "pr2", "counter")]
    problem = courier(ways).problem(facts, [("bring", "pr2", "mill", "table")], agents={"pr2": "robot"})
    found = solve(problem, rounds=10)
    assert isinstance(found, Plan)
    return problem, found
