"""What is moving, told from places over a moment and not from one noisy step."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ..geometry import BoolArray, FloatArray, IntArray, kernels
from ..world import EntityId, Link, Sensor, Status, Structure, World
from .thresholds import SpatialSettings

# What is elsewhere at once was found there: nothing on a table moves this fast.
LEAP_M_S = 6.0
# Half windows whose middles are closer than this share of the window tell nothing yet.
LEAST_SHARE = 0.4
# However slow percepts come, noise takes as many to average out.
LEAST_SAMPLES = 4
# The way between two halves is no noise if it is this many standard deviations long.
SURE_SIGMAS = 3.4
# Percepts that come faster than this many in a window take the place of the one before.
MOST_SAMPLES = 16


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """The latest places `(t, n, 3)` of all that has one (nan where it has none), and what of it is moving."""

    ids: tuple[EntityId, ...] = ()
    stamps: FloatArray = field(default_factory=lambda: np.zeros(0))
    places: FloatArray = field(default_factory=lambda: np.zeros((0, 0, 3)))
    moving: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    @property
    def names(self) -> frozenset[EntityId]:
        """What is moving."""
        return frozenset(self.ids[row] for row in np.flatnonzero(self.moving).tolist())


def followed(motion: Motion, world: World, *, settings: SpatialSettings, stamp: float) -> Motion:
    """A moment later; nothing changes at the same instant."""
    if len(motion.stamps) and stamp <= motion.stamps[-1]:
        return motion
    rows, ids = _tracked(world.structure)
    motion = _arranged(motion, ids)
    unknown = world.state.status[rows] == Status.UNKNOWN.value
    motion = _lengthened(motion, world.poses(), rows, unknown, stamp, settings.moving_window)
    count = len(motion.stamps)
    if count < LEAST_SAMPLES:
        return motion
    older, newer = slice(0, count // 2), slice(count - count // 2, count)
    span = float(motion.stamps[newer].mean() - motion.stamps[older].mean())
    if span < LEAST_SHARE * settings.moving_window:
        return motion
    sure = SURE_SIGMAS * float(np.sqrt(2 / (count // 2))) / span
    if kernels is not None:
        moving = kernels.moving(motion.places, span, sure, settings.moving_speed, motion.moving)
        return Motion(ids, motion.stamps, motion.places, moving)
    way = (motion.places[newer].sum(axis=0) - motion.places[older].sum(axis=0)) / (count // 2)
    speed = np.sqrt(np.einsum("ij,ij->i", way, way)) / span
    least = np.maximum(sure * _noise(motion.places), settings.moving_speed)
    # A place not known all the time compares as false.
    moving = speed > np.where(motion.moving, least / 2, least)
    return Motion(ids, motion.stamps, motion.places, moving)


def _noise(places: FloatArray) -> FloatArray:
    """How far places `(t, n, 3)` are from being evenly spaced: three axes share six variances each."""
    bend = places[2:] - 2 * places[1:-1] + places[:-2]
    return np.sqrt(np.einsum("tij,tij->i", bend, bend) / (18 * len(bend)))


def _lengthened(
    motion: Motion, poses: FloatArray, rows: IntArray, unknown: BoolArray, stamp: float, window_s: float
) -> Motion:
    """With the places of some rows of poses; percepts that come in too quick succession replace the last."""
    stamps, trail = motion.stamps, motion.places
    leap = LEAP_M_S * max(stamp - float(stamps[-1]), 1 / 60) if len(stamps) else 0.0
    crowded = bool(len(stamps) > 1 and stamp - stamps[-2] < window_s / MOST_SAMPLES)
    stamps = np.append(stamps[:-1] if crowded else stamps, stamp)
    first = max(min(int(stamps.searchsorted(stamp - window_s)), len(stamps) - LEAST_SAMPLES), 0)
    if kernels is not None:
        longer = kernels.lengthened(trail, poses, rows, unknown, crowded, first, leap)
        return Motion(motion.ids, stamps[first:], longer, motion.moving)
    places = np.array(poses[rows, :3])
    places[unknown] = np.nan
    if len(trail):
        way = places - trail[-1]
        leapt = (way * way).sum(axis=1) > leap * leap
        if leapt.any():
            trail = trail.copy()
            trail[:, leapt] = np.nan
    trail = trail[:-1] if crowded else trail
    return Motion(motion.ids, stamps[first:], np.concatenate([trail, places[None]])[first:], motion.moving)


def _arranged(motion: Motion, ids: tuple[EntityId, ...]) -> Motion:
    """The same for the entities there are now."""
    if motion.ids == ids:
        return motion
    before = {name: row for row, name in enumerate(motion.ids)}
    rows = np.array([before.get(name, -1) for name in ids], dtype=np.intp)
    places = np.full((len(motion.stamps), len(ids), 3), np.nan)
    moving = np.zeros(len(ids), dtype=np.bool_)
    places[:, rows >= 0] = motion.places[:, rows[rows >= 0]]
    moving[rows >= 0] = motion.moving[rows[rows >= 0]]
    return Motion(ids, motion.stamps, places, moving)


@lru_cache(maxsize=256)
def _tracked(structure: Structure) -> tuple[IntArray, tuple[EntityId, ...]]:
    """Things, agents and their tracked parts; sensors and links move with those who carry them."""
    rows = [row for row, entity in enumerate(structure.entities) if not isinstance(entity.role, Sensor | Link)]
    return np.array(rows, dtype=np.intp), tuple(structure.entities[row].id for row in rows)
