"""What marks a function or a class as a plug-in of some kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, cast, overload

Kind: TypeAlias = Literal["monitor", "filter", "provider", "reader"]
MARK = "__midworld_module__"

Target: TypeAlias = Callable[..., Any]
F = TypeVar("F", bound=Target)


@dataclass(frozen=True, slots=True)
class Marked:
    """What a decorator says of a function or a class."""

    kind: Kind
    memory: object = None


@overload
def monitor(target: F) -> F: ...
@overload
def monitor(*, memory: object = None) -> Callable[[F], F]: ...
def monitor(target: F | None = None, *, memory: object = None) -> F | Callable[[F], F]:
    """Marks `(world, memory) -> entries` as a monitor, which begins with a memory."""
    return _marked(target, Marked("monitor", memory))


@overload
def filter(target: F) -> F: ...  # noqa: A001
@overload
def filter(*, memory: object = None) -> Callable[[F], F]: ...  # noqa: A001
def filter(target: F | None = None, *, memory: object = None) -> F | Callable[[F], F]:  # noqa: A001
    """Marks `(world, memory, stamp) -> Delta or World` as a filter, which begins with a memory."""
    return _marked(target, Marked("filter", memory))


def provider(target: F) -> F:
    """Marks a function of parameters that yields observations as a provider."""
    return cast(F, _marked(target, Marked("provider")))


def reader(target: F) -> F:
    """Marks `(commit) -> None` as a reader."""
    return cast(F, _marked(target, Marked("reader")))


def _marked(target: F | None, mark: Marked) -> F | Callable[[F], F]:
    def mark_it(target: F) -> F:
        setattr(target, MARK, mark)
        return target

    return mark_it if target is None else mark_it(target)
