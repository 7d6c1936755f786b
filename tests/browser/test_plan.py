"""The panel that shows the plan of a run."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from midworld.planning import Plan, load, solve
from midworld.readers.viewer import Viewer
from midworld.readers.viewer.plans import shown_plan
from viewerkit import chapter

EXAMPLE = Path(__file__).parents[2] / "examples" / "plans" / "tidy"


@pytest.fixture(scope="module")
def viewer() -> Iterator[Viewer]:
    found = solve(load(EXAMPLE / "domain.py", EXAMPLE / "bins.py").problem, rounds=5)
    assert isinstance(found, Plan)
    with Viewer([replace(chapter(), plan=shown_plan(found))], port=0) as viewer:
        yield viewer


def test_streams_links_and_where_the_run_is(viewer: Viewer, page: Page) -> None:
    page.goto(viewer.url)
    page.wait_for_selector("body[data-ready]")
    page.locator("#tab-plan").click()
    expect(page.locator(".streams .lane")).to_have_text(["robot", "human"])
    expect(page.locator(".streams .bar[data-state=now]").first).to_be_visible()
    assert page.locator(".streams line").count() >= 1
    assert page.locator("#plan-state").inner_text().endswith("s")
    boxes = [each.bounding_box() for each in page.locator(".streams .bar").all()]
    assert all(box is not None and box["height"] >= 18 for box in boxes)
