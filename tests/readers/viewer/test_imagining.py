"""What a page wonders: asked at an instant, answered beside the run, forgotten when it goes on."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from midworld.imagination import CERTAIN
from midworld.readers.viewer.__main__ import Heard
from midworld.readers.viewer.chapter import Chapter
from midworld.readers.viewer.imagining import Answer
from midworld.readers.viewer.message import Frame, Imagine, Play, Seek, View
from midworld.readers.viewer.page import Page
from midworld.readers.viewer.wire import Told
from viewerkit import chapter


@pytest.fixture
def page() -> Page:
    return paused(chapter())


def paused(chapter: Chapter) -> Page:
    page = Page([chapter])
    page.ask(Seek(2.0))
    page.ask(Play(False))
    page.frame(0.1)
    return page


def answered(page: Page, wish: Imagine) -> tuple[Answer, Frame]:
    page.ask(wish)
    first = page.frame(0.1)
    assert first is not None
    page.imagining.finish()
    # Where it is answered at once, the first frame tells it already.
    told = [frame for frame in (first, page.frame(0.1)) if frame is not None and "whatif" in (frame.panels or {})]
    answer = (told[-1].panels or {})["whatif"]
    assert isinstance(answer, Answer)
    return answer, told[-1]


def ghosts(frame: Frame) -> set[str]:
    panes = [pane for pane in frame.panes or () if pane is not None]
    return {
        name for pane in panes for key, batch in pane.batches.items() if "imagined" in key for name in batch.ids or ()
    }


def test_sentence_is_answered_with_ghosts_and_bars(page: Page) -> None:
    answer, frame = answered(page, Imagine("push the cup to the left by 20 cm"))
    assert not answer.busy
    assert answer.at == pytest.approx(2.0)
    assert answer.words.startswith("It succeeds in")
    assert sum(count for _, count in answer.endings) == answer.runs
    assert "cup" in ghosts(frame)
    assert answer.moved[0].thing == "cup"


def test_moved_thing_stands_on_what_is_there(page: Page) -> None:
    tape = page.chapter.tape
    before = [moment.base.poses().copy() for moment in tape.moments]
    answer, frame = answered(page, Imagine(move="cup", by=(0.2, 0.1)))
    assert answer.success is not None
    assert answer.success.probability == 1.0, answer.words
    assert "cup" in ghosts(frame)
    assert all(np.array_equal(one, moment.base.poses()) for one, moment in zip(before, tape.moments, strict=True))


def test_ghosts_are_gone_when_time_goes_on(page: Page) -> None:
    answered(page, Imagine("push the cup to the left by 20 cm"))
    page.ask(Seek(3.0))
    frame = page.frame(0.1)
    assert frame is not None
    assert (frame.panels or {})["whatif"] == {}
    assert any("imagined" in name for pane in frame.panes or () if pane for name in pane.gone)


def test_what_cannot_be_imagined_is_a_sentence(page: Page) -> None:
    assert "did you mean cup" in answered(page, Imagine("push the cups to the left"))[0].trouble
    assert "asks for nothing I know" in answered(page, Imagine("dance"))[0].trouble


def test_in_the_world_of_whom_one_looks_at(page: Page) -> None:
    page.ask(View(agent="ann"))
    page.frame(0.1)
    answer, _ = answered(page, Imagine("push the cup to the left"))
    assert answer.whose == "ann"


def test_what_the_scene_says_is_not_known_counts_on_the_page() -> None:
    wish = Imagine(move="cup", by=(0.2, 0.1))
    guessed, known = (
        next(each for each in answered(paused(one), wish)[0].moved if each.thing == "cup")
        for one in (chapter(), replace(chapter(), doubt=CERTAIN))
    )
    assert sum(count > 0 for count in known.counts) == 1
    assert sum(count > 0 for count in guessed.counts) > 1


def test_the_doubt_of_a_scene_comes_to_a_viewer_in_a_process_of_its_own() -> None:
    told = msgspec.msgpack.encode(Told("run", "", False, {}, None, CERTAIN))
    assert Heard(msgspec.msgpack.decode(told, type=Told)).chapter.doubt == CERTAIN
