"""What a guest remembers, made safe to keep: nothing it can edit later, nothing a recording could not hold."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, cast

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import UnfitMemory
from ..world import World

# Chosen: far more than a monitor needs, far less than makes a tick slow (about 0.1 s to look through).
MOST_VALUES = 100_000


def frozen_memory(memory: object) -> object:
    """The same value with lists as tuples, sets and mappings frozen. Raises UnfitMemory for what cannot be kept."""
    return _Freezer().frozen(memory)


class _Freezer:
    """Goes through a value, and counts."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def frozen(self, value: object) -> object:
        self._left -= 1
        if self._left < 0:
            raise UnfitMemory(f"it has more than {MOST_VALUES} values")
        match value:
            case dict() | MappingProxyType():
                items = cast("Mapping[object, object]", value)
                return MappingProxyType({self.frozen(key): self.frozen(each) for key, each in items.items()})
            case set() | frozenset():
                return frozenset(self._all(cast(object, value)))
            case list() | tuple():
                return tuple(self._all(cast(object, value)))
            case np.ndarray():
                return _array(value)
            case None | bool() | int() | float() | str() | bytes() | np.generic() | Enum() | World():
                return cast(object, value)
            case msgspec.Struct() if type(value).__struct_config__.frozen:
                self._keep(value, [getattr(value, each) for each in value.__struct_fields__])
            case _ if _is_frozen_dataclass(value):
                self._keep(value, [getattr(value, each.name) for each in fields(cast(Any, value))])
            case _ if is_dataclass(value) or isinstance(value, msgspec.Struct):
                raise UnfitMemory(f"a {type(value).__name__} could be edited later; make it frozen")
            case _:
                raise UnfitMemory(f"a {type(value).__name__} cannot be kept in a recording")
        return value

    def _all(self, values: object) -> Iterable[object]:
        return [self.frozen(each) for each in cast("Iterable[object]", values)]

    def _keep(self, owner: object, values: Iterable[object]) -> None:
        """What a frozen value holds stays as it is, so it must be frozen as well."""
        for each in values:
            if isinstance(each, list | dict | set):
                kind = type(cast(object, each)).__name__
                raise UnfitMemory(f"a {type(owner).__name__} holds a {kind}, which could be edited later")
            self.frozen(each)


def _is_frozen_dataclass(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, type) and bool(cast(Any, value).__dataclass_params__.frozen)


def _array(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if values.dtype.hasobject:
        raise UnfitMemory("an array of objects cannot be kept in a recording")
    if not values.flags.writeable:
        return values
    copy = values.copy()
    copy.setflags(write=False)
    return copy
