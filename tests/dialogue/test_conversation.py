"""Conversations of several turns: asking back, anaphora, learning, correcting, playing."""

import pytest

from midworld.dialogue import Conversation
from talkkit import empty, facts, flat


def test_the_order_of_the_contract_is_understood_to_the_letter() -> None:
    talk = empty()
    talk.tell("robot", ["cup1 rdf:type Cup"])
    talk.tell("ann", ["cup1 rdf:type Cup"])
    heard = talk.say("ann", "give me the cup", 12.5)
    wanted = ("ann desires s1", "s1 rdf:type Give", "s1 performedBy robot", "s1 actsOnObject cup1", "s1 receivedBy ann")
    assert heard.statements == wanted
    assert heard.resolved == {"the cup": "cup1"}
    assert heard.ask is None


def test_only_the_ball_the_speaker_knows_is_meant() -> None:
    talk = empty()
    talk.tell("robot", ["ball1 rdf:type Ball", "ball2 rdf:type Ball"])
    talk.tell("ann", ["ball2 rdf:type Ball"])
    assert talk.say("ann", "give me the ball").resolved == {"the ball": "ball2"}


def test_only_the_ball_the_speaker_sees_is_meant() -> None:
    talk = empty()
    talk.tell("robot", ["ball1 rdf:type Ball", "ball2 rdf:type Ball", "ann sees ball1"])
    assert talk.say("ann", "give me the ball").resolved == {"the ball": "ball1"}


def test_what_the_speaker_does_not_know_of_is_told_to_be_so() -> None:
    talk = empty()
    talk.tell("robot", ["ball1 rdf:type Ball"])
    heard = talk.say("ann", "give me the ball")
    assert heard.resolved == {"the ball": "ball1"}
    assert "you may not" in heard.answer


def test_robot_and_myself_are_the_same() -> None:
    talk = empty()
    talk.tell("myself", ["ball1 rdf:type Ball", "ball1 isHeldBy myself"])
    assert talk.say("ann", "where is the ball?").answer.startswith("The ball is held by me")


def boxes() -> Conversation:
    talk = empty()
    held = (
        "box1 rdf:type Toolbox; box2 rdf:type Cardboardbox; toy1 rdf:type Toy; toy1 rdfs:label 'Wall-E'; toy1 isIn box2"
    )
    talk.tell("robot", facts(held))
    talk.tell("ann", facts("box1 rdf:type Toolbox; box2 rdf:type Cardboardbox"))
    return talk


def test_the_box_pointed_at_answers_which_box() -> None:
    talk = boxes()
    assert talk.say("ann", "What's in the box?").ask == "Which box, the toolbox or the cardboard box?"
    talk.tell("robot", ["ann pointsAt box2", "ann looksAt box2"])
    heard = talk.say("ann", "This box")
    assert heard.answer == "Wall-E."
    assert heard.resolved["the box"] == "box2"


def test_the_other_tape_is_not_the_last_one() -> None:
    talk = empty()
    held = "black_tape rdf:type Tape; white_tape rdf:type Tape; black_tape isOn table1; table1 rdf:type Table"
    held += "; white_tape isIn box2; box2 rdf:type Cardboardbox; box1 rdf:type Toolbox; black_tape isNextTo box1"
    for model in ("robot", "ann"):
        talk.tell(model, facts(held))
    talk.say("ann", "give me the white tape")
    assert (
        talk.say("ann", "And where is the other tape?").answer
        == "The other tape is on the table and next to the toolbox."
    )


def test_an_ambiguous_order_is_completed_by_a_fragment() -> None:
    talk = flat()
    asked = talk.say("ann", "give me the cup")
    assert asked.statements == ()
    assert asked.ask == "Which cup, the red cup or the blue cup?"
    heard = talk.say("ann", "the red one")
    assert "s1 actsOnObject cup1" in heard.statements


