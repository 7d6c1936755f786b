"""What somebody perceives, as a change of what that one knows."""

from midworld.agents.perspective import common_ground, glimpsed
from midworld.geometry import Pose
from midworld.world import Agent, Entity, EntityId, Link, World, change, enter

ROBOT, UPPER, FOREARM = EntityId("robot"), EntityId("robot/upper"), EntityId("robot/forearm")


def robot(*, upper: Pose, forearm: Pose) -> World:
    body = [
        (Entity(ROBOT, Agent("robot")), Pose((1.0, 0.0, 0.0))),
        (Entity(UPPER, Link(ROBOT), ROBOT), upper),
        (Entity(FOREARM, Link(ROBOT), UPPER), forearm),
    ]
    return World().apply(enter(body, stamp=0.0))


def test_a_link_is_seen_where_it_is_even_if_what_carries_it_is_not_seen() -> None:
    before = robot(upper=Pose((0.0, 0.0, 1.0)), forearm=Pose((0.3, 0.0, 0.0)))
    percepts = common_ground(before)
    percepts = percepts.apply(glimpsed(percepts, before, frozenset({FOREARM}), stamp=0.0))
    after = before.apply(change(pose={UPPER: Pose((0.0, 0.0, 1.5)).array, ROBOT: Pose((2.0, 0.0, 0.0)).array}))
    percepts = percepts.apply(glimpsed(percepts, after, frozenset({FOREARM}), stamp=1.0))
    assert percepts.pose(FOREARM) == after.pose(FOREARM)
    assert percepts.state.seen[percepts.structure.row(UPPER)] < 0.0
