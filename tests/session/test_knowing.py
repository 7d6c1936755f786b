"""What somebody knows: asked, taught and watched, and read from the worlds only once somebody wants to know."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import midworld
from midworld.errors import Inconsistent
from midworld.session import Session
from swapped import written


@pytest.fixture
def session(tmp_path: Path) -> Session:
    scene, _ = written(tmp_path)
    return midworld.open(scene)


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    return written(tmp_path)[1].read_text().splitlines()


def test_knowledge_asked_for_late_knows_what_already_holds(session: Session, lines: list[str]) -> None:
    session.run(lines)
    assert session.knowledge()["ball isIn ?where"] == [{"where": "box"}]
    assert session.knowledge("ann")["ball isIn ?where"] == [{"where": "basket"}]
    # What nobody said follows.
    assert "box contains ball" not in session.knowledge("ann")
    assert "ball isAt box" in session.knowledge()


def test_knowledge_asked_for_early_is_kept_in_step(session: Session, lines: list[str]) -> None:
    robots = session.knowledge("robot")
    session.run(lines[:15])
    assert robots.find("ball isIn ?where") == [{"where": "basket"}]
    session.run(lines[15:])
    assert robots.find("ball isIn ?where") == [{"where": "box"}]
    assert robots.find("ball isIn ?where", at=1.5) == [{"where": "basket"}]


def test_a_callback_hears_of_every_match_that_begins_until_it_is_ended(session: Session, lines: list[str]) -> None:
    robots: list[Mapping[str, object]] = []
    anns: list[Mapping[str, object]] = []
    session.on("?what isIn ?where", robots.append)
    end = session.on(["ball isIn ?where", "ball type ?kind"], anns.append, agent="ann")
    session.run(lines[:15])
    end()
    session.run(lines[15:])
    assert robots == [{"what": "ball", "where": "basket"}, {"what": "ball", "where": "box"}]
    assert {"where": "basket", "kind": "Ball"} in anns
    assert all(each["where"] == "basket" for each in anns)


def test_a_match_that_held_before_is_not_told(session: Session, lines: list[str]) -> None:
    session.run(lines[:15])
    heard: list[object] = []
    session.on("ball isIn ?where", heard.append)
    session.run(lines[15:20])
    assert heard == []


def test_an_error_of_a_callback_reaches_whoever_feeds_and_ends_it(session: Session, lines: list[str]) -> None:
    heard: list[object] = []

    def fails(found: object) -> None:
        heard.append(found)
        raise ValueError("no")

    session.on("?what isIn ?where", fails)
    with pytest.raises(ValueError, match="no"):
        session.run(lines)
    session.run(lines)
    assert heard == [{"what": "ball", "where": "basket"}]


def test_a_mind_can_be_taught_and_says_why(session: Session, lines: list[str]) -> None:
    session.run(lines)
    known = session.knowledge("ann")
    known += ["Mug subClassOf Cup", "mug_9 type Mug"]
    assert "mug_9 type Cup" in known
    assert "mug_9 type Cup" not in session.knowledge("bob")
    assert known.why("mug_9 type Cup") is not None
    with pytest.raises(Inconsistent):
        known.teach("Car subClassOf Bottle")
    known -= "mug_9 type Mug"
    assert not known.holds("mug_9 type Cup")
    known.rule("?x isIn ?y -> ?y isHiding ?x")
    assert known["basket isHiding ?what"] == [{"what": "ball"}]
