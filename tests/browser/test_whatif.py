"""The panel that imagines: a sentence or a dragged thing, bars, and ghosts in the picture."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from midworld.readers.viewer import Viewer
from viewerkit import chapter


@pytest.fixture(scope="module")
def viewer() -> Iterator[Viewer]:
    with Viewer([chapter()], port=0) as viewer:
        yield viewer


def opened(viewer: Viewer, page: Page) -> None:
    page.goto(f"{viewer.url}?t=2")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#tstamp")).to_have_text("2.00")
    page.locator("#tab-whatif").click()


def test_sentence_is_answered_with_bars_and_a_histogram(viewer: Viewer, page: Page) -> None:
    opened(viewer, page)
    page.locator("#whatif-words").fill("push the cup to the left by 20 cm")
    page.locator("#whatif-ask").click()
    expect(page.locator("#whatif-found .share").first).to_contain_text("as intended", timeout=60_000)
    expect(page.locator("#whatif-found .histogram").first).to_contain_text("cup")
    page.locator("#whatif-words").fill("push the cups to the left")
    page.locator("#whatif-ask").click()
    expect(page.locator("#whatif-found .trouble")).to_contain_text("did you mean cup")


def test_thing_dragged_with_shift_is_imagined_there(viewer: Viewer, page: Page) -> None:
    opened(viewer, page)
    label = page.locator("button[data-id=cup]").first
    expect(label).to_be_visible()
    box = label.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.keyboard.down("Shift")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 4, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator("#whatif-found")).to_contain_text("put cup there")
    expect(page.locator("#whatif-found .share").first).to_contain_text("as intended", timeout=60_000)
