"""Outcomes in sentences, and as the JSON others read."""

from collections.abc import Mapping

import msgspec

from .choosing import least_bad
from .outcome import Outcome, Rehearsal


def told(rehearsal: Rehearsal) -> str:
    """What would happen, in a sentence an outcome; with alternatives, which is best."""
    outcomes = rehearsal.outcomes
    if len(outcomes) == 1:
        return _told(outcomes[0])
    lines = [f"{number}. {_varied(outcome, outcomes)}: {_told(outcome)}" for number, outcome in enumerate(outcomes)]
    if not rehearsal.order:
        return "\n".join([*lines, "None of them succeeds."])
    best = rehearsal.order[0]
    return "\n".join([*lines, f"Best is {best}: {_varied(outcomes[best], outcomes)}."])


def document(rehearsal: Rehearsal, asked: Mapping[str, object], *, rollouts: bool) -> bytes:
    """The contract's JSON: the action as asked, its outcomes and the index of the best."""
    listed = [_outcome(outcome, rollouts=rollouts) for outcome in rehearsal.outcomes]
    best = least_bad(rehearsal.outcomes) if rehearsal.best is None else rehearsal.best
    whole = {"action": asked, "runs": rehearsal.runs, "outcomes": listed, "best": best}
    return msgspec.json.encode(whole) + b"\n"


def _outcome(outcome: Outcome, *, rollouts: bool) -> dict[str, object]:
    found: dict[str, object] = {
        "parameters": outcome.parameters,
        "success": outcome.success,
        "confidence": outcome.confidence,
        "events": outcome.events,
        "duration": outcome.duration,
        "final": outcome.final,
        "reasons": outcome.reasons,
    }
    if outcome.failure is not None:
        found["failure"] = outcome.failure
    return found | ({"rollouts": outcome.runs} if rollouts else {})


def _told(outcome: Outcome) -> str:
    if outcome.failure is not None:
        return f"It cannot be done: {outcome.failure}."
    share = outcome.success
    words = [
        f"It succeeds in {share.probability:.0%} of {len(outcome.runs)} runs "
        f"(95 % interval {share.low:.0%} to {share.high:.0%}), takes {outcome.duration.median:.1f} s, "
        f"confidence {outcome.confidence:.2f}."
    ]
    if outcome.reasons:
        runs = len(outcome.runs)
        some = [f"{reason} ({count / runs:.0%})" for reason, count in list(outcome.reasons.items())[:3]]
        words.append(f"What goes wrong: {', '.join(some)}.")
    return " ".join(words)


def _varied(outcome: Outcome, outcomes: tuple[Outcome, ...]) -> str:
    """What makes an outcome another than the rest."""
    plain = [_flat(each.parameters) for each in outcomes]
    mine = _flat(outcome.parameters)
    keys = [key for key in mine if any(each.get(key) != mine[key] for each in plain)]
    return ", ".join(f"{key} {mine[key]}" for key in keys) or "the same"


def _flat(parameters: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in parameters.items():
        if isinstance(value, dict):
            found |= _flat({str(k): v for k, v in value.items()}, f"{prefix}{key} ")  # pyright: ignore
        else:
            found[f"{prefix}{key}"] = value
    return found
