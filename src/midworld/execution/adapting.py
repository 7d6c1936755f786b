"""What is made of an answer and of a failure: another way, other times, or another plan for the rest."""

from dataclasses import replace

from ..errors import MidworldError
from ..planning import Action, Plan, Task, continued, projected_facts, repaired, rewritten
from .run import Answered, Candidate, Note, Outcome, Phase, Request, Run

_LEFT = (Phase.RUNNING, Phase.CANCELLING, Phase.PENDING)


def told(action: Action) -> str:
    """`drive pr2 table slow`."""
    return " ".join(action.task)


def noted(run: Run, now: float, kind: str, action: int | None, text: str) -> Run:
    """With one note more."""
    return replace(run, notes=(*run.notes, Note(now, kind, action, text)))


def given_up(run: Run, reason: str, now: float) -> Run:
    """Ended without what was wanted."""
    return noted(replace(run, outcome=Outcome(False, reason)), now, "given up", None, reason)


def taken_up(run: Run, news: Answered, now: float) -> Run:
    """What an answer changes: the way its action is done, when it is expected to end, or the rest of the plan."""
    request = next((each for each in run.requests.values() if each.id == news.request), None)
    if request is None or now > request.deadline:
        return noted(run, now, "too late", None, "an answer came when its action had begun or its deadline was over")
    open_ = {target: each for target, each in run.requests.items() if target != request.target}
    run = replace(run, requests=open_)
    action = run.action(request.target)
    if news.answer is None:
        return noted(run, now, "default", action.id, f"{told(action)}: imagining failed, {news.reason}")
    run = replace(run, answers={**run.answers, request.target: news.answer})
    run = noted(run, now, "imagined", action.id, "; ".join(map(_candidate_text, news.answer.candidates)))
    best = next((each for each in news.answer.candidates if each.success), None)
    if best is None or best.confidence < run.policy.least_confidence:
        return _avoided(run, request, now)
    return _parametrised(run, action, best, now)


def repaired_run(run: Run, culprit: int, reason: str, now: float, barred: frozenset[Task] = frozenset()) -> Run:
    """With the rest of the plan made anew because of something seen; given up where that cannot be."""
    run = noted(run, now, "trouble", culprit, reason)
    found = _repair(run, culprit, barred, now)
    return found if isinstance(found, Run) else given_up(run, f"{reason}; {found}", now)


def _avoided(run: Run, request: Request, now: float) -> Run:
    """Nothing imagined is good enough: another plan, or, where there is none, the plan's own way as published."""
    found = _repair(run, request.target, frozenset(request.candidates), now)
    if isinstance(found, Run):
        return found
    text = f"{told(run.action(request.target))}: nothing imagined was good enough, and {found}"
    return noted(run, now, "default", request.target, text)


def _parametrised(run: Run, action: Action, best: Candidate, now: float) -> Run:
    if best.task != action.task:
        try:
            left = run.ids(*_LEFT)
            plan = rewritten(run.problem, run.plan, action.id, best.task, facts=run.facts, left=left)
        except MidworldError as error:
            return noted(run, now, "default", action.id, f"{' '.join(best.task)} was imagined best, but {error}")
        run = replace(run, plan=plan, expectations=run.expectations.of_plan(plan))
        run = noted(run, now, "rewritten", action.id, f"{told(action)} becomes {' '.join(best.task)}")
    return replace(run, expectations=run.expectations.imagined(action.id, *best.seconds))


def _repair(run: Run, culprit: int, barred: frozenset[Task], now: float) -> Run | str:
    """The run with another plan for the rest, or why there is none."""
    if run.repairs >= run.policy.most_repairs:
        return f"the plan was repaired {run.repairs} times already"
    barred |= run.barred
    running = frozenset(run.ids(Phase.RUNNING, Phase.CANCELLING))
    begun = frozenset(each for each, phase in run.phases.items() if phase is not Phase.PENDING)
    try:
        under_way = [run.action(each).task for each in run.ids(Phase.RUNNING)]
        facts = projected_facts(run.problem, under_way, run.facts)
        rest = repaired(run.problem, run.plan, facts=facts, begun=begun, culprit=culprit, barred=barred)
    except MidworldError as error:
        return str(error)
    except Exception as error:
        # A domain's functions are somebody else's: what they do not foresee ends the repair, not the robot.
        return f"the domain fails where it is asked for another plan: {type(error).__name__}: {error}"
    if not isinstance(rest, Plan):
        return str(rest)
    plan = continued(run.plan, rest, begun=begun, running=running, now=now)
    phases = {each.id: run.phases.get(each.id, Phase.PENDING) for each in plan.actions}
    run = replace(
        run,
        plan=plan,
        phases=phases,
        barred=barred,
        repairs=run.repairs + 1,
        expectations=run.expectations.of_plan(plan),
        due={each: at for each, at in run.due.items() if each in begun},
    )
    run = noted(run, now, "repaired", culprit, "now " + ", ".join(told(each) for each in rest.actions))
    return _carried_over(run, now)


def _carried_over(run: Run, now: float) -> Run:
    """What was asked and answered about actions that are in the new plan under another id, counts for these."""
    requests: dict[int, Request] = {}
    for request in run.requests.values():
        action = _same(run, request.target, request.candidates)
        if action is not None:
            requests[action.id] = replace(request, target=action.id)
    answers, given = dict(run.answers), list(run.answers.items())
    run = replace(run, requests=requests)
    for target, answer in given:
        action = _same(run, target, tuple(each.task for each in answer.candidates))
        best = next((each for each in answer.candidates if each.success), None)
        if action is not None and best is not None and action.id != target:
            answers[action.id] = answer
            run = _parametrised(run, action, best, now)
    return replace(run, answers=answers)


def _same(run: Run, target: int, candidates: tuple[Task, ...]) -> Action | None:
    """The action that was asked about, or the first one left that is like it."""
    if target in run.phases:
        return run.action(target)
    return next((run.action(each) for each in run.ids(Phase.PENDING) if run.action(each).task in candidates), None)


def _candidate_text(candidate: Candidate) -> str:
    how = f"confidence {candidate.confidence:.2f}" if candidate.success else "fails"
    detail = f" ({candidate.detail})" if candidate.detail else ""
    low, high = candidate.seconds
    return f"{' '.join(candidate.task)}: {how}, {low:.1f} to {high:.1f} s{detail}"
