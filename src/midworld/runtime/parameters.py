"""What a plug-in can be given by name, read from its signature."""

import inspect
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..errors import UnfitModule
from .marks import MARK, Marked, Target

# Where a plug-in is put and what it may take, besides its own parameters.
PLACING = ("use", "on", "writes", "feeds", "time_limit")
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a plug-in can be given by name; `default` is None and `required` true where there is none."""

    name: str
    type: Any
    default: object = None
    required: bool = False

    def read(self, value: object) -> object:
        """A value as the type asked for. Raises UnfitModule."""
        if self.type is Path:
            if not isinstance(value, str | Path):
                raise UnfitModule(f"must be {self.words}, not {value!r}")
            return Path(value)
        try:
            if isinstance(value, bool) and self.type in (int, float, str):
                raise TypeError
            read = msgspec.convert(value, self.type, strict=False)
        except (msgspec.ValidationError, TypeError) as error:
            raise UnfitModule(f"must be {self.words}, not {value!r}") from error
        if isinstance(read, float) and not isfinite(read):
            raise UnfitModule(f"is {read}; a finite number is needed")
        return read

    @property
    def words(self) -> str:
        """The type as people say it."""
        return words_of(self.type)


def words_of(kind: Any) -> str:
    """A type as people say it."""
    plain = {float: "a number", int: "a whole number", bool: "true or false", str: "a word", Path: "a file or folder"}
    if kind in plain:
        return plain[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(map(str, inner))}"
    if origin in (Union, types.UnionType):
        return " or ".join(words_of(each) for each in inner if each is not type(None))
    if origin in (list, tuple):
        return f"a list of {words_of(inner[0]).removeprefix('a ').removeprefix('whole ')}s" if inner else "a list"
    return getattr(kind, "__name__", str(kind))


def signature(name: str, target: Target) -> tuple[tuple[str, ...], tuple[Parameter, ...]]:
    """What it is called with, and what it can be given by name."""
    try:
        taken = list(inspect.signature(target).parameters.values())
        called = list(inspect.signature(target.__call__).parameters.values())[1:] if _is_callable_class(target) else []
        hints = get_type_hints(_typed(target))
    except (TypeError, ValueError, NameError) as error:
        raise UnfitModule(f"plug-in '{name}' cannot be read: {error}") from error
    if isinstance(target, type):
        inputs, given = [each for each in called if each.kind in _POSITIONAL], taken
    else:
        mark = getattr(target, MARK, None)
        bare = isinstance(mark, Marked) and mark.kind == "provider"
        inputs = [] if bare else [each for each in taken if each.kind in _POSITIONAL and each.default is each.empty]
        given = [each for each in taken if each not in inputs]
    return tuple(each.name.strip("_") for each in inputs), tuple(_parameters(name, given, hints))


def _typed(target: Target) -> Target:
    """What has the types of its parameters: a function, how a class is made, or how an object is called."""
    if isinstance(target, type):
        return target.__init__
    return target if inspect.isroutine(target) else type(target).__call__


def _is_callable_class(target: Target) -> bool:
    return isinstance(target, type) and any("__call__" in vars(each) for each in target.__mro__[:-1])


def _parameters(name: str, given: Iterable[inspect.Parameter], hints: Mapping[str, Any]) -> Iterable[Parameter]:
    for each in given:
        if each.kind in _VARIABLE:
            raise UnfitModule(f"plug-in '{name}' takes *{each.name}; parameters have names and types")
        if each.name in PLACING:
            raise UnfitModule(f"plug-in '{name}' has a parameter '{each.name}', which says where a module is put")
        if each.name not in hints:
            raise UnfitModule(f"parameter '{each.name}' of plug-in '{name}' has no type; write {each.name}: float")
        required = each.default is each.empty
        yield Parameter(each.name, hints[each.name], None if required else each.default, required)
