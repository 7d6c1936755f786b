"""Where two minds part."""

from msgspec.structs import replace

from midworld.assessment import STABLE
from midworld.readers.scenery.minds import Difference, differences, divergences, place, sees
from midworld.readers.viewer import Chapter, Tape
from midworld.readers.viewer.card import card
from midworld.readers.viewer.facts import facts, marks
from midworld.readers.viewer.message import Seek, View, encode
from midworld.readers.viewer.news import News
from midworld.readers.viewer.page import Page
from midworld.readers.viewer.tape import TickSnapshot
from midworld.runtime import Board
from midworld.world import (
    DIVERGENCES,
    FALSE_BELIEF,
    Delta,
    Ended,
    EntityId,
    Entry,
    Event,
    Situation,
    Status,
    change,
    compose,
)
from viewerkit import ANN, BALL, LEFT_S, PEOPLE, ROOM, START, THINGS, WHY, begun, chapter

TAPE = chapter().tape


def at(seconds: float) -> TickSnapshot:
    moment = TAPE.at(START + seconds)
    assert moment is not None
    return moment


def parted(seconds: float, journal: list[Entry] | None = None) -> list[Difference]:
    worlds = at(seconds).worlds
    told = TAPE.journals[DIVERGENCES] if journal is None else journal
    return differences(worlds[STABLE], worlds[ANN], agent="ann", journal=told, start=START)


def test_two_minds_agree_until_something_moves_unseen() -> None:
    assert parted(2.0) == []
    (ball,) = parted(9.0)
    assert (ball.thing, ball.robot, ball.mind) == ("ball", "in box_b", "in box_a")
    assert ball.metres == 0.7


def test_the_reason_given_is_told_and_else_worked_out() -> None:
    assert parted(9.0)[0].why == WHY
    assert parted(9.0, [])[0].why == f"ann last saw ball at {LEFT_S} s; Pick at 5.4 s; Place at 6.4 s"


def test_who_does_not_know_a_place_differs_from_who_does() -> None:
    worlds = at(2.0).worlds
    lost = worlds[ANN].apply(change(status={BALL: Status.UNKNOWN.value}))
    (ball,) = differences(worlds[STABLE], lost, agent="ann")
    assert (ball.mind, ball.metres) == ("somewhere", None)
    gone = worlds[ANN].apply(change(remove=[EntityId("cup")]))
    (cup,) = differences(worlds[STABLE], gone, agent="ann")
    assert (cup.thing, cup.mind) == ("cup", "not known")
    assert cup.why == "ann has never seen cup"


def test_no_reason_tells_seconds_since_an_epoch() -> None:
    """On none of the ways on which a reason comes to a page: facts, marks, cards, minds, who is wrong."""
    begin = 1_700_000_000.0
    why = f"seen at {begin + 1:.1f} s"
    told: list[Entry] = [
        Situation(begin, "isIn", "ball", "box_a", reason=why),
        Event(begin, "Pick", "bob", "ball", reason=why),
    ]
    board, tape = Board(), Tape(reasons=lambda: {BALL: why})
    board.subscribe(tape.feed)
    writers = {name: board.claim(name, name) for name in (STABLE, ANN, DIVERGENCES)}
    for stamp in (begin, begin + 5.0):
        first = begun(stamp=stamp, placed=(*ROOM, *THINGS, *PEOPLE)) if stamp == begin else Delta(stamp)
        said = compose(first, Delta(stamp, entries=tuple(told if stamp == begin else ())))
        wrong = Situation(begin, FALSE_BELIEF, "ann", "ball", reason=why)
        wronged = Delta(stamp, entries=(wrong,) if stamp == begin else ())
        board.commit({writers[STABLE]: said, writers[ANN]: said, writers[DIVERGENCES]: wronged})
    tape.end()
    page = Page([Chapter("epoch", tape)])
    page.ask(View(agent="ann", chosen=("ball",)))
    page.ask(Seek(5.0))
    frame = page.frame(0.1)
    assert frame is not None
    text = encode(replace(frame, stamp=0.0)).decode()
    assert text.count("seen at 1.0 s") >= 7
    assert "17000000" not in text


