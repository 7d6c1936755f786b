"""What is told of everybody's reach."""

from midworld.adapters.mujoco import MujocoEngine
from midworld.agents import Effort
from midworld.assessment import STABLE, Assessment
from midworld.geometry import Box, Pose, Vector3
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.world import EntityId
from tabletop import TOP, scene_of

SEAT: Vector3 = (0.0, -0.9, TOP + 0.55)
CUPS: dict[str, Vector3] = {"near": (0.0, -0.5, TOP), "middle": (0.0, -0.1, TOP), "far": (0.0, 0.6, TOP)}


def seen(stamp: float, *people: str) -> Observation:
    eyes = Pose.looking(SEAT, at=(0.0, 0.0, TOP))
    head = PartPercept("head", eyes.position, eyes.orientation)
    cups = tuple(Percept(EntityId(name), (x, y, z + 0.05)) for name, (x, y, z) in CUPS.items())
    return Observation(stamp, "camera", cups, tuple(AgentPercept(EntityId(name), (head,)) for name in people))


def test_reach_is_told_with_the_effort_it_takes() -> None:
    assessment = Assessment(scene_of(dict.fromkeys(CUPS, Box((0.08, 0.08, 0.1)))), engine=MujocoEngine())
    assert assessment.efforts == {}
    for tick in range(10):
        assessment.feed(seen(tick / 10, "ann"))
    efforts = assessment.efforts[EntityId("ann")]
    assert efforts[EntityId("near")] is Effort.ARM
    assert efforts[EntityId("middle")] is Effort.LEAN
    assert efforts.get(EntityId("far")) in (Effort.STEP, None)
    reached = {str(target) for agent, _, target in assessment.board[STABLE].timeline.held("canReach") if agent == "ann"}
    assert {"near", "middle"} <= reached
    assert "far" not in reached
    for tick in range(10, 30):
        assessment.feed(seen(tick / 10))
    assert "ann" not in assessment.efforts
