"""What told sentences leave behind: pointing, negatives, deeds, reports, sizes and answers to questions."""

import pytest

from midworld.adapters.oxigraph import knowledge_base
from midworld.dialogue import Conversation, Models

FACTS = """cup1 rdf:type Cup
cup1 hasColor red
cup1 isOn table1
cup2 rdf:type Cup
cup2 hasColor blue
cup2 isOn shelf1
box1 rdf:type Box
box1 hasColor green
box1 hasSize big
box2 rdf:type Box
box2 hasColor white
box2 hasSize small
hammer1 rdf:type Hammer
hammer1 isIn box1
key1 rdf:type Key
pen1 rdf:type Pen
lamp1 rdf:type Lamp
bag1 rdf:type Bag
drawer1 rdf:type Drawer
knife1 rdf:type Knife
knife1 isOn shelf1
spoon1 rdf:type Spoon
apple1 rdf:type Apple
plate1 rdf:type Plate
table1 rdf:type Table
shelf1 rdf:type Shelf
mia rdf:type Human
leo rdf:type Human""".splitlines()


def talked(*sentences: str, watched: bool = False) -> tuple[str, set[str], str]:
    """Act, statements and answer (or question) of the last of some sentences; those with a plus are told to a mind."""
    talk = Conversation(Models(knowledge_base()))
    talk.models.watched = watched
    for mind in ("robot", "mia"):
        talk.tell(mind, FACTS)
    found = None
    for each in sentences:
        if each.startswith("+"):
            mind, _, fact = each[1:].partition(" ")
            talk.tell(mind, [fact])
        else:
            found = talk.say("mia", each)
    assert found is not None
    return found.act, set(found.statements), f"{found.answer} {found.ask or ''}".strip()


def test_this_is_what_somebody_watched_points_at() -> None:
    pointing = "+robot mia pointsAt box2"
    assert "hammer" in talked("+robot mia pointsAt box1", "what is in this box?", watched=True)[2]
    assert "Which box" in talked("what is in the green box?", "what is in this box?", watched=True)[2]
    assert "Which box" in talked(pointing, "+robot mia pointsAt box1", "what is in this box?", watched=True)[2]
    assert "What do you mean by 'this'?" in talked("where is the pen?", "give me this", watched=True)[2]
    assert "s1 actsOnObject box2" in talked(pointing, "give me this", watched=True)[1]


def test_a_corrected_place_is_one_with_its_preposition() -> None:
    _, statements, _ = talked("the pen is in the drawer", "no, on the shelf")
    assert {"pen1 isOn shelf1", "- pen1 isIn drawer1"} <= statements


def test_days_and_their_parts_are_times() -> None:
    act, statements, _ = talked("you mustn't open the drawer before Friday")
    assert act == "prohibition"
    assert any(each.endswith(("hasTime before_friday", "hasTime before friday")) for each in statements)
    assert talked("clean the plate tomorrow morning")[0] == "command"


@pytest.mark.parametrize(
    ("sentences", "words"),
    [
        (("what is in the green box?", "what is in this box?"), "hammer"),
        (("the key is not in the drawer", "is the key in the drawer?"), "No."),
        (("the lamp isn't red", "is the lamp red?"), "No."),
        (("the lamp isn't red", "the lamp is red", "is the lamp red?"), "Yes."),
        (("the lamp isn't red", "a wug is a lamp", "is the lamp red?"), "No."),
        (("there is no key in the drawer", "is the key in the drawer?"), "No."),
        (("there is no cup on the shelf", "is the blue cup on the shelf?"), "No."),
        (("there is no cup on the shelf", "what is the blue cup?"), "cup"),
        (("I did not take the pen", "did I take the pen?"), "No."),
        (("I'm not tired", "am I tired?"), "No."),
        (("I'm tired", "I'm not tired any more", "am I tired?"), "No."),
        (("I'm not tired", "I'm tired", "am I tired?"), "Yes."),
        (("nobody took the pen", "did Leo take the pen?"), "No."),
        (("nothing is in the green box", "is the hammer in the green box?"), "No."),
        (("I took the hammer out of the green box", "where is the hammer?"), "You have the hammer."),
        (("Leo took the hammer", "is the hammer in the green box?"), "No"),
        (("I gave the key to Leo", "where is the key?"), "Leo has the key."),
        (("I moved the red cup to the drawer", "where is the red cup?"), "in the drawer"),
        (("I moved the red cup to the shelf", "is the red cup on the table?"), "No, the red cup is at the shelf"),
        (("Leo opened the drawer", "is the drawer open?"), "Yes."),
        (("the plate was washed by Leo at noon", "when was the plate washed?"), "At noon."),
        (("Leo says the pen is in the bag", "where does Leo think the pen is?"), "Leo thinks the pen is in the bag."),
        (("Leo says the pen is in the bag", "who told you that the pen is in the bag?"), "Leo."),
        (("Leo told me that the pen is in the bag", "does Leo think the pen is in the bag?"), "Yes."),
        (("I told Leo that the pen is in the bag", "where does Leo think the pen is?"), "in the bag"),
        (("the key is in the drawer", "who told you that the key is in the drawer?"), "You."),
        (("the key is in the drawer", "did I tell you where the key is?"), "Yes."),
        (("the key is in the drawer", "who told you that the key is in the bag?"), "Nobody"),
        (("+leo key1 isIn bag1", "what does Leo know about the key?"), "Leo thinks the key is in the bag."),
        (("+leo key1 isIn bag1", "what does Leo know about the pen?"), "Leo knows nothing of the pen."),
        (("Leo saw that the key is in the drawer", "where is the key?"), "in the drawer"),
        (("I saw the key in the drawer", "where is the key?"), "in the drawer"),
        (("+leo hammer1 isIn bag1", "why is Leo wrong?"), "but it is in the green box"),
        (
            ("+leo hammer1 isIn bag1", "who is wrong and why?"),
            "Leo thinks the hammer is in the bag, but it is in the gre",
        ),
        (("Leo took the pen yesterday", "who took the pen and when?"), "Leo. Yesterday."),
        (("what is in the green box?", "is the hammer there?"), "Yes."),
        (("what is in the green box?", "is the knife in there?"), "No, the knife is on the shelf."),
        (("where is the hammer?", "is the key there too?"), "I do not know."),
        (("put the pen in here",), "What do you mean by 'here'?"),
        (("put the pen there",), "What do you mean by 'there'?"),
        (("+robot cup2 belongsTo leo", "whose cup is on the shelf?"), "belongs to Leo"),
        (("which one of the cups is red?",), "The red cup."),
        (("how many red cups do you know?",), "(1)"),
        (("hamsters are animals", "are hamsters animals?"), "Yes."),
        (("the cup on the shelf is blue, isn't it?",), "Yes."),
        (("what kind of thing is a cup?",), "A cup is a container"),
        (("Sorry, my mistake.",), "Never mind."),
        (("the key is in the bag", "forget what I just said", "where is the key?"), "I do not know where the key is."),
        (("the hammer is in the bag", "was the hammer ever in the green box?"), "Yes."),
        (("why is the hammer in the green box?",), "Because I was told that the hammer is in the green box."),
        (("why is the hammer in the green box?", "+robot ball1 isIn box2", "what is in the white box?"), "The ball."),
        (("the hammer is not in the green box", "is the hammer in the green box?"), "No."),
    ],
)
def test_what_was_said_is_remembered(sentences: tuple[str, ...], words: str) -> None:
    assert words in talked(*sentences)[2]


