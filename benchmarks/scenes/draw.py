"""Numbers that may be ranges: `0.1..0.3` in a script is drawn anew for every seed."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

import numpy as np

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Vector = tuple[float, ...]

_RANGE = re.compile(r"^\s*(-?[\d.]*\d)\s*\.\.\s*(-?[\d.]*\d)\s*$")


class ScriptError(ValueError):
    """A script says something this package cannot read; the message names the place."""


class Fields:
    """A mapping of a script being read: draws its ranges, and complains about keys nobody asked for."""

    def __init__(self, data: Value, *, rng: np.random.Generator, where: str) -> None:
        if data is None:
            data = {}
        if not isinstance(data, dict):
            raise ScriptError(f"{where}: expected a mapping, found {data!r}")
        self._data: dict[str, Value] = data
        self._asked: set[str] = set()
        self.rng = rng
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self._data

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._data)

    def raw(self, key: str, default: Value = None) -> Value:
        self._asked.add(key)
        return settled(self._data.get(key, default), self.rng)

    def number(self, key: str, default: Value = None) -> float:
        return self._number(self.raw(key, default), key)

    def count(self, key: str, default: Value = None) -> int:
        value = self.raw(key, default)
        if isinstance(value, str) and (found := _RANGE.match(value)):
            return int(self.rng.integers(int(found[1]), int(found[2]) + 1))
        return round(self._number(value, key))

    def vector(self, key: str, default: Value = None) -> Vector:
        value = self.raw(key, default)
        if not isinstance(value, list):
            raise ScriptError(f"{self.where}.{key}: expected a list of numbers, found {value!r}")
        return tuple(self._number(item, key) for item in value)

    def text(self, key: str, default: Value = None) -> str:
        value = self.raw(key, default)
        if not isinstance(value, str):
            raise ScriptError(f"{self.where}.{key}: expected a word, found {value!r}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.raw(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return bool(self.rng.random() < value)
        return bool(value)

    def words(self, key: str) -> tuple[str, ...]:
        value = self.raw(key, [])
        items = cast("list[Value]", value) if isinstance(value, list) else [value]
        return tuple(str(item) for item in items)

    def fields(self, key: str) -> "Fields":
        return Fields(self.raw(key), rng=self.rng, where=f"{self.where}.{key}")

    def each(self, key: str) -> "list[Fields]":
        value = self.raw(key, [])
        if not isinstance(value, list):
            raise ScriptError(f"{self.where}.{key}: expected a list")
        return [Fields(item, rng=self.rng, where=f"{self.where}.{key}[{i}]") for i, item in enumerate(value)]

    def finished(self) -> None:
        """Refuse keys that nobody asked for: they are most likely misspelt."""
        unknown = sorted(set(self._data) - self._asked)
        if unknown:
            known = ", ".join(sorted(self._asked))
            raise ScriptError(f"{self.where}: unknown {', '.join(unknown)}; known here: {known}")

    def _number(self, value: Value, key: str) -> float:
        if isinstance(value, str) and (found := _RANGE.match(value)):
            return float(self.rng.uniform(float(found[1]), float(found[2])))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise ScriptError(f"{self.where}.{key}: expected a number or a range like 0.1..0.3, found {value!r}")


def settled(value: Value, rng: np.random.Generator) -> Value:
    """The value with an outermost `{either: [..]}` decided."""
    if not isinstance(value, dict) or list(value) != ["either"]:
        return value
    options = value["either"]
    if not isinstance(options, list) or not options:
        raise ScriptError("either: expected a list of options")
    return settled(options[int(rng.integers(len(options)))], rng)


def plain(value: object) -> Value:
    """What a YAML reader returned, as a `Value`."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {str(key): plain(item) for key, item in pairs}
    if isinstance(value, Iterable):
        return [plain(item) for item in cast("Iterable[object]", value)]
    raise ScriptError(f"cannot read {value!r}")