def test_a_correction_takes_back_what_was_understood() -> None:
    talk = flat()
    talk.say("ann", "give me the red cup")
    heard = talk.say("ann", "no, the blue one")
    assert "s2 actsOnObject cup2" in heard.statements
    assert "- s1 actsOnObject cup1" in heard.statements


def test_nothing_is_asked_twice_and_giving_up_is_polite() -> None:
    talk = flat()
    asked = [talk.say("ann", "give me the cup").ask]
    for _ in range(5):
        heard = talk.say("ann", "I don't know")
        if heard.ask is None:
            break
        asked.append(heard.ask)
    assert len(set(asked)) == len(asked)
    assert "sorry" in heard.answer  # pyright: ignore[reportPossiblyUnboundVariable]


def test_it_and_them_are_what_was_spoken_of() -> None:
    talk = flat()
    talk.say("ann", "where is the ball?")
    assert "s1 actsOnObject ball1" in talk.say("ann", "give it to Bob").statements
    talk.say("ann", "take the knife and the plate")
    heard = talk.say("ann", "put them in the box")
    assert {"s3 actsOnObject knife1", "s3 actsOnObject plate1"} <= set(heard.statements)


def test_a_sequence_is_several_situations() -> None:
    heard = flat().say("ann", "take the ball and put it on the table")
    assert {"s1 rdf:type Take", "s2 rdf:type Put", "s2 actsOnObject ball1", "s2 hasDestination table1"} <= set(
        heard.statements
    )


def test_a_word_is_learnt_step_by_step() -> None:
    talk = flat()
    assert talk.say("ann", "give me a margarita").ask == "What is a margarita?"
    assert talk.say("ann", "a cocktail").ask == "What is a cocktail?"
    heard = talk.say("ann", "it is a drink")
    assert heard.statements == ("Cocktail rdfs:subClassOf Drink", "Margarita rdfs:subClassOf Cocktail")
    assert heard.ask is None


def test_a_near_miss_is_offered_and_taken() -> None:
    talk = flat()
    assert talk.say("ann", "give me the bottel").ask == "I do not know 'bottel'; did you mean bottle?"
    assert "s1 actsOnObject bottle1" in talk.say("ann", "yes").statements


def test_a_contradiction_is_refused_with_its_reason() -> None:
    talk = flat()
    heard = talk.say("ann", "learn that robots are animals")
    assert heard.statements == ()
    assert "cannot believe" in heard.answer


def test_what_is_told_is_believed_as_hearsay() -> None:
    talk = flat()
    talk.say("ann", "the bottle is on the shelf")
    assert "on the shelf" in talk.say("bob", "where is the bottle?").answer
    assert "on the shelf" in talk.say("ann", "where is the bottle?").answer


def test_why_names_who_said_so() -> None:
    talk = flat()
    talk.say("bob", "the bottle is on the shelf")
    assert talk.say("ann", "why do you think the bottle is on the shelf?").answer == "Because Bob told me so."


def test_pointing_decides_this_and_without_it_what_was_spoken_of() -> None:
    talk = flat()
    talk.tell("ann", ["ann pointsAt plate1"])
    assert "s1 actsOnObject plate1" in talk.say("ann", "take this").statements
    other = flat()
    other.say("ann", "where is the knife?")
    assert "s1 actsOnObject knife1" in other.say("ann", "take that").statements


@pytest.mark.parametrize("thought", ["ball1", "book1", "door1"])
def test_the_spy_game_finds_what_somebody_thinks_of(thought: str) -> None:
    talk = empty()
    held = "ball1 rdf:type Toy; book1 rdf:type Book; door1 rdf:type Door"
    held += "; ball1 hasSize small; book1 hasSize small; door1 hasSize big"
    held += "; ball1 hasColor red; book1 hasColor blue; door1 hasColor white"
    talk.tell("ann", facts(held))
    colours = {"ball1": "red", "book1": "blue", "door1": "white"}
    heard = talk.say("ann", "let's play the spy game")
    assert heard.ask is not None
    assert all(colour in heard.ask for colour in colours.values())
    assert talk.say("ann", colours[thought]).resolved == {"it": thought}
