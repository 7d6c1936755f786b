"""What stages remember, as bytes: frozen values of any kind that a file may hold without being able to run anything.

Numbers, words, tuples, sets, mappings, arrays, worlds, enums, frozen dataclasses and structs. What occurs twice is
written once and is one object again afterwards.
"""

# Values of any kind are walked here: what they are is found out, not declared.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from ..errors import UnfitMemory
from ..world import World, decode_world, encode_world

HOME = "midworld"
_PLAIN = (bool, int, float, str, bytes)


def encode_value(value: object) -> bytes:
    """A frozen value as bytes. Raises UnfitMemory for what could not be read again."""
    try:
        return msgspec.msgpack.encode(_Writer().written(value))
    except OverflowError as error:
        raise UnfitMemory(f"a number of more than 64 bits cannot be kept in a recording ({error})") from error


def decode_value(data: bytes, *, homes: Sequence[str] = ()) -> object:
    """The value some bytes hold; classes come from Midworld and from the packages named. Raises UnfitMemory."""
    try:
        return _Reader((HOME, *homes)).read(msgspec.msgpack.decode(data))
    except (msgspec.MsgspecError, IndexError, KeyError, TypeError, ValueError) as error:
        raise UnfitMemory(f"these bytes hold no value ({type(error).__name__}: {error})") from error


class _Writer:
    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        # What is written stays alive meanwhile: another object at the same place would be taken for it.
        self._alive: list[object] = []

    def written(self, value: Any) -> object:
        if value is None or type(value) in _PLAIN:
            return value
        if isinstance(value, np.generic):
            return self.written(value.item())
        number = self._known.get(id(value))
        if number is not None:
            return ["again", number]
        written = self._compound(value)
        self._known[id(value)] = len(self._alive)
        self._alive.append(value)
        return written

    def _compound(self, value: Any) -> list[object]:
        match value:
            case Enum():
                return ["enum", _name(type(value)), value.value]
            case str() | int() | float():
                return ["plain", value]
            case tuple() if type(value) is tuple:
                return ["tuple", [self.written(each) for each in value]]
            case list():
                return ["list", [self.written(each) for each in value]]
            case frozenset() | set():
                # By what they say, so that equal sets are equal bytes whatever the hashes of a run.
                return ["set", [self.written(each) for each in sorted(value, key=repr)]]
            case Mapping():
                return ["map", [[self.written(key), self.written(each)] for key, each in value.items()]]
            case np.ndarray() if not value.dtype.hasobject and value.dtype.names is None:
                order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
                return ["array", value.dtype.str, list(value.shape), order, value.tobytes(order)]
            case World():
                return ["world", encode_world(value)]
            case msgspec.Struct():
                return [
                    "value",
                    _name(type(value)),
                    [self.written(getattr(value, each)) for each in value.__struct_fields__],
                ]
            case _ if is_dataclass(value) and not isinstance(value, type):
                return [
                    "value",
                    _name(type(value)),
                    [self.written(getattr(value, each.name)) for each in fields(value)],
                ]
            case _:
                raise UnfitMemory(f"a {type(value).__name__} cannot be kept in a recording")


class _Reader:
    def __init__(self, homes: Sequence[str]) -> None:
        self._homes = frozenset(homes)
        self._read: list[object] = []

    def read(self, written: Any) -> Any:
        if not isinstance(written, list):
            return written
        if written[0] == "again":
            return self._read[written[1]]
        value = self._compound(*written)
        self._read.append(value)
        return value

    def _compound(self, kind: str, *rest: Any) -> Any:
        match kind, rest:
            case "plain", (value,):
                return value
            case "tuple", (items,):
                return tuple(self.read(each) for each in items)
            case "list", (items,):
                return [self.read(each) for each in items]
            case "set", (items,):
                return frozenset(self.read(each) for each in items)
            case "map", (pairs,):
                return MappingProxyType({self.read(key): self.read(each) for key, each in pairs})
            case "array", (dtype, shape, order, data):
                array = np.frombuffer(data, dtype=np.dtype(dtype)).reshape(shape, order=order)
                return array.copy(order="K")
            case "world", (data,):
                return decode_world(data)
            case "enum", (name, value):
                return self._class(name)(value)
            case "value", (name, items):
                return self._made(self._class(name), [self.read(each) for each in items])
            case _:
                raise UnfitMemory(f"'{kind}' is no kind of value")

    def _class(self, name: str) -> Any:
        module, _, path = name.partition(":")
        if module.partition(".")[0] not in self._homes:
            raise UnfitMemory(f"'{name}' is not of this run; its modules are {', '.join(sorted(self._homes))}")
        # Nothing is imported for a file's sake: whoever remembers is here already.
        found: Any = sys.modules.get(module)
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is None:
            raise UnfitMemory(f"there is no '{name}' here: another version wrote it")
        if not isinstance(found, type) or not (issubclass(found, Enum | msgspec.Struct) or is_dataclass(found)):
            raise UnfitMemory(f"'{name}' is not a value")
        if (found.__module__, found.__qualname__) != (module, path):
            raise UnfitMemory(f"'{name}' is another's: {_name(found)}")
        return found

    def _made(self, kind: Any, items: list[object]) -> object:
        names = _fields(kind)
        if len(names) != len(items):
            raise UnfitMemory(f"'{kind.__name__}' has other fields here: another version wrote it")
        return kind(**dict(zip(names, items, strict=True)))


def _fields(kind: Any) -> Sequence[str]:
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else [each.name for each in fields(kind)]


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"
