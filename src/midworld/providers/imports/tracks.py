"""Poses of named bodies over time, as recorded: the one form every importer reads into."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray, conjugate, multiply, quaternion_of

Declared = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One body: `stamps` in seconds, `positions` in metres, `quaternions` x, y, z, w; NaN where it was lost."""

    name: str
    stamps: FloatArray
    positions: FloatArray
    quaternions: FloatArray

    def __len__(self) -> int:
        return len(self.stamps)

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """Which rows have a pose."""
        return np.asarray(np.isfinite(self.positions).all(axis=1))


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera stood at an instant, optical axis +X, and how wide it saw, in degrees."""

    stamp: float
    position: FloatArray
    quaternion: FloatArray
    fov: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """What a recording holds.

    `declared` is what it says itself of an object, as a scene would; `markers` are points in a body's frame.
    """

    tracks: tuple[Track, ...]
    source: str = "mocap"
    declared: Mapping[str, Declared] = field(default_factory=dict[str, Declared])
    markers: Mapping[str, FloatArray] = field(default_factory=dict[str, FloatArray])
    views: tuple[View, ...] = ()


def turned(tracks: Tracks, rotation: FloatArray, scale: float) -> Tracks:
    """The same in another frame and unit: a point becomes `scale * rotation @ point`, of the world and of every body.

    So a body that stood as it was made still has no rotation, and its own upward axis is the world's.
    """
    quaternion = quaternion_of(rotation)
    bodies = (
        replace(
            track,
            positions=scale * track.positions @ rotation.T,
            quaternions=multiply(multiply(quaternion, _unit(track.quaternions)), conjugate(quaternion)),
        )
        for track in tracks.tracks
    )
    # The axes of a camera are forward, left and up whatever the world's are.
    views = (
        replace(
            view,
            position=scale * rotation @ view.position,
            quaternion=multiply(quaternion, view.quaternion),
        )
        for view in tracks.views
    )
    markers = {name: scale * points @ rotation.T for name, points in tracks.markers.items()}
    return replace(tracks, tracks=tuple(bodies), markers=markers, views=tuple(views))


def thinned(track: Track, rate_hz: float) -> Track:
    """At most so many rows a second, evenly; none is made up."""
    if len(track) < 2:
        return track
    slots = np.floor((track.stamps - track.stamps[0]) * rate_hz + 1e-6)
    keep = np.concatenate([[True], np.diff(slots) > 0])
    return Track(track.name, track.stamps[keep], track.positions[keep], track.quaternions[keep])


def _unit(quaternions: FloatArray) -> FloatArray:
    """Rows of length 1, but for those that are nothing."""
    lengths = np.linalg.norm(quaternions, axis=1, keepdims=True)
    return np.divide(quaternions, lengths, out=np.zeros_like(quaternions), where=lengths > 0)
