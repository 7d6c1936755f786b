"""Labels and output of a run as deeds and spans."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from ..errors import BadInput, Problem, one_of
from .scoring import Deed, Span

KEYS = ("start", "end", "stamp", "event", "agent", "object", "hand", "subject", "predicate", "model")


def read_labels(path: Path, *, robot: str = "robot") -> tuple[list[Deed], list[Span]]:
    """Labels, a JSON object a line or CSV with a heading: events (`event`) and facts (`predicate`). Raises BadInput."""
    deeds: list[Deed] = []
    spans: list[Span] = []
    for line, said in _labels(path):
        unknown = [key for key in said if key not in KEYS]
        if unknown:
            raise BadInput([Problem(str(path), line, f"unknown key '{unknown[0]}'; {one_of(KEYS, near=unknown[0])}")])
        start = _seconds(path, line, said, "start", said.get("stamp"))
        end = _seconds(path, line, said, "end", said.get("stamp", said.get("start")))
        if start is None or end is None or end < start:
            reason = "a label has a `stamp`, or a `start` and an `end` that is not before it"
            raise BadInput([Problem(str(path), line, reason)])
        if said.get("event"):
            who = {key: said.get(key) or None for key in ("object", "agent", "hand")}
            deeds.append(Deed(start, end, said["event"], **who))
        elif said.get("predicate") and said.get("subject"):
            target: Any = said.get("object", True)
            spans.append(Span(start, end, said["subject"], said["predicate"], target, said.get("model") or robot))
        else:
            raise BadInput([Problem(str(path), line, "a label has an `event`, or a `subject` and a `predicate`")])
    return deeds, spans


def read_output(path: Path) -> tuple[list[Deed], list[Span], str]:
    """What `midworld run` wrote: events, facts with their ends, and the robot's name. Raises BadInput."""
    deeds: list[Deed] = []
    spans: list[Span] = []
    begun: dict[tuple[str, str, str, Any], float] = {}
    last, robot = 0.0, None
    for line, said in _json_lines(path):
        try:
            stamp = last = float(said["stamp"])
            if said["type"] == "event":
                deeds.append(Deed(stamp, stamp, said["event"], said.get("object"), said.get("agent"), said.get("hand")))
            elif said["type"] == "fact":
                # The robot's model is written first.
                robot = robot or str(said["model"])
                key = (str(said["model"]), str(said["subject"]), str(said["predicate"]), said.get("object"))
                if said["holds"]:
                    begun.setdefault(key, stamp)
                elif key in begun:
                    spans.append(Span(begun.pop(key), stamp, key[1], key[2], key[3], key[0]))
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput([Problem(str(path), line, f"is no line of `midworld run`: {error!r}")]) from error
    spans += [Span(start, last, key[1], key[2], key[3], key[0]) for key, start in begun.items()]
    return deeds, spans, robot or "robot"


def _labels(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if path.suffix.casefold() != ".csv":
        yield from _json_lines(path)
        return
    rows = csv.DictReader(io.StringIO(_text(path)))
    for line, row in enumerate(rows, 2):
        if None in row:
            raise BadInput([Problem(str(path), line, "has more cells than the heading")])
        yield line, {key.strip(): value.strip() for key, value in row.items() if value and value.strip()}


def _json_lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, text in enumerate(_text(path).splitlines(), 1):
        if not text.strip():
            continue
        try:
            said = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise BadInput([Problem(str(path), line, f"is not JSON: {error}")]) from error
        if not isinstance(said, dict):
            raise BadInput([Problem(str(path), line, "is no JSON object")])
        yield line, cast("Mapping[str, Any]", said)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise BadInput([Problem(str(path), None, "is not UTF-8 text")]) from error


def _seconds(path: Path, line: int, said: Mapping[str, Any], key: str, otherwise: Any) -> float | None:
    value = said.get(key, otherwise)
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError) as error:
        raise BadInput([Problem(str(path), line, f"`{key}` is {value!r}, no number of seconds")]) from error
