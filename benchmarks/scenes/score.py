"""Marking the output of `midworld run` against a scene's truth."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

Line = Mapping[str, Any]

FOUND_WITHIN_S = 1.0
AGAIN_WITHIN_S = 2.0
UNSEEN_WITHIN_S = 4.0
JUDGED = ("Pick", "Place", "Release")
KINDS = ("in container", "on support", "held", "after unseen fall", "moving")


@dataclass(slots=True)
class Score:
    """Marks of one scene, or of many added together. Errors in metres; a lost object's error is infinite."""

    seconds: float = 0.0
    facts: int = 0
    facts_right: int = 0
    scripted: int = 0
    scripted_right: int = 0
    actions: int = 0
    found: int = 0
    exact: int = 0
    wrong_actor: int = 0
    spurious: int = 0
    duplicates: int = 0
    seen: list[float] = field(default_factory=list[float])
    hidden: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    rest_std: list[float] = field(default_factory=list[float])
    wrong: list[str] = field(default_factory=list[str])

    @property
    def missed(self) -> int:
        return self.actions - self.found

    @property
    def spurious_per_minute(self) -> float:
        return 60 * (self.spurious + self.duplicates) / self.seconds if self.seconds else 0.0

    @property
    def all_hidden(self) -> list[float]:
        return [error for errors in self.hidden.values() for error in errors]

    def add(self, other: "Score") -> None:
        for name in ("seconds", "facts", "facts_right", "scripted", "scripted_right", "actions", "found", "exact",
                     "wrong_actor", "spurious", "duplicates"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seen += other.seen
        self.rest_std += other.rest_std
        self.wrong += other.wrong
        for kind, errors in other.hidden.items():
            self.hidden.setdefault(kind, []).extend(errors)


def score(truth: Line, output: Iterable[Line], *, model: str = "robot") -> Score:
    """Marks for one scene. `output` is the parsed lines of FORMATS section 3; facts are judged in one agent's model."""
    lines = list(output)
    marks = Score(seconds=float(truth["duration"]))
    _facts(truth, lines, model, marks)
    _actions(truth, lines, marks)
    worlds = [line for line in lines if line["type"] == "world" and line.get("world", "stable") == "stable"]
    _poses(truth, worlds, marks)
    _rest(truth, worlds, marks)
    return marks


def _facts(truth: Line, lines: Sequence[Line], model: str, marks: Score) -> None:
    facts = [line for line in lines if line["type"] == "fact" and line.get("model", model) == model]
    state: set[tuple[str, str, str]] = set()
    position = 0
    for check in sorted(cast("list[Line]", truth["checks"]), key=lambda check: float(check["stamp"])):
        while position < len(facts) and float(facts[position]["stamp"]) <= float(check["stamp"]) + 1e-6:
            line = facts[position]
            key = (str(line["subject"]), str(line["predicate"]), str(line["object"]))
            if line["holds"]:
                state.add(key)
            else:
                state.discard(key)
            position += 1
        asked = (str(check["subject"]), str(check["predicate"]), str(check["object"]))
        right = (asked in state) == bool(check["holds"])
        scripted = check.get("origin") == "script"
        marks.facts += 1
        marks.facts_right += right
        marks.scripted += scripted
        marks.scripted_right += right and scripted
        if not right:
            marks.wrong.append(f"{check['stamp']}: {' '.join(asked)} is {check['holds']}")


def _actions(truth: Line, lines: Sequence[Line], marks: Score) -> None:
    """Each true action takes the nearest event that tells it; what is left over is spurious or said twice."""
    events = [line for line in lines if line["type"] == "event" and line["event"] in JUDGED]
    deeds = sorted(cast("list[Line]", truth["actions"]), key=lambda deed: bool(deed["optional"]))
    free = set(range(len(events)))
    for deed in deeds:
        # What was done unseen can only be told once its consequences show.
        within = UNSEEN_WITHIN_S if deed["optional"] else FOUND_WITHIN_S
        near = [i for i in free if _tells(events[i], deed) and _apart(events[i], deed) <= within]
        right = [i for i in near if events[i]["agent"] == deed["agent"]]
        best = min(right or near, key=lambda i: (_apart(events[i], deed), i), default=None)
        if best is not None:
            free.discard(best)
        if deed["optional"]:
            continue
        marks.actions += 1
        if best is None:
            marks.wrong.append(f"{deed['stamp']}: missed {deed['agent']} {deed['event']} {deed['object']}")
        elif not right:
            marks.wrong_actor += 1
            marks.wrong.append(f"{deed['stamp']}: {deed['event']} {deed['object']} by {events[best]['agent']}")
        else:
            marks.found += 1
            marks.exact += events[best]["event"] == deed["event"]
    for index in sorted(free):
        event = events[index]
        again = any(_tells(event, deed) and _apart(event, deed) <= AGAIN_WITHIN_S for deed in deeds)
        marks.duplicates += again
        marks.spurious += not again
        marks.wrong.append(f"{event['stamp']}: spurious {event['agent']} {event['event']} {event['object']}")


def _tells(event: Line, deed: Line) -> bool:
    return event["object"] == deed["object"] and event["event"] in deed.get("accept", [deed["event"]])


def _apart(event: Line, deed: Line) -> float:
    return abs(float(event["stamp"]) - float(deed["stamp"]))


def _poses(truth: Line, worlds: Sequence[Line], marks: Score) -> None:
    stamps = np.array([float(world["stamp"]) for world in worlds])
    for sample in cast("list[Line]", truth["poses"]):
        index = int(np.searchsorted(stamps, float(sample["stamp"]) + 1e-6)) - 1
        nodes = _nodes(worlds[index]) if index >= 0 else {}
        for name, true in cast("dict[str, Line]", sample["objects"]).items():
            node = nodes.get(name)
            error = math.inf
            if node is not None and node.get("status") != "unknown":
                error = float(np.linalg.norm(np.subtract(node["position"], true["position"])))
            if true["visible"]:
                marks.seen.append(error)
            else:
                marks.hidden.setdefault(str(true["kind"]), []).append(error)


def _nodes(world: Line) -> dict[str, Line]:
    return {str(node["id"]): node for node in cast("list[Line]", world["nodes"])}


def _rest(truth: Line, worlds: Sequence[Line], marks: Score) -> None:
    """The spread of the estimated height of each thing over its longest time at rest, its first second left out."""
    heights: dict[str, list[tuple[float, float]]] = {}
    for world in worlds:
        for name, node in _nodes(world).items():
            heights.setdefault(name, []).append((float(world["stamp"]), float(node["position"][2])))
    for name, (begin, end) in _longest_rests(truth).items():
        kept = [height for stamp, height in heights.get(name, []) if begin + 1 <= stamp <= end]
        if len(kept) >= 10:
            marks.rest_std.append(float(np.std(kept)))


def _longest_rests(truth: Line) -> dict[str, tuple[float, float]]:
    longest: dict[str, tuple[float, float]] = {}
    running: dict[str, tuple[float, list[float]]] = {}
    for sample in cast("list[Line]", truth["poses"]):
        stamp = float(sample["stamp"])
        for name, true in cast("dict[str, Line]", sample["objects"]).items():
            place = [float(value) for value in true["position"]]
            begin, where = running.get(name, (stamp, place))
            if not true["still"] or not true["visible"] or math.dist(where, place) > 0.001:
                begin, where = stamp, place
            running[name] = begin, where
            if stamp - begin > longest.get(name, (0.0, 0.0))[1] - longest.get(name, (0.0, 0.0))[0]:
                longest[name] = begin, stamp
    return longest
