"""One page in somebody's browser: where it is in time, and what it shows."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ...world import STABLE
from .chapter import Chapter
from .clock import Clock
from .labels import FEW_LABELS, MAX_LABELS, Label, laid_out
from .message import Aim, Asked, Follow, Frame, Play, Seek, Step, Turn, View
from .news import CROWD_S, OFTEN_S, SELDOM_S, News
from .pane import Pane
from .picture import Picture
from .scene import bodies, cut, named, remarks
from .tape import TickSnapshot
from .things import is_crowd
from .vantage import vantage

MAX_PANES = 2
# The end of a chapter stays this long before the next one begins.
END_S = 3.0


class Page:
    """Asked by the browser, drawn frame by frame. Used from one thread only."""

    def __init__(self, chapters: Sequence[Chapter], pick: Callable[[str], None]) -> None:
        self._chapters, self._pick = chapters, pick
        self._place = 0
        self._news = News()
        self._number = 0
        # Whether somebody asked for something since the last frame.
        self.asked = False
        # Whether that concerns all that is told, and whether this frame is the answer.
        self._anew, self._answering = True, False
        self._drawn: tuple[object, ...] = ()
        self._aimed: set[int] = set()
        self._remarks: list[Picture] = []
        self._owed = 0.0
        self._wall = 0.0
        self.view = View()
        self.clock = Clock(following=chapters[0].live)
        # One that is not shown stays open: who changes their mind gets it back, and nobody gets more.
        self._opened: list[Pane] = []
        self.panes: list[Pane] = []

    def close(self) -> None:
        for pane in self._opened:
            pane.close()

    @property
    def ports(self) -> tuple[int, ...]:
        return tuple(pane.port for pane in self.panes)

    @property
    def delicate(self) -> bool:
        """Whether a run that still goes on in this process, with a crowd of things, pays for every frame."""
        tape = self._chapters[self._place].tape
        if tape.apart or tape.complete:
            return False
        return bool(tape.moments) and bool(tape.moments[-1].costs) and _crowd(tape.moments[-1])

    def ask(self, asked: Asked) -> None:
        """Takes in what the browser wants."""
        tape = self._chapters[self._place].tape
        stop = tape.stop - tape.start
        match asked:
            case View():
                self._anew |= _besides_choice(asked) != _besides_choice(self.view)
                if asked.agent != self.view.agent:
                    self._news.wrong = ()
                self.view = asked
                self._open()
            case Seek(at):
                self.clock = self.clock.sought(at, stop=stop)
            case Play(playing, speed):
                self.clock = self.clock.played(playing, speed, stop=stop, complete=tape.complete)
            case Step(ticks):
                there = min(max(tape.index(tape.start + self.clock.at) + ticks, 0), max(len(tape.moments) - 1, 0))
                at = tape.moments[there].stamp - tape.start if tape.moments else 0.0
                self.clock = Clock(at, False, self.clock.speed)
            case Follow():
                self.clock = Clock(stop, True, 1.0, True)
            case Turn(chapter):
                self._turn(chapter)
            case Aim():
                self._aimed.clear()
            case _:
                return
        self._anew |= not isinstance(asked, View | Play | Aim)
        self.asked = True

    def frame(self, seconds: float) -> Frame | None:
        """The next frame after some wall time, or None if nothing is new; the panes are drawn along the way."""
        self._wall += seconds
        tape = self._chapters[self._place].tape
        tape.drain()
        self.clock = self.clock.advanced(seconds, stop=tape.stop - tape.start, complete=tape.complete)
        if self.clock.rested > END_S and len(self._chapters) > 1:
            self._turn(self._place + 1)
            return self.frame(0.0)
        moment = tape.at(tape.start + self.clock.at)
        shown = (moment, tape.stop, tape.complete, self._playing(), *(pane.camera for pane in self.panes))
        # What a crowd was not told for want of time is told once there is some.
        owed = self._owed and self._wall >= self._owed
        if not self.asked and shown == self._drawn and not owed:
            return None
        if self._anew:
            self._news.fresh()
        self._answering, self._anew, self.asked, self._drawn = self.asked, False, False, shown
        self._together()
        self._number += 1
        return self._framed(moment)

    def _framed(self, moment: TickSnapshot | None) -> Frame:
        chapter, news, wall = self._chapters[self._place], self._news, self._wall
        tape = chapter.tape
        head = (
            self._number,
            round(self.clock.at, 3),
            round(tape.stop - tape.start, 3),
            self._playing(),
            self.clock.speed,
            self.clock.following,
            tape.complete,
            self._place,
            0.0 if moment is None else moment.stamp,
            len(tape.moments),
        )
        if moment is None:
            return Frame(*head, sentence=_nothing(chapter))
        model = self.view.model or STABLE
        often, agent = news.due("often", wall, CROWD_S if _crowd(moment) else OFTEN_S), self.view.agent
        seldom = news.due("seldom", wall, SELDOM_S)
        mind = news.mind(chapter, moment, agent) if often and agent is not None else None
        return Frame(
            *head,
            worlds=news.worlds(moment),
            models=news.models(chapter, moment),
            agents=news.agents(moment) if seldom else None,
            things=news.things(moment) if often else None,
            facts=news.facts(chapter, moment, model) if often else None,
            marks=news.marks(chapter, model) if often else None,
            labels=self._draw(chapter, moment),
            mind=mind,
            cards=news.cards(chapter, moment, self.view.chosen, model) if often or self._answering else None,
            health=news.health(chapter, moment) if seldom else None,
            sentence=tape.trouble or "",
        )

    def _draw(self, chapter: Chapter, moment: TickSnapshot) -> tuple[tuple[Label, ...], ...] | None:
        """Draws every pane; gives the names, or None while those of a crowd may stay where they are."""
        wrong, labels = self._news.wrong, list[tuple[Label, ...]]()
        again = not _crowd(moment) or self._answering or self._news.due("remarks", self._wall, CROWD_S / 2)
        for index, pane in enumerate(self.panes):
            shown = cut(moment, self.view.panes[index])
            if shown is None:
                labels.append(())
                continue
            if again or index >= len(self._remarks):
                self._remarks[index:] = [remarks(chapter, moment, shown, self.view)]
            pane.theme(dark=self.view.dark)
            if index not in self._aimed:
                self._aimed.add(index)
                pane.aim(*vantage(moment, aspect=self.view.aspect))
            pane.show(bodies(chapter, moment, shown, self.view, wrong) | self._remarks[index])
            if again:
                wanted = named(moment, shown, self.view, wrong)
                most = FEW_LABELS if _crowd(moment) else MAX_LABELS
                camera = pane.camera and pane.camera.sized(self.view.height, self.view.aspect)
                labels.append(() if camera is None else tuple(laid_out(wanted, camera, at_most=most)))
        self._owed = 0.0 if again else self._wall + CROWD_S
        return tuple(labels) if again else None

    def _together(self) -> None:
        """Panes side by side are looked at from the same place."""
        leader = self.panes[self.view.leader] if self.view.leader < len(self.panes) else None
        for pane in self.panes:
            if leader is not None and leader.camera is not None and pane is not leader:
                pane.follow(leader.camera)

    def _playing(self) -> bool:
        return self.clock.playing and (self.clock.following or self.clock.rested == 0.0)

    def _turn(self, chapter: int) -> None:
        self._place = chapter % len(self._chapters)
        self.clock = Clock(0.0, True, self.clock.speed, self._chapters[self._place].live)
        self._news = News()
        self._aimed.clear()
        self._anew = True
        self.asked = True

    def _open(self) -> None:
        wanted = min(max(len(self.view.panes), 1), MAX_PANES)
        if wanted != len(self.panes):
            # Panes of another width are looked at from another distance.
            self._aimed.clear()
        while len(self._opened) < wanted:
            self._opened.append(Pane(self._pick))
        self.panes = self._opened[:wanted]


def _besides_choice(view: View) -> View:
    """A view but for what is quickly told: what is chosen, and how large the panes are."""
    return replace(view, chosen=(), leader=0, aspect=1.0, height=0)


def _crowd(moment: TickSnapshot) -> bool:
    return any(is_crowd(world) for world in moment.worlds.values())


def _nothing(chapter: Chapter) -> str:
    if chapter.tape.trouble:
        return chapter.tape.trouble
    if chapter.tape.complete:
        return "This run holds no tick: nothing was observed. Is the log empty?"
    return "Waiting for the first observation."
