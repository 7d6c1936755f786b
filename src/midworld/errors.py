"""Every exception raised on purpose.

MidworldError
├── UnknownName             nothing of that name is here; near misses and valid names are told
├── DuplicateName           that name is taken
├── Conflict                two changes cannot follow one another, or a change does not fit its world
├── NotAnExtension          a timeline that should continue another one does not
├── WriterTaken             a world already has its one writer
├── NotTheWriter            who wants to change a world has given it back
├── Forgotten               that instant is further back than the board remembers
├── TimedOut                nothing new was committed in the time given
├── StageFailed             a stage of a pipeline raised; the rest of the tick is kept
├── UnfitModule             a plug-in cannot be used: no kind, no types, or it does not load
├── UnfitMemory             what a stage remembers cannot be kept in a file, or read from one
├── RecordingFailed         a run can no longer be written to its recording
├── BadInput                a file holds what it must not: file, line, culprit and what would be valid
│   └── DamagedLog          a recording is readable only up to here
├── BadAction               an action that makes no sense: which of its parameters, and why
├── CannotDo                a robot cannot do one of its verbs, and why
├── BadStatement            a text is not a statement, a term or a pattern
├── Inconsistent            what is to be believed contradicts what is believed, with the reasons
├── LimitReached            a question took more time, memory or room than it may
├── NotAllowed              something is not open to whoever asks here
├── UnreachableBoard        a board that programs share cannot be joined or hosted
├── NotBuilt                a compiled part of Midworld is not there, with what to install
├── Closed                  a session that takes nothing in any more
├── MissingRos              a feature needs a package of a ROS 2 that is sourced
└── MissingExtra            a feature needs an optional package
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

NAMES_SHOWN = 12
# Of a name or value somebody gave, this much is repeated in a sentence.
SHOWN = 60


class MidworldError(Exception):
    """Something Midworld refuses, with a sentence a person can act on."""


def printable(text: str) -> str:
    """A text as a terminal may show it: what is no character to be seen is written out, `\\x1b` for an escape."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def shortened(text: str) -> str:
    """A text as far as it tells which one is meant."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def one_of(names: Iterable[str], *, near: str | None = None) -> str:
    """'did you mean mug?' where something is close, else the valid names."""
    known = sorted(set(names))
    near = None if near is None else near[: 2 * SHOWN]
    close = difflib.get_close_matches(near, known, n=2) if near is not None else []
    if not close and near is not None and len(near) > 3:
        close = [name for name in known if near.lower() in name.lower()][:2]
    if close:
        return f"did you mean {' or '.join(close)}?"
    if not known:
        return "there are none yet"
    more = "" if len(known) <= NAMES_SHOWN else f", and {len(known) - NAMES_SHOWN} more"
    return f"known: {', '.join(map(shortened, known[:NAMES_SHOWN]))}{more}"


class UnknownName(MidworldError, LookupError):
    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        super().__init__(f"no {kind} named '{shortened(name)}'; {one_of(known, near=name)}")


class DuplicateName(MidworldError):
    def __init__(self, kind: str, name: str) -> None:
        self.kind, self.name = kind, name
        super().__init__(f"there is already a {kind} named '{name}'; names are unique")


class Conflict(MidworldError):
    """Two changes contradict each other; `reasons` names each place."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reasons))


class NotAnExtension(MidworldError):
    def __init__(self) -> None:
        super().__init__("the later timeline does not continue the earlier one; a timeline only ever grows")


class WriterTaken(MidworldError):
    def __init__(self, world: str, writer: str, wanted: str) -> None:
        super().__init__(f"world '{world}' is already written by '{writer}'; '{wanted}' may read it, or write another")


class Forgotten(MidworldError):
    def __init__(self, world: str, stamp: float, oldest: float) -> None:
        super().__init__(
            f"world '{world}' at {stamp:g} s is no longer remembered, the oldest kept is {oldest:g} s; "
            "keep more with a longer or larger history, or record the run"
        )


class NotTheWriter(MidworldError):
    def __init__(self, world: str, writer: str) -> None:
        super().__init__(f"'{writer}' does not write world '{world}' any more; claim it again")


