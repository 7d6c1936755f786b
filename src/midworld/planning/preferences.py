"""What people like about a shared plan: a weight for each rule, from a small file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, cast

from ..errors import BadInput, Problem, one_of, shortened
from .hddl.expressions import read_text

# Words of a fact or an action; `*` stands for any.
Pattern: TypeAlias = tuple[str, ...]
RULES: Mapping[str, str] = MappingProxyType(
    {
        "makespan": "seconds until all is done",
        "wasted_time": "seconds people wait between their actions",
        "human_effort": "effort of people: what an action says, its seconds if it says nothing",
        "effort_balance": "seconds by which a person works more or less than the share they wish",
        "simplicity": "facts one agent makes for another, and actions done together",
        "undesirable_sequences": "times a listed sequence occurs in somebody's stream",
        "undesirable_states": "times an action brings about a listed state",
        "initiative": "exchanges that somebody else begins than who is wished to",
        "effort": "effort of everybody",
        "legibility": "how hard actions are to read, as they say themselves",
        "actions": "actions in the plan",
    }
)
HEAVIEST = 1e6


@dataclass(frozen=True, slots=True)
class Preferences:
    """Weights by rule, and what the rules have to know."""

    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({"makespan": 1.0}))
    shares: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    sequences: tuple[tuple[Pattern, ...], ...] = ()
    states: tuple[tuple[Pattern, ...], ...] = ()
    starter: str | None = None

    def weight(self, rule: str) -> float:
        """The weight of a rule, 0 where none is given."""
        return self.weights.get(rule, 0.0)

    def weighing(self, **weights: float) -> "Preferences":
        """The same with other weights."""
        return replace(self, weights={**self.weights, **weights})


def read_preferences(path: Path) -> Preferences:
    """Preferences from a YAML or JSON file. Raises BadInput with what would be valid."""
    import yaml

    text = read_text(path)
    try:
        data: object = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else int(mark.line) + 1
        raise BadInput([Problem(str(path), line, "is neither YAML nor JSON")]) from error
    return preferences(data, str(path), text)


def preferences(data: object, file: str = "preferences", text: str = "") -> Preferences:
    """Preferences from a mapping of rules to weights, or to mappings with a `weight`. Raises BadInput."""

    def refuse(key: str, message: str) -> BadInput:
        line = next((at for at, each in enumerate(text.splitlines(), 1) if key and key in each), None)
        return BadInput([Problem(file, line, message)])

    def number(key: str, value: object, *, most: float = HEAVIEST) -> float:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not isfinite(value)
            or not 0 <= value <= most
        ):
            raise refuse(key, f"'{key}' is {shortened(repr(value))}, it should be a number from 0 to {most:g}")
        return float(value)

    def patterns(key: str, value: object) -> tuple[tuple[Pattern, ...], ...]:
        found: list[tuple[Pattern, ...]] = []
        for each in cast(list[object], value if isinstance(value, list) else [None]):
            words = cast(list[object], each) if isinstance(each, list) else [each]
            if not words or not all(isinstance(word, str) and word for word in words):
                raise refuse(key, f"'{key}' should be a list of lists of texts such as \"take ann *\"")
            found.append(tuple(tuple(str(word).strip("() ").split()) for word in words))
        return tuple(found)

    if not isinstance(data, dict):
        raise refuse("", f"should hold rules and their weights; {one_of(RULES)}")
    weights: dict[str, float] = {}
    made = Preferences()
    for key, value in cast(dict[object, object], data).items():
        name = str(key)
        if name not in RULES:
            raise refuse(name, f"no rule is named '{shortened(name)}'; {one_of(RULES, near=name)}")
        more = cast(dict[object, object], value) if isinstance(value, dict) else {"weight": value}
        weights[name] = number(name, more.get("weight", 1.0))
        known = {"effort_balance": "shares", "undesirable_sequences": "sequences", "undesirable_states": "states"}
        extra = "agent" if name == "initiative" else known.get(name)
        for each in more:
            if each not in ("weight", extra):
                valid = ["weight", *([extra] if extra else [])]
                raise refuse(str(each), f"'{name}' has no '{shortened(str(each))}'; {one_of(valid, near=str(each))}")
        given = more.get(extra) if extra else None
        if given is None:
            continue
        if extra == "shares":
            if not isinstance(given, dict):
                raise refuse("shares", "'shares' should be names and numbers from 0 to 1")
            shares = {
                str(who): number(str(who), part, most=1.0) for who, part in cast(dict[object, object], given).items()
            }
            made = replace(made, shares=shares)
        elif extra == "sequences":
            made = replace(made, sequences=patterns("sequences", given))
        elif extra == "states":
            made = replace(made, states=patterns("states", given))
        else:
            made = replace(made, starter=str(given))
    return replace(made, weights=weights or {"makespan": 1.0})


def preferences_text(liked: Preferences, weights: Mapping[str, float]) -> str:
    """Preferences as a file: these weights, and all else as it was."""
    import yaml

    extras: dict[str, tuple[str, object]] = {
        "effort_balance": ("shares", dict(liked.shares)),
        "undesirable_sequences": ("sequences", [[" ".join(each) for each in one] for one in liked.sequences]),
        "undesirable_states": ("states", [[" ".join(each) for each in one] for one in liked.states]),
        "initiative": ("agent", liked.starter),
    }
    data: dict[str, object] = {}
    for rule, weight in weights.items():
        key, value = extras.get(rule, ("", None))
        data[rule] = {"weight": round(weight, 6), key: value} if value else round(weight, 6)
    return yaml.safe_dump(data, sort_keys=False)
