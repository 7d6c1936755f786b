"""The table of `planning.py` for GTPyhop and Aries; None where they are not installed."""

# pyright: basic
# ruff: noqa: N806

import contextlib
import io
import time

Facts = list[tuple[str, ...]]


def gtpyhop_seconds(facts: Facts, count: int, tries: int = 5) -> float | None:
    """The least time GTPyhop takes for a plan of the same domain: no agents' times, no links."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import gtpyhop  # pyright: ignore[reportMissingImports]
    except ImportError:
        return None

    def take(state, agent, thing, place):
        if state.on.get(thing) == place and place in state.reach[agent] and not state.busy[agent]:
            state.on[thing] = None
            state.holds[agent] = thing
            state.busy[agent] = True
            return state
        return False

    def put(state, agent, thing):
        if state.holds[agent] == thing:
            state.holds[agent] = None
            state.busy[agent] = False
            state.on[thing] = "middle"
            return state
        return False

    def throw(state, agent, thing):
        if state.holds[agent] == thing and "bin" in state.reach[agent]:
            state.holds[agent] = None
            state.busy[agent] = False
            state.inside[thing] = "bin"
            return state
        return False

    def alone(agent):
        def method(state, thing):
            place = state.on[thing]
            if place in state.reach[agent] and "bin" in state.reach[agent]:
                return [("take", agent, thing, place), ("throw", agent, thing)]
            return False

        method.__name__ = f"alone_{agent}"
        return method

    def hand_on(giver, taker):
        def method(state, thing):
            place = state.on[thing]
            if place in state.reach[giver] and "bin" in state.reach[taker]:
                return [
                    ("take", giver, thing, place),
                    ("put", giver, thing),
                    ("take", taker, thing, "middle"),
                    ("throw", taker, thing),
                ]
            return False

        method.__name__ = f"hand_on_{giver}"
        return method

    with contextlib.redirect_stdout(io.StringIO()):
        gtpyhop.Domain("table")
        gtpyhop.declare_actions(take, put, throw)
        gtpyhop.declare_task_methods(
            "clean", alone("robot"), alone("ann"), hand_on("robot", "ann"), hand_on("ann", "robot")
        )
        gtpyhop.verbose = 0
    best = float("inf")
    for _ in range(tries):
        state = gtpyhop.State("start")
        state.on = {fact[1]: fact[2] for fact in facts if fact[0] == "isOn"}
        state.reach = {
            agent: {fact[2] for fact in facts if fact[:2] == ("canReach", agent)} for agent in ("robot", "ann")
        }
        state.holds, state.busy, state.inside = {"robot": None, "ann": None}, {"robot": False, "ann": False}, {}
        begun = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            plan = gtpyhop.find_plan(state, [("clean", f"thing{number}") for number in range(count)])
        best = min(best, time.perf_counter() - begun)
        assert plan
    return best


def aries_makespan(facts: Facts, seconds: dict[str, dict[str, int]], within: float = 60.0) -> float | None:
    """The makespan Aries proves to be the least, without the pauses it puts between actions."""
    try:
        import unified_planning.shortcuts as up  # pyright: ignore[reportMissingImports]
        from unified_planning.model.htn import HierarchicalProblem, Method  # pyright: ignore[reportMissingImports]
    except ImportError:
        return None
    up.get_environment().credits_stream = None
    Thing, Place = up.UserType("Thing"), up.UserType("Place")
    problem = HierarchicalProblem("table")
    on = problem.add_fluent("on", up.BoolType(), thing=Thing, place=Place, default_initial_value=False)
    binned = problem.add_fluent("binned", up.BoolType(), thing=Thing, default_initial_value=False)
    agents = ("robot", "ann")
    free = {each: problem.add_fluent(f"free_{each}", up.BoolType(), default_initial_value=True) for each in agents}
    empty = {each: problem.add_fluent(f"empty_{each}", up.BoolType(), default_initial_value=True) for each in agents}
    holds = {
        each: problem.add_fluent(f"holds_{each}", up.BoolType(), thing=Thing, default_initial_value=False)
        for each in agents
    }
    reach = {
        each: problem.add_fluent(f"reach_{each}", up.BoolType(), place=Place, default_initial_value=False)
        for each in agents
    }
    places = {name: problem.add_object(name, Place) for name in ("far", "near", "both", "middle", "bin")}
    things = [problem.add_object(fact[1], Thing) for fact in facts if fact[0] == "isOn"]
    actions: dict[tuple[str, str], object] = {}
    for agent in agents:
        for name in ("take", "put", "throw"):
            words = {"thing": Thing, "place": Place} if name == "take" else {"thing": Thing}
            action = up.DurativeAction(f"{name}_{agent}", **words)
            action.set_fixed_duration(seconds[agent][name])
            start, end, thing = up.StartTiming(), up.EndTiming(), action.parameter("thing")
            action.add_condition(start, free[agent])
            action.add_effect(start, free[agent], False)
            action.add_effect(end, free[agent], True)
            if name == "take":
                place = action.parameter("place")
                action.add_condition(start, on(thing, place))
                action.add_condition(start, reach[agent](place))
                action.add_condition(start, empty[agent])
                action.add_effect(end, on(thing, place), False)
                action.add_effect(end, holds[agent](thing), True)
                action.add_effect(end, empty[agent], False)
            else:
                action.add_condition(start, holds[agent](thing))
                action.add_effect(end, holds[agent](thing), False)
                action.add_effect(end, empty[agent], True)
                if name == "put":
                    action.add_effect(end, on(thing, places["middle"]), True)
                else:
                    action.add_condition(start, reach[agent](places["bin"]))
                    action.add_effect(end, binned(thing), True)
            problem.add_action(action)
            actions[agent, name] = action
    clean = problem.add_task("clean", thing=Thing)
    for agent, other in (agents, agents[::-1]):
        alone = Method(f"alone_{agent}", thing=Thing, place=Place)
        alone.set_task(clean, alone.parameter("thing"))
        steps = [
            alone.add_subtask(actions[agent, "take"], alone.parameter("thing"), alone.parameter("place")),
            alone.add_subtask(actions[agent, "throw"], alone.parameter("thing")),
        ]
        alone.set_ordered(*steps)
        problem.add_method(alone)
        handed = Method(f"handed_{agent}", thing=Thing, place=Place)
        thing, place = handed.parameter("thing"), handed.parameter("place")
        handed.set_task(clean, thing)
        steps = [
            handed.add_subtask(actions[agent, "take"], thing, place),
            handed.add_subtask(actions[agent, "put"], thing),
            handed.add_subtask(actions[other, "take"], thing, places["middle"]),
            handed.add_subtask(actions[other, "throw"], thing),
        ]
        handed.set_ordered(*steps)
        problem.add_method(handed)
    for fact in facts:
        if fact[0] == "isOn":
            problem.set_initial_value(on(problem.object(fact[1]), places[fact[2]]), True)
        else:
            problem.set_initial_value(reach[fact[1]](places[fact[2]]), True)
    for thing in things:
        problem.task_network.add_subtask(clean, thing)
        problem.add_goal(binned(thing))
    problem.add_quality_metric(up.MinimizeMakespan())
    found = None
    with up.AnytimePlanner(name="aries") as planner:
        for found in planner.get_solutions(problem, timeout=within):
            if found.status.name == "SOLVED_OPTIMALLY":
                break
    if found is None or found.status.name != "SOLVED_OPTIMALLY" or found.plan is None:
        return None
    timed = found.plan.action_plan.timed_actions if hasattr(found.plan, "action_plan") else found.plan.timed_actions
    until: dict[str, float] = {}
    for _, action, _ in sorted(timed, key=lambda each: each[0]):
        name, agent = action.action.name.split("_")
        keys = (agent, str(action.actual_parameters[0]))
        end = max(until.get(each, 0.0) for each in keys) + seconds[agent][name]
        until.update(dict.fromkeys(keys, end))
    return max(until.values())
