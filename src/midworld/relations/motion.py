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
    span = _span(motion.stamps.tobytes())
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


@lru_cache(maxsize=16)
def _span(stamps: bytes) -> float:
    """From the middle of the older half of some instants to that of the newer: the same for all who saw the same."""
    instants = np.frombuffer(stamps)
    half = len(instants) // 2
    return float(instants[len(instants) - half :].mean() - instants[:half].mean())


@lru_cache(maxsize=16)
def _instants(stamps: bytes, stamp: float, window_s: float) -> tuple[FloatArray, bool, int]:
    """Instants with one more, whether it takes the place of the last one, and how many of the first are too old."""
    before = np.frombuffer(stamps)
    crowded = bool(len(before) > 1 and stamp - before[-2] < window_s / MOST_SAMPLES)
    after = np.append(before[:-1] if crowded else before, stamp)
    first = max(min(int(after.searchsorted(stamp - window_s)), len(after) - LEAST_SAMPLES), 0)
    return after[first:], crowded, first


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
    stamps, crowded, first = _instants(stamps.tobytes(), stamp, window_s)
    if kernels is not None:
        longer = kernels.lengthened(trail, poses, rows, unknown, crowded, first, leap)
        return Motion(motion.ids, stamps, longer, motion.moving)
    places = np.array(poses[rows, :3])
    places[unknown] = np.nan
    if len(trail):
        way = places - trail[-1]
        leapt = (way * way).sum(axis=1) > leap * leap
        if leapt.any():
            trail = trail.copy()
            trail[:, leapt] = np.nan
    trail = trail[:-1] if crowded else trail
    return Motion(motion.ids, stamps, np.concatenate([trail, places[None]])[first:], motion.moving)


def _arranged(motion: Motion, ids: tuple[EntityId, ...]) -> Motion:
    """The same for the entities there are now."""
    if motion.ids == ids:
        return motion
    rows = _rows(motion.ids, ids)
    places = np.full((len(motion.stamps), len(ids), 3), np.nan)
    moving = np.zeros(len(ids), dtype=np.bool_)
    places[:, rows >= 0] = motion.places[:, rows[rows >= 0]]
    moving[rows >= 0] = motion.moving[rows[rows >= 0]]
    return Motion(ids, motion.stamps, places, moving)


@lru_cache(maxsize=256)
def _rows(before: tuple[EntityId, ...], ids: tuple[EntityId, ...]) -> IntArray:
    """Where each of some entities was among others, -1 for those that were not."""
    known = {name: row for row, name in enumerate(before)}
    return np.array([known.get(name, -1) for name in ids], dtype=np.intp)


@lru_cache(maxsize=256)
def _tracked(structure: Structure) -> tuple[IntArray, tuple[EntityId, ...]]:
    """Things, agents and their tracked parts; sensors and links move with those who carry them."""
    rows = [row for row, entity in enumerate(structure.entities) if not isinstance(entity.role, Sensor | Link)]
    return np.array(rows, dtype=np.intp), tuple(structure.entities[row].id for row in rows)
