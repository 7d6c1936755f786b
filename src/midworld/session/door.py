"""`midworld.open`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import cast

from ..assessment import setting_faults
from ..errors import BadInput, Problem
from ..limits import LATENESS, STAMP, TICK_RATE, Range
from ..providers import described_scene, read_scene
from ..readers.asking import BELIEF_DEPTH
from ..runtime import Module, module
from ..world import Scene, Timing
from .session import Session

Described = Mapping[str, object]
Plug = Module | Callable[..., object]
Given = Iterable[Plug] | Mapping[str, Plug]


def open(  # noqa: A001
    scene: str | Path | Scene | Described,
    *,
    packages: Mapping[str, str | Path] | None = None,
    knowledge: str | Path | Sequence[str | Path] = (),
    history: float = 60.0,
    depth: int | None = None,
    max_lateness: float | None = None,
    tick_hz: float | None = None,
    skew: Mapping[str, float] | None = None,
    modules: Given = (),
    resume: str | Path | None = None,
) -> Session:
    """A scene ready to be fed and asked: the path of a scene.yaml, a `Scene`, or a mapping as in the file.

    `packages` says where ROS packages lie, `knowledge` names documents about things the scene does not declare,
    `history` is how many seconds of the past are kept, `depth` how deep people think of one another's thoughts.
    `modules` are plug-ins by value: functions, or what `midworld.modules.module` makes of them. `resume` names a
    recording to go on with. The rest is `timing` of the scene, said here instead. Raises BadInput with
    everything that is wrong with the scene.
    """
    known = _scene(scene, {name: Path(folder) for name, folder in (packages or {}).items()})
    if depth is not None:
        known = deepened(known, depth)
    timing = _timing(known.timing, max_lateness, tick_hz, skew)
    files = (knowledge,) if isinstance(knowledge, str | Path) else tuple(knowledge)
    if not history >= 0.0:
        raise BadInput([Problem("history", None, f"is {history}; it must be 0 or more, in seconds")])
    return Session(
        replace(known, timing=timing),
        history=history,
        knowledge=[Path(file) for file in files],
        modules=plugged(modules),
        resume=None if resume is None else Path(resume),
    )


def plugged(given: Given) -> list[Module]:
    """Plug-ins at work: a mapping names them, and a function alone watches `stable` unless it says otherwise."""
    if isinstance(given, Mapping):
        return [_module(each, name) for name, each in cast("Mapping[str, Plug]", given).items()]
    return [_module(each, None) for each in given]


def _module(given: Plug, name: str | None) -> Module:
    return given if isinstance(given, Module) else module(given, name)


def deepened(scene: Scene, depth: int) -> Scene:
    """A scene in which minds go at least so deep. Raises BadInput where that is too deep."""
    if not isinstance(cast(object, depth), int | float):
        raise BadInput([Problem("depth", None, f"is {depth!r}; it must be a whole number")])
    for fault in setting_faults({BELIEF_DEPTH: float(depth)}).values():
        raise BadInput([Problem("depth", None, fault)])
    deeper = max(float(depth), float(scene.reasoner.get(BELIEF_DEPTH, 1.0)))
    return replace(scene, reasoner=MappingProxyType({**scene.reasoner, BELIEF_DEPTH: deeper}))


def _scene(given: str | Path | Scene | Described, packages: Mapping[str, Path]) -> Scene:
    what = cast(object, given)
    if isinstance(what, str | Path):
        return read_scene(what, packages=packages)
    if isinstance(what, Scene):
        return what
    if isinstance(what, Mapping):
        return described_scene(cast("Described", what), packages=packages)
    kinds = "the path of a scene.yaml, a Scene, or a mapping as in the file"
    raise BadInput([Problem("open", None, f"a scene is {kinds}, not {type(what).__name__}")])


def _timing(
    said: Timing, max_lateness: float | None, tick_hz: float | None, skew: Mapping[str, float] | None
) -> Timing:
    if max_lateness is not None:
        said = replace(said, max_lateness=_within("max_lateness", max_lateness, LATENESS))
    if tick_hz is not None:
        said = replace(said, tick_hz=_within("tick_hz", tick_hz, TICK_RATE))
    for source, seconds in (skew or {}).items():
        _within(f"skew of '{source}'", seconds, STAMP)
    return said if skew is None else replace(said, skew=MappingProxyType({**said.skew, **skew}))


def _within(name: str, number: float, within: Range) -> float:
    if number not in within:
        raise BadInput([Problem(name, None, f"is {number:g}; it must be {within}")])
    return float(number)
