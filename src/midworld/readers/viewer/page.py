"""One page in somebody's browser: where it is in time, and what it shows."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from ...world import STABLE, World
from ..scenery import Cut, Picture, Taste, bodies, cut, is_crowd, remarks, vantage
from .chapter import Chapter
from .clock import Clock
from .imagining import Imagining
from .message import Asked, Follow, Frame, Imagine, Play, Seek, Step, Turn, View
from .news import CROWD_S, OFTEN_S, SELDOM_S, News
from .panels import PANELS, Drawing, Panel
from .shown import PaneNews, Payload, Shown
from .tape import TickSnapshot

MAX_PANES = 2
TRAIL_POINTS = 160
# The end of a chapter stays this long before the next one begins.
END_S = 3.0


class Page:
    """Asked by the browser, drawn frame by frame. Used from one thread only."""

    def __init__(self, chapters: Sequence[Chapter], panels: Sequence[Panel] = PANELS) -> None:
        self.imagining = Imagining()
        self._chapters, self._panels = chapters, (*panels, self.imagining)
        self._place = 0
        self._news = News()
        self._number = 0
        # Whether somebody asked for something since the last frame.
        self.asked = False
        # Whether that concerns all that is told, and whether this frame is the answer.
        self._anew, self._answering = True, False
        self._drawn: tuple[object, ...] = ()
        self._aimed: tuple[int, float] | None = None
        self._shown: list[Shown] = []
        self._remarks: list[Picture] = []
        self._owed = 0.0
        self._wall = 0.0
        self.payload = Payload()
        self.view = View()
        self.clock = Clock(following=chapters[0].live)

    @property
    def chapter(self) -> Chapter:
        """The one that is shown."""
        return self._chapters[self._place]

    def close(self) -> None:
        self.imagining.close()

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
                self.view = asked
                # A pane that is closed shows nothing when it is opened again.
                del self._shown[len(asked.panes) :]
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
            case Imagine():
                # Whoever wonders what would happen now stops at now.
                self.clock = self.clock.played(False, self.clock.speed, stop=stop, complete=tape.complete)
                self.imagining.ask(asked, self._chapters[self._place], tape.at(tape.start + self.clock.at), self.view)
            case _:
                return
        self._anew |= not isinstance(asked, View | Play | Imagine)
        self.asked = True

    def frame(self, seconds: float) -> Frame | None:
        """The next frame after some wall time, or None if nothing is new; its arrays are in `payload`."""
        self._wall += seconds
        tape = self._chapters[self._place].tape
        tape.drain()
        self.clock = self.clock.advanced(seconds, stop=tape.stop - tape.start, complete=tape.complete)
        if self.clock.rested > END_S and len(self._chapters) > 1:
            self._turn(self._place + 1)
            return self.frame(0.0)
        moment = tape.at(tape.start + self.clock.at)
        shown = (moment, tape.stop, tape.complete, self._playing(), self.imagining.answers)
        # What a crowd was not told for want of time is told once there is some.
        owed = self._owed and self._wall >= self._owed
        if not self.asked and shown == self._drawn and not owed and not self._news.owing:
            return None
        if self._anew:
            self._news.fresh()
        self._answering, self._anew, self.asked, self._drawn = self.asked, False, False, shown
        self._number += 1
        self.payload = Payload()
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
            facts=news.facts(chapter, moment, model) if often else None,
            marks=news.marks(chapter, model) if often else None,
            panes=self._draw(chapter, moment),
            aim=self._aim(moment),
            wrong=news.wrong(chapter, moment) if often else None,
            mind=mind,
            cards=news.cards(chapter, moment, self.view.chosen, model) if often or self._answering else None,
            panels=news.panels(self._panels, chapter, moment, self.view, wall),
            sentence=tape.trouble or "",
        )

    def _draw(self, chapter: Chapter, moment: TickSnapshot) -> tuple[PaneNews | None, ...] | None:
        """What is new in every pane. The ways and doubts of a crowd are looked at less often."""
        taste, news = taste_of(self.view), list[PaneNews | None]()
        again = not _crowd(moment) or self._answering or self._news.due("remarks", self._wall, CROWD_S / 2)
        for index, wanted in enumerate(self.view.panes[:MAX_PANES]):
            if index == len(self._shown):
                self._shown.append(Shown(chapter.meshes))
            shown = cut(moment.worlds, wanted)
            if shown is None:
                news.append(self._shown[index].news(Picture(), self.payload))
                continue
            if again or index >= len(self._remarks):
                self._remarks[index:] = [remarks(chapter.meshes, self._past(chapter, moment, shown), shown, taste)]
            picture = bodies(chapter.meshes, moment.worlds, shown, taste) | self._remarks[index]
            for panel in self._panels:
                if isinstance(panel, Drawing):
                    picture |= panel.picture(chapter, moment, self.view)
            news.append(self._shown[index].news(picture, self.payload))
        self._owed = 0.0 if again else self._wall + CROWD_S
        return tuple(news) if any(news) else None

    def _past(self, chapter: Chapter, moment: TickSnapshot, shown: Cut) -> list[Mapping[str, World]]:
        """The worlds of the last seconds, the newest last."""
        if self.view.trails_s <= 0:
            return [moment.worlds]
        points = TRAIL_POINTS // 4 if is_crowd(shown.here) else TRAIL_POINTS
        found = chapter.tape.between(moment.stamp - self.view.trails_s, moment.stamp, at_most=points)
        return [each.worlds for each in found] or [moment.worlds]

    def _aim(self, moment: TickSnapshot) -> tuple[tuple[float, float, float], tuple[float, float, float]] | None:
        """Where to look from, when the scene or the shape of the panes is another."""
        aimed = (self._place, round(self.view.aspect, 1))
        if aimed == self._aimed:
            return None
        self._aimed = aimed
        position, target = vantage(moment.worlds, aspect=self.view.aspect)
        (x, y, z), (u, v, w) = position.tolist(), target.tolist()
        return (x, y, z), (u, v, w)

    def _playing(self) -> bool:
        return self.clock.playing and (self.clock.following or self.clock.rested == 0.0)

    def _turn(self, chapter: int) -> None:
        self._place = chapter % len(self._chapters)
        self.clock = Clock(0.0, True, self.clock.speed, self._chapters[self._place].live)
        self._news, self._shown, self._remarks = News(), [], []
        self._aimed = None
        self._anew = True
        self.asked = True


def taste_of(view: View) -> Taste:
    return Taste(view.agent, view.chosen, view.links, view.doubt, view.by_world, view.dark)


def _besides_choice(view: View) -> View:
    """A view but for what is quickly told: what is chosen, and how large the panes are."""
    return replace(view, chosen=(), aspect=1.0)


def _crowd(moment: TickSnapshot) -> bool:
    return any(is_crowd(world) for world in moment.worlds.values())


def _nothing(chapter: Chapter) -> str:
    if chapter.tape.trouble:
        return chapter.tape.trouble
    if chapter.tape.complete:
        return "This run holds no tick: nothing was observed. Is the log empty?"
    return "Waiting for the first observation."
