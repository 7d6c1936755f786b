"""`midworld ask`: a question about the past of anybody's world."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ..errors import BadInput, DamagedLog, Problem
from ..readers.asked import EPOCH_S, Answer
from ..readers.asking import BELIEF_DEPTH, asked_of
from ..readers.questions import forms
from ..readers.talking import answered
from ..runtime import MAGIC, replayed
from ..world import World
from .completion import minds
from .options import Knowledge, Packages, instant, package_folders

if TYPE_CHECKING:
    from ..session import Session

Source = Annotated[Path, typer.Argument(help="scene.yaml, or a recording of a run", metavar="SCENE|RECORDING")]
Words = Annotated[
    list[str],
    typer.Argument(help="With a scene the log of observations; then the question", metavar="[LOG] QUESTION"),
]
At = Annotated[
    str | None, typer.Option("--at", help="The instant, in seconds; +3 counts from the start. The end if left out")
]
Whose = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        help="Whose world: the robot's, ann's, or ann/bob for what Ann thinks of",
        autocompletion=minds,
    ),
]
Depth = Annotated[int | None, typer.Option("--depth", help="How deep minds go, with a scene", min=1, max=4)]
Json = Annotated[bool, typer.Option("--json", help="One JSON object: the answer and the facts it rests on")]

Run = tuple[Mapping[str, World], float]


class Reply(msgspec.Struct, frozen=True):
    """What `--json` writes."""

    stamp: float
    agent: str
    question: str
    answer: Answer


def ask(
    source: Source,
    words: Words,
    at: At = None,
    agent: Whose = None,
    depth: Depth = None,
    json: Json = False,
    package: Packages = None,
    knowledge: Knowledge = None,
) -> None:
    """Ask about the past of anybody's world: "where is the ball", "what does ann see", "who is wrong"."""
    if is_recording(source):
        if depth is not None:
            raise BadInput([Problem("--depth", None, "a recording has the minds it was made with; give the scene")])
        question = _question(words)
        (worlds, start), scene = recorded(source, at), None
    else:
        question = _question(words[1:] if Path(words[0]).exists() or words[0] == "-" else _without_log(source, words))
        deep = max(depth or 1, 1 if agent is None else agent.count("/") + 1)
        # A recording is answered from without all that a run needs.
        from ..session import open as open_scene

        session = open_scene(
            source, packages=package_folders(package), knowledge=knowledge or (), history=1.0, depth=deep
        )
        (worlds, start), scene = assessed(session, words[0], at), session.scene
    asked = asked_of(worlds, scene, agent, start=start, place="--agent", deeper=f"--depth or {BELIEF_DEPTH}")
    answer = answered(question, asked)
    if json:
        reply = Reply(asked.world.stamp, asked.owner, question, answer)
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    else:
        print(answer.text)


def _question(words: list[str]) -> str:
    """A question in quotes or without."""
    if not words:
        raise BadInput([Problem("question", None, f"is missing; ask{forms()}")])
    return " ".join(words)


def _without_log(source: Path, words: list[str]) -> list[str]:
    """The words after the log, where that is the first of them; raises BadInput where it seems to be left out."""
    if len(words) == 1:
        reason = f"is no recording: with a scene, the log of observations comes before the question '{words[0]}'"
        raise BadInput([Problem(str(source), None, reason)])
    return words[1:]


def is_recording(path: Path) -> bool:
    """Whether a file is a recording rather than a scene. Raises BadInput."""
    try:
        with path.open("rb") as file:
            begun = file.read(len(MAGIC))
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
    if not begun:
        raise BadInput([Problem(str(path), None, "is empty; it is neither a scene nor a recording")])
    return begun == MAGIC


class _Until:
    """Up to when a run is followed: the instant asked for, or its end."""

    def __init__(self, file: str, at: str | None) -> None:
        self._file, self._at = file, at
        self.start = self._end = 0.0
        self._wanted: float | None = None
        self.passed = False

    def passes(self, stamp: float) -> bool:
        """Whether an instant is later than what is asked for. Raises BadInput if the run begins later."""
        if self._wanted is None:
            self.start = stamp
            self._wanted = float("inf") if self._at is None else instant(self._at, stamp)
            if stamp > self._wanted:
                self._refuse(self._wanted, f"begins at {self._shown(stamp)}")
        self.passed = stamp > self._wanted
        if not self.passed:
            self._end = stamp
        return self.passed

    @property
    def wanted(self) -> float:
        """The instant asked for; the end if none is."""
        return float("inf") if self._wanted is None else self._wanted

    def ended(self) -> None:
        """The end came first. Raises BadInput if a later instant is asked for."""
        if self._wanted is None:
            raise BadInput([Problem(self._file, None, "holds no tick")])
        if self._at is not None and self._wanted > self._end:
            self._refuse(self._wanted, f"goes from {self._shown(self.start)} to {self._shown(self._end)}")

    def _refuse(self, wanted: float, what: str) -> None:
        raise BadInput([Problem("--at", None, f"{self._shown(wanted)} is outside {self._file}, which {what}")])

    def _shown(self, stamp: float) -> str:
        return f"{stamp:g} s" if self.start < EPOCH_S else f"{stamp - self.start:+.1f} s"


def recorded(path: Path, at: str | None) -> Run:
    """All worlds of a recording at an instant, and when it begins."""
    until, worlds = _Until(str(path), at), dict[str, World]()
    try:
        first = next(replayed(path), None)
        if first is not None:
            until.passes(first.stamp)
        # What was before the last checkpoint is not gone through again.
        for commit in replayed(path, start=until.wanted):
            if until.passes(commit.stamp):
                return worlds, until.start
            worlds[commit.name] = commit.world
    except DamagedLog as damage:
        if not damage.cut or not worlds:
            raise
        print(f"midworld: {damage}", file=sys.stderr)
    until.ended()
    return worlds, until.start


def assessed(session: "Session", log: str, at: str | None) -> Run:
    """All worlds at an instant of a log, assessed up to there, and when it begins."""
    from ..session import progress

    until = _Until(log, at)
    with progress(log, printing=True) as counter:
        session.run(log, stop=lambda observation: until.passes(observation.stamp), counter=counter)
    if not until.passed:
        until.ended()
    return session.assessment.board.snapshot(), until.start
