"""What others do meanwhile: facts put right between actions, and links of the plan that no longer hold."""

from dataclasses import replace

from ..planning import Fact, Link
from .adapting import repaired_run, told
from .monitoring import Observed, corrected
from .run import Phase, Run


def noticed(run: Run, observed: Observed, now: float) -> Run:
    """With what was seen, but for the things somebody is just busy with; repaired where a link is broken by it."""
    busy = frozenset(word for each in run.ids(Phase.RUNNING, Phase.CANCELLING) for word in _things(run, each))
    seen = frozenset(each for each in observed.facts if not _is_about(each, busy))
    kept = frozenset(each for each in run.facts if each[0] in observed.about and _is_about(each, busy))
    facts = corrected(run.facts, Observed(seen | kept, observed.about))
    if facts == run.facts:
        return run
    run = replace(run, facts=facts)
    broken = next((each for each in run.plan.links if _is_broken(run, each, observed.about, busy)), None)
    if broken is None:
        return run
    fact = f"({' '.join(broken.fact)})"
    reason = f"{fact} no longer holds, which {told(run.action(broken.taker))} needs"
    return repaired_run(run, broken.taker, reason, now)


def _is_broken(run: Run, link: Link, about: frozenset[str], busy: frozenset[str]) -> bool:
    """Whether a fact that was there for an action yet to come is gone, and nothing under way brings it back."""
    if run.phases.get(link.taker) is not Phase.PENDING or link.fact[0] not in about or _is_about(link.fact, busy):
        return False
    made = link.maker is None or run.phases.get(link.maker) is Phase.DONE
    return made and link.fact not in run.facts


def _things(run: Run, action: int) -> tuple[str, ...]:
    each = run.action(action)
    return tuple(word for word in each.task[1:] if word not in each.agents)


def _is_about(fact: Fact, things: frozenset[str]) -> bool:
    return not things.isdisjoint(fact[1:])
