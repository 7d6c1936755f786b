"""Physics-aware tracking as a stage: what trackers report, made smooth before it is reasoned on."""

from collections.abc import Mapping
from dataclasses import fields, replace

import numpy as np

from ..physics.body import bodies
from ..physics.engine import Engine, IntArray, Settings
from ..physics.filter import Beliefs, Noise, filtered
from ..physics.foresight import Simulated
from ..world import Delta, EntityId, Scene, Structure, World, diff

FILTERED = "filtered"


class Smoothing:
    """Makes `filtered` of `merged`: percepts of this tick are replaced by the best hypothesis about each thing."""

    def __init__(self, engine: Engine, scene: Scene, *, timestep_s: float) -> None:
        self._engine = engine
        self._scene = scene
        self._timestep_s = timestep_s
        self._structure: Structure | None = None
        self._ids: tuple[EntityId, ...] = ()
        self._rows = np.zeros(0, dtype=np.intp)
        self._movable = np.zeros(0, dtype=np.bool_)
        self._foresight: Simulated | None = None
        self._beliefs = Beliefs.fresh(0)

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (merged,) = inputs.values()
        self._enter(merged)
        assert self._foresight is not None
        fresh = np.flatnonzero((merged.state.seen[self._rows] == stamp) & self._movable)
        poses = merged.poses()[self._rows]
        stated = merged.state.pose_covariance[self._rows[fresh], :3, :3]
        known = bool(len(fresh)) and bool((np.abs(stated).max(axis=(1, 2)) > 0).all())
        self._beliefs = filtered(
            self._beliefs,
            self._foresight,
            fresh,
            poses[fresh],
            stamp=stamp,
            noise=Noise(),
            covariances=stated if known else None,
        )
        return replace(diff(previous, self._smoothed(merged, fresh)), stamp=stamp)

    def _smoothed(self, merged: World, fresh: IntArray) -> World:
        pose = np.array(merged.state.pose)
        covariance = np.array(merged.state.pose_covariance)
        free = np.array([merged.structure[self._ids[row]].parent is None for row in fresh], dtype=np.bool_)
        rows = fresh[free]
        pose[self._rows[rows]] = self._beliefs.poses[rows]
        covariance[self._rows[rows], :3, :3] = self._beliefs.covariances[rows]
        state = merged.state.with_tables({"pose": pose, "pose_covariance": covariance})
        return World(merged.structure, state, merged.timeline, merged.stamp)

    def _enter(self, merged: World) -> None:
        """Things that come are opened anew with all others; what is known of those stays."""
        if self._structure is merged.structure:
            return
        known = bodies(merged.structure)
        ids = tuple(body.id for body in known)
        self._rows = np.array([merged.structure.row(name) for name in ids], dtype=np.intp)
        self._movable = np.array([not body.static for body in known], dtype=np.bool_)
        if ids != self._ids:
            settings = Settings(timestep_s=self._timestep_s)
            poses = merged.poses()[self._rows].reshape(-1, 7)
            simulation = self._engine.open(known, poses, meshes=self._scene.meshes, settings=settings)
            self._foresight = Simulated(simulation, timestep_s=self._timestep_s)
            self._beliefs = _kept(self._beliefs, self._ids, ids)
            self._ids = ids
        self._structure = merged.structure


def _kept(beliefs: Beliefs, before: tuple[EntityId, ...], after: tuple[EntityId, ...]) -> Beliefs:
    """The same beliefs in other rows; new things begin with none."""
    places = {name: row for row, name in enumerate(before)}
    both = [(row, places[name]) for row, name in enumerate(after) if name in places]
    fresh = Beliefs.fresh(len(after))
    new, old = [row for row, _ in both], [row for _, row in both]
    for item in fields(beliefs):
        if item.name != "stamp":
            getattr(fresh, item.name)[new] = getattr(beliefs, item.name)[old]
    return replace(fresh, stamp=beliefs.stamp)
