"""What a guest remembers, made safe to keep: nothing it can edit later, nothing a recording could not hold."""

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..errors import UnfitMemory
from .values import encode_value


def frozen_memory(memory: object) -> object:
    """The same value with lists as tuples, sets and mappings frozen. Raises UnfitMemory for what cannot be kept."""
    kept = _frozen(memory)
    encode_value(kept)
    return kept


def _frozen(value: object) -> object:
    match value:
        case dict() | MappingProxyType():
            items = cast("Mapping[object, object]", value)
            return MappingProxyType({_frozen(key): _frozen(each) for key, each in items.items()})
        case set() | frozenset():
            return frozenset(_all(cast(object, value)))
        case list():
            return tuple(_all(cast(object, value)))
        case tuple() if type(cast(object, value)) is tuple:
            return tuple(_all(cast(object, value)))
        case np.ndarray():
            return _array(value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            if not cast(Any, value).__dataclass_params__.frozen:
                raise UnfitMemory(f"a {type(value).__name__} could be edited later; make it a frozen dataclass")
            return value
        case _:
            return value


def _all(values: object) -> Iterable[object]:
    return [_frozen(each) for each in cast("Iterable[object]", values)]


def _array(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if not values.flags.writeable:
        return values
    copy = values.copy()
    copy.setflags(write=False)
    return copy
