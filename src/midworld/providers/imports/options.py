"""What a person says about a recording that it does not say itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from ...errors import BadInput, Problem, one_of

Axis = Literal["x", "y", "z"]
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
KEYS = ("names", "ignore", "objects")


@dataclass(frozen=True, slots=True)
class Options:
    """What is left out is taken from the recording, or guessed and told.

    `names` maps a track to an object (`cup`) or a part of a person (`ann/right_hand`), `ignore` leaves tracks out,
    `objects` is what the scene is to say of an object (`{cup: {shape: {cylinder: [0.04, 0.1]}}}`).
    """

    format: str | None = None
    up: Axis | None = None
    unit: str | None = None
    rate_hz: float = 25.0
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    ignore: tuple[str, ...] = ()
    objects: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])


def read_map(path: Path) -> Mapping[str, Any]:
    """`names`, `ignore` and `objects` of a YAML file. Raises BadInput."""
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error.strerror}")]) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        raise BadInput([Problem(str(path), line, "is not YAML")]) from error
    if not isinstance(said, dict):
        raise BadInput([Problem(str(path), None, f"is no mapping; {one_of(KEYS)}")])
    kinds: dict[str, type] = {"names": dict, "ignore": list, "objects": dict}
    found = {str(key): value for key, value in cast("dict[Any, Any]", said).items()}
    for key, value in found.items():
        if key not in kinds:
            raise BadInput([Problem(str(path), None, f"unknown key '{key}'; {one_of(kinds, near=key)}")])
        if not isinstance(value, kinds[key]):
            raise BadInput([Problem(str(path), None, f"'{key}' is {'a list' if key == 'ignore' else 'a mapping'}")])
    return found
