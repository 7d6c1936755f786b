"""The page for everybody: on a phone, by keyboard, and by the rules of WCAG AA as axe checks them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from midworld.readers.viewer import Viewer
from viewerkit import chapter

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })"


@pytest.fixture(scope="module")
def viewer() -> Iterator[Viewer]:
    with Viewer([chapter(), chapter(name="second")], port=0) as viewer:
        yield viewer


def opened(page: Page, viewer: Viewer, query: str) -> None:
    page.goto(f"{viewer.url}{query}")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector(".name[data-id=cup]")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_against_wcag_aa_on_any_panel(viewer: Viewer, page: Page, dark: bool) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not here; npm ci --prefix web brings it")
    opened(page, viewer, "?t=9&mind=ann&pick=ball")
    page.add_script_tag(path=AXE)
    page.evaluate("dark => midworld.show({ dark })", dark)
    for panel in ("facts", "minds", "things", "health"):
        page.click(f"#tab-{panel}")
        found: list[dict[str, Any]] = page.evaluate(f"{RULES}.then((found) => found.violations)")
        said = [f"{each['id']}: {node['html']} {node['failureSummary']}" for each in found for node in each["nodes"]]
        assert not said, "\n".join(said)


def test_everything_can_be_reached_by_keyboard(viewer: Viewer, page: Page) -> None:
    opened(page, viewer, "?t=9")
    reached: set[str] = set()
    page.locator("body").click(position={"x": 3, "y": 3})
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    wanted = {"chapter", "split", "options", "theme", "help", "search", "model", "relation", "about", "tab-facts"}
    assert wanted | {"back", "play", "forward", "speed", "axis", "nearer", "farther"} <= reached
    page.focus("#tab-facts")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-minds")).to_be_focused()
    expect(page.locator("#minds")).to_be_visible()
    page.evaluate("midworld.show({ agent: 'ann', chosen: [] })")
    page.focus("#mind .wrong[data-thing=ball]")
    page.keyboard.press("Enter")
    expect(page.locator(".name.chosen[data-id=ball]")).to_have_count(1)
    page.focus("#mind .when")
    page.keyboard.press("Enter")
    expect(page.locator("#tstamp")).to_have_text("5.40")


def test_single_keys_can_be_turned_off(viewer: Viewer, page: Page) -> None:
    opened(page, viewer, "?t=9")
    page.evaluate("midworld.show({ keys: false })")
    page.keyboard.press("a")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tstamp")).to_have_text("8.90")
    assert page.evaluate("midworld.view.agent") is None


def test_a_phone_shows_the_picture_the_panels_and_the_time(viewer: Viewer, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, bypass_csp=True)
    opened(page, viewer, "?t=9")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    panes = page.locator("#panes").bounding_box()
    play = page.locator("#play").bounding_box()
    assert panes is not None
    assert play is not None
    time = page.locator("footer").bounding_box()
    assert time is not None
    # Nothing lies over the picture.
    assert panes["y"] + panes["height"] <= time["y"] + 0.5
    assert time["y"] + time["height"] <= 844
    assert panes["width"] == 390
    assert panes["height"] > 300
    assert play["y"] + play["height"] <= 844
    page.tap("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.tap("#tab-things")
    expect(page.locator("#cards [data-thing=ball]")).to_be_visible()
    page.close()
