"""The page as a person uses it, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from midworld.readers.viewer import Viewer
from viewerkit import WHY, chapter


@pytest.fixture(scope="module")
def viewer() -> Iterator[Viewer]:
    with Viewer([chapter()], port=0) as viewer:
        yield viewer


# As the page is at first; one page serves all tests, as loading it anew takes longest.
AT_FIRST = """() => {
  document.getElementById("search").value = "";
  document.getElementById("tab-facts").click();
  midworld.show({ panes: [[]], agent: null, chosen: [], model: null, labels: true, dark: false });
}"""


@pytest.fixture
def story(viewer: Viewer, page: Page) -> Page:
    """The page, paused at a quiet instant."""
    if not page.url.startswith(viewer.url):
        page.goto(viewer.url)
        page.wait_for_selector("body[data-ready]")
        page.wait_for_selector(".name[data-id=cup]")
        page.keyboard.press("Space")
    page.evaluate(AT_FIRST)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    seek(page, 1.0)
    return page


def seek(page: Page, at: float) -> None:
    page.evaluate("at => midworld.send('seek', { at })", at)
    page.wait_for_function("at => Math.abs(document.getElementById('tstamp').textContent - at) < 0.06", arg=at)


def stamp(page: Page) -> float:
    return float(page.inner_text("#tstamp"))


def facts(page: Page) -> list[str]:
    texts = page.locator("#fact-table tbody tr td:first-child > div:first-child").all_inner_texts()
    return [re.sub(r"\s+", " ", text).strip() for text in texts]


def test_scrubbing_shows_the_facts_of_that_instant_newest_on_top(story: Page) -> None:
    expect(story.locator("#fact-table")).to_contain_text("box_a")
    assert "ball isIn box_a" in facts(story)
    seek(story, 6.0)
    expect(story.locator("#fact-table tbody tr").first).to_contain_text("ball isHeldBy bob")
    seek(story, 8.0)
    expect(story.locator("#fact-table tbody tr").first).to_contain_text("ball isIn box_b")
    expect(story.locator("#fact-table tbody tr").first).to_contain_text("90 % sure")
    assert "ball isIn box_a" not in facts(story)
    seek(story, 2.0)
    expect(story.locator("#fact-table tbody")).to_contain_text("seen to be put there")
    assert "ball isIn box_a" in facts(story)


def test_play_goes_on_and_steps_go_tick_by_tick(story: Page) -> None:
    story.click("#forward")
    story.wait_for_function("document.getElementById('tstamp').textContent === '1.10'")
    story.keyboard.press("ArrowLeft")
    story.wait_for_function("document.getElementById('tstamp').textContent === '1.00'")
    story.select_option("#speed", "4")
    story.click("#play")
    story.wait_for_function("document.getElementById('tstamp').textContent > 2")
    story.click("#play")
    expect(story.locator("#play")).to_have_attribute("aria-label", "Play")
    before = stamp(story)
    assert 2.0 < before <= 10.0
    story.keyboard.press("Home")
    story.wait_for_function("document.getElementById('tstamp').textContent === '0.00'")
    story.keyboard.press("End")
    story.wait_for_function("document.getElementById('tstamp').textContent === '10.00'")


def test_the_timeline_has_a_lane_each_and_takes_one_to_an_instant(story: Page) -> None:
    expect(story.locator("[data-lane=bob] [data-event=Pick]")).to_have_count(1)
    wrong = story.locator("[data-lane=ann] [data-span='ann FalseBelief ball']")
    expect(wrong).to_have_attribute("title", re.compile(WHY))
    expect(story.locator("[data-lane=ball] [data-span='ball isHeldBy bob']")).to_have_count(1)
    assert story.locator("#axis .second").all_inner_texts()[:3] == ["0 s", "1 s", "2 s"]
    track = story.locator("[data-lane=bob] .track").bounding_box()
    assert track is not None
    story.mouse.click(track["x"] + 0.75 * track["width"], track["y"] + 8)
    story.wait_for_function("Math.abs(document.getElementById('tstamp').textContent - 7.5) < 0.2")


def test_the_axis_zooms_about_the_instant_shown_and_pans(story: Page) -> None:
    seek(story, 6.0)
    for _ in range(3):
        story.keyboard.press("z")
    story.wait_for_function("document.querySelector('#axis .second').textContent.startsWith('5.')")
    needle = story.locator("#needle").bounding_box()
    track = story.locator("#axis").bounding_box()
    assert needle is not None
    assert track is not None
    assert abs((needle["x"] - track["x"]) / track["width"] - 0.6) < 0.02
    story.mouse.move(track["x"] + 200, track["y"] + 8)
    story.keyboard.down("Shift")
    story.mouse.down()
    story.mouse.move(track["x"] + 400, track["y"] + 8, steps=3)
    story.mouse.up()
    story.keyboard.up("Shift")
    assert float(story.locator("#axis .second").first.inner_text().removesuffix(" s")) < 5.2
    assert stamp(story) == 6.0
    # Without shift as well, and by key; a press without dragging goes there.
    first = story.locator("#axis .second").first.inner_text()
    story.mouse.move(track["x"] + 200, track["y"] + 8)
    story.mouse.down()
    story.mouse.move(track["x"] + 100, track["y"] + 8, steps=3)
    story.mouse.up()
    assert stamp(story) == 6.0
    story.keyboard.press(",")
    story.keyboard.press(",")
    assert story.locator("#axis .second").first.inner_text() < first
    story.mouse.click(track["x"] + 0.5 * track["width"], track["y"] + 8)
    story.wait_for_function("document.getElementById('tstamp').textContent !== '6.00'")
    story.click("#fit")
    story.wait_for_function("document.querySelector('#axis .second').textContent === '0 s'")


def test_who_is_wrong_is_in_sight_and_a_click_tells_all_about_it(story: Page) -> None:
    expect(story.locator("#wrong")).to_be_hidden()
    seek(story, 9.0)
    sentence = story.locator("#wrong .mistake")
    expect(sentence).to_have_text("ann thinks the ball is in box_a; it is in box_b")
    expect(story.locator(".name.wrong")).to_have_text("ann")
    expect(story.locator(".name.believed")).to_have_text("ball, ann thinks")
    for opens in (sentence, story.locator(".name.believed"), story.locator(".name.wrong")):
        story.evaluate(AT_FIRST)
        opens.click()
        expect(story.locator("#mind .wrong[data-thing=ball]")).to_contain_text(WHY)
    # Whoever is right is never striped.
    assert {each.get_attribute("data-span") for each in story.locator(".span.wrong").all()} == {"ann FalseBelief ball"}


def test_facts_are_narrowed_by_relation_and_by_whom_they_are_about(story: Page) -> None:
    story.select_option("#relation", "isOn")
    expect(story.locator("#fact-count")).to_have_text(re.compile(r"^3 of \d+ facts"))
    story.select_option("#about", "cup")
    assert facts(story) == ["cup isOn table"]
    story.select_option("#relation", "")
    story.select_option("#about", "")


def test_facts_are_found_by_typing_and_a_click_chooses_their_things(story: Page) -> None:
    story.keyboard.press("/")
    story.keyboard.type("isin box")
    expect(story.locator("#fact-count")).to_have_text(re.compile(r"^1 of \d+ facts"))
    assert facts(story) == ["ball isIn box_a"]
    story.click("#fact-table tbody tr")
    expect(story.locator(".name.chosen[data-id=ball]")).to_have_count(1)
    expect(story.locator(".name.chosen[data-id=box_a]")).to_have_count(1)
    story.fill("#search", "nothing like it")
    expect(story.locator("#fact-table tbody tr")).to_have_count(0)


def test_an_agents_mind_is_shown_with_what_differs_and_why(story: Page) -> None:
    seek(story, 9.0)
    story.click("#tab-minds")
    story.click("[data-agent=ann]")
    wrong = story.locator("#mind .wrong[data-thing=ball]")
    expect(wrong).to_contain_text("ann thinks: in box_a")
    expect(wrong).to_contain_text("It is: in box_b")
    expect(wrong).to_contain_text(WHY)
    expect(story.locator(".name.believed")).to_have_text("ball, ann thinks")
    seek(story, 2.0)
    expect(story.locator("#mind")).to_contain_text("agree about everything")
    expect(story.locator("#mind")).to_contain_text("ann sees cup")
    story.click("#tab-facts")
    story.select_option("#model", "ann")
    seek(story, 9.0)
    expect(story.locator("#fact-table tbody")).to_contain_text("ball isIn box_a")


def test_worlds_are_laid_over_each_other_or_put_side_by_side(story: Page) -> None:
    expect(story.locator("[data-pane='0']")).to_have_attribute("data-worlds", "source/camera stable")
    story.click("[data-world=merged]")
    expect(story.locator("[data-pane='0']")).to_have_attribute("data-worlds", "source/camera stable merged")
    story.click("[data-world='source/camera']")
    story.click("[data-world=merged]")
    expect(story.locator("[data-pane='0']")).to_have_attribute("data-worlds", "stable")
    story.click("#split")
    expect(story.locator(".pane")).to_have_count(2)
    story.select_option("[aria-label='World of pane 2']", "ann")
    expect(story.locator("[data-pane='1']")).to_have_attribute("data-worlds", "ann")
    expect(story.locator("[data-pane='1'] .name[data-id=ball]")).to_have_count(1)
    turned(story)


def turned(page: Page) -> None:
    """Turning one pane turns the other: the names in both stay in the same places."""
    cup = "document.querySelector(`[data-pane='${pane}'] .name[data-id=cup]`)"
    anchor = f"pane => {cup}?.dataset.anchor.split(' ').map(Number)"
    before = page.evaluate(anchor, 1)
    pane = page.locator("[data-pane='0']").bounding_box()
    assert pane is not None
    page.mouse.move(pane["x"] + 100, pane["y"] + 100)
    page.mouse.down()
    page.mouse.move(pane["x"] + 160, pane["y"] + 110, steps=4)
    page.mouse.up()
    page.wait_for_function(
        f"before => {{ const [a, b] = [0, 1].map({anchor}); return a && b && Math.abs(b[0] - before[0]) > 3"
        " && Math.hypot(a[0] - b[0], a[1] - b[1]) < 3; }",
        arg=before,
    )


# All names of one instant: measured one by one they may come from before and after the camera arrived.
NAMES_APART = """() => {
  const boxes = [...document.querySelectorAll(".name")].map((name) => name.getBoundingClientRect());
  const apart = (one, other) =>
    Math.abs(one.x + one.width / 2 - other.x - other.width / 2) >= (one.width + other.width) / 2 - 1
    || Math.abs(one.y + one.height / 2 - other.y - other.height / 2) >= one.height - 1;
  return boxes.length >= 6 && boxes.every((one, place) => boxes.slice(place + 1).every((other) => apart(one, other)));
}"""


def test_names_do_not_overlap(story: Page) -> None:
    expect(story.locator(".name[data-id=box_b]")).to_have_count(1)
    story.wait_for_function(NAMES_APART)


def test_a_thing_clicked_in_3d_is_told_about(story: Page) -> None:
    """The cup stands free: the pixel its name points at is just above it."""
    expect(story.locator(".name[data-id=cup]")).to_have_count(1)
    pane = story.locator("[data-pane='0']").bounding_box()
    assert pane is not None
    anchor = story.evaluate("document.querySelector('.name[data-id=cup]').dataset.anchor.split(' ').map(Number)")
    story.mouse.click(pane["x"] + anchor[0], pane["y"] + anchor[1] + 7)
    expect(story.locator("[data-card=cup]")).to_contain_text("perceived")
    expect(story.locator("[data-card=cup] .explanation")).to_contain_text("Seen")
    expect(story.locator("[data-card=cup]")).to_contain_text("cup isOn table")
    expect(story.locator("[data-card=cup]")).to_contain_text("observed by camera")


def test_a_name_clicked_tells_status_explanation_and_history(story: Page) -> None:
    seek(story, 9.0)
    story.click("#tab-things")
    story.click(".name[data-id=ball]")
    card = story.locator("[data-card=ball]")
    expect(card.locator(".state")).to_have_text("inferred")
    expect(card.locator(".explanation")).to_contain_text("worked out")
    expect(card).to_contain_text("±")
    expect(card).to_contain_text("bob: Pick ball")
    story.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_looking_through_somebodys_eyes_puts_the_camera_there(story: Page) -> None:
    story.keyboard.press("a")
    story.click("#tab-minds")
    story.click("#eyes")
    # Her head is no longer in the picture, what she looks at is.
    expect(story.locator(".name[data-id=ann]")).to_have_count(0)
    expect(story.locator(".name[data-id=cup]")).to_have_count(1)
    story.keyboard.press("r")
    expect(story.locator(".name[data-id=ann]")).to_have_count(1)
    # A robot without a head looks with its camera.
    story.click("[data-agent=robot]")
    expect(story.locator(".name[data-id=camera]")).to_have_count(1)
    story.click("#eyes")
    expect(story.locator(".name[data-id=camera]")).to_have_count(0)
    expect(story.locator(".name[data-id=cup]")).to_have_count(1)
    story.keyboard.press("r")


def test_whoever_turned_the_camera_finds_it_so_when_somebody_becomes_wrong(story: Page) -> None:
    anchor = "document.querySelector('.name[data-id=box_a]').dataset.anchor.split(' ').map(Number)"
    story.wait_for_function("!midworld.isPainting()")
    before = story.evaluate(anchor)
    for _ in range(6):
        story.keyboard.press(";")
    story.wait_for_function(f"before => Math.abs({anchor}[0] - before[0]) > 20", arg=before)
    turned = story.evaluate(anchor)
    seek(story, 9.0)
    expect(story.locator("#wrong .mistake")).to_be_visible()
    # The sentence takes some of the picture's height: the middle of it stays in the middle.
    story.wait_for_function(
        "([turned, before]) => !midworld.isPainting()"
        f" && Math.abs({anchor}[0] - turned[0]) < Math.abs(before[0] - turned[0]) / 3",
        arg=[turned, before],
    )
    story.keyboard.press("r")


def test_dark_mode_keys_and_health(story: Page) -> None:
    story.keyboard.press("d")
    expect(story.locator("html")).to_have_class("dark")
    story.keyboard.press("d")
    story.click("#tab-health")
    expect(story.locator("#health-body")).to_contain_text("10 Hz")
    expect(story.locator("#sources")).to_contain_text("camera")
    story.keyboard.press("n")
    expect(story.locator(".name")).to_have_count(0)
    story.keyboard.press("n")
    story.keyboard.press("?")
    expect(story.locator("#keys")).to_be_visible()
    story.keyboard.press("Escape")
    expect(story.locator("#keys")).to_be_hidden()


def test_the_picture_is_fine_once_nothing_moves(story: Page) -> None:
    canvas = "document.getElementById('canvas')"
    story.wait_for_function(f"!midworld.isPainting() && {canvas}.width >= {canvas}.clientWidth")
    seek(story, 6.0)
    story.wait_for_function(f"!midworld.isPainting() && {canvas}.width >= {canvas}.clientWidth")
