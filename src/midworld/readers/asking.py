"""Whose world is meant, and what is asked of it."""

from collections.abc import Mapping

from ..errors import BadInput, BadStatement, Problem, UnknownName
from ..world import DIVERGENCES, MERGED, SOURCE_PREFIX, STABLE, Agent, Scene, World, robot_of
from .asked import Asked

BELIEF_DEPTH = "belief_depth"
ROBOT = "robot"


def asked_of(
    worlds: Mapping[str, World],
    scene: Scene | None,
    agent: str | None,
    *,
    start: float = 0.0,
    place: str = "agent",
    deeper: str = BELIEF_DEPTH,
) -> Asked:
    """Worlds as somebody sees them. Raises UnknownName, and BadInput for a mind there is not, told of at `place`.

    `deeper` names what would make minds go deeper.
    """
    truth = worlds.get(STABLE, World())
    declared = () if scene is None else tuple(thing for placed in scene.awaited.values() for thing, _ in placed)
    known = truth if scene is None else scene.world
    robot = robot_of(truth) or robot_of(known) or ROBOT
    owner = _owner(worlds, truth, known, robot, robot if agent is None else agent, place, deeper)
    return Asked({STABLE: truth, **worlds}, owner, robot, declared, start)


def _owner(
    worlds: Mapping[str, World], truth: World, known: World, robot: str, agent: str, place: str, deeper: str
) -> str:
    minds = {name: name for name in worlds if name not in (MERGED, STABLE, DIVERGENCES)}
    minds = {name: name for name in minds if not name.startswith(SOURCE_PREFIX)}
    folded = {name.casefold(): name for name in (*minds, robot, ROBOT)}
    wanted = folded.get(agent.casefold())
    if wanted is not None:
        return robot if wanted == ROBOT else wanted
    entities = (*truth.structure.entities, *known.structure.entities)
    people = {entity.id.casefold() for entity in entities if isinstance(entity.role, Agent)}
    if all(name in people for name in agent.casefold().split("/")):
        stamp = f"by {truth.stamp:g} s"
        reason = (
            f"there is no world of '{agent}' {stamp}: who is not perceived has none, nor one's own thoughts of oneself"
        )
        if "/" in agent:
            reason = f"there is no world of '{agent}' {stamp}: minds go as deep as {deeper} of the scene"
        raise BadInput([Problem(place, None, reason)])
    raise UnknownName("agent", agent, [robot, *minds, *people])


def words(statement: str) -> tuple[str, str, str]:
    """Subject, predicate and object of a statement. Raises BadStatement."""
    said = str(statement).split()
    if len(said) != 3:
        raise BadStatement(str(statement), "is not a statement: write `subject predicate object`")
    return said[0], said[1], said[2]
