"""`midworld ask`: a question about the past of anybody's world."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import msgspec
import typer

from ..errors import BadInput, DamagedLog, Problem, UnknownName
from ..providers import observation_log, read_scene
from ..providers.strangers import Knows
from ..readers.asked import EPOCH_S, Answer, Asked
from ..readers.questions import answered, forms
from ..runtime import MERGED, SOURCE_PREFIX, STABLE, Retention, replayed
from ..runtime.assessment import robot_of
from ..runtime.comparison import DIVERGENCES
from ..runtime.log import MAGIC
from ..session.background import Background
from ..session.engines import assess
from ..session.lines import numbered_lines, progress
from ..world import Agent, Scene, World
from .options import Knowledge, Packages, package_folders
from .snapshot import instant

Source = Annotated[Path, typer.Argument(help="scene.yaml, or a recording of a run", metavar="SCENE|RECORDING")]
Words = Annotated[
    list[str],
    typer.Argument(help="With a scene the log of observations; then the question", metavar="[LOG] QUESTION"),
]
At = Annotated[
    str | None, typer.Option("--at", help="The instant, in seconds; +3 counts from the start. The end if left out")
]
Whose = Annotated[
    str | None, typer.Option("--agent", "-a", help="Whose world: the robot's, ann's, or ann/bob for what Ann thinks of")
]
Depth = Annotated[int | None, typer.Option("--depth", help="How deep minds go, with a scene", min=1, max=4)]
Json = Annotated[bool, typer.Option("--json", help="One JSON object: the answer and the facts it rests on")]

BELIEF_DEPTH = "belief_depth"
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
    if _is_recording(source):
        if depth is not None:
            raise BadInput([Problem("--depth", None, "a recording has the minds it was made with; give the scene")])
        question = _question(words)
        (worlds, start), scene = _recorded(source, at), None
    else:
        question = _question(words[1:])
        deep = max(depth or 1, 1 if agent is None else agent.count("/") + 1)
        scene = _deep(read_scene(source, packages=package_folders(package)), deep)
        worlds, start = _assessed(scene, words[0], at, Background(scene, knowledge).knows)
    asked = replace(_asked(worlds, scene, agent), start=start)
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


def _is_recording(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error


def _deep(scene: Scene, depth: int) -> Scene:
    deeper = max(float(depth), float(scene.reasoner.get(BELIEF_DEPTH, 1.0)))
    return replace(scene, reasoner=MappingProxyType({**scene.reasoner, BELIEF_DEPTH: deeper}))


class _Until:
    """Up to when a run is followed: the instant asked for, or its end."""

    def __init__(self, file: str, at: str | None) -> None:
        self._file, self._at = file, at
        self.start = self._end = 0.0
        self._wanted: float | None = None

    def passes(self, stamp: float) -> bool:
        """Whether an instant is later than what is asked for. Raises BadInput if the run begins later."""
        if self._wanted is None:
            self.start = stamp
            self._wanted = float("inf") if self._at is None else instant(self._at, stamp)
            if stamp > self._wanted:
                self._refuse(self._wanted, f"begins at {self._shown(stamp)}")
        if stamp > self._wanted:
            return True
        self._end = stamp
        return False

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


def _recorded(path: Path, at: str | None) -> Run:
    """All worlds of a recording at an instant, and when it begins."""
    until, worlds = _Until(str(path), at), dict[str, World]()
    try:
        for commit in replayed(path):
            if until.passes(commit.stamp):
                return worlds, until.start
            worlds[commit.name] = commit.world
    except DamagedLog as damage:
        if not damage.cut or not worlds:
            raise
        print(f"midworld: {damage}", file=sys.stderr)
    until.ended()
    return worlds, until.start


def _assessed(scene: Scene, log: str, at: str | None, knows: Knows) -> Run:
    """All worlds at an instant of a log, assessed up to there, and when it begins."""
    assessment = assess(scene, retention=Retention(seconds=1.0))
    reader, until = observation_log(log, scene, knows=knows), _Until(log, at)
    board = assessment.board
    with progress(log, printing=True) as counter:
        for number, line in numbered_lines(log, follow=False, counter=counter):
            observation = reader.read(line, number)
            if until.passes(observation.stamp):
                break
            assessment.feed(observation)
        else:
            until.ended()
    return {name: board[name] for name in board.names}, until.start


def _asked(worlds: Mapping[str, World], scene: Scene | None, agent: str | None) -> Asked:
    """The worlds, seen as somebody. Raises UnknownName, and BadInput for a mind there is not."""
    truth = worlds.get(STABLE, World())
    declared = () if scene is None else tuple(thing for placed in scene.awaited.values() for thing, _ in placed)
    known = truth if scene is None else scene.world
    robot = robot_of(truth) or robot_of(known) or "robot"
    owner = _owner(worlds, truth, robot, robot if agent is None else agent)
    return Asked({STABLE: truth, **worlds}, owner, robot, declared)


def _owner(worlds: Mapping[str, World], truth: World, robot: str, agent: str) -> str:
    minds = {name: name for name in worlds if name not in (MERGED, STABLE, DIVERGENCES)}
    minds = {name: name for name in minds if not name.startswith(SOURCE_PREFIX)}
    folded = {name.casefold(): name for name in (*minds, robot, "robot")}
    wanted = folded.get(agent.casefold())
    if wanted is not None:
        return robot if wanted == "robot" else wanted
    people = {entity.id.casefold() for entity in truth.structure.entities if isinstance(entity.role, Agent)}
    if all(name in people for name in agent.casefold().split("/")):
        stamp = f"by {truth.stamp:g} s"
        reason = (
            f"there is no world of '{agent}' {stamp}: who is not perceived has none, nor one's own thoughts of oneself"
        )
        if "/" in agent:
            reason = (
                f"there is no world of '{agent}' {stamp}: minds go as deep as --depth or {BELIEF_DEPTH} of the scene"
            )
        raise BadInput([Problem("--agent", None, reason)])
    raise UnknownName("agent", agent, [robot, *minds, *people])
