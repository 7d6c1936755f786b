"""Stories from raw observations to the spoken answer."""

import asyncio
from pathlib import Path

import pytest

from midworld.dialogue import Conversation, planning_facts, tasks_of
from midworld.execution import Answer, Report, Request, carried_out
from midworld.planning import Action, Plan, load_domain, solve
from midworld.runtime import run_virtually
from talktables import TOP, Frame, open_box, person, told

ANN = (1.75, 0.0, 1.2)
BOX, TOOLBOX = (0.35, 0.35, TOP + 0.12), (0.4, -0.4, TOP + 0.07)
WHITE, BLACK = (0.35, 0.35, TOP + 0.035), (0.4, -0.22, TOP + 0.0125)
TAPE = {"class": "VideoTape", "shape": {"box": [0.1, 0.06, 0.025]}, "mass": 0.2}


def moving_home(stamp: float) -> Frame:
    """Two boxes and two tapes, one in the cardboard box; from 3 s on Ann points at that box."""
    things = {"cardboard_box": BOX, "toolbox": TOOLBOX, "white_tape": WHITE, "black_tape": BLACK}
    if stamp < 3.0:
        return things, [person("ann", ANN, looks_at=(0.5, 0.0, TOP))]
    return things, [person("ann", ANN, looks_at=BOX, hand=(1.25, 0.1, 1.1), points_at=BOX)]


