"""Timelines and trajectories: what they show."""
# pyright: reportUnknownMemberType=false

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from PIL import Image

from midworld.geometry import Pose, Sphere
from midworld.readers.charts import held, timeline_chart, trajectory_plot
from midworld.readers.pictures import Story, read_story
from midworld.readers.pictures.palette import CORRECTED, OBSERVED
from midworld.runtime import Board, Recorder
from midworld.world import (
    DIVERGENCES,
    FALSE_BELIEF,
    Delta,
    Ended,
    Entity,
    EntityId,
    Entry,
    Event,
    Object,
    Situation,
    Status,
    change,
)

BALL = EntityId("ball")
EPOCH = 1731000000.0


def tick(stamp: float, number: int, *, perceived: bool, entries: tuple[Entry, ...] = (), shift: float = 0.0) -> Delta:
    return change(
        stamp=stamp,
        put=[Entity(BALL, Object(), collision=Sphere(0.03), visual=Sphere(0.03))] if number == 0 else [],
        pose={BALL: Pose((0.05 * number + shift, 0.0, 1.0)).array},
        seen={BALL: stamp} if perceived else {},
        perceived={BALL: perceived},
        status={BALL: (Status.PERCEIVED if perceived else Status.INFERRED).value},
        entries=entries,
    )


def recorded(path: Path, *, start: float = 2.0) -> Story:
    """A ball goes along x for two seconds, unseen in the second of them."""
    board = Board()
    with Recorder(board, path), board.claim("source/eye", "test") as source, board.claim("stable", "test") as stable:
        for number in range(21):
            stamp, seen = start + 0.1 * number, number <= 10
            entries: tuple[Entry, ...] = ()
            if number == 2:
                entries = (Situation(stamp, "isOn", BALL, "table"),)
            if number == 12:
                entries = (Ended(stamp, "isOn", BALL, "table"), Event(stamp, "Pick", None, BALL))
            if number == 14:
                entries = (Situation(stamp, "isIn", BALL, "box"),)
            if seen:
                source.commit(tick(stamp, number, perceived=True, shift=0.01))
            stable.commit(tick(stamp, number, perceived=seen, entries=entries))
    return read_story(path)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return recorded(tmp_path_factory.mktemp("charts") / "run.mwlog")


def words(drawing: Figure) -> list[str]:
    drawing.canvas.draw()
    return [text.get_text().strip() for text in drawing.findobj(Text)]


def marked(drawing: Figure) -> set[str]:
    """What lines and bars are said to be."""
    found: list[Any] = drawing.findobj(lambda each: each.get_gid() is not None)
    return {str(each.get_gid()) for each in found}


def test_a_timeline_names_its_events_and_what_holds(story: Story) -> None:
    written = words(timeline_chart(story))
    assert "somebody picks ball" in written
    assert "isOn table" in written
    assert "isIn box" in written


def test_only_what_is_asked_for_is_in_a_timeline(story: Story) -> None:
    written = words(timeline_chart(story, only=["isIn"]))
    assert "isIn box" in written
    assert "isOn table" not in written
    assert "somebody picks ball" not in written


def test_a_fact_that_began_unseen_has_a_dashed_border(story: Story) -> None:
    assert {"isIn box: dashed", "isOn table: solid"} <= marked(timeline_chart(story))


def test_what_still_holds_at_the_end_lasts_until_it(story: Story) -> None:
    ends = {each.predicate: each.end for each in held(story.strand("stable"), story.end)}
    assert ends == {"isOn": pytest.approx(3.2), "isIn": pytest.approx(4.0)}


def test_stamps_since_an_epoch_are_shown_from_the_start(tmp_path: Path) -> None:
    written = words(timeline_chart(recorded(tmp_path / "run.mwlog", start=EPOCH)))
    assert {"0.00", "2.00"} <= set(written)
    assert not any("17310" in each for each in written)


def test_a_trajectory_is_pink_as_observed_green_as_corrected_and_dashed_while_unseen(story: Story) -> None:
    drawing = trajectory_plot(story)
    assert {"observed", "ball: solid", "ball: dashed"} <= marked(drawing)
    colours = {str(each.get_gid()): each.get_color() for each in drawing.findobj(Line2D) if each.get_gid()}
    assert (colours["observed"], colours["ball: solid"]) == (OBSERVED, CORRECTED)


def test_who_is_wrong_is_a_sentence_with_times_of_the_chart(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    told = f"ann believes ball to be in box, as last seen at {EPOCH + 1.5:.1f} s"
    with (
        Recorder(board, path),
        board.claim("stable", "test") as stable,
        board.claim(DIVERGENCES, "test") as divergences,
    ):
        stable.commit(tick(EPOCH, 0, perceived=True))
        divergences.commit(Delta(EPOCH + 2, entries=(Situation(EPOCH + 2, "FalseBelief", "ann", BALL, reason=told),)))
        stable.commit(change(stamp=EPOCH + 3))
    written = words(timeline_chart(read_story(path)))
    assert "2.0 s: ann believes ball to be in box, as last seen at 1.5 s" in written
    assert not any("17310" in each for each in written)


def test_words_that_find_no_room_in_their_bar_end_where_it_ends(tmp_path: Path) -> None:
    """Nothing is written beyond the axes, where the last bar ends."""
    long = "sally believes ball to be in basket, as last seen a long while ago, but it has been moved since"
    board = Board()
    with (
        Recorder(board, tmp_path / "w.mwlog"),
        board.claim("stable", "t") as stable,
        board.claim(DIVERGENCES, "t") as told,
    ):
        for number in range(11):
            stamp = 0.1 * number
            stable.commit(tick(stamp, number, perceived=True))
            entry = Situation(stamp, FALSE_BELIEF, "sally", "ball", reason=long)
            told.commit(Delta(stamp, entries=(entry,) if number == 9 else ()))
    drawing = timeline_chart(read_story(tmp_path / "w.mwlog"), only=["sally"])
    drawing.savefig(tmp_path / "w.png", dpi=100)
    with Image.open(tmp_path / "w.png") as image:
        ink = np.asarray(image.convert("L"))
    axes = drawing.axes[0].get_window_extent()
    rows = ink[ink.shape[0] - int(axes.y1) : ink.shape[0] - int(axes.y0)]
    assert (rows[:, int(axes.x1) + 4 :] > 250).all()


def test_a_recording_in_which_nothing_moves_says_so(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(tick(1.0, 0, perceived=True))
        stable.commit(change(stamp=1.5))
    assert any("nothing moved" in each for each in words(trajectory_plot(read_story(path))))


def test_a_recording_without_things_still_gives_drawings(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(change(stamp=1.0))
    story = read_story(path)
    for drawing in (timeline_chart(story), trajectory_plot(story)):
        drawing.canvas.draw()


def test_what_holds_for_many_at_once_shares_a_bar_and_ordinary_facts_wait_to_be_asked_for(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    facts = tuple(Situation(1.0, "sees", BALL, name) for name in ("cup", "lid", "mug", "tray"))
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(tick(1.0, 0, perceived=True, entries=(*facts, Situation(1.0, "leftOf", BALL, "cup"))))
        stable.commit(change(stamp=3.0))
    story = read_story(path)
    written = words(timeline_chart(story))
    assert "sees 4: cup, lid, mug, tray" in written
    assert "leftOf cup" not in written
    assert any("left out" in each and "leftOf" in each for each in written)
    assert "leftOf cup" in words(timeline_chart(story, only=["leftOf"]))
