"""From news to orders: what begins now, what is imagined, what goes on. Pure: time is an argument."""

from dataclasses import replace
from math import inf

from ..errors import MidworldError
from ..planning import IMAGINES, Action, Plan, Problem, imaginings, projected_facts, unmet_goal
from .adapting import given_up, noted, repaired_run, taken_up, told
from .expectations import Expectations
from .monitoring import corrected, hindered, progressed
from .noticing import noticed
from .run import (
    Answered,
    Do,
    Ended,
    Halted,
    Imagine,
    News,
    Noticed,
    Order,
    Outcome,
    Passed,
    Phase,
    Policy,
    Request,
    Run,
    Stop,
)

OVER = (Phase.DONE, Phase.FAILED, Phase.CANCELLED)


def begin(
    problem: Problem, plan: Plan, policy: Policy | None = None, *, now: float = 0.0
) -> tuple[Run, tuple[Order, ...]]:
    """A plan of a problem, begun: the run, and the first orders."""
    phases = {each.id: Phase.PENDING for each in plan.actions}
    run = Run(problem, plan, policy or Policy(), frozenset(problem.facts), Expectations.of(plan), phases)
    return _dispatched(run, now)


def advance(run: Run, news: News, now: float) -> tuple[Run, tuple[Order, ...]]:
    """The run after some news, and what is to be done about it."""
    if run.outcome is not None:
        return run, ()
    stops: tuple[Order, ...] = ()
    match news:
        case Ended():
            run = _ended(run, news, now)
        case Answered():
            run = taken_up(run, news, now)
        case Noticed(observed):
            run = noticed(run, observed, now)
        case Halted(reason):
            run = given_up(run, reason, now)
        case Passed():
            run, stops = _timed_out(run, now)
    run, orders = _dispatched(run, now)
    return run, (*stops, *orders)


def wake(run: Run) -> float:
    """When time alone will change something: an answer's deadline, or an action that takes too long."""
    waits = [_patience_ends(run, each) for each in run.due if each in run.requests]
    waits += [run.began[each] + run.policy.longest_action_s for each in run.ids(Phase.RUNNING)]
    return min(waits, default=inf)


def _ended(run: Run, news: Ended, now: float) -> Run:
    phase = run.phases.get(news.action)
    if phase is Phase.CANCELLING:
        phases = {**run.phases, news.action: Phase.CANCELLED}
        return replace(run, phases=phases, facts=corrected(run.facts, news.observed))
    if phase is not Phase.RUNNING:
        return run
    action = run.action(news.action)
    run = _seen(run, action, now, ended=True)
    if not news.ok:
        phases = {**run.phases, action.id: Phase.FAILED}
        run = replace(run, facts=corrected(run.facts, news.observed), phases=phases)
        return repaired_run(run, action.id, f"{told(action)} failed: {news.reason or 'no reason given'}", now)
    facts, missing = progressed(run.problem, run.facts, action.task, news.observed)
    run = replace(run, facts=facts, phases={**run.phases, action.id: Phase.FAILED if missing else Phase.DONE})
    if missing:
        return repaired_run(run, action.id, f"{told(action)} did not bring about {', '.join(missing)}", now)
    return noted(run, now, "done", action.id, told(action))


def _timed_out(run: Run, now: float) -> tuple[Run, tuple[Order, ...]]:
    longest = run.policy.longest_action_s
    late = [each for each in run.ids(Phase.RUNNING) if now >= run.began[each] + longest]
    for each in late:
        run = replace(run, phases={**run.phases, each: Phase.CANCELLING})
        run = repaired_run(run, each, f"{told(run.action(each))} took longer than {longest:g} s", now)
    return run, tuple(Stop(each) for each in late)


