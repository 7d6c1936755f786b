"""An assessment with the engines Midworld brings."""

from collections.abc import Iterable

from ..adapters.embree import EmbreeSight
from ..adapters.mujoco import MujocoEngine
from ..adapters.pinocchio import PinocchioKinematics
from ..agents import NUMPY, Kinematics
from ..assessment import Assessment
from ..errors import MissingExtra
from ..runtime import Module, Retention, Root
from ..world import Link, Scene


def assess(
    scene: Scene,
    *,
    retention: Retention | None = None,
    root: Root | None = None,
    modules: Iterable[Module] = (),
) -> Assessment:
    """MuJoCo for physics, Embree for sight, and Pinocchio for robots' arms, if there are any and it is installed."""
    return Assessment(
        scene,
        engine=MujocoEngine(),
        sight=EmbreeSight,
        kinematics=_kinematics(scene),
        retention=retention,
        root=root,
        modules=modules,
    )


def _kinematics(scene: Scene) -> Kinematics:
    if not any(isinstance(entity.role, Link) for entity in scene.world.structure.entities):
        # Nobody has arms to reckon with: 50 MB and their time are saved.
        return NUMPY
    try:
        return PinocchioKinematics(meshes=scene.meshes)
    except MissingExtra:
        return NUMPY