@pytest.mark.parametrize(
    ("sentences", "wanted"),
    [
        (("what is on the shelf?", "put the pen there"), {"s1 hasDestination shelf1", "s1 destinationRelation isOn"}),
        (("what is in the green box?", "put the pen in there"), {"s1 hasDestination box1"}),
        (("where is the hammer?", "put the pen in there"), {"s1 hasDestination box1"}),
        (("+mia mia pointsAt box2", "put the pen in here"), {"s1 hasDestination box2", "s1 destinationRelation isIn"}),
        (("+mia mia pointsAt box2", "put the pen over there"), {"s1 hasDestination box2"}),
        (("take the cups and put both in the drawer",), {"s2 actsOnObject cup1", "s2 actsOnObject cup2"}),
        (("where are the cups?", "put both in the drawer"), {"s1 actsOnObject cup1", "s1 actsOnObject cup2"}),
        (("give me the bigger box",), {"s1 actsOnObject box1"}),
        (("give me the smaller box",), {"s1 actsOnObject box2"}),
        (("+mia cup2 leftOf cup1", "give me the cup on my left"), {"s1 actsOnObject cup2"}),
        (("give me the red and the blue cup",), {"s1 actsOnObject cup1", "s1 actsOnObject cup2"}),
        (("take the red cup, then the plate",), {"s1 actsOnObject cup1", "s2 actsOnObject plate1"}),
        (("can u give me the pen pls",), {"s1 rdf:type Give", "s1 actsOnObject pen1"}),
        (("Careful, the knife is very sharp!",), {"knife1 hasFeature sharp"}),
        (("I feel sad today",), {"mia experiences s1", "s1 hasFeature sad"}),
        (("+mia g1 rdf:type Glasses", "give me the glasses"), {"s1 actsOnObject g1"}),
        (("Giev me the knife", "yes"), {"s1 actsOnObject knife1"}),
        (("give me the cup", "both"), {"s1 actsOnObject cup1", "s1 actsOnObject cup2"}),
        (("give me the cup", "the one on the shelf"), {"s1 actsOnObject cup2"}),
        (("give me the cup", "the blue one", "no, the other one"), {"s2 actsOnObject cup1", "- s1 actsOnObject cup2"}),
        (("put the pen in the white box", "no, in the green one"), {"s2 hasDestination box1", "s2 actsOnObject pen1"}),
    ],
)
def test_answers_and_places_are_of_what_was_spoken_of(sentences: tuple[str, ...], wanted: set[str]) -> None:
    assert wanted <= talked(*sentences)[1]


def test_sizes_that_are_measured_are_compared() -> None:
    talk = Conversation(Models(knowledge_base()))
    talk.tell("robot", FACTS)
    talk.models.sizes.update({"cup1": {"hasVolume": 0.001}, "cup2": {"hasVolume": 0.002}})
    assert talk.say("mia", "is the blue cup bigger than the red cup?").answer.startswith("Yes.")
    assert talk.say("mia", "give me the smallest cup").resolved == {"the smallest cup": "cup1"}


def test_a_refusal_names_no_identifier() -> None:
    refusal = talked("a cup is not a table", "the red cup is a table")[2]
    assert refusal.startswith("I cannot believe that: The red cup is a table and the red cup is a cup")
    assert "Table" not in refusal
