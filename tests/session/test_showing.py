"""What a notebook shows: worlds as pictures, facts as tables."""

from io import BytesIO

import pytest
from PIL import Image

import midworld
from midworld.session import Session
from midworld.session.table import Table
from midworld.world import move
from swapped import written


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Session:
    scene, log = written(tmp_path_factory.mktemp("swapped"))
    session = midworld.open(scene)
    session.run(log)
    return session


def shown(value: object, form: str) -> object:
    """What a notebook asks a value for."""
    return getattr(value, f"_repr_{form}_")()


def picture(value: object) -> Image.Image:
    data = shown(value, "png")
    assert isinstance(data, bytes)
    return Image.open(BytesIO(data))


def test_a_world_is_a_picture_and_two_worlds_are_two(ran: Session) -> None:
    robots, anns = picture(ran.world()), picture(ran.world("ann"))
    assert robots.format == "PNG"
    assert robots.size == anns.size == (960, 640)
    assert robots.tobytes() != anns.tobytes()
    # Also one before anything is perceived, one of a source, and one that is only imagined.
    for world in (ran.world(at=0.0), ran.world("source/camera"), ran.world("merged", at=1.0)):
        assert picture(world).size == (960, 640)
    world = ran.world()
    what_if = world.apply(move(world, "ball", midworld.Pose((0.0, 0.0, 1.2))))
    assert picture(what_if).tobytes() != robots.tobytes()
    assert repr(world).startswith("<world stable at 3.50 s: 7 things, ")


def test_facts_are_a_table_and_lines(ran: Session) -> None:
    facts = ran.facts("ann", predicate="isIn")
    html = shown(facts, "html")
    assert isinstance(html, str)
    assert html.startswith("<table><thead><tr><th>subject</th><th>predicate</th><th>object</th><th>since</th>")
    assert "<td>ball</td><td>isIn</td><td>basket</td>" in html
    assert str(facts) == str(facts[0])


def test_a_table_is_a_sequence_that_escapes_what_it_shows() -> None:
    table = Table(("a<b", "c"), ("what",), lambda row: (row,))
    assert (len(table), table[1], list(table[:1]), "c" in table) == (2, "c", ["a<b"], True)
    assert table == ("a<b", "c")
    assert list(table.where(lambda row: row == "c")) == ["c"]
    assert "<td>a&lt;b</td>" in str(shown(table, "html"))


def test_a_live_page_is_open_until_closed(ran: Session, capfd: pytest.CaptureFixture[str]) -> None:
    with ran.view(port=0) as page:
        assert page.url.startswith("http://127.0.0.1:")
        assert f'href="{page.url}"' in str(shown(page, "html"))
    page.close()
    assert f"look at {page.url}" in capfd.readouterr().err
