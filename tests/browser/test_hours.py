"""A run of an hour: all of it in sight at once, and every event of it within reach."""

import re

from playwright.sync_api import Page, expect

from midworld.assessment import STABLE
from midworld.readers.viewer import Chapter, Tape, Viewer
from midworld.runtime import Board
from midworld.world import Delta, Entry, Event, Situation
from viewerkit import THINGS, begun

HOUR_S, EVERY_S = 3600.0, 1.25


def hour() -> Chapter:
    """Every other second bob picks up the cup and sees something else."""
    board, tape = Board(), Tape()
    board.subscribe(tape.feed)
    writer = board.claim(STABLE, STABLE)
    entries: list[Entry] = []
    for place in range(int(HOUR_S / EVERY_S)):
        at = place * EVERY_S
        entries += [Event(at, "Pick", "bob", "cup"), Situation(at, "sees", "bob", ("cup", "ball")[place % 2], at + 1.0)]
    board.commit({writer: begun(stamp=0.0, placed=THINGS)})
    board.commit({writer: Delta(HOUR_S, entries=tuple(entries))})
    tape.end()
    return Chapter("hour", tape)


def test_an_hour_is_few_marks_from_afar_and_all_of_them_from_near(page: Page) -> None:
    with Viewer([hour()], port=0) as viewer:
        page.goto(f"{viewer.url}?t=3600")
        marks, strips = page.locator("[data-lane=bob] .mark-event"), page.locator("[data-lane=bob] .span.sight")
        expect(marks.first).to_have_attribute("title", re.compile(r"Pick cup at 0\.0 s"))
        expect(marks.last).to_have_attribute("title", re.compile(r"Pick cup at 35[789]\d"))
        expect(page.locator("#axis .second").first).to_have_text("0:00")
        assert 20 < marks.count() < 150
        assert 20 < strips.count() < 150
        for _ in range(9):
            page.keyboard.press("z")
        page.wait_for_function("document.querySelector('#axis .second').textContent.startsWith('59:5')")
        expect(marks.last).to_have_attribute("title", "bob: Pick cup at 3598.8 s")
        assert 3 <= marks.count() <= 8
