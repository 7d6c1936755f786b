"""Which of several outcomes to take."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from ..errors import UnknownName
from .outcome import Outcome

Policy = Literal["success", "published"]
POLICIES: tuple[Policy, ...] = get_args(Policy)


def ranked(outcomes: Sequence[Outcome], policy: Policy = "success") -> tuple[int, ...]:
    """The places of the outcomes, best first; what failed is left out.

    `success`: the higher share of success, then the higher confidence, then the shorter. `published`: the paper's
    confidence (Eq. 2), then the shorter. Failed is what cannot be done, or succeeded in no run.
    """
    if policy not in _KEYS:
        raise UnknownName("policy", policy, _KEYS)
    able = [place for place, outcome in enumerate(outcomes) if outcome.failure is None and outcome.success.probability]
    return tuple(sorted(able, key=lambda place: (*_KEYS[policy](outcomes[place]), place)))


def least_bad(outcomes: Sequence[Outcome], policy: Policy = "success") -> int:
    """The best of them, also where none succeeds."""
    order = ranked(outcomes, policy)
    return order[0] if order else min(range(len(outcomes)), key=lambda place: (*_KEYS[policy](outcomes[place]), place))


def chosen(outcomes: Sequence[Outcome], policy: Policy = "success", *, default: int | None = None) -> int | None:
    """The best of them, or the default where none succeeds."""
    order = ranked(outcomes, policy)
    return order[0] if order else default


_KEYS: Mapping[str, Callable[[Outcome], tuple[float, ...]]] = {
    "success": lambda outcome: (-outcome.success.probability, -outcome.confidence, outcome.duration.median),
    "published": lambda outcome: (-outcome.confidence, outcome.duration.median),
}
