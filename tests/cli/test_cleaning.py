"""X16 to X18: the table is cleaned together, from raw observations to the last word; failure is honest."""

from midworld.adapters.room.figure import Character
from midworld.adapters.room.room import Room
from midworld.cli.studies.cleaning.study import Variant, played
from midworld.world import EntityId

ONE = {"grey_tape": (0.47, 0.15)}


def test_the_table_is_cleaned_together_and_nothing_is_claimed_that_is_not_so() -> None:
    plans: list[list[str]] = []
    done = played(Variant(ONE), watch=lambda run: plans.append([" ".join(each.task) for each in run.plan.actions]))
    assert plans[0] == [
        "take robot grey_tape table",
        "put robot grey_tape table ann",
        "take ann grey_tape table",
        "throw ann grey_tape pink_box",
    ]
    assert done.outcome.achieved
    assert done.true
    said = [(each.speaker, each.text) for each in done.room.said]
    assert said[0] == ("robot", "Ann, please take the grey tape and throw it into the pink box.")
    assert said[-1] == ("robot", "We are done.")
    told = [str(each).split(": ")[1] for each in done.live.session.events()]
    assert told[0] == "robot Pick grey_tape"
    assert told[-1].startswith("ann ")


def test_who_refuses_is_not_asked_again_and_the_robot_says_why_it_gives_up() -> None:
    done = played(Variant(ONE, character=Character(refuses=frozenset({"throw"}))))
    assert not done.outcome.achieved
    assert "unwilling" in done.outcome.reason
    assert "ann" in done.outcome.reason
    asked = [each.text for each in done.room.said if each.speaker == "robot" and "please" in each.text]
    assert len(asked) == 1
    assert done.room.said[-1].text.startswith("I give up")


def test_a_person_who_says_stop_ends_everything_at_once() -> None:
    told: list[float] = []

    def stopped(room: Room) -> None:
        if room.now == 3.0:
            told.append(room.now)
            room.people[EntityId("ann")].say("Stop!")

    done = played(Variant(ONE), meanwhile=stopped)
    assert told
    assert not done.outcome.achieved
    assert done.outcome.reason == "ann said: Stop!"
    assert not done.room.robot.moving
    assert next(each.stamp for each in done.room.said if each.text.startswith("I give up")) < 6.0
