"""Panels: what a run tells them, what they tell a page, and what they draw in the scene."""

import io
from dataclasses import dataclass, replace

import numpy as np

from midworld.readers.scenery import Lines, Picture
from midworld.readers.viewer import Chapter, Tape, Wire
from midworld.readers.viewer.__main__ import Heard
from midworld.readers.viewer.message import Seek, View
from midworld.readers.viewer.page import Page
from midworld.readers.viewer.tape import TickSnapshot
from midworld.readers.viewer.wire import Said, Told, messages
from viewerkit import START, chapter, story


@dataclass(frozen=True, slots=True)
class Mood:
    name: str = "mood"
    every_s: float = 0.0

    def news(self, chapter: Chapter, moment: TickSnapshot, view: View) -> object | None:
        told = chapter.tape.said("mood", until=moment.stamp)
        return told[-1][1] if told else None

    def picture(self, chapter: Chapter, moment: TickSnapshot, view: View) -> Picture:
        return Picture(lines={"mood": Lines(np.zeros((1, 2, 3)), (1, 2, 3))})


def test_a_panel_is_told_of_what_the_run_said_until_then_and_draws() -> None:
    shown = chapter()
    shown.tape.say("mood", START + 2.0, {"mood": "fine"})
    shown.tape.say("mood", START + 5.0, {"mood": "hungry"})
    page = Page([replace(shown)], panels=[Mood()])
    found: list[object] = []
    for at in (1.0, 3.0, 3.5, 9.0):
        page.ask(Seek(at))
        frame = page.frame(0.1)
        assert frame is not None
        found.append(frame.panels)
    # Told again only when it is another.
    assert found == [None, {"mood": {"mood": "fine"}}, None, {"mood": {"mood": "hungry"}}]


def test_what_a_panel_draws_is_in_every_pane() -> None:
    page = Page([chapter()], panels=[Mood()])
    page.ask(View(panes=(("stable",), ("ann",))))
    frame = page.frame(0.0)
    assert frame is not None
    assert frame.panes is not None
    assert all(pane is not None and "mood" in pane.lines for pane in frame.panes)


def test_what_a_run_says_goes_over_with_the_instant_it_was_said_at() -> None:
    wire = Wire("run")
    story(wire, ticks=3)
    wire.say("mood", {"mood": "fine"})
    (said,) = (each for each in messages(io.BytesIO(b"".join(wire.told(0)))) if isinstance(each, Said))
    assert said.stamp == START + 0.2
    heard = Heard(Told("run", "", False, {}))
    heard.tape.say(said.panel, said.stamp, {"mood": "fine"})
    assert heard.tape.said("mood", until=START + 0.1) == []
    assert heard.tape.said("mood", until=START + 1.0) == [(START + 0.2, {"mood": "fine"})]
    assert Tape().said("mood", until=0.0) == []
