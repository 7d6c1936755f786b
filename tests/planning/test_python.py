"""Domains in Python, minds, branches, times and words."""

import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.errors import MidworldError, UnknownName
from midworld.planning import (
    Demand,
    Domain,
    Impossible,
    Plan,
    Preferences,
    Problem,
    Report,
    TemporalNetwork,
    TimesClash,
    TracedState,
    differences,
    explained,
    gantt_svg,
    gantt_text,
    load,
    ordered,
    plan_network,
    projected_facts,
    solve,
    unordered,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "plans"


def example(name: str) -> Problem:
    folder, problem = ("tidy", name) if name in ("table", "bins", "kitchen") else (name, "problem")
    return load(EXAMPLES / folder / "domain.py", EXAMPLES / folder / f"{problem}.py").problem


def planned(problem: Problem, liked: Preferences | None = None, rounds: int = 20) -> Plan:
    found = solve(problem, liked, rounds=rounds)
    assert isinstance(found, Plan)
    for action in found.actions:
        for other in action.after:
            assert found.actions[other].end <= action.start
    for agent in found.agents:
        stream = found.stream(agent.name)
        assert all(one.end <= then.start for one, then in pairwise(stream))
    return found


def test_x16_what_one_cannot_reach_the_other_brings() -> None:
    found = planned(example("table"))
    links = [
        (found.actions[each.maker or 0].task, found.actions[each.taker].task, each.fact)
        for each in found.synchronisations
    ]
    assert (
        ("put", "robot", "GREY_TAPE", "middle"),
        ("take", "human", "GREY_TAPE", "middle"),
        ("isOn", "GREY_TAPE", "middle"),
    ) in links
    needed = [
        each.fact for each in found.links if found.actions[each.taker].task == ("take", "robot", "GREY_TAPE", "far")
    ]
    assert ("isOn", "GREY_TAPE", "far") in needed


def test_x19_nobody_waits_where_that_is_wished() -> None:
    quick = planned(example("bins"), Preferences({"makespan": 1.0, "human_effort": 0.0001}))
    liked = planned(example("bins"), Preferences({"makespan": 0.1, "wasted_time": 1.0}), rounds=60)
    assert liked.counts["wasted_time"] < quick.counts["wasted_time"]
    assert liked.counts["wasted_time"] == 0.0
    assert liked.stream("robot")[0].task == ("take", "robot", "bottle", "left")


def test_x11_another_book_is_fetched_and_handed_over_together() -> None:
    found = planned(example("book"))
    assert [each.task[0] for each in found.actions] == ["go", "take", "go", "give"]
    assert found.actions[-1].task == ("give", "robot", "human", "BOOK2")
    assert found.actions[-1].agents == ("robot", "human")


def test_boxes_are_packed_at_the_same_time() -> None:
    first = solve(example("packing"), first=True)
    assert isinstance(first, Plan)
    assert planned(example("packing"), rounds=150).makespan < first.makespan


def test_a_kitchen_of_forty_things() -> None:
    found = planned(example("kitchen"), rounds=8)
    assert len(found.roots) == 40
    busy = max(sum(each.seconds for each in found.stream(name)) for name in ("robot", "ann"))
    assert found.makespan <= busy * 1.1


def test_deep_hierarchies_need_no_recursion() -> None:
    domain = Domain("chain")

    @domain.action()
    def work(state: TracedState, who: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("worked", who)

    @domain.method("all")
    def one_after_the_other(state: TracedState, left: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("work", "pr2"), ("all", str(int(left) - 1))] if left != "0" else []

    problem = domain.problem((), [("all", "3000")], agents={"pr2": "robot"})
    found = solve(problem, first=True)
    assert isinstance(found, Plan)
    assert found.makespan == 3000.0


def cupboard(*, chooses: bool = False) -> Domain:
    domain = Domain("cupboard")

    @domain.action(3.0)
    def fetch(state: TracedState, who: str, thing: str) -> None:  # pyright: ignore[reportUnusedFunction]
        place = state.the("isIn", thing)
        state.remove("isIn", thing, place)
        state.add("isHeldBy", thing, who)

    @domain.action(1.0)
    def wave(state: TracedState, who: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.add("waved", who)

    chooser = "who" if chooses else None

    @domain.method("help", chooser=chooser)
    def bring(state: TracedState, who: str, thing: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("fetch", who, thing)]

    @domain.method("help", chooser=chooser)
    def refuse(state: TracedState, who: str, thing: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [("wave", who), ("wave", who), ("wave", who), ("wave", who)]

    return domain


TRUTH, BELIEF = ("isIn", "cup", "box"), ("isIn", "cup", "drawer")


@pytest.mark.parametrize(
    ("believed", "task", "told"),
    [
        ([BELIEF], ("fetch", "ann", "cup"), True),
        ([], ("fetch", "ann", "cup"), True),
        ([TRUTH], ("fetch", "ann", "cup"), False),
        ([BELIEF], ("fetch", "pr2", "cup"), False),
        ([BELIEF], ("wave", "ann"), False),
    ],
)
def test_people_are_told_what_they_need_and_nothing_else(
    believed: list[tuple[str, ...]], task: tuple[str, ...], told: bool
) -> None:
    problem = cupboard().problem(
        [TRUTH], [task], agents={"pr2": "robot", "ann": "human"}, beliefs=differences([TRUTH], {"ann": believed})
    )
    found = planned(problem)
    words = [each.task for each in found.actions if each.task[0] == "tell"]
    assert words == ([("tell", "pr2", "ann", *TRUTH)] if told else [])
    if told:
        assert found.actions[0].task[0] == "tell"
        assert [each.fact for each in found.synchronisations + found.links if each.maker == 0] == [
            ("knows", "ann", *TRUTH)
        ]


def test_who_sees_it_is_shown() -> None:
    problem = cupboard().problem(
        [TRUTH, ("canSee", "ann", "cup")],
        [("fetch", "ann", "cup")],
        agents={"pr2": "robot", "ann": "human"},
        beliefs={"ann": {TRUTH: False}},
    )
    assert [each.task[0] for each in planned(problem).actions] == ["show", "fetch"]


def test_who_is_away_does_not_learn_and_is_told_once() -> None:
    domain = cupboard()
    problem = domain.problem(
        [TRUTH, ("away", "ann")],
        [("fetch", "ann", "cup"), ("wave", "ann")],
        agents={"pr2": "robot", "ann": "human"},
        beliefs={"ann": {TRUTH: False}},
    )
    assert [each.task[0] for each in planned(problem).actions].count("tell") == 1


def test_a_person_who_can_choose_gets_a_branch() -> None:
    problem = cupboard(chooses=True).problem([TRUTH], [("help", "ann", "cup")], agents={"pr2": "robot", "ann": "human"})
    found = planned(problem)
    assert [each.method for each in found.tasks] == ["bring"]
    assert [(each.chooser, each.method, len(each.plan.actions)) for each in found.branches] == [("ann", "refuse", 4)]
    assert any("ann rather chooses “refuse”" in line for line in explained(found))
    plain = cupboard().problem([TRUTH], [("help", "ann", "cup")], agents={"pr2": "robot", "ann": "human"})
    assert planned(plain).branches == ()


def test_a_plan_is_told_and_drawn() -> None:
    found = planned(example("table"))
    told = "\n".join(explained(found))
    assert "“clean GREY_TAPE PINK_BOX” was asked for; it is done by “hand on”." in told
    assert "human waits for robot: “take GREY_TAPE middle” needs that GREY_TAPE is on middle." in told
    assert "robot does “take GREY_TAPE far” for “clean GREY_TAPE PINK_BOX”: robot can reach far." in told
    lines = list(gantt_text(found))
    assert lines[0].startswith("robot |")
    assert gantt_svg(found).count("<rect") == len(found.actions) + 1
    assert gantt_svg(found).count("marker-end") == len(found.synchronisations)


def test_slips_in_a_domain_are_sentences() -> None:
    domain = cupboard()
    with pytest.raises(UnknownName, match="did you mean fetch"):
        domain.problem((), [("fetsh", "ann", "cup")], agents={})
    with pytest.raises(MidworldError, match="takes 2 arguments, not 1"):
        domain.problem((), [("fetch", "ann")], agents={})

    @domain.method("write")
    def writes(state: TracedState) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        state.add("x")
        return []

    with pytest.raises(MidworldError, match="a method only reads"):
        solve(domain.problem((), [("write",)], agents={"pr2": "robot"}))
    missing = solve(domain.problem((), [("fetch", "pr2", "cup")], agents={"pr2": "robot"}))
    assert missing == Impossible("(fetch pr2 cup)", "(isIn cup ?)")


def test_networks_nest() -> None:
    network = ordered(("a",), unordered(("b",), ordered(("c",), ("d",))), ("e",))
    assert [each[0] for each in network.tasks] == ["a", "b", "c", "d", "e"]
    assert network.shape.before == ((), (0,), (0,), (2,), (1, 3))


def test_times_of_a_plan_and_a_late_person() -> None:
    found = planned(example("table"))
    network = plan_network(found, deadline=60.0)
    person = found.stream("human")[0]
    least, most = network.bounds(f"{person.id}.start")
    assert least <= person.start <= most
    with pytest.raises(TimesClash) as clash:
        network.observe(f"{person.id}.start", 1000.0)
    assert any("60" in str(each) for each in clash.value.cycle)
    assert network.bounds(f"{person.id}.start") == (least, most)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(-4, 6), st.integers(0, 5)), max_size=14))
def test_bounds_are_the_shortest_paths(edges: list[tuple[int, int, int, int]]) -> None:
    demands = [Demand(f"p{a}", f"p{b}", float(low), float(low + width)) for a, b, low, width in edges if a != b]
    demands += [Demand("start", f"p{each}", 0.0, 20.0) for each in range(7)]
    names = ["start", *(f"p{each}" for each in range(7))]
    far = {(one, other): 0.0 if one == other else math.inf for one in names for other in names}
    for each in demands:
        far[each.first, each.then] = min(far[each.first, each.then], each.most)
        far[each.then, each.first] = min(far[each.then, each.first], -each.least)
    for middle in names:
        for one in names:
            for other in names:
                far[one, other] = min(far[one, other], far[one, middle] + far[middle, other])
    network = TemporalNetwork()
    if any(far[each, each] < 0 for each in names):
        with pytest.raises(TimesClash):
            network.add(demands)
        assert len(network) == 1
    else:
        network.add(demands)
        for each in names[1:]:
            assert network.bounds(each) == pytest.approx((-far[each, "start"], far["start", each]))


def tray() -> Domain:
    """A robot that carries a pepper mill on its tray; `imagine` costs nothing and changes nothing."""
    domain = Domain("tray")

    @domain.action()
    def pick_up_object(state: TracedState, thing: str, arm: str) -> None:  # pyright: ignore[reportUnusedFunction]
        place = state.the("on", thing)
        state.require("robotAt", f"PMA-{place}")
        state.remove("on", thing, place)
        state.add("holding", thing, arm)

    @domain.action()
    def put_object(state: TracedState, thing: str, arm: str, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.require("holding", thing, arm)
        state.remove("holding", thing, arm)
        state.add("on", thing, place)

    @domain.action()
    def drive(state: TracedState, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state.remove("robotAt", state.the("robotAt"))
        state.add("robotAt", place)

    @domain.action()
    def imagine(state: TracedState, task: str, thing: str, place: str) -> None:  # pyright: ignore[reportUnusedFunction]
        pass

    @domain.method("bring")
    def on_the_tray(state: TracedState, thing: str, place: str) -> list[tuple[str, ...]]:  # pyright: ignore[reportUnusedFunction]
        return [
            ("pick_up_object", thing, "leftarm1"),
            ("put_object", thing, "leftarm1", "tray"),
            ("imagine", "drive", thing, place),
            ("drive", place),
        ]

    return domain


def test_imagination_enters_through_the_domain_and_states_are_projected() -> None:
    facts = [("on", "peppermill1", "C1"), ("robotAt", "PMA-C1")]
    problem = tray().problem(facts, [("bring", "peppermill1", "PMA-EC1")], agents={"leftarm1": "robot"})
    tasks = [each.task for each in planned(problem).actions]
    assert [each[0] for each in tasks] == ["pick_up_object", "put_object", "imagine", "drive"]
    assert projected_facts(problem, tasks) == {("robotAt", "PMA-EC1"), ("on", "peppermill1", "tray")}
    with pytest.raises(MidworldError, match=r"\(robotAt PMA-C1\) is in the way"):
        projected_facts(problem, [("drive", "PMA-EC1"), tasks[0]])


def test_an_interrupt_takes_the_best_plan_so_far() -> None:
    reports: list[Report] = []

    def interrupting(report: Report) -> None:
        reports.append(report)
        if report.cost is not None and len(reports) > 6:
            raise KeyboardInterrupt

    found = solve(example("kitchen"), watch=interrupting)
    assert isinstance(found, Plan)
    assert found.cost == min(each.cost for each in reports if each.cost is not None)
