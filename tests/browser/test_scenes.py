"""The bundled scenes at their last second, beside pictures somebody looked at; and the colours that mean something.

Made anew with `REVIEW=1 pytest tests/browser/test_scenes.py`: then look at them before they are kept.
"""

import io
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from midworld.cli.demo import SCENES, STORIES
from midworld.providers import read_observations, read_scene
from midworld.readers.scenery import BELIEVED, CORRECTED
from midworld.readers.viewer import Chapter, Tape, Viewer
from midworld.session import open as open_scene

REVIEWED = Path(__file__).parent / "pictures"
# The others take minutes to be assessed; `make soak` asks for them all.
SHOWN = tuple(STORIES) if os.environ.get("ALL_SCENES") else ("7_false_belief",)
SIZE = (640, 400)
# Software draws alike but not the same everywhere: of pixels a quarter as fine, so much may differ on average, and so
# many by far.
MEAN, FAR, FEW = 4.0, 48.0, 0.02
Pixels = npt.NDArray[np.float64]


@cache
def chapter(name: str) -> Chapter:
    scene, tape = read_scene(SCENES / name / "scene.yaml"), Tape()
    with open_scene(SCENES / name / "scene.yaml", history=1.0) as session:
        session.assessment.board.subscribe(tape.feed)
        for observation in read_observations(SCENES / name / "observations.jsonl", session.scene):
            session.feed(observation)
    tape.end()
    while tape.drain():
        pass
    return Chapter(name, tape, STORIES[name], scene.meshes)


@pytest.fixture(params=SHOWN)
def shown(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, Page]]:
    """A scene at its end, in a page that is mostly picture."""
    with Viewer([chapter(request.param)], port=0) as viewer:
        page = browser.new_page(viewport={"width": 1100, "height": 700}, color_scheme="light", bypass_csp=True)
        page.goto(f"{viewer.url}?t=1000")
        page.wait_for_selector(".name")
        page.wait_for_function("midworld.now.at > 0 && midworld.now.at === midworld.now.stop")
        page.add_style_tag(content=f"#panes {{ width: {SIZE[0]}px; height: {SIZE[1]}px; flex: none; }}")
        page.wait_for_function("document.getElementById('canvas').clientWidth === 640 && midworld.isWhole()")
        yield request.param, page
        page.close()


def pictured(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.locator("#panes").screenshot())).convert("RGB")


def coarse(image: Image.Image) -> Pixels:
    return np.asarray(image.resize((SIZE[0] // 4, SIZE[1] // 4), Image.Resampling.BOX), np.float64)


def test_a_scene_looks_as_it_did_when_somebody_looked_at_it(shown: tuple[str, Page]) -> None:
    name, page = shown
    picture, kept = pictured(page), REVIEWED / f"{name}.png"
    if os.environ.get("REVIEW"):
        picture.quantize(96).save(kept, optimize=True)
    with Image.open(kept) as reviewed:
        apart = np.abs(coarse(picture) - coarse(reviewed.convert("RGB"))).max(axis=2)
    assert apart.mean() < MEAN
    assert (apart > FAR).mean() < FEW


def test_what_is_hidden_and_who_is_wrong_have_the_colours_of_the_palette(shown: tuple[str, Page]) -> None:
    name, page = shown
    if name != "7_false_belief":
        pytest.skip("nobody is wrong there")
    page.keyboard.press("n")
    page.wait_for_function("!document.querySelector('.name') && midworld.isWhole()")
    pixels = np.asarray(pictured(page), np.int16)
    for colour in (CORRECTED, BELIEVED):
        assert (np.abs(pixels - np.array(colour)).max(axis=2) <= 3).sum() >= 20