class TimedOut(MidworldError):
    def __init__(self, world: str, after: int, seconds: float) -> None:
        super().__init__(f"nothing was committed to world '{world}' after commit {after} within {seconds:g} s")


class StageFailed(MidworldError):
    """One or more stages raised; `failures` has each by its stage, `skipped` the stages that needed theirs."""

    def __init__(self, failures: Mapping[str, Exception], stamp: float, *, skipped: Sequence[str] = ()) -> None:
        self.failures, self.stamp, self.skipped = dict(failures), stamp, tuple(skipped)
        reasons = "; ".join(
            f"stage '{name}' failed at {stamp:g} s: {type(error).__name__}: {error}" for name, error in failures.items()
        )
        missing = f"; not run, as they read its world: {', '.join(skipped)}" if skipped else ""
        super().__init__(f"{reasons}{missing}; the rest of the tick is kept")


class UnfitModule(MidworldError):
    """Something that is meant as a plug-in is not one, or is not given what it needs."""


class UnfitMemory(MidworldError):
    """What a stage remembers is not a value, or not one of this version."""


class RecordingFailed(MidworldError):
    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file}: the run can no longer be recorded: {why}; what was recorded before is good")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with one place of one file."""

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return printable(f"{place}: {self.message}")


class BadInput(MidworldError):
    """What a file holds cannot be used; `problems` lists every place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        assert problems
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in problems))


class DamagedLog(BadInput):
    """A recording breaks off; what comes before is good. `cut`: only its end is missing, nothing in it is wrong."""

    def __init__(
        self, file: str, offset: int, what: str, *, ticks: int = 0, stamp: float | None = None, cut: bool = False
    ) -> None:
        self.offset, self.ticks, self.stamp, self.cut = offset, ticks, stamp, cut
        place = f"cut off at byte {offset}, as when a process is killed" if cut else f"damaged at byte {offset}"
        good = "no tick comes before it"
        if stamp is not None:
            good = f"{ticks} whole tick{'' if ticks == 1 else 's'} before it, the last at {stamp:g} s, can be read"
        super().__init__([Problem(file, None, f"{place}: {what}; {good}")])


class BadAction(MidworldError):
    """An action cannot be imagined; `parameter` is the culprit."""

    def __init__(self, parameter: str, reason: str) -> None:
        self.parameter, self.reason = parameter, reason
        super().__init__(f"action: '{parameter}' {reason}")


class CannotDo(MidworldError):
    """A robot's body cannot do something just now: what, and why."""

    def __init__(self, verb: str, reason: str) -> None:
        self.verb, self.reason = verb, reason
        super().__init__(f"cannot {verb}: {reason}")


class BadStatement(MidworldError):
    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        shown = text if len(text) <= 200 else f"{text[:200]}..."
        super().__init__(f"'{shown}' {reason}")


class Inconsistent(MidworldError):
    """A change would contradict what is believed; `reasons` tells each clash, and nothing was changed."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reasons))


class LimitReached(MidworldError):
    """`what` names the limit: 'takes longer than 10 s'."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"this question {what}; ask for less at once, or set another limit")


class NotAllowed(MidworldError):
    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what} {why}".strip())


class UnreachableBoard(MidworldError):
    def __init__(self, board: str, where: str, why: str) -> None:
        super().__init__(f"board '{board}' cannot be reached at {where}: {why}")


class NotBuilt(MidworldError, ImportError):
    def __init__(self, reason: str) -> None:
        super().__init__(
            "the reasoning core of Midworld is not built for this Python; install a wheel of Midworld made for it, "
            "or a C++ compiler with Python's headers (Debian: apt-get install g++ python3-dev) and Midworld again "
            f"(pip install --force-reinstall --no-deps midworld): {reason}"
        )


class Closed(MidworldError):
    def __init__(self, wanted: str) -> None:
        super().__init__(f"this session is closed, it cannot {wanted}; open the scene again")


class MissingExtra(MidworldError):
    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional package: pip install 'midworld[{extra}]'")


class MissingRos(MidworldError):
    def __init__(self, feature: str, package: str) -> None:
        super().__init__(f"{feature} needs the ROS 2 package {package}: source a ROS 2 installation that has it")