def test_what_somebody_sees_comes_from_the_facts_and_the_robot_sees_what_is_perceived() -> None:
    stable = at(1.0).worlds[STABLE]
    assert sees(stable, "ann") == {"cup"}
    assert sees(at(9.0).worlds[STABLE], "ann") == frozenset()
    seen = sees(stable, "robot")
    assert seen is not None
    assert "cup" in seen
    assert "ball" not in seen
    assert sees(stable, "carl") is None


def test_noted_divergences_are_told_up_to_the_instant_newest_first() -> None:
    journal = TAPE.journals[DIVERGENCES]
    assert divergences(journal, "ann", until=START + 5.0) == []
    assert [each.reason for each in divergences(journal, "ann", until=START + 9.0)] == [WHY]
    assert divergences(journal, "bob", until=START + 9.0) == []


def test_a_place_is_said_in_words_where_there_are_any() -> None:
    stable = at(1.0).worlds[STABLE]
    assert place(stable, "ball") == "in box_a"
    assert place(stable, "cup") == "on table"
    assert place(stable, "table").startswith("at 0.00, 0.00,")


def test_facts_carry_since_when_how_sure_and_why() -> None:
    moment = at(8.0)
    rows = {
        (row.subject, row.predicate, row.object): row
        for row in facts(moment.worlds[STABLE], moment, start=START).values()
    }
    ball = rows["ball", "isIn", "box_b"]
    assert (ball.since, ball.confidence) == (6.4, 0.9)
    assert ball.why == "worked out, not seen"
    assert rows["cup", "isOn", "table"].why == "seen"
    assert (
        "ball",
        "isIn",
        "box_a",
    ) not in rows


def test_marks_begin_and_end_what_holds_and_tell_what_happens() -> None:
    told = list(marks(TAPE.journals[STABLE], start=START, stop=TAPE.stop))
    assert ("event", 5.4, "bob", "Pick", "ball", "") in told
    assert ("begin", 5.4, "ball", "isHeldBy", "bob", "") in told
    assert ("end", 6.4, "ball", "isHeldBy", "bob", "") in told
    wrong = list(marks(TAPE.journals[DIVERGENCES], start=START, stop=TAPE.stop))
    assert wrong == [("begin", 5.4, "ann", "FalseBelief", "ball", WHY)]


def test_a_card_tells_status_explanation_history_and_other_worlds() -> None:
    found = card("ball", at(9.0), TAPE, world=STABLE)
    assert found is not None
    assert found.status == "inferred"
    assert "worked out" in found.explanation
    assert found.doubt_m > 0.03
    assert next(text for _, text in found.history) == "ball isIn box_b"
    assert {each.world for each in found.elsewhere} == {"source/camera", "merged", ANN}
    assert next(each.metres for each in found.elsewhere if each.world == ANN) == 0.7
    assert card("nobody", at(9.0), TAPE, world=STABLE) is None
    table = card("table", at(9.0), TAPE, world=STABLE)
    assert table is not None
    assert table.status == "fixed"


def test_a_belief_that_was_wrong_once_is_no_reason_for_what_is_wrong_now() -> None:
    over = [*TAPE.journals[DIVERGENCES], Ended(START + 7.0, "FalseBelief", "ann", "ball")]
    assert parted(9.0, over)[0].why.startswith("ann last saw ball")


def test_a_page_is_told_of_worlds_to_see_and_of_who_is_wrong() -> None:
    story, news, moment = chapter(), News(), at(9.0)
    assert news.worlds(moment) == ("source/camera", "merged", STABLE, ANN)
    assert news.worlds(moment) is None
    assert news.models(story, moment) == ((STABLE, "robot"), (ANN, "ann"))
    told = news.marks(story, STABLE)
    assert told is not None
    assert told.whole
    assert ("begin", 5.4, "ann", "FalseBelief", "ball", WHY) in told.marks
    assert news.marks(story, STABLE) is None
    mind = news.mind(story, moment, "ann")
    assert mind is not None
    assert [each.why for each in mind.differences] == [WHY]
    first = news.facts(story, moment, STABLE)
    assert first is not None
    assert first.whole
    assert news.facts(story, moment, STABLE) is None
    back = news.facts(story, at(6.0), STABLE)
    assert back is not None
    assert [row.predicate for row in back.rows.values()] == ["isHeldBy"]
    assert len(back.gone) == 1
