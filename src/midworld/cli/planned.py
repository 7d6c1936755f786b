"""A planning problem from a scene and a log: what the robot and each person hold true at an instant."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..errors import Problem as Fault
from ..planning import Fact, Problem, differences, guarded, load_domain
from ..session import open as open_scene
from ..world import Agent
from .ask import assessed

if TYPE_CHECKING:
    from ..session import Session


def problem_of_scene(scene: Path, log: str, domain: Path, goals: list[str], at: str | None) -> Problem:
    """What is to be done, from what is known when the log ends, or at an instant. Raises BadInput."""
    made = load_domain(domain)
    tasks = [tuple(goal.split()) for goal in goals]
    if not all(tasks):
        raise BadInput([Fault("--goal", None, 'is empty; write --goal "TASK ARGUMENTS"')])
    session = open_scene(scene, history=1.0)
    assessed(session, log, at)
    agents = _agents(session)
    people = [name for name, kind in agents.items() if kind == "human" and name in session.assessment.board.names]
    known = [*_held(session, None), *_classes(session), *_asked(session, made.asks)]
    believed = differences(known, {name: _held(session, name) for name in people})
    problem = guarded(Path("--goal"), lambda: made.problem(known, tasks, agents=agents, beliefs=believed))
    assert isinstance(problem, Problem)
    return replace(problem, begins=session.world().stamp)


def _agents(session: "Session") -> dict[str, str]:
    worlds = (session.scene.world, session.world())
    entities = (each for world in worlds for each in world.structure.entities)
    return {str(each.id): each.role.kind for each in entities if isinstance(each.role, Agent)}


def _held(session: "Session", agent: str | None) -> list[Fact]:
    return [(each.predicate, each.subject, str(each.object)) for each in session.facts(agent)]


def _classes(session: "Session") -> list[Fact]:
    world = session.world()
    return [("type", str(name), world.entity(name).category) for name in world.ids]


def _asked(session: "Session", patterns: tuple[str, ...]) -> list[Fact]:
    """What knowledge answers to the patterns of a domain, as facts of their own words."""
    found: list[Fact] = []
    for pattern in patterns:
        words = pattern.split()
        for each in session.knowledge().find(pattern):
            subject, predicate, target = (str(each.get(word.lstrip("?"), word)) for word in words)
            found.append((predicate, subject, target))
    return found
