"""What a conformance suite is made of: small named checks, each of which yields what it has to complain of."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ..errors import MidworldError

T = TypeVar("T")
Check: TypeAlias = Callable[[T], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Failure:
    """One promise that an implementation does not keep."""

    check: str
    complaint: str

    def __str__(self) -> str:
        return f"{self.check}: {self.complaint}"


def failures(checks: Iterable[Check[T]], subject: T) -> tuple[Failure, ...]:
    """Every complaint about an implementation; it conforms if there is none."""
    return tuple(failure for check in checks for failure in run_check(check, subject))


def run_check(check: Check[T], subject: T) -> tuple[Failure, ...]:
    """One check; an implementation that raises where it should not has failed it."""
    name = getattr(check, "__name__", repr(check))
    try:
        return tuple(Failure(name, complaint) for complaint in check(subject))
    except Exception as error:
        return (Failure(name, f"raised {type(error).__name__}: {error}"),)


def refuses(error: type[MidworldError], act: Callable[[], object]) -> bool:
    """Whether an act is refused with this error."""
    try:
        act()
    except error:
        return True
    return False
