"""How much work a plan in the making gives to whom."""

from .balance import Load
from .progress import Progress


def work_of(progress: Progress, first: int, before: Load) -> dict[str, float]:
    """By agent, the seconds of work of the steps from one on, and what they had done before."""
    found = dict(before)
    for step in progress.steps[first:]:
        if step.happening is not None:
            for agent in step.happening.agents:
                found[agent] = found.get(agent, 0.0) + step.happening.seconds
    return found


def own_work(progress: Progress, first: int, decomposition: int) -> dict[str, float]:
    """By agent, the seconds of work of those steps from one on that are part of a decomposition."""
    found: dict[str, float] = {}
    for step in progress.steps[first:]:
        group = progress.groups[step.task]
        while group > decomposition:
            group = progress.groups[progress.decompositions[group - 1].task]
        if step.happening is not None and group == decomposition:
            for agent in step.happening.agents:
                found[agent] = found.get(agent, 0.0) + step.happening.seconds
    return found


def work_by_path(progress: Progress) -> dict[int, Load]:
    """For every task that was decomposed, by agent, the seconds of work of all that is part of it."""
    found: dict[int, dict[str, float]] = {}
    for step in progress.steps:
        if step.happening is None:
            continue
        group = progress.groups[step.task]
        while group:
            above = progress.decompositions[group - 1].task
            work = found.setdefault(progress.paths[above], {})
            for agent in step.happening.agents:
                work[agent] = work.get(agent, 0.0) + step.happening.seconds
            group = progress.groups[above]
    return dict(found)
