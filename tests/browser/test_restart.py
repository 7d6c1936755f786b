"""Servers that come and go, and runs that give nothing to look at."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from midworld.readers.viewer import Chapter, Tape, Viewer
from viewerkit import chapter


def test_a_page_goes_on_where_it_was_when_the_server_comes_back(page: Page) -> None:
    with Viewer([chapter()], port=0) as viewer:
        port = urlsplit(viewer.url).port
        page.goto(f"{viewer.url}?mind=ann&world=stable")
        page.wait_for_selector(".name[data-id=cup]")
        expect(page.locator(".pane")).to_have_attribute("data-worlds", "stable")
        page.keyboard.press("Space")
        page.evaluate("document.querySelector('[data-lane=ball] .who').click()")
        page.keyboard.press("End")
        page.wait_for_function("document.getElementById('tstamp').textContent === '10.00'")
    expect(page.locator("#banner")).to_contain_text("does not answer")
    with Viewer([chapter()], port=port):
        expect(page.locator("#banner")).to_be_hidden()
        page.wait_for_function("document.getElementById('tstamp').textContent === '10.00'")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
        expect(page.locator(".name.chosen[data-id=ball]")).to_have_count(1)
        expect(page.locator(".name.believed")).to_have_count(1)


def test_the_address_says_what_is_shown_and_what_is_not_there(page: Page) -> None:
    with Viewer([chapter()], port=0) as viewer:
        page.goto(f"{viewer.url}?t=9&mind=ann&pick=cup&panel=minds")
        expect(page.locator("#mind .wrong[data-thing=ball]")).to_be_visible()
        expect(page.locator("#tstamp")).to_have_text("9.00")
        expect(page.locator(".name.chosen[data-id=cup]")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/?t=8.90&mind=ann&pick=cup&panel=minds")
        page.reload()
        expect(page.locator("#tstamp")).to_have_text("8.90")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
        page.goto(f"{viewer.url}?t=soon&mind=anne&world=stabel")
        expect(page.locator("#missing")).to_contain_text("Nobody here is called anne; there is ann, bob, robot")
        expect(page.locator("#missing")).to_contain_text("No world here is called stabel")
        expect(page.locator("#missing")).to_contain_text("soon is no number of seconds")
        # Without it the page shows what it usually does.
        expect(page.locator(".name[data-id=cup]")).to_have_count(1)
        page.goto(f"{viewer.url}?t=9&facts=carl&panel=stories&pick=table,thimble")
        expect(page.locator("#missing")).to_contain_text("Nobody whose facts are told is called carl; there is stable")
        expect(page.locator("#missing")).to_contain_text("No panel here is called stories; there is facts, minds")
        expect(page.locator("#missing")).to_contain_text("Nothing here is called thimble; there is ball, box_a")
        expect(page.locator("#missing")).not_to_contain_text("called table")
        expect(page.locator("#fact-table tbody")).to_contain_text("ball isIn box_b")


def test_chapters_are_chosen_and_follow_each_other(page: Page) -> None:
    with Viewer([chapter(name="first"), chapter(name="second", ticks=4)], port=0) as viewer:
        page.goto(viewer.url)
        page.wait_for_selector("body[data-ready]")
        page.select_option("#chapter", "1")
        expect(page).to_have_title("second · Midworld")
        expect(page.locator("#stop")).to_have_text("0.3 s")
        expect(page).to_have_title("first · Midworld")


def test_an_empty_run_a_broken_one_and_a_waiting_one_are_sentences(page: Page, tmp_path: Path) -> None:
    empty, broken, waiting = Tape(), Tape(), Tape()
    empty.end()
    broken.end("run.mwlog: damaged at byte 12: <b>its</b> head does not match")
    for tape, words in ((empty, "holds no tick"), (broken, "<b>its</b> head"), (waiting, "Waiting for the first")):
        with Viewer([Chapter("nothing", tape)], port=0) as viewer:
            page.goto(viewer.url)
            expect(page.locator(".note")).to_be_visible()
            expect(page.locator(".note")).to_contain_text(words)
