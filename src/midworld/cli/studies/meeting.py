"""Where a robot and a person meet to hand something over, from where the robot stands."""

from collections.abc import Callable

from ...adapters.embree import EmbreeSight
from ...agents import VisibilityCache
from ...errors import CannotDo
from ...geometry import Vector3
from ...motion import Impossible, Senses, hand_over
from ...world import Scene, World


def meeting_point(scene: Scene) -> Callable[[World, str, str, str], Vector3]:
    """What finds the point of least effort for the receiver. Raises CannotDo where there is none, or too far."""
    senses = Senses(VisibilityCache(EmbreeSight, scene.meshes))

    def point(world: World, thing: str, giver: str, receiver: str) -> Vector3:
        found = hand_over(world, thing, giver=giver, receiver=receiver, senses=senses)
        if isinstance(found, Impossible):
            raise CannotDo("give", found.reason)
        if found.moves:
            raise CannotDo("give", f"{giver} would have to drive to meet {receiver}")
        return found.pose.position

    return point
