"""Shared plans: clearing a table from 5 to 200 things, beside GTPyhop and Aries where they are installed."""

import time
from collections.abc import Callable, Iterator
from random import Random

from benchmarks import planning_judge
from benchmarks.planning_peers import aries_makespan, gtpyhop_seconds
from benchmarks.tables import table
from midworld.planning import (
    Demand,
    Domain,
    Plan,
    Problem,
    TemporalNetwork,
    TracedState,
    solve,
)

# The best known is what this many seconds find.
LONG_S = 60.0
SIZES = (5, 10, 20, 40)
INSTANCES = 24
PLACES = {"far": ("robot",), "near": ("ann",), "both": ("robot", "ann"), "middle": ("robot", "ann")}

Facts = list[tuple[str, ...]]


def table_domain(seconds: dict[str, dict[str, int]]) -> Domain:
    """Clearing a table with durations by agent and action."""
    domain = Domain("table")

    def lasting(name: str) -> Callable[..., float]:
        def told(agent: str, *_: str) -> float:
            return float(seconds[agent][name])

        return told

    @domain.action(lasting("take"))
    def take(state: TracedState, agent: str, thing: str, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("isOn", thing, place)
        state.require("canReach", agent, place)
        state.forbid("busy", agent)
        state.remove("isOn", thing, place)
        state.add("holds", agent, thing)
        state.add("busy", agent)

    @domain.action(lasting("put"))
    def put(state: TracedState, agent: str, thing: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("holds", agent, thing)
        state.remove("holds", agent, thing)
        state.remove("busy", agent)
        state.add("isOn", thing, "middle")

    @domain.action(lasting("throw"))
    def throw(state: TracedState, agent: str, thing: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("holds", agent, thing)
        state.require("canReach", agent, "bin")
        state.remove("holds", agent, thing)
        state.remove("busy", agent)
        state.add("isIn", thing, "bin")

    @domain.method("clean")
    def alone(state: TracedState, thing: str) -> Iterator[list[tuple[str, ...]]]:  # pyright: ignore[reportUnusedFunction]
        place = state.the("isOn", thing)
        for agent, _ in state.find("canReach", None, place):
            if state.holds("canReach", agent, "bin"):
                yield [("take", agent, thing, place), ("throw", agent, thing)]

    @domain.method("clean")
    def hand_on(state: TracedState, thing: str) -> Iterator[list[tuple[str, ...]]]:  # pyright: ignore[reportUnusedFunction]
        place = state.the("isOn", thing)
        for giver, _ in state.find("canReach", None, place):
            for taker in ("robot", "ann"):
                if taker != giver and state.holds("canReach", taker, "bin"):
                    yield [
                        ("take", giver, thing, place),
                        ("put", giver, thing),
                        ("take", taker, thing, "middle"),
                        ("throw", taker, thing),
                    ]

    return domain


def instance(count: int, seed: int) -> tuple[Problem, Facts, dict[str, dict[str, int]]]:
    """Things on places of chance, and paces of chance; in half of them only Ann reaches the bin."""
    chance = Random(seed)
    seconds = {
        agent: {name: chance.randrange(low, high) for name in ("take", "put", "throw")}
        for agent, low, high in (("robot", 2, 6), ("ann", 1, 5))
    }
    facts: Facts = [("canReach", agent, place) for place, agents in PLACES.items() for agent in agents]
    facts += [("canReach", agent, "bin") for agent in (("ann",) if seed % 2 else ("robot", "ann"))]
    things = [f"thing{number}" for number in range(count)]
    facts += [("isOn", thing, chance.choice(("far", "near", "both"))) for thing in things]
    problem = table_domain(seconds).problem(
        facts,
        [("clean", thing) for thing in things],
        agents={"robot": "robot", "ann": "human"},
        goal=[("isIn", thing, "bin") for thing in things],
    )
    return problem, facts, seconds


def _timed(problem: Problem, **options: object) -> tuple[float, Plan]:
    start = time.perf_counter()
    found = solve(problem, **options)  # pyright: ignore[reportArgumentType]
    assert isinstance(found, Plan)
    return time.perf_counter() - start, found


def _best_of(problem: Problem, tries: int = 5) -> tuple[float, Plan]:
    return min((_timed(problem, first=True) for _ in range(tries)), key=lambda each: each[0])


def sizes() -> None:
    """How fast a first plan comes, and how good one of 0.2 and 1 s is."""
    rows: list[list[str]] = []
    for count in (*SIZES, 200):
        problem, facts, _ = instance(count, 2)
        seconds, first = _best_of(problem)
        peer = gtpyhop_seconds(facts, count) if count in SIZES else None
        quick, better, best = (_timed(problem, within=each)[1] for each in (0.2, 1.0, LONG_S))
        rows.append(
            [
                f"{count}",
                f"{seconds * 1e3:.1f}",
                "-" if peer is None else f"{peer * 1e3:.1f}",
                "-" if peer is None else f"{seconds / peer:.2f}",
                f"{first.makespan:g}",
                f"{quick.makespan:g}",
                f"{better.makespan:g}",
                f"{best.makespan:g}",
                f"{quick.makespan / best.makespan - 1:+.1%}",
            ]
        )
    head = [
        "things",
        "first plan, ms",
        "GTPyhop, ms",
        "ratio",
        "makespan, s",
        "0.2 s",
        "1 s",
        f"{LONG_S:g} s",
        "0.2 s over best",
    ]
    table("planning", "Clearing a table with two agents", head, rows)


def optima() -> None:
    """One second against proved optima."""
    rows: list[list[str]] = []
    for seed in range(INSTANCES):
        problem, facts, seconds = instance(2 + seed % 4, seed)
        found = _timed(problem, within=1.0)[1]
        proved = aries_makespan(facts, seconds)
        if proved is None:
            continue
        rows.append(
            [f"{seed}", f"{2 + seed % 4}", f"{found.makespan:g}", f"{proved:g}", f"{found.makespan / proved - 1:+.1%}"]
        )
    if rows:
        table(
            "planning_optima",
            "One second against Aries' proved optima",
            ["seed", "things", "here", "optimum", "over"],
            rows,
        )


def times() -> None:
    """A temporal network of 800 points."""
    chance = Random(1)
    demands: list[Demand] = []
    last = ["start"] * 4
    for number in range(400):
        start, end = f"{number}.start", f"{number}.end"
        demands.append(Demand(last[number % 4], start, 0.0, float("inf")))
        demands.append(Demand(start, end, 2.0, 5.0))
        demands.append(Demand("start", end, 0.0, 4000.0))
        if number > 8 and chance.random() < 0.4:
            demands.append(Demand(f"{chance.randrange(number - 8, number)}.end", start, 0.0, float("inf")))
        last[number % 4] = end
    begun = time.perf_counter()
    network = TemporalNetwork()
    network.add(demands)
    built = time.perf_counter() - begun
    seen: list[float] = []
    for number in range(0, 400, 10):
        least, _ = network.bounds(f"{number}.start")
        begun = time.perf_counter()
        network.observe(f"{number}.start", least + 0.3)
        seen.append(time.perf_counter() - begun)
    row = [f"{len(network)}", f"{built * 1e3:.1f}", f"{sorted(seen)[20] * 1e3:.2f}", f"{max(seen) * 1e3:.2f}"]
    table("planning_times", "A temporal network", ["points", "build, ms", "observation, ms", "the slowest"], [row])


def main() -> None:
    times()
    planning_judge.main()
    sizes()
    optima()