def _dispatched(run: Run, now: float) -> tuple[Run, tuple[Order, ...]]:
    """Begins whatever can begin."""
    orders: list[Order] = []
    while run.outcome is None:
        ready = _ready(run)
        run = replace(run, due={**{each.id: now for each in ready}, **run.due})
        action = next((each for each in ready if not _waits(run, each.id, now)), None)
        if action is None:
            break
        run, order = _started(run, action, now)
        orders += () if order is None else (order,)
    if run.outcome is None and len(run.ids(*OVER)) == len(run.phases):
        missing = unmet_goal(run.problem, run.facts)
        if missing is None:
            run = noted(replace(run, outcome=Outcome(True, "everything was done")), now, "achieved", None, "")
        else:
            run = given_up(run, f"{missing} does not hold at the end", now)
    if run.outcome is not None:
        orders += [Stop(each) for each in run.ids(Phase.RUNNING)]
    return run, tuple(orders)


def _ready(run: Run) -> list[Action]:
    """Actions whose time has come: all before them is over."""
    over, known = set(run.ids(*OVER)), set(run.phases)
    return [
        each
        for each in run.plan.actions
        if run.phases[each.id] is Phase.PENDING and over.issuperset(known & set(each.after))
    ]


def _waits(run: Run, action: int, now: float) -> bool:
    return action in run.requests and now < _patience_ends(run, action)


def _patience_ends(run: Run, target: int) -> float:
    """When the plan's own way goes: the answer's deadline, or as long as an action that is due may wait."""
    return min(run.requests[target].deadline, run.due[target] + run.policy.patience_s)


def _started(run: Run, action: Action, now: float) -> tuple[Run, Order | None]:
    if action.task[0].lower() in IMAGINES:
        return _asked(run, action, now)
    missing = hindered(run.problem, run.facts, action.task)
    if missing is not None:
        return repaired_run(run, action.id, f"{told(action)} cannot begin: {missing} does not hold", now), None
    if action.id in run.requests:
        open_ = {target: each for target, each in run.requests.items() if target != action.id}
        run = noted(replace(run, requests=open_), now, "default", action.id, f"{told(action)}: no answer in time")
    phases = {**run.phases, action.id: Phase.RUNNING}
    run = _seen(replace(run, phases=phases, began={**run.began, action.id: now}), action, now, ended=False)
    return noted(run, now, "begun", action.id, told(action)), Do(action)


def _asked(run: Run, wish: Action, now: float) -> tuple[Run, Order | None]:
    """Asks for an imagining, with what will hold when its action is due; the plan goes on at once."""
    run = replace(run, phases={**run.phases, wish.id: Phase.DONE})
    run = _seen(_seen(run, wish, now, ended=False), wish, now, ended=True)
    meant = next(each for each in imaginings(run.plan) if each.id == wish.id)
    if meant.target is None or meant.target in run.requests:
        return noted(run, now, "ignored", wish.id, f"{told(wish)} means no later action"), None
    left = run.ids(Phase.RUNNING, Phase.PENDING)
    before = [run.action(each).task for each in left[: left.index(meant.target)]]
    try:
        facts = projected_facts(run.problem, before, run.facts)
    except MidworldError as error:
        # What is in the way will be noticed, and repaired, when its turn comes.
        return noted(run, now, "ignored", wish.id, f"{told(wish)}: {error}"), None
    request = Request(wish.id, meant.target, meant.candidates, facts, now, now + run.policy.deadline_s)
    run = replace(run, requests={**run.requests, meant.target: request})
    return noted(run, now, "imagining", meant.target, told(wish)), Imagine(request)


def _seen(run: Run, action: Action, now: float, *, ended: bool) -> Run:
    """With what was expected put right, and a note where it was otherwise."""
    see = run.expectations.ended if ended else run.expectations.begun
    expectations, surprise = see(action.id, now)
    run = replace(run, expectations=expectations)
    if surprise is None:
        return run
    when = "later" if surprise.seconds > 0 else "sooner"
    text = f"{told(action)} {'ended' if ended else 'began'} {abs(surprise.seconds):.1f} s {when} than expected"
    return noted(run, now, "surprise", action.id, text)
