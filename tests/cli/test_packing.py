"""X12 to X15: which tape, which box, what is in it, and where the other tape is, from raw observations."""

from midworld.cli.studies.packing.study import played


def test_every_question_of_the_packing_study_is_answered_as_in_the_paper() -> None:
    done = played()
    assert done.outcome.achieved
    assert done.true
    wanted, asked, meant, other = done.heard
    assert (wanted.resolved, wanted.ask) == ({"the video tape": "black_tape"}, None)
    assert asked.ask == "Which box, the cardboard box or the toolbox?"
    assert (meant.resolved["this box"], meant.answer) == ("cardboard_box", "Wall-E.")
    assert other.answer == "The other tape is on the table and next to the toolbox."
    said = [(each.speaker, each.text) for each in done.room.said]
    assert ("robot", "Bob, please give the black tape to Ann.") in said