@pytest.fixture(scope="module")
def packing(tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    objects = {
        "cardboard_box": {
            "class": "Box",
            "label": "cardboard box",
            "shape": open_box(0.3, 0.3, 0.24),
            "container": True,
        },
        "toolbox": {"class": "Box", "label": "toolbox", "shape": {"box": [0.3, 0.16, 0.14]}, "mass": 1.0},
        "white_tape": {**TAPE, "label": "Wall-E", "colour": "white"},
        "black_tape": {**TAPE, "colour": "black"},
    }
    return told(tmp_path_factory.mktemp("packing"), objects, ["ann"], 4.5, moving_home)


def test_interactive_grounding_1_the_tape_the_speaker_sees_is_meant(packing: Conversation) -> None:
    said = packing.say("ann", "Can you give me the video tape?", 2.0)
    assert said.ask is None
    assert said.resolved["the video tape"] == "black_tape"
    assert "s1 actsOnObject black_tape" in said.statements
    assert "s1 receivedBy ann" in said.statements


def test_interactive_grounding_2_pointing_tells_which_box(packing: Conversation) -> None:
    asked = packing.say("ann", "What's in the box?", 2.0)
    assert asked.ask is not None
    assert "cardboard box" in asked.ask
    assert "toolbox" in asked.ask
    said = packing.say("ann", "This box", 4.0)
    assert said.answer == "Wall-E."
    assert said.resolved["this box"] == "cardboard_box"


def test_interactive_grounding_3_the_other_tape_is_told_by_its_place(packing: Conversation) -> None:
    packing.say("ann", "What's in the cardboard box?", 4.0)
    said = packing.say("ann", "And where is the other tape?", 4.2)
    assert said.answer == "The other tape is on the table and next to the toolbox."
    assert said.resolved["the other tape"] == "black_tape"


def test_pointing_counts_only_when_the_word_is_said(packing: Conversation) -> None:
    packing.attention.clear()
    assert packing.say("ann", "What is this?", 1.0).resolved.get("this") != "cardboard_box"
    packing.attention.clear()
    assert packing.say("ann", "What is this?", 4.0).resolved == {"this": "cardboard_box"}


def test_point_and_learn_a_thing_gets_a_name_by_pointing(packing: Conversation) -> None:
    packing.say("ann", "This is Archie", 4.0)
    assert packing.say("ann", "Where is Archie?", 4.0).answer.startswith("Archie is on the table")
    assert packing.say("ann", "Give me this", 4.0).resolved == {"this": "cardboard_box"}


def test_the_shape_of_a_thing_tells_its_size(packing: Conversation) -> None:
    packing.attention.clear()
    assert packing.say("ann", "Give me the smallest box", 4.0).resolved == {"the smallest box": "toolbox"}
    assert packing.say("ann", "Is the cardboard box bigger than the toolbox?", 4.0).answer == "Yes."


def two_balls(stamp: float) -> Frame:
    things = {
        "red_ball": (0.35, 0.3, TOP + 0.04),
        "blue_ball": (0.35, -0.3, TOP + 0.04),
        "screen": (0.5, 0.3, TOP + 0.2),
    }
    return things, [person("ann", (1.6, 0.0, 1.15), looks_at=(0.4, 0.0, TOP))]


def test_of_two_balls_the_one_the_adult_sees_is_meant(tmp_path: Path) -> None:
    ball = {"class": "Ball", "shape": {"sphere": 0.04}, "mass": 0.1}
    objects = {
        "red_ball": {**ball, "colour": "red"},
        "blue_ball": {**ball, "colour": "blue"},
        "screen": {"class": "Object", "shape": {"box": [0.02, 0.45, 0.4]}, "mass": 2.0},
    }
    talk = told(tmp_path, objects, ["ann"], 2.0, two_balls)
    said = talk.say("ann", "Give me the ball")
    assert said.ask is None
    assert said.resolved["the ball"] == "blue_ball"


def two_books(stamp: float) -> Frame:
    things = {"novel": (0.3, 0.25, TOP + 0.02), "atlas": (0.3, -0.25, TOP + 0.02)}
    return things, [person("ann", ANN, looks_at=(0.4, 0.0, TOP))]


class Butler:
    """Does what it is told in virtual time, and says so."""

    def __init__(self) -> None:
        self.done: list[tuple[str, ...]] = []

    async def perform(self, action: Action) -> Report:
        await asyncio.sleep(action.end - action.start)
        self.done.append(action.task)
        return Report(ok=True)


class Nobody:
    """Imagines nothing: nobody asks it to."""

    async def imagine(self, request: Request) -> Answer:
        raise AssertionError(request)


def test_another_book_is_asked_for_planned_brought_and_told_of(tmp_path: Path) -> None:
    book = {"class": "Book", "shape": {"box": [0.15, 0.2, 0.04]}, "mass": 0.4}
    objects = {"novel": {**book, "colour": "red"}, "atlas": {**book, "colour": "green"}}
    talk = told(tmp_path, objects, ["ann"], 2.0, two_books)
    assert "on the table" in talk.say("ann", "Where is the red book?").answer
    said = talk.say("ann", "Give me another book")
    assert "s1 actsOnObject atlas" in said.statements
    assert "on the table" in talk.say("ann", "Where is it?").answer
    tasks = tasks_of(talk.models, talk.lexicon)
    assert tasks == (("Give", "robot", "ann", "atlas"),)
    domain = load_domain(Path(__file__).parents[2] / "examples" / "plans" / "book" / "domain.py")
    standing = [("isAt", "robot", "table"), ("isAt", "ann", "table")]
    facts = [*planning_facts(talk.models), *standing]
    goal = [("hasInHand", "ann", "atlas")]
    problem = domain.problem(facts, tasks, agents={"robot": "robot", "ann": "human"}, goal=goal)
    plan = solve(problem)
    assert isinstance(plan, Plan)
    talk.plan = plan
    assert talk.say("ann", "What is the plan?").answer == (
        "We want to give the green book to you. First I take the green book. Then you and I give the green book."
    )
    butler = Butler()
    run = run_virtually(carried_out(problem, plan, butler, Nobody()))
    assert run.outcome is not None
    assert butler.done == [("take", "robot", "atlas"), ("give", "robot", "ann", "atlas")]


def test_the_spy_game_over_a_table_needs_no_more_questions_than_it_has_to(tmp_path: Path) -> None:
    book = {"class": "Book", "shape": {"box": [0.1, 0.14, 0.04]}, "mass": 0.4}
    colours = {"one": "red", "two": "green", "three": "blue"}
    spots = {name: (0.3, 0.35 * place - 0.35, TOP + 0.02) for place, name in enumerate(colours)}
    objects = {name: {**book, "colour": colour} for name, colour in colours.items()}
    talk = told(tmp_path, objects, ["ann"], 1.5, lambda _: (spots, [person("ann", ANN, looks_at=(0.4, 0.0, TOP))]))
    said, questions = talk.say("ann", "Let's play the spy game"), 0
    while said.ask is not None:
        questions += 1
        assert questions <= 3
        said = talk.say("ann", _answer(said.ask))
    assert said.answer == "It is the blue book."


def _answer(question: str) -> str:
    """What somebody says who thinks of the blue book."""
    if "blue" in question:
        return "blue" if " or " in question else "yes"
    return "a book" if " or " in question and "book" in question else "yes" if question == "Is it a book?" else "no"


def test_what_would_happen_is_rehearsed_from_where_the_speaker_stands(tmp_path: Path) -> None:
    mug = {"class": "Cup", "shape": {"box": [0.07, 0.07, 0.1]}, "mass": 0.3}
    objects = {"near_cup": {**mug, "colour": "red"}, "far_cup": {**mug, "colour": "blue"}}
    # The table ends half a metre before Ann.
    things = {"near_cup": (1.0, 0.2, TOP + 0.05), "far_cup": (0.3, -0.2, TOP + 0.05)}
    talk = told(tmp_path, objects, ["ann"], 1.5, lambda _: (things, [person("ann", ANN, looks_at=(0.5, 0.0, TOP))]))
    assert talk.say("ann", "What would happen if I pulled the red cup?").answer.startswith("The red cup would fall")
    assert talk.say("ann", "What if I pulled the blue cup?").answer.startswith("Nothing would fall")
    assert talk.say("ann", "Would the blue cup fall if I pulled the red cup?").answer.startswith("No, the blue cup")
    assert talk.say("ann", "If I pulled the red cup, what would happen?").answer.startswith("The red cup would fall")
