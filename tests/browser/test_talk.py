"""The panel that shows what was said: a click on a word shows what it was taken for."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from midworld.dialogue import Exchange
from midworld.readers.viewer import Viewer
from talkkit import flat
from viewerkit import START, chapter


def said() -> list[Exchange]:
    talk = flat()
    talk.say("ann", "Give me the red cup on the table, please!", START + 1.0)
    talk.say("ann", "Give me the wug.", START + 2.0)
    return talk.transcript


@pytest.fixture(scope="module")
def viewer() -> Iterator[Viewer]:
    shown = chapter()
    for each in said():
        assert each.stamp is not None
        shown.tape.say("talk", each.stamp, msgspec.to_builtins(each))
    with Viewer([shown], port=0) as viewer:
        yield viewer


def test_a_click_on_a_word_shows_what_it_was_taken_for(viewer: Viewer, page: Page, tmp_path: Path) -> None:
    page.goto(f"{viewer.url}#at=9")
    page.wait_for_selector("body[data-ready]")
    page.locator("#tab-talk").click()
    expect(page.locator(".said")).to_have_count(2)
    first, second = page.locator(".said").all()
    expect(first.locator("h4")).to_contain_text("ann")
    first.locator(".word.quality", has_text="red").click()
    expect(page.locator(".taken")).to_have_text("“red” is the quality hasColor red")
    first.locator(".word.thing", has_text="cup").click()
    expect(page.locator(".taken")).to_have_text("“the red cup on the table” stands for cup1 (known to the speaker)")
    second.locator(".word.unknown").click()
    expect(page.locator(".taken")).to_contain_text("was not understood")
    page.screenshot(path=tmp_path / "talk.png")
