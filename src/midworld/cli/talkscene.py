"""What `midworld talk` talks about: a log, one that grows, or a recording, at any of its instants."""

import threading
from bisect import bisect_right
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..dialogue import Conversation, Exchange, Lexicon, Models
from ..errors import BadInput, MidworldError, Problem
from ..knowledge import KnowledgeBase
from ..readers.asking import asked_of
from ..readers.staging import Stage
from ..runtime import Commit
from ..world import STABLE, World
from .ask import is_recording, recorded
from .instants import KEPT, Instants

if TYPE_CHECKING:
    from ..readers.viewer import Wire
    from ..session import Session

# How long a log that grows may take to bring its first instant, and to end once it is to.
FIRST_S, END_S = 10.0, 6.0
# What is said at an instant that the log has not brought yet is answered once it has, or after this long.
AHEAD_S = 3.0
WorldsAt = Callable[[float | None], Mapping[str, World]]


class Live:
    """The worlds of a log that grows, assessed beside the conversation, instant by instant."""

    def __init__(self, session: "Session", log: str) -> None:
        self._session, self._stamps, self._worlds = session, list[float](), list[Mapping[str, World]]()
        self._news, self._over, self._failure = threading.Condition(), False, list[MidworldError]()
        self._end = session.assessment.board.subscribe(self._note)
        self._thread = threading.Thread(target=self._run, args=(log,), name="run", daemon=True)
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._stamps or self._over, FIRST_S)

    @property
    def start(self) -> float:
        return self._stamps[0] if self._stamps else 0.0

    def at(self, stamp: float | None) -> Mapping[str, World]:
        """All worlds as they were at an instant; the newest without one. Raises what ended the run."""
        with self._news:
            if stamp is not None:
                self._news.wait_for(lambda: self._over or self._stamps[-1:] >= [stamp], AHEAD_S)
            if self._failure:
                raise self._failure[0]
            if not self._worlds:
                return {STABLE: World()}
            place = len(self._worlds) if stamp is None else bisect_right(self._stamps, stamp)
            return self._worlds[max(place - 1, 0)]

    def close(self) -> None:
        """Ends the run."""
        self._end()
        self._session.close()
        self._thread.join(END_S)

    def _run(self, log: str) -> None:
        from ..session import Silent

        try:
            self._session.follow(log, counter=Silent())
        except MidworldError as error:
            self._failure.append(error)
        finally:
            with self._news:
                self._over = True
                self._news.notify_all()

    def _note(self, commit: Commit) -> None:
        if not commit.ends_tick:
            return
        with self._news:
            self._stamps.append(commit.stamp)
            self._worlds.append(self._session.assessment.board.snapshot())
            if len(self._stamps) > KEPT:
                # Of what is long ago every other instant will do.
                half = len(self._stamps) // 2
                self._stamps = [*self._stamps[:half:2], *self._stamps[half:]]
                self._worlds = [*self._worlds[:half:2], *self._worlds[half:]]
            self._news.notify_all()


class Shown:
    """A conversation over a scene, and the page it is shown on, if any."""

    def __init__(self, conversation: Conversation, stage: Stage | None = None, wire: "Wire | None" = None) -> None:
        self.conversation, self._stage, self._wire = conversation, stage, wire

    def newest(self) -> tuple[Exchange, ...]:
        """What was said since one last asked, each at the instant it was said; also told to the page."""
        from msgspec.structs import replace

        at = None if self._stage is None else self._stage.asked.world.stamp
        found = tuple(
            each if each.stamp is not None else replace(each, stamp=at) for each in self.conversation.transcript
        )
        self.conversation.transcript.clear()
        if self._wire is not None:
            for each in found:
                self._wire.say("talk", each, stamp=each.stamp)
        return found


@contextmanager
def staged(
    base: KnowledgeBase,
    lexicon: Lexicon,
    source: Path,
    log: str | None,
    *,
    follow: bool = False,
    view: bool = False,
    port: int | None = None,
) -> Generator[Shown]:
    """A conversation about a scene or a recording, told to minds. Raises BadInput."""
    with ExitStack() as stack:
        if is_recording(source):
            if follow or view:
                option, other = (
                    ("--follow", "a scene and its log") if follow else ("--view", "midworld view --talk FILE")
                )
                raise BadInput([Problem(option, None, f"{source} is a recording; use {other}")])
            worlds, start = recorded(source, None)

            def at(stamp: float | None) -> Mapping[str, World]:
                return worlds if stamp is None else recorded(source, str(stamp))[0]

            models = Models(base, robot=asked_of(worlds, None, None).robot)
            stage = Stage(models, at, start=start)
            yield Shown(_conversation(models, lexicon, stage), stage)
            return
        if log is None:
            raise BadInput([Problem(str(source), None, "is no recording: with a scene, give the log of observations")])
        from ..session import open as open_scene
        from .view import opened, shown, titled

        session = open_scene(source, history=1.0)
        stack.callback(session.close)
        wire = shown(session, titled(log), live=True) if view else None
        if wire is not None:
            stack.enter_context(opened([wire], port=port))
        if follow:
            instants = Live(session, log)
            stack.callback(instants.close)
        else:
            instants = Instants(session, log)
        models = Models(base, robot=asked_of(instants.at(None), session.scene, None).robot)
        stage = Stage(models, instants.at, scene=session.scene, start=instants.start)
        yield Shown(_conversation(models, lexicon, stage), stage, wire)


def _conversation(models: Models, lexicon: Lexicon, stage: Stage) -> Conversation:
    return Conversation(models, lexicon, scene=stage)
