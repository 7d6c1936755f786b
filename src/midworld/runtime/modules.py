"""Plug-ins: what kind each is, and one made ready to be put to work."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, cast, get_args

from ..errors import UnfitModule, one_of
from .frozen import frozen_memory
from .guests import LIMITS, Limits
from .marks import MARK, Kind, Marked, Target
from .parameters import Parameter, signature

SHAPES: Mapping[tuple[str, ...], Kind] = {
    ("world", "memory"): "monitor",
    ("world", "memory", "stamp"): "filter",
    ("commit",): "reader",
}
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something that can be put to work any number of times: what it is, and what it takes."""

    name: str
    kind: Kind
    target: Target
    parameters: tuple[Parameter, ...] = ()
    memory: object = None
    summary: str = ""

    @property
    def home(self) -> str:
        """The package its classes come from, for whoever reads its memory back."""
        return self.target.__module__.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Module:
    """A plug-in at work: under which name, where, and with which parameters.

    A monitor is `on` a world (`stable` if left out; `minds` for every person's). A filter reads the world it is `on`
    and writes one of its own, named like itself or as `writes` says; with `feeds="stable"` it is put in the way from
    `merged` to there. A provider is a source of its name; a reader is told of every commit.
    """

    name: str
    plugin: Plugin
    parameters: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    on: str | None = None
    writes: str | None = None
    feeds: str | None = None
    limits: Limits = LIMITS

    @property
    def kind(self) -> Kind:
        return self.plugin.kind

    def begin(self) -> Any:
        """What is called with every tick: an object of its own for a class, the function itself otherwise."""
        target, given = self.plugin.target, dict(self.parameters)
        if self.kind == "provider":
            made: Any = target(**given)
            return made if hasattr(made, "__iter__") else made()
        if isinstance(target, type):
            return target(**given)
        return partial(target, **given) if given else target


def plugin(target: Target, *, name: str | None = None) -> Plugin:
    """What a function or a class is as a plug-in. Raises UnfitModule."""
    name = name or str(getattr(target, "__name__", type(target).__name__))
    if not callable(target):
        raise UnfitModule(f"plug-in '{name}' is neither a function nor a class, but a {type(target).__name__}")
    marked = getattr(target, MARK, None)
    inputs, parameters = signature(name, target)
    role = getattr(target, "role", None)
    if isinstance(marked, Marked):
        kind, memory = marked.kind, marked.memory
    elif role in KINDS:
        kind, memory = cast(Kind, role), None
    elif inputs in SHAPES:
        kind, memory = SHAPES[inputs], None
    elif not inputs:
        kind, memory = "provider", None
    else:
        raise UnfitModule(
            f"plug-in '{name}' takes ({', '.join(inputs)}); a monitor takes (world, memory), a filter (world, memory, "
            "stamp), a reader (commit), a provider none; or say which it is with @midworld.monitor and the like"
        )
    lines = (inspect.getdoc(target) or "").splitlines()
    return Plugin(name, kind, target, parameters, frozen_memory(memory), lines[0] if lines else "")


def module(
    target: Target | Plugin,
    name: str | None = None,
    /,
    *,
    on: str | None = None,
    writes: str | None = None,
    feeds: str | None = None,
    time_limit: float | None = None,
    **parameters: object,
) -> Module:
    """A plug-in at work, by value. Raises UnfitModule for parameters it does not have or that are of another type."""
    known = target if isinstance(target, Plugin) else plugin(target)
    limits = LIMITS if time_limit is None else replace(LIMITS, seconds=time_limit)
    return Module(name or known.name, known, configured(known, parameters), on, writes, feeds, limits)


def configured(known: Plugin, parameters: Mapping[str, object]) -> Mapping[str, object]:
    """Parameters as a plug-in takes them. Raises UnfitModule."""
    given = {each.name: each for each in known.parameters}
    read: dict[str, object] = {}
    for key, value in parameters.items():
        if key not in given:
            raise UnfitModule(f"plug-in '{known.name}' has no parameter '{key}'; {one_of(given, near=key)}")
        try:
            read[key] = given[key].read(value)
        except UnfitModule as error:
            raise UnfitModule(f"parameter '{key}' of plug-in '{known.name}' {error}") from error
    for each in known.parameters:
        if each.required and each.name not in read:
            raise UnfitModule(f"plug-in '{known.name}' needs '{each.name}', {each.words}")
    return MappingProxyType(read)
