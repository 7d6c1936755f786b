"""MuJoCo, with a count of the simulations it opened and of those that are still there."""

import gc
import weakref
from collections.abc import Sequence

from midworld.adapters.mujoco import MujocoEngine, MujocoSimulation
from midworld.geometry import FloatArray, Meshes
from midworld.physics import Body, Settings


class CountedEngine(MujocoEngine):
    def __init__(self) -> None:
        self._simulations: list[weakref.ref[MujocoSimulation]] = []

    def open(
        self,
        bodies: Sequence[Body],
        poses: FloatArray,
        *,
        meshes: Meshes | None = None,
        settings: Settings = Settings(),  # noqa: B008 - frozen
    ) -> MujocoSimulation:
        simulation = super().open(bodies, poses, meshes=meshes, settings=settings)
        self._simulations.append(weakref.ref(simulation))
        return simulation

    @property
    def opened(self) -> int:
        return len(self._simulations)

    @property
    def alive(self) -> int:
        gc.collect()
        return sum(each() is not None for each in self._simulations)
