"""Timelines and trajectories as SVG: what they show, and that they are drawings anybody can open."""

import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midworld.geometry import Pose, Sphere
from midworld.readers.pictures import Story, read_story, timeline_chart, trajectory_plot
from midworld.readers.pictures.palette import CORRECTED, OBSERVED
from midworld.readers.pictures.svg import Svg, fitted, ticks, wide
from midworld.readers.pictures.timeline import held
from midworld.runtime import Board, Recorder
from midworld.world import Delta, Ended, Entity, EntityId, Entry, Event, Object, Situation, Status, change

SVG = "{http://www.w3.org/2000/svg}"
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


def words(drawing: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


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
    bars = {
        (tip.text or "").split(":")[0]: bar.get("stroke-dasharray")
        for bar in ElementTree.fromstring(timeline_chart(story)).iter(f"{SVG}rect")
        if (tip := bar.find(f"{SVG}title")) is not None
    }
    assert bars["isIn box"] is not None
    assert bars["isOn table"] is None


def test_what_still_holds_at_the_end_lasts_until_it(story: Story) -> None:
    ends = {each.predicate: each.end for each in held(story.strand("stable"), story.end)}
    assert ends == {"isOn": pytest.approx(3.2), "isIn": pytest.approx(4.0)}


def test_stamps_since_an_epoch_are_shown_from_the_start(tmp_path: Path) -> None:
    written = words(timeline_chart(recorded(tmp_path / "run.mwlog", start=EPOCH)))
    assert "0" in written
    assert "2" in written
    assert not any("17310" in each for each in written)


def test_a_trajectory_is_pink_as_observed_green_as_corrected_and_dashed_while_unseen(story: Story) -> None:
    paths = list(ElementTree.fromstring(trajectory_plot(story)).iter(f"{SVG}path"))
    clipped = [path for path in paths if path.get("clip-path")]
    assert {path.get("clip-path") for path in clipped} == {"url(#above)", "url(#side)"}
    pink = [path for path in clipped if path.get("stroke") == OBSERVED]
    green = [path for path in clipped if path.get("stroke") == CORRECTED]
    assert len(pink) == 2
    assert sorted(path.get("stroke-dasharray") is not None for path in green) == [False, False, True, True]


def test_a_recording_in_which_nothing_moves_says_so(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(tick(1.0, 0, perceived=True))
        stable.commit(change(stamp=1.5))
    assert "nothing moved" in words(trajectory_plot(read_story(path)))


def test_a_recording_without_things_still_gives_drawings(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(change(stamp=1.0))
    story = read_story(path)
    for drawing in (timeline_chart(story), trajectory_plot(story)):
        assert ElementTree.fromstring(drawing).tag == f"{SVG}svg"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=20))
def test_any_words_can_be_written(text: str) -> None:
    svg = Svg(100, 100, title=text)
    svg.text(10, 10, text)
    svg.rect((0, 0, 5, 5), "none", tip=text)
    assert text in words(svg.written())


@given(st.text(max_size=30), st.floats(0, 300))
def test_fitted_words_fit(text: str, room: float) -> None:
    assert wide(fitted(text, room, 12), 12) <= room or not fitted(text, room, 12)


@given(st.floats(-1e4, 1e4), st.floats(0.01, 1e4), st.integers(2, 15))
def test_ticks_lie_inside_and_are_evenly_spaced(low: float, span: float, count: int) -> None:
    places = ticks(low, low + span, count)
    assert all(low - 1e-6 * span <= place <= low + span * (1 + 1e-6) for place in places)
    assert len(places) <= 2 * count + 1
    gaps = {round((right - left) / span, 6) for left, right in pairwise(places)}
    assert len(gaps) <= 1


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
