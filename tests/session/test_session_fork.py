"""What-ifs of a session."""

from pathlib import Path

import midworld
from midworld import Session
from midworld.world import encode_world

KITCHEN = Path(__file__).parents[2] / "examples" / "kitchen"
LINES = (KITCHEN / "observations.jsonl").read_text().splitlines()


def begun() -> Session:
    session = midworld.open(KITCHEN / "scene.yaml")
    for line in LINES[80:95]:
        session.feed(line)
    return session


def pictures(session: Session) -> list[bytes]:
    return [encode_world(session.world(name)) for name in ("merged", "stable", "bob")]


def test_a_fork_goes_on_as_the_session_does() -> None:
    session = begun()
    fork = session.fork()
    for line in LINES[95:110]:
        session.feed(line)
        fork.feed(line)
        assert pictures(fork) == pictures(session)
    assert fork.health == session.health


def test_what_a_fork_is_fed_and_told_does_not_disturb_the_session() -> None:
    session, plain = begun(), begun()
    fork = session.fork()
    fork.tell("bob", "cup isIn bin")
    fork.feed({"stamp": 6.5, "source": "camera", "objects": []})
    for line in LINES[95:100]:
        session.feed(line)
        plain.feed(line)
    assert pictures(session) == pictures(plain)
    assert fork.world().stamp == 6.5


def test_a_fork_knows_what_was_taught_and_learns_for_itself() -> None:
    session = begun()
    session.knowledge("ann").teach("cup hasOwner bob")
    fork = session.fork()
    fork.knowledge("ann").teach("bin hasOwner ann")
    assert "cup hasOwner bob" in fork.knowledge("ann")
    assert "bin hasOwner ann" not in session.knowledge("ann")
    fork.feed(LINES[95])
    assert fork.knowledge().find("cup ?how table") == session.knowledge().find("cup ?how table")
