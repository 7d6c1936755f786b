"""How good trackers are, from what they report: noise, mistakes, losses, repeats, delays and offsets."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from ..geometry import FloatArray
from ..world import EntityId
from .calibration import Calibration, calibrated
from .observation import Observation

# As many of the newest percepts of each thing count.
KEPT = 5000
# What is missing for longer than this is hidden or gone, not lost.
LOST_S = 1.0
# A percept this many standard deviations from the middle of five, and at least as far, is mistaken.
MISTAKEN_SIGMAS = 6.5
MISTAKEN_M = 0.03
AROUND = 5
# The median of the squares of three standard normal errors; a second difference has six times their variance.
MEDIAN_CHI2 = 2.366
SECOND_DIFFERENCE = 6.0


class Tracked(msgspec.Struct, frozen=True):
    """One object as one source reports it: how often, the spread of its positions along an axis, and shares.

    `mistaken` are percepts far from those around them, `lost` reports without what was there just before and after,
    `repeated` percepts equal to the bit to the one before.
    """

    source: str
    id: EntityId
    percepts: int
    hertz: float
    noise_m: float
    mistaken: float
    lost: float
    repeated: float


class Against(msgspec.Struct, frozen=True):
    """How far, and by how many seconds, a source is off the one that was heard first."""

    source: str
    first: str
    offset_m: tuple[float, float, float]
    late_s: float


@dataclass(slots=True)
class _Watched:
    first: float
    last: float
    count: int = 0
    repeated: int = 0
    lost: int = 0
    missing: int = 0
    places: deque[FloatArray] = field(default_factory=lambda: deque(maxlen=AROUND))
    bends: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    away: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))


def noise_of(squares: Sequence[float]) -> float:
    """The standard deviation along an axis whose second differences have these squared lengths."""
    return float(np.sqrt(np.median(squares) / (SECOND_DIFFERENCE * MEDIAN_CHI2))) if len(squares) else 0.0


class Statistics:
    """Reads observations one by one; what is given in a frame of its own is passed over."""

    def __init__(self) -> None:
        self._watched: dict[str, dict[EntityId, _Watched]] = {}
        self._calibration = Calibration()

    def read(self, observation: Observation) -> None:
        """Takes in a line."""
        if observation.objects is None:
            return
        stamp, known = observation.stamp, self._watched.setdefault(observation.source, {})
        places = {percept.id: np.array(percept.position) for percept in observation.objects if percept.frame is None}
        for name, watched in known.items():
            if name not in places:
                watched.missing += 1
        for name, place in places.items():
            _seen(known.setdefault(name, _Watched(stamp, stamp)), stamp, place)
        poses = {name: np.array([*place, 0.0, 0.0, 0.0, 1.0]) for name, place in places.items()}
        self._calibration, _ = calibrated(self._calibration, observation.source, poses, stamp=stamp)

    def tracked(self) -> list[Tracked]:
        """A row for each source and object."""
        return [
            _row(source, name, watched)
            for source, things in sorted(self._watched.items())
            for name, watched in sorted(things.items())
        ]

    def against(self) -> list[Against]:
        """A row for each source beside the first that saw the same things stand still."""
        known: Mapping[str, object] = self._calibration.offsets
        return [
            Against(
                source,
                self._calibration.trackers[0],
                self._calibration.offsets[source].mean,
                self._calibration.late(source),
            )
            for source in self._calibration.trackers
            if source in known
        ]


def _seen(watched: _Watched, stamp: float, place: FloatArray) -> None:
    if watched.count and stamp - watched.last < LOST_S:
        watched.lost += watched.missing
    elif watched.count:
        # What comes back after long may have been elsewhere.
        watched.places.clear()
    watched.missing = 0
    if watched.places and (watched.places[-1] == place).all():
        watched.repeated += 1
    watched.places.append(place)
    watched.count += 1
    watched.last = stamp
    if len(watched.places) == AROUND:
        around = np.array(watched.places)
        bend = around[2] - 2 * around[3] + around[4]
        watched.bends.append(float(bend @ bend))
        watched.away.append(float(np.linalg.norm(around[AROUND // 2] - np.median(around, axis=0))))


def _row(source: str, name: EntityId, watched: _Watched) -> Tracked:
    noise = noise_of(list(watched.bends))
    far = np.array(watched.away) > max(MISTAKEN_SIGMAS * noise, MISTAKEN_M)
    seconds = watched.last - watched.first
    reports = watched.count + watched.lost
    return Tracked(
        source,
        name,
        watched.count,
        (reports - 1) / seconds if seconds > 0 else 0.0,
        noise,
        float(far.mean()) if len(far) else 0.0,
        watched.lost / reports,
        watched.repeated / max(watched.count - 1, 1),
    )
