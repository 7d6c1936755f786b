"""Marking what a reasoner says about minds against a scene's truth."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

Line = Mapping[str, Any]
Statement = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a reasoner holds at a moment: facts and nodes by model, and who is wrong about what."""

    facts: Mapping[str, frozenset[Statement]]
    nodes: Mapping[str, Mapping[str, Line]]
    wrong: frozenset[tuple[str, str]]


@dataclass(slots=True)
class Marks:
    """Marks of one scene, or of many added together; errors in metres, infinite for what has no place."""

    beliefs: int = 0
    beliefs_right: int = 0
    scripted: int = 0
    scripted_right: int = 0
    sees: int = 0
    sees_right: int = 0
    divergences: int = 0
    found: int = 0
    agreements: int = 0
    spurious: int = 0
    hidden: list[float] = field(default_factory=list[float])
    wrong: list[str] = field(default_factory=list[str])

    def add(self, other: "Marks") -> None:
        for name in ("beliefs", "beliefs_right", "scripted", "scripted_right", "sees", "sees_right", "divergences",
                     "found", "agreements", "spurious"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.hidden += other.hidden
        self.wrong += other.wrong


def moments(truth: Line) -> list[float]:
    """When somebody's mind is asked about, in order."""
    asked = [*cast("list[Line]", truth["beliefs"]), *cast("list[Line]", truth["imagined"])]
    return sorted({float(each["stamp"]) for each in asked})


def mark(truth: Line, pictures: Mapping[float, Picture]) -> Marks:
    """Marks for one scene; `pictures` has one for each of its `moments`."""
    marks = Marks()
    for check in cast("list[Line]", truth["beliefs"]):
        _mark(check, pictures[float(check["stamp"])], marks)
    for place in cast("list[Line]", truth["imagined"]):
        picture = pictures[float(place["stamp"])]
        node = picture.nodes.get(str(place["model"]), {}).get(str(place["subject"]))
        known = node is not None and node["status"] != "unknown"
        marks.hidden.append(math.dist(node["position"], place["position"]) if known and node is not None else math.inf)
    return marks


def _mark(check: Line, picture: Picture, marks: Marks) -> None:
    model, subject, predicate = str(check["model"]), str(check["subject"]), str(check["predicate"])
    holds = bool(check["holds"])
    right = _said(check, picture) == holds
    if predicate == "isWrong":
        marks.divergences += holds
        marks.found += holds and right
        marks.agreements += not holds
        marks.spurious += not holds and not right
    elif predicate == "sees":
        marks.sees += 1
        marks.sees_right += right
    else:
        marks.beliefs += 1
        marks.beliefs_right += right
        marks.scripted += check["origin"] == "script"
        marks.scripted_right += right and check["origin"] == "script"
    if not right:
        said = sorted(f"{p} {o}" for s, p, o in picture.facts.get(model, ()) if s == subject and p in PLACES)
        claim = " ".join(word for word in (subject, predicate, str(check["object"])) if word)
        marks.wrong.append(f"{check['stamp']} {model}: {claim} is {holds}; said: {', '.join(said) or 'nothing'}")


PLACES = ("isIn", "isOn", "isHeldBy")


def _said(check: Line, picture: Picture) -> bool:
    model, subject, predicate = str(check["model"]), str(check["subject"]), str(check["predicate"])
    nodes = picture.nodes.get(model, {})
    if predicate == "isKnown":
        return subject in nodes
    if predicate == "isWrong":
        return (model, subject) in picture.wrong
    if predicate == "isLost":
        return subject in nodes and nodes[subject]["status"] == "unknown"
    return (subject, predicate, str(check["object"])) in picture.facts.get(model, frozenset())


def belief_rows(marks: Mapping[str, Sequence[Marks]]) -> list[tuple[str, ...]]:
    """A table's rows: a scenario each, and one for all."""
    rows: list[tuple[str, ...]] = []
    everything = Marks()
    for name, several in marks.items():
        total = Marks()
        for one in several:
            total.add(one)
        everything.add(total)
        rows.append(_row(name, len(several), total))
    rows.append(_row("all", sum(len(several) for several in marks.values()), everything))
    return rows


BELIEF_HEADER = ("scenario", "scenes", "beliefs", "scripted", "sees", "divergences", "spurious", "hidden mm", "p90")


def _row(name: str, count: int, total: Marks) -> tuple[str, ...]:
    return (
        name,
        str(count),
        _of(total.beliefs_right, total.beliefs),
        _of(total.scripted_right, total.scripted),
        _of(total.sees_right, total.sees),
        _of(total.found, total.divergences),
        f"{total.spurious} of {total.agreements}",
        _millimetres(total.hidden, 0.5),
        _millimetres(total.hidden, 0.9),
    )


def _of(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}% of {whole}" if whole else "-"


def _millimetres(errors: Sequence[float], share: float) -> str:
    if not errors:
        return "-"
    value = sorted(errors)[int(share * (len(errors) - 1))]
    return f"{1000 * value:.1f}" if math.isfinite(value) else "lost"
