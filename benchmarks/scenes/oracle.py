"""A perfect reasoner, made from the truth: what `midworld run` would print if it knew everything."""

from collections.abc import Mapping
from typing import Any, cast

Line = Mapping[str, Any]


def perfect(truth: Line) -> list[dict[str, Any]]:
    """Output lines in order of stamp: facts change just before they are asked, events come when they happened."""
    lines: list[dict[str, Any]] = []
    for sample in cast("list[Line]", truth["poses"]):
        nodes = [_node(name, true) for name, true in cast("dict[str, Line]", sample["objects"]).items()]
        lines.append({"stamp": sample["stamp"], "type": "world", "world": "stable", "nodes": nodes})
    state: dict[tuple[str, str, str], bool] = {}
    for check in sorted(cast("list[Line]", truth["checks"]), key=lambda check: float(check["stamp"])):
        key = (str(check["subject"]), str(check["predicate"]), str(check["object"]))
        if state.get(key, False) != check["holds"]:
            state[key] = bool(check["holds"])
            fact = dict(zip(("subject", "predicate", "object"), key, strict=True))
            lines.append({"stamp": check["stamp"], "type": "fact", "model": "robot", **fact, "holds": check["holds"]})
    for deed in cast("list[Line]", truth["actions"]):
        if not deed["optional"]:
            chosen = {name: deed[name] for name in ("stamp", "event", "agent", "object")}
            lines.append({"type": "event", **chosen})
    return sorted(lines, key=lambda line: (float(line["stamp"]), str(line["type"]) != "world"))


def _node(name: str, true: Line) -> dict[str, Any]:
    status = "perceived" if true["visible"] else "held" if true["kind"] == "held" else "inferred"
    return {
        "id": name,
        "position": true["position"],
        "orientation": true["orientation"],
        "perceived": true["visible"],
        "plausible": true["kind"] != "held",
        "status": status,
    }
