"""Another reader is asked where the grammar fails, and believed only where what it says fits; plans are told."""

from collections.abc import Sequence

from midworld.adapters.oxigraph import knowledge_base
from midworld.dialogue import Conversation, Models
from midworld.planning import Plan
from midworld.planning.plan import Action, Done

FACTS = ["cup1 rdf:type Cup", "cup1 isOn table1", "table1 rdf:type Table", "ann rdf:type Human"]


class Scripted:
    """Says what it was told to say, and notes what it was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def interpret(self, sentence: str, known: Sequence[str]) -> str:
        self.asked.append(sentence)
        assert "cup" in known
        return self.answers.pop(0)


def talking(reader: Scripted | None = None) -> Conversation:
    models = Models(knowledge_base())
    models.tell("robot", FACTS)
    models.tell("ann", FACTS)
    return Conversation(models, interpreter=reader)


STRANGE = "cup over here chop chop if thou wilt"


def test_another_reader_is_asked_only_where_the_grammar_fails() -> None:
    reader = Scripted("give me the cup")
    talk = talking(reader)
    assert talk.say("ann", "where is the cup?").answer
    assert reader.asked == []
    said = talk.say("ann", STRANGE)
    assert reader.asked == [STRANGE]
    assert said.act == "command"
    assert "s1 actsOnObject cup1" in said.statements
    assert "'give me the cup'" in said.answer


def test_what_it_makes_up_is_not_believed() -> None:
    for made_up in ("give me the teapot", "there is a unicorn on the table", "the banana is on the table", "??", ""):
        said = talking(Scripted(made_up)).say("ann", STRANGE)
        assert said.statements == ()
        assert said.ask is not None


def test_a_plan_is_told_in_the_words_of_the_listener() -> None:
    take = Action(1, ("pick_up", "robot", "cup1"), ("robot",), 0.0, 2.0, ())
    give = Action(2, ("hand_over", "robot", "cup1", "ann"), ("robot",), 2.0, 4.0, (1,))
    wash = Action(3, ("wash", "ann", "cup1"), ("ann",), 4.0, 6.0, (2,))
    task = Done(4, ("clean", "cup1"), "together", (1, 2, 3))
    talk = talking()
    talk.plan = Plan((take, give, wash), (), (task,), (4,))
    told = talk.say("ann", "what is the plan?").answer
    assert told == (
        "We want to clean the cup. First I pick up the cup. Then I hand over the cup to you. Finally you wash the cup."
    )
    assert talk.say("ann", "what should I do?").answer == "First you wash the cup."
    assert talk.say("ann", "why will you pick up the cup?").answer == "In order to clean the cup."
