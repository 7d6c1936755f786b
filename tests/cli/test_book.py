"""X11: "give me another book" becomes a desire on the book that was not spoken of, and the book changes hands."""

from midworld.cli.studies.book.study import played
from midworld.execution import Phase


def test_another_book_is_understood_found_taken_and_handed_over() -> None:
    done = played()
    assert [(each.owner, each.kind, each.role("actsOnObject")) for each in done.desires] == [("ann", "Give", "book2")]
    assert done.outcome.achieved
    assert done.true
    lives = [(each.action, each.after) for each in done.changes]
    assert lives == [(name, phase) for name in ("take", "give") for phase in (Phase.RUNNING, Phase.DONE)]
    assert "Here is the blue book." in [each.text for each in done.room.said if each.speaker == "robot"]
