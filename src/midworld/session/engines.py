"""An assessment with the engines Midworld brings."""

from ..adapters.embree import EmbreeSight
from ..adapters.mujoco import MujocoEngine
from ..adapters.pinocchio import PinocchioKinematics
from ..agents.kinematics import Kinematics
from ..agents.reach import NUMPY
from ..errors import MissingExtra
from ..world import Scene
from .rooms import Assessment, Retention


def assess(scene: Scene, *, retention: Retention | None = None) -> Assessment:
    """MuJoCo for physics, Embree for sight, and Pinocchio for robots' arms where it is installed."""
    arms = _kinematics(scene)
    return Assessment(scene, engine=MujocoEngine(), sight=EmbreeSight, kinematics=arms, retention=retention)


def _kinematics(scene: Scene) -> Kinematics:
    try:
        return PinocchioKinematics(meshes=scene.meshes)
    except MissingExtra:
        return NUMPY
