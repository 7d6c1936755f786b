"""A plan as the page draws it: who does what when, and who waits for whom."""

import msgspec

from ...planning import Plan


class Bar(msgspec.Struct, frozen=True, array_like=True):
    """An action: whose it is, what it is, from when to when in seconds of the plan, and after which it comes."""

    id: int
    agents: tuple[str, ...]
    words: str
    start: float
    end: float
    after: tuple[int, ...]


class PlanShown(msgspec.Struct, frozen=True):
    """Streams side by side. `begins` is the stamp at which the plan starts; None: with the run."""

    agents: tuple[str, ...]
    bars: tuple[Bar, ...]
    # From, to, and the fact one makes for the other.
    links: tuple[tuple[int, int, str], ...]
    makespan: float
    begins: float | None = None


def shown_plan(plan: Plan) -> PlanShown:
    """What the page needs of a plan."""
    bars = tuple(
        Bar(each.id, each.agents or ("nobody",), " ".join(each.task), each.start, each.end, each.after)
        for each in plan.actions
    )
    everybody = (*(each.name for each in plan.agents), "nobody")
    agents = [each for each in everybody if any(each in bar.agents for bar in bars)]
    links = tuple(
        (each.maker, each.taker, " ".join(each.fact)) for each in plan.synchronisations if each.maker is not None
    )
    return PlanShown(tuple(agents), bars, links, plan.makespan, plan.begins)
