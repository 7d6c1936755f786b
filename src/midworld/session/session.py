"""A scene that is opened, fed and asked: the one way in for scripts, notebooks, commands and servers."""

import copy
import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import cast

from ..assessment import MERGED, SOURCE_PREFIX, STABLE, Modules, robot_of
from ..errors import BadInput, BadStatement, Closed, Problem, UnknownName
from ..perception import Observation
from ..providers import Given, Log, Source, in_order, observation_log, provided_observations
from ..readers.asked import Answer
from ..readers.asking import ROBOT, asked_of, words
from ..readers.talking import answered
from ..runtime import SLACK_S, Module, Recorder, Report, Retention, Tick, Ticks, Unread
from ..world import Agent, EntityId, Placed, Scene, Value, World
from .background import Background
from .engines import assess
from .facts import Fact, Happening, Wrong, happened, held, mistaken
from .following import Following
from .health import Health, Tempo
from .knowing import Callback, Knowledge, heard
from .page import Page
from .picture import ShownWorld, shown
from .progress import Counter, progress_of
from .resuming import metadata, resumed
from .table import Table

# The name of standard input, of which nothing can be read twice.
STDIN = "-"


class Session:
    """The worlds of a scene, kept up to date with what is fed to it. Made by `midworld.open`.

    `at` is an instant: a stamp, or, if negative, seconds before the newest. `agent` is a name: nobody's is the robot's,
    `ann/bob` is what Ann thinks of Bob. Whoever knows more than this page asks `assessment`: its board and pipeline.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        history: float = 60.0,
        knowledge: Iterable[Path] = (),
        modules: Iterable[Module] = (),
        resume: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.scene = scene
        some, kept = tuple(modules), Retention(seconds=history)
        self._resumed = None
        if resume is not None:
            plugs = Modules.of(scene, some)
            self._resumed = resumed(resume, plugs, lambda root: assess(scene, retention=kept, root=root, modules=some))
        known = self._resumed
        self.assessment = assess(scene, retention=kept, modules=some) if known is None else known.assessment
        self._background = Background(scene, tuple(knowledge), history_s=history)
        self._clock = clock
        self._health = self._taken = Health()
        self._newest = -math.inf if known is None else known.ending.stamp
        self._taken_before = 0 if known is None else known.fed
        self._brought: dict[EntityId, tuple[Placed, ...]] = {}
        self._meant: dict[EntityId, EntityId] = {}
        self._feeding = self._log("feed")
        self._resources = ExitStack()
        self._closed = False
        self._following: Following | None = None
        self._failures: list[Exception] = []

    def feed(self, *observations: Given) -> None:
        """Takes in what a source perceives at an instant: an observation, a mapping as in the log, or a line of it.

        It is assessed at once, several in one tick. One that is late by no more than `max_lateness` is put where it
        belongs, and the last moments are assessed again with it; one that is later is dropped and counted.
        """
        self._check("be fed")
        taken: list[Observation] = []
        for observation in observations:
            self._feeding.number += 1
            arrival = self._feeding.arrival(observation)
            assert arrival is not None
            late, limit = self._newest - arrival.stamp, self.scene.timing.max_lateness + SLACK_S
            if late > limit or (late > 0 and not self.assessment.reaches(arrival.stamp)):
                self._refuse(arrival, late)
                continue
            read = arrival.load() if isinstance(arrival, Unread) else arrival
            assert read is not None
            taken.append(read)
        if taken:
            self._assess(taken)

    def fork(self) -> "Session":
        """A session that goes on from here on its own, to try something out: neither disturbs the other."""
        self._check("be forked")
        other = copy.copy(self)
        other.assessment = self.assessment.fork()
        other._background = self._background.fork()
        other._brought, other._meant = dict(self._brought), dict(self._meant)
        other._feeding = other._log("feed")
        other._feeding.number = self._feeding.number
        other._resources, other._failures, other._following, other._resumed = ExitStack(), [], None, None
        if self._following is not None:
            other._following = Following(other._background.minds, other.assessment.board, told=True)
        return other

    def run(
        self,
        log: Source,
        *,
        lenient: bool = False,
        stop: Callable[[Observation], bool] | None = None,
        counter: Counter | None = None,
    ) -> Health:
        """Takes in a whole log, or anything that gives observations, to its end; returns what that was.

        Stamps may be late by `max_lateness`. `lenient` passes over bad lines; the first observation for which `stop`
        is true ends the run and is not assessed. On a terminal a bar shows how far it is, unless there is a `counter`.
        """
        with ExitStack() as stack:
            return self._carry(log, counter or stack.enter_context(progress_of(log)), lenient=lenient, stop=stop)

    def follow(
        self,
        source: Source,
        *,
        lenient: bool = False,
        idle: float = math.inf,
        on_skip: Callable[[Tempo], None] | None = None,
        counter: Counter | None = None,
    ) -> Health:
        """Takes in a file that grows, or observations as they happen, until they end or `idle` seconds bring nothing.

        With `tick_hz`, what comes faster than it is assessed is joined into one tick; `on_skip` hears of it before.
        """
        with ExitStack() as stack:
            bar = counter or stack.enter_context(progress_of(source))
            return self._carry(source, bar, lenient=lenient, live=True, idle_s=idle, on_skip=on_skip)

    def tell(self, agent: str, statement: str, *, teller: str | None = None) -> None:
        """Lets somebody know where a thing is ("cup isIn box"): believed from the next tick until seen otherwise."""
        self._check("be told anything")
        thing, relation, target = words(statement)
        if relation not in ("isIn", "isOn"):
            raise BadStatement(statement, "says something else than where a thing is; use isIn or isOn")
        self.assessment.tell(agent, thing, relation, target, teller=teller)

    def world(self, name: str = STABLE, *, at: float | None = None) -> ShownWorld:
        """A world, now or at an instant, as a value to keep: `stable`, `merged`, `source/camera`, `ann`, `ann/bob`."""
        name = self._named(name)
        return shown(self._at(name, at), name, self.scene.meshes, MappingProxyType(self._around(at)))

    def facts(
        self,
        agent: str | None = None,
        *,
        at: float | None = None,
        subject: str | None = None,
        predicate: str | None = None,
        object: Value | None = None,  # noqa: A002
    ) -> Table[Fact]:
        """What holds in somebody's world: all of it, or only what fits."""
        return held(self._at(self._whose(agent), at), subject=subject, predicate=predicate, target=object)

    def events(self, since: float | None = None, *, agent: str | None = None) -> Table[Happening]:
        """What happened as somebody has it: Pick, Place, Release; as the robot has it also what people were Told."""
        start = -math.inf if since is None else self._instant(since)
        found = list(self._at(self._whose(agent), None).timeline.events(start=start))
        if agent is None:
            for name, world in self.assessment.board.snapshot().items():
                if name in self._people():
                    found += [event for event in world.timeline.events(start=start) if event.predicate == "Told"]
        return happened(found)

    def who_is_wrong(self) -> Table[Wrong]:
        """Whose beliefs are not the robot's or another's just now, each with the reason as a sentence."""
        return mistaken(self.assessment.divergences)

    def ask(self, question: str, *, agent: str | None = None, at: float | None = None) -> Answer:
        """The answer to a question ("where is the cup"), as somebody would give it; `str()` is the sentence."""
        names = self.assessment.board.names
        worlds = {name: self._at(name, at) for name in names}
        whose = None if agent is None else str(agent)
        asked = asked_of(worlds, self.scene, whose, start=self._health.start)
        return answered(str(question), asked)

    def knowledge(self, agent: str | None = None) -> Knowledge:
        """What somebody knows and what follows from it, to ask and teach; in step with the worlds from now on."""
        return Knowledge(self._follows(), self._mind(agent))

    def on(self, pattern: str | Iterable[str], callback: Callback, *, agent: str | None = None) -> Callable[[], None]:
        """Calls back with the variables of a pattern ("?x isIn ?y") when it begins to hold; what it returns ends that.

        An error of the callback ends it too, and is raised by the `feed` that led to it.
        """
        self._check("watch for anything")
        patterns = (pattern,) if isinstance(pattern, str) else tuple(pattern)
        if not callable(cast(object, callback)):
            raise BadInput([Problem("on", None, f"needs a function to call back, not {type(callback).__name__}")])
        return heard(self._follows().minds, patterns, callback, self._mind(agent), self._failures.append)

    @property
    def health(self) -> Health:
        """What was taken in so far, what came too late, and what was skipped to keep up."""
        return self._health

    def record(self, path: str | Path, *, about: Mapping[str, str] = MappingProxyType({})) -> Recorder:
        """Keeps everything from now on in a file, until closed; also a context manager.

        A resumed session goes on with its own recording. `about` is whatever else the file is to say of itself.
        """
        self._check("be recorded")
        known = self._resumed
        ending = replace(known.ending, fed=known.fed) if known is not None and Path(path) == known.path else None
        recorder = Recorder(self.assessment.board, path, metadata=metadata(about), ending=ending)
        self._resources.callback(recorder.close)
        return recorder

    def view(self, port: int | None = None) -> Page:
        """Shows the session on a live page of this machine, until closed; also a context manager."""
        self._check("be looked at")
        return self._resources.enter_context(Page(self.assessment, "a session", port=port, health=lambda: self._health))

    def close(self) -> None:
        """Ends recordings and pages. What was assessed can still be asked; nothing more is taken in."""
        self._closed = True
        self._resources.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<midworld session: {self._health}>"

    def _carry(
        self,
        source: Source,
        counter: Counter,
        *,
        lenient: bool,
        live: bool = False,
        stop: Callable[[Observation], bool] | None = None,
        idle_s: float = math.inf,
        on_skip: Callable[[Tempo], None] | None = None,
    ) -> Health:
        self._check("follow anything" if live else "run anything")
        self._taken, is_file = Health(), isinstance(source, str | Path)
        log = self._log(str(source) if is_file else "observations", lenient=lenient)
        again = self._resumed is not None and is_file and str(source) != STDIN
        if not again:
            # Only a file has once more what was taken in before; anything else goes on where that ended.
            self._taken_before = 0
        after = -math.inf if again else self._newest
        ticks = Ticks[Observation](self.scene.timing, self._refuse, live=live, after=after).of(
            log.arrivals(source, grows=live, advance=counter.advance),
            beside=in_order(*(stream for _, stream in provided_observations(self.assessment, knows=log.knows))),
            clock=self._clock,
            idle_s=idle_s,
            over=lambda: self._closed,
        )
        for tick in ticks:
            if self._ends(self._not_yet_taken(tick), stop, on_skip) or self._closed:
                break
        return self._taken

    def _not_yet_taken(self, tick: Tick[Observation]) -> Tick[Observation]:
        """Without what a resumed session has taken in before, as a log has it again."""
        left: list[list[Observation]] = []
        for window in tick:
            gone = min(self._taken_before, len(window))
            self._taken_before -= gone
            left.append(list(window[gone:]))
        return [window for window in left if window]

    def _ends(
        self,
        windows: Tick[Observation],
        stop: Callable[[Observation], bool] | None,
        on_skip: Callable[[Tempo], None] | None,
    ) -> bool:
        """Assesses a tick, up to where the run is to stop; whether it is."""
        observations = [each for window in windows for each in window]
        kept = observations if stop is None else list(takewhile(lambda each: not stop(each), observations))
        skipped = len(windows) - 1
        if kept and skipped > 0:
            self._note(lambda health: health.without_time(skipped))
            if on_skip is not None:
                on_skip(Tempo(max(each.stamp for each in kept), skipped))
        if kept:
            self._assess(kept)
        return len(kept) < len(observations)

    def _assess(self, observations: list[Observation]) -> None:
        stamp, before = max(each.stamp for each in observations), self.assessment.board.sequence
        try:
            self.assessment.feed(*observations)
        finally:
            # Where a stage fails, the rest of the tick counts.
            if self.assessment.board.sequence > before:
                self._newest = max(self._newest, stamp)
                self._note(lambda health: health.ticked(stamp, len(observations)))
        if self._failures:
            (first, *others), self._failures = self._failures, []
            for other in others:
                first.add_note(f"another callback failed as well: {other}")
            raise first

    def _refuse(self, late: Report, seconds: float) -> None:
        """Something came too late to be put in order."""
        self._note(lambda health: health.dropped(late.source, seconds))

    def _log(self, file: str, *, lenient: bool = False) -> Log:
        """A reader of what comes from somewhere; what once brought a shape is known to all of them."""
        overlook = self._overlook if lenient else None
        skew, knows = self.scene.timing.skew, self._background.knows
        log = observation_log(file, self.scene, knows=knows, ordered=False, skew=skew, overlook=overlook)
        log.brought, log.meant = self._brought, self._meant
        return log

    def _overlook(self, bad: BadInput) -> None:
        self._note(lambda health: health.passed_over(bad))

    def _note(self, change: Callable[[Health], Health]) -> None:
        """Of the whole session, and of what is taken in just now."""
        self._health, self._taken = change(self._health), change(self._taken)

    def _check(self, wanted: str) -> None:
        if self._closed:
            raise Closed(wanted)

    def _instant(self, at: float) -> float:
        stamp = cast(object, at)
        if isinstance(stamp, bool) or not isinstance(stamp, int | float) or math.isnan(stamp):
            raise BadInput([Problem("at", None, f"an instant is a number of seconds, not {at!r}")])
        return at if at >= 0.0 else self._health.end + at

    def _at(self, name: str, at: float | None) -> World:
        board = self.assessment.board
        if not board.sequence and name in (STABLE, MERGED):
            # Before anything is perceived, what the scene places is all there is.
            return self.scene.world
        return board[name] if at is None else board.at(name, self._instant(at))

    def _around(self, at: float | None) -> Mapping[str, World]:
        names = self.assessment.board.names
        return {
            name: self._at(name, at) for name in names if name in (STABLE, MERGED) or name.startswith(SOURCE_PREFIX)
        }

    def _named(self, name: str) -> str:
        """The world of a name. Raises UnknownName, and BadInput for somebody who has none."""
        names = self.assessment.board.names
        if name in names:
            return name
        if all(part in (*self._people(), self._robot, ROBOT) for part in str(name).split("/")):
            return self._whose(name)
        raise UnknownName("world", str(name), [*names, self._robot])

    def _whose(self, agent: str | None) -> str:
        """The world of somebody's picture."""
        asked = asked_of(self.assessment.board.snapshot(), self.scene, None if agent is None else str(agent))
        return STABLE if asked.owner == asked.robot else asked.owner

    def _mind(self, agent: str | None) -> str:
        """Whose model is meant. Raises UnknownName."""
        if agent is None or agent in (self._robot, ROBOT):
            return self._robot
        if agent not in self._people():
            raise UnknownName("agent", str(agent), [self._robot, *self._people()])
        return agent

    @property
    def _robot(self) -> str:
        return robot_of(self.scene.world) or ROBOT

    def _people(self) -> tuple[str, ...]:
        worlds = (self.scene.world, self.assessment.board[STABLE])
        agents = [each.id for world in worlds for each in world.structure.entities if isinstance(each.role, Agent)]
        return tuple(name for name in dict.fromkeys(agents) if name != self._robot)

    def _follows(self, *, told: bool = False) -> Following:
        """The minds, which follow the worlds from the first time somebody asks for them."""
        if self._following is None:
            self._following = Following(self._background.minds, self.assessment.board, told=told)
            self._resources.callback(self._following.end)
        return self._following
