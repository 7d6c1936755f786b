"""YAML with the line of every key, duplicate keys told."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from ..errors import BadInput, Problem
from ..limits import DEEPEST_NESTING, MOST_VALUES, SCENE_BYTES
from .document import Document, Item, Place
from .files import content_of

# The words YAML has for what is no finite number; other numbers are read where a number is asked for.
_READ_AS = {".nan": math.nan, ".inf": math.inf, "+.inf": math.inf, "-.inf": -math.inf}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> tuple[Document, Item]:
    """The whole file as one item. Raises BadInput when it is not YAML at all."""
    problems: list[Problem] = []
    lines: dict[Place, int] = {}
    root = _composed(path)
    value = _built(root, (), lines, problems, str(path), frozenset())

    def line_of(place: Place) -> int | None:
        while place and place not in lines:
            place = place[:-1]
        return lines.get(place)

    document = Document(str(path), line_of, problems)
    return document, Item(document, (), value)


def _composed(path: Path) -> yaml.Node:
    content = content_of(path, "a scene is a YAML file", most_bytes=SCENE_BYTES)
    try:
        # A mark of the byte order is no part of the text.
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = f"is not text: byte {error.start} is not UTF-8; a scene is a YAML file"
        raise BadInput([Problem(str(path), line, message)]) from error
    try:
        _check_nesting(text, path)
        root = cast(yaml.Node | None, yaml.compose(text, Loader=_Loader))  # pyright: ignore[reportUnknownMemberType]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        # What is missing at the end is told at the last line there is.
        line = min(mark.line + 1, max(1, len(text.splitlines()))) if mark is not None else None
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise BadInput([Problem(str(path), line, f"is not valid YAML: {what}")]) from error
    if root is None:
        raise BadInput([Problem(str(path), 1, "is empty; a scene names at least one thing under 'objects:'")])
    return root


def _check_nesting(text: str, path: Path) -> None:
    """Before anything is made of it: what composes a deep document goes as deep itself."""
    depth = 0
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=_Loader))  # pyright: ignore[reportUnknownMemberType]
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST_NESTING:
            reason = f"is nested more than {DEEPEST_NESTING} deep; a scene is a few mappings in one another"
            line = None if event.start_mark is None else event.start_mark.line + 1
            raise BadInput([Problem(str(path), line, reason)])


def _built(
    node: yaml.Node,
    place: Place,
    lines: dict[Place, int],
    problems: list[Problem],
    file: str,
    above: frozenset[int],
) -> object:
    lines.setdefault(place, node.start_mark.line + 1)
    if id(node) in above:
        problems.append(Problem(file, node.start_mark.line + 1, "an alias contains itself"))
        return None
    if len(lines) > MOST_VALUES:
        reason = f"holds more than {MOST_VALUES} values once its aliases are written out"
        raise BadInput([*problems, Problem(file, node.start_mark.line + 1, reason)])
    inside = above | {id(node)}
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                problems.append(Problem(file, line, "a key is a word, not a list or a mapping"))
                continue
            if key in mapping:
                problems.append(Problem(file, line, f"'{key}' appears twice; identifiers and keys are unique"))
                continue
            lines[(*place, key)] = line
            mapping[key] = _built(value_node, (*place, key), lines, problems, file, inside)
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [
            _built(element, (*place, index), lines, problems, file, inside) for index, element in enumerate(node.value)
        ]
    return _scalar(node)


def _scalar(node: yaml.Node) -> object:
    text = str(node.value)
    match str(node.tag).rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return text.lower() in ("true", "yes", "on")
        case "int" | "float":
            return _READ_AS.get(text.lower(), text)
        case _:
            return text
