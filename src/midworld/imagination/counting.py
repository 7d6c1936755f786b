"""Events as the paper counts them, and its confidence."""

from collections.abc import Mapping

from ..errors import BadAction
from .ending import TOPPLE_RAD

# The paper's Eq. 1: up to this far from upright (rad) nothing happens; from `TOPPLE_RAD` on it topples.
STILL_RAD = 0.01
NOTOPPLE, SHAKING, TOPPLE = "notopple", "shaking", "topple"
# The paper's Eq. 2: what a sample of each kind costs.
COSTS: Mapping[str, float] = {TOPPLE: 100.0, SHAKING: 10.0, NOTOPPLE: 1.0}


def event(deviation_rad: float) -> str:
    """What one sample of the deviation angle is: Eq. 1."""
    if deviation_rad <= STILL_RAD:
        return NOTOPPLE
    return TOPPLE if deviation_rad >= TOPPLE_RAD else SHAKING


def confidence(events: Mapping[str, int]) -> float:
    """Eq. 2, in (0, 1]: the inverse of the mean cost of a sample. Needs at least one."""
    samples = sum(events.get(name, 0) for name in COSTS)
    if not samples:
        raise BadAction("events", "hold no sample; Eq. 2 needs one")
    return samples / sum(cost * events.get(name, 0) for name, cost in COSTS.items())


def likelihoods(events: Mapping[str, int]) -> dict[str, float]:
    """The share of each event among all samples: how Table III comes from Table II."""
    samples = sum(events.get(name, 0) for name in COSTS)
    return {name: events.get(name, 0) / samples for name in (NOTOPPLE, SHAKING, TOPPLE)}
