"""Live simulations, lent to one step at a time: a cache that saves time and never changes an answer."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from ..geometry import IntArray, Meshes
from ..world import Structure, World
from .body import Body, bodies
from .engine import Engine, Image, Settings, Simulation
from .simulated import SimulatedScene

# How many simulations nobody is known to go on from are kept for whoever needs their bodies next.
SPARE = 4
# For how many structures it is remembered what is known of their bodies.
SCENES = 16
NO_ROWS: IntArray = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Loan:
    """A scene to step, in which things have entered and left as in a world; `stayed` are the rows of the image kept."""

    scene: SimulatedScene
    stayed: IntArray


class SimulationPool:
    """Lends simulations by the image they are to go on from; whoever is lent one has it alone.

    A `thrifty` pool has one simulation for all images of the same bodies, which go on in turns: for many forks, few of
    which run at a time.
    """

    def __init__(
        self,
        engine: Engine,
        meshes: Meshes,
        settings: Settings,
        *,
        thrifty: bool = False,
        scenes: dict[Structure, SimulatedScene] | None = None,
    ) -> None:
        self._engine = engine
        self._meshes = meshes
        self._settings = settings
        self._thrifty = thrifty
        self._scenes: dict[Structure, SimulatedScene] = {} if scenes is None else scenes
        self._lock = threading.Lock()
        self._idle: WeakKeyDictionary[Image, SimulatedScene] = WeakKeyDictionary()
        self._spare: list[Simulation] = []
        self._forks: SimulationPool | None = None

    def forked(self) -> "SimulationPool":
        """A pool for what-ifs, which leaves the simulations of this one to those that have them."""
        if self._thrifty:
            return self
        with self._lock:
            if self._forks is None:
                self._forks = SimulationPool(
                    self._engine, self._meshes, self._settings, thrifty=True, scenes=self._scenes
                )
            return self._forks

    def lend(self, image: Image | None, world: World) -> Loan:
        """A simulation at an image, or, without one, of what a world has, at rest where it has it."""
        if image is None:
            known = bodies(world.structure)
            poses = world.poses()[[world.structure.row(body.id) for body in known]].reshape(-1, 7)
            simulation = self._engine.open(known, poses, meshes=self._meshes, settings=self._settings)
            return Loan(SimulatedScene.of(simulation, world.structure, self._meshes), NO_ROWS)
        with self._lock:
            scene = self._idle.pop(image, None) or self._stolen(image)
            known = self._scenes.get(world.structure)
        simulation = self._restored(image) if scene is None else scene.simulation
        simulation.restore(image)
        if scene is not None and scene.structure is world.structure:
            return Loan(scene, np.arange(len(scene.bodies)))
        if known is not None and _same(known.bodies, simulation.bodies):
            return Loan(replace(known, simulation=simulation), np.arange(len(known.bodies)))
        return Loan(*_followed(simulation, scene, world, self._meshes))

    def kept(self, scene: SimulatedScene) -> Image:
        """Takes a simulation back where it stands now, and gives what it takes to go on from there."""
        image = scene.simulation.image()
        with self._lock:
            self._idle[image] = scene
            if scene.structure not in self._scenes:
                self._scenes[scene.structure] = scene
                while len(self._scenes) > SCENES:
                    del self._scenes[next(iter(self._scenes))]
        return image

    @contextmanager
    def trying(self, image: Image) -> Generator[Simulation]:
        """A simulation at an image to try something out with, which leaves no trace."""
        simulation = self._restored(image)
        try:
            yield simulation
        finally:
            self.spare(simulation)

    def spare(self, simulation: Simulation) -> None:
        """Takes a simulation nobody goes on from, for whoever needs one of the same bodies."""
        with self._lock:
            self._spare.append(simulation)
            del self._spare[:-SPARE]

    def _restored(self, image: Image) -> Simulation:
        with self._lock:
            found = next((each for each in self._spare if _same(each.bodies, image.bodies)), None)
            if found is not None:
                self._spare.remove(found)
        if found is None:
            nowhere = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], (len(image.bodies), 1))
            found = self._engine.open(image.bodies, nowhere, meshes=self._meshes, settings=self._settings)
        found.restore(image)
        return found

    def _stolen(self, image: Image) -> SimulatedScene | None:
        """In a thrifty pool, the simulation of another image of the same bodies."""
        if not self._thrifty:
            return None
        other = next((each for each, scene in self._idle.items() if _same(scene.bodies, image.bodies)), None)
        return None if other is None else self._idle.pop(other)


def _followed(
    simulation: Simulation, scene: SimulatedScene | None, world: World, meshes: Meshes
) -> tuple[SimulatedScene, IntArray]:
    """Things enter and leave as in a world: the scene then, and the rows that stayed, which come first in it."""
    before = simulation.bodies
    wanted = {body.id: body for body in bodies(world.structure)}
    gone = {body.id for body in before if wanted.get(body.id) != body}
    stayed = np.array([row for row, body in enumerate(before) if body.id not in gone], dtype=np.intp)
    present = {body.id for body in before} - gone
    new = [body for name, body in wanted.items() if name not in present]
    if gone or new:
        poses = world.poses()[[world.structure.row(body.id) for body in new]].reshape(-1, 7)
        simulation.edit(add=new, poses=poses, meshes=meshes, remove=[body.id for body in before if body.id in gone])
    known = {} if scene is None else dict(zip((body.id for body in scene.bodies), scene.points, strict=True))
    points = {name: known[name] for name in present if name in known}
    return SimulatedScene.of(simulation, world.structure, meshes, points), stayed


def _same(one: tuple[Body, ...], other: tuple[Body, ...]) -> bool:
    return one is other or one == other
