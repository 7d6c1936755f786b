"""Sentences of every kind: what act each is, and who does what to what."""

import pytest

from talkkit import said

# Sentence, act, and its statements without the desire, the robot and the name of the situation.
SENTENCES = """
give me the ball | command | Give actsOnObject:ball1 receivedBy:ann
Give the ball to Bob, please. | command | Give actsOnObject:ball1 receivedBy:bob
can you give me the book? | command | Give actsOnObject:book1 receivedBy:ann
could I have the bottle? | command | Give actsOnObject:bottle1 receivedBy:ann
would you mind opening the door? | command | Open actsOnObject:door1
put the red cup in the box | command | Put actsOnObject:cup1 hasDestination:box1 destinationRelation:isIn
put the cup on the table in the box | command | Put actsOnObject:cup1 hasDestination:box1 destinationRelation:isIn
take the book and knife1 to the kitchen | command | Take actsOnObject:book1 actsOnObject:knife1 hasDestination:kitchen1
bring me the bottle from the kitchen | command | Bring actsOnObject:bottle1 receivedBy:ann hasSource:kitchen1
take the ball out of the box | command | Take actsOnObject:ball1 hasSource:box1
give all the apples to Bob | command | Give actsOnObject:apple1 actsOnObject:apple2 receivedBy:bob
take two apples | command | Take actsOnObject:apple1 actsOnObject:apple2
move the box behind the door | command | Move actsOnObject:box1 hasDestination:door1 destinationRelation:behind
go to the kitchen | command | Go hasDestination:kitchen1
look at me | command | LookAt actsOnObject:ann
pick the ball up | command | Pick actsOnObject:ball1
come here | command | Come hasDestination:ann
give me the cup on my left | command | Give actsOnObject:cup2 receivedBy:ann
give me the biggest cup | command | Give actsOnObject:cup1 receivedBy:ann
give me the cup that is on the shelf | command | Give actsOnObject:cup2 receivedBy:ann
give me my book | command | Give actsOnObject:book1 receivedBy:ann
give me something red | command | Give actsOnObject:cup1 receivedBy:ann
you should clean the table | command | Clean actsOnObject:table1
open the door slowly | command | Open actsOnObject:door1 hasManner:slowly
don't touch the knife | prohibition | Touch actsOnObject:knife1 hasPolarity:negative
never give the knife to Bob | prohibition | Give actsOnObject:knife1 receivedBy:bob hasPolarity:negative
you must not open the door | prohibition | Open actsOnObject:door1 hasPolarity:negative
I want the ball | wish | Give actsOnObject:ball1 receivedBy:ann
I'd like an apple | wish | Give actsOnObject:apple1 receivedBy:ann
I want you to open the door | wish | Open actsOnObject:door1
"""

STATEMENTS = """
the ball is green | ball1 hasColor green
the ball is heavy | ball1 hasFeature heavy
the ball is next to the knife | ball1 isNextTo knife1
the book is on the shelf | book1 isOn shelf1; - book1 isOn table1
the knife is not next to the book | - knife1 isNextTo book1
the ball isn't in the box | - ball1 isIn box1
Bob likes Ann | bob likes ann
Bob gave me the knife | s1 rdf:type Give; s1 performedBy bob; s1 actsOnObject knife1; s1 receivedBy ann; s1 hasTime past
the ball was moved by Bob | s1 rdf:type Move; s1 performedBy bob; s1 actsOnObject ball1; s1 hasTime past
there is a spoon in the box | spoon1 rdf:type Spoon; spoon1 isIn box1
a tiger is an animal | Tiger rdfs:subClassOf Animal
tigers are animals | Tiger rdfs:subClassOf Animal
learn that cats are animals | Cat rdfs:subClassOf Animal
I'm tired | ann experiences s1; s1 hasFeature tired
the phone belongs to Bob | phone1 belongsTo bob
the red cup is bigger than the blue cup | cup1 biggerThan cup2
forget that the ball is in the box | - ball1 isIn box1
Bob thinks ball1 is in the drawer | bob believes s1; s1 rdf:subject ball1; s1 rdf:predicate isIn; s1 rdf:object drawer1
"""

QUESTIONS = """
where is the ball? | in the box
where is my book | on the table
what is in the box? | the ball
who has the phone? | bob
which cup is on the shelf? | the blue cup
which cup is on my left? | the blue cup
which cup is the biggest? | the red cup
how many apples are in the box? | two
what colour is the cup on the shelf? | blue
is the ball in the box? | yes
is the red cup on the shelf? | no
is the red cup blue? | no
is there a plate on the shelf? | yes
are there any spoons? | no
is the red cup bigger than the blue cup? | yes
does Bob know where the ball is? | no
where does Bob think the ball is? | in the drawer
does Bob think that the ball is in the drawer? | yes
who thinks that the ball is in the drawer? | bob
whose book is this? | you
is Bob holding the phone? | yes
what is Bob holding? | the phone
tell me where the ball is | in the box
who is Bob? | human
what is a cup? | cup is
what would happen if I pulled the box? | without a scene
"""


def rows(text: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in line.split("|")) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("text", "act", "roles"), rows(SENTENCES))
def test_orders_have_their_roles(text: str, act: str, roles: str) -> None:
    heard = said(text)
    kind, *wanted = roles.split()
    expected = ["ann desires s1", f"s1 rdf:type {kind}", "s1 performedBy robot"]
    expected += [f"s1 {role.replace(':', ' ')}" for role in wanted]
    assert heard.act == act
    assert sorted(heard.statements) == sorted(expected)


@pytest.mark.parametrize(("text", "statements"), rows(STATEMENTS))
def test_statements_say_what_is_so(text: str, statements: str) -> None:
    heard = said(text)
    assert sorted(heard.statements) == sorted(each.strip() for each in statements.split(";"))
    assert heard.ask is None


@pytest.mark.parametrize(("text", "answer"), rows(QUESTIONS))
def test_questions_are_answered_from_told_facts(text: str, answer: str) -> None:
    heard = said(text)
    assert heard.act == "question"
    assert answer in heard.answer.casefold()
    assert heard.statements == ()


@pytest.mark.parametrize(
    ("text", "answer"), [("hello!", "Hello!"), ("thank you", "You are welcome."), ("bye", "Goodbye!")]
)
def test_social_acts_are_answered_in_kind(text: str, answer: str) -> None:
    heard = said(text)
    assert (heard.act, heard.answer) == ("social", answer)
