"""`midworld act`: a goal pursued in a simulated room or on a robot of one's own, with a live plan and the reasons."""

from math import atan2, cos, sin
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..errors import BadInput, Problem, UnknownName
from ..world import Agent, World, robot_of
from .options import Port
from .view import watched

if TYPE_CHECKING:
    from ..adapters.room.person import Person
    from ..planning import Fact

NOT_ACHIEVED = 3
RELATIONS = ("isIn", "isHeldBy")

Goal = Annotated[
    list[str], typer.Argument(help='What is to hold: "grey_tape isIn pink_box", "grey_tape isHeldBy ann"; several')
]
SceneFile = Annotated[
    Path | None,
    typer.Option("--scene", help="A scene with a robot and people in their places; a table to clean if left out"),
]
RobotFile = Annotated[
    Path | None,
    typer.Option("--robot", help="A Python file whose robot(session) gives your robot's driver and what it perceives"),
]
View = Annotated[bool, typer.Option("--view", help="Show it on a live page, in step with time")]
Speed = Annotated[float, typer.Option("--speed", help="Times faster than life, on a terminal or a page", min=0.1)]


def act(
    goal: Goal,
    scene: SceneFile = None,
    robot: RobotFile = None,
    view: View = False,
    speed: Speed = 1.0,
    port: Port = None,
) -> None:
    """Pursue a goal in a simulated room, or with --robot on yours: perceive, plan, act, ask people to do theirs."""
    wanted = [_fact(each) for each in goal]
    if robot is not None:
        if scene is None:
            raise BadInput([Problem("--robot", None, "needs --scene, the scene with the robot's model")])
        _on_robot(wanted, scene, robot, view, port)
        return
    from ..adapters.mujoco import MujocoEngine
    from ..adapters.room.room import Room
    from ..session import open as open_scene
    from .studies.acting import Onlooker, acted
    from .studies.cleaning import study
    from .studies.telling import Teller

    console = Console()
    session = open_scene(scene or study.SCENE, history=30.0)
    people = people_of(session.scene.world) if scene is not None else [study.person(study.Variant())]
    places = {} if scene is not None else study.places(study.Variant())
    room = Room(session.scene, MujocoEngine(), places=places, people=people)
    for each in wanted:
        _known(room.world, each)
    teller = Teller(console)
    paced = speed if console.is_terminal or view else None
    with watched(session, "act", wanted=view, port=port):
        done = acted(session, room, wanted, onlooker=Onlooker(teller.plan, teller.room), speed=paced)
        teller.room(room)
        teller.end(done.outcome, done.seconds, done.true)
    if not done.outcome.achieved:
        raise typer.Exit(NOT_ACHIEVED)


def _on_robot(wanted: "list[Fact]", scene: Path, robot: Path, view: bool, port: int | None) -> None:
    import asyncio

    from ..session import open as open_scene
    from .studies.pursuing import pursued, robot_of_file
    from .studies.telling import Teller

    session, teller = open_scene(scene, history=30.0), Teller(Console())
    for name in (name for each in wanted for name in each[1:]):
        if name not in session.scene.declared:
            raise UnknownName("thing", name, session.scene.declared)
    body = robot_of_file(robot, session)
    with watched(session, "act", wanted=view, port=port):
        outcome = asyncio.run(pursued(session, body, wanted, watch=teller.live(session), heard=teller.heard))
        teller.end(outcome, session.world().stamp, None)
    if not outcome.achieved:
        raise typer.Exit(NOT_ACHIEVED)


def people_of(world: World) -> "list[Person]":
    """Everybody who has a place in a scene, facing the robot."""
    from ..adapters.room.person import Person

    robot = robot_of(world)
    middle = (0.0, 0.0, 0.0) if robot is None else world.pose(robot).position
    found: list[Person] = []
    for entity in world.structure.entities:
        if isinstance(entity.role, Agent) and entity.role.kind == "human":
            x, y, _ = world.pose(entity.id).position
            turn = atan2(middle[1] - y, middle[0] - x)
            found.append(Person(entity.id, (x, y), (x + 0.7 * cos(turn), y + 0.7 * sin(turn))))
    return found


def _fact(text: str) -> "Fact":
    words = text.split()
    if len(words) != 3 or words[1] not in RELATIONS:
        raise BadInput([Problem("goal", None, f"'{text}' is not THING {' or '.join(RELATIONS)} PLACE")])
    thing, relation, place = words
    return (relation, thing, place)


def _known(world: World, fact: "Fact") -> None:
    for name in fact[1:]:
        world.entity(name)
